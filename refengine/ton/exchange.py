"""The ways to better cards: a trump from the rest of the pack, the talon, and the dealer's discard."""

from typing import Final

from refengine.actions import Action
from refengine.cards import Card
from refengine.errors import InvariantBroken
from refengine.events import Drawn, Turned
from refengine.menus import Menu, Offer, OneOf, SomeOf, bare, card_of, cards_of
from refengine.seating import Seat, Seats, clockwise_after, next_left
from refengine.ton import clauses
from refengine.ton.course import Course
from refengine.ton.rules import TALON
from refengine.ton.state import (
    Deal,
    DealerDiscarding,
    Exchanging,
    Lying,
    Outcome,
    Stock,
    Taken,
    TrumpFromStock,
    hand_with,
    hand_without,
    with_cards,
)

_DECLINE: Final = bare("decline", clauses.EXCHANGE)
_DECLINE_TRUMP: Final = bare("decline", clauses.TRUMP_FROM_STOCK)
_DISCARD: Final = (clauses.DEALER_DISCARDS, clauses.DISCARD_ANY)


def _lying(deal: Deal) -> Lying:
    """The talon of a deal in which nobody has taken it."""
    if type(deal.stock.talon) is Lying:
        return deal.stock.talon
    raise InvariantBroken("the talon is gone")


def enter_trump_from_stock(course: Course, deal: Deal) -> Outcome:
    """The seat left of the dealer is asked if it holds no trump and the rest has one."""
    seat, suit = next_left(deal.dealer, deal.seats_in), deal.contract.trump
    course.cites.append(clauses.TRUMP_FROM_STOCK)
    if suit in [card[1] for card in deal.hands[seat]]:
        return "no_right"
    course.cites.append(clauses.LOOK_THROUGH)
    trumps = tuple([card for card in deal.stock.rest if card[1] == suit])
    if not trumps:
        return "no_right"
    take = Offer("take_trump", OneOf(trumps), clauses.TRUMP_FROM_STOCK)
    course.phase = TrumpFromStock(deal)
    return Menu(seat, (take, _DECLINE_TRUMP))


def act_trump_from_stock(course: Course, turn: TrumpFromStock, action: Action) -> Outcome:
    """Who takes a trump takes the talon with it, for all five cards."""
    deal = turn.deal
    if action.verb == "decline":
        course.deal = deal
        return "declined"
    seat, card = next_left(deal.dealer, deal.seats_in), card_of(action)
    course.cites.append(clauses.LOOK_THROUGH)
    talon, rest, gone = _lying(deal), hand_without(deal.stock.rest, card), deal.stock.gone
    hand = hand_with((card,), talon.cards)
    course.tell(Drawn(seat, hand, (seat,), clauses.TRUMP_FROM_STOCK))
    course.deal = with_cards(deal, seat, hand, Stock(Taken(seat), rest, gone + deal.hands[seat]))
    return "taken"


def enter_exchange(course: Course, deal: Deal) -> Outcome:
    """The right begins at the dealer's left, never comes to the dealer, and ends with the fourth refusal."""
    return _ask_exchange(course, deal, clockwise_after(deal.dealer, deal.seats_in)[:-1][:TALON])


def _ask_exchange(course: Course, deal: Deal, waiting: Seats) -> Outcome:
    course.cites.append(clauses.EXCHANGE)
    exchange = Offer("exchange", OneOf(deal.hands[waiting[0]]), clauses.EXCHANGE)
    course.phase = Exchanging(deal, waiting)
    return Menu(waiting[0], (exchange, _DECLINE))


def act_exchange(course: Course, turn: Exchanging, action: Action) -> Outcome:
    """One card is kept and four are exchanged for the talon, or one more of its cards is turned up."""
    deal, seat = turn.deal, turn.waiting[0]
    if action.verb == "exchange":
        course.deal = _exchanged(course, deal, seat, card_of(action))
        return "settled"
    talon = _lying(deal)
    turned = talon.turned
    course.tell(Turned(talon.cards[turned], clauses.EXCHANGE))
    stock = Stock(Lying(talon.cards, turned + 1), deal.stock.rest, deal.stock.gone)
    refused = Deal(deal.dealer, deal.seats_in, deal.hands, stock, deal.contract, deal.tricks)
    if len(turn.waiting) > 1:
        return _ask_exchange(course, refused, turn.waiting[1:])
    if turned + 1 == TALON:
        course.cites.append(clauses.WHOLE_TALON)
    course.deal = refused
    return "settled"


def _exchanged(course: Course, deal: Deal, seat: Seat, kept: Card) -> Deal:
    talon, gone = _lying(deal), deal.stock.gone
    course.cites.append(clauses.WHOLE_TALON)
    course.tell(Drawn(seat, talon.cards, (seat,), clauses.EXCHANGE))
    given = hand_without(deal.hands[seat], kept)
    stock = Stock(Taken(seat), deal.stock.rest, gone + given)
    return with_cards(deal, seat, hand_with((kept,), talon.cards), stock)


def enter_dealer_discard(course: Course, deal: Deal) -> Outcome:
    """The dealer lays away any one of its six cards."""
    course.cites += _DISCARD
    one = SomeOf(deal.hands[deal.dealer], 1, 1, clauses.DEALER_DISCARDS)
    discard = Offer("discard", one, clauses.DEALER_DISCARDS)
    course.phase = DealerDiscarding(deal)
    return Menu(deal.dealer, (discard,))


def act_dealer_discard(course: Course, turn: DealerDiscarding, action: Action) -> Outcome:
    """The card is out of play."""
    deal, (card,) = turn.deal, cards_of(action)
    hand = hand_without(deal.hands[deal.dealer], card)
    stock = Stock(deal.stock.talon, deal.stock.rest, (*deal.stock.gone, card))
    course.deal = with_cards(deal, deal.dealer, hand, stock)
    return "discarded"
