"""Who deals first, and who deals next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refengine.cards import FULL_PACK, parse_cards
from refengine.events import Shown
from refengine.menus import SomeOf

if TYPE_CHECKING:
    from tests.refengine.red_dog.conftest import Sit


def test_the_highest_card_deals(sit: Sit) -> None:
    table = sit(dealer=None)
    assert table.view().dealer is None
    assert table.view().seats_in == ()
    table.draw("Kc 2d Ah Ks")
    view = table.view()
    assert (view.phase, view.actor, view.dealer, view.hand_number) == ("shuffle", "table", 2, 1)
    assert {"DOG-1", "DOG-4"} <= set(table.step.cites)
    assert not {"DOG-4r", "DOG-13"} & set(table.step.cites)
    shown = [(event.seat, event.cards) for event in table.step.events if isinstance(event, Shown)]
    assert shown == [(0, ("Kc",)), (1, ("2d",)), (2, ("Ah",)), (3, ("Ks",))]


def test_the_draw_takes_one_card_for_each_seat_from_the_whole_pack(sit: Sit) -> None:
    table = sit(dealer=None)
    offer = table.step.menu.offer("draw_dealer")
    assert offer is not None
    assert offer.domain == SomeOf(FULL_PACK, 4, 4, offer.clause)
    assert table.refusal("table", "draw_dealer", parse_cards("Kc 2d Ah")) == ("bad_cards", "DOG-4")
    assert table.refusal("table", "draw_dealer", parse_cards("Kc 2d Ah Ah")) == ("bad_cards", "DOG-4")


def test_seats_that_tie_draw_again_in_order_from_the_rest(sit: Sit) -> None:
    table = sit(dealer=None).draw("Kc Kd 2h Ks")
    assert table.view().phase == "dealing_draw"
    assert "DOG-4r" in table.step.cites
    assert table.refusal("table", "draw_dealer", parse_cards("Kh 3c Kc")) == ("bad_cards", "DOG-4r")
    assert table.refusal("table", "draw_dealer", parse_cards("Kh 3c")) == ("bad_cards", "DOG-4r")
    table.draw("5c 9d 9h")  # seats 0, 1 and 3: a tie of 1 and 3
    assert table.view().phase == "dealing_draw"
    table.draw("Tc Jd")
    assert table.view().dealer == 3


def test_a_chain_of_ties_that_uses_up_the_pack_goes_on_with_the_whole_pack(sit: Sit) -> None:
    table = sit(stacks=(5, 5), dealer=None)
    for rank in "23456789TJQKA":
        table.draw(f"{rank}c {rank}d")
        table.draw(f"{rank}h {rank}s")
    offer = table.step.menu.offer("draw_dealer")
    assert offer is not None
    assert offer.domain == SomeOf(FULL_PACK, 2, 2, offer.clause)
    assert table.draw("2c 3d").view().dealer == 1


def test_seats_without_chips_draw_too_but_the_deal_goes_to_their_left(sit: Sit) -> None:
    table = sit(stacks=(20, 20, 0, 1), dealer=None)
    assert table.state.stacks == (19, 19, 0, 0)
    table.draw("Kc 2d Ah Ks")
    assert table.view().dealer == 0
    assert table.view().seats_in == (0, 1)
    assert {"DOG-4r", "DOG-13"} <= set(table.step.cites)


def test_a_given_dealer_is_not_drawn(sit: Sit) -> None:
    view = sit(dealer=1).view()
    assert (view.phase, view.dealer, view.hand_number, view.seats_in) == ("shuffle", 1, 1, (0, 1, 2, 3))


def test_a_given_dealer_without_chips_is_passed_over(sit: Sit) -> None:
    table = sit(stacks=(20, 20, 20, 1), dealer=3)
    assert table.view().dealer == 0
    assert table.view().seats_in == (0, 1, 2)
    assert "DOG-13" in table.step.cites


def test_the_deal_passes_to_the_left_and_round(sit: Sit) -> None:
    table = sit(dealer=2)
    for dealer in (2, 3, 0, 1):
        assert table.view().dealer == dealer
        table.deal({})
        for turn in range(1, 5):
            table.do((dealer + turn) % 4, "forfeit", 1)
        assert (table.view().phase, table.view().dealer) == ("between", dealer)
        table.do("table", "next_hand")
        assert {"DOG-12", "DRW-2"} <= set(table.step.cites)
    assert table.view().hand_number == 5


def test_the_deal_passes_over_seats_without_chips(sit: Sit) -> None:
    table = sit(stacks=(2, 20, 20, 20)).deal({})
    for seat in range(4):
        table.do(seat, "forfeit", 1)
    table.do("table", "next_hand")
    assert table.view().dealer == 1
    assert table.view().seats_in == (1, 2, 3)
    assert "DOG-13" in table.step.cites
