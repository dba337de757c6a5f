"""What Ton says about the end of a session, and what is told between deals, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.fault import Fault
from conformance.faults.ton.text import TON
from conformance.faults.tools import Swap, swapped, without
from refengine.game import Observation, SessionResult, Transfer
from refengine.seating import Seat
from refengine.ton import clauses, machine, reckoning
from refengine.ton.course import Course
from refengine.ton.state import (
    Between,
    Deal,
    Outcome,
    Over,
    TonState,
)

Enter = Callable[[Course, Deal], Outcome]


# -- the end
def _bank_stays(right: Callable[..., Outcome], course: Course, deal: Deal, winner: Seat) -> Outcome:
    with swapped(Swap(Course, "from_bank", lambda *_: None)):
        return right(course, deal, winner)


def _owed(change: Callable[[Course, Seat, tuple[Transfer, ...]], tuple[Transfer, ...]]) -> Swap:
    def wrong(
        right: Callable[..., tuple[Transfer, ...]], course: Course, winner: Seat
    ) -> tuple[Transfer, ...]:
        return change(course, winner, right(course, winner))

    return Swap(reckoning, "_owed_for_pluses", wrong)


def _one_each(course: Course, _: Seat, owed: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    return tuple(one._replace(amount=course.account.pluses[one.payer]) for one in owed)


def _differences(course: Course, winner: Seat, owed: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    """The winner's own pluses are taken off what the others pay."""
    own = course.account.pluses[winner] * course.agreement.plus_value
    return tuple(one._replace(amount=one.amount - own) for one in owed if one.amount > own)


def _winner_pays(course: Course, winner: Seat, owed: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    own = course.account.pluses[winner] * course.agreement.plus_value
    others = [seat for seat in course.seats if seat != winner]
    return (*owed, *(Transfer(winner, seat, own) for seat in others if own))


def _not_paid(right: Callable[..., None], course: Course, _: tuple[Transfer, ...]) -> None:
    right(course, ())


def _over(change: Callable[[Course, SessionResult], SessionResult]) -> Swap:
    """Another result of a session that the table has ended."""

    def wrong(right: Enter, course: Course, deal: Deal) -> Outcome:
        outcome = right(course, deal)
        phase = course.phase
        if isinstance(phase, Over) and not phase.result.winners:
            course.phase = phase._replace(result=change(course, phase.result))
        return outcome

    return Swap(machine.ENTRIES, "over", wrong)


def _highest(course: Course, result: SessionResult) -> SessionResult:
    most = max(course.scores)
    return result._replace(winners=tuple(s for s in course.seats if course.scores[s] == most))


def _pluses_paid(right: Enter, course: Course, deal: Deal) -> Outcome:
    """Pluses are paid to the bank before it is divided."""
    if max(course.scores) < 15:
        for seat in course.seats:
            course.to_bank(seat, course.account.pluses[seat] * course.agreement.plus_value, clauses.WINNER)
    return right(course, deal)


def _divided(wrong: Callable[..., object]) -> Swap:
    return Swap(reckoning, "divide", wrong)


def _paid_already(_: object, __: object, view: Observation) -> Observation:
    result = view.result
    return view if result is None else view._replace(result=result._replace(stacks=view.stacks))


END: Final = (
    TON.views(
        "result-after-the-payments",
        "TON-20",
        "The result gives the stacks after the payments for pluses.",
        _paid_already,
        "settlement",
    ),
    TON.swapped(
        "winner-leaves-the-bank",
        "TON-20",
        "settlement",
        "The winner does not get the bank.",
        Swap(reckoning, "_won", _bank_stays),
    ),
    TON.swapped(
        "pluses-are-not-paid", "TON-20", "settlement", "Nobody pays for its pluses.", _owed(lambda *_: ())
    ),
    TON.swapped(
        "pluses-at-one-each",
        "TON-20",
        "settlement",
        "A plus is paid with one chip, whatever was agreed.",
        _owed(_one_each),
    ),
    TON.swapped(
        "pluses-are-listed-only",
        "TON-20",
        "settlement",
        "The payments for pluses are listed but not made.",
        Swap(reckoning, "_transfer", _not_paid),
    ),
    TON.swapped(
        "winners-pluses-are-taken-off",
        "TON-20r",
        "settlement",
        "The winner's own pluses are taken off what the others pay.",
        _owed(_differences),
    ),
    TON.swapped(
        "winner-pays-its-pluses",
        "TON-20r",
        "settlement",
        "The winner pays the others for its own pluses.",
        _owed(_winner_pays),
    ),
    TON.swapped(
        "highest-score-wins",
        "TON-21",
        "settlement",
        "If the table ends the session the highest score wins.",
        _over(_highest),
    ),
    TON.swapped(
        "pluses-are-paid-when-undecided",
        "TON-21",
        "settlement",
        "If the table ends the session pluses are paid into the bank.",
        Swap(machine.ENTRIES, "over", _pluses_paid),
    ),
    TON.swapped(
        "undecided-bank-stays",
        "TON-21",
        "settlement",
        "If the table ends the session the bank stays.",
        _divided(lambda *_: ()),
    ),
    TON.swapped(
        "odd-units-by-seat-number",
        "TON-21",
        "settlement",
        "Odd units of the bank go to the lowest seat numbers.",
        _divided(lambda right, amount, seats: right(amount, tuple(sorted(seats)))),
    ),
    TON.swapped(
        "odd-units-vanish",
        "TON-21",
        "settlement",
        "Odd units of the bank go to nobody.",
        _divided(lambda _, amount, seats: tuple((seat, amount // len(seats)) for seat in seats)),
    ),
)


# -- what is told between deals
def _number_ahead(state: TonState, _: object, view: Observation) -> Observation:
    return view._replace(hand_number=view.hand_number + 1) if isinstance(state.phase, Between) else view


def _trick_forgotten(state: TonState, _: object, view: Observation) -> Observation:
    return (
        view._replace(details={**view.details, "last_trick": None})
        if isinstance(state.phase, Between)
        else view
    )


def _seats_still_in(state: TonState, _: object, view: Observation) -> Observation:
    phase = state.phase
    return view._replace(seats_in=phase.deal.seats_in) if isinstance(phase, Between) else view


BETWEEN: Final = (
    TON.views(
        "deal-number-ahead", "DRW-5", "The number of a deal goes up before it begins.", _number_ahead, "carry"
    ),
    TON.views(
        "seats-in-between", "DRW-5", "Between deals seats still count as in.", _seats_still_in, "carry"
    ),
    TON.views(
        "last-trick-forgotten",
        "DRW-5",
        "Between deals the last trick is not told.",
        _trick_forgotten,
        "carry",
    ),
    TON.menus(
        "no-end-in-between",
        "DRW-5",
        "menu",
        "Between deals the table may not end the session.",
        lambda _, menu: without(menu, "end_session"),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*END, *BETWEEN)
