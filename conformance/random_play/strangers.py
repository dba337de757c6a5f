"""Tables of games that no engine of this kit plays: rule sets with an id of their own, ``x-...``.

Nothing is known of their rules but what `hello` says: how many can sit down, and the values of options that
it names. The first value of each option is taken for its default. Without a claim of seats there is nothing
to draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from conformance.claims import Claims
from conformance.random_play.choices import Choose, one_of
from conformance.random_play.tables import Table, Unplayable
from conformance.wire import Interval
from refengine.options import OptionValue

PREFIX: Final = "x-"
"""How the ids of such rule sets begin."""
_FEW_SEATS: Final = 6
"""Larger tables, as long as smaller ones are claimed, are left out: they only take longer."""


class StrangeGround(NamedTuple):
    """What tables can be drawn from; see `conformance.random_play.tables.Ground`."""

    rules: str
    seats: tuple[int, ...]
    options: Mapping[str, Sequence[OptionValue]]
    capabilities: frozenset[str]


def strange_ground(claims: Claims, rules: str) -> StrangeGround | Unplayable:
    """What can be drawn for a rule set of which only `hello` knows."""
    if not rules.startswith(PREFIX):
        return Unplayable(f"no engine of this kit plays {rules}, and its id does not begin with {PREFIX}")
    if not claims.plays(rules):
        return Unplayable(f"does not play {rules}")
    if "play" not in claims.capabilities:
        return Unplayable("does not claim play")
    claim = claims.hello.rules[rules]
    if claim.seats is None or claim.seats.max < max(claim.seats.min, 1):
        return Unplayable(f"does not claim how many can play {rules}")
    most = max(claim.seats.min, min(claim.seats.max, _FEW_SEATS))
    options = {name: _values(claims, name, values) for name, values in claim.options.items()}
    return StrangeGround(rules, tuple(range(claim.seats.min, most + 1)), options, claims.capabilities)


def _values(claims: Claims, name: str, claimed: Sequence[OptionValue] | Interval) -> Sequence[OptionValue]:
    if name in claims.house:
        return (claims.house[name],)
    return (claimed.min,) if isinstance(claimed, Interval) else tuple(claimed)


def draw_strange_table(choose: Choose, ground: StrangeGround) -> Table:
    """A table with at least one chip before everybody, often few."""
    options = {
        name: values[0] if len(values) == 1 or choose(3) < 2 else one_of(choose, values[1:])
        for name, values in ground.options.items()
        if values
    }
    seats = one_of(choose, ground.seats)
    dealer = seats - 1 - choose(seats)
    return Table(ground.rules, seats, _chips(choose, seats), dealer, options)


def _chips(choose: Choose, seats: int) -> tuple[int, ...]:
    match choose(5):
        case 0:
            return (100,) * seats
        case 1:
            return (one_of(choose, (20, 10, 5)),) * seats
        case 2 | 3:
            return tuple(one_of(choose, (100, 50, 12, 4)) for _ in range(seats))
        case _:
            return tuple(1 + choose(12) for _ in range(seats))
