"""Values of cases and replies in a few words, for people."""

from __future__ import annotations

import re
from typing import Final

from conformance.adapters.protocol import Json, LostKind
from conformance.convert import ARGUMENT_NAMES, JsonObject
from conformance.visible import visible
from conformance.wire import encode
from refengine.cards import is_card

WIDTH: Final = 110
"""Characters of a line for people."""
LONGEST: Final = 96
"""Characters of a value that are shown."""
_CARDS_SHOWN: Final = 8


def cut(text: str, length: int = LONGEST) -> str:
    """The text on one line, indented as it is, all of it visible, its end cut off where it is too long."""
    flat = " ".join(line.strip() if place else line.rstrip() for place, line in enumerate(text.splitlines()))
    flat = visible(flat)
    return flat if len(flat) <= length else f"{flat[: length - 4].rstrip()} ..."


def said(text: str, most: int) -> list[str]:
    """Some of the lines that a program has said, `most` at most: the first and the last, and in between the
    one that looks most like the error; ``...`` stands for those left out. Some languages put the error before
    the stack, others behind it."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if len(lines) <= most:
        return lines
    errors = [place for place, line in enumerate(lines) if _ERROR.match(line)]
    last = most // 3
    shown = {*errors[-1:], *range(len(lines) - last, len(lines))}
    shown.update([place for place in range(len(lines)) if place not in shown][: most - len(shown)])
    told: list[str] = []
    before = -1
    for place in sorted(shown):
        told += [LEFT_OUT] if place > before + 1 else []
        told.append(lines[place])
        before = place
    return told


LEFT_OUT: Final = "..."
_ERROR: Final = re.compile(
    r"\s*(?:Uncaught |Exception in thread |thread '.*' panicked|panic: |fatal|terminate called|"
    r"[\w.$:]*(?:Error|Exception)\b)"
)
"""How the line begins in which a program tells its error, in common languages."""


LOST_WORDS: Final[dict[LostKind, str]] = {
    "start": "it ended before it answered anything",
    "crash": "it ended instead of answering",
    "hang": "no reply came",
    "not_json": "what came is no JSON",
    "wrong_reply": "what came is not the awaited reply",
    "too_long": "the reply is too long",
}
"""The ways in which no usable reply comes."""


def value_in_words(value: Json) -> str:
    """Cards as a row, everything else as JSON."""
    if isinstance(value, list) and value and all(map(is_card, value)):
        return _cards(value)
    if isinstance(value, dict) and value and all(_is_hand(item) for item in value.values()):
        return "; ".join(f"{name}: {_cards(item)}" for name, item in value.items() if isinstance(item, list))
    return cut(encode(value).decode())


def _is_hand(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_card, value))


def _cards(cards: list[Json]) -> str:
    row = " ".join(map(str, cards[:_CARDS_SHOWN]))
    return row if len(cards) <= _CARDS_SHOWN else f"{row} ... ({len(cards)} cards)"


def actor_in_words(actor: Json) -> str:
    """Seat 2, the table, or whatever it is."""
    if type(actor) is int:
        return f"seat {actor}"
    return actor if actor == "table" and isinstance(actor, str) else value_in_words(actor)


def action_in_words(action: JsonObject) -> str:
    """The type with its arguments: ``bet 5``, ``discard 9c Jd``; then those beyond it, ``fold with note``."""
    verb = action.get("type")
    names = ARGUMENT_NAMES.get(verb) if isinstance(verb, str) else None
    if names is None or any(name not in action for name in names):
        return value_in_words(action)
    words = [_argument(name, action[name]) for name in names]
    further = [name for name in action if name not in ("type", *names)]
    beyond = [f"with {' and '.join(further)}"] if further else []
    return cut(" ".join([str(verb), *words, *beyond]))


def _argument(name: str, value: Json) -> str:
    """As it is said at a table if it is of the kind that it should be; else as JSON, which tells its kind."""
    match value:
        case []:
            return "nothing"
        case str() if name in ("card", "keep") and is_card(value):
            return value
        case list() if name == "cards":
            return value_in_words(value)
        case _:
            return cut(encode(value).decode())


def _plainly(value: Json) -> str:
    """A word as it is, unless JSON would take it for something else than a string."""
    if isinstance(value, str) and _WORD.fullmatch(value) and value not in ("true", "false", "null"):
        return value
    return value_in_words(value)


_WORD: Final = re.compile("[A-Za-z][A-Za-z_-]*|[2-9][cdhs]")


def options_in_words(options: JsonObject) -> list[str]:
    """Each option as ``NAME=VALUE``, as the command line takes it."""
    return [f"{name}={_plainly(value)}" for name, value in options.items()]


def pattern_in_words(pattern: Json) -> str:
    """A pattern of a menu: ``bet 5 to 20``, ``discard 0 to 3 of 9c Jd Ah``."""
    if not isinstance(pattern, dict):
        return value_in_words(pattern)
    verb = pattern.get("type")
    names = ARGUMENT_NAMES.get(verb, ()) if isinstance(verb, str) else ()
    words = [_choice_in_words(pattern[name]) for name in names if name in pattern]
    return cut(" ".join([str(verb), *words]))


def _choice_in_words(choice: Json) -> str:
    match choice:
        case {"from": [*cards], "min": low, "max": high}:
            number = f"{low}" if low == high else f"{low} to {high}"
            return f"{number} of {value_in_words(cards)}"
        case {"min": low, "max": None}:
            return f"{low} or more"
        case {"min": low, "max": high}:
            return f"{low} to {high}"
        case {"one_of": [*values]}:
            return f"one of {value_in_words(values)}"
        case {"order_of": [*values]}:
            return f"{value_in_words(values)} in any order"
        case []:
            return "nothing"
        case _:
            return _plainly(choice)


def menu_in_words(menu: Json) -> str:
    """All patterns of a menu."""
    if not isinstance(menu, list):
        return value_in_words(menu)
    return ", ".join(map(pattern_in_words, menu)) or "nothing"


def table_in_words(setup: JsonObject) -> str:
    """How the session began: seats, stacks, dealer and options."""
    words = [f"{value_in_words(setup.get('seats'))} seats"]
    if "stacks" in setup:
        stacks = setup["stacks"]
        row = " ".join(map(str, stacks)) if isinstance(stacks, list) else value_in_words(stacks)
        words.append(f"stacks {cut(row, 60)}")
    if setup.get("dealer") is not None:
        words.append(f"dealer {value_in_words(setup['dealer'])}")
    options = setup.get("options")
    if isinstance(options, dict):
        words += options_in_words(options)
    elif "options" in setup:
        words.append(f"options {value_in_words(options)}")
    if setup.get("state") is not None:
        words.append(f"state {value_in_words(setup['state'])}")
    return cut(", ".join(words), WIDTH)
