"""Why a verb is not in a menu: asked only when somebody has tried it."""

from typing import Final, assert_never

from refengine.actions import Action, Verb
from refengine.draw.blind import allowed
from refengine.draw.policies import BlindPlay, NoBlind, PotStaysForQuotas, WhileRank
from refengine.draw.state import BlindOpened, FacingCip, Play, Round, Speaking, State, Thinking
from refengine.errors import NO_CLAUSE, ClauseId, IllegalAction
from refengine.seating import TABLE, clockwise_after

NOBODY_COULD_ANSWER: Final = ClauseId("DRW-6")
FOLD_WHEN_OWING: Final = ClauseId("DRW-27")


def explained(refusal: IllegalAction, state: State) -> IllegalAction:
    """The same refusal, with the clause that keeps the verb out of the menu where there is one."""
    if refusal.code != "not_available" or refusal.clause:
        return refusal
    clause = why_absent(state, refusal.action)
    return IllegalAction(refusal.reason, clause, refusal.action, refusal.allowed)


def why_absent(state: State, action: Action) -> ClauseId:
    """The clause that keeps the verb of `action`, tried by the actor, out of the menu."""
    verb = action.verb
    match verb:
        case "blind" | "counter_blind":
            return why_no_blind(state, action)
        case "fold":
            return FOLD_WHEN_OWING
        case "raise" if isinstance(state.turn, Round):
            return NOBODY_COULD_ANSWER
        case "bet" if isinstance(state.turn, FacingCip):
            return NOBODY_COULD_ANSWER
        case "divide_pot":
            silence = state.rules.betting.silence
            return silence.divide if isinstance(silence, PotStaysForQuotas) else NO_CLAUSE
        case _:
            return why_not_this_word(state, verb)


def why_not_this_word(state: State, verb: Verb) -> ClauseId:
    """Words that belong before a bet are over once there is one, and the other way round."""
    raising = state.rules.raising
    match state.turn:
        case Round() | Thinking() if verb in ("pass", "open", "check", "parola", "cip", "bet"):
            return raising.answer if state.phase == "opening" else raising.later
        case Speaking() if verb in ("pass", "open", "check", "parola", "cip", "bet", "call", "raise"):
            rules = state.rules
            return rules.opening.words.clause if state.phase == "opening" else rules.betting.words.clause
        case _:
            return NO_CLAUSE


def why_no_blind(state: State, action: Action) -> ClauseId:
    """The seat is not the one that may post, or cannot pay, or the hand allows no blind."""
    policy = state.rules.pot.blind
    if action.actor == TABLE:
        return NO_CLAUSE  # only seats post blinds, and between hands there may be none dealt in
    match policy:
        case NoBlind():
            return NO_CLAUSE
        case BlindPlay(when=when):
            if isinstance(when, WhileRank) and not allowed(Play(state, []), when):
                return when.clause
            order = clockwise_after(Play(state, []).dealer, state.hand.dealt_in)
            if action.verb == "blind":
                short = action.actor == order[0] and not could_pay(state, order[0], 2 * state.chips.pot)
                return policy.unable if short else policy.blind
            lead = state.hand.lead
            second = isinstance(lead, BlindOpened) and action.actor == order[1]
            short = second and not could_pay(state, order[1], 2 * max(state.chips.bets))
            return policy.unable if short else policy.counter
        case _:
            assert_never(policy)


def could_pay(state: State, seat: int, amount: int) -> bool:
    """Whether `seat` had `amount` when the blind was asked for."""
    return state.chips.stacks[seat] + state.chips.bets[seat] >= amount
