"""Shuffle, cut and deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from refengine.cards import FULL_PACK, in_hand_order
from refengine.events import Cut, Dealt

if TYPE_CHECKING:
    from tests.refengine.red_dog.conftest import Sit


def test_cards_go_round_one_at_a_time_from_the_left_of_the_dealer(sit: Sit) -> None:
    table = sit(dealer=1).shuffle(FULL_PACK)
    dealt = [(event.seat, event.cards) for event in table.step.events if isinstance(event, Dealt)]
    assert [seat for seat, _ in dealt] == [2, 3, 0, 1]
    assert table.view(2).hand == ("6c", "5c", "4c", "3c", "2c")
    assert table.view(1).hand == ("6s", "5s", "4s", "3s", "2s")
    assert dealt[0] == (2, table.view(2).hand)
    assert {"DOG-5", "DRW-1"} <= set(table.step.cites)


def test_only_its_owner_sees_what_is_dealt(sit: Sit) -> None:
    events = sit().shuffle(FULL_PACK).step.events
    assert all(event.seen_by == (event.seat,) for event in events if isinstance(event, Dealt))


def _cut(sit: Sit, stacks: tuple[int, ...], dealer: int) -> tuple[int, str]:
    (cut,) = [e for e in sit(stacks, dealer).shuffle(FULL_PACK).step.events if isinstance(e, Cut)]
    return cut.seat, cut.clause


@pytest.mark.parametrize(
    ("stacks", "dealer", "cutter"),
    [((20, 20, 20, 20), 0, 3), ((20, 20), 0, 1), ((20, 20, 20, 1), 0, 2)],
)
def test_the_cut_is_the_right_hand_neighbours(
    sit: Sit, stacks: tuple[int, ...], dealer: int, cutter: int
) -> None:
    assert _cut(sit, stacks, dealer) == (cutter, "DOG-5")


@pytest.mark.parametrize(
    ("seats", "cards", "size"), [(2, 5, 5), (8, 5, 5), (8, 4, 4), (9, 5, 4), (10, 5, 4), (10, 4, 4)]
)
def test_the_number_of_cards(sit: Sit, seats: int, cards: int, size: int) -> None:
    table = sit(stacks=(20,) * seats, dealer=0, cards=cards).shuffle(FULL_PACK)
    assert {len(table.view(seat).hand or ()) for seat in range(seats)} == {size}


def test_nine_seats_get_four_cards_also_when_some_have_no_chips(sit: Sit) -> None:
    table = sit(stacks=(20, 20, 0, 0, 0, 0, 0, 0, 0), dealer=0).shuffle(FULL_PACK)
    assert table.view(1).hand == in_hand_order((*FULL_PACK[0:8:2],))
    assert table.view(2).hand == ()


def test_the_shuffle_must_name_each_card_of_the_pack_once(sit: Sit) -> None:
    table = sit()
    assert table.refusal("table", "shuffle", FULL_PACK[1:]) == ("bad_cards", "DOG-5")
    assert table.refusal("table", "shuffle", (*FULL_PACK[1:], FULL_PACK[1])) == ("bad_cards", "DOG-5")
    assert table.refusal(0, "shuffle", FULL_PACK) == ("not_your_turn", "")
