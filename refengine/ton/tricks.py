"""The play: who leads, a card at a time, and what a trick brings."""

from functools import cache
from typing import Final

from refengine.actions import Action
from refengine.cards import Cards
from refengine.events import Events, TrickTaken
from refengine.game import Step
from refengine.menus import Menu, Offer, OneOf, card_of
from refengine.seating import Seat, Seats, clockwise_after
from refengine.ton import clauses
from refengine.ton.course import Course
from refengine.ton.following import best_of, may_follow
from refengine.ton.rules import PACK, POINTS_TO_WIN, TRICKS, AfterFive
from refengine.ton.state import (
    Deal,
    NaFive,
    Outcome,
    Taken,
    TonState,
    Trick,
    Tricks,
)

_AS_DEALT: Final = AfterFive.AS_DEALT
_FOLLOWING: Final = (clauses.FOLLOW, clauses.FOLLOW_HOW)
_COUNTED: Final = (clauses.TRICK_COUNTS, clauses.FIFTEEN)
_COUNTED_OF_FIVE: Final = (*_COUNTED, clauses.FIVE_COUNTS)
_TRICK: Final = (clauses.FOLLOW, clauses.TAKE_TRICK, clauses.HOLDER_LEADS, *_COUNTED)
_TRICK_OF_FIVE: Final = (*_TRICK, clauses.FIVE_COUNTS)

_FOLLOW: Final = clauses.FOLLOW
_LEAD: Final = clauses.HOLDER_LEADS
_LAST_LEAD: Final = {(card,): (Offer("play", OneOf((card,)), _LEAD),) for card in PACK}
"""What a hand of one card may do when it leads."""
_LAST_CARD: Final = {(card,): (Offer("play", OneOf((card,), (card,), _FOLLOW), _FOLLOW),) for card in PACK}
"""What a hand of one card may do when it follows."""


@cache
def _taken(seat: Seat) -> Events:
    """What happens when `seat` takes a trick."""
    return (TrickTaken(seat, clauses.TAKE_TRICK),)


def enter_tricks(course: Course, deal: Deal) -> Outcome:
    """The talon holder leads; a seat that plays alone takes all tricks without a card."""
    if len(deal.seats_in) == 1:
        return _alone(course, deal)
    course.phase, menu = _lead(deal, _first_leader(course, deal))
    return menu


def _first_leader(course: Course, deal: Deal) -> Seat:
    contract, talon = deal.contract, deal.stock.talon
    if type(contract) is NaFive:
        course.cites.append(clauses.FIVE)
        if course.agreement.after_five is _AS_DEALT:
            return contract.announcer
    course.cites.append(clauses.HOLDER_LEADS)
    if type(talon) is Taken:
        return talon.by
    course.cites.append(clauses.WITHOUT_HOLDER)
    return clockwise_after(deal.dealer, deal.seats_in)[0]


def _alone(course: Course, deal: Deal) -> Outcome:
    (seat,) = deal.seats_in
    tricks: tuple[Trick, ...] = ()
    won = False
    while not won and len(tricks) < TRICKS:
        course.tell(TrickTaken(seat, clauses.ALONE))
        tricks += (Trick((), (), seat),)
        won = _score(course, deal, seat)
    course.deal = Deal(deal.dealer, deal.seats_in, deal.hands, deal.stock, deal.contract, tricks)
    return "fifteen" if won else "played_out"


def _score(course: Course, deal: Deal, seat: Seat) -> bool:
    """One point for a trick of `seat`; whether that was its fifteenth."""
    course.cites += _COUNTED_OF_FIVE if type(deal.contract) is NaFive else _COUNTED
    course.score(seat, 1)
    return course.scores[seat] >= POINTS_TO_WIN


def _lead(deal: Deal, leader: Seat) -> tuple[Tricks, Menu]:
    hand = deal.hands[leader]
    offers = _LAST_LEAD[hand] if len(hand) == 1 else (Offer("play", OneOf(hand), _LEAD),)
    return Tricks(deal, clockwise_after(leader - 1, deal.seats_in)), Menu(leader, offers)


def play(state: TonState, turn: Tricks, action: Action) -> Step[TonState] | None:
    """The step to the next card; None if this card ends the deal or the session.

    Most actions of a session go this way, so it makes its records without the detour of a `Course`.
    """
    card = action.argument
    assert isinstance(card, str)  # the menu has admitted a card
    laid = (card,)
    trick, order = state.trick + laid, turn.order
    played = len(trick)
    if played == len(order):
        return _next_trick(state, turn, trick)
    account, deal, seat = state.account, turn.deal, order[played]
    hand = deal.hands[seat]
    if len(hand) == 1:
        menu = Menu(seat, _LAST_CARD[hand])
    else:
        allowed = may_follow(account.agreement, hand, trick, deal.contract.trump)
        menu = Menu(seat, (Offer("play", OneOf(allowed, hand, _FOLLOW), _FOLLOW),))
    return Step(TonState(account, state.scores, turn, trick, menu), (), menu, _FOLLOWING)


def _next_trick(state: TonState, turn: Tricks, trick: Cards) -> Step[TonState] | None:
    """`trick` is taken and its taker leads again; None if that ends the deal or the session."""
    deal, order = turn.deal, turn.order
    if len(deal.tricks) + 1 == TRICKS:
        return None
    seat = order[trick.index(best_of(trick, deal.contract.trump))]
    scores = list(state.scores)
    scores[seat] += 1
    if scores[seat] >= POINTS_TO_WIN:
        return None
    phase, menu = _lead(_with_trick(deal, order, trick, seat), seat)
    cites = _TRICK_OF_FIVE if type(deal.contract) is NaFive else _TRICK
    return Step(TonState(state.account, tuple(scores), phase, (), menu), _taken(seat), menu, cites)


def _with_trick(deal: Deal, order: Seats, trick: Cards, taker: Seat) -> Deal:
    """The cards leave the hands that played them, for the trick of its taker."""
    hands = list(deal.hands)
    for seat, card in zip(order, trick):  # noqa: B905 - of one length, and a keyword costs a slower call
        hand = list(hands[seat])
        hand.remove(card)
        hands[seat] = tuple(hand)
    tricks = (*deal.tricks, Trick(order, trick, taker))
    return Deal(deal.dealer, deal.seats_in, tuple(hands), deal.stock, deal.contract, tricks)


def act_last_play(course: Course, turn: Tricks, action: Action) -> Outcome:
    """The trick goes to its taker, and with it the deal or the session is over."""
    deal, order, trick = turn.deal, turn.order, (*course.trick, card_of(action))
    seat = order[trick.index(best_of(trick, deal.contract.trump))]
    course.events += _taken(seat)
    course.cites.append(clauses.TAKE_TRICK)
    course.deal = _with_trick(deal, order, trick, seat)
    return "fifteen" if _score(course, deal, seat) else "played_out"
