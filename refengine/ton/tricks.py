"""The play: who leads, a card at a time, and what a trick brings."""

from typing import Final

from refengine.actions import Action
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
    Plays,
    Taken,
    Tally,
    TonState,
    Trick,
    Tricks,
    hand_without,
    trump_of,
    with_change,
    with_hand,
)

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
        if course.agreement.after_five is AfterFive.AS_DEALT:
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
    course.cite(clauses.TRICK_COUNTS, clauses.FIFTEEN)
    if isinstance(deal.contract, NaFive):
        course.cite(clauses.FIVE_COUNTS)
    course.score(seat, 1)
    return course.account.scores[seat] >= POINTS_TO_WIN


def _lead(deal: Deal, leader: Seat) -> tuple[Tricks, Menu]:
    place = deal.seats_in.index(leader)
    waiting = deal.seats_in[place:] + deal.seats_in[:place]
    play = Offer("play", OneOf(deal.hands[leader]), clauses.HOLDER_LEADS)
    return Tricks(deal, (), waiting), Menu(leader, (play,))


def _follow(agreement: Agreement, deal: Deal, plays: Plays, waiting: Seats) -> tuple[Tricks, Menu]:
    seat = waiting[0]
    hand = deal.hands[seat]
    allowed = OneOf(may_follow(agreement, hand, plays, trump_of(deal.contract)), hand, clauses.FOLLOW)
    return Tricks(deal, plays, waiting), Menu(seat, (Offer("play", allowed, clauses.FOLLOW),))


def play(state: TonState, turn: Tricks, action: Action) -> Step[TonState] | None:
    """The step to the next card; None if this card ends the deal or the session.

    Most actions of a session go this way, so it makes its records without the detour of a `Course`.
    """
    deal, plays = _played(turn, action)
    account, later = state.account, turn.waiting[1:]
    if later:
        phase, menu = _follow(state.agreement, deal, plays, later)
        after = TonState(state.agreement, account, state.deals, phase, menu)
        return Step(after, (), menu, _FOLLOWING)
    seat, _ = best_of(plays, trump_of(deal.contract))
    scores = account.scores
    if not deal.hands[seat] or scores[seat] + 1 >= POINTS_TO_WIN:
        return None
    phase, menu = _lead(_with_trick(deal, plays, seat), seat)
    account = Account(account.stacks, account.bank, with_change(scores, seat, 1), account.pluses)
    cites = _TRICK_OF_FIVE if isinstance(deal.contract, NaFive) else _TRICK
    after = TonState(state.agreement, account, state.deals, phase, menu)
    return Step(after, (TrickTaken(seat, clauses.TAKE_TRICK),), menu, cites)


def _played(turn: Tricks, action: Action) -> tuple[Deal, Plays]:
    """The actor's card goes from its hand to the trick."""
    deal, seat, card = turn.deal, turn.waiting[0], card_of(action)
    hands = with_hand(deal.hands, seat, hand_without(deal.hands[seat], card))
    played = Deal(deal.dealer, deal.seats_in, hands, deal.stock, deal.contract, deal.tally)
    return played, (*turn.plays, (seat, card))


def _with_trick(deal: Deal, plays: Plays, seat: Seat) -> Deal:
    """`seat` has taken the trick."""
    tally = Tally(with_change(deal.tally.taken, seat, 1), (*deal.tally.tricks, Trick(plays, seat)))
    return Deal(deal.dealer, deal.seats_in, deal.hands, deal.stock, deal.contract, tally)


def act_last_play(course: Course, turn: Tricks, action: Action) -> Outcome:
    """The trick goes to its taker, and with it the deal or the session is over."""
    deal, plays = _played(turn, action)
    seat, _ = best_of(plays, trump_of(deal.contract))
    course.tell(TrickTaken(seat, clauses.TAKE_TRICK))
    won = _score(course, deal, seat)
    return Left("fifteen" if won else "played_out", _with_trick(deal, plays, seat))
