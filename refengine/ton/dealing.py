"""The shuffle, the deal, the announcements, and the trump."""

from functools import cache
from typing import Final

from refengine.actions import Action
from refengine.cards import in_hand_order
from refengine.events import Cut, Dealt, Event, Turned
from refengine.menus import Menu, Offer, OrderOfCards, bare, cards_of
from refengine.seating import TABLE, Seat, Seats, clockwise_after
from refengine.ton import clauses
from refengine.ton.course import Course
from refengine.ton.rules import HAND, PACK, TALON, AfterFive
from refengine.ton.state import (
    Announcing,
    Contract,
    Deal,
    Lying,
    NaFive,
    Outcome,
    Shuffling,
    Stock,
    TrumpShown,
    hand_with,
    with_hand,
)

_AS_DEALT: Final = AfterFive.AS_DEALT
_SHUFFLE: Final = Menu(TABLE, (Offer("shuffle", OrderOfCards(PACK), clauses.DEAL),))

_DEALT: Final = (clauses.CUT, clauses.DEAL, clauses.DEAL_ORDER, clauses.CLOCKWISE)
_ASKED: Final = (clauses.ANNOUNCE, clauses.ANNOUNCE_ORDER)
_ANNOUNCED: Final = (clauses.NO_TRUMP, clauses.FIVE)


def enter_shuffle(course: Course, deal: Deal) -> Outcome:
    """The table brings the pack."""
    course.phase = Shuffling(deal)
    return _SHUFFLE


def act_shuffle(course: Course, turn: Shuffling, action: Action) -> Outcome:
    """Five cards each, one at a time from the dealer's left, then the talon, its top card first."""
    deal, pack = turn.deal, cards_of(action)
    order = clockwise_after(deal.dealer, deal.seats_in)
    count = len(order)
    used = HAND * count
    hands = list(deal.hands)
    events: list[Event] = [Cut(order[-2], clauses.CUT)]
    for place, seat in enumerate(order):
        hands[seat] = hand = in_hand_order(pack[place:used:count])
        events.append(Dealt(seat, hand, (seat,), clauses.DEAL))
    course.events = tuple(events)
    course.cites += _DEALT
    stock = Stock(Lying(pack[used : used + TALON], 0), pack[used + TALON :], ())
    course.deal = Deal(deal.dealer, deal.seats_in, tuple(hands), stock, deal.contract, deal.tricks)
    return "dealt"


def enter_announce(course: Course, deal: Deal) -> Outcome:
    """Every seat is asked, the dealer last."""
    return _ask_announcement(course, deal, clockwise_after(deal.dealer, deal.seats_in))


@cache
def _announcement(seat: Seat) -> Menu:
    return Menu(seat, (bare("announce", clauses.ANNOUNCE), bare("decline", clauses.ANNOUNCE)))


def _ask_announcement(course: Course, deal: Deal, waiting: Seats) -> Outcome:
    course.cites += _ASKED
    course.phase = Announcing(deal, waiting)
    return _announcement(waiting[0])


def act_announce(course: Course, turn: Announcing, action: Action) -> Outcome:
    """The first announcement ends the asking; without one the trump is shown."""
    seat, later = turn.waiting[0], turn.waiting[1:]
    if action.verb == "announce":
        return _na_five(course, turn.deal, seat)
    if later:
        return _ask_announcement(course, turn.deal, later)
    return _show_trump(course, turn.deal)


def _show_trump(course: Course, deal: Deal) -> Outcome:
    card = deal.stock.rest[0]
    course.tell(Turned(card, clauses.SHOW_TRUMP))
    course.deal = _dealer_takes(deal, TrumpShown(card))
    return "trump_shown"


def _na_five(course: Course, deal: Deal, announcer: Seat) -> Outcome:
    """No trump. The dealer takes its card unshown, or nothing changes hands: as the table has agreed."""
    course.cites += _ANNOUNCED
    contract, dealer = NaFive(announcer), deal.dealer
    if course.agreement.after_five is _AS_DEALT:
        course.deal = Deal(dealer, deal.seats_in, deal.hands, deal.stock, contract, deal.tricks)
        return "five_as_dealt"
    course.tell(Dealt(dealer, deal.stock.rest[:1], (dealer,), clauses.FIVE))
    course.deal = _dealer_takes(deal, contract)
    return "five_with_exchange"


def _dealer_takes(deal: Deal, contract: Contract) -> Deal:
    """The top card of the rest, which has settled the contract, goes to the dealer, who then has six."""
    dealer, stock = deal.dealer, deal.stock
    hands = with_hand(deal.hands, dealer, hand_with(deal.hands[dealer], stock.rest[:1]))
    left = Stock(stock.talon, stock.rest[1:], stock.gone)
    return Deal(dealer, deal.seats_in, hands, left, contract, deal.tricks)
