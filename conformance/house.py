"""House options as the command line gives them."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.games import AnyGame, defaults_of, is_admitted
from conformance.nearest import nearest
from conformance.wire import BadLine, decode, encode
from refengine.options import Choice, OptionValue, Whole, WholeOrNone
from refengine.rulesets.catalogue import GAMES


class HouseError(ValueError):
    """An option that no rule set has, or that cannot have that value."""


def read_house(given: Iterable[str]) -> dict[str, OptionValue]:
    """Options from ``NAME=VALUE``; a value is JSON, or else a word."""
    return dict(map(_read_option, given))


def _read_option(text: str) -> tuple[str, OptionValue]:
    name, equals, written = text.partition("=")
    if not equals:
        raise HouseError(f"{text!r} is not of the form NAME=VALUE")
    value = _read_value(written)
    having = [game for game in GAMES.values() if name in defaults_of(game)]
    if not having:
        known = {name for game in GAMES.values() for name in defaults_of(game)}
        raise HouseError(f"no rule set has an option {name!r}{nearest(name, sorted(known))}")
    if not any(is_admitted(game, name, value) for game in having):
        raise HouseError(f"option {name} cannot be {written!r}, but {_values(having[0], name)}")
    return name, value


def _values(game: AnyGame, name: str) -> str:
    spec = next(spec for spec in game.options if spec.name == name)
    match spec.range:
        case Choice(values):
            return " or ".join(
                value if isinstance(value, str) else encode(value).decode() for value in values
            )
        case Whole(low):
            return f"a whole number from {low} on"
        case WholeOrNone(low):
            return f"null or a whole number from {low} on"


def _read_value(written: str) -> OptionValue:
    try:
        value = decode(written.encode())
    except BadLine:
        return written
    if isinstance(value, float | list | dict):
        raise HouseError(f"{written!r} is no value of an option")
    return value
