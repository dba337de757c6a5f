"""What a deal brings beside the tricks, and what a session brings at its end."""

from typing import Final

from refengine.actions import Action
from refengine.game import HandResult, SessionResult, Transfer
from refengine.ledger import divide
from refengine.menus import SESSION_OVER, Menu, bare
from refengine.seating import TABLE, Seat, Seats, clockwise_after
from refengine.ton import clauses
from refengine.ton.course import Course
from refengine.ton.rules import POINTS_OFF, POINTS_THAT_PAY, POINTS_TO_WIN, TRICKS
from refengine.ton.state import Asked, Between, Deal, Left, NaFive, Outcome, Over, WithoutTrick, with_change

PLAYED: Final = HandResult("played", (), (), ())
"""How every deal ends that does not end the session."""

_CHOICE: Final = bare("mark_plus", clauses.CHOICE), bare("write_off", clauses.CHOICE)
_BETWEEN: Final = Menu(
    TABLE,
    (
        bare("next_hand", clauses.BETWEEN_DEALS),
        bare("end_session", clauses.BETWEEN_DEALS),
    ),
)


def enter_no_trick(course: Course, deal: Deal) -> Outcome:
    """An announcer that failed marks two pluses; then the seats that took no trick are asked."""
    course.cite(clauses.CHOICE)
    order = clockwise_after(deal.dealer, deal.seats_in)
    scores, taken = course.account.scores, deal.tally.taken
    if max([scores[seat] for seat in order]) >= POINTS_THAT_PAY:
        course.cite(clauses.TEN_POINTS)
    if isinstance(deal.contract, NaFive):
        announcer = deal.contract.announcer
        order = tuple([seat for seat in order if seat != announcer])
        if taken[announcer] < TRICKS:
            course.cite(clauses.FAILED_FIVE)
            course.cite(clauses.FAILED_FIVE_HOW)
            course.mark(announcer, 2)
    return _ask_choice(deal, tuple([seat for seat in order if taken[seat] == 0]))


def _ask_choice(deal: Deal, waiting: Seats) -> Outcome:
    if not waiting:
        return Left("settled", deal)
    return Asked(WithoutTrick(deal, waiting), Menu(waiting[0], _CHOICE))


def act_no_trick(course: Course, turn: WithoutTrick, action: Action) -> Outcome:
    """A plus, or five points off; from ten points on the plus costs all losses so far."""
    seat = turn.waiting[0]
    course.cite(clauses.CHOICE)
    course.cite(clauses.TEN_POINTS)
    if action.verb == "write_off":
        course.score(seat, -POINTS_OFF)
    else:
        _mark_plus(course, seat)
    return _ask_choice(turn.deal, turn.waiting[1:])


def _mark_plus(course: Course, seat: Seat) -> None:
    if course.account.scores[seat] < POINTS_THAT_PAY:
        course.mark(seat, 1)
        return
    losses = course.account.pluses[seat] + 1
    course.cite(clauses.TEN_POINTS_HOW)
    course.to_bank(seat, losses * course.agreement.plus_value, clauses.TEN_POINTS)
    course.mark(seat, 1 + losses)


def enter_between(course: Course, deal: Deal) -> Outcome:
    """The table goes on or ends the session."""
    course.cite(clauses.BETWEEN_DEALS)
    return Asked(Between(deal), _BETWEEN)


def enter_over(course: Course, deal: Deal) -> Outcome:
    """Fifteen points win; a session ended before that has no winner."""
    for seat in course.seats:
        if course.account.scores[seat] >= POINTS_TO_WIN:
            return _won(course, deal, seat)
    for seat, share in divide(course.account.bank, clockwise_after(deal.dealer, course.seats)):
        course.from_bank(seat, share, clauses.UNDECIDED)
    course.cite(clauses.UNDECIDED)
    return Asked(Over(deal, SessionResult(course.account.stacks, (), ()), PLAYED), SESSION_OVER)


def _won(course: Course, deal: Deal, winner: Seat) -> Outcome:
    """The winner takes the bank, and then the value of every other seat's pluses."""
    course.cite(clauses.FIFTEEN)
    course.cite(clauses.AT_THAT_TRICK)
    course.cite(clauses.WINNER)
    if course.account.pluses[winner] > 0:
        course.cite(clauses.WINNERS_PLUSES)
    if isinstance(deal.contract, NaFive):  # nobody has failed yet, though tricks may be missing
        course.cite(clauses.FAILED_FIVE_HOW)
    bank = course.account.bank
    course.from_bank(winner, bank, clauses.WINNER)
    transfers = _owed_for_pluses(course, winner)
    result = SessionResult(course.account.stacks, (winner,), transfers)
    _transfer(course, transfers)
    last = HandResult("played", ((winner, bank),) if bank > 0 else (), (), ())
    return Asked(Over(deal, result, last), SESSION_OVER)


def _owed_for_pluses(course: Course, winner: Seat) -> tuple[Transfer, ...]:
    owed = [pluses * course.agreement.plus_value for pluses in course.account.pluses]
    losers = [seat for seat in course.seats if seat != winner and owed[seat] > 0]
    return tuple(Transfer(seat, winner, owed[seat]) for seat in losers)


def _transfer(course: Course, transfers: tuple[Transfer, ...]) -> None:
    stacks = course.account.stacks
    for payer, payee, amount in transfers:
        stacks = with_change(with_change(stacks, payer, -amount), payee, amount)
    course.account = course.account._replace(stacks=stacks)
