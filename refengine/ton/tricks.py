"""The play: who leads, a card at a time, and what a trick brings."""

from typing import Final

from refengine.actions import Action
from refengine.cards import Cards
from refengine.events import TrickTaken
from refengine.game import Step
from refengine.menus import Menu, Offer, OneOf, card_of
from refengine.seating import Seat, Seats, clockwise_after
from refengine.ton import clauses
from refengine.ton.course import Course
from refengine.ton.following import best_of, may_follow
from refengine.ton.rules import POINTS_TO_WIN, TRICKS, AfterFive, Agreement
from refengine.ton.state import (
    Account,
    Asked,
    Deal,
    Left,
    NaFive,
    Outcome,
    Taken,
    Tally,
    TonState,
    Trick,
    Tricks,
    with_change,
)

_AS_DEALT: Final = AfterFive.AS_DEALT
_FOLLOWING: Final = (clauses.FOLLOW, clauses.FOLLOW_HOW)
_TRICK: Final = (
    clauses.FOLLOW,
    clauses.TAKE_TRICK,
    clauses.TRICK_COUNTS,
    clauses.FIFTEEN,
    clauses.HOLDER_LEADS,
)
_TRICK_OF_FIVE: Final = (*_TRICK, clauses.FIVE_COUNTS)


def enter_tricks(course: Course, deal: Deal) -> Outcome:
    """The talon holder leads; a seat that plays alone takes all tricks without a card."""
    if len(deal.seats_in) == 1:
        return _alone(course, deal)
    return Asked(*_lead(deal, _first_leader(course, deal)))


def _first_leader(course: Course, deal: Deal) -> Seat:
    contract, talon = deal.contract, deal.stock.talon
    if isinstance(contract, NaFive):
        course.cite(clauses.FIVE)
        if course.agreement.after_five is _AS_DEALT:
            return contract.announcer
    course.cite(clauses.HOLDER_LEADS)
    if isinstance(talon, Taken):
        return talon.by
    course.cite(clauses.WITHOUT_HOLDER)
    return clockwise_after(deal.dealer, deal.seats_in)[0]


def _alone(course: Course, deal: Deal) -> Outcome:
    (seat,) = deal.seats_in
    for _ in range(TRICKS):
        course.tell(TrickTaken(seat, clauses.ALONE))
        deal = deal._replace(tally=Tally(with_change(deal.tally.taken, seat, 1), ()))
        if _score(course, deal, seat):
            return Left("fifteen", deal)
    return Left("played_out", deal)


def _score(course: Course, deal: Deal, seat: Seat) -> bool:
    """One point for a trick of `seat`; whether that was its fifteenth."""
    course.cite(clauses.TRICK_COUNTS)
    course.cite(clauses.FIFTEEN)
    if isinstance(deal.contract, NaFive):
        course.cite(clauses.FIVE_COUNTS)
    course.score(seat, 1)
    return course.account.scores[seat] >= POINTS_TO_WIN


def _lead(deal: Deal, leader: Seat) -> tuple[Tricks, Menu]:
    play = Offer("play", OneOf(deal.hands[leader]), clauses.HOLDER_LEADS)
    return Tricks(deal, clockwise_after(leader - 1, deal.seats_in), ()), Menu(leader, (play,))


def _follow(agreement: Agreement, deal: Deal, trick: Cards, seat: Seat) -> Menu:
    hand = deal.hands[seat]
    allowed = OneOf(may_follow(agreement, hand, trick, deal.contract.trump), hand, clauses.FOLLOW)
    return Menu(seat, (Offer("play", allowed, clauses.FOLLOW),))


def play(state: TonState, turn: Tricks, action: Action) -> Step[TonState] | None:
    """The step to the next card; None if this card ends the deal or the session.

    Most actions of a session go this way, so it makes its records without the detour of a `Course`.
    """
    deal, order, trick = turn.deal, turn.order, (*turn.cards, card_of(action))
    played = len(trick)
    if played == len(order):
        return _next_trick(state, deal, order, trick)
    agreement = state.agreement
    menu = _follow(agreement, deal, trick, order[played])
    after = TonState(agreement, state.account, state.deals, Tricks(deal, order, trick), menu)
    return Step(after, (), menu, _FOLLOWING)


def _next_trick(state: TonState, deal: Deal, order: Seats, trick: Cards) -> Step[TonState] | None:
    """`trick` is taken and its taker leads again; None if that ends the deal or the session."""
    if len(deal.tally.tricks) + 1 == TRICKS:
        return None
    account, seat = state.account, _taker(deal, order, trick)
    if account.scores[seat] + 1 >= POINTS_TO_WIN:
        return None
    phase, menu = _lead(_with_trick(deal, Trick(order, trick, seat)), seat)
    scores = with_change(account.scores, seat, 1)
    account = Account(account.stacks, account.bank, scores, account.pluses)
    cites = _TRICK_OF_FIVE if isinstance(deal.contract, NaFive) else _TRICK
    after = TonState(state.agreement, account, state.deals, phase, menu)
    return Step(after, (TrickTaken(seat, clauses.TAKE_TRICK),), menu, cites)


def _taker(deal: Deal, order: Seats, trick: Cards) -> Seat:
    return order[trick.index(best_of(trick, deal.contract.trump))]


def _with_trick(deal: Deal, trick: Trick) -> Deal:
    """The cards leave the hands that played them, for the trick of its taker."""
    hands, tally = list(deal.hands), deal.tally
    for turn, seat in enumerate(trick.order):
        hand = hands[seat]
        place = hand.index(trick.cards[turn])
        hands[seat] = hand[:place] + hand[place + 1 :]
    after = Tally(with_change(tally.taken, trick.taken_by, 1), (*tally.tricks, trick))
    return Deal(deal.dealer, deal.seats_in, tuple(hands), deal.stock, deal.contract, after)


def act_last_play(course: Course, turn: Tricks, action: Action) -> Outcome:
    """The trick goes to its taker, and with it the deal or the session is over."""
    deal, order, trick = turn.deal, turn.order, (*turn.cards, card_of(action))
    seat = _taker(deal, order, trick)
    course.tell(TrickTaken(seat, clauses.TAKE_TRICK))
    won = _score(course, deal, seat)
    return Left("fifteen" if won else "played_out", _with_trick(deal, Trick(order, trick, seat)))
