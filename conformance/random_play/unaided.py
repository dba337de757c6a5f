"""Random play without the reference, for an implementation whose house rules nobody has written down.

It is asked what it may be asked, and held only against itself: see `courses` for what has to hold. Many
sessions are played side by side, since what comes next in one of them depends on the last reply.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from conformance.adapters.protocol import Adapter, Lost, Outcome, Request
from conformance.claims import Claims, Settings
from conformance.random_play.choices import Choose, seeded
from conformance.random_play.courses import Course, Done, course, told
from conformance.random_play.false_starts import draw_nonsense
from conformance.random_play.invariants import Broken
from conformance.random_play.strangers import StrangeGround, draw_strange_table, strange_ground
from conformance.random_play.tables import Ground, Table, Unplayable, draw_table, ground_of
from conformance.runner import Runner
from refengine.rulesets.catalogue import GAMES

SIDE_BY_SIDE: Final = 16
"""Sessions that are played at once, if the implementation allows as many."""
NEEDED: Final = frozenset({"menu", "actor"})
"""What an implementation has to tell, or nothing can be chosen."""


class CourseOutcome(NamedTuple):
    """What came of the session `number`; `broken` None: all that was tried holds."""

    number: int
    table: Table
    history: Sequence[Done]
    broken: Broken | None


class _Lane(NamedTuple):
    """What the sessions of one call have in common."""

    ground: Ground | StrangeGround
    rules: str
    seed: int
    known: frozenset[str]


def _draw(choose: Choose, ground: Ground | StrangeGround) -> Table:
    if isinstance(ground, StrangeGround):
        return draw_strange_table(choose, ground)
    return draw_table(choose, ground)


class _Running:
    """A course and the requests that it waits for."""

    def __init__(self, lane: _Lane, number: int) -> None:
        ground, rules = lane.ground, lane.rules
        choose = seeded("unaided", lane.seed, rules, number)
        self.number = number
        self.table = _draw(choose, ground)
        self.history: list[Done] = []
        self.broken: Broken | None = None
        name = f"unaided-{rules}-{number}"
        nonsense = None
        if isinstance(ground, Ground):  # what makes sense elsewhere only the rules there can tell
            nonsense = draw_nonsense(seeded("nonsense", lane.seed, rules, number), self.table)
        self._course: Course = course(choose, ground, self.table, name, self.history, lane.known, nonsense)
        self.requests: list[Request] = []
        self._take(None)

    def answer(self, outcomes: Sequence[Outcome]) -> None:
        """Go on with the outcomes of `requests`; there are none any more when the course is over."""
        if outcomes and isinstance(outcomes[-1], Lost):
            self._course.close()
            self.requests = []
            self.broken = Broken("every request is answered", told(outcomes[-1]))
        else:
            self._take(outcomes)

    def _take(self, outcomes: Sequence[Outcome] | None) -> None:
        try:
            self.requests = next(self._course) if outcomes is None else self._course.send(outcomes)
        except StopIteration as end:
            self.requests = []
            self.broken = end.value

    def outcome(self) -> CourseOutcome:
        """What came of it."""
        return CourseOutcome(self.number, self.table, self.history, self.broken)


def play_unaided(
    adapter: Adapter,
    rules: str,
    seed: int,
    start: int,
    stop: int,
    house: Settings | None = None,
    known: frozenset[str] = frozenset(),
) -> Iterator[CourseOutcome]:
    """The sessions `start` up to `stop` of a seed in order. Nothing is yielded where too little is claimed;
    `AdapterUnusable` when it is no use going on. What is `known` to be broken is not looked at, so that it
    does not hide the rest: sessions go on as far as they can."""
    runner = Runner(adapter)
    try:
        claims = Claims(runner.hello(), house)
        ground = unaided_ground(claims, rules)
        if not isinstance(ground, Unplayable):
            lane = _Lane(ground, rules, seed, known)
            limit = min(claims.hello.session_limit or SIDE_BY_SIDE, SIDE_BY_SIDE)
            for first in range(start, stop, limit):
                yield from _side_by_side(runner, lane, range(first, min(first + limit, stop)))
    finally:
        runner.close()


def unaided_ground(claims: Claims, rules: str) -> Ground | StrangeGround | Unplayable:
    """What can be drawn for a rule set, if enough of it is told; also for one that the kit does not know."""
    lacking = sorted(NEEDED - claims.capabilities)
    if lacking:
        return Unplayable(f"does not claim {', '.join(lacking)}")
    return ground_of(claims, rules) if rules in GAMES else strange_ground(claims, rules)


def _side_by_side(runner: Runner, lane: _Lane, numbers: Sequence[int]) -> Iterator[CourseOutcome]:
    """Some sessions at once. Those that a lost connection takes with it are played anew."""
    done: dict[int, CourseOutcome] = {}
    while left := [number for number in numbers if number not in done]:
        running = [_Running(lane, number) for number in left]
        while asking := [one for one in running if one.requests]:
            answered = runner.ask([one.requests for one in asking])
            for one, outcomes in zip(asking, answered, strict=False):
                one.answer(outcomes)
            if len(answered) < len(asking) or _was_lost(answered):
                break
        done |= {one.number: one.outcome() for one in running if not one.requests}
        runner.check_losses()
    yield from (done[number] for number in numbers)


def _was_lost(answered: Sequence[Sequence[Outcome]]) -> bool:
    return any(outcomes and isinstance(outcomes[-1], Lost) for outcomes in answered)
