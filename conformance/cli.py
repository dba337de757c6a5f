"""The command ``conformance``: a table of its parts, each imported only when it is called."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

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
    from importlib import import_module
    from importlib.util import find_spec

    from conformance.about import version
    from conformance.arguments import Parser
    from conformance.nearest import nearest

    parser: argparse.ArgumentParser = Parser(
        prog="conformance",
        description="Rules-conformance tests for implementations of card games.",
        epilog="'conformance COMMAND --help' tells more, with examples.",
    )
    if chosen is not None and chosen not in COMMANDS:
        parser.error(f"there is no command {chosen!r}{nearest(chosen, COMMANDS)}")
    parser.add_argument("--version", action="version", version=f"conformance {version()}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        if name == chosen and find_spec(_module(name)) is not None:
            import_module(_module(name)).add_parser(commands)
        elif find_spec(_module(name)) is not None:
            commands.add_parser(name, help=summary, add_help=False)
    return parser


_USAGE: Final = 2
_INCOMPLETE: Final = 12
"""Of `conformance.verdicts`, which imports more than there is time for before Ctrl-C is heeded."""

_VERDICTS: Final = ("run", "doctor", "replay", "prove", "campaign")
"""Commands that take a while to say something short, which is told on standard error if need be."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code. Without `arguments` the process is the command's own: signals
    and standard streams too."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    chosen = next((word for word in given if not word.startswith("-")), None)
    try:
        code = _call(given, chosen, own=arguments is None)
    except KeyboardInterrupt as interrupt:
        from conformance import ending

        ending.say(f"interrupted ({ending.cause(interrupt)})")
        code = _INCOMPLETE if chosen == "run" else ending.code_of(interrupt)
    if arguments is None:
        from conformance import ending

        ending.go_deaf()
    return code


def _call(given: list[str], chosen: str | None, *, own: bool) -> int:
    """The exit code of a command, whatever becomes of what it prints."""
    from importlib import import_module

    from conformance import ending
    from conformance.outputs import OutputError

    if own and not ending.open_streams(instead=chosen in _VERDICTS):
        ending.say("standard output is closed; '> /dev/null' drops what is printed")
        return _USAGE
    if own and chosen != "serve":  # a served implementation may be deaf to exceptions, and leaves no files
        ending.listen()
    code: int
    try:
        parsed = make_parser(chosen).parse_args(given)
        code = import_module(_module(str(chosen))).run(parsed)
    except SystemExit as end:  # argparse has said all there is to say
        if not ending.output_error():
            raise
        code = end.code if isinstance(end.code, int) else _USAGE
    except OutputError as error:
        ending.say(str(error))
        code = _USAGE
    except OSError as error:
        code = ending.UNREAD
        if not ending.output_error():
            if error.filename is None:
                raise
            ending.say(f"{error.filename}: {error.strerror}")
            code = _USAGE
    unprinted = ending.output_error()
    return code if unprinted is None else _unprinted(unprinted, code, chosen)


def _unprinted(error: OSError, code: int, chosen: str | None) -> int:
    """The exit code if not everything could be printed. A reader that has gone, a pager perhaps, has seen
    enough, and changes nothing if the command was done."""
    from conformance import ending

    ending.give_up_output()
    if isinstance(error, BrokenPipeError):
        return code
    if chosen not in _VERDICTS:
        ending.say(ending.unprintable(error))
    return _INCOMPLETE if chosen == "run" else _USAGE
