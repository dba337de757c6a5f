"""Menus reduced to what is counted of them: their edges.

Of amounts the lowest and the highest (an amount without an upper bound: the lowest); of the cards to change
none and, for each number, the first so many in the order of a hand; a shuffle leaves the written order, a
draw by lot turns up the lowest clubs, and seats are drawn as they are. Everything else counts whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from conformance.adapters.protocol import Json
from conformance.convert import ARGUMENT_NAMES, JsonObject
from conformance.patterns import menu_difference
from refengine.actions import ARGUMENT_KIND, Verb
from refengine.cards import SUITS, Card, in_hand_order, in_written_order


class Move(NamedTuple):
    """Who does what."""

    actor: int | str
    action: JsonObject


def moves(actor: int | str, menu: Json) -> list[Move]:
    """The actions of the menu that are counted, by type and then small before large; `BadMenu` where it is
    no list of the protocol's patterns."""
    menu_difference([], menu)
    gathered: dict[str, list[list[Json]]] = {}
    for pattern in menu if isinstance(menu, list) else []:
        assert isinstance(pattern, dict)
        verb = str(pattern["type"])
        gathered.setdefault(verb, []).append([pattern[name] for name in ARGUMENT_NAMES[verb]])
    return [
        Move(actor, {"type": verb, **dict(zip(ARGUMENT_NAMES[verb], values, strict=True))})
        for verb in ARGUMENT_KIND
        if verb in gathered
        for values in _edges(verb, gathered[verb])
    ]


def _edges(verb: Verb, patterns: list[list[Json]]) -> Iterator[tuple[Json, ...]]:
    """The arguments that are counted of all patterns for one type of action."""
    match ARGUMENT_KIND[verb]:
        case "nothing":
            yield ()
        case "amount":
            yield from ((amount,) for amount in _outermost(values[0] for values in patterns))
        case "card":
            cards = in_hand_order({Card(str(card)) for values in patterns for card in _one_of(values[0])})
            yield from ((card,) for card in cards)
        case "cards":
            yield from _some_cards(verb, [values[0] for values in patterns])
        case "seats":
            yield (_in_order(patterns[0][0]),)
        case "extension":
            yield _outermost(values[0] for values in patterns)[0], _in_order(patterns[0][1])


def _one_of(value: Json) -> list[Json]:
    listed = value.get("one_of") if isinstance(value, dict) else None
    return listed if isinstance(listed, list) else [value]


def _outermost(values: Iterable[Json]) -> list[int]:
    """The lowest and the highest of all numbers that are admitted; the lowest alone without a bound."""
    lows: list[int] = []
    highs: list[int | None] = []
    for value in values:
        for low, high in _spans(value):
            if high is None or low <= high:
                lows.append(low)
                highs.append(high)
    bounds = [high for high in highs if high is not None]
    return sorted({min(lows), max(bounds)} if len(bounds) == len(highs) else {min(lows)}) if lows else []


def _spans(value: Json) -> list[tuple[int, int | None]]:
    if isinstance(value, dict) and "min" in value:
        low, high = value["min"], value["max"]
        assert isinstance(low, int)
        assert isinstance(high, int | None)
        return [(low, high)]
    return [(number, number) for number in _one_of(value) if isinstance(number, int)]


def _some_cards(verb: Verb, values: list[Json]) -> Iterator[tuple[Json, ...]]:
    """Of cards in an order of the table's one order; of cards to change one choice for each number."""
    if verb != "discard":
        yield (_written(values[0]),)
        return
    chosen: dict[int, list[Json]] = {}
    for value in values:
        if isinstance(value, list):
            chosen.setdefault(len(value), value)
        elif isinstance(value, dict):
            pool = _cards(value["from"])
            fewest, most = value["min"], value["max"]
            assert isinstance(fewest, int)
            assert isinstance(most, int)
            for number in range(max(fewest, 0), min(most, len(pool)) + 1):
                chosen.setdefault(number, [*in_hand_order(pool)[:number]])
    yield from ((chosen[number],) for number in sorted(chosen))


def _cards(value: Json) -> list[Card]:
    return [Card(str(card)) for card in value] if isinstance(value, list) else []


def _written(value: Json) -> Json:
    """All cards of a shuffle in written order, or as many as a draw by lot takes suit by suit."""
    if not isinstance(value, dict):
        return value
    if "order_of" in value:
        return [*in_written_order(_cards(value["order_of"]))]
    number = value["min"]
    assert isinstance(number, int)
    by_suit = sorted(in_written_order(_cards(value["from"])), key=lambda card: SUITS.index(card[1]))
    return [*by_suit[:number]]


def _in_order(value: Json) -> Json:
    """Seats in ascending order."""
    seats = value["order_of"] if isinstance(value, dict) else value
    assert isinstance(seats, list)
    return [*sorted(seat for seat in seats if isinstance(seat, int))]
