"""How this project writes JSON files: two blanks a level, and what belongs together on one line."""

from __future__ import annotations

import json
from collections.abc import Callable

from conformance.adapters.protocol import Json

Path = tuple[str | int, ...]
"""The names and places that lead to a value, from the root."""


def one_line(value: Json) -> str:
    """The value on one line."""
    return json.dumps(value, ensure_ascii=False)


def write(value: Json, expands: Callable[[Path, str], bool]) -> str:
    """The text of a file. A value of which `expands`, given its path and its one-line form, is true has
    each of its parts on lines of their own; any other value is on one line."""
    return f"{_write(value, expands, ())}\n"


def _write(value: Json, expands: Callable[[Path, str], bool], path: Path) -> str:
    line = one_line(value)
    if not isinstance(value, list | dict) or not value or not expands(path, line):
        return line
    if isinstance(value, list):
        parts = [_write(item, expands, (*path, place)) for place, item in enumerate(value)]
    else:
        parts = [f"{one_line(key)}: {_write(member, expands, (*path, key))}" for key, member in value.items()]
    margin = "  " * (len(path) + 1)
    inner = f",\n{margin}".join(parts)
    opening, closing = ("[", "]") if isinstance(value, list) else ("{", "}")
    return f"{opening}\n{margin}{inner}\n{margin[2:]}{closing}"
