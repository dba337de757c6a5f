"""The reference engine's games, as the kit uses them: whatever a state is, it is only handed back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from conformance.adapters.protocol import Json
from refengine.errors import SetupError
from refengine.game import Game
from refengine.options import OptionSpec, OptionValue, Whole, WholeOrNone, settle

T = TypeVar("T")
AnyGame = Game[object]

PORTABLE = ("deck", "ranking", "ties", "straight_flushes", "stakes")
"""The options that a case leaves open if it is not about them, so that more engines can play it."""

RANK_OPTIONS = ("deck", "ranking", "ties", "straight_flushes")
"""The options that matter to ranking hands."""


def same_value(one: object, other: object) -> bool:
    """Equal, and of equal kind: true is not 1."""
    return type(one) is type(other) and one == other


def defaults_of(game: AnyGame) -> dict[str, OptionValue]:
    """Every option of the rule set with its default."""
    return {spec.name: spec.default for spec in game.options}


def is_admitted(game: AnyGame, name: str, value: Json) -> bool:
    """Whether the rules know the option and admit that value."""
    if isinstance(value, float | list | dict):
        return False
    try:
        settle(game.options, {name: value})
    except SetupError:
        return False
    return True


def values_of(spec: OptionSpec) -> tuple[OptionValue, ...]:
    """The values of an option with a closed set of them, the default first; of a number, the default."""
    if isinstance(spec.range, Whole | WholeOrNone):
        return (spec.default,)
    others = tuple(value for value in spec.range.values if not same_value(value, spec.default))
    return (spec.default, *others)


def without_defaults(game: AnyGame, options: Mapping[str, T]) -> dict[str, T]:
    """The options that differ from their defaults, unknown ones included: what ``new`` sends."""
    defaults = defaults_of(game)
    return {
        name: value
        for name, value in options.items()
        if name not in defaults or not same_value(value, defaults[name])
    }
