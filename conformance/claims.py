"""Which entries of a corpus an implementation can be asked to play, and with which options.

What an implementation does not claim is not asked of it. The reasons are told apart: `unsupported` is what
it says it cannot play, `not_covered` is what could be played but would show nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import product
from typing import Literal, NamedTuple

from conformance.adapters.protocol import Json
from conformance.corpus import Case, DoStep, Entry, RankingCase, SetupCase
from conformance.games import (
    PORTABLE,
    RANK_OPTIONS,
    AnyGame,
    defaults_of,
    is_admitted,
    same_value,
    values_of,
)
from conformance.wire import CAPABILITIES, Hello, Interval, encode
from refengine.options import OptionValue

Settings = Mapping[str, OptionValue]
"""Options that an entry leaves open, with the values it is played with."""


class Playable(NamedTuple):
    """The entry is played with `settings`."""

    settings: Settings


class NotPlayed(NamedTuple):
    """The entry is not played, for `reason`."""

    status: Literal["unsupported", "not_covered"]
    reason: str


class Claims:
    """What an implementation claims, narrowed to the options of one house."""

    def __init__(self, hello: Hello, house: Settings | None = None) -> None:
        self._hello = hello
        self._house = dict(house or {})

    @property
    def hello(self) -> Hello:
        return self._hello

    @property
    def house(self) -> Settings:
        """The options that the house fixes."""
        return self._house

    @property
    def capabilities(self) -> frozenset[str]:
        return frozenset(self._hello.capabilities)

    def plays(self, rules: str) -> bool:
        """Whether it plays the rule set at all."""
        return rules in self._hello.rules

    def seats_gap(self, game: AnyGame, seats: Json) -> str | None:
        """Why that many seats cannot be played though the rules admit them; None if they can."""
        span = self._hello.rules[game.name].seats
        if span is None or type(seats) is not int or not game.fewest <= seats <= game.most:
            return None
        return None if span.min <= seats <= span.max else f"does not play {seats} seats"

    def option_gap(self, game: AnyGame, options: Mapping[str, Json]) -> str | None:
        """The first of these options that cannot have its value; None if all can."""
        for name, value in options.items():
            if is_admitted(game, name, value) and not self.can_have(game, name, value):
                who = "the house does not" if self._differs(name, value) else "does not"
                return f"{who} play {name}={encode(value).decode()}"
        return None

    def _differs(self, name: str, value: Json) -> bool:
        """Whether the house has fixed the option otherwise."""
        return name in self._house and not same_value(self._house[name], value)

    def can_have(self, game: AnyGame, name: str, value: Json) -> bool:
        """Whether it claims that the option can have that value, in this house."""
        if self._differs(name, value):
            return False
        claim = self._hello.rules[game.name].options.get(name)
        if claim is None:
            return True
        if isinstance(claim, Interval):
            if type(value) is not int:
                return same_value(value, defaults_of(game)[name])
            return claim.min <= value and (claim.max is None or value <= claim.max)
        return any(same_value(one, value) for one in claim)

    def settings(self, game: AnyGame, fixed: Collection[str]) -> Iterator[Settings]:
        """The combinations of options left open that can be played, those nearest to the defaults first.

        Each names every open option of the house, and of those in which engines differ most.
        """
        open_options = {
            spec.name: [
                value
                for value in ((self._house[spec.name],) if spec.name in self._house else values_of(spec))
                if self.can_have(game, spec.name, value)
            ]
            for spec in game.options
            if spec.name not in fixed and (spec.name in PORTABLE or spec.name in self._house)
        }
        for values in product(*open_options.values()):
            yield dict(zip(open_options, values, strict=True))


def needs_of(entry: Entry) -> frozenset[str]:
    """The capabilities without which an entry cannot be played at all."""
    match entry:
        case RankingCase():
            return frozenset({"rank"})
        case SetupCase():
            return frozenset({"play"})
        case Case(steps=steps):
            deals = any(isinstance(step, DoStep) and step.action["type"] == "next_hand" for step in steps)
            return frozenset({"play", "carry"} if deals else {"play"})


def fit(
    claims: Claims,
    game: AnyGame,
    entry: Entry,
    needs: Collection[str],
    holds: Callable[[Settings], bool],
) -> Playable | NotPlayed:
    """How an implementation can be asked to play an entry.

    `needs` are the capabilities without which nothing is shown; `holds` tells whether what the entry
    expects is true under a combination of the options that it leaves open.
    """
    if not claims.plays(entry.rules):
        return NotPlayed("unsupported", f"does not play {entry.rules}")
    seats, options = _table(entry)
    first = next(claims.settings(game, options.keys()), {})
    gap = claims.seats_gap(game, seats) or claims.option_gap(game, _settled(game, entry, options, first))
    if gap is not None:
        return NotPlayed("unsupported", gap)
    lacking = _lacking(claims, {*needs, *needs_of(entry)})
    if lacking:
        return NotPlayed("not_covered", f"does not claim {', '.join(lacking)}")
    for settings in claims.settings(game, options.keys()):
        if holds(settings):
            return Playable(settings)
    return NotPlayed("not_covered", "holds under none of the options that it plays")


def _lacking(claims: Claims, needs: Collection[str]) -> list[str]:
    """The capabilities that are needed and not claimed; without the first two nothing else matters."""
    lacking = [name for name in CAPABILITIES if name in needs and name not in claims.capabilities]
    return [name for name in lacking if name in ("play", "rank")] or lacking


def _table(entry: Entry) -> tuple[Json, Mapping[str, Json]]:
    """The seats of an entry and the options that it fixes."""
    match entry:
        case RankingCase(seats=seats, options=options):
            return seats, options
        case Case(setup=setup):
            return setup.seats, setup.options
        case SetupCase(setup=given):
            parts = given.get("options")
            return given.get("seats"), parts if isinstance(parts, dict) else {}


def _settled(game: AnyGame, entry: Entry, options: Mapping[str, Json], first: Settings) -> dict[str, Json]:
    """The options that matter to an entry, the open ones as in its first combination."""
    settled: dict[str, Json] = {**defaults_of(game), **first, **options}
    if isinstance(entry, RankingCase):
        return {name: value for name, value in settled.items() if name in RANK_OPTIONS}
    return settled
