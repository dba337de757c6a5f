"""Contests of implementations that have an adapter: evaluators and engines, side by side.

An evaluator is asked in three ways, each a contest of its own: in its own form of a card, from strings, and
by `rank` requests. The first two need more than the protocol: a bundled name stands for the contestants of
that package, and an adapter in this process may have two methods,

    def bench_native(self, hands): ...
    def bench_strings(self, hands): ...

which take hands of five strings, prepare what they need, and return a function without arguments that scores
every hand once.

Engines are sent the same sessions of random play, with tables that all of them claim, as fast as they
answer. The reference engine has played the sessions before, so nobody waits for anybody's choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import takewhile
from typing import Final, NamedTuple

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Adapter, Answer, Json, Lost, Request
from conformance.benchmarks.contests import (
    A_HAND,
    A_REQUEST,
    EMPTY,
    OURS,
    Contestant,
    Hand,
    Pass,
    Unprepared,
    Workload,
    some_hands,
)
from conformance.benchmarks.scorers import NATIVE, STRINGS
from conformance.claims import Claims
from conformance.convert import JsonObject, action_to_json
from conformance.games import same_value, without_defaults
from conformance.random_play.moves import Manner, draw_move
from conformance.random_play.sessions import session_seed
from conformance.random_play.tables import Ground, Table, ground_of
from conformance.runner import BATCH, Runner
from conformance.wire import Hello
from refengine.actions import Action
from refengine.rulesets.catalogue import GAMES

HANDS: Final = 2000
SESSIONS: Final = 40
MOVES: Final = 40
SEATS: Final = 4
STACK: Final = 1000
ROUNDS: Final = 9
IN_A_REQUEST: Final = 200
_RANKED: Final[dict[str, Json]] = {
    "deck": "full",
    "ranking": "standard",
    "ties": "split",
    "straight_flushes": "linear",
}
"""The options under which any evaluator of the standard game ranks."""
_BUNDLED: Final = {"reference": OURS, "pokerkit-eval": "pokerkit"}
"""Bundled names that are not those of the distribution."""


Bench = Callable[[list[list[str]]], Callable[[], object]]


class Entrant(NamedTuple):
    """An implementation that takes part, and what it said of itself."""

    spec: str
    adapter: Adapter
    hello: Hello

    def can_be_asked(self) -> bool:
        """Whether it ranks hands or plays a rule set that the reference engine has played."""
        return "rank" in self.hello.capabilities or not GAMES.keys().isdisjoint(self.hello.rules)


class Empty:
    """Answers everything at once, and does nothing."""

    def new(self, **_: Json) -> JsonObject:
        """A session that is not begun."""
        return {}

    act = view = end = rank = new


def entrant(spec: str, adapter: Adapter) -> Entrant:
    """Ask who it is. `AdapterError` and `AdapterUnusable` if it does not say."""
    runner = Runner(adapter)
    try:
        return Entrant(spec, adapter, runner.hello())
    finally:
        runner.close()


def contests(entrants: Sequence[Entrant]) -> list[Workload]:
    """All that at least one of them can be asked, each with an empty call beside them."""
    ranking = [one for one in entrants if "rank" in one.hello.capabilities]
    found = [
        _scored("one hand, cards in the scorer's own form", "bench_native", NATIVE, entrants),
        _scored("one hand, from five strings", "bench_strings", STRINGS, entrants),
        _asked(f"hands ranked by requests, {IN_A_REQUEST} at a time", ranking, _rank_requests()),
        *[_played(rules, entrants) for rules in GAMES],
    ]
    return [one for one in found if one is not None]


# -- scorers
def _scored(
    title: str, method: str, known: Sequence[Contestant], entrants: Sequence[Entrant]
) -> Workload | None:
    contestants = [found for one in entrants for found in _scorers(one, method, known)]
    if not contestants:
        return None
    floor = next(one for one in known if one.name == EMPTY)
    return Workload(title, (floor, *contestants), EMPTY, HANDS, HANDS, 21, A_HAND)


def _scorers(one: Entrant, method: str, known: Sequence[Contestant]) -> list[Contestant]:
    """The contestants that a bundled name stands for; else what the adapter's own method prepares."""
    package = _BUNDLED.get(one.spec, one.spec)
    found = [contestant for contestant in known if contestant.distribution == package]
    if found or not isinstance(one.adapter, InProcessAdapter):
        return [contestant for contestant in found if contestant.name != EMPTY]
    bench: Bench | None = getattr(one.adapter.connect().implementation, method, None)
    if bench is None:
        return []

    def prepare(hands: Sequence[Hand]) -> Pass:
        return bench([[str(card) for card in hand] for hand in hands])

    return [Contestant(one.spec, OURS, prepare, one.hello.version)]


# -- requests
def _asked(title: str, entrants: Sequence[Entrant], groups: Sequence[Sequence[Request]]) -> Workload | None:
    """The same requests to each, and to something that does nothing: of every group as much as is answered
    by all that answer most."""
    if not entrants:
        return None
    answered = [_answered(one.adapter, groups) for one in entrants]
    most = sum(map(len, groups)) / 2
    taken = [counts for counts in answered if sum(counts) >= most]
    shares = [min(counts) for counts in zip(*taken, strict=True)] or [0] * len(groups)
    requests = [
        request
        for group, share in zip(groups, shares, strict=True)
        if share
        for request in (*group[:share], *_end(group))
    ]
    nothing = Contestant(EMPTY, OURS, partial(_asking, InProcessAdapter(EMPTY, Empty), requests))
    contestants = [
        Contestant(
            one.spec,
            OURS,
            partial(_asking, one.adapter, requests) if counts in taken else partial(_refused, one, counts),
            one.hello.version,
        )
        for one, counts in zip(entrants, answered, strict=True)
    ]
    return Workload(title, (nothing, *contestants), EMPTY, 0, max(len(requests), 1), ROUNDS, A_REQUEST)


def _end(group: Sequence[Request]) -> list[Request]:
    """What ends the session that a group begins, so that the next pass can begin it again."""
    return [Request("end", {"session": one.params["session"]}) for one in group if one.method == "new"]


def _answered(adapter: Adapter, groups: Sequence[Sequence[Request]]) -> list[int]:
    """How many requests of each group are answered before one is not, or the connection is lost."""
    connection = adapter.connect()
    counts = []
    for group in groups:
        outcomes = connection.ask(group)
        counts.append(sum(1 for _ in takewhile(lambda outcome: isinstance(outcome, Answer), outcomes)))
        if any(isinstance(outcome, Lost) for outcome in outcomes):
            break
        connection.ask(_end(group))
    connection.close()
    return counts + [0] * (len(groups) - len(counts))


def _refused(one: Entrant, counts: Sequence[int], _: Sequence[Hand]) -> Pass:
    raise Unprepared(f"{one.spec} answered {sum(counts)} requests, less than half of what it claims")


def _asking(adapter: Adapter, requests: Sequence[Request], _: Sequence[Hand]) -> Pass:
    """A pass that sends everything, many requests at once; the connection ends with the process."""
    connection = adapter.connect()

    def one_pass() -> None:
        for start in range(0, len(requests), BATCH):
            connection.ask(requests[start : start + BATCH])

    return one_pass


def _rank_requests() -> list[list[Request]]:
    hands: list[Json] = [[str(card) for card in hand] for hand in some_hands(HANDS)]
    asked: JsonObject = {"rules": "italian-invito", "options": {**_RANKED}, "seats": 4}
    return [
        [Request("rank", {**asked, "hands": hands[start : start + IN_A_REQUEST]})]
        for start in range(0, HANDS, IN_A_REQUEST)
    ]


# -- sessions
def _played(rules: str, entrants: Sequence[Entrant]) -> Workload | None:
    """Sessions on the ground that all who play the rule set have in common, if there is any."""
    grounds = [(one, ground_of(Claims(one.hello), rules)) for one in entrants]
    playing = [(one, ground) for one, ground in grounds if isinstance(ground, Ground)]
    if not playing:
        return None
    ground = reduce(_in_common, (ground for _, ground in playing))
    if not ground.seats or not all(ground.options.values()):
        return None
    return _asked(
        f"{rules}: {SESSIONS} sessions of random play, by requests",
        [one for one, _ in playing],
        _requests_of(ground),
    )


def _in_common(one: Ground, other: Ground) -> Ground:
    options = {
        name: tuple(value for value in values if any(same_value(value, had) for had in other.options[name]))
        for name, values in one.options.items()
    }
    seats = tuple(number for number in one.seats if number in other.seats)
    common = one.capabilities & other.capabilities
    return Ground(one.game, seats, options, common, one.carries and other.carries)


def _requests_of(ground: Ground) -> list[list[Request]]:
    """Sessions at plain tables with deep stacks; of one hand each where that is all that somebody plays."""
    options = without_defaults(ground.game, {name: values[0] for name, values in ground.options.items()})
    seats = SEATS if SEATS in ground.seats else ground.seats[0]
    table = Table(ground.game.name, seats, (STACK,) * seats, 0, options)
    sessions = []
    for number in range(SESSIONS):
        name: JsonObject = {"session": f"bench-{number}"}
        acts = [
            Request("act", {**name, "actor": move.actor, "action": action_to_json(move)})
            for move in _moves(table, ground, number)
        ]
        sessions.append([Request("new", {**name, **table.params()}), *acts])
    return sessions


def _moves(table: Table, ground: Ground, number: int) -> Iterator[Action]:
    """What the reference engine does at random, until nothing is left that all of them play."""
    choose = session_seed(1, ground.game.name, number)
    manner = Manner(avoided=frozenset() if ground.carries else frozenset({"next_hand", "end_session"}))
    now = table.start(ground.game)
    for _ in range(MOVES):
        move = draw_move(choose, now.menu, manner)
        if move is None:
            return
        yield move
        now = ground.game.apply(now.state, move)
