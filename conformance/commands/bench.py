"""``conformance bench``: evaluators and engines side by side, in one run, with ratios."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from conformance.adapters.protocol import AdapterError, SpecError
from conformance.adapters.registry import find_adapter
from conformance.arguments import SPECS, add_command, one_of, whole
from conformance.benchmarks import lanes
from conformance.benchmarks.adapters import contests, entrant
from conformance.benchmarks.contests import Workload, aligned, lines_of, markdown, measure, version_of
from conformance.benchmarks.environment import environment, environment_line
from conformance.benchmarks.long import LONG, LongWorkload, lines_of_long
from conformance.benchmarks.tables import TABLES, TableWorkload, lines_of_hands, measure_tables
from conformance.benchmarks.workloads import WORKLOADS
from conformance.runner import AdapterUnusable
from conformance.verdicts import ADAPTER_UNUSABLE, USAGE

NAMES: Final = (*WORKLOADS, *TABLES, lanes.NAME, *LONG)
Contest = Workload | TableWorkload | lanes.LaneWorkload | LongWorkload


class Measured(NamedTuple):
    """A contest with its figures as they are shown, a line of titles first."""

    name: str
    title: str
    lines: list[list[str]]
    left_out: list[str]
    """Who could not take part, and why."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "bench",
        "measure evaluators and engines",
        "Measure how fast hands are scored and played, by this engine and by the peers that are installed, "
        "or by implementations that have an adapter. All take turns in one process, so compare the ratios of "
        "one run, not the figures of two.",
        codes="0 measured, 2 usage error, 10 adapter unusable",
        examples=(
            "conformance bench native",
            "conformance bench hands --rounds 3",
            "conformance bench random",
            "conformance bench --adapter reference --adapter pokerkit --adapter 'stdio: ./my-adapter'",
        ),
    )
    parser.add_argument(
        "workloads",
        nargs="*",
        type=one_of("workload", NAMES),
        metavar="WORKLOAD",
        help=f"{', '.join(NAMES)} (default: native strings)",
    )
    parser.add_argument("--adapter", action="append", metavar="SPEC", help=f"{SPECS}; repeatable")
    parser.add_argument(
        "--rounds", type=whole(1), metavar="N", help="passes of each contestant; the median counts"
    )
    parser.add_argument("--markdown", action="store_true", help="print tables for a page")
    parser.add_argument("--json", metavar="FILE", help="write the figures and the environment, too")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    told = environment()
    print(f"{environment_line(told)}; one thread, medians")
    try:
        chosen = _chosen(arguments.workloads, arguments.adapter or ())
        found: list[Measured] = []
        for name, workload in chosen:
            found.append(_measured(name, workload, arguments.rounds))
            _show(found[-1], markdown if arguments.markdown else aligned)
    except SpecError as error:
        print(error.text())
        return USAGE
    except (AdapterError, AdapterUnusable) as error:
        print(error.text())
        return ADAPTER_UNUSABLE
    if arguments.json is not None:
        tables = [{"name": one.name, "title": one.title, "lines": one.lines} for one in found]
        Path(arguments.json).write_bytes(msgspec.json.encode({"environment": told, "tables": tables}))
    return 0


def _show(measured: Measured, form: Callable[[list[list[str]]], list[str]]) -> None:
    gap = [""] if form is markdown else []
    print("\n".join(["", measured.title, *gap, *form(measured.lines)]), flush=True)
    for reason in measured.left_out:
        print(f"left out: {reason}")


def _chosen(names: Sequence[str], specs: Sequence[str]) -> list[tuple[str, Contest]]:
    """What is to be measured: with adapters all that they can be asked, and else what has a name here."""
    if specs:
        entrants = [entrant(spec, find_adapter(spec)) for spec in dict.fromkeys(specs)]
        for one in entrants:
            if not one.can_be_asked():
                print(f"left out: {one.spec} ranks no hands and plays no rule set of the reference engine")
        return [("adapters", workload) for workload in contests(entrants)]
    known: dict[str, Contest] = {**WORKLOADS, **TABLES, lanes.NAME: lanes.WORKLOAD, **LONG}
    return [(name, known[name]) for name in names or ("native", "strings")]


def _measured(name: str, workload: Contest, rounds: int | None) -> Measured:
    if isinstance(workload, lanes.LaneWorkload):
        rows = list(lanes.measure_lanes(rounds or workload.rounds))
        return Measured(name, workload.title, lanes.lines_of_lanes(rows), [])
    if isinstance(workload, LongWorkload):
        return Measured(name, workload.title, lines_of_long(workload), [])
    absent = {one.distribution for one in workload.contestants if version_of(one) is None}
    left_out = [f"{one} is not installed (pip install 'pytest-cardrules[peers,engines]')" for one in absent]
    if isinstance(workload, TableWorkload):
        lines = lines_of_hands(workload, measure_tables(workload, rounds or workload.rounds))
    else:
        lines = lines_of(workload, measure(workload, rounds or workload.rounds, left_out))
    return Measured(name, workload.title, lines, sorted(left_out))
