"""Ranges of random sessions, played on an implementation and compared with the reference.

Session `index` of a seed is the same whoever plays it: it depends on the seed, the rule set, the index and
what the implementation claims, on nothing else. So a run can be cut into ranges and spread over any number of
processes, and its outcomes are those of one process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from conformance.adapters.protocol import Adapter, Outcome, Request
from conformance.adapters.registry import find_adapter
from conformance.claims import Claims, Settings
from conformance.garbage import collector_paused
from conformance.random_play.kinds import Kind, clauses_of, kind_of
from conformance.random_play.lockstep import Comparer, Found, Looks, Script, first_difference, script_of
from conformance.random_play.sessions import Session, draw_session, session_seed
from conformance.random_play.tables import Ground, Unplayable, ground_of
from conformance.runner import Runner

BATCH: Final = 12
"""Sessions that are sent at once."""


class Difference(NamedTuple):
    """The first difference of a session; `clauses` it may be about, the likeliest first."""

    kind: Kind
    clauses: tuple[str, ...]
    found: Found


class SessionOutcome(NamedTuple):
    """What came of the session `number`; `difference` None: nothing differs."""

    number: int
    session: Session
    difference: Difference | None


class _Drawn(NamedTuple):
    """A session that is to be played."""

    number: int
    session: Session
    script: Script


def _groups(batch: Sequence[_Drawn]) -> list[list[Request]]:
    return [drawn.script.requests for drawn in batch]


class Lane:
    """Random play of one rule set with one implementation."""

    def __init__(self, runner: Runner, ground: Ground) -> None:
        self._runner = runner
        self._comparer = Comparer(ground.capabilities)
        self._seat_views = "seat_view" in ground.capabilities
        self._names = 0
        self.ground = ground

    def play(self, seed: int, indices: Sequence[int]) -> Iterator[SessionOutcome]:
        """The outcomes in order; `AdapterUnusable` when it is no use going on.

        While an implementation in a process of its own plays a batch, the next one is drawn, and the one
        before is compared.
        """
        left = iter(indices)
        batch = self._draw(seed, left)
        self._runner.post(_groups(batch))
        while batch:
            with collector_paused():
                ahead = self._draw(seed, left)
                answered = self._runner.ask(_groups(batch))
                played, batch = batch[: len(answered)], batch[len(answered) :] + ahead
                self._runner.post(_groups(batch))
                done = list(map(self._outcome, played, answered))
                answered.clear()  # nothing is left to look through when collections begin again
                played.clear()
            yield from done
            self._runner.check_losses()

    def _outcome(self, drawn: _Drawn, outcomes: Sequence[Outcome]) -> SessionOutcome:
        difference = self.judge(drawn.session, drawn.script, outcomes)
        return SessionOutcome(drawn.number, drawn.session, difference)

    def _draw(self, seed: int, indices: Iterator[int]) -> list[_Drawn]:
        drawn: list[_Drawn] = []
        for index in islice(indices, BATCH):
            session = draw_session(session_seed(seed, self.ground.game.name, index), self.ground)
            drawn.append(_Drawn(index, session, self._script(session, "in_turn")))
        return drawn

    def _script(self, session: Session, looks: Looks) -> Script:
        """The session under a name that was not used before."""
        self._names += 1
        name = f"random-{self.ground.game.name}-{self._names}"
        return script_of(session, name, looks if self._seat_views else "nobody")

    def judge(self, session: Session, script: Script, outcomes: Sequence[Outcome]) -> Difference | None:
        """The first difference in the outcomes of a session."""
        game = self.ground.game
        found = first_difference(game, session, script, outcomes, self._comparer)
        if found is None:
            return None
        clauses = clauses_of(game, session, found)
        return Difference(kind_of(game, session, found, clauses), clauses, found)

    def once(self, session: Session) -> Difference | None:
        """Play a session again, everybody looking at every turn."""
        script = self._script(session, "everybody")
        return self.judge(session, script, self._runner.ask([script.requests])[0])


def make_lane(runner: Runner, rules: str, house: Settings | None = None) -> Lane | Unplayable:
    """The lane for a rule set, unless nothing of it can be played at random. `AdapterUnusable` as from
    `Runner.hello`."""
    ground = ground_of(Claims(runner.hello(), house), rules)
    if isinstance(ground, Unplayable):
        return ground
    return Lane(runner, ground)


def lane_for(spec: str, rules: str, house: Settings | None = None) -> Lane:
    """The lane for what an adapter spec names; `ValueError` if nothing of the rule set can be played.

    `AdapterError` and `AdapterUnusable` as from finding and starting the adapter. The connection ends with
    the process.
    """
    adapter = find_adapter(spec)
    lane = make_lane(Runner(adapter), rules, house)
    if isinstance(lane, Unplayable):
        raise ValueError(f"{spec}: {lane.reason}")
    return lane


def play_range(
    adapter: Adapter, rules: str, seed: int, start: int, stop: int, house: Settings | None = None
) -> Iterator[SessionOutcome]:
    """The sessions `start` up to `stop` of a seed, with what came of each, over one connection.

    Nothing is yielded where the implementation claims nothing that can be played. A difference does not end
    the range; whoever wants only the first one stops there.
    """
    runner = Runner(adapter)
    try:
        lane = make_lane(runner, rules, house)
        if isinstance(lane, Lane):
            yield from lane.play(seed, range(start, stop))
    finally:
        runner.close()
