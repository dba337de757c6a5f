"""``conformance doctor``: find out, step by step, what is wrong with an adapter."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import closing
from pathlib import Path

from conformance.adapters.limits import DEFAULT_LIMITS
from conformance.adapters.protocol import AdapterError, SpecError
from conformance.adapters.registry import find_adapter
from conformance.arguments import SPECS, TIMEOUTS, add_command, factor, one_of
from conformance.doctor.report import lines_of
from conformance.doctor.trouble import Listener
from conformance.doctor.visit import Failed, visit
from conformance.trace import FileTrace
from conformance.verdicts import ADAPTER_UNUSABLE, CONFORMANT, FAILED, INCOMPLETE, USAGE
from refengine.rulesets.catalogue import GAMES


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "doctor",
        "find out what is wrong with an adapter",
        "Try an adapter, from its start to its end, and stop at the first thing that is wrong, with one "
        "thing "
        "to do about it.",
        codes="0 nothing wrong, 1 something wrong, 2 usage or input error, 10 adapter unusable, 12 the trace "
        "is not whole",
        examples=(
            "conformance doctor --adapter 'stdio: node my-adapter.js'",
            "conformance doctor --adapter http://127.0.0.1:8080/ --rules red-dog",
        ),
    )
    parser.add_argument(
        "--adapter",
        required=True,
        metavar="SPEC",
        help=SPECS,
    )
    parser.add_argument(
        "--rules",
        metavar="ID",
        type=one_of("rule set", [*GAMES]),
        help="try this rule set (default: the first claimed)",
    )
    parser.add_argument(
        "--timeout-factor",
        type=factor,
        default=1.0,
        metavar="X",
        help=TIMEOUTS,
    )
    parser.add_argument("--trace", metavar="FILE", help="keep every line exchanged with the adapter")


def run(arguments: argparse.Namespace) -> int:
    """Try the adapter; returns the exit code."""
    try:
        if arguments.trace is None:
            return _run(arguments, Listener())
        with closing(FileTrace(Path(arguments.trace))) as trace:
            code = _run(arguments, Listener(trace))
        if trace.trouble:
            print(trace.trouble, file=sys.stderr)
        return INCOMPLETE if trace.trouble else code
    except AdapterError as error:
        print(error.text(), file=sys.stderr)
        return USAGE if isinstance(error, SpecError) else ADAPTER_UNUSABLE


def _run(arguments: argparse.Namespace, listener: Listener) -> int:
    limits = DEFAULT_LIMITS.scaled(arguments.timeout_factor)
    adapter = find_adapter(arguments.adapter, limits, listener)
    print(f"{arguments.adapter}\n")
    code = CONFORMANT
    for found in visit(adapter, listener, arguments.rules):
        print("\n".join(lines_of(found)), flush=True)
        if isinstance(found, Failed):
            code = FAILED
    if code == CONFORMANT:
        spec = shlex.quote(arguments.adapter)
        print(f"\nNothing is wrong so far. Next: conformance run --adapter {spec}")
    return code
