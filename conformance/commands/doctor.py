"""``conformance doctor``: find out, step by step, what is wrong with an adapter."""

from __future__ import annotations

import argparse
import math
import shlex
import sys
from contextlib import closing
from pathlib import Path

from conformance.adapters.limits import DEFAULT_LIMITS
from conformance.adapters.protocol import AdapterError, SpecError
from conformance.adapters.registry import find_adapter
from conformance.doctor.report import lines_of
from conformance.doctor.trouble import Listener
from conformance.doctor.visit import Failed, visit
from conformance.trace import FileTrace
from conformance.verdicts import ADAPTER_UNUSABLE, CONFORMANT, FAILED, USAGE
from refengine.rulesets.catalogue import GAMES


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = commands.add_parser(
        "doctor",
        help="find out what is wrong with an adapter",
        description="Try an adapter, from its start to its end, and stop at the first thing that is wrong, "
        "with one thing to do about it. Exit codes: 0 nothing wrong, 1 something wrong, 2 usage or input "
        "error, 10 adapter unusable.",
    )
    parser.add_argument(
        "--adapter",
        required=True,
        metavar="SPEC",
        help="the implementation: 'stdio: COMMAND ...', http://..., module:callable or a bundled name",
    )
    parser.add_argument("--rules", metavar="ID", choices=sorted(GAMES), help="try this rule set")
    parser.add_argument(
        "--timeout-factor",
        type=_factor,
        default=1.0,
        metavar="X",
        help="multiply the time limits (10 s for the first reply, then 5 s)",
    )
    parser.add_argument("--trace", metavar="FILE", help="keep every line exchanged with the adapter")


def _factor(text: str) -> float:
    factor = float(text)
    if not 0 < factor < math.inf:
        raise ValueError(text)
    return factor


def run(arguments: argparse.Namespace) -> int:
    """Try the adapter; returns the exit code."""
    try:
        if arguments.trace is None:
            return _run(arguments, Listener())
        with closing(FileTrace(Path(arguments.trace))) as trace:
            return _run(arguments, Listener(trace))
    except SpecError as error:
        print(f"{error}. {error.hint}".rstrip(), file=sys.stderr)
        return USAGE
    except AdapterError as error:
        print(f"the adapter cannot be used: {error}. {error.hint}".rstrip(), file=sys.stderr)
        return ADAPTER_UNUSABLE


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
