"""Why a verb is not in a menu: asked only when somebody has tried it."""

from typing import Final

from refengine.actions import Action, Verb
from refengine.errors import NO_CLAUSE, ClauseId, IllegalAction
from refengine.ton import clauses
from refengine.ton.state import DealingDraw, NaFive, TonState

_BELONGS_TO: Final[dict[Verb, ClauseId]] = {
    "announce": clauses.ANNOUNCE,
    "take_trump": clauses.TRUMP_FROM_STOCK,
    "exchange": clauses.EXCHANGE,
    "discard": clauses.DEALER_DISCARDS,
    "stay": clauses.OBLIGED,
    "pass": clauses.OBLIGED,
    "mark_plus": clauses.CHOICE,
    "write_off": clauses.CHOICE,
    "next_hand": clauses.BETWEEN_DEALS,
    "end_session": clauses.BETWEEN_DEALS,
}
"""The clause that gives a verb its place, and so denies it any other."""


def explained(refusal: IllegalAction, state: TonState) -> IllegalAction:
    """The same refusal, with the clause that keeps the verb out of the menu where there is one."""
    if refusal.reason != "not_available":
        return refusal
    clause = _why_absent(state, refusal.action)
    return IllegalAction(refusal.reason, clause, refusal.action, refusal.allowed)


def _why_absent(state: TonState, action: Action) -> ClauseId:
    phase = state.phase
    if not isinstance(phase, DealingDraw):
        if action.verb == "exchange" and action.actor == phase.deal.dealer:
            return clauses.DEALER_DISCARDS
        if action.verb == "take_trump" and isinstance(phase.deal.contract, NaFive):
            return clauses.FIVE
    return _BELONGS_TO.get(action.verb, NO_CLAUSE)
