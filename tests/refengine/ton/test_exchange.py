"""A trump from the rest, the talon, the dealer's discard, and who plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from refengine.cards import parse_card, parse_cards
from refengine.events import Drawn, Turned
from refengine.menus import OneOf

if TYPE_CHECKING:
    from tests.refengine.ton.conftest import Sit, Sitting

HANDS = {0: "Ah Kh Qh Jh 6c", 1: "Ac Kc Qc Jc Tc", 2: "Ad Kd Qd Jd Td", 3: "As Ks Qs Js Ts"}
TALON = "7c 8c 7d 8d"


def _no_trump_for_seat_0(sit: Sit, then: str = "6s") -> Sitting:
    """The trump is spades, of which seat 0 has none; 7s, 8s and 9s are in the rest unless `then` says no."""
    return sit().deal(HANDS, TALON, then).decline(0, 1, 2, 3)


def test_a_seat_left_of_the_dealer_without_a_trump_may_take_one_from_the_rest(sit: Sit) -> None:
    table = _no_trump_for_seat_0(sit)
    assert (table.phase, table.actor, table.verbs()) == ("trump_from_stock", 0, {"take_trump", "decline"})
    offer = table.step.menu.offer("take_trump")
    assert offer is not None
    assert offer.domain == OneOf(parse_cards("7s 8s 9s"))
    assert {"TON-8", "TON-8r"} <= set(table.step.cites)
    assert table.view(1).menu is None


def test_the_trump_taken_brings_the_talon_and_ends_the_exchange(sit: Sit) -> None:
    table = _no_trump_for_seat_0(sit)
    table.do(0, "take_trump", parse_card("8s"))
    assert table.hand(0) == "8c 8d 8s 7c 7d"
    assert (table.phase, table.actor) == ("dealer_discard", 3)
    assert (table.key("talon"), table.key("talon_holder")) == ((), 0)
    assert {"TON-8", "TON-8r"} <= set(table.step.cites)
    (drawn,) = table.step.events
    assert isinstance(drawn, Drawn)
    assert (drawn.seat, len(drawn.cards), drawn.seen_by) == (0, 5, (0,))


@pytest.mark.parametrize("wrong", ["6s", "As", "Ah", "7h", "7c"])
def test_only_a_trump_of_the_rest_can_be_taken(sit: Sit, wrong: str) -> None:
    assert _no_trump_for_seat_0(sit).refusal(0, "take_trump", parse_card(wrong)) == ("bad_cards", "TON-8")


def test_who_declines_the_trump_may_still_exchange(sit: Sit) -> None:
    table = _no_trump_for_seat_0(sit).decline(0)
    assert (table.phase, table.actor, table.key("talon")) == ("exchange", 0, ())


def test_a_seat_with_a_trump_is_not_asked(sit: Sit) -> None:
    table = sit().deal(HANDS, TALON, "6h").decline(0, 1, 2, 3)
    assert (table.phase, table.actor) == ("exchange", 0)
    assert {"TON-7", "TON-8"} <= set(table.step.cites)
    assert "TON-8r" not in table.step.cites
    assert table.refusal(0, "take_trump", parse_card("7h")) == ("not_available", "TON-8")


def test_without_a_trump_in_the_rest_nobody_is_asked(sit: Sit) -> None:
    hands = {0: "Ah Kh Qh Jh 6c", 1: "Ac Kc Qc 7s 8s", 2: "Ad Kd Qd Jd 9s", 3: "As Ks Qs Js Ts"}
    table = sit().deal(hands, TALON, "6s").decline(0, 1, 2, 3)
    assert (table.phase, table.actor) == ("exchange", 0)
    assert {"TON-8", "TON-8r"} <= set(table.step.cites)


def test_after_an_announcement_no_trump_can_be_taken(sit: Sit) -> None:
    table = sit().deal(HANDS, TALON, "6s").do(0, "announce")
    assert (table.phase, table.actor) == ("exchange", 0)
    assert table.refusal(0, "take_trump", parse_card("7s")) == ("not_available", "TON-6")


def _exchanging(sit: Sit) -> Sitting:
    return sit().deal(HANDS, TALON, "6h").decline(0, 1, 2, 3)


def test_a_seat_may_keep_one_card_and_take_the_talon_for_the_others(sit: Sit) -> None:
    table = _exchanging(sit)
    offer = table.step.menu.offer("exchange")
    assert offer is not None
    assert offer.domain == OneOf(parse_cards("Ah Kh Qh Jh 6c"))
    table.do(0, "exchange", parse_card("Kh"))
    assert table.hand(0) == "Kh 8c 8d 7c 7d"
    assert (table.phase, table.key("talon"), table.key("talon_holder")) == ("dealer_discard", (), 0)
    assert {"TON-7", "TON-7r"} <= set(table.step.cites)
    (drawn,) = table.step.events
    assert isinstance(drawn, Drawn)
    assert (drawn.cards, drawn.seen_by) == (parse_cards(TALON), (0,))


def test_a_refusal_turns_the_top_card_and_passes_the_right_on(sit: Sit) -> None:
    table = _exchanging(sit)
    assert (table.actor, table.key("talon")) == (0, ())
    table.decline(0)
    assert (table.actor, table.key("talon")) == (1, ("7c",))
    assert [(e.card, e.clause) for e in table.step.events if isinstance(e, Turned)] == [("7c", "TON-7")]
    table.decline(1)
    assert (table.actor, table.key("talon")) == (2, ("7c", "8c"))


def test_turned_cards_go_with_the_talon(sit: Sit) -> None:
    table = _exchanging(sit).decline(0, 1).do(2, "exchange", parse_card("Td"))
    assert table.hand(2) == "Td 8c 8d 7c 7d"
    assert (table.key("talon"), table.key("talon_holder")) == ((), 2)


def test_a_card_that_is_not_held_cannot_be_kept(sit: Sit) -> None:
    assert _exchanging(sit).refusal(0, "exchange", parse_card("Ac")) == ("bad_cards", "TON-7")


def test_the_dealer_is_not_asked_to_exchange(sit: Sit) -> None:
    table = _exchanging(sit).decline(0, 1, 2)
    assert (table.phase, table.actor, table.key("talon")) == ("dealer_discard", 3, ("7c", "8c", "7d"))
    assert table.refusal(3, "exchange", parse_card("As")) == ("not_available", "TON-9")
    assert "TON-7r" not in table.step.cites


def test_after_four_refusals_the_right_is_gone(sit: Sit) -> None:
    table = sit(stacks=(0,) * 6, dealer=5).deal({0: "6h 7h 8h 9h Th"}, then="Ah").decline(*range(6))
    table.decline(0, 1, 2)
    assert (table.phase, table.actor) == ("exchange", 3)
    table.decline(3)
    assert (table.phase, table.actor) == ("dealer_discard", 5)
    turned = table.key("talon")
    assert isinstance(turned, tuple)
    assert len(turned) == 4
    assert table.key("talon_holder") is None
    assert "TON-7r" in table.step.cites


def test_with_two_seats_one_refusal_ends_the_exchange(sit: Sit) -> None:
    table = sit(stacks=(0, 0), dealer=0).deal({1: "6h 7h 8h 9h Th"}, then="Ah").decline(1, 0).decline(1)
    assert (table.phase, table.actor) == ("dealer_discard", 0)


def test_the_dealer_discards_exactly_one_of_six_the_turned_one_included(sit: Sit) -> None:
    table = _exchanging(sit).decline(0, 1, 2)
    assert table.refusal(3, "discard", parse_cards("As Ks")) == ("bad_cards", "TON-9")
    assert table.refusal(3, "discard", ()) == ("bad_cards", "TON-9")
    assert table.refusal(3, "discard", parse_cards("Ac")) == ("bad_cards", "TON-9")
    assert {"TON-9", "TON-9r"} <= set(table.step.cites)
    table.discard(3, "6h")
    assert table.hand(3) == "As Ks Qs Js Ts"
    assert (table.key("turned_up"), table.key("trump")) == ("6h", "h")


def test_seats_that_are_not_obliged_play_or_pass_in_turn(sit: Sit) -> None:
    table = _exchanging(sit).decline(0, 1, 2).discard(3, "6h")
    assert (table.phase, table.actor, table.verbs()) == ("stay", 0, {"stay", "pass"})
    table.do(0, "stay")
    assert (table.actor, table.view().seats_in) == (1, (0, 1, 2, 3))
    table.do(1, "pass")
    assert (table.actor, table.view().seats_in, table.hand(1)) == (2, (0, 2, 3), "")
    table.do(2, "stay")
    assert (table.phase, table.actor) == ("tricks", 0)
    assert table.refusal(0, "pass") == ("not_available", "TON-10")


def test_the_talon_holder_must_play_and_leads(sit: Sit) -> None:
    table = _exchanging(sit).decline(0).do(1, "exchange", parse_card("Ac")).discard(3, "6h")
    assert "TON-10" in table.step.cites
    assert table.actor == 0
    table.do(0, "pass")
    assert table.actor == 2
    table.do(2, "stay")
    assert (table.phase, table.actor) == ("tricks", 1)
    assert "TON-12" in table.step.cites
    assert "TON-12r" not in table.step.cites


def test_without_a_talon_holder_the_first_playing_seat_left_of_the_dealer_leads(sit: Sit) -> None:
    table = _exchanging(sit).decline(0, 1, 2).discard(3, "6h").do(0, "pass").each("stay", 1, 2)
    assert (table.phase, table.actor) == ("tricks", 1)
    assert "TON-12r" in table.step.cites


@pytest.mark.parametrize(("score", "asked"), [(12, (0, 1, 2)), (13, (0, 2)), (14, (0, 2))])
def test_thirteen_points_oblige(sit: Sit, score: int, asked: tuple[int, ...]) -> None:
    table = sit(state={"scores": (0, score, 0, 0)}).deal(HANDS, TALON, "6h").decline(0, 1, 2, 3)
    table.decline(0, 1, 2).discard(3, "6h")
    assert {"TON-10", "TON-10r"} <= set(table.step.cites)
    for seat in asked:
        assert (table.phase, table.actor) == ("stay", seat)
        table.do(seat, "stay")
    assert table.phase == "tricks"


def test_where_all_are_obliged_nobody_is_asked(sit: Sit) -> None:
    table = sit(state={"scores": (0, 13, 13, 0)}).deal(HANDS, TALON, "6h").decline(0, 1, 2, 3)
    table.do(0, "exchange", parse_card("Ah")).discard(3, "6h")
    assert (table.phase, table.actor) == ("tricks", 0)


def test_the_announcer_must_play_but_has_no_lead_of_its_own(sit: Sit) -> None:
    table = sit().deal(HANDS, TALON, "6s").decline(0).do(1, "announce").decline(0, 1, 2).discard(3, "6s")
    assert (table.phase, table.actor) == ("stay", 0)
    assert {"TON-6", "TON-10"} <= set(table.step.cites)
    table.each("stay", 0, 2)
    assert (table.phase, table.actor) == ("tricks", 0)
    assert {"TON-6", "TON-12r"} <= set(table.step.cites)


def test_verbs_out_of_place_are_refused_by_the_clause_that_gives_them_their_place(sit: Sit) -> None:
    table, card = sit().deal(HANDS), parse_card("Ah")
    assert table.refusal(0, "exchange", card) == ("not_available", "TON-7")
    assert table.refusal(0, "discard", (card,)) == ("not_available", "TON-9")
    assert table.refusal(0, "stay") == ("not_available", "TON-10")
    assert table.refusal(0, "mark_plus") == ("not_available", "TON-17")
    assert table.refusal(0, "write_off") == ("not_available", "TON-17")
    assert table.refusal(0, "play", card) == ("not_available", "")


def test_verbs_of_a_deal_are_out_of_place_while_the_dealer_is_drawn(sit: Sit) -> None:
    table = sit(dealer=None)
    assert table.refusal("table", "end_session") == ("not_available", "DRW-5")
    assert table.refusal("table", "next_hand") == ("not_available", "DRW-5")
    assert table.refusal(0, "stay") == ("not_your_turn", "")
