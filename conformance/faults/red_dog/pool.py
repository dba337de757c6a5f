"""What Red Dog says about the pool and the end of a session, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.fault import Fault
from conformance.faults.red_dog.text import DOG, with_result
from conformance.faults.tools import Swap, swapped
from refengine.actions import Action
from refengine.game import SessionResult, Step
from refengine.ledger import divide
from refengine.red_dog import clauses, machine
from refengine.red_dog.course import Course
from refengine.red_dog.rules import Agreement, Antes
from refengine.red_dog.state import Deal, NoDeal, RedDogState
from refengine.seating import Seat, Seats, all_seats

Do = Callable[..., Step[RedDogState]]


# -- antes
def _fewer_antes(spared: Callable[[Course, int], bool]) -> Swap:
    """Antes from which some seats are spared."""

    def wrong(right: Callable[..., None], course: Course, *clauses: object) -> None:
        stacks, pool = list(course.stacks), course.pool
        right(course, *clauses)
        for seat, before in enumerate(stacks):
            if spared(course, before):
                course.stacks[seat] = before
        course.pool = pool + sum(stacks) - sum(course.stacks)

    return Swap(Course, "antes", wrong)


def _into_debt(right: Callable[..., None], course: Course, *clauses: object) -> None:
    stacks = list(course.stacks)
    right(course, *clauses)
    for seat, before in enumerate(stacks):
        if 0 < before < course.agreement.ante:
            course.pool += course.stacks[seat] - (before - course.agreement.ante)
            course.stacks[seat] = before - course.agreement.ante


def _not_at_the_start(right: Callable[..., None], course: Course, clause: str) -> None:
    if clause != clauses.ANTE:
        right(course, clause)


def _agreed(change: Callable[[Agreement], Agreement]) -> Swap:
    """Another agreement than the options make."""

    def wrong(right: Callable[..., Agreement], options: object, seats: int) -> Agreement:
        return change(right(options, seats))

    return Swap(machine, "agree", wrong)


def _other_antes(agreement: Agreement) -> Agreement:
    once = agreement.antes is Antes.ONCE_A_SESSION
    return agreement._replace(antes=Antes.EVERY_DEAL if once else Antes.ONCE_A_SESSION)


def _not_on_a_full_pool(right: Do, course: Course, deal: Deal, action: Action) -> Step[RedDogState]:
    """With antes in each deal none are paid if the pool holds as much already."""
    full = course.pool >= len(course.stacks) * course.agreement.ante
    if full and action.verb == "next_hand":
        course.agreement = course.agreement._replace(antes=Antes.ONCE_A_SESSION)
        return right(course, deal, action)
    return right(course, deal, action)


def _instead_of_the_pool(right: Do, course: Course, deal: Deal, action: Action) -> Step[RedDogState]:
    """With antes in each deal the pool is first given back."""
    if action.verb == "next_hand" and course.agreement.antes is Antes.EVERY_DEAL:
        for seat, share in divide(course.pool, all_seats(len(course.stacks))):
            course.to_pool(seat, -share)
    return right(course, deal, action)


ANTES: Final = (
    DOG.swapped(
        "no-ante-at-the-start",
        "DOG-3",
        "amount",
        "Nobody puts a chip into the pool at the start.",
        Swap(Course, "antes", _not_at_the_start),
    ),
    DOG.swapped(
        "ante-is-always-one",
        "DOG-3",
        "amount",
        "The ante is one chip, whatever was agreed.",
        _agreed(lambda agreement: agreement._replace(ante=1)),
    ),
    DOG.swapped(
        "antes-when-not-agreed",
        "DOG-3r",
        "carry",
        "Antes are paid before each deal where they should be paid once, and the other way round.",
        _agreed(_other_antes),
    ),
    DOG.swapped(
        "no-antes-on-a-full-pool",
        "DOG-3r",
        "carry",
        "No antes are paid before a deal if the pool holds that much already.",
        Swap(machine, "_between", _not_on_a_full_pool),
    ),
    DOG.swapped(
        "pool-given-back-before-antes",
        "DOG-3r",
        "carry",
        "Where antes are paid before each deal the old pool is given back first.",
        Swap(machine, "_between", _instead_of_the_pool),
    ),
    DOG.swapped(
        "short-ante-is-spared",
        "DOG-3r",
        "amount",
        "A seat that has less than the ante puts in nothing.",
        _fewer_antes(lambda course, before: before < course.agreement.ante),
    ),
    DOG.swapped(
        "ante-into-debt",
        "DOG-3r",
        "amount",
        "A seat that has less than the ante puts it in all the same, and its stack goes below zero.",
        Swap(Course, "antes", _into_debt),
    ),
)


# -- the end
def _with_seats(wrong: Callable[[Course], Seats], name: str = "_over") -> Swap:
    """Seats with chips are others at the end."""

    def over(right: Do, course: Course, *more: object) -> Step[RedDogState]:
        with swapped(Swap(Course, "seats_with_chips", lambda _, c: wrong(c))):
            return right(course, *more)

    return Swap(machine, name, over)


def _everyone(course: Course) -> Seats:
    return all_seats(len(course.stacks))


def _divided(wrong: Callable[..., object]) -> Swap:
    return Swap(machine, "divide", wrong)


def _left_lying(right: Do, course: Course, *more: object) -> Step[RedDogState]:
    with swapped(Swap(machine, "divide", lambda *_: ())):
        return right(course, *more)


def _only_if_ended(right: Do, course: Course, deal: Deal | NoDeal, clause: object) -> Step[RedDogState]:
    """A pool that is left when one seat has chips stays where it is."""
    if clause == clauses.DIVIDE_POOL:
        return right(course, deal, clause)
    return _left_lying(right, course, deal, clause)


def _one_plays_on(right: Callable[[Course], bool], course: Course) -> bool:
    return right(course) and not course.seats_with_chips()


def _not_before_the_next(right: Do, course: Course, deal: Deal, action: Action) -> Step[RedDogState]:
    with swapped(Swap(machine, "_too_few", lambda *_: False)):
        return right(course, deal, action)


END: Final = (
    DOG.stepped(
        "fewest-chips-win",
        "DOG-2",
        "settlement",
        "The winner is who has fewest chips.",
        with_result(
            lambda state, result: result._replace(
                winners=tuple(Seat(s) for s, stack in enumerate(state.stacks) if stack == min(state.stacks))
            )
        ),
    ),
    DOG.stepped(
        "one-winner-only",
        "DOG-2",
        "settlement",
        "Of seats that are level at the end only the first is a winner.",
        with_result(lambda _, result: result._replace(winners=result.winners[:1])),
    ),
    DOG.stepped(
        "result-before-the-pool",
        "DOG-14",
        "settlement",
        "The result gives the stacks before the pool was divided.",
        with_result(lambda state, result: _before_the_pool(state, result)),
    ),
    DOG.swapped(
        "pool-vanishes-at-the-end",
        "DOG-14",
        "settlement",
        "At the end the pool stays where it is.",
        Swap(machine, "_over", _left_lying),
    ),
    DOG.swapped(
        "pool-divided-among-all",
        "DOG-14",
        "settlement",
        "At the end seats without chips get their share of the pool too.",
        _with_seats(_everyone),
    ),
    DOG.swapped(
        "pool-to-one-at-the-end",
        "DOG-14",
        "settlement",
        "At the end the seat left of the last dealer takes the pool.",
        _divided(lambda _, amount, seats: ((seats[0], amount),)),
    ),
    DOG.swapped(
        "odd-chips-by-seat-number",
        "DOG-14",
        "settlement",
        "Odd chips of the pool go to the lowest seat numbers.",
        _divided(lambda right, amount, seats: right(amount, tuple(sorted(seats)))),
    ),
    DOG.swapped(
        "odd-chips-vanish",
        "DOG-14",
        "settlement",
        "Odd chips of the pool go to nobody.",
        _divided(lambda _, amount, seats: tuple((seat, amount // len(seats)) for seat in seats)),
    ),
    DOG.swapped(
        "pool-stays-with-one-seat-left",
        "DOG-13",
        "settlement",
        "When only one seat has chips the session ends and the pool stays where it is.",
        Swap(machine, "_over", _only_if_ended),
    ),
    DOG.swapped(
        "one-seat-plays-on",
        "DOG-13",
        "carry",
        "The session goes on with one seat that has chips.",
        Swap(machine, "_too_few", _one_plays_on),
    ),
    DOG.swapped(
        "antes-of-a-later-deal-never-end-it",
        "DOG-13",
        "carry",
        "A deal begins although its antes leave fewer than two seats with chips.",
        Swap(machine, "_between", _not_before_the_next),
    ),
    DOG.swapped(
        "broke-seats-are-dealt-in",
        "DOG-13",
        "carry",
        "A seat without chips is dealt in.",
        _with_seats(_everyone, "_deal_from"),
    ),
)


def _before_the_pool(state: RedDogState, result: SessionResult) -> SessionResult:
    share = -(-1 // len(state.stacks))
    return result._replace(stacks=tuple(stack - share for stack in result.stacks))


FAULTS: Final[tuple[Fault, ...]] = (*ANTES, *END)
