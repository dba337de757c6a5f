"""One worker's part: an implementation, started once, that plays every shard that comes to the worker."""

from __future__ import annotations

import warnings
from threading import Lock
from typing import Final, NamedTuple

from hypothesis.errors import HypothesisWarning

from conformance.about import version
from conformance.adapters.limits import DEFAULT_LIMITS
from conformance.adapters.protocol import Adapter, AdapterError, SpecError
from conformance.adapters.registry import find_adapter
from conformance.campaign.lines import FIRST, KindLine, SeenLine, ShardLine
from conformance.campaign.plan import Look, Shard
from conformance.claims import Settings
from conformance.random_play.mending import Plan, plan_of
from conformance.random_play.ranges import Difference, Lane, SessionOutcome, make_lane
from conformance.random_play.sessions import draw_session, session_seed
from conformance.random_play.shrinking import Flaky, shrink
from conformance.random_play.tables import Unplayable
from conformance.runner import AdapterUnusable, Runner
from conformance.verdicts import ADAPTER_UNUSABLE, USAGE
from conformance.wire import Hello


class Order(NamedTuple):
    """What a worker has to know. `name` is that of the campaign among others of a scheduler, `kit` the
    version that is to play, `seed` and `house` are those of the plan."""

    name: str
    kit: str
    spec: str
    timeout_factor: float
    seed: int
    house: Settings


class Unusable(NamedTuple):
    """Nothing can be played here: why, and the exit code that this makes."""

    reason: str
    exit_code: int


class Small(NamedTuple):
    """The smallest session that shows a kind, as a plan: the states of the engine do not travel."""

    plan: Plan
    difference: Difference


class Wavering(NamedTuple):
    """A difference came again in `times` of `tries`, or not twice in the same way."""

    times: int
    tries: int


class StoppedShort(Exception):
    """The campaign has ended while a shard was being played; nobody waits for what comes of it."""


class Player:
    """Plays for a campaign; one shard at a time, whatever the threads of the worker.

    `expected` is what `hello` said at the beginning of the campaign: sessions are drawn from the claims, so
    an implementation that claims anything else plays other sessions.
    """

    def __init__(self, order: Order) -> None:
        self._order = order
        self._adapter: Adapter | None = None
        self._runner: Runner | None = None
        self._lanes: dict[str, Lane] = {}
        self._lock: Final = Lock()
        self._stopping = False

    def greet(self) -> Hello | Unusable:
        """What the implementation claims."""
        with self._lock:
            try:
                return self._playing().hello()
            except (AdapterError, AdapterUnusable) as error:
                return self._given_up(error)

    def play(self, shard: Shard, expected: Hello) -> ShardLine | Unusable:
        """All sessions of a shard; `StoppedShort` if the campaign ends before."""
        with self._lock:
            try:
                lane = self._lane(shard.rules, expected)
                return lane if isinstance(lane, Unusable) else self._count(lane, shard)
            except (AdapterError, AdapterUnusable) as error:
                return self._given_up(error)

    def look_into(self, look: Look, expected: Hello) -> Small | Wavering | Unusable:
        """Make the session smaller in which a kind was seen first, on connections of its own."""
        with self._lock:
            try:
                return self._small(look, expected)
            except (AdapterError, AdapterUnusable) as error:
                return self._given_up(error)

    def close(self) -> None:
        """End the implementation, in the middle of a shard too."""
        self._stopping = True
        with self._lock:
            self._forget()

    def _count(self, lane: Lane, shard: Shard) -> ShardLine:
        steps = 0
        numbers: dict[KindLine, list[int]] = {}
        for outcome in lane.play(self._order.seed, range(shard.start, shard.stop)):
            if self._stopping:
                break  # and not an exception, which would keep the generator and its thread waiting
            steps += len(outcome.session.turns)
            if outcome.difference is not None:
                numbers.setdefault(KindLine(*outcome.difference.kind), []).append(outcome.number)
        if self._stopping:
            raise StoppedShort
        seen = [SeenLine(kind, len(some), some[:FIRST]) for kind, some in numbers.items()]
        return ShardLine(*shard, steps, seen)

    def _small(self, look: Look, expected: Hello) -> Small | Wavering | Unusable:
        rules = look.kind.rules
        runner = Runner(self._found())
        try:
            lane = self._checked(runner, rules, expected)
            if isinstance(lane, Unusable):
                return lane
            session = draw_session(session_seed(self._order.seed, rules, look.number), lane.ground)
            with warnings.catch_warnings():
                # Hypothesis sees other threads of the worker draw random numbers and takes them for ours; and
                # it finds sessions large.
                warnings.simplefilter("ignore", HypothesisWarning)
                small = shrink(lane, self._order.seed, SessionOutcome(look.number, session, None))
        finally:
            runner.close()
        if isinstance(small, Flaky):
            return Wavering(small.times, small.tries)
        return Small(plan_of(small.session), small.difference)

    def _found(self) -> Adapter:
        if self._adapter is None:
            limits = DEFAULT_LIMITS.scaled(self._order.timeout_factor)
            self._adapter = find_adapter(self._order.spec, limits)
        return self._adapter

    def _playing(self) -> Runner:
        if self._runner is None:
            self._runner = Runner(self._found())
        return self._runner

    def _lane(self, rules: str, expected: Hello) -> Lane | Unusable:
        if rules not in self._lanes:
            lane = self._checked(self._playing(), rules, expected)
            if isinstance(lane, Unusable):
                return lane
            self._lanes[rules] = lane
        return self._lanes[rules]

    def _checked(self, runner: Runner, rules: str, expected: Hello) -> Lane | Unusable:
        """The lane of a rule set, if kit and implementation here are those of the campaign."""
        if (here := version()) != self._order.kit:
            return Unusable(f"it has version {here} of the kit, not {self._order.kit}", USAGE)
        if runner.hello() != expected:
            return Unusable("the implementation claims something else than at the beginning", USAGE)
        lane = make_lane(runner, rules, self._order.house)
        return Unusable(lane.reason, USAGE) if isinstance(lane, Unplayable) else lane

    def _given_up(self, error: AdapterError | AdapterUnusable) -> Unusable:
        self._forget()
        if isinstance(error, AdapterUnusable):
            return Unusable(error.text(), ADAPTER_UNUSABLE)
        code = USAGE if isinstance(error, SpecError) else ADAPTER_UNUSABLE
        return Unusable(f"{error}. {error.hint}".rstrip(), code)

    def _forget(self) -> None:
        """End what is running; the next shard starts it anew."""
        if self._runner is not None:
            self._runner.close()
        self._runner = None
        self._lanes.clear()
