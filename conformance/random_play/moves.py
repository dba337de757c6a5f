"""Legal actions, drawn from the menu: the edges first, and whatever keeps a hand going more often.

The same for every rule set: a menu says all that is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from conformance.random_play.choices import Choose, by_weight, one_of, some_of
from conformance.random_play.packs import NO_DEAL, Deal, draw_order
from refengine.actions import Action, Argument, Extension, Verb
from refengine.cards import Card, Cards
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

WEIGHTS: Final[dict[Verb, int]] = {
    "next_hand": 12,
    "stand": 2,
    "pass": 3,
    "check": 3,
    "parola": 3,
    "call": 6,
    "open": 5,
    "bet": 4,
    "raise": 4,
    "blind": 2,
    "decline": 2,
    "fold": 2,
    "cip": 3,
    "invite": 2,
    "counter_blind": 3,
    "integrate": 3,
    "sit_out": 2,
    "think": 2,
    "forfeit": 2,
    "stay": 4,
    "exchange": 3,
    "take_trump": 3,
    "mark_plus": 3,
    "write_off": 2,
    "divide_pot": 4,
    "extend": 3,
}
"""How often a type of action is chosen where it is offered, others once; the simplest first."""

_QUIET: Final[dict[Verb, int]] = {
    "check": 12,
    "parola": 14,
    "pass": 6,
    "open": 9,
    "bet": 1,
    "raise": 1,
    "fold": 1,
}
_LOUD: Final[dict[Verb, int]] = {
    "raise": 12,
    "bet": 9,
    "open": 9,
    "invite": 6,
    "blind": 6,
    "counter_blind": 9,
}
MOODS: Final[tuple[dict[Verb, int], ...]] = (WEIGHTS, {**WEIGHTS, **_QUIET}, {**WEIGHTS, **_LOUD})
"""How a table plays a hand: where each seat chooses for itself, hardly ever do all say the same."""

_ORDER: Final = {verb: place for place, verb in enumerate(WEIGHTS)}
_PAST_THE_MINIMUM: Final = 30
"""How far above the minimum an amount without a maximum goes."""


Changes = Literal["any", "none", "most"]


class Manner(NamedTuple):
    """How moves are chosen: by one of `MOODS`, and without what is `avoided`. `changes`: how many cards seats
    change; where none, hands come to the showdown as they were dealt, where most, the stub runs out. `deal`:
    what a pack is shuffled for now."""

    weights: Mapping[Verb, int] = WEIGHTS
    avoided: frozenset[Verb] = frozenset()
    changes: Changes = "any"
    deal: Deal = NO_DEAL


def draw_move(choose: Choose, menu: Menu, manner: Manner) -> Action | None:
    """An action that the menu admits; None if all that it offers is avoided."""
    weights = manner.weights
    offers = [offer for offer in menu.offers if offer.verb not in manner.avoided]
    if menu.actor is None or not offers:
        return None
    if len(offers) > 1:
        offers.sort(key=_simplicity)
        offer = offers[by_weight(choose, [weights.get(one.verb, 1) for one in offers])]
    else:
        offer = offers[0]
    if manner.changes != "any" and isinstance(offer.domain, SomeOf) and offer.verb == "discard":
        number = offer.domain.fewest if manner.changes == "none" else offer.domain.most
        return Action(menu.actor, offer.verb, tuple(some_of(choose, offer.domain.cards, number)))
    return Action(menu.actor, offer.verb, draw_argument(choose, offer, manner.deal))


def _simplicity(offer: Offer) -> int:
    return _ORDER.get(offer.verb, len(_ORDER))


def draw_argument(choose: Choose, offer: Offer, deal: Deal = NO_DEAL) -> Argument:
    """An argument that the offer admits."""
    match offer.domain:
        case Nothing():
            return None
        case Amounts(low, high):
            return draw_amount(choose, low, high)
        case SomeOf(cards, fewest, most):
            return draw_cards(choose, cards, fewest, most)
        case OneOf(cards):
            return one_of(choose, cards)
        case OrderOfCards(cards):
            return tuple(draw_order(choose, cards, deal))
        case OrderOfSeats(seats):
            return tuple(some_of(choose, seats, len(seats)))
        case AgreedHands(seats):
            return Extension(1 + choose(3), tuple(some_of(choose, seats, len(seats))))


def draw_amount(choose: Choose, low: int, high: int | None) -> int:
    """The lowest, the highest, one inside, or any."""
    if low == high:
        return low
    top = low + _PAST_THE_MINIMUM if high is None else high
    match choose(8):
        case 0 | 1 | 2:
            return low
        case 3:
            return low + 1
        case 4 | 5:
            return top
        case 6:
            return top - 1
        case _:
            return low + choose(top - low + 1)


def draw_cards(choose: Choose, cards: Cards, fewest: int, most: int) -> tuple[Card, ...]:
    """None, as many as allowed, or a number between; where there must be many, sometimes of equal rank."""
    if fewest == most:
        return _row(choose, cards, most)
    match choose(4):
        case 0:
            number = fewest
        case 1:
            number = most
        case _:
            number = fewest + choose(most - fewest + 1)
    return tuple(some_of(choose, cards, number))


def _row(choose: Choose, cards: Sequence[Card], number: int) -> tuple[Card, ...]:
    """One card for each of several seats: by lot, or nearly all of one rank."""
    if choose(2) == 0:
        return tuple(some_of(choose, cards, number))
    rank = one_of(choose, cards)[0]
    equal = [card for card in cards if card[0] == rank][:number]
    rest = [card for card in cards if card[0] != rank]
    return tuple(some_of(choose, equal + some_of(choose, rest, number - len(equal)), number))
