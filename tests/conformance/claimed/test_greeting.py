"""What hello claims is held against the rules: impossible claims end a run, unknown ones are told."""

from __future__ import annotations

import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Json
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject
from conformance.greeting import complaints
from conformance.runner import AdapterUnusable, Runner
from conformance.wire import BadLine, read_hello


def hello(rules: Json = None, **keys: Json) -> JsonObject:
    named: JsonObject = {"red-dog": {"options": {}}}
    return {
        "protocol": 1,
        "name": "it",
        "version": "1",
        "rules": named if rules is None else rules,
        "capabilities": ["play"],
        **keys,
    }


def red_dog(seats: Json = None, **options: Json) -> JsonObject:
    return {"red-dog": {"options": options, **({} if seats is None else {"seats": seats})}}


def started(claims: JsonObject) -> Runner:
    class Claiming(Reference):
        def hello(self, protocol: Json, **more: Json) -> JsonObject:
            super().hello(protocol, **more)
            return claims

    runner = Runner(InProcessAdapter("claiming", Claiming))
    runner.hello()
    return runner


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (red_dog(cards=[6]), "cards=6 for red-dog, a value that the rules do not admit"),
        (red_dog(cards=[True]), "cards=true"),
        (red_dog(ante=["1"]), 'ante="1"'),
        (red_dog(ante=[0]), "ante=0"),
        (red_dog(ante_each_deal=[1]), "ante_each_deal=1"),
        (red_dog(ante=[]), "no value of ante"),
        (red_dog(ante={"min": 5, "max": 2}), "ante from 5 to 2 for red-dog, which is no range"),
        (red_dog(ante={"min": -3, "max": 0}), "values that the rules do not admit"),
        (red_dog(cards={"min": 6, "max": 9}), "values that the rules do not admit"),
        (red_dog(seats={"min": 4, "max": 3}), "4 to 3 seats for red-dog, which is no range"),
        (red_dog(seats={"min": 11, "max": 12}), "11 to 12 seats for red-dog, where the rules admit 2 to 10"),
    ],
)
def test_what_nobody_could_play_ends_the_run_before_any_case(rules: JsonObject, why: str) -> None:
    with pytest.raises(AdapterUnusable, match="hello claims") as caught:
        started(hello(rules))
    assert why in caught.value.reason


@pytest.mark.parametrize(
    ("claims", "why"),
    [
        (hello(capabilities=["play", "seatview"]), "the capability 'seatview'"),
        (hello(capabilities=["play", "seatview"]), "the nearest is 'seat_view'"),
        (hello({**red_dog(), "reddog": {}}), "the rule set 'reddog'"),
        (hello(red_dog(antes=[1])), "the option 'antes'"),
        (hello(red_dog(seats={"min": 1, "max": 10})), "the rules admit 2 to 10 only"),
        (hello(red_dog(ante={"min": 0, "max": None})), "no value below 1"),
        (hello(capabilities=["pot"]), "neither 'play' nor 'rank'"),
        (hello(capabilities=["play", "rank"]), "hands rank in no rule set"),
    ],
)
def test_what_is_not_known_is_told_and_counts_nothing(claims: JsonObject, why: str) -> None:
    remarks = started(claims).remarks
    assert len(remarks) == 1
    assert why in remarks[0].text
    assert not remarks[0].counts


@pytest.mark.parametrize(
    "claims",
    [
        hello({**red_dog(), "x-mine": {"options": {"colour": ["red"]}}}),
        hello(red_dog(seats={"min": 3, "max": 3}, cards=[4], ante={"min": 2, "max": None})),
        hello({"italian-progressive": {"options": {"max_discards": {"min": 1, "max": 5}, "hands": [None]}}}),
    ],
)
def test_what_can_be_played_is_no_matter(claims: JsonObject) -> None:
    assert [*complaints(read_hello(claims))] == []


def test_the_reference_claims_nothing_odd() -> None:
    assert [*complaints(read_hello(Reference().hello([1])))] == []


@pytest.mark.parametrize(
    "change",
    [
        {"protocol": 1.0},
        {"protocol": True},
        {"session_limit": True},
        {"session_limit": 2.0},
        {"rules": red_dog(seats={"min": True, "max": 3})},
        {"rules": red_dog(seats={"min": 2.0, "max": 3})},
        {"rules": red_dog(ante=[1.0])},
        {"rules": red_dog(ante={"min": 1.0, "max": 3})},
        {"rules": red_dog(ante={"min": 1, "max": True})},
    ],
)
def test_numbers_of_hello_are_whole_numbers(change: JsonObject) -> None:
    with pytest.raises(BadLine):
        read_hello(hello(**change))
