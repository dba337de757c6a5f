"""Reading a view that anybody may have made up: what is not of its kind counts as not told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject
from conformance.report.html.cleaning import brief
from conformance.report.html.layout import MOST_SEATS
from conformance.wording import value_in_words
from refengine.cards import is_card

UNKNOWN: Final = "?"
_MOST: Final = 12
"""Cards of a row that are drawn."""
_SEATS: Final = frozenset(map(str, range(MOST_SEATS)))


class Played(NamedTuple):
    """A card, two letters or something else, that a seat has put on the table."""

    seat: str
    card: str


class Told:
    """A view, or what stands in its place."""

    def __init__(self, view: Mapping[str, Json]) -> None:
        self._view = view

    def has(self, key: str) -> bool:
        """Whether there is anything under that key."""
        return self._view.get(key) is not None

    def get(self, key: str) -> Json:
        """The value as it is."""
        return self._view.get(key)

    def word(self, key: str, length: int = 24) -> str:
        """A value in a few letters; a question mark where there is none."""
        return self.worded(self._view.get(key), length) if key in self._view else UNKNOWN

    @staticmethod
    def worded(value: Json, length: int = 12) -> str:
        """Any value in a few letters."""
        return brief(value if isinstance(value, str) else value_in_words(value), length)

    def seat(self, key: str) -> int | None:
        """A seat."""
        value = self._view.get(key)
        return value if type(value) is int else None

    def seats(self, key: str) -> list[int] | None:
        """A list of seats; None where there is none."""
        value = self._view.get(key)
        if not isinstance(value, list):
            return None
        return [item for item in value if type(item) is int]

    def at_seat(self, key: str, seat: int) -> Json:
        """The item of a list by seats; None where there is none."""
        value = self._view.get(key)
        return value[seat] if isinstance(value, list) and seat < len(value) else None

    def cards(self, key: str) -> tuple[str, ...]:
        """A list of cards, shortened where it is no such thing."""
        return as_cards(self._view.get(key))

    def played(self, key: str) -> tuple[Played, ...]:
        """A list of cards with their seats."""
        value = self._view.get(key)
        items = value if isinstance(value, list) else []
        return tuple(
            Played(self.worded(item.get("seat"), 4), as_card(item.get("card")))
            for item in items[:_MOST]
            if isinstance(item, dict)
        )

    def inner(self, key: str) -> Told:
        """The object under that key."""
        value = self._view.get(key)
        return Told(value if isinstance(value, dict) else {})

    def by_seat(self, key: str) -> dict[int, Json]:
        """An object by seats, the others left out."""
        value = self._view.get(key)
        members: JsonObject = value if isinstance(value, dict) else {}
        return {int(name): member for name, member in members.items() if name in _SEATS}


def as_card(value: Json) -> str:
    """The two letters of a card, or a few of what is none."""
    return value if is_card(value) and isinstance(value, str) else Told.worded(value, 3)


def as_cards(value: Json) -> tuple[str, ...]:
    """Every item of a list as a card, as far as there is room."""
    return tuple(map(as_card, value[:_MOST])) if isinstance(value, list) else ()
