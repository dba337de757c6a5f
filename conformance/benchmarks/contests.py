"""Contests: who is measured together on what, and how the figures are shown.

A contestant is prepared first, and then only its passes are measured. All take turns, pass by pass, in one
process, so that what a busy machine takes away is taken from all of them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module, metadata
from random import Random
from statistics import median
from time import perf_counter_ns, thread_time_ns
from types import ModuleType
from typing import Final, NamedTuple, Protocol

from refengine.cards import FULL_PACK, Card
from refengine.table_scorer import COMPILED

Hand = tuple[Card, ...]
Pass = Callable[[], object]
"""All of the work once; what it computes is thrown away."""

OURS: Final = "refengine"
COMPILER: Final = "gcc"
EMPTY: Final = "empty call"


def time_of_processes() -> int:
    """What all processes that have ended worked, in nanoseconds; the time that passes where nobody tells."""
    if sys.platform == "win32":
        return perf_counter_ns()
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return int((used.ru_utime + used.ru_stime) * 10**9)


class Contestant(NamedTuple):
    """`prepare` may import what `distribution` brings; that is the project itself for `OURS`, and a program
    of the machine's for `COMPILER`."""

    name: str
    distribution: str
    prepare: Callable[[Sequence[Hand]], Pass]
    version: str | None = None
    """What an adapter says of itself, where that is to be shown instead."""


class Unit(NamedTuple):
    """What figures are shown in: so many nanoseconds, with so many decimals."""

    name: str
    nanoseconds: int
    decimals: int
    clock: Callable[[], int] = thread_time_ns
    """In nanoseconds: the work of the thread or of processes, or the time that passes."""


A_HAND: Final = Unit("ns a hand", 1, 1)
SECONDS: Final = Unit("s", 10**9, 3)
A_PROCESS: Final = Unit("ms", 10**6, 1, time_of_processes)
A_REQUEST: Final = Unit("us a request", 1000, 2, perf_counter_ns)


class Workload(NamedTuple):
    """What is measured together. A pass scores `hands`, and a figure is a `share` of its time."""

    title: str
    contestants: tuple[Contestant, ...]
    floor: str
    """The contestant that does nothing, empty if none."""
    hands: int
    share: int
    rounds: int
    unit: Unit


class Row(NamedTuple):
    """One contestant's median share of a pass, in nanoseconds."""

    name: str
    version: str
    figure: float


def some_hands(count: int, seed: int = 20) -> list[Hand]:
    """Hands of the full pack, each as likely as any other, the same for the same seed."""
    chance = Random(seed)
    return [tuple(chance.sample(FULL_PACK, 5)) for _ in range(count)]


class Distributed(Protocol):
    """Whatever comes from a distribution."""

    @property
    def distribution(self) -> str: ...


def version_of(contestant: Distributed) -> str | None:
    """The version measured, of ours how the engine was built; None if it is not installed."""
    if isinstance(contestant, Contestant) and contestant.version is not None:
        return contestant.version
    if contestant.distribution == OURS:
        return "compiled" if COMPILED else "pure"
    if contestant.distribution == COMPILER:
        return version_of_compiler()
    try:
        return metadata.version(contestant.distribution)
    except metadata.PackageNotFoundError:
        return None


@cache
def version_of_compiler() -> str | None:
    """The version of gcc; None without one."""
    found = shutil.which(COMPILER)
    if found is None:
        return None
    told = subprocess.run([found, "-dumpfullversion"], capture_output=True, text=True, check=False)
    return told.stdout.strip() or None


def peer(package: str) -> ModuleType:
    """The package, whatever it warns of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a peer uses that is deprecated is not for us to mend
        return import_module(package)


class Unprepared(Exception):
    """A contestant cannot take part, and why."""


def measure(workload: Workload, rounds: int, left_out: list[str] | None = None) -> list[Row]:
    """The medians of those that are installed. Whoever is `Unprepared` is told to `left_out`, if that is
    there.

    Before each pass of many shares goes one that is not timed: else whoever comes after a large table pays
    for it.
    """
    hands = some_hands(workload.hands)
    passes: list[tuple[str, str, Pass]] = []
    for contestant in workload.contestants:
        version = version_of(contestant)
        if version is None:
            continue
        try:
            passes.append((contestant.name, version, contestant.prepare(hands)))
        except Unprepared as reason:
            if left_out is None:
                raise
            left_out.append(str(reason))
    clock = workload.unit.clock
    times: dict[str, list[int]] = {name: [] for name, _, _ in passes}
    for _ in range(rounds):
        for name, _, one_pass in passes:
            if workload.share > 1:
                one_pass()
            start = clock()
            one_pass()
            times[name].append(clock() - start)
    return [Row(name, version, median(times[name]) / workload.share) for name, version, _ in passes]


def lines_of(workload: Workload, rows: Sequence[Row]) -> list[list[str]]:
    """The rows from fast to slow below a line of titles, each with its ratio to the fastest and to the one
    that does nothing."""
    unit = workload.unit
    floor = next((row.figure for row in rows if row.name == workload.floor), None)
    fastest = min((row.figure for row in rows if row.name != workload.floor), default=1)
    lines = [["", "version", unit.name, "x fastest", *(["x empty"] if floor else [])]]
    for row in sorted(rows, key=lambda row: row.figure):
        cells = [
            row.name,
            row.version,
            f"{row.figure / unit.nanoseconds:,.{unit.decimals}f}",
            f"{row.figure / fastest:.2f}",
        ]
        lines.append([*cells, *([f"{row.figure / floor:.2f}"] if floor else [])])
    return lines


def aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Cells in columns, the first two to the left."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]


def markdown(lines: Sequence[Sequence[str]], left: int = 2) -> list[str]:
    """The same as a table of a page, so many columns to the left; our own rows are bold."""
    head, *rows = lines
    marks = ["---" if column < left else "--:" for column in range(len(head))]
    told = [[f"**{row[0]}**" if row[0].startswith(OURS) else row[0], *row[1:]] for row in rows]
    return [f"| {' | '.join(line)} |".replace("|  |", "| |") for line in (head, marks, *told)]
