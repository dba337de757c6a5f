"""Views held against what a case expects of them, key by key, each key whole.

Kinds count: true is not 1, and 2.0 is not 2. What the protocol leaves open does not count: how menus are
written, by which payments debts are settled, in which order the seats of an unordered list stand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, Literal, NamedTuple

import msgspec

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject
from conformance.patterns import BadMenu, menu_difference
from refengine.cards import Card, in_hand_order, is_card

View = JsonObject

KEY_CAPABILITIES: Final[Mapping[str, str]] = {
    "menu": "menu",
    "pot": "pot",
    "stacks": "stacks",
    "actor": "actor",
    "phase": "phase",
    "last_hand": "last_hand",
    "events": "events",
    "hand": "seat_view",
}
"""The capabilities that claim one key of a view; all further keys are claimed together, by `details`."""

UNORDERED: Final = frozenset({"mucked", "winners"})
"""Lists of seats for which the protocol names no order."""

_as_written: Final = msgspec.json.Encoder(order="sorted").encode
"""Tells 1 from true and from 1.0, faster than looking at every value."""

PAYMENTS: Final = frozenset({"ante", "uncalled", "paid"})
"""Types of events for which the protocol names no order of seats."""

How = Literal["differs", "absent", "shown", "menu", "no_menu"]


class Difference(NamedTuple):
    """What is wrong with the key of a view.

    `differs`: it has another value; `absent`: it is not there; `shown`: it is there and should be hidden;
    `menu`: `expected` are patterns that the menu lacks and `got` those that it has beyond; `no_menu`: it
    holds something else than patterns.
    """

    how: How
    key: str
    expected: Json
    got: Json


def capability_of(key: str) -> str:
    """What an implementation has to claim before this key of its views is compared."""
    return KEY_CAPABILITIES.get(key, "details")


def differences(
    expected: Mapping[str, Json], view: View, capabilities: Collection[str]
) -> Iterator[Difference]:
    """What is wrong with the keys that are expected, as far as they are claimed."""
    for key, value in expected.items():
        if capability_of(key) in capabilities:
            if key in view:
                yield from in_key(key, value, view[key])
            else:
                yield Difference("absent", key, value, None)


def shown(hidden: Collection[str], view: View) -> Iterator[Difference]:
    """Keys that should be absent or empty and are not; null counts as empty."""
    for key in hidden:
        value = view.get(key)
        if value is not None and value not in ("", [], {}):
            yield Difference("shown", key, None, value)


def same(expected: Json, got: Json) -> bool:
    """Equal, and of equal kind."""
    if isinstance(expected, dict):
        return (
            isinstance(got, dict)
            and expected.keys() == got.keys()
            and all(same(value, got[key]) for key, value in expected.items())
        )
    if isinstance(expected, list):
        return isinstance(got, list) and len(expected) == len(got) and all(map(same, expected, got))
    return type(expected) is type(got) and expected == got


def same_as_written(expected: Json, got: Json) -> bool:
    """Equal, and of equal kind, for values that most often are equal."""
    return expected == got and _as_written(expected) == _as_written(got)


def same_clause(expected: str, cited: str) -> bool:
    """Whether two ids name one clause: the ruling inside a clause counts as the clause."""
    return expected.removesuffix("r") == cited.removesuffix("r")


def in_key(key: str, expected: Json, got: Json) -> Iterator[Difference]:
    """What is wrong with the value of one key."""
    name = key.rpartition(".")[2]
    if name == "menu":
        yield from _in_menu(key, expected, got)
    elif name == "transfers":
        if not _same_transfers(expected, got):
            yield Difference("differs", key, expected, got)
    elif name == "events":
        if not same(_settled(expected), _settled(got)):
            yield Difference("differs", key, expected, got)
    elif isinstance(expected, dict) and isinstance(got, dict):
        yield from _in_object(key, expected, got)
    elif not same(_in_order(name, expected), _in_order(name, got)):
        yield Difference("differs", key, expected, got)


def _in_object(key: str, expected: JsonObject, got: JsonObject) -> Iterator[Difference]:
    for member in expected:
        if member in got:
            yield from in_key(f"{key}.{member}", expected[member], got[member])
        else:
            yield Difference("absent", f"{key}.{member}", expected[member], None)
    for member in got:
        if member not in expected:
            yield Difference("shown", f"{key}.{member}", None, got[member])


def _in_menu(key: str, expected: Json, got: Json) -> Iterator[Difference]:
    try:
        difference = menu_difference(expected, got)
    except BadMenu:
        yield Difference("no_menu", key, expected, got)
        return
    if difference is not None:
        yield Difference("menu", key, difference.missing, difference.extra)


def _in_order(name: str, value: Json) -> Json:
    if name in UNORDERED and isinstance(value, list):
        return sorted(value, key=repr)
    return value


def _type_of(event: Json) -> Json:
    return event.get("type") if isinstance(event, dict) else None


def _settled(events: Json) -> Json:
    """Events in one form: payments of one type that follow each other in the order of seats, cards that are
    dealt in portions as one event for each seat."""
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        return events
    settled: list[Json] = []
    for kind, events_of_kind in groupby(events, _type_of):
        run = [*events_of_kind]
        if kind in PAYMENTS:
            run.sort(key=repr)
        settled += _dealt(run) if kind == "dealt" else run
    return settled


def _dealt(events: Iterable[Json]) -> list[Json]:
    """Events of dealing put together for each seat, as far as they have the form of such."""
    whole: dict[str, JsonObject] = {}
    for event in events:
        assert isinstance(event, dict)
        seat = repr(event.get("seat"))
        whole[seat] = _put_together(whole[seat], event) if seat in whole else dict(event)
    for event in whole.values():
        cards = event.get("cards")
        if isinstance(cards, list) and all(map(is_card, cards)):
            event["cards"] = [*map(str, in_hand_order(Card(str(card)) for card in cards))]
    return [*whole.values()]


def _put_together(one: JsonObject, other: JsonObject) -> JsonObject:
    count, more = one.get("count"), other.get("count")
    if type(count) is not int or type(more) is not int or one.keys() != other.keys():
        return {**one, "count": [count, more]}
    cards, others = one.get("cards"), other.get("cards")
    if isinstance(cards, list) and isinstance(others, list):
        return {**one, "count": count + more, "cards": [*cards, *others]}
    return {**one, "count": count + more}


def _same_transfers(expected: Json, got: Json) -> bool:
    """Whether two lists of payments leave every seat with the same sum."""
    ours, theirs = _net_sums(expected), _net_sums(got)
    return ours is not None and ours == theirs


def _net_sums(transfers: Json) -> dict[int, int] | None:
    """What each seat gains, seats that gain nothing left out; None for what is no list of payments."""
    if not isinstance(transfers, list):
        return None
    sums: dict[int, int] = {}
    for transfer in transfers:
        if not isinstance(transfer, dict):
            return None
        payer, payee, amount = transfer.get("from"), transfer.get("to"), transfer.get("amount")
        if type(payer) is not int or type(payee) is not int or type(amount) is not int:
            return None
        sums[payer] = sums.get(payer, 0) - amount
        sums[payee] = sums.get(payee, 0) + amount
    return {seat: gain for seat, gain in sums.items() if gain}
