"""``conformance bench``: the scorers beside their peers, in one run, with ratios."""

from __future__ import annotations

import argparse
import platform
from statistics import median
from time import perf_counter_ns, thread_time_ns
from typing import Final, NamedTuple

from conformance.arguments import add_command, one_of, whole
from conformance.benchmarks.scorers import WORKLOADS, Pass, Workload, some_hands, version_of
from conformance.benchmarks.tables import TABLES, aligned, measure_tables, table_of_hands

NANOSECONDS: Final = {"native": 1, "strings": 1, "all": 10**9, "cold": 10**6}
UNITS: Final = {"native": "ns a hand", "strings": "ns a hand", "all": "s", "cold": "ms"}


class Row(NamedTuple):
    """One contestant's median."""

    name: str
    version: str
    figure: float


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "bench",
        "measure the engine and its peers",
        "Measure how fast hands are scored and played, by this engine and by the peers that are installed. "
        "All "
        "take turns in one process, so compare the ratios of one run, not the figures of two.",
        codes="0 measured, 2 usage error",
        examples=(
            "conformance bench native",
            "conformance bench hands --rounds 3",
        ),
    )
    parser.add_argument(
        "workloads",
        nargs="*",
        type=one_of("workload", [*WORKLOADS, *TABLES]),
        metavar="WORKLOAD",
        help=f"{', '.join([*WORKLOADS, *TABLES])} (default: native strings)",
    )
    parser.add_argument(
        "--rounds", type=whole(1), metavar="N", help="passes of each contestant; the median counts"
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    chosen: list[str] = arguments.workloads or ["native", "strings"]
    print(f"{platform.python_implementation()} {platform.python_version()}, one thread, medians")
    for name in chosen:
        if name in TABLES:
            _show_tables(name, arguments.rounds)
        else:
            _show_scorers(name, arguments.rounds)
    return 0


def _show_scorers(name: str, rounds: int | None) -> None:
    workload = WORKLOADS[name]
    rows = measure(workload, rounds or workload.rounds)
    print(f"\n{table(workload, rows, UNITS[name], NANOSECONDS[name])}")
    _tell_missing([one.distribution for one in workload.contestants if version_of(one) is None])


def _show_tables(name: str, rounds: int | None) -> None:
    workload = TABLES[name]
    print(f"\n{table_of_hands(workload, measure_tables(workload, rounds or workload.rounds))}")
    _tell_missing([one.distribution for one in workload.contestants if version_of(one) is None])


def _tell_missing(distributions: list[str]) -> None:
    if distributions:
        missing = ", ".join(sorted(set(distributions)))
        print(f"not installed: {missing} (pip install 'pytest-cardrules[peers]')")


def measure(workload: Workload, rounds: int) -> list[Row]:
    """Nanoseconds: a hand, or a pass where a pass is one thing. The contestants take turns, pass by pass.

    Before each pass that is timed goes one that is not: else whoever comes after a large table pays for it.
    What this thread works is timed, so that a busy machine spoils less; a process, by the clock.
    """
    clock = perf_counter_ns if workload.hands == 1 else thread_time_ns
    hands = some_hands(min(workload.hands, 2000))
    share = workload.hands if workload.hands == len(hands) else 1
    passes: list[tuple[str, str, Pass]] = []
    for contestant in workload.contestants:
        version = version_of(contestant)
        if version is not None:
            passes.append((contestant.name, version, contestant.prepare(hands)))
    times: dict[str, list[int]] = {name: [] for name, _, _ in passes}
    for _ in range(rounds):
        for name, _, one_pass in passes:
            if share > 1:
                one_pass()
            start = clock()
            one_pass()
            times[name].append(clock() - start)
    return [Row(name, version, median(times[name]) / share) for name, version, _ in passes]


def table(workload: Workload, rows: list[Row], unit: str, nanoseconds: int) -> str:
    """The rows from fast to slow, each with its ratio to the fastest and to the one that does nothing."""
    floor = next((row.figure for row in rows if row.name == workload.floor), None)
    fastest = min(row.figure for row in rows if row.name != workload.floor)
    digits = 0 if nanoseconds == 1 else 3 if nanoseconds == 10**9 else 1
    lines = [["", "version", unit, "x fastest", *(["x empty"] if floor else [])]]
    for row in sorted(rows, key=lambda row: row.figure):
        cells = [
            row.name,
            row.version,
            f"{row.figure / nanoseconds:,.{digits}f}",
            f"{row.figure / fastest:.2f}",
        ]
        lines.append([*cells, *([f"{row.figure / floor:.2f}"] if floor else [])])
    return "\n".join([workload.title, *aligned(lines)])
