"""Who plays: some must, the others choose."""

from functools import cache

from refengine.actions import Action
from refengine.menus import Menu, bare
from refengine.seating import Seat, Seats, clockwise_after
from refengine.ton import clauses
from refengine.ton.course import Course
from refengine.ton.rules import POINTS_THAT_OBLIGE
from refengine.ton.state import Deal, NaFive, Outcome, Staying, Stock, Taken, with_hand


def _must_play(course: Course, deal: Deal, seat: Seat) -> bool:
    """Whether `seat` is the dealer, the talon holder or the announcer, or has thirteen points."""
    if seat == deal.dealer:
        return True
    talon, contract = deal.stock.talon, deal.contract
    if type(talon) is Taken and talon.by == seat:
        return True
    if type(contract) is NaFive and contract.announcer == seat:
        course.cites.append(clauses.FIVE)
        return True
    course.cites.append(clauses.RUNNING_SCORE)
    return course.scores[seat] >= POINTS_THAT_OBLIGE


def enter_stay(course: Course, deal: Deal) -> Outcome:
    """Those that are not obliged are asked, from the dealer's left."""
    course.cites.append(clauses.OBLIGED)
    order = clockwise_after(deal.dealer, deal.seats_in)
    return _ask_to_stay(course, deal, tuple([seat for seat in order if not _must_play(course, deal, seat)]))


@cache
def _menu(seat: Seat) -> Menu:
    return Menu(seat, (bare("stay", clauses.OBLIGED), bare("pass", clauses.OBLIGED)))


def _ask_to_stay(course: Course, deal: Deal, waiting: Seats) -> Outcome:
    if not waiting:
        course.deal = deal
        return "settled"
    course.phase = Staying(deal, waiting)
    return _menu(waiting[0])


def act_stay(course: Course, turn: Staying, action: Action) -> Outcome:
    """Who passes throws in its cards."""
    deal, seat = turn.deal, turn.waiting[0]
    if action.verb == "pass":
        stock = deal.stock
        deal = Deal(
            deal.dealer,
            tuple([other for other in deal.seats_in if other != seat]),
            with_hand(deal.hands, seat, ()),
            Stock(stock.talon, stock.rest, stock.gone + deal.hands[seat]),
            deal.contract,
            deal.tricks,
        )
    return _ask_to_stay(course, deal, turn.waiting[1:])
