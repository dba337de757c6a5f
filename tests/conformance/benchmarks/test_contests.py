"""Contests: who takes part, in what order the passes come, and the ratios that are shown."""

from collections.abc import Sequence

import pytest

from conformance.benchmarks.contests import (
    A_HAND,
    OURS,
    SECONDS,
    Contestant,
    Hand,
    Pass,
    Row,
    Unprepared,
    Workload,
    aligned,
    lines_of,
    markdown,
    measure,
    some_hands,
    version_of,
)

WORKLOAD = Workload("a title", (), "nothing", 2000, 2000, 1, A_HAND)


def test_rows_go_from_fast_to_slow_with_both_ratios() -> None:
    rows = [Row("slow", "2.0", 3000.0), Row("nothing", "", 50.0), Row("quick", "1.0", 200.0)]
    assert aligned(lines_of(WORKLOAD, rows)) == [
        "         version  ns a hand  x fastest  x empty",
        "nothing                50.0       0.25     1.00",
        "quick    1.0          200.0       1.00     4.00",
        "slow     2.0        3,000.0      15.00    60.00",
    ]


def test_without_a_floor_there_is_no_ratio_to_it() -> None:
    rows = [Row("slow", "2.0", 3e9), Row("quick", "1.0", 2e9)]
    assert aligned(lines_of(WORKLOAD._replace(floor="", unit=SECONDS), rows)) == [
        "       version      s  x fastest",
        "quick  1.0      2.000       1.00",
        "slow   2.0      3.000       1.50",
    ]


def test_a_page_has_the_same_as_a_table() -> None:
    rows = [Row("refengine table", "pure", 300.0), Row("quick", "1.0", 200.0)]
    assert markdown(lines_of(WORKLOAD, rows)) == [
        "| | version | ns a hand | x fastest |",
        "| --- | --- | --: | --: |",
        "| quick | 1.0 | 200.0 | 1.00 |",
        "| **refengine table** | pure | 300.0 | 1.50 |",
    ]


def counting(passes: list[int]) -> Contestant:
    def prepare(hands: Sequence[Hand]) -> Pass:
        return lambda: passes.append(len(hands))

    return Contestant("counting", OURS, prepare)


def workload(*contestants: Contestant, hands: int, share: int) -> Workload:
    return Workload("", contestants, "", hands, share, 3, A_HAND)


def test_every_timed_pass_over_hands_comes_after_one_that_is_not() -> None:
    passes: list[int] = []
    rows = measure(workload(counting(passes), hands=10, share=10), 4)
    assert passes == [10] * 8
    assert [row.name for row in rows] == ["counting"]


def test_a_pass_that_is_one_thing_runs_once_a_round() -> None:
    passes: list[int] = []
    measure(workload(counting(passes), hands=0, share=1), 5)
    assert len(passes) == 5


def test_what_is_not_installed_is_left_out() -> None:
    absent = Contestant("absent", "no-such-distribution-anywhere", lambda _: pytest.fail("was prepared"))
    assert version_of(absent) is None
    assert measure(workload(absent, counting([]), hands=1, share=1), 1)[0].name == "counting"


def unprepared(_: Sequence[Hand]) -> Pass:
    raise Unprepared("it cannot")


def test_who_cannot_take_part_is_named_with_the_reason() -> None:
    left_out: list[str] = []
    contest = workload(Contestant("one", OURS, unprepared), counting([]), hands=1, share=1)
    assert [row.name for row in measure(contest, 1, left_out)] == ["counting"]
    assert left_out == ["it cannot"]


def test_what_an_adapter_says_of_itself_is_its_version() -> None:
    assert version_of(Contestant("one", OURS, unprepared, "7.1")) == "7.1"


def test_the_same_seed_gives_the_same_hands() -> None:
    assert some_hands(50) == some_hands(50)
    assert some_hands(50) != some_hands(50, seed=21)
    assert all(len(set(hand)) == 5 for hand in some_hands(50))
