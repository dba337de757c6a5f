"""Faults that other engines had: in what a seat owes, in the hands that are ranked, in the sizes of bets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from conformance.adapters import reference
from conformance.faults.draw.texts import PIN, PRO, TEXTS, Text
from conformance.faults.fault import Fault
from conformance.faults.protocol import PROTOCOL
from conformance.faults.tools import Altered, Swap
from refengine import ranking
from refengine.actions import Action
from refengine.cards import Card, Cards, is_card
from refengine.draw import observe
from refengine.draw.state import FacingCip, Joining, Round, State, Thinking
from refengine.errors import NO_CLAUSE, HandError, IllegalAction
from refengine.game import Step
from refengine.ranking import Ranking

Owes = Callable[[State], int]
Check = Callable[[Sequence[str], Ranking], Cards]
HAND: Final = 5


# -- what is owed
def _whole_bet(right: Owes, state: State) -> int:
    match state.turn:
        case Round(queue, level) | FacingCip(queue, level) | Thinking(Round(queue, level)):
            return observe.payable(state, queue[0], level)
        case _:
            return right(state)


def _nothing_to_all_in(right: Owes, state: State) -> int:
    all_in = any(state.chips.stacks[seat] == 0 for seat in state.hand.live)
    return 0 if all_in and not state.rules.table.on_credit else right(state)


def _no_quota(right: Owes, state: State) -> int:
    return 0 if isinstance(state.turn, Joining) else right(state)


def _nothing_to_a_cip(right: Owes, state: State) -> int:
    return 0 if isinstance(state.turn, FacingCip) else right(state)


def _owing(text: Text) -> Iterator[Fault]:
    yield text.swapped(
        "owes-more-than-it-has",
        PROTOCOL,
        "views",
        "What a seat owes is told in full, although it has less.",
        Swap(observe, "payable", lambda _, __, ___, cost: cost),
    )
    yield text.swapped(
        "owes-the-whole-bet",
        PROTOCOL,
        "views",
        "What a seat has put in already is not taken off what it is told to owe.",
        Swap(observe, "owes", _whole_bet),
    )
    yield text.swapped(
        "owes-nothing-to-who-is-all-in",
        PROTOCOL,
        "views",
        "While a seat still in is all-in nobody is told to owe anything.",
        Swap(observe, "owes", _nothing_to_all_in),
    )


# -- hands
def _twice(right: Check, hand: Sequence[str], rules: Ranking) -> Cards:
    """Five different cards are not asked for."""
    try:
        return right(hand, rules)
    except HandError:
        if len(hand) != HAND or not all(map(is_card, hand)) or len(set(hand)) != HAND - 1:
            raise
        return tuple(map(Card, hand))


def _from_any_pack(right: Check, hand: Sequence[str], rules: Ranking) -> Cards:
    return right(hand, rules._replace(lowest="2"))


def _unchecked(text: Text) -> Iterator[Fault]:
    for name, says, wrong in (
        ("ranks-a-card-twice", "A hand in which a card is there twice is ranked.", _twice),
        ("ranks-cards-of-any-pack", "A hand with a card that the pack has not is ranked.", _from_any_pack),
    ):
        swaps = (Swap(module, "check_hand", wrong) for module in (ranking, reference))
        yield text.swapped(name, PROTOCOL, "refusal", says, *swaps)


# -- sizes
class InMultiples(Altered[State]):
    """A bet, or the part of a raise above the call, is a multiple of the least bet, or a whole stack."""

    def apply(self, state: State, action: Action) -> Step[State]:
        step = self._game.apply(state, action)
        fixed = state.rules.opening.size.fixed
        if action.verb in ("bet", "raise") and isinstance(action.argument, int) and fixed is not None:
            more = action.argument - observe.owes(state)
            if more % fixed[0] and action.argument != state.chips.stacks[int(action.actor)]:
                raise IllegalAction("bad_amount", NO_CLAUSE, action, state.menu)
        return step


FAULTS: Final[tuple[Fault, ...]] = (
    *(fault for text in TEXTS for part in (_owing, _unchecked) for fault in part(text)),
    PRO.swapped(
        "owes-no-quota",
        PROTOCOL,
        "views",
        "A seat that is asked for its quota is told to owe nothing.",
        Swap(observe, "owes", _no_quota),
    ),
    PRO.swapped(
        "owes-nothing-to-a-cip",
        PROTOCOL,
        "views",
        "A seat that faces a cip is told to owe nothing.",
        Swap(observe, "owes", _nothing_to_a_cip),
    ),
    PIN.altered(
        "bets-in-multiples",
        "PIN-4",
        "amount",
        "Of the bets and raises listed only multiples of `bet_min` are accepted.",
        InMultiples,
    ),
)
