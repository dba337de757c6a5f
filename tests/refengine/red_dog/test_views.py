"""What viewers may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.refengine.red_dog.conftest import Sit


def test_a_seat_sees_its_own_hand_in_hand_order_and_nobody_elses(sit: Sit) -> None:
    table = sit().deal({0: "3s 5d Kh 9h Jc", 1: "2c 3c 4c 5c 6c"})
    assert table.view(0).hand == ("Kh", "Jc", "9h", "5d", "3s")
    assert table.view(1).hand == ("6c", "5c", "4c", "3c", "2c")
    assert table.view().hand is None


def test_a_seat_sees_no_menu_but_its_own(sit: Sit) -> None:
    table = sit().deal({})
    assert table.view(0).menu == table.step.menu
    assert table.view(1).menu is None
    assert table.view().menu == table.step.menu


def test_nobody_sees_the_menu_of_the_table_but_the_referee(sit: Sit) -> None:
    table = sit()
    assert table.view(3).menu is None
    assert table.view().menu == table.step.menu


def test_hands_stay_until_the_deal_is_over(sit: Sit) -> None:
    table = sit(stacks=(20, 20), dealer=1)
    assert table.view(0).hand == ()
    table.deal({0: "Kh Jc 9h 5d 3s"}).do(0, "forfeit", 1)
    assert table.view(0).hand == ("Kh", "Jc", "9h", "5d", "3s")
    assert table.view(0).seats_in == (0, 1)
    table.do(1, "forfeit", 1)
    assert table.view(0).hand == ()
    assert table.view(0).seats_in == ()


def test_the_deal_number_and_the_turned_cards_are_the_new_deals(sit: Sit) -> None:
    table = sit(stacks=(20, 20), dealer=1).deal({}, turned="Ah Kh").do(0, "bet", 1).do(1, "bet", 1)
    view = table.view()
    assert (view.hand_number, view.details, view.dealer) == (1, {"turned": ("Ah", "Kh")}, 1)
    last = view.last_hand
    view = table.do("table", "next_hand").view()
    assert (view.phase, view.hand_number, view.details, view.dealer) == ("shuffle", 2, {"turned": ()}, 0)
    assert (view.last_hand, view.seats_in, view.owes) == (last, (0, 1), 0)


def test_nothing_is_dealt_while_the_dealer_is_drawn(sit: Sit) -> None:
    view = sit(dealer=None).view(2)
    assert (view.dealer, view.seats_in, view.hand, view.hand_number) == (None, (), (), 1)
    assert (view.details, view.last_hand, view.result) == ({"turned": ()}, None, None)
