"""Menus are equal when they admit the same actions, and a difference is told in patterns."""

import pytest

from conformance.adapters.protocol import Json
from conformance.patterns import BadMenu, MenuDifference, menu_difference

CARDS: Json = ["9c", "Jd", "Ah"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([], []),
        ([{"type": "fold"}, {"type": "check"}], [{"type": "check"}, {"type": "fold"}, {"type": "fold"}]),
        ([{"type": "bet", "amount": 5}], [{"type": "bet", "amount": {"min": 5, "max": 5}}]),
        ([{"type": "bet", "amount": 5}], [{"type": "bet", "amount": {"one_of": [5]}}]),
        (
            [{"type": "bet", "amount": {"min": 1, "max": 4}}],
            [{"type": "bet", "amount": {"min": 3, "max": 4}}, {"type": "bet", "amount": {"one_of": [1, 2]}}],
        ),
        (
            [{"type": "bet", "amount": {"min": 1, "max": None}}],
            [{"type": "bet", "amount": {"min": 1, "max": 2**53 - 1}}],
        ),
        ([{"type": "bet", "amount": {"min": 3, "max": 2}}], []),
        ([{"type": "play", "card": {"one_of": ["9c"]}}], [{"type": "play", "card": "9c"}]),
        (
            [{"type": "exchange", "keep": {"one_of": CARDS}}],
            [{"type": "exchange", "keep": "Ah"}, {"type": "exchange", "keep": {"one_of": ["Jd", "9c"]}}],
        ),
        (
            [{"type": "discard", "cards": {"from": CARDS, "min": 0, "max": 1}}],
            [{"type": "discard", "cards": card} for card in ([], ["Jd"], ["9c"], ["Ah"])],
        ),
        (
            [{"type": "discard", "cards": {"from": CARDS, "min": 2, "max": 2}}],
            [{"type": "discard", "cards": pair} for pair in (["9c", "Jd"], ["Jd", "Ah"], ["Ah", "9c"])],
        ),
        (
            [{"type": "discard", "cards": {"from": CARDS, "min": 0, "max": 9}}],
            [{"type": "discard", "cards": {"from": ["Ah", "Jd", "9c"], "min": 0, "max": 3}}],
        ),
        (
            [{"type": "shuffle", "cards": {"order_of": CARDS}}],
            [{"type": "shuffle", "cards": {"order_of": ["Ah", "9c", "Jd"]}}],
        ),
        ([{"type": "shuffle", "cards": {"order_of": ["9c"]}}], [{"type": "shuffle", "cards": ["9c"]}]),
        (
            [{"type": "draw_seats", "seats": {"order_of": [0, 1]}}],
            [{"type": "draw_seats", "seats": {"order_of": [1, 0]}, "why": "arguments beyond are ignored"}],
        ),
        (
            [{"type": "extend", "hands": {"min": 1, "max": 3}, "agreed": {"order_of": [0, 1]}}],
            [{"type": "extend", "hands": n, "agreed": {"order_of": [1, 0]}} for n in (3, 1, 2)],
        ),
    ],
)
def test_menus_that_admit_the_same_are_equal(one: Json, other: Json) -> None:
    assert menu_difference(one, other) is None
    assert menu_difference(other, one) is None


@pytest.mark.parametrize(
    ("wanted", "got", "missing", "extra"),
    [
        ([{"type": "fold"}], [{"type": "pass"}], [{"type": "fold"}], [{"type": "pass"}]),
        (
            [{"type": "bet", "amount": {"min": 1, "max": 10}}],
            [{"type": "bet", "amount": {"min": 4, "max": 12}}],
            [{"type": "bet", "amount": {"min": 1, "max": 3}}],
            [{"type": "bet", "amount": {"min": 11, "max": 12}}],
        ),
        (
            [{"type": "bet", "amount": {"min": 1, "max": None}}],
            [{"type": "bet", "amount": {"one_of": [2, 4]}}],
            [
                {"type": "bet", "amount": 1},
                {"type": "bet", "amount": 3},
                {"type": "bet", "amount": {"min": 5, "max": None}},
            ],
            [],
        ),
        (
            [{"type": "play", "card": {"one_of": CARDS}}],
            [{"type": "play", "card": {"one_of": ["Jd", "2c"]}}],
            [{"type": "play", "card": {"one_of": ["9c", "Ah"]}}],
            [{"type": "play", "card": "2c"}],
        ),
        (
            [{"type": "discard", "cards": {"from": CARDS, "min": 0, "max": 3}}],
            [{"type": "discard", "cards": {"from": CARDS, "min": 1, "max": 2}}],
            [
                {"type": "discard", "cards": []},
                {"type": "discard", "cards": {"from": CARDS, "min": 3, "max": 3}},
            ],
            [],
        ),
        (
            [{"type": "discard", "cards": {"from": CARDS, "min": 0, "max": 1}}],
            [{"type": "discard", "cards": {"from": ["9c", "Jd"], "min": 0, "max": 1}}],
            [{"type": "discard", "cards": {"from": ["Ah"], "min": 1, "max": 1}}],
            [],
        ),
        (
            [{"type": "shuffle", "cards": {"order_of": CARDS}}],
            [{"type": "shuffle", "cards": ["9c", "Jd", "Ah"]}],
            [{"type": "shuffle", "cards": {"from": CARDS, "min": 3, "max": 3}}],
            [{"type": "shuffle", "cards": ["9c", "Jd", "Ah"]}],
        ),
        (
            [{"type": "extend", "hands": {"min": 1, "max": None}, "agreed": {"order_of": [0, 1]}}],
            [{"type": "extend", "hands": {"min": 2, "max": None}, "agreed": {"order_of": [0, 1]}}],
            [{"type": "extend", "hands": 1, "agreed": {"order_of": [0, 1]}}],
            [],
        ),
    ],
)
def test_a_difference_is_told_as_what_is_missing_and_what_is_extra(
    wanted: Json, got: Json, missing: list[Json], extra: list[Json]
) -> None:
    assert menu_difference(wanted, got) == MenuDifference(missing, extra)
    assert menu_difference(got, wanted) == MenuDifference(extra, missing)


@pytest.mark.parametrize(
    "menu",
    [
        None,
        {},
        [3],
        [{"type": "leap"}],
        [{"type": "bet"}],
        [{"type": "bet", "amount": 2.0}],
        [{"type": "bet", "amount": True}],
        [{"type": "bet", "amount": {"min": 1}}],
        [{"type": "bet", "amount": {"min": "1", "max": 3}}],
        [{"type": "play", "card": "10h"}],
        [{"type": "discard", "cards": {"from": "9c", "min": 0, "max": 1}}],
        [{"type": "discard", "cards": {"from": ["9c"], "max": 1}}],
        [{"type": "draw_seats", "seats": 3}],
    ],
)
def test_what_is_no_menu_is_refused(menu: Json) -> None:
    with pytest.raises(BadMenu):
        menu_difference([], menu)


def test_large_packs_are_told_apart_without_counting_their_orders() -> None:
    pack: list[Json] = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    wanted: list[Json] = [{"type": "draw_dealer", "cards": {"from": pack, "min": 4, "max": 4}}]
    got: list[Json] = [{"type": "draw_dealer", "cards": {"from": pack[:51], "min": 4, "max": 4}}]
    assert menu_difference(wanted, got) == MenuDifference(wanted, got)
