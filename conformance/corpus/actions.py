"""The shape of actions and of menu patterns as corpus files write them.

What an action of a shape means is the engine's business. Here it only has to be one that the protocol knows,
with the arguments of its type, cards that exist, and nothing beside them but a `note`, which stands for all
arguments beyond those of a type: implementations ignore them.
"""

from __future__ import annotations

import re
from typing import Final

from conformance.convert import ARGUMENT_NAMES
from conformance.corpus.node import Node, shown
from conformance.strict_json import JsonObject
from refengine.cards import FULL_PACK
from refengine.seating import TABLE

CARD: Final = re.compile("[2-9TJQKA][cdhs]")
TOP: Final = re.compile(r"([2-9TJQKA][cdhs]( [2-9TJQKA][cdhs])*)?")
MOST_SEATS: Final = 10
ORDERED: Final = frozenset({"shuffle", "draw_dealer"})
"""The types whose `cards` mean something by their order."""


def read_card(node: Node) -> str:
    """A card."""
    return node.text(CARD, "card")


def read_cards(node: Node, *, repeats: bool = False) -> list[str]:
    """Cards, all different unless repeating one is the point."""
    if repeats:
        return [read_card(item) for item in node.items(0, 2 * len(FULL_PACK))]
    return [read_card(item) for item in node.different("a card", len(FULL_PACK))]


def read_seat(node: Node) -> int:
    """The number of a seat, of which no table has more than ten."""
    return node.whole(0, MOST_SEATS - 1)


def read_seats(node: Node) -> list[int]:
    """Seats, all different."""
    return [read_seat(item) for item in node.different("a seat", MOST_SEATS)]


def read_actor(node: Node) -> int | str:
    """A seat or the table."""
    if node.value == TABLE:
        return TABLE
    if isinstance(node.value, str):
        node.fail(f"{shown(node.value)} is neither a seat nor {TABLE!r}")
    return read_seat(node)


def read_any_actor(node: Node) -> int | str:
    """A whole number or the table: what can try to act, whether or not the table has such a seat."""
    if node.value == TABLE:
        return TABLE
    if isinstance(node.value, str):
        node.fail(f"{shown(node.value)} is neither a seat nor {TABLE!r}")
    return node.whole()


def _verb(node: Node) -> str:
    members = node.object()
    if "type" not in members:
        node.fail("lacks the member 'type'")
    return node.at("type").one_of(ARGUMENT_NAMES, "type of action")


def read_action(node: Node, *, attempt: bool) -> JsonObject:
    """An action of the shape of its type. An `attempt`, which is to be refused, may repeat cards; no other
    may, and no attempt has a note."""
    verb = _verb(node)
    if verb == "shuffle" and "top" in node.object():
        members = node.members(("type", "top"))
        _read_top(members["top"])
        return node.object()
    members = node.members(("type", *ARGUMENT_NAMES[verb]), () if attempt else ("note",))
    for name, argument in members.items():
        if name in ("amount", "hands"):
            argument.whole()
        elif name == "note":
            argument.text()
        elif name == "cards":
            read_cards(argument, repeats=attempt)
        elif name in ("card", "keep"):
            read_card(argument)
        elif name in ("seats", "agreed"):
            _read_order(argument, attempt)
    return node.object()


def _read_order(node: Node, attempt: bool) -> None:
    if attempt:
        for item in node.items(0, 2 * MOST_SEATS):
            item.whole()
    else:
        read_seats(node)


def _read_top(node: Node) -> None:
    cards = node.text(TOP, "row of cards parted by single blanks").split()
    for place, card in enumerate(cards):
        if card in cards[:place]:
            node.contradict(f"{card} stands there twice")


def read_menu(node: Node) -> list[JsonObject]:
    """The patterns of a menu."""
    return [read_pattern(item) for item in node.items(0, 64)]


def read_pattern(node: Node) -> JsonObject:
    """One pattern: a type of action with what each of its arguments may be."""
    verb = _verb(node)
    members = node.members(("type", *ARGUMENT_NAMES[verb]))
    for name, argument in members.items():
        if name == "amount":
            _read_amounts(argument, 0)
        elif name == "hands":
            _read_amounts(argument, 1)
        elif name == "cards":
            _read_card_choice(argument, verb)
        elif name in ("card", "keep"):
            _read_one_card(argument)
        elif name in ("seats", "agreed"):
            _read_seat_order(argument)
    return node.object()


def _form(node: Node, *forms: tuple[str, ...]) -> dict[str, Node] | None:
    """The members of a pattern of one of `forms`, each the names of its members; None for a constant."""
    if not isinstance(node.value, dict):
        return None
    keys = set(node.value)
    for form in forms:
        if keys == set(form):
            return node.members(form)
    known = " or ".join("{" + ", ".join(form) + "}" for form in forms)
    return node.fail(f"should be a constant or {known}")


def _read_amounts(node: Node, lowest: int) -> None:
    members = _form(node, ("min", "max"), ("one_of",))
    if members is None:
        node.whole(lowest)
    elif "one_of" in members:
        for item in members["one_of"].items(1, 64):
            item.whole(lowest)
    else:
        low = members["min"].whole(lowest)
        if members["max"].value is not None and members["max"].whole(lowest) < low:
            members["max"].contradict(f"is below the minimum, {low}")


def _read_card_choice(node: Node, verb: str) -> None:
    members = _form(node, ("from", "min", "max"), ("order_of",))
    if members is None:
        read_cards(node)
    elif "order_of" in members:
        if verb not in ORDERED:
            node.fail(f"order does not matter in {verb!r}")
        read_cards(members["order_of"])
    else:
        number = len(read_cards(members["from"]))
        fewest = members["min"].whole(0)
        most = members["max"].whole(0)
        if not fewest <= most <= number:
            node.contradict(f"asks for {fewest} to {most} of {number} cards")


def _read_one_card(node: Node) -> None:
    members = _form(node, ("one_of",))
    if members is None:
        read_card(node)
    else:
        members["one_of"].items(1)
        for item in members["one_of"].different("a card", len(FULL_PACK)):
            read_card(item)


def _read_seat_order(node: Node) -> None:
    members = _form(node, ("order_of",))
    read_seats(node if members is None else members["order_of"])
