"""What a view has to hold if it is claimed, whatever the rules make of it: which keys, and of which form.

A case compares the keys that it names. Here it is about every key of every view: it is there if it is
claimed, it is of its kind, and it does not contradict the other keys of the same view.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.compare import Difference, View, capability_of
from conformance.convert import ARGUMENT_NAMES
from conformance.patterns import BadMenu, menu_difference
from refengine.cards import Card, in_hand_order, is_card
from refengine.seating import TABLE

Fits = Callable[[Json, int], bool]
"""Whether a value has a form, at a table of so many seats."""

NOBODY_IN: Final = frozenset({"seating", "dealing_draw", "between", "over"})
"""Phases in which nobody is in a hand; in all others somebody is."""
NO_HAND: Final = NOBODY_IN | {"integrate", "invite", "shuffle", "blind"}
"""Phases in which no seat has cards, or may look at its own."""
BEFORE_A_DEALER: Final = frozenset({"seating", "dealing_draw", "over"})
"""Phases in which there may be no dealer yet."""
NOTHING: Final[tuple[Json, ...]] = (None, "", [], {})


class Form(NamedTuple):
    """What a value has to be, in words, and whether one is it."""

    words: str
    fits: Fits


# -- values
def is_seat(value: Json, seats: int) -> bool:
    return type(value) is int and 0 <= value < seats


def _is_seat_or_null(value: Json, seats: int) -> bool:
    return value is None or (type(value) is int and 0 <= value < seats)


def _is_actor(value: Json, seats: int) -> bool:
    return value == TABLE or _is_seat_or_null(value, seats)


def is_count(value: Json, _: int = 0) -> bool:
    return type(value) is int and value >= 0


def is_cards(value: Json, _: int = 0) -> bool:
    """Different cards."""
    return isinstance(value, list) and all(map(is_card, value)) and len(set(map(str, value))) == len(value)


def _is_hand(value: Json, _: int = 0) -> bool:
    if not is_cards(value):
        return False
    assert isinstance(value, list)
    return len(value) < 2 or [*in_hand_order(Card(str(card)) for card in value)] == value


def _is_ascending(value: Json, seats: int) -> bool:
    """Different seats, the lowest first."""
    if not isinstance(value, list):
        return False
    last = -1
    for seat in value:
        if type(seat) is not int or seat <= last:
            return False
        last = seat
    return last < seats


def _is_seats(value: Json, seats: int) -> bool:
    """Different seats in any order."""
    if not isinstance(value, list) or not all(is_seat(seat, seats) for seat in value):
        return False
    return len(set(map(str, value))) == len(value)


def _is_by_seat(value: Json, seats: int) -> bool:
    return isinstance(value, list) and [*map(type, value)] == [int] * seats


def _is_counts(value: Json, seats: int) -> bool:
    return isinstance(value, list) and len(value) == seats and all(map(is_count, value))


def _is_seat_map(value: Json, seats: int, fits: Fits) -> bool:
    return isinstance(value, dict) and all(
        key.isascii() and key.isdecimal() and key == str(int(key)) and int(key) < seats and fits(one, seats)
        for key, one in value.items()
    )


def _has(value: Json, seats: int, members: dict[str, Fits]) -> bool:
    """An object with exactly these members."""
    return (
        isinstance(value, dict)
        and value.keys() == members.keys()
        and all(fits(value[name], seats) for name, fits in members.items())
    )


def _is_payouts(value: Json, seats: int) -> bool:
    return _is_seat_map(value, seats, lambda amount, _: type(amount) is int and amount > 0)


def _is_shown(value: Json, seats: int) -> bool:
    return _is_seat_map(value, seats, _is_hand)


def _is_text(words: Collection[str]) -> Fits:
    return lambda value, _: isinstance(value, str) and value in words


_LAST_HAND: Final[dict[str, Fits]] = {
    "ended_by": _is_text({"showdown", "folds", "parola", "no_opening", "no_bet", "played"}),
    "payouts": _is_payouts,
    "shown": _is_shown,
    "mucked": _is_seats,
}
_TRANSFER: Final[dict[str, Fits]] = {"from": is_seat, "to": is_seat, "amount": is_count}


def _is_transfers(value: Json, seats: int) -> bool:
    return isinstance(value, list) and all(_has(one, seats, _TRANSFER) for one in value)


_RESULT: Final[dict[str, Fits]] = {
    "stacks": _is_by_seat,
    "winners": _is_seats,
    "transfers": _is_transfers,
}
_PLAYED: Final[dict[str, Fits]] = {"seat": is_seat, "card": lambda card, _: is_card(card)}


def _is_plays(value: Json, seats: int) -> bool:
    return isinstance(value, list) and all(_has(one, seats, _PLAYED) for one in value)


_LAST_TRICK: Final[dict[str, Fits]] = {"cards": _is_plays, "taken_by": is_seat}


def _null_or(words: str, fits: Fits) -> Form:
    return Form(f"{words} or null", lambda value, seats: value is None or fits(value, seats))


# -- keys
_SEAT: Final = Form("a seat or null", _is_seat_or_null)
_CARDS: Final = Form("a list of different cards", is_cards)
_CHIPS: Final = Form("a whole number, for every seat", _is_by_seat)
_COUNTS: Final = Form("a whole number of at least 0, for every seat", _is_counts)
_FLAG: Final = Form("true or false", lambda value, _: isinstance(value, bool))
_NUMBER: Final = Form("a whole number of at least 0", is_count)
RESULT: Final = Form(
    "an object with stacks, winners and transfers, and nothing else",
    lambda value, seats: _has(value, seats, _RESULT),
)
HAND: Final = Form("a list of different cards, in the order of hands", _is_hand)

COMMON: Final[dict[str, Form]] = {
    "actor": Form('a seat, "table" or null', _is_actor),
    "pot": _NUMBER,
    "stacks": _CHIPS,
    "last_hand": _null_or(
        "an object with ended_by, payouts, shown and mucked, and nothing else",
        lambda value, seats: _has(value, seats, _LAST_HAND),
    ),
    "dealer": _SEAT,
    "hand_number": Form("a whole number of at least 1", lambda value, _: type(value) is int and value >= 1),
    "seats_in": Form("a list of different seats, ascending", _is_ascending),
    "owes": _NUMBER,
    "over": _FLAG,
}
"""Keys that every view of every rule set has; `phase` is one too."""
_DRAW: Final[dict[str, Form]] = {"opener": _SEAT, "carried": _FLAG}
_ITALIAN: Final[dict[str, Form]] = {
    **_DRAW,
    "opening_rank": Form("J, Q or K", _is_text({"J", "Q", "K"})),
}
_TON: Final[dict[str, Form]] = {
    "trump": _null_or("a suit", _is_text({"c", "d", "h", "s"})),
    "five": _SEAT,
    "talon": _CARDS,
    "talon_holder": _SEAT,
    "trick": Form("a list of {seat, card}", _is_plays),
    "tricks_taken": _COUNTS,
    "last_trick": _null_or(
        "an object with cards and taken_by", lambda value, seats: _has(value, seats, _LAST_TRICK)
    ),
    "turned_up": _null_or("a card", lambda value, _: is_card(value)),
    "scores": _CHIPS,
    "pluses": _COUNTS,
}
FURTHER: Final[dict[str, dict[str, Form]]] = {
    "italian-invito": _ITALIAN,
    "italian-progressive": _ITALIAN,
    "brazilian-pingo": _DRAW,
    "red-dog": {"turned": _CARDS},
    "ton": _TON,
}
"""Keys that every view of one rule set has."""
_PHASES: Final[dict[str, str]] = {
    "italian-invito": "invite shuffle blind opening draw betting between over",
    "italian-progressive": "seating dealing_draw integrate shuffle blind opening draw betting between over",
    "brazilian-pingo": "shuffle opening reshuffle draw betting between over",
    "red-dog": "dealing_draw shuffle betting between over",
    "ton": "dealing_draw shuffle announce trump_from_stock exchange dealer_discard stay tricks no_trick "
    "between over",
}
SOMETIMES: Final = frozenset({"menu", "result", "events", "hand"})
"""Keys that some views of every rule set have."""


@cache
def keys_of(rules: str) -> frozenset[str]:
    """Every key that views of a rule set may have by the protocol."""
    thinking = {"thinking"} if "opener" in FURTHER[rules] else set()
    return frozenset({*SOMETIMES, "phase", *COMMON, *FURTHER[rules], *thinking})


EVERY_KEY: Final = frozenset().union(*map(keys_of, FURTHER))
"""Every key that the protocol knows; further ones are an implementation's own."""


@cache
def _required(rules: str, capabilities: frozenset[str]) -> tuple[tuple[str, str, Fits], ...]:
    """The keys that views must have, each with its form."""
    phases = frozenset(_PHASES[rules].split())
    phase = Form(f"a phase of {rules}: {', '.join(_PHASES[rules].split())}", _is_text(phases))
    forms = {"phase": phase, **COMMON, **FURTHER[rules]}
    return tuple((key, *form) for key, form in forms.items() if capability_of(key) in capabilities)


@cache
def _foreign(rules: str) -> frozenset[str]:
    """Keys that only other rule sets have."""
    return EVERY_KEY - keys_of(rules)


def misshapen(rules: str, seats: int, view: View, capabilities: frozenset[str]) -> list[Difference]:
    """What is claimed and is not there, cannot be, or contradicts another key of the view."""
    found: list[Difference] = []
    for key, words, fits in _required(rules, capabilities):
        if key not in view:
            found.append(Difference("absent", key, words, None))
        elif not fits(view[key], seats):
            found.append(Difference("differs", key, words, view[key]))
    if found:
        return found
    both = "actor" in capabilities and "phase" in capabilities
    if both and (view["actor"] is None) is not (view["phase"] == "over"):
        words = "null in the phase over, and in no other"
        found.append(Difference("differs", "actor", words, view["actor"]))
    if "details" in capabilities:
        found += _in_details(rules, seats, view)
        if not found:
            found += _contradictions(view, capabilities)
    return found


def _in_details(rules: str, seats: int, view: View) -> Iterator[Difference]:
    """The keys that are not always there."""
    if view["over"]:
        if "result" not in view:
            yield Difference("absent", "result", RESULT.words, None)
        elif not RESULT.fits(view["result"], seats):
            yield Difference("differs", "result", RESULT.words, view["result"])
    elif view.get("result") not in NOTHING:
        yield Difference("shown", "result", None, view["result"])
    if view.get("thinking") is not None and view["thinking"] is not True:
        yield Difference("differs", "thinking", "true, or absent", view["thinking"])
    if not view.keys().isdisjoint(_foreign(rules)):
        for key in sorted(_foreign(rules) & view.keys()):
            if view[key] not in NOTHING:
                yield Difference("shown", key, None, view[key])


def _contradictions(view: View, capabilities: frozenset[str]) -> Iterator[Difference]:
    """Further keys that cannot be so beside the actor, or in the phase."""
    over = view["over"]
    if "actor" in capabilities and over is not (view["actor"] is None):
        yield Difference("differs", "over", "true exactly when there is no actor", over)
    if "phase" not in capabilities:
        return
    phase = view["phase"]
    if over is not (phase == "over"):
        yield Difference("differs", "over", "true exactly in the phase over", over)
    if (phase in NOBODY_IN) is bool(view["seats_in"]):
        words = f"{'no' if phase in NOBODY_IN else 'some'} seats in the phase {phase}"
        yield Difference("differs", "seats_in", words, view["seats_in"])
    if view["dealer"] is None and phase not in BEFORE_A_DEALER:
        yield Difference("differs", "dealer", f"a seat in the phase {phase}", None)
    if phase in NOBODY_IN and view["owes"] != 0:
        yield Difference("differs", "owes", f"0 in the phase {phase}", view["owes"])
    if phase == "over" and view.get("carried"):
        yield Difference("differs", "carried", "false in the phase over", True)


# -- what depends on who looks
def for_referee(view: View, actor: Json, capabilities: frozenset[str]) -> Iterator[Difference]:
    """The menu is that of the `actor`: there is one until there is no actor any more."""
    if "menu" in capabilities:
        yield from _menu(view, gone=actor is None)


def for_seat(view: View, viewer: int, actor: Json, capabilities: frozenset[str]) -> Iterator[Difference]:
    """A seat has a hand, and a menu when it is the `actor`; else it sees none."""
    if "hand" not in view:
        yield Difference("absent", "hand", HAND.words, None)
    elif not HAND.fits(view["hand"], 0):
        yield Difference("differs", "hand", HAND.words, view["hand"])
    elif view["hand"] and "phase" in capabilities and view["phase"] in NO_HAND:
        yield Difference("shown", "hand", None, view["hand"])
    if actor != viewer:
        if view.get("menu") not in NOTHING:
            yield Difference("shown", "menu", None, view["menu"])
    elif "menu" in capabilities:
        yield from _menu(view, gone=False)


def _menu(view: View, *, gone: bool) -> Iterator[Difference]:
    words = "the actions of the actor, as patterns"
    menu = view.get("menu")
    if gone:
        if menu not in NOTHING:
            yield Difference("shown", "menu", None, menu)
    elif "menu" not in view:
        yield Difference("absent", "menu", words, None)
    elif not menu or not isinstance(menu, list) or not all(map(_is_plain, menu)):
        yield from _unreadable(menu, words)


def _is_plain(pattern: Json) -> bool:
    """Whether a pattern is of one of the usual forms; of others it has to be found out."""
    if not isinstance(pattern, dict):
        return False
    verb = pattern.get("type")
    names = ARGUMENT_NAMES.get(verb) if isinstance(verb, str) else None
    if names is None or len(names) > 1:
        return False
    return not names or _is_plain_argument(names[0], pattern.get(names[0]))


def _is_plain_argument(name: str, value: Json) -> bool:
    match value:
        case {"min": low, "max": high, **rest} if name == "amount" and not rest:
            return type(low) is int and (high is None or type(high) is int)
        case {"one_of": [*cards], **rest} if name in ("card", "keep") and not rest:
            return all(map(is_card, cards))
        case {"from": [*cards], "min": fewest, "max": most, **rest} if name == "cards" and not rest:
            return is_count(fewest) and is_count(most) and all(map(is_card, cards))
        case {"order_of": [*cards], **rest} if name == "cards" and not rest:
            return all(map(is_card, cards))
        case _:
            return name == "amount" and type(value) is int


def _unreadable(menu: Json, words: str) -> Iterator[Difference]:
    if not menu:
        yield Difference("differs", "menu", words, menu)
        return
    try:
        menu_difference(menu, menu)
    except BadMenu as bad:
        yield Difference("no_menu", "menu", str(bad), menu)
