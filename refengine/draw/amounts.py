"""How much a seat may put in: the one place where sizes, stacks and the chips of others meet."""

from typing import Final, NamedTuple, assert_never

from refengine.draw.policies import (
    AtLeast,
    AtLeastThePot,
    AtMostThePot,
    AtMostThePotAfterCall,
    BetweenLimits,
    Size,
)
from refengine.draw.state import Play
from refengine.errors import ClauseId
from refengine.menus import Amounts
from refengine.seating import Seat

ALL_IN: Final = ClauseId("DRW-6")
"""A seat plays what is in front of it; a stack below the least amount may go in whole."""
NO_LIMIT_OF_STACK: Final = ClauseId("DRW-8")
ANY_RAISE: Final = ClauseId("DRW-7")
"""A raise of one chip is a full raise."""


class Span(NamedTuple):
    """What may come on top of the call, in chips: from `least` to `most` (None: nothing bounds it)."""

    least: int
    most: int | None
    below: ClauseId
    above: ClauseId
    short: ClauseId


def span(size: Size, pot: int, cost: int) -> Span:
    """The span of `size` for a seat whose call costs `cost`, with `pot` chips on the table."""
    match size:
        case AtLeast(chips, clause):
            return Span(chips, None, clause, ALL_IN, ALL_IN)
        case AtLeastThePot(clause, short):
            return Span(pot, None, clause, ALL_IN, short)
        case AtMostThePot(clause=clause):
            return Span(1, pot, ANY_RAISE, clause, ALL_IN)
        case AtMostThePotAfterCall(clause=clause):
            return Span(1, pot + cost, ANY_RAISE, clause, ALL_IN)
        case BetweenLimits(low, high, clause, short):
            return Span(low, high, clause, clause, short)
        case _:
            assert_never(size)


def another_can_answer(play: Play, seat: Seat) -> bool:
    """Whether some other seat still in has chips to answer `seat` with."""
    if play.on_credit:
        return True
    stacks = play.chips.stacks
    return any(stacks[other] > 0 for other in play.hand.live if other != seat)


def wager(play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
    """The amounts with which `seat` may open, bet or raise over a call that costs `cost`; None if none.

    A stack that exceeds the call but not the least amount can only go in whole.
    """
    play.cite(size.clause)
    if not another_can_answer(play, seat):
        play.cite(ALL_IN)
        return None
    part = span(size, play.chips.pot, cost)
    low = cost + part.least
    high = None if part.most is None else cost + part.most
    if play.on_credit:
        play.cite(NO_LIMIT_OF_STACK)
        return Amounts(low, high, part.below, part.above)
    stack = play.chips.stacks[seat]
    if stack <= cost:
        play.cite(ALL_IN)
        return None
    if stack < low:
        play.cite(part.short)
        return Amounts(stack, stack, part.short, part.short)
    if high is None or stack < high:
        return Amounts(low, stack, part.below, ALL_IN)
    return Amounts(low, high, part.below, part.above)


def cite_free_of_limit(play: Play) -> None:
    """An opening, bet or blind is free of a limit that binds raises alone."""
    match play.rules.raising.size:
        case AtMostThePot(free=free) | AtMostThePotAfterCall(free=free):
            play.cite(free)
        case _:
            pass
