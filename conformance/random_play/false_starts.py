"""False starts: set-ups just outside what the rules admit, which should be refused and leave nothing.

Each is made from the table of a session, one thing in it changed, and sent under the session's name before
the session itself begins. Whether it is refused indeed is the engine's question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject, setup_from_json
from conformance.games import AnyGame, is_admitted
from conformance.random_play.choices import Choose, one_of
from conformance.random_play.tables import Ground, Table
from refengine.errors import NO_CLAUSE, SetupError
from refengine.options import Choice, OptionSpec
from refengine.rulesets.catalogue import GAMES

PLAIN_STACK: Final = 100
EVERY: Final = 4
"""One session in so many begins with false starts."""
NO_COUNTS: Final[tuple[Json, ...]] = (True, "4", 2.5, None, [2])
"""What is no whole number, and no other language could take for one."""
NO_STACKS: Final[tuple[Json, ...]] = (None, "100", {})
NO_OPTIONS: Final[tuple[Json, ...]] = ([], "none", 1)
UNKNOWN: Final = ("jokers", "wild_cards")


class Refusal(NamedTuple):
    """Why something is to be refused; `clause` None where no clause forbids it in particular."""

    code: str
    clause: str | None


class FalseStart(NamedTuple):
    """Parameters of ``new``, but for the session's name, that are to be refused."""

    params: JsonObject
    refusal: Refusal


def false_start(game: AnyGame, params: JsonObject) -> FalseStart | None:
    """The set-up with its refusal by the reference; None if a session can begin like this."""
    try:
        game.start(setup_from_json(params))
    except SetupError as error:
        return FalseStart(params, Refusal(error.code, None if error.clause == NO_CLAUSE else error.clause))
    return None


def draw_false_starts(choose: Choose, ground: Ground, table: Table) -> tuple[FalseStart, ...]:
    """One or two false starts at a table, mostly none."""
    if choose(EVERY) != EVERY - 1:
        return ()
    drawn = [_draw_params(choose, ground, table) for _ in range(1 + choose(2))]
    return tuple(one for one in (false_start(ground.game, params) for params in drawn) if one is not None)


def _draw_params(choose: Choose, ground: Ground, table: Table) -> JsonObject:
    params, game = table.params(), ground.game
    match choose(7):
        case 0 | 1:
            return {**params, **_seats(choose, ground, table)}
        case 2 | 3:
            return {**params, "stacks": _stacks(choose, table)}
        case 4 if table.dealer is not None:  # where it is drawn a named one is ignored
            return {**params, "dealer": one_of(choose, (table.seats, -1, True, "0", 0.5))}
        case 5 if table.state is not None:
            return {**params, "state": _state(choose, table.state)}
        case _:
            return {**params, "options": _options(choose, game, table.options)}


def _seats(choose: Choose, ground: Ground, table: Table) -> JsonObject:
    """A seat too few or too many, for the game or its pack, with as many stacks; or no number of seats."""
    game = ground.game
    wrong: Json = one_of(
        choose, (game.fewest - 1, game.most + 1, max(ground.seats), max(ground.seats), 0, -1, *NO_COUNTS)
    )
    if type(wrong) is not int or wrong < 0:
        return {"seats": wrong}
    stacks: list[Json] = [table.stacks[seat % table.seats] for seat in range(wrong)]
    return {"seats": wrong, "stacks": stacks, "dealer": None if table.dealer is None else 0}


def _stacks(choose: Choose, table: Table) -> Json:
    """A stack too few or too many, one that is no number of chips, or no stacks at all."""
    stacks: list[Json] = [*table.stacks]
    match choose(4):
        case 0:
            return stacks[:-1]
        case 1:
            return [*stacks, PLAIN_STACK]
        case 2:
            seat = choose(table.seats)
            return [*stacks[:seat], one_of(choose, (-1, *NO_COUNTS)), *stacks[seat + 1 :]]
        case _:
            return one_of(choose, NO_STACKS)


def _state(choose: Choose, state: JsonObject) -> JsonObject:
    """A list too long, or a number out of bounds."""
    scores, pluses = state.get("scores"), state.get("pluses")
    assert isinstance(scores, list)
    assert isinstance(pluses, list)
    match choose(4):
        case 0:
            return {**state, "scores": [15, *scores[1:]]}
        case 1:
            return {**state, "scores": scores[:-1]}
        case 2:
            return {**state, "pluses": [-1, *pluses[1:]]}
        case _:
            return {**state, "bank": one_of(choose, (-1, True, "4"))}


def _options(choose: Choose, game: AnyGame, options: Mapping[str, Json]) -> Json:
    """An option that the game does not know, a value that it does not admit, or no options at all."""
    match choose(6):
        case 0:
            every = {spec.name for other in GAMES.values() for spec in other.options}
            others = sorted(every - {spec.name for spec in game.options})
            return {**options, one_of(choose, (*UNKNOWN, *others)): 1}
        case 1:
            return one_of(choose, NO_OPTIONS)
        case _:
            spec = one_of(choose, game.options)
            wrong = [value for value in _beyond(spec) if not is_admitted(game, spec.name, value)]
            return {**options, spec.name: one_of(choose, wrong)} if wrong else {**options, UNKNOWN[0]: 1}


def _beyond(spec: OptionSpec) -> tuple[Json, ...]:
    """What an option might be taken for, and perhaps does not admit."""
    if isinstance(spec.range, Choice):
        return ("other", 1, True, "", None)
    return (spec.range.low - 1, -1, True, "1", spec.range.low + 0.5)


def draw_nonsense(choose: Choose, table: Table) -> JsonObject | None:
    """Parameters of ``new`` that no house can admit, whatever it plays by; mostly None."""
    if choose(EVERY) != EVERY - 1:
        return None
    params = table.params()
    match choose(5):
        case 0:
            return {**params, "seats": one_of(choose, (0, -1, *NO_COUNTS))}
        case 1:
            return {**params, "stacks": [*table.stacks, PLAIN_STACK] if choose(2) else [*table.stacks[:-1]]}
        case 2:
            return {**params, "stacks": [*table.stacks[:-1], one_of(choose, NO_COUNTS)]}
        case 3:
            return {**params, "stacks": one_of(choose, NO_STACKS)}
        case _:
            return {**params, "options": {**table.options, UNKNOWN[0]: 1} if choose(2) else []}


def weight(one: FalseStart) -> int:
    """How much there is to read in it."""
    params = one.params
    options, stacks, seats = params.get("options"), params.get("stacks"), params.get("seats")
    return (
        (len(options) if isinstance(options, dict) else 0)
        + (sum(stack != PLAIN_STACK for stack in stacks) if isinstance(stacks, list) else 0)
        + int("state" in params)
        + int(type(seats) is int and params.get("dealer") not in (None, seats - 1))
    )


def plainer(game: AnyGame, one: FalseStart) -> Iterator[FalseStart]:
    """The same with less in it: fewer options, plain stacks, no state, the last seat as the dealer."""
    params, options, seats = one.params, one.params.get("options"), one.params.get("seats")
    tried: list[JsonObject] = []
    if "state" in params:
        tried.append({name: value for name, value in params.items() if name != "state"})
    if isinstance(options, dict) and options:
        tried += [{**params, "options": {}}]
        tried += [{**params, "options": {k: v for k, v in options.items() if k != name}} for name in options]
    stacks = params.get("stacks")
    if isinstance(stacks, list):
        plain: list[Json] = [PLAIN_STACK if type(stack) is int and stack >= 0 else stack for stack in stacks]
        tried.append({**params, "stacks": plain})
    if type(seats) is int and seats > 0 and params.get("dealer") is not None:
        tried.append({**params, "dealer": seats - 1})
    for smaller in tried:
        found = false_start(game, smaller)
        if found is not None and smaller != params:
            yield found
