"""What holds whatever a house plays by, as far as views can tell it.

No chip comes from nowhere or is lost; no card is in two places, and none is missing when the pack is
shuffled again; there are actions to choose from until the session is over and none afterwards; what a seat
sees is what the referee sees, beside its hand and the menus of others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from conformance.adapters.protocol import Json
from conformance.compare import same
from conformance.convert import JsonObject
from conformance.patterns import BadMenu, menu_difference
from conformance.random_play.probing import cards_in
from conformance.random_play.tables import Table
from conformance.unmoved import compared
from refengine.seating import TABLE

ON_THE_TABLE = ("trick", "turned", "talon")
"""Keys of views that hold cards which are in nobody's hand."""


class Broken(NamedTuple):
    """An invariant that does not hold: its name and how that shows."""

    name: str
    detail: str


class Sight(NamedTuple):
    """All that can be seen of one state: the referee's view, and those of the seats if they are claimed."""

    referee: JsonObject
    seats: tuple[JsonObject, ...]

    def of(self, viewer: int | None) -> JsonObject:
        """One viewer's view."""
        return self.referee if viewer is None else self.seats[viewer]


class Invariants:
    """Holds the sights of one session against each other and against what it began with."""

    def __init__(self, table: Table, capabilities: Collection[str]) -> None:
        self._table = table
        self._claims = capabilities
        bank: Json = 0 if table.state is None else table.state.get("bank", 0)
        self._chips = sum(table.stacks) + (bank if isinstance(bank, int) else 0)
        self._pack: frozenset[str] = frozenset()

    def broken(self, sight: Sight) -> Iterator[Broken]:
        """Everything that is wrong with what can be seen now."""
        if {"pot", "stacks"} <= set(self._claims):
            yield from self._chips_conserved(sight.referee)
        if {"menu", "actor"} <= set(self._claims):
            yield from self._someone_can_act(sight.referee)
        if "seat_view" in self._claims:
            yield from self._cards_once(sight)
            for seat, view in enumerate(sight.seats):
                yield from self._as_the_referee(seat, view, sight.referee)

    def _chips_conserved(self, view: Mapping[str, Json]) -> Iterator[Broken]:
        stacks, pot = view.get("stacks"), view.get("pot")
        if not isinstance(stacks, list) or len(stacks) != self._table.seats:
            yield Broken("chips are conserved", f"stacks are {stacks!r} at a table of {self._table.seats}")
            return
        counts = [count for count in (*stacks, pot) if type(count) is int]
        if len(counts) != len(stacks) + 1:
            yield Broken("chips are conserved", f"stacks {stacks!r} and pot {pot!r} are no whole numbers")
        elif sum(counts) != self._chips:
            told = f"stacks {stacks} and pot {pot} make {sum(counts)}, {self._chips} were brought"
            yield Broken("chips are conserved", told)

    def _someone_can_act(self, view: Mapping[str, Json]) -> Iterator[Broken]:
        actor, menu = view.get("actor"), view.get("menu")
        try:
            menu_difference(menu, menu)
        except BadMenu as bad:
            yield Broken("menus can be read", str(bad))
            return
        seat = type(actor) is int and 0 <= actor < self._table.seats
        if actor is not None and actor != TABLE and not seat:
            yield Broken("somebody is to act", f"the actor is {actor!r}")
        if (actor is None) == bool(menu):
            told = f"the actor is {actor!r}, and the menu {'is empty' if not menu else 'is not empty'}"
            yield Broken("the menu is empty exactly at the end", told)
        if "details" in self._claims and view.get("over") is not (actor is None):
            told = f"over is {view.get('over')!r} while the actor is {actor!r}"
            yield Broken("the menu is empty exactly at the end", told)

    def _cards_once(self, sight: Sight) -> Iterator[Broken]:
        held = [card for view in sight.seats for card in cards_in(view.get("hand"))]
        if "details" in self._claims:
            held += [card for key in ON_THE_TABLE for card in cards_in(sight.referee.get(key))]
        twice = sorted({card for card in held if held.count(card) > 1})
        if twice:
            yield Broken("every card is in one place", f"{' '.join(twice)} in two")
        shuffled = frozenset(_shuffled(sight.referee.get("menu")))
        if not shuffled:
            return
        if again := sorted(shuffled & set(held)):
            yield Broken("every card is in one place", f"{' '.join(again)} shuffled while held")
        if sight.referee.get("phase") == "shuffle" and "phase" in self._claims:
            self._pack = self._pack or shuffled
            if shuffled != self._pack:
                gone = " ".join(sorted(self._pack ^ shuffled))
                yield Broken("no card is lost", f"the pack differs from the first one in {gone}")
        elif self._pack and not shuffled <= self._pack:
            yield Broken("no card is lost", f"{' '.join(sorted(shuffled - self._pack))} come from nowhere")

    def _as_the_referee(self, seat: int, view: JsonObject, referee: JsonObject) -> Iterator[Broken]:
        """A seat sees what the referee sees; of menus only its own."""
        keys = compared(view.keys() | referee.keys(), self._claims)
        for key in sorted(keys - {"hand", "events", "menu"}):
            if key not in view or key not in referee or not same(referee[key], view[key]):
                told = f"{key} is {view.get(key)!r} to seat {seat} and {referee.get(key)!r} to the referee"
                yield Broken("seats see what the referee sees", told)
        if "menu" not in self._claims:
            return
        own = seat == referee.get("actor")
        if not own and view.get("menu") not in (None, []):
            yield Broken("nobody sees the menu of another", f"seat {seat} sees a menu")
        if own and not _same_menu(view.get("menu"), referee.get("menu")):
            yield Broken("the actor sees its menu", f"seat {seat} sees {view.get('menu')!r}")


def _same_menu(one: Json, other: Json) -> bool:
    try:
        return menu_difference(one, other) is None
    except BadMenu:
        return False


def _shuffled(menu: Json) -> Iterator[str]:
    """The cards that a menu asks the table to shuffle."""
    for pattern in menu if isinstance(menu, list) else []:
        if isinstance(pattern, dict) and pattern.get("type") == "shuffle":
            yield from cards_in(pattern.get("cards"))
