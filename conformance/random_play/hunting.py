"""How soon random play finds the engines that are wrong on purpose, and how small it makes what it finds.

What ``conformance prove --random-faults N`` does. A sample of the engines, always the same one for a number,
is played beside the reference up to the first difference, which is then made small as in any run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from statistics import median
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Json
from conformance.faults import adapter_for
from conformance.faults.proof.workers import Limits, Lost, Workers
from conformance.faults.registry import faults
from conformance.json_style import write
from conformance.random_play.lockstep import START
from conformance.random_play.ranges import Lane, SessionOutcome, make_lane, play_range
from conformance.random_play.shrinking import Shrunk, shrink
from conformance.runner import Runner

FILE: Final = "RANDOM.json"
FEW: Final = 12
"""Turns that a case should come down to, in the median."""
LIMITS: Final = Limits(processor=300, clock=1200)
"""Seconds for one engine."""
Tell = Callable[[str, int, int], None]


class Hunt(NamedTuple):
    """Play up to so many sessions of a seed on the wrong engine `id`."""

    id: str
    sessions: int
    seed: int


class Hunted(Struct, frozen=True, omit_defaults=True):
    """What came of it. `session`: the number of the first that differed, None if none did; `turns` it had up
    to the difference and `small` after it was made smaller; `place` of the broken clause among those named,
    from 1, 0 if it is not among them or no clause is broken. `why`: it was lost instead."""

    id: str
    session: int | None = None
    turns: int = 0
    small: int = 0
    place: int = 0
    why: str = ""


class Tried(Struct, frozen=True):
    """With what it was done: the day, how many sessions at most, their seed, how many engines there are."""

    date: str
    sessions: int
    seed: int
    engines: int


class Hunting(Struct, frozen=True):
    """All of it, by the ids of the engines."""

    tried: Tried
    hunted: list[Hunted]


def sample(number: int) -> list[str]:
    """So many of the engines, evenly spread over them in the order of their ids."""
    names = sorted(faults())
    number = min(number, len(names))
    return [names[place * len(names) // number] for place in range(number)]


def hunt(job: Hunt) -> Hunted:
    """Find what is wrong with an engine, if random play can."""
    fault = faults()[job.id]
    adapter = InProcessAdapter(job.id, adapter_for(job.id))
    for outcome in play_range(adapter, fault.rules, job.seed, 0, job.sessions):
        if outcome.difference is not None:
            return _look_into(job, adapter, outcome)
    return Hunted(job.id)


def _look_into(job: Hunt, adapter: InProcessAdapter, outcome: SessionOutcome) -> Hunted:
    fault = faults()[job.id]
    assert outcome.difference is not None
    turns = steps_to(outcome.session.false_starts, outcome.difference.found.spot.turn)
    runner = Runner(adapter)
    try:
        lane = make_lane(runner, fault.rules)
        assert isinstance(lane, Lane)  # it has been played on already
        small = shrink(lane, job.seed, outcome)
    finally:
        runner.close()
    if not isinstance(small, Shrunk):
        return Hunted(job.id, outcome.number, turns, turns, why="it did not differ again")
    named = [clause.removesuffix("r") for clause in small.difference.clauses]
    wanted = str(fault.clause).removesuffix("r")
    place = named.index(wanted) + 1 if wanted and wanted in named else 0
    left = steps_to(small.session.false_starts, small.difference.found.spot.turn)
    return Hunted(job.id, outcome.number, turns, left, place)


def steps_to(false_starts: Sequence[object], turn: int) -> int:
    """The steps of a session up to that turn; every false start is one."""
    return START - turn if turn < START else len(false_starts) + turn + 1


def hunting(number: int, sessions: int, seed: int, workers: int, tell: Tell) -> Hunting:
    """Hunt a sample of the engines down, on so many workers."""
    jobs = [Hunt(name, sessions, seed) for name in sample(number)]
    crew: Workers[Hunt, Hunted] = Workers(partial(_hunter), workers, LIMITS)
    done: dict[str, Hunted] = {}
    try:
        tell("random play", 0, len(jobs))
        for job, result in crew.run(jobs):
            done[job.id] = Hunted(job.id, why=result.why) if isinstance(result, Lost) else result
            tell("random play", len(done), len(jobs))
    finally:
        crew.close()
    tried = Tried(date.today().isoformat(), sessions, seed, len(faults()))
    return Hunting(tried, [done[name] for name in sorted(done)])


def _hunter() -> Callable[[Hunt], Hunted]:
    return hunt


# -- what is told of it


def published(content: Hunting) -> str:
    """The text of the file: every engine on a line of its own."""
    plain: Json = {"format": 1, **msgspec.to_builtins(content)}
    return write(plain, lambda path, _: len(path) < 2 and path != ("tried",))


def read_published(text: bytes) -> Hunting:
    """What was published."""
    return msgspec.json.decode(text, type=Hunting)


def missed(content: Hunting) -> list[str]:
    """The engines that were not found."""
    return [one.id for one in content.hunted if one.session is None]


def figures(content: Hunting) -> Iterator[tuple[str, str]]:
    """What is measured, and how it came out."""
    tried, every = content.tried, content.hunted
    found = [one for one in every if one.session is not None]
    named = [one for one in found if faults()[one.id].clause]

    def share(some: Sequence[Hunted], of: Sequence[Hunted]) -> str:
        return f"{100 * len(some) / max(len(of), 1):.0f} %"

    yield f"faults found within {tried.sessions:,} sessions", f"{len(found)} of {len(every)}"
    for limit in (100, 10):
        yield f"within {limit} sessions", share([one for one in found if (one.session or 0) < limit], every)
    yield "steps of the session up to the difference, median", f"{median(one.turns for one in found):.0f}"
    yield "steps after shrinking, median", f"{median(one.small for one in found):.0f}"
    yield (
        f"faults whose case has more than {FEW} steps",
        share([one for one in found if one.small > FEW], found),
    )
    yield "the clause named first is the one broken", share([one for one in named if one.place == 1], named)
    yield "it is among the first three", share([one for one in named if 0 < one.place <= 3], named)


def table(content: Hunting) -> str:
    """The figures as a part of a page."""
    tried = content.tried
    day = date.fromisoformat(tried.date)
    lines = [
        f"{len(content.hunted)} of the {tried.engines} engines in `conformance.faults`, evenly spread, each "
        f"with one rule wrong, on {day.day} {day:%B %Y}, seed {tried.seed}:",
        "",
        "| | |",
        "| --- | --: |",
        *(f"| {what} | {figure} |" for what, figure in figures(content)),
    ]
    if lost := missed(content):
        lines += ["", f"Not found: {', '.join(f'`{name}`' for name in lost)}."]
    return "\n".join(lines)
