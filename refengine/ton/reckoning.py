"""What a deal brings beside the tricks, and what a session brings at its end."""

from functools import cache
from typing import Final

from refengine.actions import Action
from refengine.game import HandResult, SessionResult, Transfer
from refengine.ledger import divide
from refengine.menus import SESSION_OVER, Menu, bare
from refengine.seating import TABLE, Seat, Seats, clockwise_after
from refengine.ton import clauses
from refengine.ton.course import Course
from refengine.ton.rules import POINTS_OFF, POINTS_THAT_PAY, POINTS_TO_WIN, TRICKS
from refengine.ton.state import Between, Deal, NaFive, Outcome, Over, WithoutTrick, with_change

PLAYED: Final = HandResult("played", (), (), ())
"""How every deal ends that does not end the session."""

_CHOSEN: Final = (clauses.CHOICE, clauses.TEN_POINTS)
_WON: Final = (clauses.FIFTEEN, clauses.AT_THAT_TRICK, clauses.WINNER)
_FAILED: Final = (clauses.FAILED_FIVE, clauses.FAILED_FIVE_HOW)
_BETWEEN: Final = Menu(
    TABLE,
    (
        bare("next_hand", clauses.BETWEEN_DEALS),
        bare("end_session", clauses.BETWEEN_DEALS),
    ),
)


def enter_no_trick(course: Course, deal: Deal) -> Outcome:
    """An announcer that failed marks two pluses; then the seats that took no trick are asked."""
    course.cites.append(clauses.CHOICE)
    scores, waiting = course.scores, []
    takers = [trick.taken_by for trick in deal.tricks]
    for seat in clockwise_after(deal.dealer, deal.seats_in):
        if scores[seat] >= POINTS_THAT_PAY:
            course.cites.append(clauses.TEN_POINTS)
        if seat not in takers:
            waiting.append(seat)
    if isinstance(deal.contract, NaFive):
        announcer = deal.contract.announcer
        if announcer in waiting:
            waiting.remove(announcer)
        if takers.count(announcer) < TRICKS:
            course.cites += _FAILED
            course.mark(announcer, 2)
    return _ask_choice(course, deal, tuple(waiting))


@cache
def _choice(seat: Seat) -> Menu:
    return Menu(seat, (bare("mark_plus", clauses.CHOICE), bare("write_off", clauses.CHOICE)))


def _ask_choice(course: Course, deal: Deal, waiting: Seats) -> Outcome:
    if not waiting:
        course.deal = deal
        return "settled"
    course.phase = WithoutTrick(deal, waiting)
    return _choice(waiting[0])


def act_no_trick(course: Course, turn: WithoutTrick, action: Action) -> Outcome:
    """A plus, or five points off; from ten points on the plus costs all losses so far."""
    seat = turn.waiting[0]
    course.cites += _CHOSEN
    if action.verb == "write_off":
        course.score(seat, -POINTS_OFF)
    else:
        _mark_plus(course, seat)
    return _ask_choice(course, turn.deal, turn.waiting[1:])


def _mark_plus(course: Course, seat: Seat) -> None:
    if course.scores[seat] < POINTS_THAT_PAY:
        course.mark(seat, 1)
        return
    losses = course.account.pluses[seat] + 1
    course.cites.append(clauses.TEN_POINTS_HOW)
    course.to_bank(seat, losses * course.agreement.plus_value, clauses.TEN_POINTS)
    course.mark(seat, 1 + losses)


def enter_between(course: Course, deal: Deal) -> Outcome:
    """The table goes on or ends the session."""
    course.cites.append(clauses.BETWEEN_DEALS)
    course.phase = Between(deal)
    return _BETWEEN


def enter_over(course: Course, deal: Deal) -> Outcome:
    """Fifteen points win; a session ended before that has no winner."""
    for seat in course.seats:
        if course.scores[seat] >= POINTS_TO_WIN:
            return _won(course, deal, seat)
    for seat, share in divide(course.account.bank, clockwise_after(deal.dealer, course.seats)):
        course.from_bank(seat, share, clauses.UNDECIDED)
    course.cites.append(clauses.UNDECIDED)
    course.phase = Over(deal, SessionResult(course.account.stacks, (), ()), PLAYED)
    return SESSION_OVER


def _won(course: Course, deal: Deal, winner: Seat) -> Outcome:
    """The winner takes the bank, and then the value of every other seat's pluses."""
    course.cites += _WON
    if course.account.pluses[winner] > 0:
        course.cites.append(clauses.WINNERS_PLUSES)
    if isinstance(deal.contract, NaFive):  # nobody has failed yet, though tricks may be missing
        course.cites.append(clauses.FAILED_FIVE_HOW)
    bank = course.account.bank
    course.from_bank(winner, bank, clauses.WINNER)
    transfers = _owed_for_pluses(course, winner)
    result = SessionResult(course.account.stacks, (winner,), transfers)
    _transfer(course, transfers)
    last = HandResult("played", ((winner, bank),) if bank > 0 else (), (), ())
    course.phase = Over(deal, result, last)
    return SESSION_OVER


def _owed_for_pluses(course: Course, winner: Seat) -> tuple[Transfer, ...]:
    owed = [pluses * course.agreement.plus_value for pluses in course.account.pluses]
    losers = [seat for seat in course.seats if seat != winner and owed[seat] > 0]
    return tuple(Transfer(seat, winner, owed[seat]) for seat in losers)


def _transfer(course: Course, transfers: tuple[Transfer, ...]) -> None:
    stacks = course.account.stacks
    for payer, payee, amount in transfers:
        stacks = with_change(with_change(stacks, payer, -amount), payee, amount)
    course.account = course.account._replace(stacks=stacks)
