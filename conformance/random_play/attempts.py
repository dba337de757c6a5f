"""Attempts: what lies just outside a menu, and should be refused.

Each is made from a menu or from nothing; whether it is refused indeed, and why, is the engine's question.
What another language could not tell from a legal action (2.0 from 2) is not tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.convert import ARGUMENT_NAMES, JsonObject, action_to_json
from conformance.random_play.choices import Choose, one_of, some_of
from conformance.random_play.moves import draw_argument
from refengine.actions import ARGUMENT_KIND, Action, Argument, Extension, Verb
from refengine.cards import FULL_PACK, Card, Cards
from refengine.menus import AgreedHands, Amounts, Menu, Offer, OneOf, SomeOf
from refengine.seating import TABLE, Actor, Seat

NO_NUMBERS: Final[tuple[Json, ...]] = ("1", 1.5, True, None, [1])
NO_CARDS: Final[tuple[Json, ...]] = ("10h", "ah", "1s", "", 7, None)
NO_ACTORS: Final[tuple[Json, ...]] = ("0", "dealer", True, 0.5, None)
NO_VERBS: Final[tuple[Json, ...]] = ("muck", "", "Fold", 3, None)
VERBS: Final[tuple[Verb, ...]] = tuple(ARGUMENT_KIND)


class Attempt(NamedTuple):
    """What somebody tries, in the form of the protocol: it may be malformed."""

    actor: Json
    action: JsonObject


class Scene(NamedTuple):
    """What is needed to go just too far: the menu, the number of seats, the types of action seen so far."""

    menu: Menu
    seats: int
    seen: Sequence[Verb]


def draw_attempt(choose: Choose, scene: Scene) -> Attempt:
    """Something that is probably to be refused."""
    menu = scene.menu
    if menu.actor is None:
        return _written(Seat(choose(scene.seats)), one_of(choose, scene.seen or VERBS), choose, scene)
    match choose(10):
        case 0 | 1 | 2:
            return _beyond(choose, scene, menu.actor)
        case 3 | 4 | 5:
            return _unlisted(choose, scene, menu.actor)
        case 6 | 7:
            return _out_of_turn(choose, scene, menu.actor)
        case _:
            return _malformed(choose, scene, menu.actor)


def _beyond(choose: Choose, scene: Scene, actor: Actor) -> Attempt:
    """A type that is offered, its argument just outside what is offered."""
    offers = [offer for offer in scene.menu.offers if not _is_plain(offer)]
    if not offers:
        return _unlisted(choose, scene, actor)
    offer = one_of(choose, offers)
    return _legal_form(Action(actor, offer.verb, _argument_beyond(choose, offer)))


def _is_plain(offer: Offer) -> bool:
    return not ARGUMENT_NAMES[offer.verb]


def _argument_beyond(choose: Choose, offer: Offer) -> Argument:
    match offer.domain:
        case Amounts(low, high):
            return one_of(choose, (low - 1, low - 1 if high is None else high + 1, 0, -1))
        case SomeOf(cards, fewest, most):
            return _cards_beyond(choose, cards, fewest, most)
        case OneOf(cards, held):
            kept_back = [card for card in held if card not in cards]
            not_held = [card for card in FULL_PACK if card not in (*cards, *held)]
            return one_of(choose, kept_back if kept_back and choose(2) else not_held or cards)
        case AgreedHands(seats):
            few = seats[:-1] if choose(2) else (*seats, seats[0])
            return Extension(1, few) if choose(2) else Extension(one_of(choose, (0, -1)), seats)
        case _:
            order = draw_argument(choose, offer)
            if not isinstance(order, tuple) or isinstance(order, Extension):
                return order
            return order[:-1] if choose(2) else (*order[:-1], order[0])


def _cards_beyond(choose: Choose, cards: Cards, fewest: int, most: int) -> Cards:
    """One too many, one too few; one twice or one not held, beside a right number of cards or within it."""
    outside = [card for card in FULL_PACK if card not in cards]
    number = max(fewest, min(most, 1))
    some = some_of(choose, cards, number)
    match choose(6):
        case 0 if most < len(cards):
            return tuple(some_of(choose, cards, most + 1))
        case 1 if fewest > 0:
            return tuple(some[1:])
        case 2 if number > 1:
            return (*some[1:], some[-1])
        case 3 if some:
            return (*some, some[-1])
        case 4:
            return (*some[1:], one_of(choose, outside or cards))
        case _:
            return (*some, one_of(choose, outside or cards))


def _unlisted(choose: Choose, scene: Scene, actor: Actor) -> Attempt:
    """A type that is not offered: one withheld, one offered before, or any."""
    withheld = [one.verb for one in scene.menu.withheld]
    if withheld and choose(2) == 0:
        return _written(actor, one_of(choose, withheld), choose, scene)
    offered = {offer.verb for offer in scene.menu.offers}
    seen = [verb for verb in scene.seen if verb not in offered]
    verbs = seen if seen and choose(3) else [verb for verb in VERBS if verb not in offered]
    return _written(actor, one_of(choose, verbs), choose, scene)


def _out_of_turn(choose: Choose, scene: Scene, actor: Actor) -> Attempt:
    """What the actor might do, or might not, done by another or by a seat that does not exist: that it is not
    its turn comes before all else."""
    others: list[Actor] = [Seat(seat) for seat in range(scene.seats) if seat != actor]
    if actor != TABLE:
        others.append(TABLE)
    other = one_of(choose, [*others, Seat(scene.seats), Seat(-1)])
    match choose(4):
        case 0:
            return _unlisted(choose, scene, other)
        case 1:
            return _beyond(choose, scene, other)
        case _:
            offer = one_of(choose, scene.menu.offers)
            return _legal_form(Action(other, offer.verb, draw_argument(choose, offer)))


def _malformed(choose: Choose, scene: Scene, actor: Actor) -> Attempt:
    """No action at all: no actor, no such type, an argument missing or of another kind."""
    offers = scene.menu.offers
    with_arguments = [offer for offer in offers if not _is_plain(offer)]
    offer = one_of(choose, with_arguments or offers)
    _, action = _legal_form(Action(actor, offer.verb, draw_argument(choose, offer)))
    actor = actor if choose(3) else Seat(choose(scene.seats + 1))
    match choose(4):
        case 0:
            return Attempt(one_of(choose, NO_ACTORS), action)
        case 1:
            return Attempt(actor, {**action, "type": one_of(choose, NO_VERBS)})
        case 2 if with_arguments:
            del action[one_of(choose, ARGUMENT_NAMES[offer.verb])]
            return Attempt(actor, action)
        case _:
            for name in ARGUMENT_NAMES[offer.verb][:1]:
                action[name] = _no_value(choose, action[name])
            return Attempt(actor, action if with_arguments else {})


def _no_value(choose: Choose, value: Json) -> Json:
    """Something of another kind than the value of an argument."""
    if isinstance(value, list) and value and choose(2):
        strange: Json = one_of(choose, NO_CARDS if isinstance(value[0], str) else NO_NUMBERS)
        return [*value[1:], strange]
    if isinstance(value, list):
        return one_of(choose, (None, 3, "9c Jd"))
    return one_of(choose, NO_CARDS if isinstance(value, str) else NO_NUMBERS)


def _written(actor: Actor, verb: Verb, choose: Choose, scene: Scene) -> Attempt:
    """An action of a type that is not offered, with arguments that could be."""
    return _legal_form(Action(actor, verb, _plausible(choose, verb, scene)))


def _plausible(choose: Choose, verb: Verb, scene: Scene) -> Argument:
    held = _cards_in(scene.menu)
    match ARGUMENT_KIND[verb]:
        case "nothing":
            return None
        case "amount":
            return one_of(choose, [*_amounts_in(scene.menu), 1, 2, 5])
        case "card":
            return one_of(choose, held or FULL_PACK)
        case "cards":
            return tuple(some_of(choose, held or FULL_PACK, choose(3)))
        case "seats":
            return tuple(Seat(seat) for seat in some_of(choose, range(scene.seats), scene.seats))
        case "extension":
            return Extension(1, tuple(map(Seat, range(scene.seats))))


def _amounts_in(menu: Menu) -> list[int]:
    return [offer.domain.low for offer in menu.offers if isinstance(offer.domain, Amounts)]


def _cards_in(menu: Menu) -> list[Card]:
    for offer in menu.offers:
        if isinstance(offer.domain, SomeOf | OneOf):
            return list(offer.domain.cards)
    return []


def _legal_form(action: Action) -> Attempt:
    return Attempt(action.actor, action_to_json(action))
