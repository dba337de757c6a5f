"""Wherever a reply has a number it is a whole one: true is not 1, and 2.0 is not 2."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from conformance.adapters.protocol import Json
from conformance.compare import differences
from conformance.corpus import Tier
from conformance.judge import ranking_differences
from conformance.patterns import BadMenu, menu_difference
from conformance.wire import CAPABILITIES, BadLine, decode_reply

NO_NUMBERS: tuple[Json, ...] = (True, 1.0, "1", None, [1])
PAIRS = (Tier("pair", (("Ac", "Ad", "Kh", "Qs", "Jc"),)), Tier("pair", (("Kc", "Kd", "Ah", "Qs", "Jc"),)))


def in_key(key: str) -> Callable[[Json], bool]:
    """Whether a value passes for 1 where a view is compared."""
    return lambda value: not [*differences({key: 1}, {key: value}, CAPABILITIES)]


def in_list(value: Json) -> bool:
    return not [*differences({"stacks": [1, 2]}, {"stacks": [value, 2]}, CAPABILITIES)]


def in_payouts(value: Json) -> bool:
    return not [
        *differences(
            {"last_hand": {"payouts": {"0": 1}}}, {"last_hand": {"payouts": {"0": value}}}, CAPABILITIES
        )
    ]


def in_transfers(value: Json) -> bool:
    expected: Json = [{"from": 0, "to": 2, "amount": 1}]
    got: Json = [{"from": 0, "to": 2, "amount": value}]
    return not [
        *differences({"result": {"transfers": expected}}, {"result": {"transfers": got}}, CAPABILITIES)
    ]


def in_events(value: Json) -> bool:
    expected: Json = [{"type": "ante", "seat": 0, "amount": 1}]
    got: Json = [{"type": "ante", "seat": 0, "amount": value}]
    return not [*differences({"events": expected}, {"events": got}, CAPABILITIES)]


def in_amounts(value: Json) -> bool:
    return _is_menu([{"type": "bet", "amount": value}])


def in_ranges(value: Json) -> bool:
    return _is_menu([{"type": "bet", "amount": {"min": value, "max": 9}}])


def in_choices(value: Json) -> bool:
    return _is_menu([{"type": "bet", "amount": {"one_of": [value]}}])


def in_numbers_of_cards(value: Json) -> bool:
    return _is_menu([{"type": "discard", "cards": {"from": ["Ah", "Kh"], "min": value, "max": 2}}])


def in_seats(value: Json) -> bool:
    return _is_menu([{"type": "draw_seats", "seats": {"order_of": [0, value]}}])


def _is_menu(menu: Json) -> bool:
    try:
        return menu_difference(menu, menu) is None
    except BadMenu:
        return False


def in_rank_keys(value: Json) -> bool:
    return not ranking_differences([value, 0], ["pair", "pair"], PAIRS)


def in_ids(value: Json) -> bool:
    try:
        decode_reply(json.dumps({"jsonrpc": "2.0", "id": value, "result": {}}).encode(), 1)
    except BadLine:
        return False
    return True


def in_error_codes(value: Json) -> bool:
    error = {"jsonrpc": "2.0", "id": 1, "error": {"code": value, "message": ""}}
    try:
        decode_reply(json.dumps(error).encode(), 1)
    except BadLine:
        return False
    return True


PLACES: tuple[Callable[[Json], bool], ...] = (
    *map(in_key, ("actor", "pot", "owes", "hand_number", "dealer", "opener")),
    *(in_list, in_payouts, in_transfers, in_events, in_amounts, in_ranges, in_choices, in_numbers_of_cards),
    *(in_seats, in_rank_keys, in_ids, in_error_codes),
)


@pytest.mark.parametrize("place", PLACES)
def test_a_whole_number_is_one(place: Callable[[Json], bool]) -> None:
    assert place(1)


@pytest.mark.parametrize("value", NO_NUMBERS)
@pytest.mark.parametrize("place", PLACES)
def test_nothing_else_passes_for_a_whole_number(place: Callable[[Json], bool], value: Json) -> None:
    assert not place(value)
