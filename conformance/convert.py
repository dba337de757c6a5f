"""Between the values of the engine and those of the protocol, in both directions and by hand.

What comes in is checked for its kind here, so that the engine only meets values of its own types; whether
they are legal is the engine's question.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from conformance.adapters.protocol import Json
from refengine.actions import ARGUMENT_KIND, Action, Argument, Extension, Verb
from refengine.cards import Card, Cards, is_card
from refengine.errors import SetupError
from refengine.events import (
    Ante,
    Cut,
    Dealt,
    Drawn,
    Event,
    Events,
    Mucked,
    Paid,
    Shown,
    TrickTaken,
    Turned,
    Uncalled,
    sees_cards,
)
from refengine.game import Detail, HandResult, Observation, SessionResult, Setup
from refengine.menus import (
    AgreedHands,
    Amounts,
    Domain,
    Menu,
    Nothing,
    OneOf,
    OrderOfCards,
    OrderOfSeats,
    SomeOf,
)
from refengine.options import OptionValue
from refengine.seating import TABLE, Actor, Seat, Seats

JsonObject = dict[str, Json]

ARGUMENT_NAMES: Final[dict[str, tuple[str, ...]]] = {
    verb: {
        "nothing": (),
        "amount": ("amount",),
        "card": ("keep",) if verb == "exchange" else ("card",),
        "cards": ("cards",),
        "seats": ("seats",),
        "extension": ("hands", "agreed"),
    }[kind]
    for verb, kind in ARGUMENT_KIND.items()
}
"""The arguments of every type of action, by their names in the protocol."""


class Malformed(ValueError):
    """Not an action: unknown type, an argument missing or of another kind, or no actor."""


# -- actions


def actor_from_json(value: Json) -> Actor:
    """A seat, also one that does not exist, or the table."""
    if type(value) is int:
        return Seat(value)
    if value == TABLE:
        return TABLE
    raise Malformed(f"{value!r} is neither a seat nor the table")


def action_from_json(actor: Json, action: Json) -> Action:
    """The action that `actor` wants to do; arguments beyond those of its type are ignored."""
    who = actor_from_json(actor)
    if not isinstance(action, dict):
        raise Malformed("an action is an object")
    verb = action.get("type")
    if not isinstance(verb, str) or verb not in ARGUMENT_KIND:
        raise Malformed(f"there is no type of action {verb!r}")
    return Action(who, verb, _argument(verb, action))


def _argument(verb: Verb, action: JsonObject) -> Argument:
    given = [action[name] for name in ARGUMENT_NAMES[verb] if name in action]
    if len(given) != len(ARGUMENT_NAMES[verb]):
        raise Malformed(f"{verb} needs {' and '.join(ARGUMENT_NAMES[verb])}")
    match ARGUMENT_KIND[verb]:
        case "nothing":
            return None
        case "amount":
            return _whole(given[0])
        case "card":
            return _card(given[0])
        case "cards":
            return _cards(given[0])
        case "seats":
            return _seats(given[0])
        case "extension":
            return Extension(_whole(given[0]), _seats(given[1]))


def _whole(value: Json) -> int:
    """A whole number; ``2.0`` is written with a fractional part and is none."""
    if type(value) is not int:
        raise Malformed(f"{value!r} is no whole number")
    return value


def _card(value: Json) -> Card:
    if not is_card(value):
        raise Malformed(f"{value!r} is no card")
    return cast("Card", value)


def _cards(value: Json) -> Cards:
    if not isinstance(value, list):
        raise Malformed(f"{value!r} is no list of cards")
    return tuple(map(_card, value))


def _seats(value: Json) -> Seats:
    if not isinstance(value, list):
        raise Malformed(f"{value!r} is no list of seats")
    return tuple(Seat(_whole(item)) for item in value)


def action_to_json(action: Action) -> JsonObject:
    """The action without its actor."""
    written: JsonObject = {"type": action.verb}
    match action.argument:
        case None:
            pass
        case Extension(hands, agreed):
            written.update(hands=hands, agreed=list(agreed))
        case tuple() as several:
            written[ARGUMENT_NAMES[action.verb][0]] = list(several)
        case single:
            written[ARGUMENT_NAMES[action.verb][0]] = single
    return written


# -- set-ups


def setup_from_json(params: Mapping[str, Json]) -> Setup:
    """The set-up in the parameters of ``new``; `SetupError` where a value is of another kind."""
    seats, stacks = params.get("seats"), params.get("stacks")
    dealer, options, state = params.get("dealer"), params.get("options"), params.get("state")
    if type(seats) is not int:
        raise SetupError(f"seats: {seats!r} is no whole number")
    if not isinstance(stacks, list):
        raise SetupError(f"stacks: {stacks!r} is no list")
    if dealer is not None and type(dealer) is not int:
        raise SetupError(f"dealer: {dealer!r} is no seat")
    if not isinstance(options, dict | None):
        raise SetupError(f"options: {options!r} is no object")
    if not isinstance(state, dict | None):
        raise SetupError(f"state: {state!r} is no object")
    return Setup(
        seats=seats,
        stacks=tuple(map(_stack, stacks)),
        dealer=None if dealer is None else Seat(dealer),
        options={name: _option(name, value) for name, value in (options or {}).items()},
        state=None if state is None else {name: _detail(value) for name, value in state.items()},
    )


def _stack(value: Json) -> int:
    if type(value) is not int:
        raise SetupError(f"stacks: {value!r} is no whole number")
    return value


def _option(name: str, value: Json) -> OptionValue:
    if isinstance(value, float | list | dict):
        raise SetupError(f"option {name} cannot be {value!r}")
    return value


def _detail(value: Json) -> Detail:
    if isinstance(value, float):
        raise SetupError(f"state: {value!r} is no whole number")
    if isinstance(value, list):
        return tuple(map(_detail, value))
    if isinstance(value, dict):
        return {name: _detail(item) for name, item in value.items()}
    return value


# -- menus


def menu_to_json(menu: Menu) -> list[Json]:
    """The menu as patterns."""
    written: list[Json] = []
    for offer in menu.offers:
        pattern: JsonObject = {"type": offer.verb}
        for name, value in zip(ARGUMENT_NAMES[offer.verb], _patterns(offer.domain), strict=True):
            pattern[name] = value
        written.append(pattern)
    return written


def _patterns(domain: Domain) -> tuple[Json, ...]:
    """A pattern for each argument."""
    match domain:
        case Nothing():
            return ()
        case Amounts(low, high):
            return (low if low == high else {"min": low, "max": high},)
        case SomeOf(cards, fewest, most):
            return ({"from": list(cards), "min": fewest, "max": most},)
        case OneOf(cards):
            return ({"one_of": list(cards)},)
        case OrderOfCards(cards):
            return ({"order_of": list(cards)},)
        case OrderOfSeats(seats):
            return ({"order_of": list(seats)},)
        case AgreedHands(seats):
            return ({"min": 1, "max": None}, {"order_of": list(seats)})


# -- views


def view_to_json(seen: Observation) -> JsonObject:
    """A view, without the events."""
    view: JsonObject = {
        "phase": seen.phase,
        "actor": seen.actor,
        "dealer": seen.dealer,
        "hand_number": seen.hand_number,
        "pot": seen.pot,
        "stacks": list(seen.stacks),
        "seats_in": list(seen.seats_in),
        "owes": seen.owes,
        "last_hand": None if seen.last_hand is None else _hand_result(seen.last_hand),
        "over": seen.result is not None,
    }
    if seen.menu is not None:
        view["menu"] = menu_to_json(seen.menu)
    if seen.result is not None:
        view["result"] = _session_result(seen.result)
    for name, value in seen.details.items():
        view[name] = _plain(value)
    if seen.hand is not None:
        view["hand"] = list(seen.hand)
    return view


def _hand_result(hand: HandResult) -> JsonObject:
    return {
        "ended_by": hand.ended_by,
        "payouts": {str(seat): amount for seat, amount in hand.payouts},
        "shown": {str(seat): list(cards) for seat, cards in hand.shown},
        "mucked": list(hand.mucked),
    }


def _session_result(result: SessionResult) -> JsonObject:
    return {
        "stacks": list(result.stacks),
        "winners": list(result.winners),
        "transfers": [
            {"from": payer, "to": payee, "amount": amount} for payer, payee, amount in result.transfers
        ],
    }


def _plain(value: Detail) -> Json:
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return {name: _plain(item) for name, item in value.items()}


# -- events


def events_to_json(events: Events, viewer: Seat | None) -> list[Json]:
    """The events as `viewer` sees them; the referee (None) sees no hidden card."""
    return [_event(event, viewer) for event in events]


def _event(event: Event, viewer: Seat | None) -> JsonObject:
    match event:
        case Ante(seat, amount):
            return {"type": "ante", "seat": seat, "amount": amount}
        case Cut(seat):
            return {"type": "cut", "seat": seat}
        case Dealt(seat, cards):
            return {"type": "dealt", **_faces(event, seat, cards, viewer)}
        case Drawn(seat, cards):
            return {"type": "drawn", **_faces(event, seat, cards, viewer)}
        case Uncalled(seat, amount):
            return {"type": "uncalled", "seat": seat, "amount": amount}
        case Shown(seat, cards):
            return {"type": "shown", "seat": seat, "cards": list(cards)}
        case Mucked(seat):
            return {"type": "mucked", "seat": seat}
        case Paid(seat, amount):
            return {"type": "paid", "seat": seat, "amount": amount}
        case Turned(card):
            return {"type": "turned", "card": card}
        case TrickTaken(seat):
            return {"type": "trick", "seat": seat}


def _faces(event: Event, seat: Seat, cards: Cards, viewer: Seat | None) -> JsonObject:
    told: JsonObject = {"seat": seat, "count": len(cards)}
    if viewer is not None and sees_cards(event, viewer):
        told["cards"] = list(cards)
    return told
