"""The deal, the announcements, and the trump."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from refengine.events import Cut, Dealt, Turned
from refengine.ton.rules import PACK

if TYPE_CHECKING:
    from tests.refengine.ton.conftest import Sit

HANDS = {0: "Ah Kh Qh Jh Th", 1: "Ac Kc Qc Jc Tc", 2: "Ad Kd Qd Jd Td", 3: "As Ks Qs Js Ts"}


def test_five_cards_go_round_one_at_a_time_from_the_left_of_the_dealer(sit: Sit) -> None:
    table = sit(dealer=1).do("table", "shuffle", PACK)
    dealt = [event for event in table.step.events if isinstance(event, Dealt)]
    assert [event.seat for event in dealt] == [2, 3, 0, 1]
    assert all(event.seen_by == (event.seat,) for event in dealt)
    assert table.hand(2) == "Tc 9c 8c 7c 6c"
    assert table.hand(1) == "Ts 9s 8s 7s 6s"
    assert {"TON-2", "TON-2r"} <= set(table.step.cites)


@pytest.mark.parametrize(("seats", "dealer", "cutter"), [(4, 1, 0), (4, 0, 3), (2, 0, 1)])
def test_the_seat_at_the_right_of_the_dealer_cuts(sit: Sit, seats: int, dealer: int, cutter: int) -> None:
    events = sit(stacks=(0,) * seats, dealer=dealer).do("table", "shuffle", PACK).step.events
    assert [(event.seat, event.clause) for event in events if isinstance(event, Cut)] == [(cutter, "DRW-3")]


def test_the_shuffle_must_name_each_card_once(sit: Sit) -> None:
    assert sit().refusal("table", "shuffle", PACK[1:]) == ("bad_cards", "TON-2")


def test_all_seats_are_asked_in_turn_for_an_announcement_before_the_trump_is_turned(sit: Sit) -> None:
    table = sit().deal(HANDS, then="6h")
    for seat in (0, 1, 2, 3):
        assert (table.phase, table.actor, table.key("turned_up")) == ("announce", seat, None)
        assert table.verbs() == {"announce", "decline"}
        assert {"TON-4", "TON-4r"} <= set(table.step.cites)
        table.decline(seat)
    assert table.key("turned_up") == "6h"


def test_the_dealer_shows_the_card_after_the_talon_and_takes_it(sit: Sit) -> None:
    table = sit().deal(HANDS, talon="7c 8c 7d 8d", then="6h").decline(0, 1, 2, 3)
    assert (table.key("trump"), table.key("turned_up"), table.key("five")) == ("h", "6h", None)
    assert table.hand(3) == "As Ks Qs Js Ts 6h"
    assert [(e.card, e.clause) for e in table.step.events if isinstance(e, Turned)] == [("6h", "TON-3")]
    assert "TON-3" in table.step.cites


def test_the_first_announcement_ends_the_asking_and_there_is_no_trump(sit: Sit) -> None:
    table = sit().deal(HANDS, then="6h").decline(0).do(1, "announce")
    assert (table.key("five"), table.key("trump"), table.key("turned_up")) == (1, None, None)
    assert table.phase == "exchange"
    assert {"TON-4", "TON-5", "TON-6"} <= set(table.step.cites)


def test_the_dealer_may_announce_too(sit: Sit) -> None:
    table = sit().deal(HANDS).decline(0, 1, 2).do(3, "announce")
    assert (table.key("five"), table.phase) == (3, "exchange")


def test_after_an_announcement_the_dealer_takes_its_card_unshown(sit: Sit) -> None:
    table = sit().deal(HANDS, then="6h").do(0, "announce")
    assert table.hand(3) == "As Ks Qs Js Ts 6h"
    (taken,) = table.step.events
    assert isinstance(taken, Dealt)
    assert (taken.seat, taken.cards, taken.seen_by, taken.clause) == (3, ("6h",), (3,), "TON-6")


def test_as_dealt_nothing_changes_hands_and_the_announcer_leads(sit: Sit) -> None:
    table = sit(five="as_dealt").deal(HANDS, then="6h").decline(0).do(1, "announce")
    assert (table.phase, table.actor) == ("tricks", 1)
    assert [table.hand(seat) for seat in range(4)] == list(HANDS.values())
    assert table.view().seats_in == (0, 1, 2, 3)
    assert table.step.events == ()
    assert "TON-6" in table.step.cites
    assert not {"TON-12", "TON-12r"} & set(table.step.cites)


def test_nobody_announces_later(sit: Sit) -> None:
    table = sit().deal(HANDS, then="6h").decline(0, 1, 2, 3)
    assert table.refusal(0, "announce") == ("not_available", "TON-4")


def test_the_deal_goes_to_the_left_and_everything_begins_anew(sit: Sit) -> None:
    table = sit(dealer=3, five="as_dealt", stacks=(0, 0, 0, 0)).deal(HANDS).do(0, "announce")
    table.play("Ah Ac Ad As", "Kh Kc Kd Ks", "Qh Qc Qd Qs", "Jh Jc Jd Js", "Th Tc Td Ts")
    table.each("write_off", 1, 2, 3)
    view = table.view()
    assert (view.phase, view.dealer, view.hand_number, view.seats_in) == ("between", 3, 1, ())
    assert (view.details["five"], view.details["tricks_taken"]) == (0, (5, 0, 0, 0))
    table.do("table", "next_hand")
    view = table.view()
    assert (view.phase, view.dealer, view.hand_number, view.seats_in) == ("shuffle", 0, 2, (0, 1, 2, 3))
    assert (view.details["five"], view.details["tricks_taken"]) == (None, (0, 0, 0, 0))
    assert view.details["last_trick"] is None
    assert view.details["scores"] == (5, -5, -5, -5)
    assert {"TON-1", "DRW-2"} <= set(table.step.cites)
