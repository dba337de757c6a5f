"""Following, taking and counting tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from refengine.cards import parse_card, parse_cards
from refengine.events import TrickTaken
from refengine.options import settle
from refengine.rulesets.ton import GAME
from refengine.ton.following import best_of, may_follow
from refengine.ton.rules import agree

if TYPE_CHECKING:
    from tests.refengine.ton.conftest import Sit, Sitting

HANDS = {0: "Ah Kh 9c 8c 6d", 1: "Ac Qc Jc 7h Td", 2: "Ad Kd Qd 9h 8h", 3: "As Ks Qs Js Ts"}


def _playing(sit: Sit, follow: str = "suit_then_trump", must_head: bool = False) -> Sitting:
    """All four play, seat 0 leads, hearts are trump, and the dealer has kept five spades."""
    table = sit(follow=follow, must_head=must_head).deal(HANDS, "7c 7d 8d 9d", "6h").decline(0, 1, 2, 3)
    return table.decline(0, 1, 2).discard(3, "6h").each("stay", 0, 1, 2)


@pytest.mark.parametrize(
    ("follow", "head", "hand", "trick", "trump", "allowed"),
    [
        ("suit_then_trump", False, "Ah 9c 8c", "Tc", "h", "9c 8c"),
        ("suit_then_trump", False, "Ah 7h 8d", "Tc", "h", "Ah 7h"),
        ("suit_then_trump", False, "Ad 7s 8d", "Tc", "h", "Ad 7s 8d"),
        ("suit_then_trump", False, "Ah 7h 8d", "Tc", "", "Ah 7h 8d"),
        ("suit_then_trump", False, "Ah 9c", "Th", "h", "Ah"),
        ("suit_or_trump", False, "Ah 9c 8c 7d", "Tc", "h", "Ah 9c 8c"),
        ("suit_or_trump", False, "Ah 7h 8d", "Tc", "h", "Ah 7h"),
        ("suit_or_trump", False, "Ad 7s 8d", "Tc", "h", "Ad 7s 8d"),
        ("suit_or_trump", False, "Ah 9c 7d", "Tc", "", "9c"),
        ("suit_then_trump", True, "Qc 9c 8c", "Tc", "h", "Qc"),
        ("suit_then_trump", True, "9c 8c Ah", "Tc", "h", "9c 8c"),
        ("suit_then_trump", True, "Qc 9c Ah", "Tc 6h", "h", "Qc 9c"),
        ("suit_then_trump", True, "Ah 7h 8d", "Tc 9h", "h", "Ah"),
        ("suit_then_trump", True, "7h 8h 8d", "Tc 9h", "h", "7h 8h"),
        ("suit_then_trump", True, "Ad 7s", "Tc", "h", "Ad 7s"),
        ("suit_or_trump", True, "9c 7h 8d", "Tc", "h", "7h"),
        ("suit_or_trump", True, "Qc 9c 7h", "Tc", "h", "Qc 7h"),
        ("suit_or_trump", True, "Qc 9c 7h", "Tc 9h", "h", "Qc 9c 7h"),
        ("suit_or_trump", True, "Qc 9c", "Tc Jc", "", "Qc"),
    ],
)
def test_what_may_follow(follow: str, head: bool, hand: str, trick: str, trump: str, allowed: str) -> None:
    agreement = agree(settle(GAME.options, {"follow": follow, "must_head": head}))
    there = parse_cards(trick)
    assert may_follow(agreement, parse_cards(hand), there, trump) == parse_cards(allowed)


@pytest.mark.parametrize(
    ("trick", "trump", "taker"),
    [
        ("9c Tc 8c Ad", "h", 1),
        ("9c Ad Ah Kd", "h", 2),
        ("9c 7h 6h Ac", "h", 1),
        ("9c 6h 7h Ac", "h", 2),
        ("9c Ah Ad As", "", 0),
        ("Th Jh 9h Ac", "h", 1),
        ("6c 7c 8c 9c Tc Jc", "s", 5),
        ("Ac Kc Qc Jc Tc 9c", "s", 0),
    ],
)
def test_who_takes_the_trick(trick: str, trump: str, taker: int) -> None:
    cards = parse_cards(trick)
    assert best_of(cards, trump) == cards[taker]


def test_any_card_may_be_led(sit: Sit) -> None:
    table = _playing(sit)
    assert (table.actor, table.playable()) == (0, "Ah Kh 9c 8c 6d")
    assert table.refusal(0, "play", parse_card("Ac")) == ("bad_cards", "TON-12")


def test_the_suit_is_followed_if_it_is_held_else_trumped_else_free(sit: Sit) -> None:
    table = _playing(sit).play("9c")
    assert (table.actor, table.playable()) == (1, "Ac Qc Jc")
    assert {"TON-13", "TON-13r"} <= set(table.step.cites)
    assert table.refusal(1, "play", parse_card("Td")) == ("must_follow", "TON-13")
    assert table.refusal(1, "play", parse_card("7h")) == ("must_follow", "TON-13")
    assert table.refusal(1, "play", parse_card("9c")) == ("bad_cards", "TON-13")
    table.play("Qc")
    assert table.playable() == "9h 8h"
    table.play("8h")
    assert table.playable() == "As Ks Qs Js Ts"


def test_a_trump_may_be_played_instead_where_that_is_agreed(sit: Sit) -> None:
    table = _playing(sit, follow="suit_or_trump").play("9c")
    assert table.playable() == "Ac Qc Jc 7h"
    assert table.refusal(1, "play", parse_card("Td")) == ("must_follow", "TON-13")


def test_the_trick_must_be_headed_where_that_is_agreed(sit: Sit) -> None:
    table = _playing(sit, must_head=True).play("9c Qc")
    assert table.playable() == "9h 8h"
    table.play("9h As")
    assert table.actor == 2
    table = _playing(sit, must_head=True).play("Ah")
    assert table.playable() == "7h"


def test_a_trick_is_a_point_and_its_taker_leads(sit: Sit) -> None:
    table = _playing(sit).play("9c Qc 8h As")
    assert (table.key("trick"), table.key("tricks_taken"), table.key("scores")) == (
        (),
        (0, 0, 1, 0),
        (0, 0, 1, 0),
    )
    assert table.key("last_trick") == {
        "cards": (
            {"seat": 0, "card": "9c"},
            {"seat": 1, "card": "Qc"},
            {"seat": 2, "card": "8h"},
            {"seat": 3, "card": "As"},
        ),
        "taken_by": 2,
    }
    assert (table.phase, table.actor, table.hand(2)) == ("tricks", 2, "Ad Kd Qd 9h")
    assert {"TON-12", "TON-14", "TON-15"} <= set(table.step.cites)
    assert "TON-22" not in table.step.cites
    assert [(e.seat, e.clause) for e in table.step.events if isinstance(e, TrickTaken)] == [(2, "TON-14")]


def test_the_trick_is_seen_while_it_is_played(sit: Sit) -> None:
    table = _playing(sit).play("9c Qc")
    rows = ({"seat": 0, "card": "9c"}, {"seat": 1, "card": "Qc"})
    assert table.view(3).details["trick"] == rows
    assert (table.hand(0), table.hand(1)) == ("Ah Kh 8c 6d", "Ac Jc Td 7h")
    assert table.view(2).menu == table.step.menu
    assert table.view(1).menu is None


def test_who_passed_is_left_out_of_the_tricks(sit: Sit) -> None:
    table = sit().deal(HANDS, "7c 7d 8d 9d", "6h").decline(0, 1, 2, 3).decline(0, 1, 2)
    table.discard(3, "6h").do(0, "stay").do(1, "pass").do(2, "stay").play("9c 8h As")
    assert (table.actor, table.key("tricks_taken")) == (2, (0, 0, 1, 0))


def test_without_a_trump_only_the_suit_led_counts(sit: Sit) -> None:
    table = sit(five="as_dealt").deal(HANDS, "7c 7d 8d 9d", "6h").do(0, "announce").play("6d")
    assert table.playable() == "Td"
    table.play("Td Ad")
    assert table.playable() == "As Ks Qs Js Ts"
    table.play("As")
    assert (table.actor, table.key("scores")) == (2, (0, 0, 1, 0))
    assert "TON-22" in table.step.cites


def test_a_seat_that_plays_alone_takes_five_tricks_without_a_card(sit: Sit) -> None:
    table = sit(dealer=3).deal(HANDS, "7c 7d 8d 9d", "6h").decline(0, 1, 2, 3).decline(0, 1, 2)
    table.discard(3, "6h").each("pass", 0, 1, 2)
    view = table.view()
    assert (view.phase, view.seats_in) == ("between", ())
    assert view.details["tricks_taken"] == (0, 0, 0, 5)
    assert view.details["scores"] == (0, 0, 0, 5)
    assert (view.details["last_trick"], view.details["trick"]) == (None, ())
    assert sum(isinstance(event, TrickTaken) for event in table.step.events) == 5
    assert {"TON-11", "TON-15", "TON-16"} <= set(table.step.cites)
    assert table.view(3).hand == ()


def test_a_dealer_alone_that_has_announced_has_kept_its_word(sit: Sit) -> None:
    table = sit(dealer=3).deal(HANDS, "7c 7d 8d 9d", "6h").decline(0, 1, 2).do(3, "announce")
    table.decline(0, 1, 2).discard(3, "6h").each("pass", 0, 1, 2)
    assert (table.phase, table.key("pluses"), table.key("scores")) == ("between", (0,) * 4, (0, 0, 0, 5))
    assert {"TON-11", "TON-22"} <= set(table.step.cites)


def test_tricks_taken_alone_are_counted_one_by_one(sit: Sit) -> None:
    table = sit(dealer=3, state={"scores": (0, 0, 0, 12), "bank": 8})
    table.deal(HANDS, "7c 7d 8d 9d", "6h").decline(0, 1, 2, 3).decline(0, 1, 2)
    table.discard(3, "6h").each("pass", 0, 1, 2)
    assert (table.phase, table.key("scores"), table.key("tricks_taken")) == (
        "over",
        (0, 0, 0, 15),
        (0, 0, 0, 3),
    )
    assert sum(isinstance(event, TrickTaken) for event in table.step.events) == 3


def test_fifteen_points_end_the_session_at_that_very_trick(sit: Sit) -> None:
    """The worked case: dealer 11, left 6, next 13, next 9; the left seat holds the talon; the last passes."""
    table = sit(state={"scores": (6, 13, 9, 11), "bank": 7})
    table.deal(
        {0: "Ah 6c 7c 8c 9c", 1: "Ac Kd Qd Jd Td", 2: "As Ks Qs Js Ts", 3: "6s 7s 8s 9s Tc"},
        talon="Kh Qh Kc 9d",
        then="6h",
    ).decline(0, 1, 2, 3)
    table.do(0, "exchange", parse_card("Ah")).discard(3, "6h").do(2, "pass")
    assert (table.phase, table.actor, table.hand(0)) == ("tricks", 0, "Ah Kc Kh Qh 9d")
    table.play("Ah Td 6s")
    assert (table.actor, table.key("scores")) == (0, (7, 13, 9, 11))
    table.play("9d Jd 7s")
    assert (table.actor, table.key("scores")) == (1, (7, 14, 9, 11))
    table.play("Qd 8s Kh")
    assert (table.actor, table.key("scores")) == (0, (8, 14, 9, 11))
    table.play("Kc Ac Tc")
    view = table.view()
    assert (view.phase, view.details["scores"], view.details["tricks_taken"]) == (
        "over",
        (8, 15, 9, 11),
        (2, 2, 0, 0),
    )
    assert {"TON-16", "TON-16r", "TON-20"} <= set(table.step.cites)
    assert (view.seats_in, table.view(0).hand) == ((), ())
    assert [event.seat for event in table.step.events if isinstance(event, TrickTaken)] == [1]
    assert view.result is not None
    assert view.result.winners == (1,)
