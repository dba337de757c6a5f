"""How much a seat may put in: the one place where sizes, stacks and the chips of others meet."""

from typing import Final, assert_never

from refengine.draw.sizes import (
    ALL_IN,
    AtLeastThePot,
    AtMostThePot,
    AtMostThePotAfterCall,
    Size,
    SizeByPot,
    Span,
)
from refengine.draw.state import Play
from refengine.errors import ClauseId
from refengine.ledger import Chips
from refengine.menus import Amounts
from refengine.seating import Seat

NO_LIMIT_OF_STACK: Final = ClauseId("DRW-8")
ANY_RAISE: Final = ClauseId("DRW-7")
"""A raise of one chip is a full raise."""


def span(size: SizeByPot, chips: Chips, cost: int) -> Span:
    """The span of `size` for a seat whose call costs `cost`, with these chips on the table."""
    if type(size) is AtLeastThePot:
        return chips.pot, None, size.clause, ALL_IN, size.short
    if type(size) is AtMostThePot:
        return 1, chips.pot, ANY_RAISE, size.clause, ALL_IN
    if type(size) is AtMostThePotAfterCall:
        return 1, chips.pot + cost, ANY_RAISE, size.clause, ALL_IN
    assert_never(size)


def another_can_answer(play: Play, seat: Seat) -> bool:
    """Whether some other seat still in has chips to answer `seat` with."""
    if play.on_credit:
        return True
    stacks = play.chips.stacks
    for other in play.hand.live:  # noqa: SIM110 - asked at every step, and a generator costs more
        if stacks[other] > 0 and other != seat:
            return True
    return False


def wager(play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
    """The amounts with which `seat` may open, bet or raise over a call that costs `cost`; None if none.

    A stack that exceeds the call but not the least amount can only go in whole.
    """
    cites, chips = play.cites, play.chips
    cites.append(size.clause)
    if chips.any_empty and not another_can_answer(play, seat):
        cites.append(ALL_IN)
        return None
    least, most, below, above, short = span(size, chips, cost) if size.fixed is None else size.fixed
    low = cost + least
    if play.rules.table.on_credit:
        cites.append(NO_LIMIT_OF_STACK)
        return Amounts(low, None if most is None else cost + most, below, above)
    stack = chips.stacks[seat]
    if stack <= cost:
        cites.append(ALL_IN)
        return None
    if stack < low:
        cites.append(short)
        return Amounts(stack, stack, short, short)
    if most is None or stack < cost + most:
        return Amounts(low, stack, below, ALL_IN)
    return Amounts(low, cost + most, below, above)
