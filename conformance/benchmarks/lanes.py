"""How many random sessions a second are played in lockstep with the reference engine: with a second one of it
in the same process, and with one behind a pipe.

Each is counted from the first session on; that a process has to start is not. What is counted is time by the
clock, since behind a pipe two processes work side by side.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple

from conformance.adapters.registry import find_adapter
from conformance.random_play.lockstep import script_of
from conformance.random_play.ranges import Lane, make_lane
from conformance.runner import Runner
from refengine.rulesets.catalogue import GAMES

NAME: Final = "random"
SESSIONS: Final = 200
"""Sessions of every rule set in a pass."""
ROUNDS: Final = 3
SEED: Final = 1
SPECS: Final = {
    "in process": "reference",
    "over a pipe": f"stdio: {shlex.quote(sys.executable)} -m conformance serve",
}


class LaneWorkload(NamedTuple):
    """What is measured, in so many rounds."""

    title: str
    rounds: int


WORKLOAD: Final = LaneWorkload("random sessions in lockstep with the reference engine", ROUNDS)


class Played(NamedTuple):
    """A pass: the sessions that agreed, their requests, and the seconds that they took."""

    sessions: int
    requests: int
    seconds: float


class LaneRow(NamedTuple):
    """A rule set: the requests of a mean session, and the median speed of each way in sessions a second."""

    rules: str
    requests: float
    speeds: dict[str, float]


def measure_lanes(rounds: int = ROUNDS, sessions: int = SESSIONS) -> Iterator[LaneRow]:
    """Every rule set, then all of them together, called ``all``; the ways take turns."""
    total: dict[str, list[Played]] = {way: [] for way in SPECS}
    for rules in GAMES:
        passes: dict[str, list[Played]] = {way: [] for way in SPECS}
        for number in range(rounds):
            for way, spec in SPECS.items():
                played = play(spec, rules, SEED + number, sessions)
                passes[way].append(played)
                total[way].append(played)
        yield _row(rules, passes)
    yield _row("all", {way: [_sum(some)] for way, some in total.items()})


def play(spec: str, rules: str, seed: int, sessions: int) -> Played:
    """One pass. `RuntimeError` if a session differs: then nothing is worth measuring."""
    adapter = find_adapter(spec)
    runner = Runner(adapter)
    try:
        lane = make_lane(runner, rules)
        assert isinstance(lane, Lane)  # the reference plays everything
        outcomes = []
        begun = perf_counter()
        for outcome in lane.play(seed, range(sessions)):
            outcomes.append(outcome)
        seconds = perf_counter() - begun
    finally:
        runner.close()
    for outcome in outcomes:
        if outcome.difference is not None:
            raise RuntimeError(f"session {outcome.number} of {rules} differs: {outcome.difference.kind}")
    requests = sum(len(script_of(outcome.session, "x", "in_turn").requests) for outcome in outcomes)
    return Played(len(outcomes), requests, seconds)


def _sum(some: list[Played]) -> Played:
    return Played(*(sum(part) for part in zip(*some, strict=True)))


def _row(rules: str, passes: dict[str, list[Played]]) -> LaneRow:
    some = next(iter(passes.values()))
    requests = sum(one.requests for one in some) / sum(one.sessions for one in some)
    speeds = {way: median(one.sessions / one.seconds for one in row) for way, row in passes.items()}
    return LaneRow(rules, requests, speeds)


def lines_of_lanes(rows: Sequence[LaneRow]) -> list[list[str]]:
    """The rows as lines of a table, one of titles first."""
    titles = ["", "requests a session", *(f"{way}, a second" for way in SPECS)]
    return [
        titles,
        *([row.rules, f"{row.requests:.0f}", *(f"{row.speeds[way]:,.0f}" for way in SPECS)] for row in rows),
    ]
