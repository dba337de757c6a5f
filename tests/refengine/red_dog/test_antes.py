"""The pool: first antes, further antes, and filling it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refengine.events import Ante

if TYPE_CHECKING:
    from tests.refengine.red_dog.conftest import Sit

WINNING = {0: "Kh Jc 9h 5d 3s"}


def test_every_seat_puts_one_chip_into_the_pool_before_the_dealer_is_drawn(sit: Sit) -> None:
    table = sit(dealer=None)
    assert table.view().phase == "dealing_draw"
    assert (table.state.stacks, table.state.pool) == ((19, 19, 19, 19), 4)
    assert [event.amount for event in table.step.events if isinstance(event, Ante)] == [1, 1, 1, 1]
    assert {"DOG-3", "DOG-3r"} <= set(table.step.cites)


def test_the_ante_can_be_larger_and_a_short_seat_puts_in_what_it_has(sit: Sit) -> None:
    table = sit(stacks=(10, 2, 0, 4), ante=3)
    assert (table.state.stacks, table.state.pool) == ((7, 0, 0, 1), 8)
    paid = [(event.seat, event.amount) for event in table.step.events if isinstance(event, Ante)]
    assert paid == [(0, 3), (1, 2), (3, 3)]


def test_a_further_deal_takes_no_ante_by_default(sit: Sit) -> None:
    table = sit().deal({})
    for seat in range(4):
        table.do(seat, "forfeit", 1)
    assert (table.state.stacks, table.state.pool) == ((18, 18, 18, 18), 8)
    table.do("table", "next_hand")
    assert (table.state.stacks, table.state.pool) == ((18, 18, 18, 18), 8)
    assert "DOG-3r" in table.step.cites


def test_antes_of_each_deal_come_on_top_of_a_pool_just_filled(sit: Sit) -> None:
    table = sit(ante_each_deal=True).deal({3: "Kh Jc 9h 5d 3s"}, turned="Th")
    assert table.state.pool == 4  # the first deal takes no second ante
    for seat in range(3):
        table.do(seat, "forfeit", 1)
    table.do(3, "bet", 7)
    assert (table.state.stacks, table.state.pool) == ((17, 17, 17, 25), 4)
    table.do("table", "next_hand")
    assert (table.state.stacks, table.state.pool) == ((16, 16, 16, 24), 8)
    assert "DOG-3r" in table.step.cites


def test_the_worked_deal_with_a_losing_dealer(sit: Sit) -> None:
    table = sit().deal(
        {0: "Kh Jc 9h 5d 3s", 1: "2c 3c 4c 5c 6c", 2: "7c 8c 9c 2s 4s", 3: "Ac Ad 2h 3h 4h"},
        turned="Th 9d 6s Kd",
    )
    table.do(0, "bet", 4)
    assert (table.state.stacks, table.state.pool) == ((22, 18, 18, 18), 4)
    table.do(1, "bet", 3)
    assert (table.state.stacks, table.state.pool) == ((22, 15, 18, 18), 7)
    table.do(2, "forfeit", 1)
    assert (table.state.stacks, table.state.pool) == ((22, 15, 17, 18), 8)
    assert table.refusal(3, "bet", 9) == ("bad_amount", "DOG-6")
    table.do(3, "bet", 8)
    # The third card turned is the six of spades: no card for the forfeit. The dealer holds no spade.
    assert (table.state.stacks, table.state.pool) == ((22, 15, 17, 10), 16)


def test_the_worked_deal_with_a_winning_dealer(sit: Sit) -> None:
    table = sit().deal(
        {0: "Kh Jc 9h 5d 3s", 1: "2c 3c 4c 5c 6c", 2: "7c 8c 9c 2s 4s", 3: "Ac Ad 2h 3h 4h"},
        turned="Th 9d Kd",
    )
    table.do(0, "bet", 4).do(1, "bet", 3).do(2, "forfeit", 1).do(3, "bet", 8)
    assert (table.state.stacks, table.state.pool) == ((21, 14, 16, 25), 4)
    assert {"DOG-11", "DOG-11r"} <= set(table.step.cites)
    assert table.view().phase == "between"


def test_filling_the_pool_takes_a_full_ante_or_what_a_seat_has(sit: Sit) -> None:
    table = sit(stacks=(20, 4, 3, 20), ante=3)  # 17, 1, 0, 17 and a pool of 12: seat 2 is out
    table.deal(WINNING, turned="Th")
    assert table.view().seats_in == (0, 1, 3)
    table.do(0, "bet", 12)
    assert (table.state.stacks, table.state.pool) == ((26, 0, 0, 14), 7)
    paid = [(event.seat, event.amount) for event in table.step.events if isinstance(event, Ante)]
    assert paid == [(0, 3), (1, 1), (3, 3)]
    assert "DOG-11r" in table.step.cites


def test_a_win_of_less_than_the_pool_leaves_it_as_it_is(sit: Sit) -> None:
    table = sit().deal(WINNING, turned="Th").do(0, "bet", 3)
    assert (table.state.stacks, table.state.pool) == ((22, 19, 19, 19), 1)
    assert "DOG-11r" not in table.step.cites
