"""Turns: what may be bet, what a turned card decides, what a forfeit costs and hides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from refengine.events import Mucked, Paid, Shown, Turned
from refengine.menus import Amounts

if TYPE_CHECKING:
    from tests.refengine.red_dog.conftest import Sit

HAND = "Kh Jc 9h 5d 3s"


def _range(table_menu_domain: object) -> tuple[int, int | None]:
    assert isinstance(table_menu_domain, Amounts)
    return table_menu_domain.low, table_menu_domain.high


def test_a_turn_offers_a_bet_up_to_the_pool_or_one_chip(sit: Sit) -> None:
    table = sit().deal({})
    ranges = {offer.verb: _range(offer.domain) for offer in table.step.menu.offers}
    assert ranges == {"bet": (1, 4), "forfeit": (1, 1)}
    assert {"DOG-6", "DOG-7", "DOG-8"} <= set(table.step.cites)


def test_a_bet_above_the_pool_is_refused_and_one_of_the_pool_is_not(sit: Sit) -> None:
    table = sit().deal({})
    assert table.refusal(0, "bet", 5) == ("bad_amount", "DOG-6")
    table.do(0, "bet", 4)


def test_a_bet_is_at_least_one_chip(sit: Sit) -> None:
    table = sit().deal({})
    assert table.refusal(0, "bet", 0) == ("bad_amount", "DOG-7")
    assert table.refusal(0, "bet", -1) == ("bad_amount", "DOG-7")
    table.do(0, "bet", 1)


def test_a_bet_is_at_most_the_stack(sit: Sit) -> None:
    table = sit(stacks=(3, 20, 20, 20)).deal({})
    assert table.refusal(0, "bet", 3) == ("bad_amount", "DOG-7")
    assert table.refusal(0, "bet", 4) == ("bad_amount", "DOG-7")
    table.do(0, "bet", 2)


def test_a_bet_above_pool_and_stack_breaks_the_limit_of_the_pool(sit: Sit) -> None:
    table = sit(stacks=(3, 20, 20, 20)).deal({})
    assert table.refusal(0, "bet", 5) == ("bad_amount", "DOG-6")


def test_the_limit_is_the_pool_of_the_moment(sit: Sit) -> None:
    table = sit().deal({0: "2c 3c 4c 5c 6c"}, turned="Ad").do(0, "bet", 4)
    assert table.refusal(1, "bet", 9) == ("bad_amount", "DOG-6")
    table.do(1, "bet", 8)


@pytest.mark.parametrize("amount", [0, 2, 3])
def test_a_forfeit_is_one_chip_whatever_the_ante(sit: Sit, amount: int) -> None:
    table = sit(ante=3).deal({})
    assert table.refusal(0, "forfeit", amount) == ("bad_amount", "DOG-8")
    table.do(0, "forfeit", 1)
    assert (table.state.stacks, table.state.pool) == ((16, 17, 17, 17), 13)


def test_turns_go_round_once_from_the_left_of_the_dealer_to_the_dealer(sit: Sit) -> None:
    table = sit(dealer=1).deal({})
    for seat in (2, 3, 0, 1):
        assert table.view().actor == seat
        table.do(seat, "forfeit", 1)
    assert table.view().actor == "table"


def test_no_card_is_turned_for_a_forfeit_and_its_hand_stays_hidden(sit: Sit) -> None:
    table = sit().deal({0: HAND}, turned="Th").do(0, "forfeit", 1)
    assert table.view().details["turned"] == ()
    assert table.step.events == ()
    assert {"DOG-8", "DOG-8r"} <= set(table.step.cites)
    table.do(1, "bet", 1)
    assert table.view().details["turned"] == ("Th",)


@pytest.mark.parametrize(
    ("turned", "shown"),
    [("Th", "Kh"), ("As", None), ("2d", "5d"), ("Ks", None), ("4h", "Kh"), ("Qc", None)],
)
def test_a_higher_card_of_the_suit_turned_wins(sit: Sit, turned: str, shown: str | None) -> None:
    table = sit().deal({0: HAND}, turned=turned).do(0, "bet", 2)
    if shown is None:
        assert (table.state.stacks[0], table.state.pool) == (17, 6)
        assert _shown(table.step.events).cards == ("Kh", "Jc", "9h", "5d", "3s")
        assert "DOG-10" in table.step.cites
    else:
        assert (table.state.stacks[0], table.state.pool) == (21, 2)
        assert _shown(table.step.events).cards == (shown,)
        assert "DOG-10" not in table.step.cites


def _shown(events: tuple[object, ...]) -> Shown:
    (shown,) = [event for event in events if isinstance(event, Shown)]
    return shown


def test_the_highest_of_several_winning_cards_is_shown(sit: Sit) -> None:
    table = sit().deal({0: HAND}, turned="8h").do(0, "bet", 2)
    assert _shown(table.step.events).cards == ("Kh",)
    assert "DOG-9r" in table.step.cites
    table = sit().deal({0: HAND}, turned="Th").do(0, "bet", 2)
    assert "DOG-9r" not in table.step.cites


def test_an_ace_beats_a_king_and_nothing_beats_an_ace(sit: Sit) -> None:
    table = sit().deal({0: "Ah 2c 3c 4c 5c", 1: "Kd 7c 8c 9c Tc"}, turned="Kh Ad")
    table.do(0, "bet", 1)
    assert table.state.stacks[0] == 20
    assert "DOG-1" in table.step.cites
    table.do(1, "bet", 1)
    assert table.state.stacks[1] == 18


def test_a_suit_that_is_not_held_is_not_compared(sit: Sit) -> None:
    table = sit().deal({0: "Ah Ac Kh Kc Qh"}, turned="2d").do(0, "bet", 4)
    assert table.state.stacks[0] == 15
    assert "DOG-1" not in table.step.cites


def test_a_winner_is_paid_as_much_again_from_the_pool(sit: Sit) -> None:
    table = sit().deal({0: HAND}, turned="Th").do(0, "bet", 3)
    assert [(e.card, e.clause) for e in table.step.events if isinstance(e, Turned)] == [("Th", "DOG-9")]
    assert [(e.seat, e.amount) for e in table.step.events if isinstance(e, Paid)] == [(0, 3)]
    assert "DOG-9" in table.step.cites


def test_turned_cards_stay_out_of_play(sit: Sit) -> None:
    table = sit().deal({}, turned="Ac Kd Qs").do(0, "bet", 1).do(1, "bet", 1).do(2, "bet", 1)
    assert table.view().details["turned"] == ("Ac", "Kd", "Qs")
    assert "DOG-15" in table.step.cites


def test_a_seat_that_has_lost_its_chips_before_its_turn_is_skipped(sit: Sit) -> None:
    table = sit(stacks=(20, 2, 20, 20)).deal({0: HAND}, turned="Th").do(0, "bet", 4)
    assert table.state.stacks == (22, 0, 18, 18)
    assert table.view().actor == 2
    assert table.view().seats_in == (0, 1, 2, 3)
    assert "DOG-13" in table.step.cites
    table.do(2, "forfeit", 1).do(3, "forfeit", 1)
    last = table.view().last_hand
    assert last is not None
    assert last.mucked == (1, 2, 3)
    assert [event.seat for event in table.step.events if isinstance(event, Mucked)] == [1, 2, 3]


def test_the_result_of_a_deal(sit: Sit) -> None:
    table = sit(dealer=1).deal({3: HAND, 0: "2c 3c 4c 5c 6c", 2: "Ah 7c 8c 9c Tc"}, turned="Qh 8h 4d")
    assert table.view().last_hand is None
    table.do(2, "bet", 2).do(3, "bet", 1).do(0, "bet", 1)
    table.do(1, "forfeit", 1)
    last = table.view().last_hand
    assert last is not None
    assert last.ended_by == "played"
    assert last.payouts == ((2, 2), (3, 1))
    assert last.shown == ((0, ("6c", "5c", "4c", "3c", "2c")), (2, ("Ah",)), (3, ("Kh",)))
    assert last.mucked == (1,)
    assert {"DOG-12", "DRW-5"} <= set(table.step.cites)
