"""Choices depend on their seed alone, and can be recorded and made again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conformance.random_play.choices import Recorder, Replayed, by_weight, chance, one_of, seeded, some_of

BOUNDS = [2, 3, 7, 1, 52, 1, 10, 2]


def test_the_same_seed_makes_the_same_choices_on_every_machine() -> None:
    choose = seeded("a", 1)
    assert [choose(100) for _ in range(6)] == [49, 17, 54, 15, 71, 5]


def test_parts_of_a_seed_do_not_run_into_each_other() -> None:
    one, other = seeded("a", 11), seeded("a1", 1)
    assert [one(1000) for _ in range(4)] != [other(1000) for _ in range(4)]


@given(st.integers(1, 60), st.integers(0, 10_000))
def test_a_choice_is_below_its_bound(count: int, seed: int) -> None:
    choose = seeded(seed)
    assert all(0 <= choose(count) < count for _ in range(20))


def test_a_record_holds_what_there_was_to_choose_and_makes_it_again() -> None:
    recorder = Recorder(seeded(5))
    chosen = [recorder(count) for count in BOUNDS]
    assert len(recorder.chosen) == sum(count > 1 for count in BOUNDS)
    assert list(map(Replayed(recorder.chosen), BOUNDS)) == chosen


def test_recording_does_not_change_the_choices() -> None:
    plain, recorded = seeded(5), Recorder(seeded(5))
    assert [plain(count) for count in BOUNDS] == [recorded(count) for count in BOUNDS]


def test_after_its_end_a_record_makes_the_simplest_choices_and_cuts_what_is_too_large() -> None:
    choose = Replayed([9])
    assert [choose(4), choose(4), choose(4)] == [3, 0, 0]


@given(st.lists(st.integers(), unique=True, max_size=12), st.integers(0, 15), st.integers())
def test_some_of_many_are_different_and_from_among_them(things: list[int], number: int, seed: int) -> None:
    some = some_of(seeded(seed), things, number)
    assert len(some) == len(set(some)) == min(number, len(things))
    assert set(some) <= set(things)


def test_the_simplest_some_are_the_first_ones() -> None:
    assert some_of(Replayed([]), "abcdef", 3) == ["a", "b", "c"]


def test_what_is_heavy_is_chosen_often() -> None:
    choose = seeded(1)
    places = [by_weight(choose, [1, 0, 9]) for _ in range(1000)]
    assert 1 not in places
    assert 60 < places.count(0) < 140


def test_a_chance_comes_once_in_so_many_times() -> None:
    choose = seeded(1)
    assert 150 < sum(chance(choose, 5) for _ in range(1000)) < 250


def test_of_one_thing_there_is_nothing_to_choose() -> None:
    recorder = Recorder(seeded(1))
    assert one_of(recorder, ["only"]) == "only"
    assert recorder.chosen == []
