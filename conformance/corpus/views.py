"""The keys of a view, with the shape that each value has."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from conformance.corpus.actions import read_actor, read_card, read_cards, read_menu, read_seat, read_seats
from conformance.corpus.node import Node, shown
from conformance.strict_json import JsonObject
from refengine.cards import SUITS, Card, in_hand_order

_PHASES: Final = """
    seating dealing_draw integrate invite shuffle blind opening reshuffle draw betting
    announce trump_from_stock exchange dealer_discard stay tricks no_trick between over
"""
PHASES: Final = frozenset(_PHASES.split())
ENDINGS: Final = frozenset({"showdown", "folds", "parola", "no_opening", "no_bet", "played"})
EVENTS: Final[dict[str, tuple[str, ...]]] = {
    "ante": ("seat", "amount"),
    "cut": ("seat",),
    "dealt": ("seat", "count"),
    "drawn": ("seat", "count"),
    "uncalled": ("seat", "amount"),
    "shown": ("seat", "cards"),
    "mucked": ("seat",),
    "paid": ("seat", "amount"),
    "turned": ("card",),
    "trick": ("seat",),
}
"""The types of events, each with what it carries beside its type; `dealt` and `drawn` also carry `cards` in
the view of the seat that gets them."""
_SEAT_KEYS: Final = frozenset(map(str, range(10)))


def _nullable(read: Callable[[Node], object]) -> Callable[[Node], object]:
    return lambda node: None if node.value is None else read(node)


def _phase(node: Node) -> None:
    node.one_of(PHASES, "phase")


def _number(node: Node) -> None:
    node.whole(0)


def _numbers(node: Node) -> None:
    for item in node.items(2, 10):
        item.whole()


def _counts(node: Node) -> None:
    for item in node.items(2, 10):
        item.whole(0)


def _ascending_seats(node: Node) -> None:
    seats = read_seats(node)
    if seats != sorted(seats):
        node.contradict("should name the seats in ascending order")


def _by_seat(node: Node, read: Callable[[Node], object]) -> None:
    for seat in node.object():
        if seat not in _SEAT_KEYS:
            node.fail(f"{shown(seat)} is no seat")
        read(node.at(seat))


def _hand(node: Node) -> None:
    cards = [Card(card) for card in read_cards(node)]
    if cards != list(in_hand_order(cards)):
        node.contradict("should be in the order of hands: rank descending, then suit c d h s")


def _last_hand(node: Node) -> None:
    members = node.members(("ended_by", "payouts", "shown", "mucked"))
    members["ended_by"].one_of(ENDINGS, "way for a hand to end")
    _by_seat(members["payouts"], lambda amount: amount.whole(1))
    _by_seat(members["shown"], _hand)
    _ascending_seats(members["mucked"])


def _result(node: Node) -> None:
    members = node.members(("stacks", "winners", "transfers"))
    _numbers(members["stacks"])
    _ascending_seats(members["winners"])
    for transfer in members["transfers"].items(0, 100):
        parts = transfer.members(("from", "to", "amount"))
        if read_seat(parts["from"]) == read_seat(parts["to"]):
            transfer.contradict("a seat pays itself")
        parts["amount"].whole(1)


def _played(node: Node) -> None:
    for play in node.items(0, 10):
        members = play.members(("seat", "card"))
        read_seat(members["seat"])
        read_card(members["card"])


def _last_trick(node: Node) -> None:
    members = node.members(("cards", "taken_by"))
    _played(members["cards"])
    read_seat(members["taken_by"])


def _event(node: Node, *, own_cards: bool) -> None:
    kind = str(node.object().get("type"))
    if kind not in EVENTS:
        node.fail(f"{shown(node.object().get('type'))} is no type of event")
    cards = ("cards",) if own_cards and kind in ("dealt", "drawn") else ()
    members = node.members(("type", *EVENTS[kind]), cards)
    for name, read in _EVENT_MEMBERS.items():
        if name in members:
            read(members[name])


_EVENT_MEMBERS: Final[dict[str, Callable[[Node], object]]] = {
    "seat": read_seat,
    "amount": lambda node: node.whole(1),
    "count": _number,
    "card": read_card,
    "cards": read_cards,
}


def _events(node: Node) -> None:
    for event in node.items(0, 100):
        _event(event, own_cards=False)


def _events_of_seat(node: Node) -> None:
    for event in node.items(0, 100):
        _event(event, own_cards=True)


def _thinking(node: Node) -> None:
    if not node.flag():
        node.fail("should be true; the key is absent while no seat thinks")


VIEW_KEYS: Final[dict[str, Callable[[Node], object]]] = {
    "phase": _phase,
    "actor": _nullable(read_actor),
    "dealer": _nullable(read_seat),
    "hand_number": _number,
    "pot": _number,
    "stacks": _numbers,
    "seats_in": _ascending_seats,
    "owes": _number,
    "menu": read_menu,
    "last_hand": _nullable(_last_hand),
    "over": lambda node: node.flag(),
    "result": _result,
    "opening_rank": lambda node: node.one_of(("J", "Q", "K"), "opening rank"),
    "opener": _nullable(read_seat),
    "carried": lambda node: node.flag(),
    "thinking": _thinking,
    "turned": read_cards,
    "trump": _nullable(lambda node: node.one_of(tuple(SUITS), "suit")),
    "five": _nullable(read_seat),
    "talon": read_cards,
    "talon_holder": _nullable(read_seat),
    "trick": _played,
    "tricks_taken": _counts,
    "last_trick": _nullable(_last_trick),
    "turned_up": _nullable(read_card),
    "scores": _numbers,
    "pluses": _counts,
    "events": _events,
}
"""The keys of the referee's view; not every rule set has every one."""

SEAT_VIEW_KEYS: Final[dict[str, Callable[[Node], object]]] = {
    **VIEW_KEYS,
    "hand": _hand,
    "events": _events_of_seat,
}
"""The keys of a seat's view."""


def read_keys(node: Node, keys: dict[str, Callable[[Node], object]], fewest: int = 1) -> JsonObject:
    """Some keys of a view with their values."""
    for key in node.object():
        if key not in keys:
            node.fail(f"{shown(key)} is no key of this view (known: {', '.join(sorted(keys))})")
        keys[key](node.at(key))
    if len(node.object()) < fewest:
        node.fail("states nothing")
    return node.object()


def read_hidden(node: Node, keys: Collection[str]) -> tuple[str, ...]:
    """Keys that have to be absent or empty."""
    node.items(1)
    return tuple(item.one_of(keys, "key of a seat's view") for item in node.different("a key"))
