"""What Ton says about the talon and the trump from the rest, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.fault import Fault
from conformance.faults.ton.text import TON
from conformance.faults.tools import Put, Swap, swapped, with_changed, without
from refengine.actions import Action
from refengine.game import Observation
from refengine.menus import Menu, Offer, OneOf, card_of
from refengine.seating import Seats, clockwise_after, next_left
from refengine.ton import exchange, machine
from refengine.ton.course import Course
from refengine.ton.state import (
    Deal,
    Exchanging,
    Lying,
    Outcome,
    Stock,
    TonState,
    TrumpFromStock,
    hand_with,
    with_cards,
)

Enter = Callable[[Course, Deal], Outcome]


ActExchange = Callable[[Course, Exchanging, Action], Outcome]


# -- the talon
def _right_goes_to(order: Callable[[Deal], Seats]) -> Swap:
    """The right to the talon goes round in another way."""

    def wrong(_: Enter, course: Course, deal: Deal) -> Outcome:
        return exchange._ask_exchange(course, deal, order(deal))

    return Swap(machine.ENTRIES, "exchange", wrong)


def _from_the_left(deal: Deal) -> Seats:
    return clockwise_after(deal.dealer, deal.seats_in)


def _gone_once_refused(right: ActExchange, course: Course, turn: Exchanging, action: Action) -> Outcome:
    return right(course, turn._replace(waiting=turn.waiting[:1]), action)


def _refused_in_silence(right: ActExchange, course: Course, turn: Exchanging, action: Action) -> Outcome:
    """A refusal turns no card of the talon."""
    outcome = right(course, turn, action)
    if action.verb == "exchange":
        return outcome
    if isinstance(outcome, str):
        course.deal = _with_talon(course.deal, turn.deal)
    else:
        assert isinstance(course.phase, Exchanging)
        course.phase = course.phase._replace(deal=_with_talon(course.phase.deal, turn.deal))
    return outcome


def _with_talon(deal: Deal, before: Deal) -> Deal:
    """`deal` with the talon as it lay in `before`."""
    return deal._replace(stock=deal.stock._replace(talon=before.stock.talon))


def _two_kept(right: ActExchange, course: Course, turn: Exchanging, action: Action) -> Outcome:
    """Three cards are exchanged; the fourth of the talon is out of play."""
    outcome = right(course, turn, action)
    if action.verb != "exchange":
        return outcome
    seat, deal = turn.waiting[0], course.deal
    second = next(card for card in turn.deal.hands[seat] if card != action.argument)
    hand = [card for card in deal.hands[seat] if card != exchange._lying(turn.deal).cards[-1]]
    course.deal = with_cards(deal, seat, hand_with(tuple(hand), (second,)), deal.stock)
    return outcome


def _face_down_only(right: ActExchange, course: Course, turn: Exchanging, action: Action) -> Outcome:
    """Cards of the talon that were turned up stay out; the seat keeps as many of its own instead."""
    outcome = right(course, turn, action)
    if action.verb != "exchange":
        return outcome
    seat, deal, talon = turn.waiting[0], course.deal, exchange._lying(turn.deal)
    shown = talon.cards[: talon.turned]
    own = tuple(card for card in turn.deal.hands[seat] if card != action.argument)[: len(shown)]
    hand = tuple(card for card in deal.hands[seat] if card not in shown)
    course.deal = with_cards(deal, seat, hand_with(hand, own), deal.stock)
    return outcome


def _turned_unseen(_: TonState, __: object, view: Observation) -> Observation:
    return view._replace(details={**view.details, "talon": ()})


def _talon_seen(state: TonState, _: object, view: Observation) -> Observation:
    phase = state.phase
    if not isinstance(phase, Exchanging) or not isinstance(phase.deal.stock.talon, Lying):
        return view
    return view._replace(details={**view.details, "talon": phase.deal.stock.talon.cards})


TALON: Final = (
    TON.swapped(
        "dealer-may-exchange",
        "TON-7",
        "order",
        "The dealer may exchange for the talon as the last.",
        _right_goes_to(lambda deal: _from_the_left(deal)[:4]),
    ),
    TON.swapped(
        "exchange-goes-to-the-right",
        "TON-7",
        "order",
        "The right to the talon goes round to the right.",
        _right_goes_to(lambda deal: _from_the_left(deal)[-2::-1][:4]),
    ),
    TON.swapped(
        "exchange-once-refused-is-gone",
        "TON-7",
        "order",
        "If the first seat refuses the talon nobody may have it.",
        Swap(machine.ACTS, "exchange", _gone_once_refused),
    ),
    TON.swapped(
        "refusal-turns-nothing",
        "TON-7",
        "cards",
        "A refusal turns no card of the talon up.",
        Swap(machine.ACTS, "exchange", _refused_in_silence),
    ),
    TON.menus(
        "must-exchange",
        "TON-7",
        "menu",
        "A seat cannot refuse the talon.",
        lambda state, menu: without(menu, "decline") if isinstance(state.phase, Exchanging) else menu,
    ),
    TON.swapped(
        "two-cards-kept",
        "TON-7",
        "cards",
        "A seat keeps two cards and exchanges three.",
        Swap(machine.ACTS, "exchange", _two_kept),
    ),
    TON.swapped(
        "turned-cards-stay",
        "TON-7r",
        "cards",
        "Cards of the talon that were turned up are not taken.",
        Swap(machine.ACTS, "exchange", _face_down_only),
    ),
    TON.swapped(
        "three-refusals-end-it",
        "TON-7r",
        "order",
        "After three refusals nobody may exchange.",
        Put(exchange, "TALON", 3),
    ),
    TON.views(
        "turned-cards-forgotten",
        "TON-7",
        "The cards of the talon that were turned up are not told.",
        _turned_unseen,
    ),
    TON.views("talon-seen", "TON-2", "The whole talon lies face up.", _talon_seen),
)


# -- a trump from the rest
def _any_seat(right: Enter, course: Course, deal: Deal) -> Outcome:
    """The first seat that holds no trump may take one, wherever it sits."""
    suit = deal.contract.trump
    without_trump = [s for s in _from_the_left(deal)[:-1] if all(card[1] != suit for card in deal.hands[s])]
    if not without_trump:
        return _never(right, course, deal)
    seat = without_trump[0]
    with swapped(Swap(exchange, "next_left", lambda *_: seat)):
        return right(course, deal)


def _taken_by_the_asked(
    right: Callable[..., Outcome], course: Course, turn: TrumpFromStock, action: Action
) -> Outcome:
    suit = turn.deal.contract.trump
    hands = turn.deal.hands
    seat = next((s for s in _from_the_left(turn.deal)[:-1] if all(c[1] != suit for c in hands[s])), None)
    with swapped(
        Swap(exchange, "next_left", lambda right_left, *more: right_left(*more) if seat is None else seat)
    ):
        return right(course, turn, action)


def _with_a_trump_too(right: Enter, course: Course, deal: Deal) -> Outcome:
    seat, suit = next_left(deal.dealer, deal.seats_in), deal.contract.trump
    hands = deal.hands
    bare = tuple(card for card in hands[seat] if card[1] != suit)
    trumps = tuple(card for card in deal.stock.rest if card[1] == suit)
    if len(bare) == len(hands[seat]) or not trumps:
        return right(course, deal)
    course.phase = TrumpFromStock(deal)
    return Menu(seat, (Offer("take_trump", OneOf(trumps)), Offer("decline")))


def _never(_: Enter, course: Course, deal: Deal) -> Outcome:
    course.deal = deal
    return "no_right"


def _without_the_talon(
    right: Callable[..., Outcome], course: Course, turn: TrumpFromStock, action: Action
) -> Outcome:
    """The trump replaces a card; the talon stays for the exchange."""
    outcome = right(course, turn, action)
    if action.verb == "decline":
        return outcome
    deal = turn.deal
    seat = next_left(deal.dealer, deal.seats_in)
    hand = hand_with(deal.hands[seat][:-1], (card_of(action),))
    stock = Stock(deal.stock.talon, course.deal.stock.rest, (*deal.stock.gone, deal.hands[seat][-1]))
    course.deal = with_cards(deal, seat, hand, stock)
    return "declined"


def _exchange_goes_on(
    right: Callable[..., Outcome], course: Course, turn: TrumpFromStock, action: Action
) -> Outcome:
    """After a trump has been taken the next seat may still have the talon."""
    outcome = right(course, turn, action)
    if action.verb == "decline":
        return outcome
    seat = next_left(turn.deal.dealer, turn.deal.seats_in)
    later = tuple(s for s in _from_the_left(turn.deal)[:-1] if s != seat)
    if not later:
        return outcome
    lying = _with_talon(course.deal, turn.deal)
    return exchange._ask_exchange(course, lying, later)


def _first_trump_only(_: TonState, menu: Menu) -> Menu:
    def first(offer: Offer) -> Offer:
        assert isinstance(offer.domain, OneOf)
        return offer._replace(domain=offer.domain._replace(cards=offer.domain.cards[:1]))

    return with_changed(menu, "take_trump", first)


def _asked_for_nothing(right: Enter, course: Course, deal: Deal) -> Outcome:
    """A seat without a trump is asked although the rest holds none."""
    outcome = right(course, deal)
    seat, suit = next_left(deal.dealer, deal.seats_in), deal.contract.trump
    if isinstance(outcome, str) and all(card[1] != suit for card in deal.hands[seat]):
        course.phase = TrumpFromStock(deal)
        return Menu(seat, (Offer("decline"),))
    return outcome


def _right_lost(
    right: Callable[..., Outcome], course: Course, turn: TrumpFromStock, action: Action
) -> Outcome:
    """Who takes no trump cannot have the talon either."""
    outcome = right(course, turn, action)
    if action.verb != "decline":
        return outcome
    later = _from_the_left(turn.deal)[1:-1][:4]
    return exchange._ask_exchange(course, turn.deal, later) if later else "settled"


FROM_STOCK: Final = (
    TON.swapped(
        "any-seat-takes-a-trump",
        "TON-8",
        "order",
        "The first seat without a trump may take one, wherever it sits.",
        Swap(machine.ENTRIES, "trump_from_stock", _any_seat),
        Swap(machine.ACTS, "trump_from_stock", _taken_by_the_asked),
    ),
    TON.swapped(
        "trump-for-who-has-one",
        "TON-8",
        "menu",
        "The seat left of the dealer may take a trump although it holds one.",
        Swap(machine.ENTRIES, "trump_from_stock", _with_a_trump_too),
    ),
    TON.swapped(
        "no-trump-from-the-rest",
        "TON-8",
        "menu",
        "Nobody may take a trump from the rest.",
        Swap(machine.ENTRIES, "trump_from_stock", _never),
    ),
    TON.swapped(
        "trump-without-the-talon",
        "TON-8",
        "cards",
        "Who takes a trump from the rest does not get the talon with it.",
        Swap(machine.ACTS, "trump_from_stock", _without_the_talon),
    ),
    TON.swapped(
        "no-trump-no-talon",
        "TON-8",
        "order",
        "Who declines a trump from the rest may not exchange for the talon.",
        Swap(machine.ACTS, "trump_from_stock", _right_lost),
    ),
    TON.swapped(
        "exchange-after-a-trump-taken",
        "TON-8r",
        "order",
        "After a trump was taken from the rest the exchange goes on.",
        Swap(machine.ACTS, "trump_from_stock", _exchange_goes_on),
    ),
    TON.menus(
        "first-trump-only",
        "TON-8r",
        "cards",
        "Only the first trump of the rest may be taken.",
        _first_trump_only,
    ),
    TON.swapped(
        "asked-without-a-trump-left",
        "TON-8r",
        "order",
        "A seat is asked for a trump although the rest holds none.",
        Swap(machine.ENTRIES, "trump_from_stock", _asked_for_nothing),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*TALON, *FROM_STOCK)
