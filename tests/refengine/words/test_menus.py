"""What a menu admits and how it refuses."""

from typing import Literal, cast

import pytest

from refengine.actions import Action, Argument, Extension, Verb
from refengine.cards import parse_card, parse_cards
from refengine.errors import ClauseId, IllegalAction, InvariantBroken, SessionOver
from refengine.menus import (
    NOTHING,
    SESSION_OVER,
    AgreedHands,
    Amounts,
    Domain,
    Menu,
    Nothing,
    Offer,
    OneOf,
    OrderOfCards,
    OrderOfSeats,
    SomeOf,
    Withheld,
    admit,
    amount_of,
)
from refengine.seating import TABLE, Seat, all_seats

RULE, LOW, HIGH = ClauseId("X-1"), ClauseId("X-2"), ClauseId("X-3")


def refusal(menu: Menu, action: Action) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as caught:
        admit(menu, action, 3)
    return caught.value.code, caught.value.clause


def tried(verb: Verb, domain: Domain, argument: Argument) -> tuple[str, str]:
    return refusal(Menu(Seat(0), (Offer(verb, domain, RULE),)), Action(Seat(0), verb, argument))


def admitted(verb: Verb, domain: Domain, argument: Argument) -> bool:
    offer = Offer(verb, domain, RULE)
    return admit(Menu(Seat(0), (offer,)), Action(Seat(0), verb, argument), 3) == offer


def test_an_amount_within_its_bounds_is_admitted() -> None:
    assert all(admitted("bet", Amounts(2, 5, LOW, HIGH), amount) for amount in (2, 3, 5))


def test_an_amount_below_breaks_the_clause_of_the_lower_bound() -> None:
    assert tried("bet", Amounts(2, 5, LOW, HIGH), 1) == ("bad_amount", LOW)


def test_an_amount_above_breaks_the_clause_of_the_upper_bound() -> None:
    assert tried("bet", Amounts(2, 5, LOW, HIGH), 6) == ("bad_amount", HIGH)


def test_a_negative_amount_is_a_bad_amount_and_not_malformed() -> None:
    assert tried("bet", Amounts(2, 5, LOW, HIGH), -3)[0] == "bad_amount"


def test_without_an_upper_bound_amounts_stay_below_two_to_the_53() -> None:
    assert admitted("bet", Amounts(1, None), 2**53 - 1)
    assert tried("bet", Amounts(1, None), 2**53)[0] == "bad_amount"


@pytest.mark.parametrize("amount", [True, 2.0, 2.5, "2", None, (2,)])
@pytest.mark.untyped
def test_what_is_no_whole_number_is_malformed_as_an_amount(amount: object) -> None:
    assert tried("bet", Amounts(1, None), cast(Argument, amount))[0] == "malformed"


def test_some_of_the_cards_are_admitted_up_to_the_most() -> None:
    assert all(
        admitted("discard", SomeOf(parse_cards("Ah Kh Qh"), 0, 2), cards)
        for cards in ((), parse_cards("Qh"), parse_cards("Kh Ah"))
    )


@pytest.mark.parametrize("cards", ["Ah Ah", "Ah 9c", "Ah Kh Qh"])
def test_repeated_foreign_or_too_many_cards_are_refused(cards: str) -> None:
    assert tried("discard", SomeOf(parse_cards("Ah Kh Qh"), 0, 2), parse_cards(cards))[0] == "bad_cards"


def test_too_many_cards_break_the_clause_on_their_number() -> None:
    cards = parse_cards("Ah Kh")
    assert tried("discard", SomeOf(cards, 0, 1, LOW), cards) == ("bad_cards", LOW)


def test_too_few_cards_are_refused() -> None:
    assert tried("draw_dealer", SomeOf(parse_cards("Ah Kh"), 2, 2), parse_cards("Ah"))[0] == "bad_cards"


@pytest.mark.parametrize("cards", [("Ah", "xx"), ("10h",), (3,), ["Ah"]])
@pytest.mark.untyped
def test_what_holds_no_cards_is_malformed(cards: object) -> None:
    assert tried("discard", SomeOf(parse_cards("Ah"), 0, 1), cast(Argument, cards))[0] == "malformed"


def test_a_card_that_is_held_but_not_allowed_must_follow() -> None:
    domain = OneOf(parse_cards("Ah"), parse_cards("Ah 9c"), LOW)
    assert admitted("play", domain, parse_card("Ah"))
    assert tried("play", domain, parse_card("9c")) == ("must_follow", LOW)


def test_a_card_that_is_not_held_is_a_bad_card() -> None:
    assert (
        tried("play", OneOf(parse_cards("Ah"), parse_cards("Ah 9c"), LOW), parse_card("2d"))[0] == "bad_cards"
    )


def test_a_string_that_is_no_card_is_malformed() -> None:
    assert tried("play", OneOf(parse_cards("Ah")), cast(Argument, "ah"))[0] == "malformed"


def test_a_shuffle_names_every_card_once() -> None:
    domain = OrderOfCards(parse_cards("Ah Kh Qh"))
    assert admitted("shuffle", domain, parse_cards("Qh Ah Kh"))
    for cards in ("Qh Ah", "Qh Ah Ah", "Qh Ah 2c", "Qh Ah Kh Kh"):
        assert tried("shuffle", domain, parse_cards(cards))[0] == "bad_cards"


def test_an_order_of_seats_names_every_seat_once() -> None:
    domain = OrderOfSeats(all_seats(3))
    assert admitted("draw_seats", domain, (Seat(2), Seat(0), Seat(1)))


@pytest.mark.parametrize("order", [(0, 1), (0, 1, 1), (0, 1, 3), (0, 1, 2, 0), (0, True, 2), ("0", 1, 2)])
@pytest.mark.parametrize("actor", [Seat(0), "table"])
def test_an_order_of_seats_that_is_none_is_malformed_whoever_says_it(order: object, actor: object) -> None:
    action = Action(cast(Seat, actor), "draw_seats", cast(Argument, order))
    assert (
        refusal(Menu("table", (Offer("draw_seats", OrderOfSeats(all_seats(3))),)), action)[0] == "malformed"
    )


def test_an_extension_needs_the_consent_of_every_seat() -> None:
    domain = AgreedHands(all_seats(3), LOW)
    assert admitted("extend", domain, Extension(1, (Seat(2), Seat(0), Seat(1))))
    for agreed in ((0, 1), (0, 1, 1), (0, 1, 2, 2), (0, 1, 5)):
        assert tried("extend", domain, Extension(1, tuple(map(Seat, agreed)))) == ("consent_required", LOW)


@pytest.mark.parametrize("hands", [0, -1, 2**53])
def test_an_extension_is_for_at_least_one_hand(hands: int) -> None:
    assert tried("extend", AgreedHands(all_seats(3)), Extension(hands, all_seats(3)))[0] == "bad_amount"


@pytest.mark.parametrize("argument", [3, (3, (0, 1, 2)), Extension(cast(int, True), ()), None])
@pytest.mark.untyped
def test_an_extension_of_another_shape_is_malformed(argument: object) -> None:
    assert tried("extend", AgreedHands(all_seats(3)), cast(Argument, argument))[0] == "malformed"


def test_an_unknown_verb_is_malformed() -> None:
    assert refusal(Menu(Seat(0), ()), Action(Seat(0), cast(Verb, "bluff")))[0] == "malformed"


@pytest.mark.parametrize("actor", [True, 1.0, "dealer", None])
@pytest.mark.untyped
def test_an_actor_that_is_neither_seat_nor_table_is_malformed(actor: object) -> None:
    assert refusal(Menu(Seat(1), (Offer("fold"),)), Action(cast(Seat, actor), "fold"))[0] == "malformed"


def test_after_the_session_nothing_is_legal() -> None:
    with pytest.raises(SessionOver):
        admit(SESSION_OVER, Action(Seat(0), "fold"), 3)


@pytest.mark.parametrize("actor", [0, 7, -1, "table"])
def test_only_the_actor_may_act(actor: object) -> None:
    assert refusal(Menu(Seat(1), (Offer("fold"),)), Action(cast(Seat, actor), "fold"))[0] == "not_your_turn"


def test_a_malformed_action_is_malformed_even_after_the_session() -> None:
    assert refusal(SESSION_OVER, Action(Seat(0), "bet", None))[0] == "malformed"


def test_whose_turn_it_is_comes_before_what_is_on_the_menu() -> None:
    assert refusal(Menu(Seat(1), ()), Action(Seat(0), "fold"))[0] == "not_your_turn"


def test_a_verb_that_is_not_on_the_menu_is_not_available() -> None:
    assert (
        refusal(Menu(Seat(0), (Offer("call", Amounts(1, 1)),)), Action(Seat(0), "fold"))[0] == "not_available"
    )


def test_a_withheld_verb_says_why() -> None:
    menu = Menu(Seat(0), (Offer("fold"),), (Withheld("raise", "raise_forbidden", LOW),))
    assert refusal(menu, Action(Seat(0), "raise", 5)) == ("raise_forbidden", LOW)


def test_a_breach_without_a_clause_of_its_own_breaks_the_one_that_allows_the_verb() -> None:
    assert tried("discard", SomeOf(parse_cards("Ah"), 0, 1), parse_cards("2c")) == ("bad_cards", RULE)


def test_a_refusal_tells_what_would_have_been_legal() -> None:
    menu = Menu(Seat(1), (Offer("fold"), Offer("call", Amounts(5, 5))))
    with pytest.raises(IllegalAction, match="1 may call, fold"):
        admit(menu, Action(Seat(1), "check"), 3)


def test_a_refusal_after_the_end_says_that_nothing_is_left() -> None:
    with pytest.raises(SessionOver, match="may nothing"):
        admit(SESSION_OVER, Action(Seat(1), "check"), 3)


def test_an_amount_is_read_only_from_an_action_that_has_one() -> None:
    assert amount_of(Action(Seat(0), "bet", 4)) == 4
    with pytest.raises(InvariantBroken):
        amount_of(Action(Seat(0), "fold"))


def test_verbs_without_an_argument_ignore_one() -> None:
    assert admitted("fold", NOTHING, 5)


@pytest.mark.parametrize(
    ("verb", "domain", "argument"),
    [
        ("next_hand", NOTHING, None),
        ("bet", Amounts(1, None), 3),
        ("discard", SomeOf(parse_cards("Ah Kh"), 0, 2), parse_cards("Kh")),
        ("play", OneOf(parse_cards("Ah Kh")), parse_card("Kh")),
        ("shuffle", OrderOfCards(parse_cards("Ah Kh")), parse_cards("Kh Ah")),
    ],
)
def test_an_actor_that_is_equal_though_another_object_is_the_actor(
    verb: Verb, domain: Domain, argument: Argument
) -> None:
    offer = Offer(verb, domain, RULE)
    another = cast(Literal["table"], "".join(["ta", "ble"]))
    assert another is not TABLE
    assert admit(Menu(TABLE, (offer,)), Action(another, verb, argument), 3) == offer


def test_no_argument_is_no_argument_in_whatever_object() -> None:
    assert admitted("fold", Nothing(), None)


@pytest.mark.parametrize("cards", [None, "Ah", 5, ("Ah", 5), (["Ah"], "Kh")])
@pytest.mark.untyped
def test_a_shuffle_of_what_holds_no_cards_is_malformed(cards: object) -> None:
    domain = OrderOfCards(parse_cards("Ah Kh"))
    assert tried("shuffle", domain, cast(Argument, cards))[0] == "malformed"


class Word(str):
    """A string that is more than a string."""


@pytest.mark.untyped
@pytest.mark.parametrize(
    ("verb", "domain"),
    [
        ("discard", SomeOf(parse_cards("Ah Kh"), 0, 2)),
        ("shuffle", OrderOfCards(parse_cards("Ah Kh"))),
    ],
)
def test_cards_are_strings_and_nothing_else(verb: Verb, domain: Domain) -> None:
    assert tried(verb, domain, cast(Argument, (Word("Ah"), "Kh")))[0] == "malformed"
