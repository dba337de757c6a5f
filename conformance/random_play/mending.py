"""Sessions cut about, and mended so that the rest of them still makes sense.

Whoever drops a turn, a seat or an option from a session wants what is left to go on as it did, as far as it
can: a call of another amount, the same word by whoever now has the turn. What cannot be mended is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject, Malformed, action_from_json, action_to_json
from conformance.games import AnyGame
from conformance.random_play.attempts import Attempt
from conformance.random_play.false_starts import FalseStart, Refusal
from conformance.random_play.sessions import Session, Turn, tried, turn_of
from conformance.random_play.tables import Table
from refengine.actions import Action, Argument, Extension
from refengine.menus import (
    AgreedHands,
    Amounts,
    Menu,
    Nothing,
    Offer,
    OneOf,
    OrderOfCards,
    OrderOfSeats,
    SomeOf,
)

T = TypeVar("T")


class Intent(NamedTuple):
    """What somebody wants to do. `forbidden`: it is meant to be refused."""

    actor: Json
    action: JsonObject
    forbidden: bool = False


class Plan(NamedTuple):
    """A session as it is meant to go, after `false_starts`."""

    table: Table
    intents: tuple[Intent, ...]
    false_starts: tuple[FalseStart, ...] = ()


def plan_of(session: Session) -> Plan:
    """The plan that leads to exactly this session."""
    return Plan(session.table, tuple(map(intent_of, session.turns)), session.false_starts)


def intent_of(turn: Turn) -> Intent:
    """What the turn was meant to be."""
    return Intent(turn.actor, turn.action, turn.refusal is not None)


def carry_out(game: AnyGame, plan: Plan) -> Session:
    """The session that comes of a plan, mended; `SetupError` if it cannot begin."""
    now = first = plan.table.start(game)
    turns: list[Turn] = []
    for intent in plan.intents:
        attempt = Attempt(intent.actor, intent.action)
        outcome = tried(game, now, attempt)
        if isinstance(outcome, Refusal) and not intent.forbidden:
            mended = mend(now.menu, attempt)
            if mended is None:
                continue
            attempt, outcome = mended, tried(game, now, mended)
        turns.append(turn_of(attempt, now, outcome))
        now = turns[-1].after
    return Session(plan.table, first, tuple(turns), plan.false_starts)


def mend(menu: Menu, attempt: Attempt) -> Attempt | None:
    """The nearest that the one actor may do; None if that type of action is not offered."""
    try:
        meant = action_from_json(attempt.actor, attempt.action)
    except Malformed:
        return None
    offer = menu.offer(meant.verb)
    if offer is None or menu.actor is None:
        return None
    argument = _nearest(offer, meant.argument)
    return Attempt(menu.actor, action_to_json(Action(menu.actor, meant.verb, argument)))


def _nearest(offer: Offer, meant: Argument) -> Argument:
    match offer.domain:
        case Nothing():
            return None
        case Amounts(low, high):
            amount = max(low, meant if isinstance(meant, int) else low)
            return amount if high is None else min(amount, high)
        case SomeOf(cards, fewest, most):
            named = dict.fromkeys(_listed(meant))
            return laid(named, cards)[: max(fewest, min(most, len(named)))]
        case OneOf(cards):
            return next((card for card in cards if card == meant), cards[0])
        case OrderOfCards(cards):
            return laid(_listed(meant), cards)
        case OrderOfSeats(seats):
            return laid(_listed(meant), seats)
        case AgreedHands(seats):
            return Extension(max(1, meant.hands if isinstance(meant, Extension) else 1), seats)


def _listed(meant: Argument) -> Sequence[object]:
    return meant if isinstance(meant, tuple) else ()


def laid(meant: Iterable[object], things: Sequence[T]) -> tuple[T, ...]:
    """All things in the order that is meant. In the place of what is not among them stands another, so that
    the others keep their places; what is not named comes last."""
    named = dict.fromkeys(meant)
    known = {thing: thing for thing in things}
    spare = [thing for thing in things if thing not in named]
    order = [known[thing] if thing in known else spare.pop(0) for thing in named if thing in known or spare]
    return (*order, *spare)
