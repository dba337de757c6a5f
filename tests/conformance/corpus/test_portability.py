"""Boxes of combinations: nothing lost, nothing added, nothing twice."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from conformance.portability import Box, boxes, settings

OPTIONS = {"deck": ("stripped", "full"), "ranking": ("low", "high", "odd"), "stakes": ("table", "credit")}
ALL = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]


def test_defaults_come_first() -> None:
    assert list(settings(OPTIONS)) == ALL
    assert ALL[0] == {"deck": "stripped", "ranking": "low", "stakes": "table"}


def test_without_open_options_there_is_one_combination() -> None:
    assert list(settings({})) == [{}]
    assert boxes({}, [{}]) == (Box({}),)


def test_all_combinations_are_one_box_that_names_nothing() -> None:
    assert boxes(OPTIONS, ALL) == (Box({}),)


def test_half_of_them_is_one_box_that_names_one_option() -> None:
    half = [setting for setting in ALL if setting["stakes"] == "table"]
    assert boxes(OPTIONS, half) == (Box({"stakes": ("table",)}),)


@given(st.sets(st.sampled_from(range(len(ALL)))))
def test_boxes_hold_exactly_the_combinations_given(chosen: set[int]) -> None:
    found = boxes(OPTIONS, [ALL[number] for number in chosen])
    for number, setting in enumerate(ALL):
        assert sum(box.holds(setting) for box in found) == (number in chosen)
