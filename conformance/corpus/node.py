"""A value of a corpus file together with its place, so that whatever is wrong with it can be pointed at."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, NoReturn

from conformance.adapters.protocol import Json
from conformance.strict_json import JsonError, JsonObject, pointer_to

MOST_ITEMS: Final = 64
"""No list of different things in a corpus file (cards, seats, clauses) is longer."""


class CorpusError(JsonError):
    """The corpus, or what was given as one, cannot be used: `reason` says what is wrong, `pointer` where."""


class Contradiction(CorpusError):
    """A value of the right shape that cannot be true: what a JSON Schema has no means to refuse."""


def kind_of(value: Json) -> str:
    """What JSON calls the value."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case dict():
            return "an object"


def shown(value: Json) -> str:
    """The value as it is written, shortened."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:77]}..."


class Node:
    """`value` stands at `pointer` in the file `path`. The readers return it as what it should be, or fail."""

    __slots__ = ("path", "pointer", "value")

    def __init__(self, value: Json, path: Path, pointer: str = "") -> None:
        self.value = value
        self.path = path
        self.pointer = pointer

    def fail(self, reason: str) -> NoReturn:
        """Refuse this value."""
        raise CorpusError(self.path, self.pointer, reason)

    def contradict(self, reason: str) -> NoReturn:
        """Refuse this value for what it says beside others, not for its shape."""
        raise Contradiction(self.path, self.pointer, reason)

    def _expected(self, what: str) -> NoReturn:
        self.fail(f"should be {what}, is {kind_of(self.value)}")

    def object(self) -> JsonObject:
        """Any object."""
        if not isinstance(self.value, dict):
            self._expected("an object")
        return self.value

    def members(self, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Node]:
        """The members of an object that has all that is `required` and nothing that is not named."""
        members = self.object()
        for key in members:
            if key not in required and key not in optional:
                known = ", ".join(sorted((*required, *optional)))
                self.fail(f"has the unknown member {shown(key)} (known: {known})")
        for key in required:
            if key not in members:
                self.fail(f"lacks the member {key!r}")
        return {key: self.at(key) for key in members}

    def at(self, key: str) -> Node:
        """The member of that name."""
        return Node(self.object()[key], self.path, pointer_to(self.pointer, key))

    def items(self, fewest: int = 0, most: int | None = None) -> list[Node]:
        """The items of an array of that length."""
        if not isinstance(self.value, list):
            self._expected("an array")
        if len(self.value) < fewest:
            self.fail(f"should hold at least {fewest} items, holds {len(self.value)}")
        if most is not None and len(self.value) > most:
            self.fail(f"should hold at most {most} items, holds {len(self.value)}")
        return [
            Node(item, self.path, pointer_to(self.pointer, place)) for place, item in enumerate(self.value)
        ]

    def text(self, pattern: re.Pattern[str] | None = None, what: str = "text") -> str:
        """A string that is not empty, the whole of it in `pattern`."""
        if not isinstance(self.value, str):
            self._expected("a string")
        if pattern is None:
            if not self.value.strip():
                self.fail("should not be empty")
        elif pattern.fullmatch(self.value) is None:
            self.fail(f"{shown(self.value)} is no {what}")
        return self.value

    def one_of(self, words: Collection[str], what: str) -> str:
        """One of `words`."""
        if not isinstance(self.value, str):
            self._expected("a string")
        if self.value not in words:
            self.fail(f"{shown(self.value)} is no {what}")
        return self.value

    def whole(self, lowest: int | None = None, highest: int | None = None) -> int:
        """A whole number, no bool and nothing with a fraction."""
        if type(self.value) is not int:
            self._expected("a whole number")
        if lowest is not None and self.value < lowest:
            self.fail(f"should be at least {lowest}, is {self.value}")
        if highest is not None and self.value > highest:
            self.fail(f"should be at most {highest}, is {self.value}")
        return self.value

    def flag(self) -> bool:
        """A boolean."""
        if not isinstance(self.value, bool):
            self._expected("a boolean")
        return self.value

    def different(self, what: str, most: int = MOST_ITEMS) -> Iterator[Node]:
        """The items of an array of at most `most`, each of which stands there once."""
        seen: list[Json] = []
        for item in self.items(0, most):
            if item.value in seen:
                item.fail(f"{shown(item.value)} stands there twice as {what}")
            seen.append(item.value)
            yield item
