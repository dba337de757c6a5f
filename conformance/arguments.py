"""The command line's own words: a parser that refuses in one line, and the values that options take."""

from __future__ import annotations

import argparse
import math
import textwrap
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

from conformance.nearest import nearest
from conformance.verdicts import USAGE

_WIDTH: Final = 78
SPECS: Final = (
    "the implementation: 'stdio: COMMAND ...', http://HOST:PORT/, module:callable or a bundled name"
)
TIMEOUTS: Final = "multiply the time limits: 10 s for the first reply, 5 s for the others"


class Parser(argparse.ArgumentParser):
    """Tells in a line what is wrong, without the whole usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message.replace('argument ', '', 1)} (see --help)\n")


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    does: str,
    description: str,
    *,
    codes: str = "",
    examples: Sequence[str] = (),
) -> argparse.ArgumentParser:
    """The parser of a command; its help ends with the exit codes and with lines to paste."""
    shown = "\n".join(["for example:", *(f"  {example}" for example in examples)]) if examples else ""
    told = [textwrap.fill(f"Exit codes: {codes}.", _WIDTH)] if codes else []
    return commands.add_parser(
        name,
        help=does,
        description=textwrap.fill(description, _WIDTH),
        epilog="\n\n".join([*told, *filter(None, [shown])]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def whole(low: int) -> Callable[[str], int]:
    """Reads a whole number from `low` on."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if number < low:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {low} on")
        return number

    return read


def any_whole(text: str) -> int:
    """Any whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def factor(text: str) -> float:
    """What times can be multiplied by."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0")
    return number


def workers(text: str) -> str:
    """A number of workers as pytest-xdist takes it."""
    if text in ("auto", "logical"):
        return text
    try:
        return str(whole(0)(text))
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, nor 'auto'") from None


def one_of(kind: str, names: Sequence[str]) -> Callable[[str], str]:
    """Reads one of these names; `kind` is what they are called."""

    def read(text: str) -> str:
        if text not in names:
            known = ", ".join(names)
            raise argparse.ArgumentTypeError(
                f"there is no {kind} {text!r}{nearest(text, names)}; there are {known}"
            )
        return text

    return read


level: Final = one_of("level", ("must", "option", "ruling"))
