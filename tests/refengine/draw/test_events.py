"""What an action caused, in order. The corpus compares views; what only events tell is tested here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refengine.actions import Extension
from refengine.cards import Cards, parse_cards
from refengine.errors import ClauseId
from refengine.events import Ante, Cut, Dealt, Drawn, Mucked, Paid, Shown, Uncalled
from refengine.seating import Seat

if TYPE_CHECKING:
    from tests.refengine.draw.conftest import Sit, Sitting


def test_pingos_are_posted_from_the_dealers_left(sit: Sit) -> None:
    table = sit("brazilian-pingo", 10, 10, 10, dealer=1, pingo=2)
    assert table.step.events == tuple(Ante(Seat(s), 2, ClauseId("PIN-1")) for s in (2, 0, 1))


def test_an_ante_is_what_the_stack_holds_at_most(sit: Sit) -> None:
    table = sit("brazilian-pingo", 10, 1, 10, pingo=2)
    assert [event.amount for event in table.step.events if isinstance(event, Ante)] == [2, 1, 2]


def test_an_invito_is_matched_from_the_dealers_left(sit: Sit) -> None:
    table = sit("italian-invito", 10, 10, 10, dealer=1).do(1, "invite", 4)
    assert table.step.events == (Ante(Seat(2), 4, ClauseId("INV-2")), Ante(Seat(0), 4, ClauseId("INV-2")))


def test_the_seat_at_the_dealers_right_cuts(sit: Sit) -> None:
    table = sit("brazilian-pingo", 10, 10, 10, dealer=0).shuffle()
    assert [event for event in table.step.events if isinstance(event, Cut)] == [
        Cut(Seat(2), ClauseId("DRW-3"))
    ]


def test_a_seat_without_chips_does_not_cut(sit: Sit) -> None:
    table = sit("brazilian-pingo", 10, 10, 0, dealer=0).shuffle()
    assert Cut(Seat(1), ClauseId("DRW-3")) in table.step.events


def dealt(sit: Sit, name: str) -> list[Dealt]:
    table = sit(name, 100, 100)
    if name == "italian-invito":
        table.do(1, "decline")
    return [event for event in table.shuffle().step.events if isinstance(event, Dealt)]


def test_a_deal_is_seen_by_its_seat_alone(sit: Sit) -> None:
    assert [(event.seat, event.seen_by) for event in dealt(sit, "brazilian-pingo")] == [(0, (0,)), (1, (1,))]


def test_while_a_blind_may_come_a_deal_is_seen_by_nobody(sit: Sit) -> None:
    for name in ("italian-invito", "italian-progressive"):
        assert [(event.seat, event.seen_by) for event in dealt(sit, name)] == [(0, ()), (1, ())]


def test_where_nobody_can_pay_a_blind_a_deal_is_seen_at_once(sit: Sit) -> None:
    table = sit("italian-progressive", 3, 100, ante=2).shuffle()
    assert [event.seen_by for event in table.step.events if isinstance(event, Dealt)] == [(0,), (1,)]


def test_drawn_cards_are_seen_by_their_seat_and_counted_by_all(sit: Sit) -> None:
    table = (
        sit("brazilian-pingo", 50, 50)
        .shuffle("Ah 9c Ad 9d Kh Th Ks Qc Ac Td")
        .do(0, "bet", 1)
        .do(1, "call", 1)
    )
    table.shuffle("Js Jc").do(0, "discard", parse_cards("Kh Ks"))
    assert table.step.events == (Drawn(Seat(0), parse_cards("Js Jc"), (Seat(0),), ClauseId("PIN-12")),)
    table.do(1, "discard", ())
    assert table.step.events == (Drawn(Seat(1), (), (Seat(1),), ClauseId("PIN-12")),)


def four_of(table: Sitting, seat: int) -> Cards:
    return table.state.hand.layout.hands[seat][:4]


def test_a_seat_served_in_two_parts_draws_twice(sit: Sit) -> None:
    table = sit("italian-progressive", *[50] * 6).shuffle()
    table.do(0, "blind", 2)
    table.do(1, "decline")
    for seat in (1, 2, 3, 4, 5):
        table.do(seat, "call", 2)
    table.do(0, "stand")
    for seat in (0, 1):
        table.do(seat, "discard", four_of(table, seat))
    table.do(2, "discard", four_of(table, 2))
    assert [len(event.cards) for event in table.step.events if isinstance(event, Drawn)] == [2]
    table.shuffle()
    assert [len(event.cards) for event in table.step.events if isinstance(event, Drawn)] == [2]


def test_a_bet_that_everyone_leaves_goes_back_before_the_pot_is_paid(sit: Sit) -> None:
    table = sit("brazilian-pingo", 50, 50).shuffle().do(0, "bet", 7).do(1, "fold")
    assert table.step.events == (
        Uncalled(Seat(0), 7, ClauseId("DRW-10")),
        Paid(Seat(0), 2, ClauseId("DRW-14")),
    )


def test_showing_and_mucking_come_in_order_and_then_the_payment(sit: Sit) -> None:
    table = sit("brazilian-pingo", 50, 50, 50).shuffle("Ah Kd 9c Ad Kh 9d Qs Js Tc 8s 8h Qd 9s Th Jd")
    table.do(0, "bet", 1).do(1, "call", 1).do(2, "call", 1).shuffle()
    for seat in (0, 1, 2):
        table.do(seat, "discard", ())
    for seat in (0, 1, 2):
        table.do(seat, "check")
    clause = ClauseId("PIN-17")
    assert table.step.events == (
        Shown(Seat(0), parse_cards("Ad Ah Qs 9s 8s"), clause),
        Mucked(Seat(1), clause),
        Mucked(Seat(2), clause),
        Paid(Seat(0), 6, clause),
    )


def test_a_pot_left_at_the_end_of_the_session_is_paid_out(sit: Sit) -> None:
    table = sit("brazilian-pingo", 50, 50, 50).shuffle()
    for seat in (0, 1, 2):
        table.do(seat, "check")
    table.do("table", "end_session")
    assert table.step.events == tuple(Paid(Seat(s), 1, ClauseId("DRW-5")) for s in (0, 1, 2))


def test_a_pot_is_divided_among_those_who_said_parola(sit: Sit) -> None:
    table = sit("italian-progressive", 50, 50, hands=1).shuffle("Ah Ac Ad As 9c 9d Th Tc Jh Jc")
    table.do(0, "decline").do(0, "open", 4).do(1, "call", 4)
    table.do(0, "discard", ()).do(1, "discard", ()).do(0, "parola").do(1, "parola")
    assert table.refusal("table", "divide_pot") == ("not_available", "PRO-29")
    table.do("table", "extend", Extension(1, (Seat(1), Seat(0)))).do("table", "divide_pot")
    assert table.step.events == tuple(Paid(Seat(s), 4, ClauseId("PRO-27r")) for s in (0, 1))
