"""What every draw text says about chips, done wrong: stacks, raises, credit, antes and going broke."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from conformance.faults.draw.texts import TEXTS, Text
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped
from refengine.draw import amounts, begin, betting, carry, exchange, machine, speaking
from refengine.draw.sizes import (
    Size,
)
from refengine.draw.state import Outcome, Over, Play, Round, Serving
from refengine.game import Transfer
from refengine.ledger import post, put_in
from refengine.menus import Amounts, Offer
from refengine.seating import Seat, Seats, clockwise_after

Wager = Callable[[Play, Seat, int, Size], Amounts | None]


def _wagers(wrong: Callable[..., object]) -> tuple[Swap, ...]:
    """The amounts of openings, bets and raises are computed in two modules."""
    return Swap(betting, "wager", wrong), Swap(speaking, "wager", wrong)


# -- table stakes
def _beyond_stack(right: Wager, play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
    found = right(play, seat, cost, size)
    whole = play.chips.stacks[seat]
    return found._replace(high=whole + 1) if found and found.high == whole and not play.on_credit else found


def _one_chip_short(right: Wager, play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
    found = right(play, seat, cost, size)
    whole = play.chips.stacks[seat]
    if found and found.low < whole and found.high == whole and not play.on_credit:
        return found._replace(high=whole - 1)
    return found


def _raise_with_the_call(right: Wager, play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
    whole = play.chips.stacks[seat]
    if whole == cost > 0 and not play.on_credit and amounts.another_can_answer(play, seat):
        return Amounts(whole, whole)
    return right(play, seat, cost, size)


def _capped_by_the_others(right: Wager, play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
    found = right(play, seat, cost, size)
    if found is None or found.high is None or play.on_credit:
        return found
    chips = play.chips
    reach = max(chips.stacks[other] + chips.bets[other] for other in play.hand.live if other != seat)
    return found._replace(high=max(found.low, min(found.high, reach - chips.bets[seat])))


def _anyone_has_chips(_: object, play: Play, seat: Seat) -> bool:
    return play.on_credit or any(s > 0 for place, s in enumerate(play.chips.stacks) if place != seat)


Answers = Callable[[Play, Seat, int], tuple[Offer, Offer]]


def _call_beyond_stack(right: Answers, play: Play, seat: Seat, cost: int) -> tuple[Offer, Offer]:
    fold, call = right(play, seat, cost)
    return fold, call._replace(domain=Amounts(cost, cost))


def _no_short_call(right: Answers, play: Play, seat: Seat, cost: int) -> tuple[Offer, ...]:
    fold, call = right(play, seat, cost)
    return (fold, call) if play.payable(seat, cost) == cost else (fold,)


def _only_chips_draw(_: object, play: Play) -> Outcome:
    queue = play.with_chips(clockwise_after(play.dealer, play.hand.live))
    return exchange.ask(play, Serving(queue, queue[0])) if queue else "done"


def table_stakes(text: Text) -> Iterator[Fault]:
    """DRW-6."""
    yield text.swapped(
        "bets-beyond-the-stack",
        "DRW-6",
        "amount",
        "A seat may open, bet or raise one chip more than it has.",
        *_wagers(_beyond_stack),
    )
    yield text.swapped(
        "last-chip-stays",
        "DRW-6",
        "amount",
        "A seat may bet at most all its chips but one.",
        *_wagers(_one_chip_short),
    )
    yield text.swapped(
        "raises-with-the-bare-call",
        "DRW-6",
        "menu",
        "A seat whose stack is exactly what the call costs may put it in as a raise.",
        *_wagers(_raise_with_the_call),
    )
    yield text.swapped(
        "bets-no-more-than-others-have",
        "DRW-6",
        "amount",
        "A bet is limited by what the richest opponent could call.",
        *_wagers(_capped_by_the_others),
    )


def answers(text: Text) -> Iterator[Fault]:
    """DRW-6 once more: raises, calls and the draw of those that are all-in."""
    yield text.swapped(
        "raises-nobody-can-answer",
        "DRW-6",
        "menu",
        "A raise is offered although every opponent is all-in.",
        Swap(amounts, "another_can_answer", lambda *_: True),
    )
    yield text.swapped(
        "raises-only-folded-seats-could-answer",
        "DRW-6",
        "menu",
        "A raise is offered although nobody who is still in has chips, because a folded seat has some.",
        Swap(amounts, "another_can_answer", _anyone_has_chips),
    )
    yield text.swapped(
        "calls-beyond-the-stack",
        "DRW-6",
        "amount",
        "A call costs its full price even if the seat has less, and the stack goes below zero.",
        Swap(betting, "answers", _call_beyond_stack),
    )
    yield text.swapped(
        "no-short-call",
        "DRW-6",
        "menu",
        "A seat that cannot cover the call has to fold.",
        Swap(betting, "answers", _no_short_call),
    )
    yield text.swapped(
        "all-in-seats-do-not-draw",
        "DRW-6",
        "order",
        "A seat that is all-in is passed over in the draw.",
        Swap(machine.ENTER, "draw", _only_chips_draw),
    )


# -- raises
def _last_raise(play: Play) -> int:
    """By how much the highest bet exceeds the next one."""
    levels = sorted({*play.chips.bets, 0})
    return levels[-1] - levels[-2] if len(levels) > 1 else 0


def _as_much_as_last(right: Wager, play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
    found = right(play, seat, cost, size)
    if found is None or cost == 0:
        return found
    low = max(found.low, cost + _last_raise(play))
    return found._replace(low=low if found.high is None else min(low, found.high))


def _at_least_two(right: Wager, play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
    found = right(play, seat, cost, size)
    if found is None or cost == 0 or found.low != cost + 1:
        return found
    return found._replace(low=cost + 2 if found.high is None else min(cost + 2, found.high))


Raise = Callable[[Play, Round, Seat, int], Outcome]


def _all_in_does_not_reopen(right: Raise, play: Play, now: Round, seat: Seat, amount: int) -> Outcome:
    if amount < play.chips.stacks[seat] or play.on_credit:
        return right(play, now, seat, amount)
    acted = tuple(s for s in play.hand.live if s not in now.queue)
    with swapped(Swap(betting, "start_round", lambda start, p, s, *_: start(p, s, acted, now.barred_by))):
        return right(play, now, seat, amount)


def raises(text: Text) -> Iterator[Fault]:
    """DRW-7."""
    yield text.swapped(
        "raises-as-much-as-the-last",
        "DRW-7",
        "amount",
        "A raise has to be at least as large as the bet or raise before it.",
        *_wagers(_as_much_as_last),
    )
    yield text.swapped(
        "raises-of-two-at-least",
        "DRW-7",
        "amount",
        "A raise by a single chip is refused.",
        *_wagers(_at_least_two),
    )
    yield text.swapped(
        "all-in-raise-reopens-nothing",
        "DRW-7",
        "menu",
        "After a raise all-in those who had acted before may only call or fold.",
        Swap(betting, "act_raise", _all_in_does_not_reopen),
    )


# -- credit
def _credit_limited(right: Wager, play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
    found = right(play, seat, cost, size)
    if found is None or not play.on_credit or found.high is not None:
        return found
    return found._replace(high=max(found.low, play.chips.stacks[seat]))


def _never_beyond_stack(_: object, play: Play, seat: Seat, cost: int) -> int:
    return max(0, min(cost, play.chips.stacks[seat]))


def _chips_in_front(right: Callable[[Play, Round], Outcome], play: Play, now: Round) -> Outcome:
    queue = tuple(seat for seat in now.queue if play.chips.stacks[seat] > 0)
    return right(play, now._replace(queue=queue))


def _dealt_in_with_chips(right: Callable[[Play, Seats], Seats], play: Play, seats: Seats) -> Seats:
    if play.phase in ("dealing_draw", "integrate", "between"):
        return tuple(seat for seat in seats if play.chips.stacks[seat] > 0)
    return right(play, seats)


Transfers = Callable[[Play], tuple[Transfer, ...]]


def _other_way_round(right: Transfers, play: Play) -> tuple[Transfer, ...]:
    return tuple(Transfer(one.payee, one.payer, one.amount) for one in right(play))


def _all_but_last(right: Transfers, play: Play) -> tuple[Transfer, ...]:
    return right(play)[:-1]


def _after_transfers(right: Callable[[Play], Outcome], play: Play) -> Outcome:
    outcome = right(play)
    if play.on_credit and isinstance(play.turn, Over):
        play.turn = Over(play.turn.result._replace(stacks=play.session.brought))
    return outcome


def credit(text: Text) -> Iterator[Fault]:
    """DRW-8."""
    clause = "DRW-8"
    yield text.swapped(
        "credit-stops-at-the-stack",
        clause,
        "amount",
        "On credit a bet is still limited by the stack.",
        *_wagers(_credit_limited),
    )
    yield text.swapped(
        "credit-calls-stop-at-the-stack",
        clause,
        "amount",
        "On credit a call is still cut to what the seat has.",
        Swap(Play, "payable", _never_beyond_stack),
    )
    yield text.swapped(
        "credit-ends-at-zero",
        clause,
        "order",
        "On credit a seat without chips in front of it is treated as all-in.",
        Swap(betting, "ask", _chips_in_front),
    )
    yield text.swapped(
        "credit-debtors-sit-out",
        clause,
        "carry",
        "On credit a seat whose stack is zero or less is not dealt in.",
        Swap(Play, "with_chips", _dealt_in_with_chips),
    )


def settling(text: Text) -> Iterator[Fault]:
    """DRW-8 once more: the end."""
    clause = "DRW-8"
    yield text.swapped(
        "credit-without-transfers",
        clause,
        "settlement",
        "On credit the session ends without listing who pays whom.",
        Swap(carry, "transfers", lambda *_: ()),
    )
    yield text.swapped(
        "credit-paid-by-creditors",
        clause,
        "settlement",
        "On credit the winners pay the losers at the end.",
        Swap(carry, "transfers", _other_way_round),
    )
    yield text.swapped(
        "credit-leaves-a-debt",
        clause,
        "settlement",
        "On credit the last of the settling transfers is forgotten.",
        Swap(carry, "transfers", _all_but_last),
    )
    yield text.swapped(
        "credit-result-after-transfers",
        clause,
        "settlement",
        "On credit the result gives the stacks after the transfers.",
        Swap(machine.ENTER, "over", _after_transfers),
    )


# -- antes and going broke
Antes = Callable[[Play, Seats, int, str], None]


def _no_short_ante(right: Antes, play: Play, seats: Seats, amount: int, clause: str) -> None:
    right(play, tuple(seat for seat in seats if play.payable(seat, amount) == amount), amount, clause)


def _ante_into_debt(_: object, play: Play, seats: Seats, amount: int, __: str) -> None:
    for seat in seats:
        play.chips = post(play.chips, seat, amount)


def _ante_as_bet(right: Antes, play: Play, seats: Seats, amount: int, clause: str) -> None:
    for seat in seats:
        paid = play.payable(seat, amount)
        if paid == amount:
            right(play, (seat,), amount, clause)
        else:
            play.chips = put_in(play.chips, seat, paid)


def _broke_seats_too(right: Callable[[Play], Outcome], play: Play) -> Outcome:
    with swapped(Swap(Play, "with_chips", lambda _, __, seats: tuple(seats))):
        return right(play)


def _goes_on(_: object, play: Play) -> Outcome:
    return carry.between_menu(play)


def broke(text: Text) -> Iterator[Fault]:
    """DRW-12."""
    yield text.swapped(
        "broke-seats-are-dealt-in",
        "DRW-12",
        "carry",
        "A seat without chips is dealt in for the next hand.",
        Swap(machine.ENTER, "integrate", _broke_seats_too),
    )
    yield text.swapped(
        "one-seat-plays-on",
        "DRW-12",
        "carry",
        "The session goes on although only one seat has chips left.",
        Swap(machine.ENTER, "between", _goes_on),
    )
    yield text.swapped(
        "begins-with-one-seat",
        "DRW-12",
        "setup",
        "A session begins although only one seat has chips.",
        Swap(begin, "broke_or_ready", lambda *_: "done"),
    )


def short_antes(text: Text) -> Iterator[Fault]:
    """DRW-13."""
    yield text.swapped(
        "short-ante-is-spared",
        "DRW-13",
        "amount",
        "A seat that cannot pay the whole ante pays nothing.",
        Swap(begin, "post_antes", _no_short_ante),
    )
    yield text.swapped(
        "ante-into-debt",
        "DRW-13",
        "amount",
        "A seat that cannot pay the whole ante pays it all the same, and its stack goes below zero.",
        Swap(begin, "post_antes", _ante_into_debt),
    )
    yield text.swapped(
        "short-ante-is-a-bet",
        "DRW-13",
        "settlement",
        "A short ante counts as put into the betting.",
        Swap(begin, "post_antes", _ante_as_bet),
    )


PARTS: Final = (table_stakes, answers, raises, credit, settling, broke, short_antes)
FAULTS: Final[tuple[Fault, ...]] = tuple(fault for text in TEXTS for part in PARTS for fault in part(text))
