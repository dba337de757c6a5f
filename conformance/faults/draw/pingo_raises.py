"""The Brazilian text done wrong: raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.draw.texts import PIN, policy
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped, without
from refengine.draw import betting, speaking
from refengine.draw.sizes import (
    AtLeast,
    BetweenLimits,
    Size,
)
from refengine.draw.state import (
    Outcome,
    Play,
    Round,
    Speaking,
    State,
)
from refengine.errors import NO_CLAUSE, ClauseId
from refengine.menus import Amounts, Menu
from refengine.seating import Seat, Seats, clockwise_after

C: Final = NO_CLAUSE
Enter = Callable[[Play], Outcome]


# -- raises
Wager = Callable[[Play, Seat, int, Size], Amounts | None]


def _call_within_limits(right: Wager, play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
    found = right(play, seat, cost, size)
    if found is None or cost == 0 or not isinstance(size, BetweenLimits) or size.high is None:
        return found
    high = size.high if found.high is None else min(size.high, found.high)
    return found._replace(low=min(max(size.low, cost + 1), high), high=high) if high > cost else None


def _least(size: Size) -> int:
    """The least bet or raise, which in this text never depends on the pot."""
    assert size.fixed is not None
    return size.fixed[0]


def _no_short_all_in(right: Wager, play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
    found = right(play, seat, cost, size)
    low = cost + _least(size)
    return None if found is None or (play.chips.stacks[seat] < low and not play.on_credit) else found


def _fold_or_call(_: State, menu: Menu) -> Menu:
    return menu


def _speaks_without_bet(right: Callable[..., Menu], play: Play, now: Speaking, seat: Seat) -> Menu:
    """Where a stack below the minimum may not go in, a speaker has only its other words."""
    size = play.rules.opening.size if play.phase == "opening" else play.rules.betting.size
    assert isinstance(size, BetweenLimits)
    if play.on_credit or play.chips.stacks[seat] >= size.low:
        return right(play, now, seat)
    with swapped(Swap(speaking, "wager", lambda *_: Amounts(1, 1))):
        return without(right(play, now, seat), "bet")


Raise = Callable[[Play, Round, Seat, int], Outcome]


def _barring(bars: Callable[[Play, Round, Seat], Seats]) -> Callable[..., Outcome]:
    """A raise after which some seats may only call or fold."""

    def wrong(right: Raise, play: Play, now: Round, seat: Seat, amount: int) -> Outcome:
        barred = bars(play, now, seat)
        with swapped(
            Swap(betting, "start_round", lambda start, p, s, *_: start(p, s, barred, now.barred_by))
        ):
            return right(play, now, seat, amount)

    return wrong


def _short_raise_counts_as_call(right: Raise, play: Play, now: Round, seat: Seat, amount: int) -> Outcome:
    if amount - betting.owed(play, now, seat) >= _least(play.rules.raising.size):
        return right(play, now, seat, amount)
    acted = tuple(other for other in play.hand.live if other not in now.queue)
    return _barring(lambda *_: acted)(right, play, now, seat, amount)


def _had_called(play: Play, now: Round, seat: Seat) -> Seats:
    level = now.level
    return tuple(s for s in play.hand.live if s not in (seat, now.last) and play.chips.bets[s] == level)


def _everybody(play: Play, _: Round, __: Seat) -> Seats:
    return play.hand.live


def _still_barred(_: Play, now: Round, __: Seat) -> Seats:
    return now.barred


StartRound = Callable[[Play, Seat, Seats, ClauseId], Outcome]


def _nobody_barred(right: StartRound, play: Play, seat: Seat, _: Seats, clause: ClauseId) -> Outcome:
    return right(play, seat, (), clause)


def _opener_again(_: StartRound, play: Play, seat: Seat, barred: Seats, clause: ClauseId) -> Outcome:
    order = (*clockwise_after(seat, play.hand.live)[:-1], seat)
    return betting.ask(play, Round(order, play.chips.bets[seat], seat, barred, clause))


def _callers_done(right: Raise, play: Play, now: Round, seat: Seat, amount: int) -> Outcome:
    def start(_: StartRound, p: Play, s: Seat, barred: Seats, clause: ClauseId) -> Outcome:
        return betting.ask(p, Round(now.queue[1:], p.chips.bets[s], s, barred, clause))

    with swapped(Swap(betting, "start_round", start)):
        return right(play, now, seat, amount)


def _whole_bet_again(_: object, __: Play, now: Round, ___: Seat) -> int:
    return now.level


RAISES: Final = (
    PIN.ruled(
        "raises-without-limits",
        "PIN-4r",
        "amount",
        "The limits bind bets only, not raises.",
        policy("raising", size=AtLeast(1, C)),
    ),
    PIN.swapped(
        "limits-count-the-call",
        "PIN-4r",
        "amount",
        "The limits bind a raise together with its call.",
        Swap(betting, "wager", _call_within_limits),
    ),
    PIN.swapped(
        "no-raise-all-in-below-the-minimum",
        "PIN-4r",
        "menu",
        "A seat that cannot raise by `bet_min` cannot raise at all.",
        Swap(betting, "wager", _no_short_all_in),
    ),
    PIN.swapped(
        "no-bet-all-in-below-the-minimum",
        "PIN-4r",
        "menu",
        "A seat that has less than `bet_min` cannot bet.",
        Swap(speaking, "speaking_menu", _speaks_without_bet),
    ),
    PIN.swapped(
        "short-raise-counts-as-a-call",
        "PIN-4r",
        "menu",
        "After a raise all-in below `bet_min` those who had acted may not raise.",
        Swap(betting, "act_raise", _short_raise_counts_as_call),
    ),
    PIN.menus(
        "no-repique",
        "PIN-6",
        "menu",
        "The opening bet cannot be raised.",
        lambda state, menu: without(menu, "raise") if state.phase == "opening" else menu,
    ),
    PIN.swapped(
        "no-contra-repique",
        "PIN-6",
        "menu",
        "A raise cannot be raised again.",
        Swap(betting, "act_raise", _barring(_everybody)),
    ),
    PIN.swapped(
        "callers-may-not-raise-again",
        "PIN-6r",
        "menu",
        "Who had called before a raise may not raise again.",
        Swap(betting, "act_raise", _barring(_had_called)),
    ),
    PIN.swapped(
        "mesa-may-raise",
        "PIN-7",
        "menu",
        "Who said mesa may raise the opening bet.",
        Swap(speaking, "start_round", _nobody_barred),
    ),
    PIN.swapped(
        "mesa-binds-after-a-raise",
        "PIN-7r",
        "menu",
        "Who said mesa may not raise in that round, even after another seat has raised.",
        Swap(betting, "act_raise", _barring(_still_barred)),
    ),
    PIN.swapped(
        "opener-may-raise-itself",
        "PIN-8",
        "order",
        "When all others have called, the last to bet or raise may raise once more.",
        Swap(speaking, "start_round", _opener_again),
        Swap(betting, "start_round", _opener_again),
    ),
    PIN.swapped(
        "callers-need-not-complete",
        "PIN-9",
        "order",
        "Who called before a raise stays in without completing.",
        Swap(betting, "act_raise", _callers_done),
    ),
    PIN.swapped(
        "completing-costs-the-whole-bet",
        "PIN-9",
        "amount",
        "Who called before a raise has to put in the whole new bet again.",
        Swap(betting, "owed", _whole_bet_again),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = RAISES
