"""The command ``conformance``: a table of its parts, each imported only when it is called."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from conformance.about import version

COMMANDS: Final = {
    "run": "judge an implementation by the corpus",
    "serve": "put an implementation written in Python behind standard input and output",
    "doctor": "find out what is wrong with an adapter",
    "list": "list rule sets, clauses and cases",
    "explain": "tell what a clause means and which cases are about it",
    "replay": "play one case and show every step",
    "adopt": "take a found case into the corpus",
    "index": "write the index of the corpus anew",
    "lint": "check the corpus",
    "ids": "give new cases their ids",
    "export": "write the corpus, completed, for use without this kit",
    "report": "merge, compare and draw reports",
    "new-adapter": "begin an adapter in another language",
    "prove": "show that the kit finds faults",
    "bench": "measure the engine and its peers",
    "perft": "count the positions of a game",
    "table": "show what comes out for engines that nobody here wrote",
    "campaign": "play at random on many machines",
}
"""Every command by its name; those whose module is not there are not shown."""


def _module(name: str) -> str:
    return f"conformance.commands.{name.replace('-', '_')}"


def make_parser(chosen: str | None) -> argparse.ArgumentParser:
    """The parser; of the commands only `chosen` has its arguments."""
    parser = argparse.ArgumentParser(
        prog="conformance", description="Rules-conformance tests for implementations of card games."
    )
    parser.add_argument("--version", action="version", version=f"conformance {version()}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        if name == chosen and find_spec(_module(name)) is not None:
            import_module(_module(name)).add_parser(commands)
        elif find_spec(_module(name)) is not None:
            commands.add_parser(name, help=summary, add_help=False)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    chosen = next((word for word in given if not word.startswith("-")), None)
    parsed = make_parser(chosen).parse_args(given)
    try:
        code: int = import_module(_module(str(chosen))).run(parsed)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read the output, a pager perhaps, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code
