"""What the keys of a view may hold, whatever the rules make of them."""

from __future__ import annotations

from typing import Final, Literal

from conformance.adapters.protocol import Json
from conformance.compare import capability_of
from conformance.convert import JsonObject

Kind = Literal["null", "bool", "a whole number", "a number", "a string", "a list", "an object"]

KINDS: Final[dict[str, tuple[Kind, ...]]] = {
    "actor": ("a whole number", "a string", "null"),
    "dealer": ("a whole number", "null"),
    "last_hand": ("an object", "null"),
    "opening_rank": ("a string", "null"),
    "opener": ("a whole number", "null"),
    "trump": ("a string", "null"),
    "five": ("a whole number", "null"),
    "talon_holder": ("a whole number", "null"),
    "turned_up": ("a string", "null"),
}
"""Keys whose values may be of several kinds; every other key is always of the same."""


def kind_of(value: Json) -> Kind:
    """The kind of a JSON value, as people call it."""
    match value:
        case None:
            return "null"
        case bool():
            return "bool"
        case int():
            return "a whole number"
        case float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "a list"
        case dict():
            return "an object"


def misshapen(view: JsonObject, right: JsonObject, capabilities: frozenset[str]) -> tuple[str, str] | None:
    """The first claimed key that is missing or of a kind it cannot have: what is wrong, and what to do."""
    for key, value in right.items():
        capability = capability_of(key)
        if capability not in capabilities:
            continue
        if key not in view:
            return (
                f"the view has no '{key}', though hello claims '{capability}'",
                f"Put '{key}' into every view, or take '{capability}' out of 'capabilities'.",
            )
        kinds = KINDS.get(key, (kind_of(value),))
        if kind_of(view[key]) not in kinds:
            return (
                f"'{key}' is {kind_of(view[key])}, but should be {' or '.join(kinds)}",
                f"Give '{key}' as {' or '.join(kinds)}.",
            )
    return None
