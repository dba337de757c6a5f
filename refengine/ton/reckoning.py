"""What a deal brings beside the tricks, and what a session brings at its end."""

from typing import Final

from refengine.actions import Action
from refengine.errors import ClauseId
from refengine.events import Paid
from refengine.game import HandResult, SessionResult, Transfer
from refengine.ledger import divide
from refengine.menus import NOTHING, SESSION_OVER, Menu, Offer
from refengine.seating import TABLE, Seat, Seats, clockwise_after
from refengine.ton import clauses
from refengine.ton.course import Course
from refengine.ton.rules import POINTS_OFF, POINTS_THAT_PAY, POINTS_TO_WIN, TRICKS
from refengine.ton.state import Asked, Between, Deal, Left, NaFive, Outcome, Over, WithoutTrick

PLAYED: Final = HandResult("played", (), (), ())
"""How every deal ends that does not end the session."""

_CHOICE: Final = Offer("mark_plus", NOTHING, clauses.CHOICE), Offer("write_off", NOTHING, clauses.CHOICE)
_BETWEEN: Final = Menu(
    TABLE,
    (
        Offer("next_hand", NOTHING, clauses.BETWEEN_DEALS),
        Offer("end_session", NOTHING, clauses.BETWEEN_DEALS),
    ),
)


def enter_no_trick(course: Course, deal: Deal) -> Outcome:
    """An announcer that failed marks two pluses; then the seats that took no trick are asked."""
    course.cite(clauses.CHOICE)
    order = clockwise_after(deal.dealer, deal.seats_in)
    if any(course.scores[seat] >= POINTS_THAT_PAY for seat in order):
        course.cite(clauses.TEN_POINTS)
    if isinstance(deal.contract, NaFive):
        announcer = deal.contract.announcer
        order = tuple(seat for seat in order if seat != announcer)
        if deal.tally.taken[announcer] < TRICKS:
            course.cite(clauses.FAILED_FIVE, clauses.FAILED_FIVE_HOW)
            course.pluses[announcer] += 2
    return _ask_choice(deal, tuple(seat for seat in order if deal.tally.taken[seat] == 0))


def _ask_choice(deal: Deal, waiting: Seats) -> Outcome:
    if not waiting:
        return Left("settled", deal)
    return Asked(WithoutTrick(deal, waiting), Menu(waiting[0], _CHOICE))


def act_no_trick(course: Course, turn: WithoutTrick, action: Action) -> Outcome:
    """A plus, or five points off; from ten points on the plus costs all losses so far."""
    seat = turn.waiting[0]
    course.cite(clauses.CHOICE, clauses.TEN_POINTS)
    if action.verb == "write_off":
        course.scores[seat] -= POINTS_OFF
    else:
        _mark_plus(course, seat)
    return _ask_choice(turn.deal, turn.waiting[1:])


def _mark_plus(course: Course, seat: Seat) -> None:
    losses = course.pluses[seat] + 1
    if course.scores[seat] < POINTS_THAT_PAY:
        course.pluses[seat] = losses
        return
    course.cite(clauses.TEN_POINTS_HOW)
    course.to_bank(seat, losses * course.agreement.plus_value, clauses.TEN_POINTS)
    course.pluses[seat] = 2 * losses


def enter_between(course: Course, deal: Deal) -> Outcome:
    """The table goes on or ends the session."""
    course.cite(clauses.BETWEEN_DEALS)
    return Asked(Between(deal), _BETWEEN)


def enter_over(course: Course, deal: Deal) -> Outcome:
    """Fifteen points win; a session ended before that has no winner."""
    for seat in course.seats:
        if course.scores[seat] >= POINTS_TO_WIN:
            return _won(course, deal, seat)
    for seat, share in divide(course.bank, clockwise_after(deal.dealer, course.seats)):
        _pay_out(course, seat, share, clauses.UNDECIDED)
    course.cite(clauses.UNDECIDED)
    return Asked(Over(deal, SessionResult(tuple(course.stacks), (), ()), PLAYED), SESSION_OVER)


def _pay_out(course: Course, seat: Seat, amount: int, clause: ClauseId) -> None:
    if amount > 0:
        course.stacks[seat] += amount
        course.bank -= amount
        course.tell(Paid(seat, amount, clause))


def _won(course: Course, deal: Deal, winner: Seat) -> Outcome:
    """The winner takes the bank, and then the value of every other seat's pluses."""
    course.cite(clauses.FIFTEEN, clauses.AT_THAT_TRICK, clauses.WINNER)
    if course.pluses[winner] > 0:
        course.cite(clauses.WINNERS_PLUSES)
    if isinstance(deal.contract, NaFive):  # nobody has failed yet, though tricks may be missing
        course.cite(clauses.FAILED_FIVE_HOW)
    bank = course.bank
    _pay_out(course, winner, bank, clauses.WINNER)
    stacks = tuple(course.stacks)
    transfers: list[Transfer] = []
    for seat in course.seats:
        amount = course.pluses[seat] * course.agreement.plus_value
        if seat != winner and amount > 0:
            transfers.append(Transfer(seat, winner, amount))
            course.stacks[seat] -= amount
            course.stacks[winner] += amount
    last = HandResult("played", ((winner, bank),) if bank > 0 else (), (), ())
    return Asked(Over(deal, SessionResult(stacks, (winner,), tuple(transfers)), last), SESSION_OVER)
