"""`conformance bench`: what it measures runs, and the ratios it prints are those of its figures."""

from collections.abc import Sequence

import pytest

from conformance.benchmarks.scorers import (
    OURS,
    WORKLOADS,
    Contestant,
    Hand,
    Pass,
    Workload,
    some_hands,
    version_of,
)
from conformance.cli import main
from conformance.commands.bench import Row, measure, table

WORKLOAD = Workload("a title", (), "nothing", 2000, 1)


def test_rows_go_from_fast_to_slow_with_both_ratios() -> None:
    rows = [Row("slow", "2.0", 3000.0), Row("nothing", "", 50.0), Row("quick", "1.0", 200.0)]
    assert table(WORKLOAD, rows, "ns a hand", 1).splitlines() == [
        "a title",
        "         version  ns a hand  x fastest  x empty",
        "nothing                  50       0.25     1.00",
        "quick    1.0            200       1.00     4.00",
        "slow     2.0          3,000      15.00    60.00",
    ]


def test_without_a_floor_there_is_no_ratio_to_it() -> None:
    rows = [Row("slow", "2.0", 3e9), Row("quick", "1.0", 2e9)]
    assert table(WORKLOAD._replace(floor=""), rows, "s", 10**9).splitlines() == [
        "a title",
        "       version      s  x fastest",
        "quick  1.0      2.000       1.00",
        "slow   2.0      3.000       1.50",
    ]


def counting(passes: list[int]) -> Contestant:
    def prepare(hands: Sequence[Hand]) -> Pass:
        return lambda: passes.append(len(hands))

    return Contestant("counting", OURS, prepare)


def test_every_timed_pass_over_hands_comes_after_one_that_is_not() -> None:
    passes: list[int] = []
    rows = measure(Workload("", (counting(passes),), "", 10, 3), 4)
    assert passes == [10] * 8
    assert [row.name for row in rows] == ["counting"]


def test_a_pass_that_is_one_thing_runs_once_a_round() -> None:
    passes: list[int] = []
    measure(Workload("", (counting(passes),), "", 1, 3), 5)
    assert len(passes) == 5


def test_what_is_not_installed_is_left_out() -> None:
    absent = Contestant("absent", "no-such-distribution-anywhere", lambda _: pytest.fail("was prepared"))
    assert version_of(absent) is None
    assert measure(Workload("", (absent, counting([])), "", 10, 1), 1)[0].name == "counting"


@pytest.mark.parametrize(
    ("workload", "contestant"),
    [
        pytest.param(name, contestant, id=f"{name}-{contestant.name}")
        for name in ("native", "strings", "cold")
        for contestant in WORKLOADS[name].contestants
        if version_of(contestant) is not None
    ],
)
def test_every_contestant_runs(workload: str, contestant: Contestant) -> None:
    contestant.prepare(some_hands(3))()
    assert workload in WORKLOADS


def test_the_same_seed_gives_the_same_hands() -> None:
    assert some_hands(50) == some_hands(50)
    assert some_hands(50) != some_hands(50, seed=21)
    assert all(len(set(hand)) == 5 for hand in some_hands(50))


def test_the_command_prints_a_table_for_each_workload(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "strings", "--rounds", "1"]) == 0
    printed = capsys.readouterr().out
    assert WORKLOADS["strings"].title in printed
    assert "refengine table, checked" in printed
    assert "x fastest" in printed
