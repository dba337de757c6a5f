"""Pluses, points off, the bank, and the end of a session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from refengine.events import Ante, Paid
from refengine.game import Detail, HandResult, Transfer
from refengine.menus import SESSION_OVER
from refengine.seating import Seat

if TYPE_CHECKING:
    from tests.refengine.ton.conftest import Sit, Sitting

SWEEP = {0: "Ah Kh Qh Jh Th", 1: "Ac Kc Qc Jc Tc", 2: "Ad Kd Qd Jd Td", 3: "As Ks Qs Js Ts"}
PLAYED = HandResult("played", (), (), ())


def _swept(
    sit: Sit,
    state: Mapping[str, Detail] | None = None,
    announcer: int | None = None,
    passes: tuple[int, ...] = (),
    plus_value: int = 1,
) -> Sitting:
    """Seat 0 leads trumps, or hearts without a trump, and takes every trick that is played."""
    table = sit(state=state, plus_value=plus_value).deal(SWEEP, "7c 8c 7d 8d", "6h")
    if announcer is None:
        table.decline(0, 1, 2, 3)
    else:
        table.decline(*range(announcer)).do(announcer, "announce")
    table.decline(0, 1, 2).discard(3, "6h")
    while table.phase == "stay":
        assert isinstance(table.actor, int)
        table.do(table.actor, "pass" if table.actor in passes else "stay")
    while table.phase == "tricks":
        table.play(table.playable().split()[0])
    return table


def test_seats_without_a_trick_choose_in_turn(sit: Sit) -> None:
    table = _swept(sit)
    for seat in (1, 2, 3):
        assert (table.phase, table.actor, table.verbs()) == ("no_trick", seat, {"mark_plus", "write_off"})
        assert "TON-17" in table.step.cites
        table.do(seat, "write_off" if seat == 2 else "mark_plus")
    view = table.view()
    assert (view.phase, view.actor) == ("between", "table")
    assert view.details["scores"] == (5, 0, -5, 0)
    assert view.details["pluses"] == (0, 1, 0, 1)
    assert (view.stacks, view.pot) == ((50, 50, 50, 50), 0)
    assert view.last_hand == PLAYED
    assert {"TON-17", "DRW-5"} <= set(table.step.cites)


def test_a_seat_that_passed_is_not_asked(sit: Sit) -> None:
    table = _swept(sit, passes=(1, 2))
    assert (table.phase, table.actor) == ("no_trick", 3)
    assert table.view().seats_in == (0, 3)
    assert table.do(3, "mark_plus").phase == "between"


def test_with_nine_points_a_plus_costs_nothing(sit: Sit) -> None:
    table = _swept(sit, {"scores": (0, 9, 0, 0), "pluses": (0, 2, 0, 0)}).do(1, "mark_plus")
    assert (table.key("pluses"), table.view().stacks, table.view().pot) == ((0, 3, 0, 0), (50,) * 4, 0)
    assert "TON-19r" not in table.step.cites


def test_with_ten_points_a_plus_costs_all_losses_and_doubles_them(sit: Sit) -> None:
    table = _swept(sit, {"scores": (0, 10, 0, 0), "pluses": (0, 2, 0, 0), "bank": 4}, plus_value=3)
    table.do(1, "mark_plus")
    view = table.view()
    assert (view.details["pluses"], view.details["scores"]) == ((0, 6, 0, 0), (5, 10, 0, 0))
    assert (view.stacks, view.pot) == ((50, 41, 50, 50), 13)
    assert [(e.seat, e.amount, e.clause) for e in table.step.events if isinstance(e, Ante)] == [
        (1, 9, "TON-19")
    ]
    assert {"TON-17", "TON-19", "TON-19r"} <= set(table.step.cites)


def test_with_ten_points_five_points_off_cost_nothing(sit: Sit) -> None:
    table = _swept(sit, {"scores": (0, 10, 0, 0), "pluses": (0, 2, 0, 0)}).do(1, "write_off")
    view = table.view()
    assert (view.details["pluses"], view.details["scores"]) == ((0, 2, 0, 0), (5, 5, 0, 0))
    assert (view.stacks, view.pot) == ((50,) * 4, 0)
    assert {"TON-17", "TON-19"} <= set(table.step.cites)


def test_a_plus_that_is_worth_nothing_doubles_all_the_same(sit: Sit) -> None:
    table = _swept(sit, {"scores": (0, 12, 0, 0)}, plus_value=0).do(1, "mark_plus")
    assert (table.key("pluses"), table.view().pot, table.step.events) == ((0, 2, 0, 0), 0, ())


def test_an_announcer_that_fails_marks_two_pluses_before_the_others_choose(sit: Sit) -> None:
    table = _swept(sit, {"scores": (0, 10, 0, 0), "pluses": (1, 3, 0, 0)}, announcer=1)
    assert (table.phase, table.actor, table.key("pluses")) == ("no_trick", 2, (1, 5, 0, 0))
    assert (table.view().pot, table.key("scores")) == (0, (5, 10, 0, 0))
    assert {"TON-18", "TON-18r"} <= set(table.step.cites)


def test_an_announcer_that_takes_some_tricks_has_failed_too(sit: Sit) -> None:
    table = sit(stacks=(0, 0), dealer=1, five="as_dealt")
    table.deal({0: "Ah Kh Qh Jh 7c", 1: "9h 8h 7h 6h Ac"}).do(0, "announce")
    table.play("Ah 6h", "Kh 7h", "Qh 8h", "Jh 9h", "7c Ac")
    assert (table.phase, table.key("pluses"), table.key("scores")) == ("between", (2, 0), (4, 1))
    assert {"TON-18", "TON-18r", "TON-22"} <= set(table.step.cites)


def test_an_announcer_that_takes_five_marks_nothing(sit: Sit) -> None:
    table = _swept(sit, announcer=0)
    assert (table.phase, table.actor, table.key("pluses")) == ("no_trick", 1, (0, 0, 0, 0))
    assert "TON-18" not in table.step.cites


def test_where_every_seat_has_a_trick_nobody_chooses(sit: Sit) -> None:
    table = sit(stacks=(0, 0), dealer=1, five="as_dealt", state={"scores": (0, 9)})
    table.deal({0: "Ah Kh Qh Jh 7c", 1: "9h 8h 7h 6h Ac"}).do(0, "announce")
    table.play("Ah 6h", "Kh 7h", "Qh 8h", "Jh 9h", "7c Ac")
    assert table.phase == "between"
    assert {"TON-17", "TON-19"} <= set(table.step.cites)


def _over(table: Sitting) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Transfer, ...]]:
    view = table.view()
    assert (view.phase, view.actor, view.menu, view.pot, view.seats_in) == ("over", None, SESSION_OVER, 0, ())
    assert view.result is not None
    return view.result.stacks, view.result.winners, view.result.transfers


def test_the_winner_takes_the_bank_and_the_pluses_of_the_others(sit: Sit) -> None:
    table = _swept(sit, {"scores": (14, 0, 0, 0), "pluses": (4, 2, 0, 3), "bank": 9}, plus_value=5)
    assert _over(table) == (
        (59, 50, 50, 50),
        (0,),
        (Transfer(Seat(1), Seat(0), 10), Transfer(Seat(3), Seat(0), 15)),
    )
    view = table.view()
    assert view.stacks == (84, 40, 50, 35)
    assert view.last_hand == HandResult("played", ((Seat(0), 9),), (), ())
    assert (view.details["pluses"], view.details["scores"]) == ((4, 2, 0, 3), (15, 0, 0, 0))
    assert view.details["tricks_taken"] == (1, 0, 0, 0)
    assert [(e.seat, e.amount) for e in table.step.events if isinstance(e, Paid)] == [(0, 9)]
    assert {"TON-16", "TON-16r", "TON-20", "TON-20r"} <= set(table.step.cites)
    assert table.refusal("table", "next_hand") == ("session_over", "")


def test_a_bank_and_a_plus_of_one_are_paid_like_any_other(sit: Sit) -> None:
    table = _swept(sit, {"scores": (14, 0, 0, 0), "pluses": (1, 1, 0, 0), "bank": 1})
    assert _over(table) == ((51, 50, 50, 50), (0,), (Transfer(Seat(1), Seat(0), 1),))
    assert table.view().last_hand == HandResult("played", ((Seat(0), 1),), (), ())
    assert "TON-20r" in table.step.cites


def test_an_empty_bank_pays_nobody(sit: Sit) -> None:
    table = _swept(sit, {"scores": (14, 0, 0, 0)})
    assert _over(table) == ((50, 50, 50, 50), (0,), ())
    assert table.view().last_hand == PLAYED
    assert "TON-20r" not in table.step.cites


def test_an_announcer_that_wins_before_its_fifth_trick_has_not_failed(sit: Sit) -> None:
    table = _swept(sit, {"scores": (14, 0, 0, 0)}, announcer=0)
    assert _over(table)[1] == (0,)
    assert table.key("pluses") == (0, 0, 0, 0)
    assert "TON-18r" in table.step.cites
    assert "TON-18" not in table.step.cites


def test_an_announcer_need_not_fail_when_another_wins(sit: Sit) -> None:
    table = _swept(sit, {"scores": (14, 0, 0, 0)}, announcer=1)
    assert _over(table)[1] == (0,)
    assert table.key("pluses") == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("dealer", "stacks"), [(3, (53, 53, 52, 52)), (0, (52, 53, 53, 52)), (2, (53, 52, 52, 53))]
)
def test_a_session_without_a_winner_divides_the_bank_from_the_left_of_the_last_dealer(
    sit: Sit, dealer: int, stacks: tuple[int, ...]
) -> None:
    table = sit(dealer=dealer, state={"bank": 10, "pluses": (0, 7, 0, 0)})
    hands = {(seat + dealer + 1) % 4: cards for seat, cards in SWEEP.items()}
    order = tuple((dealer + turn) % 4 for turn in range(1, 5))
    table.deal(hands, then="6h").decline(*order).decline(*order[:3]).discard(dealer, "6h")
    table.each("pass", *order[:3]).do("table", "end_session")
    assert _over(table) == (stacks, (), ())
    assert table.view().stacks == stacks
    assert table.view().last_hand == PLAYED
    assert table.key("pluses") == (0, 7, 0, 0)
    assert "TON-21" in table.step.cites


def test_the_result_of_the_last_deal_stays_while_the_next_one_is_played(sit: Sit) -> None:
    table = _swept(sit)
    assert table.view().last_hand is None
    table.each("write_off", 1, 2, 3)
    assert table.view().last_hand == PLAYED
    assert table.do("table", "next_hand").view().last_hand == PLAYED


def test_a_bank_of_nothing_is_divided_without_a_payment(sit: Sit) -> None:
    table = _swept(sit).each("write_off", 1, 2, 3).do("table", "end_session")
    assert _over(table) == ((50, 50, 50, 50), (), ())
    assert table.step.events == ()
    assert "TON-21" in table.step.cites
