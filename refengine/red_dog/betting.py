"""The turns of a deal: a seat bets against the next card of the pack, or forfeits a chip."""

from typing import NamedTuple

from refengine.cards import RANK_VALUE, Card, Cards
from refengine.events import Mucked, Paid, Shown, Turned
from refengine.game import HandResult
from refengine.menus import Amounts, Ceiling, Menu, Offer
from refengine.red_dog import clauses
from refengine.red_dog.course import Course
from refengine.red_dog.state import Betting, Deal
from refengine.seating import Seat, Seats


class AllHadTurn(NamedTuple):
    """No seat of the deal is left to speak."""

    deal: Deal


def _turn_menu(pool: int, seat: Seat, stack: int) -> Menu:
    bet = Amounts(
        1,
        min(pool, stack),
        clauses.BET_OWN_CHIPS,
        clauses.BET_OWN_CHIPS,
        (Ceiling(pool, clauses.BET_UP_TO_POOL),),
    )
    forfeit = Amounts(1, 1, clauses.FORFEIT, clauses.FORFEIT)
    return Menu(seat, (Offer("bet", bet, clauses.BET_UP_TO_POOL), Offer("forfeit", forfeit, clauses.FORFEIT)))


def next_turn(course: Course, deal: Deal, waiting: Seats) -> tuple[Betting, Menu] | AllHadTurn:
    """The turn of the first of `waiting` that has chips; the others before it are skipped."""
    for place, seat in enumerate(waiting):
        stack = course.stacks[seat]
        if stack > 0:
            course.cite(clauses.BET_UP_TO_POOL, clauses.BET_OWN_CHIPS, clauses.FORFEIT)
            return Betting(deal, waiting[place:]), _turn_menu(course.pool, seat, stack)
        course.cite(clauses.WITHOUT_CHIPS)
    return AllHadTurn(deal)


def _winners(course: Course, hand: Cards, turned: Card) -> Cards:
    """The cards of `hand` that beat `turned`, the highest first."""
    of_suit = [card for card in hand if card[1] == turned[1]]
    if of_suit:
        course.cite(clauses.ACE_HIGH)
    return tuple(card for card in of_suit if RANK_VALUE[card[0]] > RANK_VALUE[turned[0]])


def bet(course: Course, betting: Betting, amount: int) -> Deal:
    """The actor's bet of `amount` is decided by the top card of the pack."""
    deal, seat = betting.deal, betting.waiting[0]
    hand, turned = deal.hands[seat], deal.stub[0]
    course.tell(Turned(turned, clauses.TURN_AND_WIN))
    course.cite(clauses.TURNED_STAY_OUT, clauses.REFILL)
    winners = _winners(course, hand, turned)
    if winners:
        return _won(course, deal, seat, amount, winners)
    course.tell(Shown(seat, hand, clauses.LOSE))
    course.to_pool(seat, amount)
    return _after_turning(deal, deal.won, (seat, hand))


def _won(course: Course, deal: Deal, seat: Seat, amount: int, winners: Cards) -> Deal:
    if len(winners) > 1:
        course.cite(clauses.SHOW_HIGHEST)
    course.tell(Shown(seat, winners[:1], clauses.TURN_AND_WIN))
    course.to_pool(seat, -amount)
    course.tell(Paid(seat, amount, clauses.TURN_AND_WIN))
    if course.pool == 0:
        course.antes(clauses.REFILL)
        course.cite(clauses.REFILL_HOW)
    return _after_turning(deal, (*deal.won, (seat, amount)), (seat, winners[:1]))


def _after_turning(deal: Deal, won: tuple[tuple[Seat, int], ...], shown: tuple[Seat, Cards]) -> Deal:
    return Deal(
        deal.dealer,
        deal.dealt_in,
        deal.hands,
        deal.stub[1:],
        (*deal.turned, deal.stub[0]),
        won,
        (*deal.shown, shown),
    )


def forfeit(course: Course, betting: Betting, amount: int) -> Deal:
    """The actor gives its chip, and nobody sees a card."""
    course.cite(clauses.FORFEIT_HIDES)
    course.to_pool(betting.waiting[0], amount)
    return betting.deal


def finish(course: Course, deal: Deal) -> None:
    """`deal` is played out: what it brought becomes the last hand of the session."""
    seen = {seat for seat, _ in deal.shown}
    mucked = tuple(seat for seat in deal.dealt_in if seat not in seen)
    for seat in mucked:
        course.tell(Mucked(seat, clauses.FORFEIT_HIDES))
    course.last = HandResult("played", tuple(sorted(deal.won)), tuple(sorted(deal.shown)), mucked)
    course.cite(clauses.DEAL_PASSES)
