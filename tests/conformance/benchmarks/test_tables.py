"""Whole hands in `conformance bench`: every contestant plays, and the ratios are those of the figures."""

import pytest

from conformance.benchmarks.contests import EMPTY, OURS, aligned, version_of
from conformance.benchmarks.tables import (
    TABLES,
    HandsRow,
    TableContestant,
    TableWorkload,
    lines_of_hands,
    measure_tables,
)
from conformance.cli import main


@pytest.mark.parametrize(
    "contestant",
    [
        pytest.param(contestant, id=contestant.name)
        for workload in TABLES.values()
        for contestant in workload.contestants
        if version_of(contestant) is not None
    ],
)
def test_every_contestant_plays_its_hands(contestant: TableContestant) -> None:
    actions = contestant.prepare(4)()
    assert actions == contestant.prepare(4)()
    assert contestant.prepare(12)() > actions >= 4


def test_rows_go_from_fast_to_slow_with_ratios_to_peer_fastest_and_empty_call() -> None:
    workload = TableWorkload("hands", (), 100, 1)
    rows = [
        HandsRow("refengine", "pure", 1e8, 1000),
        HandsRow("peer, draw", "1.0", 5e8, 2000),
        HandsRow(EMPTY, "pure", 1e6, 2000),
    ]
    assert aligned(lines_of_hands(workload, rows)) == [
        "            version  hands/s  x peer  x fastest  us an action  x peer  x empty",
        "empty call  pure     100,000  500.00    100.000          0.50   0.002      1.0",
        "refengine   pure       1,000    5.00      1.000        100.00   0.400    200.0",
        "peer, draw  1.0          200    1.00      0.200        250.00   1.000    500.0",
    ]


def test_the_timed_passes_come_after_one_that_is_not() -> None:
    passes: list[int] = []

    def prepare(hands: int) -> "Passing":
        return Passing(passes, hands)

    rows = measure_tables(TableWorkload("", (TableContestant("one", OURS, prepare),), 7, 1), 3)
    assert passes == [7] * 4
    assert rows[0].actions == 21


class Passing:
    """A pass of three actions a hand."""

    def __init__(self, passes: list[int], hands: int) -> None:
        self.passes = passes
        self.hands = hands

    def __call__(self) -> int:
        self.passes.append(self.hands)
        return 3 * self.hands


def test_the_command_prints_a_table_of_deals(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "tricks", "--rounds", "1"]) == 0
    printed = capfd.readouterr().out
    assert TABLES["tricks"].title in printed
    assert "refengine, ton, four seats" in printed
