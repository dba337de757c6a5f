"""How sessions end: by the table, or because fewer than two seats have chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refengine.cards import FULL_PACK
from refengine.events import Paid
from refengine.menus import SESSION_OVER

if TYPE_CHECKING:
    from tests.refengine.red_dog.conftest import Sit, Sitting

LOSING = "2c 3c 4c 5c 6c"


def _result(table: Sitting) -> tuple[tuple[int, ...], tuple[int, ...]]:
    view = table.view()
    assert view.phase == "over"
    assert view.actor is None
    assert view.menu == SESSION_OVER
    assert view.pot == 0
    assert view.result is not None
    assert view.result.transfers == ()
    assert view.result.stacks == view.stacks
    return view.result.stacks, view.result.winners


def test_the_table_may_end_the_session_after_any_deal(sit: Sit) -> None:
    table = sit(dealer=2).deal({})
    for seat in (3, 0, 1, 2):
        table.do(seat, "forfeit", 1)
    assert {offer.verb for offer in table.step.menu.offers} == {"next_hand", "end_session"}
    table.do("table", "end_session")
    assert _result(table) == ((20, 20, 20, 20), (0, 1, 2, 3))
    assert {"DOG-14", "DOG-2", "DRW-5"} <= set(table.step.cites)
    assert table.refusal("table", "next_hand") == ("session_over", "")


def test_odd_chips_go_one_each_from_the_left_of_the_last_dealer(sit: Sit) -> None:
    table = sit(stacks=(20, 20, 20), dealer=1).deal({2: LOSING}, turned="Ad")
    table.do(2, "bet", 2).do(0, "forfeit", 1).do(1, "forfeit", 1)
    assert (table.state.stacks, table.state.pool) == ((18, 18, 17), 7)
    table.do("table", "end_session")
    assert _result(table) == ((20, 20, 20), (0, 1, 2))
    table = sit(stacks=(20, 20, 20), dealer=1).deal({2: LOSING}, turned="Ad")
    table.do(2, "bet", 3).do(0, "forfeit", 1).do(1, "forfeit", 1).do("table", "end_session")
    assert [(e.seat, e.amount) for e in table.step.events if isinstance(e, Paid)] == [(2, 3), (0, 3), (1, 2)]
    assert _result(table) == ((21, 20, 19), (0,))  # 18, 18, 16 and a pool of 8: 2 odd chips to 2 and 0


def test_seats_without_chips_have_no_share(sit: Sit) -> None:
    table = sit(stacks=(20, 20, 3), dealer=2).deal({2: LOSING}, turned="Ad")
    table.do(0, "forfeit", 1).do(1, "forfeit", 1).do(2, "bet", 2)
    assert (table.state.stacks, table.state.pool) == ((18, 18, 0), 7)
    table.do("table", "end_session")
    assert _result(table) == ((22, 21, 0), (0,))


def test_the_keys_of_the_last_deal_stay_when_the_session_is_over(sit: Sit) -> None:
    table = sit(dealer=2).deal({3: LOSING}, turned="Ad").do(3, "bet", 1)
    for seat in (0, 1, 2):
        table.do(seat, "forfeit", 1)
    before = table.view()
    assert (before.dealer, before.details["turned"], before.seats_in) == (2, ("Ad",), ())
    after = table.do("table", "end_session").view()
    assert (after.dealer, after.details, after.last_hand) == (2, before.details, before.last_hand)
    assert (after.seats_in, after.hand_number) == ((), 1)


def test_a_deal_that_leaves_one_seat_with_chips_ends_the_session(sit: Sit) -> None:
    table = sit(stacks=(20, 3), dealer=0).deal({1: LOSING, 0: "7c 8c 9c Tc Jc"}, turned="Ad")
    table.do(1, "bet", 2)
    assert table.state.stacks == (19, 0)
    table.do(0, "forfeit", 1)
    assert _result(table) == ((23, 0), (0,))
    assert {"DOG-13", "DOG-2"} <= set(table.step.cites)
    last = table.view().last_hand
    assert last is not None
    assert last.shown == ((1, ("6c", "5c", "4c", "3c", "2c")),)


def test_a_deal_that_leaves_nobody_with_chips_divides_the_pool_from_the_left_of_the_dealer(sit: Sit) -> None:
    table = sit(stacks=(2, 2, 1), dealer=0)  # 1, 1, 0 and a pool of 3: seat 2 is not dealt in
    assert table.view().seats_in == (0, 1)
    table.deal({}).do(1, "forfeit", 1).do(0, "forfeit", 1)
    assert _result(table) == ((1, 2, 2), (1, 2))  # 5 chips for three seats: the odd ones to 1 and 2


def test_first_antes_that_leave_one_seat_with_chips_end_the_session_at_once(sit: Sit) -> None:
    table = sit(stacks=(5, 1, 1), dealer=None)
    assert _result(table) == ((7, 0, 0), (0,))
    view = table.view()
    assert (view.dealer, view.hand_number, view.last_hand, view.seats_in) == (None, 1, None, ())
    assert view.details == {"turned": ()}
    assert {"DOG-3", "DOG-13", "DOG-2"} <= set(table.step.cites)


def test_first_antes_that_take_everything_are_divided_from_seat_0(sit: Sit) -> None:
    assert _result(sit(stacks=(1, 1, 2), ante=2, dealer=None)) == ((2, 1, 1), (0,))
    assert _result(sit(stacks=(0, 0), dealer=1)) == ((0, 0), (0, 1))
    assert sit(stacks=(0, 0), dealer=1).step.events == ()


def test_antes_of_a_later_deal_that_leave_one_seat_end_the_session(sit: Sit) -> None:
    table = sit(stacks=(20, 3), dealer=0, ante_each_deal=True)
    table.deal({}).do(1, "forfeit", 1).do(0, "forfeit", 1)
    assert (table.view().phase, table.state.stacks) == ("between", (18, 1))
    last = table.view().last_hand
    table.do("table", "next_hand")
    assert _result(table) == ((23, 0), (0,))
    assert {"DOG-3r", "DOG-13"} <= set(table.step.cites)
    view = table.view()
    assert (view.dealer, view.hand_number, view.last_hand) == (0, 1, last)  # no further deal has taken place


def test_antes_of_a_later_deal_that_take_everything_are_divided_from_the_left_of_the_last_dealer(
    sit: Sit,
) -> None:
    table = sit(stacks=(4, 4, 5), dealer=1, ante=2, ante_each_deal=True).deal({})
    table.do(2, "forfeit", 1).do(0, "forfeit", 1).do(1, "forfeit", 1)
    assert (table.state.stacks, table.state.pool) == ((1, 1, 2), 9)
    table.do("table", "next_hand")
    assert _result(table) == ((4, 4, 5), (2,))  # 13 chips: the odd one to seat 2


def test_an_empty_pool_is_filled_before_the_session_is_found_over(sit: Sit) -> None:
    table = sit(stacks=(20, 2, 2), dealer=0).deal({0: "Ah Kh Qh Jh Th"}, turned="2h")
    table.do(1, "forfeit", 1).do(2, "forfeit", 1)
    assert (table.state.stacks, table.state.pool) == ((19, 0, 0), 5)
    table.do(0, "bet", 5)
    assert _result(table) == ((24, 0, 0), (0,))
    assert {"DOG-11", "DOG-11r"} <= set(table.step.cites)


def test_nothing_but_the_end_of_a_deal_lets_the_table_end_the_session(sit: Sit) -> None:
    table = sit()
    assert table.refusal("table", "end_session") == ("not_available", "DRW-5")
    assert table.refusal("table", "draw_dealer", FULL_PACK[:4]) == ("not_available", "DOG-4")
    assert table.refusal("table", "check") == ("not_available", "")
    assert table.deal({}).refusal(0, "next_hand") == ("not_available", "DRW-5")
