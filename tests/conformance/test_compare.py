"""What counts as a difference between a view and what a case expects, and what does not."""

import pytest

from conformance.adapters.protocol import Json
from conformance.compare import Difference, capability_of, differences, same_clause, shown
from conformance.unmoved import changes
from conformance.wire import CAPABILITIES

RESULT: dict[str, Json] = {
    "stacks": [8, 12],
    "winners": [1],
    "transfers": [{"from": 0, "to": 1, "amount": 2}],
}


def found(expected: dict[str, Json], view: dict[str, Json]) -> list[Difference]:
    return list(differences(expected, view, CAPABILITIES))


@pytest.mark.parametrize(
    ("expected", "got"),
    [(1, True), (2, 2.0), (0, None), ([0, 1], [1, 0]), ({"0": 1}, {"0": 1, "1": 2}), ("J", "j"), (0, False)],
)
def test_another_value_or_kind_is_a_difference(expected: Json, got: Json) -> None:
    assert found({"pot": expected}, {"pot": got})
    assert not found({"pot": expected}, {"pot": expected})


def test_only_expected_keys_are_compared() -> None:
    assert not found({"pot": 3}, {"pot": 3, "stacks": "nonsense"})


def test_a_claimed_key_that_is_missing_is_a_difference_even_where_null_is_expected() -> None:
    assert found({"last_hand": None}, {}) == [Difference("absent", "last_hand", None, None)]


def test_what_is_not_claimed_is_not_compared() -> None:
    view: dict[str, Json] = {"pot": 4, "opener": 1, "seats_in": [0]}
    expected: dict[str, Json] = {"pot": 3, "opener": 0, "seats_in": [1]}
    assert [d.key for d in differences(expected, view, ["pot"])] == ["pot"]
    assert [d.key for d in differences(expected, view, ["details"])] == ["opener", "seats_in"]


def test_every_key_belongs_to_a_capability_of_the_protocol() -> None:
    assert {capability_of(key) for key in ("menu", "pot", "hand", "events", "trump")} <= set(CAPABILITIES)


def test_a_difference_inside_a_value_says_where_it_is() -> None:
    expected: dict[str, Json] = {"last_hand": {"payouts": {"0": 4}, "shown": {}, "mucked": []}}
    got: dict[str, Json] = {"last_hand": {"payouts": {"0": 5}, "shown": {}, "extra": 1}}
    assert found(expected, got) == [
        Difference("differs", "last_hand.payouts.0", 4, 5),
        Difference("absent", "last_hand.mucked", [], None),
        Difference("shown", "last_hand.extra", None, 1),
    ]


def test_menus_are_compared_by_what_they_admit() -> None:
    menu: Json = [{"type": "fold"}, {"type": "call", "amount": {"min": 3, "max": 3}}]
    assert not found({"menu": menu}, {"menu": [{"type": "call", "amount": 3}, {"type": "fold"}]})
    assert found({"menu": menu}, {"menu": [{"type": "fold"}, {"type": "check"}]}) == [
        Difference("menu", "menu", [{"type": "call", "amount": 3}], [{"type": "check"}])
    ]
    assert found({"menu": menu}, {"menu": "fold"}) == [Difference("no_menu", "menu", menu, "fold")]


@pytest.mark.parametrize("key", ["mucked", "winners"])
def test_seats_in_no_particular_order_may_stand_in_any(key: str) -> None:
    assert not found({"result": {key: [0, 2]}}, {"result": {key: [2, 0]}})
    assert found({"result": {key: [0, 2]}}, {"result": {key: [2, 0, 0]}})


def test_payments_with_the_same_net_sums_are_equal() -> None:
    detour: list[Json] = [{"from": 0, "to": 2, "amount": 2}, {"from": 2, "to": 1, "amount": 2}]
    assert not found({"result": RESULT}, {"result": {**RESULT, "transfers": detour}})


@pytest.mark.parametrize(
    "transfers",
    [
        [],
        None,
        [3],
        [{"from": 1, "to": 0, "amount": 2}],
        [{"from": 0, "to": 1, "amount": 2.0}],
        [{"from": 0, "to": 1}],
    ],
)
def test_other_payments_differ(transfers: Json) -> None:
    assert found({"result": RESULT}, {"result": {**RESULT, "transfers": transfers}})


@pytest.mark.parametrize("value", [None, [], {}, ""])
def test_what_is_hidden_may_be_absent_or_empty(value: Json) -> None:
    assert not list(shown(["hand"], {}))
    assert not list(shown(["hand"], {"hand": value}))


@pytest.mark.parametrize("value", [["Ah"], 0, False, {"0": []}])
def test_anything_else_is_not_hidden(value: Json) -> None:
    assert list(shown(["hand"], {"hand": value})) == [Difference("shown", "hand", None, value)]


def test_a_refused_action_may_write_the_menu_anew_but_change_nothing() -> None:
    before: dict[str, Json] = {"pot": 3, "menu": [{"type": "fold"}, {"type": "check"}]}
    after: dict[str, Json] = {"pot": 3, "menu": [{"type": "check"}, {"type": "fold"}]}
    assert not list(changes(before, after, CAPABILITIES))
    assert [d.key for d in changes(before, {**after, "pot": 4, "opener": 1}, CAPABILITIES)] == [
        "opener",
        "pot",
    ]
    assert [d.how for d in changes(before, {"menu": []}, ["pot"])] == ["absent"]


def test_a_refused_action_leaves_the_events_of_the_last_one_that_happened() -> None:
    before: dict[str, Json] = {"pot": 3, "events": [_event("cut", 1), _event("ante", 0, amount=3)]}
    assert not list(changes(before, {**before}, CAPABILITIES))
    assert [d.key for d in changes(before, {**before, "events": []}, CAPABILITIES)] == ["events"]
    assert not list(changes(before, {**before, "events": []}, ["pot"]))


def test_the_ruling_inside_a_clause_counts_as_the_clause() -> None:
    assert same_clause("PRO-10r", "PRO-10")
    assert not same_clause("PRO-10", "PRO-1")


def _event(kind: str, seat: int, **more: Json) -> Json:
    return {"type": kind, "seat": seat, **more}


@pytest.mark.parametrize(
    ("expected", "got", "alike"),
    [
        ([_event("ante", 0, amount=1), _event("ante", 1, amount=1)], [1, 0], True),
        ([_event("cut", 1), _event("ante", 1, amount=1)], [1, 0], False),
        ([_event("shown", 0, cards=["Ah"]), _event("shown", 1, cards=["Ad"])], [1, 0], False),
        ([_event("mucked", 0), _event("mucked", 1)], [1, 0], False),
    ],
)
def test_the_order_of_events_counts_but_for_payments(
    expected: list[Json], got: list[int], alike: bool
) -> None:
    told: Json = [expected[place] for place in got]
    assert (not [*differences({"events": expected}, {"events": told}, CAPABILITIES)]) == alike


@pytest.mark.parametrize(
    ("got", "alike"),
    [
        ([_event("dealt", 0, count=1), _event("dealt", 1, count=2), _event("dealt", 0, count=1)], True),
        ([_event("dealt", 0, count=2), _event("dealt", 1, count=1)], False),
        ([_event("dealt", 1, count=2), _event("dealt", 0, count=2)], False),
        ([_event("dealt", 0, count=True), _event("dealt", 0, count=1), _event("dealt", 1, count=2)], False),
        ([_event("dealt", 0, count=2.0), _event("dealt", 1, count=2)], False),
        (["dealt"], False),
    ],
)
def test_cards_may_be_told_as_dealt_in_portions(got: list[Json], alike: bool) -> None:
    expected: Json = [_event("dealt", 0, count=2), _event("dealt", 1, count=2)]
    assert (not [*differences({"events": expected}, {"events": got}, CAPABILITIES)]) == alike
