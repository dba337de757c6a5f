"""House options: what may be agreed on before a session, with its default and its range."""

from collections.abc import Mapping
from typing import NamedTuple, assert_never

from refengine.actions import LARGEST_AMOUNT
from refengine.errors import ClauseId, InvariantBroken, SetupError

OptionValue = None | bool | int | str
Settled = Mapping[str, OptionValue]
"""Every option of a rule set with the value agreed on."""


class Choice(NamedTuple):
    """A closed set of values."""

    values: tuple[OptionValue, ...]


class Whole(NamedTuple):
    """A whole number of at least `low`."""

    low: int


class WholeOrNone(NamedTuple):
    """A whole number of at least `low`, or None for no such limit."""

    low: int


class OptionSpec(NamedTuple):
    """One option: `clause` is where the source or this project leaves the choice."""

    name: str
    default: OptionValue
    range: Choice | Whole | WholeOrNone
    clause: ClauseId


def _admits(span: Choice | Whole | WholeOrNone, value: OptionValue) -> bool:
    match span:
        case Choice(values):
            return any(type(value) is type(one) and value == one for one in values)
        case Whole(low):
            return type(value) is int and low <= value <= LARGEST_AMOUNT
        case WholeOrNone(low):
            return value is None or (type(value) is int and low <= value <= LARGEST_AMOUNT)
        case _:
            assert_never(span)


def settle(specs: tuple[OptionSpec, ...], given: Mapping[str, OptionValue]) -> Settled:
    """Every option with its agreed value; `SetupError` for an unknown option or a value out of range."""
    settled = {spec.name: spec.default for spec in specs}
    for name in given:
        if name not in settled:
            raise SetupError(f"there is no option {name!r}")
    for spec in specs:
        if spec.name in given:
            value = given[spec.name]
            if not _admits(spec.range, value):
                raise SetupError(f"option {spec.name} cannot be {value!r}", spec.clause)
            settled[spec.name] = value
    return settled


def word(options: Settled, name: str) -> str:
    """The settled value of an option that is a word."""
    value = options[name]
    if type(value) is not str:
        raise InvariantBroken(f"option {name} is no word")
    return value


def whole(options: Settled, name: str) -> int:
    """The settled value of an option that is a whole number."""
    value = options[name]
    if type(value) is not int:
        raise InvariantBroken(f"option {name} is no whole number")
    return value


def whole_or_none(options: Settled, name: str) -> int | None:
    """The settled value of an option that is a whole number or None."""
    return None if options[name] is None else whole(options, name)
