"""What Ton says about seats without a trick and announcers that fail, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.fault import Fault
from conformance.faults.ton.text import TON
from conformance.faults.tools import Put, Swap, without
from refengine.actions import Action
from refengine.seating import Seat, Seats
from refengine.ton import clauses, machine, reckoning
from refengine.ton.course import Course
from refengine.ton.state import (
    Deal,
    NaFive,
    Outcome,
    WithoutTrick,
)

Enter = Callable[[Course, Deal], Outcome]
Act = Callable[[Course, WithoutTrick, Action], Outcome]


# -- without a trick
def _asked(seats: Callable[[Course, Deal, Seats], Seats]) -> Swap:
    """Other seats are asked for a plus or five points off."""

    def wrong(right: Enter, course: Course, deal: Deal) -> Outcome:
        waiting: Seats = ()
        if not isinstance(right(course, deal), str):
            assert isinstance(course.phase, WithoutTrick)
            waiting = course.phase.waiting
        return reckoning._ask_choice(course, deal, seats(course, deal, waiting))

    return Swap(machine.ENTRIES, "no_trick", wrong)


def _passers_too(_: Course, deal: Deal, waiting: Seats) -> Seats:
    passed = tuple(Seat(seat) for seat in range(len(deal.hands)) if seat not in deal.seats_in)
    return (*waiting, *passed)


def _holder_too(_: Course, deal: Deal, waiting: Seats) -> Seats:
    one = tuple(s for s in deal.seats_in if deal.taken_by(s) == 1 and s not in waiting)
    return (*waiting, *one)


def _off(points: int) -> Put:
    return Put(reckoning, "POINTS_OFF", points)


def _not_below_zero(right: Act, course: Course, turn: WithoutTrick, action: Action) -> Outcome:
    seat = turn.waiting[0]
    outcome = right(course, turn, action)
    score = course.scores[seat]
    if action.verb == "write_off" and score < 0:
        course.score(seat, -score)
    return outcome


NO_TRICK: Final = (
    TON.menus(
        "no-plus",
        "TON-17",
        "menu",
        "A seat without a trick has five points off.",
        lambda _, menu: without(menu, "mark_plus"),
    ),
    TON.menus(
        "no-points-off",
        "TON-17",
        "menu",
        "A seat without a trick marks a plus.",
        lambda _, menu: without(menu, "write_off"),
    ),
    TON.swapped("four-points-off", "TON-17", "amount", "Only four points are taken off.", _off(4)),
    TON.swapped(
        "never-below-zero",
        "TON-17",
        "amount",
        "A score does not fall below zero.",
        Swap(machine.ACTS, "no_trick", _not_below_zero),
    ),
    TON.swapped(
        "passers-choose-too", "TON-17", "order", "Seats that passed have to choose too.", _asked(_passers_too)
    ),
    TON.swapped(
        "one-trick-is-not-enough",
        "TON-17",
        "order",
        "A seat with a single trick has to choose too.",
        _asked(_holder_too),
    ),
    TON.swapped(
        "choice-goes-to-the-right",
        "TON-17",
        "order",
        "Seats without a trick choose from the dealer's right on.",
        _asked(lambda _, __, waiting: waiting[::-1]),
    ),
)


# -- an announcement that failed
def _entered(change: Callable[[Course, Deal, Seat], None]) -> Swap:
    """Something else is marked for an announcement that failed; two pluses have been marked by then."""

    def wrong(right: Enter, course: Course, deal: Deal) -> Outcome:
        outcome = right(course, deal)
        contract = deal.contract
        if isinstance(contract, NaFive) and deal.taken_by(contract.announcer) < 5:
            change(course, deal, contract.announcer)
        return outcome

    return Swap(machine.ENTRIES, "no_trick", wrong)


def _pays_at_once(course: Course, _: Deal, seat: Seat) -> None:
    if course.scores[seat] >= 10:
        course.to_bank(seat, course.account.pluses[seat] * course.agreement.plus_value, clauses.TEN_POINTS)


def _announcer_chooses(_: Course, deal: Deal, waiting: Seats) -> Seats:
    contract = deal.contract
    if isinstance(contract, NaFive) and deal.taken_by(contract.announcer) == 0:
        return (*waiting, contract.announcer)
    return waiting


def _marked_last(right: Enter, course: Course, deal: Deal) -> Outcome:
    """The announcer's pluses are marked after the others have chosen."""
    outcome = right(course, deal)
    contract = deal.contract
    if (
        isinstance(contract, NaFive)
        and not isinstance(outcome, str)
        and deal.taken_by(contract.announcer) < 5
    ):
        course.mark(contract.announcer, -2)
    return outcome


def _then_marked(right: Act, course: Course, turn: WithoutTrick, action: Action) -> Outcome:
    outcome = right(course, turn, action)
    contract = turn.deal.contract
    if (
        isinstance(contract, NaFive)
        and isinstance(outcome, str)
        and turn.deal.taken_by(contract.announcer) < 5
    ):
        course.mark(contract.announcer, 2)
    return outcome


FAILED: Final = (
    TON.swapped(
        "failed-five-costs-one-plus",
        "TON-18",
        "amount",
        "An announcer that fails marks one plus.",
        _entered(lambda course, _, seat: course.mark(seat, -1)),
    ),
    TON.swapped(
        "failed-five-costs-nothing",
        "TON-18",
        "amount",
        "An announcer that fails marks nothing.",
        _entered(lambda course, _, seat: course.mark(seat, -2)),
    ),
    TON.swapped(
        "failed-five-chooses-besides",
        "TON-18r",
        "order",
        "An announcer without a trick marks two pluses and chooses besides.",
        _asked(_announcer_chooses),
    ),
    TON.swapped(
        "failed-five-pays-at-once",
        "TON-18r",
        "amount",
        "An announcer with ten points that fails pays its losses into the bank.",
        _entered(_pays_at_once),
    ),
    TON.swapped(
        "failed-five-is-marked-last",
        "TON-18r",
        "order",
        "The pluses of an announcer that fails are marked when the others have chosen.",
        Swap(machine.ENTRIES, "no_trick", _marked_last),
        Swap(machine.ACTS, "no_trick", _then_marked),
    ),
)


# -- ten points
def _plus(change: Callable[[Course, Seat, int], None]) -> Swap:
    """What a plus costs from ten points on; told the pluses before."""

    def wrong(right: Callable[[Course, Seat], None], course: Course, seat: Seat) -> None:
        if course.scores[seat] < 10:
            right(course, seat)
        else:
            change(course, seat, course.account.pluses[seat])

    return Swap(reckoning, "_mark_plus", wrong)


def _pays(course: Course, seat: Seat, losses: int) -> None:
    course.to_bank(seat, losses * course.agreement.plus_value, clauses.TEN_POINTS)


def _old_losses_only(course: Course, seat: Seat, before: int) -> None:
    _pays(course, seat, before)
    course.mark(seat, 1 + before)


def _no_growth(course: Course, seat: Seat, before: int) -> None:
    _pays(course, seat, before + 1)
    course.mark(seat, 1)


def _losses_cleared(course: Course, seat: Seat, before: int) -> None:
    _pays(course, seat, before + 1)
    course.mark(seat, -before)


def _at_one_each(course: Course, seat: Seat, before: int) -> None:
    course.to_bank(seat, before + 1, clauses.TEN_POINTS)
    course.mark(seat, before + 2)


def _off_costs_too(right: Act, course: Course, turn: WithoutTrick, action: Action) -> Outcome:
    seat = turn.waiting[0]
    if action.verb == "write_off" and course.scores[seat] >= 10:
        _pays(course, seat, course.account.pluses[seat] + 1)
    return right(course, turn, action)


TEN: Final = (
    TON.swapped(
        "ten-points-cost-nothing",
        "TON-19",
        "amount",
        "A plus costs nothing, whatever the score.",
        Put(reckoning, "POINTS_THAT_PAY", 99),
    ),
    TON.swapped(
        "eleven-points-cost",
        "TON-19",
        "amount",
        "A plus costs all losses from 11 points on.",
        Put(reckoning, "POINTS_THAT_PAY", 11),
    ),
    TON.swapped(
        "nine-points-cost",
        "TON-19",
        "amount",
        "A plus costs all losses from 9 points on.",
        Put(reckoning, "POINTS_THAT_PAY", 9),
    ),
    TON.swapped(
        "points-off-cost-too",
        "TON-19",
        "amount",
        "From ten points on five points off cost all losses as well.",
        Swap(machine.ACTS, "no_trick", _off_costs_too),
    ),
    TON.swapped(
        "new-plus-is-not-paid",
        "TON-19r",
        "amount",
        "The new plus is not among the losses paid.",
        _plus(_old_losses_only),
    ),
    TON.swapped(
        "pluses-do-not-grow", "TON-19r", "amount", "Losses paid are not marked as pluses.", _plus(_no_growth)
    ),
    TON.swapped(
        "pluses-are-cleared",
        "TON-19r",
        "amount",
        "Losses paid are taken off the pluses.",
        _plus(_losses_cleared),
    ),
    TON.swapped(
        "losses-at-one-each",
        "TON-19r",
        "amount",
        "Losses cost one chip each, whatever a plus is worth.",
        _plus(_at_one_each),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*NO_TRICK, *FAILED, *TEN)
