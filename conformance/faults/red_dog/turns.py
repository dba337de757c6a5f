"""What Red Dog says about the turns of a deal and their amounts, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.fault import Fault
from conformance.faults.red_dog.text import DOG, on_turn, with_amounts
from conformance.faults.tools import Swap, without
from refengine.game import Observation, Step
from refengine.menus import Amounts, Menu
from refengine.red_dog import betting, machine
from refengine.red_dog.course import Course
from refengine.red_dog.state import Betting, Between, Deal, RedDogState
from refengine.seating import Seat, Seats

Decide = Callable[[Course, Betting, int], Deal]


# -- whose turn
def _asked(order: Callable[[Deal, Seats], Seats]) -> Swap:
    """The turns of a deal in another order."""

    def wrong(
        right: Callable[..., Step[RedDogState]], course: Course, deal: Deal, waiting: Seats
    ) -> Step[RedDogState]:
        begins = len(waiting) == len(deal.dealt_in)
        return right(course, deal, order(deal, waiting) if begins else waiting)

    return Swap(machine, "_ask", wrong)


def _skips_nobody(right: Callable[..., object], course: Course, deal: Deal, waiting: Seats) -> object:
    if waiting and course.stacks[waiting[0]] == 0:
        return Betting(deal, waiting), betting._turn_menu(course.pool, waiting[0], 1)
    return right(course, deal, waiting)


# -- amounts
def _bets(change: Callable[[RedDogState, Seat, Amounts], Amounts]) -> Callable[[RedDogState, Menu], Menu]:
    return on_turn(
        lambda state, seat, menu: with_amounts(menu, "bet", lambda span: change(state, seat, span))
    )


def _forfeits(change: Callable[[RedDogState, Amounts], Amounts]) -> Callable[[RedDogState, Menu], Menu]:
    return on_turn(lambda state, _, menu: with_amounts(menu, "forfeit", lambda span: change(state, span)))


def _between_chips(low: int, high: int) -> Amounts:
    return Amounts(min(low, high), max(high, 1))


def _up_to_first_pool(state: RedDogState, seat: Seat, span: Amounts) -> Amounts:
    """The limit is what the pool held when the deal began."""
    phase = state.phase
    assert isinstance(phase, Betting)
    done = [s for s in phase.deal.dealt_in if s not in phase.waiting]
    high = min(state.stacks[seat], max(1, state.pool - len(done)))
    return Amounts(1, high) if done else span


AMOUNTS: Final = (
    DOG.menus(
        "bets-above-the-pool",
        "DOG-6",
        "amount",
        "A bet may exceed the pool by a chip.",
        _bets(lambda state, seat, _: _between_chips(1, min(state.pool + 1, state.stacks[seat]))),
    ),
    DOG.menus(
        "bets-without-limit",
        "DOG-6",
        "amount",
        "A bet is limited by the stack alone.",
        _bets(lambda state, seat, _: _between_chips(1, state.stacks[seat])),
    ),
    DOG.menus(
        "bets-below-the-pool",
        "DOG-6",
        "amount",
        "A bet has to leave a chip in the pool.",
        _bets(lambda state, seat, _: _between_chips(1, min(state.pool - 1, state.stacks[seat]))),
    ),
    DOG.menus(
        "bets-up-to-an-older-pool",
        "DOG-6",
        "amount",
        "A bet is limited by an older size of the pool.",
        _bets(_up_to_first_pool),
    ),
    DOG.menus(
        "bets-of-nothing",
        "DOG-7",
        "amount",
        "A bet of no chips is accepted.",
        _bets(lambda _, __, span: Amounts(0, span.high)),
    ),
    DOG.menus(
        "bets-beyond-the-stack",
        "DOG-7",
        "amount",
        "A bet is limited by the pool alone.",
        _bets(lambda state, *_: _between_chips(1, state.pool)),
    ),
    DOG.menus(
        "last-chip-stays",
        "DOG-7",
        "amount",
        "A seat has to keep a chip when it bets.",
        _bets(lambda state, seat, _: _between_chips(1, min(state.pool, state.stacks[seat] - 1))),
    ),
    DOG.menus(
        "bets-of-the-ante-at-least",
        "DOG-7",
        "amount",
        "A bet is at least the ante.",
        _bets(lambda state, _, span: span._replace(low=min(state.agreement.ante, span.high or 1))),
    ),
    DOG.menus(
        "forfeits-the-ante",
        "DOG-8",
        "amount",
        "Who does not bet gives the ante.",
        _forfeits(lambda state, _: Amounts(state.agreement.ante, state.agreement.ante)),
    ),
    DOG.menus(
        "must-bet",
        "DOG-8",
        "menu",
        "A seat has to bet.",
        on_turn(lambda _, __, menu: without(menu, "forfeit")),
    ),
    DOG.menus(
        "forfeits-nothing",
        "DOG-8",
        "amount",
        "A seat may forfeit without giving a chip.",
        _forfeits(lambda *_: Amounts(0, 1)),
    ),
)


# -- order, and what is told between deals
def _from_the_dealer(_: Deal, waiting: Seats) -> Seats:
    return (waiting[-1], *waiting[:-1])


def _to_the_right(_: Deal, waiting: Seats) -> Seats:
    return (*waiting[-2::-1], waiting[-1])


def _number_ahead(state: RedDogState, _: object, view: Observation) -> Observation:
    return view._replace(hand_number=view.hand_number + 1) if isinstance(state.phase, Between) else view


def _seats_in_between(state: RedDogState, _: object, view: Observation) -> Observation:
    phase = state.phase
    return view._replace(seats_in=phase.deal.dealt_in) if isinstance(phase, Between) else view


def _turned_forgotten(state: RedDogState, _: object, view: Observation) -> Observation:
    return view._replace(details={"turned": ()}) if isinstance(state.phase, Between) else view


ORDER: Final = (
    DOG.swapped(
        "dealer-has-the-first-turn",
        "DOG-6",
        "order",
        "The dealer speaks first.",
        _asked(_from_the_dealer),
    ),
    DOG.swapped("turns-go-to-the-right", "DRW-1", "order", "Turns go to the right.", _asked(_to_the_right)),
    DOG.swapped(
        "dealer-has-no-turn",
        "DOG-6",
        "order",
        "The dealer has no turn.",
        _asked(lambda _, waiting: waiting[:-1]),
    ),
    DOG.swapped(
        "broke-seat-has-its-turn",
        "DOG-13",
        "order",
        "A seat that has no chips left when its turn comes is asked.",
        Swap(betting, "next_turn", _skips_nobody),
    ),
    DOG.views(
        "deal-number-ahead",
        "DRW-5",
        "The number of a deal goes up before it begins.",
        _number_ahead,
        "carry",
    ),
    DOG.views(
        "seats-in-between",
        "DRW-5",
        "Between deals seats still count as in.",
        _seats_in_between,
        "carry",
    ),
    DOG.menus(
        "no-end-in-between",
        "DRW-5",
        "menu",
        "Between deals the table may not end the session.",
        lambda _, menu: without(menu, "end_session"),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*AMOUNTS, *ORDER)
