"""From a session that differs to a small one that differs in the same way.

Hypothesis goes first: the choices that led to the session are handed to it as if it had found them itself,
and it makes them fewer and smaller. It does not know what a turn is, though, so the rest is done here, by
dropping turns, seats, options and cards outright and mending what is left.

Everything is bounded by the number of sessions played, so that a slow implementation takes longer but a
shrunk case does not depend on the machine.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.database import ExampleDatabase, choices_to_bytes
from hypothesis.errors import HypothesisException, HypothesisWarning

from conformance.random_play.choices import Recorder
from conformance.random_play.kinds import Evidence, Manifestation, clauses_of, kind_of, manifestation
from conformance.random_play.lockstep import START
from conformance.random_play.mending import Plan, carry_out
from conformance.random_play.ranges import Difference, Lane, SessionOutcome
from conformance.random_play.reductions import REDUCTIONS, Reduction, measure
from conformance.random_play.sessions import Session, draw_session, session_seed
from conformance.random_play.strategies import sessions
from conformance.wire import encode
from refengine.errors import SetupError

FROM_CHOICES: Final = 60
"""Sessions that Hypothesis may have played."""
FROM_TURNS: Final = 400
"""Sessions that the reductions may have played."""
LOST_COSTS: Final = 20
"""A lost connection counts as so many sessions: the implementation has to be started again."""
REPEATS: Final = 3
"""How often a difference has to come again before it is believed."""


class Shrunk(NamedTuple):
    """The smallest session found, cut off after the turn that differs. `played`: sessions that it took."""

    session: Session
    difference: Difference
    played: int


class Flaky(NamedTuple):
    """The difference does not come reliably: of `tries` replays of the very same session, with nothing
    played between them, `times` differed at all, or they differed in different ways."""

    outcome: SessionOutcome
    times: int
    tries: int


class _Differs(Exception):
    """Tells Hypothesis that a session still differs."""


class _Enough(BaseException):
    """Raised out of Hypothesis when it has had its share; it takes any other exception for a finding."""


class _Record(ExampleDatabase):
    """The choices that led to one failure, given out whatever is looked up; nothing is written to it."""

    def __init__(self, chosen: Sequence[int]) -> None:
        super().__init__()
        # One choice too many: an exact record would be taken for what Hypothesis had made smallest before.
        self._record = choices_to_bytes([*chosen, 0])

    def fetch(self, key: bytes) -> Iterable[bytes]:  # noqa: ARG002 - there is only one
        return [self._record]

    def save(self, key: bytes, value: bytes) -> None:
        pass

    def delete(self, key: bytes, value: bytes) -> None:
        pass


class _Shrinker:
    """Plays candidates and keeps the smallest that still differs."""

    def __init__(self, lane: Lane, first: Session, difference: Difference) -> None:
        self._lane = lane
        self._game = lane.ground.game
        self.wanted: Final[Manifestation] = manifestation(self._game, first, difference.found)
        self._known: dict[bytes, bool] = {}
        self.best = cut_off(first, difference)
        self.best_difference = difference
        self.cost = 0
        self.limit = 0
        self.evidence: Final = Evidence()

    def differs(self, session: Session) -> bool:
        """Whether the session differs in the same way; if it does and is the smallest so far, it is kept."""
        key = encode(session.to_json())
        if key not in self._known:
            if self.cost >= self.limit:
                raise _Enough
            self._known[key] = self._play(session)
        return self._known[key]

    def _play(self, session: Session) -> bool:
        difference = self._lane.once(session)
        self.cost += LOST_COSTS if difference is not None and difference.found.fault == "lost" else 1
        self.evidence.add(session, None if difference is None else difference.found)
        if difference is None or manifestation(self._game, session, difference.found) != self.wanted:
            return False
        session = cut_off(session, difference)
        if measure(session) < measure(self.best):
            self.best, self.best_difference = session, difference
        return True

    def from_choices(self, start: int, number: int) -> None:
        """Let Hypothesis make the choices smaller that led to the session `number` of a seed."""
        ground = self._lane.ground
        recorder = Recorder(session_seed(start, self._game.name, number))
        draw_session(recorder, ground)
        self.limit = self.cost + FROM_CHOICES

        @settings(
            database=_Record(recorder.chosen),
            phases=(Phase.reuse, Phase.shrink),
            derandomize=False,  # or else there would be no database, as is the custom where CI is set
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        @seed(start)  # below the settings, as it would take the database from those that it finds
        @given(sessions(ground))
        def differing(session: Session) -> None:
            if self.differs(session):
                raise _Differs

        with suppress(_Differs, _Enough, HypothesisException), warnings.catch_warnings():
            warnings.simplefilter("ignore", HypothesisWarning)  # about how long a session is in words
            differing()  # the smallest is kept, however it ends

    def from_turns(self) -> None:
        """Reduce what is there until nothing helps any more."""
        self.limit = self.cost + FROM_TURNS
        with suppress(_Enough):
            before = None
            while before != measure(self.best):
                before = measure(self.best)
                for reduction in REDUCTIONS:
                    self._reduce(reduction)

    def result(self) -> Shrunk:
        """The smallest, with the clauses named in the light of everything that was played."""
        found = self.best_difference.found
        clauses = clauses_of(self._game, self.best, found, self.evidence)
        kind = kind_of(self._game, self.best, found, clauses)
        return Shrunk(self.best, Difference(kind, clauses, found), self.cost)

    def _reduce(self, reduction: Reduction) -> None:
        """Try what the reduction has to offer, again from the start whenever something helped."""
        helped = True
        while helped:
            start = measure(self.best)
            for plan in reduction(self._game, self.best):
                self._try(plan)
                if measure(self.best) < start:
                    break
            helped = measure(self.best) < start

    def _try(self, plan: Plan) -> None:
        try:
            session = carry_out(self._game, plan)
        except SetupError:
            return
        if measure(session) < measure(self.best):
            self.differs(session)


def cut_off(session: Session, difference: Difference) -> Session:
    """Without the turns, or the false starts, after the one that differs."""
    place = difference.found.spot.turn
    if place < START:
        return replace(session, turns=(), false_starts=session.false_starts[: START - place])
    return replace(session, turns=session.turns[: place + 1])


def shrink(lane: Lane, start: int, outcome: SessionOutcome) -> Shrunk | Flaky:
    """The smallest session found that differs as that of `outcome` does; `start` is the seed of its run."""
    game = lane.ground.game
    again = [lane.once(outcome.session) for _ in range(REPEATS)]
    shown = [other and manifestation(game, outcome.session, other.found) for other in again]
    first = again[0]
    if first is None or shown.count(shown[0]) < REPEATS:
        return Flaky(outcome, REPEATS - again.count(None), REPEATS)
    shrinker = _Shrinker(lane, outcome.session, first)
    shrinker.from_choices(start, outcome.number)
    shrinker.from_turns()
    return shrinker.result()
