"""Tables: how a random session begins, within what an implementation claims to play.

Stacks are tiny often, since all-ins and side pots are where settlements go wrong, and options are left at
their defaults two times out of three, so that faults in the plain game are not hidden behind agreements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.claims import Claims
from conformance.convert import JsonObject, setup_from_json
from conformance.games import AnyGame, is_admitted, same_value, values_of, without_defaults
from conformance.random_play.choices import Choose, by_weight, chance, one_of
from conformance.wire import Interval
from refengine.errors import SetupError
from refengine.game import Step
from refengine.options import Choice, OptionSpec, OptionValue
from refengine.rulesets.catalogue import GAMES

Options = Mapping[str, OptionValue]

ALWAYS_ON_CREDIT: Final = frozenset({"ton"})
"""Rule sets in which a stack is a running balance, whatever is agreed."""
FROM_THE_MIDDLE: Final = frozenset({"ton"})
"""Rule sets whose sessions may begin from a state."""

_SEAT_WEIGHTS: Final = {2: 6, 3: 6, 4: 5, 5: 3, 6: 3}
_OTHER_SEATS: Final = 1
_LARGEST_TRIED: Final = 100
"""Claimed limits of numbers are tried out up to here; larger ones only make larger stacks necessary."""
_SCORES: Final = (0, 14, 13, 12, 10, 9, 5, -4)


class Table(NamedTuple):
    """The set-up of a session. `options` differ from the defaults; without `state` it starts afresh."""

    rules: str
    seats: int
    stacks: tuple[int, ...]
    dealer: int | None
    options: Options
    state: JsonObject | None = None

    def params(self) -> JsonObject:
        """The parameters of ``new``, but for the session's name."""
        params: JsonObject = {
            "rules": self.rules,
            "options": {**self.options},
            "seats": self.seats,
            "stacks": list(self.stacks),
            "dealer": self.dealer,
        }
        return params if self.state is None else {**params, "state": self.state}

    def start(self, game: AnyGame) -> Step[object]:
        """The first step of the session; `SetupError` if it cannot begin like this."""
        return game.start(setup_from_json(self.params()))


class Ground(NamedTuple):
    """What tables can be drawn from: the seats and the values of options that an implementation claims, the
    simplest first. `carries`: it plays more than one hand a session."""

    game: AnyGame
    seats: tuple[int, ...]
    options: Mapping[str, tuple[OptionValue, ...]]
    capabilities: frozenset[str]
    carries: bool


class Unplayable(NamedTuple):
    """Nothing can be played at random, for `reason`."""

    reason: str


def ground_of(claims: Claims, rules: str) -> Ground | Unplayable:
    """What can be drawn for a rule set, given what is claimed and fixed by the house."""
    game = GAMES.get(rules)
    if game is None:
        return Unplayable(f"no engine of this kit plays {rules}")
    if not claims.plays(rules):
        return Unplayable(f"does not play {rules}")
    if "play" not in claims.capabilities:
        return Unplayable("does not claim play")
    known: AnyGame = game
    seats = tuple(n for n in range(game.fewest, game.most + 1) if claims.seats_gap(known, n) is None)
    options = {spec.name: tuple(_candidates(claims, known, spec)) for spec in game.options}
    lacking = [name for name, values in options.items() if not values]
    if lacking or not seats:
        return Unplayable(f"claims no value of {lacking[0]}" if lacking else "claims no number of seats")
    ground = Ground(known, seats, options, claims.capabilities, "carry" in claims.capabilities)
    try:
        _plainest(ground).start(known)
    except SetupError as error:
        return Unplayable(f"its simplest table is refused by the rules: {error}")
    return ground


def _candidates(claims: Claims, game: AnyGame, spec: OptionSpec) -> Iterator[OptionValue]:
    """The values to try of an option, the default first, as far as they are claimed."""
    seen: list[OptionValue] = []
    for value in _values(claims, game, spec):
        new = not any(same_value(value, other) for other in seen)
        if new and is_admitted(game, spec.name, value) and claims.can_have(game, spec.name, value):
            seen.append(value)
            yield value


def _values(claims: Claims, game: AnyGame, spec: OptionSpec) -> Iterator[OptionValue]:
    yield from values_of(spec)
    if isinstance(spec.range, Choice):
        return
    if spec.name in claims.house:
        yield claims.house[spec.name]
    low = spec.range.low
    yield from (low, low + 1, low + 2, low + 4, low + 9)
    claimed = claims.hello.rules[game.name].options.get(spec.name, [])
    if isinstance(claimed, Interval):
        limits = (claimed.min, claimed.min + 1, claimed.max)
        yield from (value for value in limits if value is not None and value <= _LARGEST_TRIED)
    else:
        yield from claimed


# -- drawing


def draw_table(choose: Choose, ground: Ground) -> Table:
    """A table at which the session can begin."""
    return draw_start(choose, ground)[0]


def draw_start(choose: Choose, ground: Ground) -> tuple[Table, Step[object]]:
    """A table with the first step of its session."""
    options = {
        name: values[0] if len(values) == 1 or choose(3) < 2 else one_of(choose, values[1:])
        for name, values in ground.options.items()
    }
    seats = ground.seats[by_weight(choose, [_SEAT_WEIGHTS.get(n, _OTHER_SEATS) for n in ground.seats])]
    table = _furnish(choose, ground, seats, options)
    plain = {name: values[0] for name, values in ground.options.items()}
    # Few agreements contradict each other or the number of seats; then the plain ones take their place.
    for given in (options, plain):
        table = table._replace(options=without_defaults(ground.game, given), dealer=_dealer(table, given))
        try:
            return table, table.start(ground.game)
        except SetupError:
            continue
    table = _plainest(ground)
    return table, table.start(ground.game)


def _plainest(ground: Ground) -> Table:
    plain = {name: values[0] for name, values in ground.options.items()}
    seats = ground.seats[0]
    options = without_defaults(ground.game, plain)
    table = Table(ground.game.name, seats, (100,) * seats, 0, options)
    return table._replace(dealer=_dealer(table, plain))


def _dealer(table: Table, options: Options) -> int | None:
    """The dealer that was drawn for the table, unless the cards decide."""
    return None if options.get("first_dealer") == "drawn" else table.dealer


def _furnish(choose: Choose, ground: Ground, seats: int, options: Options) -> Table:
    """Stacks, dealer and perhaps a state."""
    rules = ground.game.name
    dealer = seats - 1 - choose(seats)
    if on_credit(rules, options):
        stacks = tuple(one_of(choose, (100, 0, 5, -7)) for _ in range(seats))
    else:
        stacks = _chips(choose, seats)
    state = _state(choose, seats) if rules in FROM_THE_MIDDLE and choose(2) else None
    return Table(rules, seats, stacks, dealer, options, state)


def _chips(choose: Choose, seats: int) -> tuple[int, ...]:
    """Everyone with plenty, everyone with little, or each with something else; rarely a broke seat."""
    match choose(5):
        case 0:
            return (100,) * seats
        case 1:
            return (one_of(choose, (20, 10, 5, 3)),) * seats
        case 2:
            return tuple(one_of(choose, (100, 50, 12, 4)) for _ in range(seats))
        case 3:
            return tuple(1 + choose(12) for _ in range(seats))
        case _:
            return tuple(one_of(choose, (100, 2, 0, 1)) for _ in range(seats))


def _state(choose: Choose, seats: int) -> JsonObject:
    """A session that is nearly over, seats that owe something, a bank."""
    scores: list[Json] = [one_of(choose, _SCORES) for _ in range(seats)]
    pluses: list[Json] = [choose(3) if chance(choose, 3) else 0 for _ in range(seats)]
    return {"scores": scores, "pluses": pluses, "bank": choose(3) * 4}


def on_credit(rules: str, options: Options) -> bool:
    """Whether stacks may be below zero."""
    return rules in ALWAYS_ON_CREDIT or options.get("stakes") == "credit"
