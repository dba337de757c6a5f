"""The canonical form of corpus files: members in a fixed order, and every step on a line of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from conformance.adapters.protocol import Json
from conformance.corpus.loading import FOLDERS_BESIDE
from conformance.json_style import Path as ValuePath
from conformance.json_style import write
from conformance.strict_json import JsonObject, read_json

_FILE: Final = ("format", "rules", "prefix", "source", "defaults", "pack", "counts")
_ENTRY: Final = ("id", "title", "clauses", "level", "setup", "notes", "origin", "seed", "flags")
_ORDERS: Final[dict[str, tuple[str, ...]]] = {
    "cases": (*_FILE, "cases", *_ENTRY, "steps"),
    "refusals": (*_FILE, "refusals", *_ENTRY, "code", "accepted"),
    "rankings": (*_FILE, "rankings", *_ENTRY, "strongest_first", "hands", "code"),
    "clauses": (
        *_FILE,
        *("clauses", "id", "kind", "text", "heading", "options"),
        *("forbids", "testable", "why_not", "capabilities"),
    ),
}
"""The order of members in a file and in its entries, by the name of the list that the file holds."""
_STEP: Final = ("actor", "menu", "do", "try", "code", "clause", "seat_view", "sees", "hides", "check", "then")
_SETUP: Final = ("seats", "stacks", "dealer", "options", "state")
_EXPANDED: Final = frozenset({"steps", "strongest_first", "hands"})
"""Lists within an entry whose items stand on lines of their own."""


def _ordered(members: JsonObject, order: tuple[str, ...]) -> JsonObject:
    known = {key: members[key] for key in order if key in members}
    return {**known, **members}


def _entry(entry: Json, order: tuple[str, ...]) -> Json:
    if not isinstance(entry, dict):
        return entry
    ordered = _ordered(entry, order)
    if isinstance(setup := ordered.get("setup"), dict):
        ordered["setup"] = _ordered(setup, _SETUP)
    if isinstance(steps := ordered.get("steps"), list):
        ordered["steps"] = [_ordered(step, _STEP) if isinstance(step, dict) else step for step in steps]
    return ordered


def kind_of_file(content: Json) -> str | None:
    """The name of the list that a corpus file holds; None for what is no corpus file."""
    if not isinstance(content, dict):
        return None
    return next((kind for kind in _ORDERS if isinstance(content.get(kind), list)), None)


def canonical(content: Json) -> str:
    """The canonical text of a corpus file with this content."""
    kind = kind_of_file(content)
    if kind is None or not isinstance(content, dict):
        raise ValueError("no corpus file holds this")
    order = _ORDERS[kind]
    ordered = _ordered(content, order)
    if isinstance(defaults := ordered.get("defaults"), dict):
        ordered["defaults"] = _ordered(defaults, _SETUP)
    entries = ordered[kind]
    assert isinstance(entries, list)
    ordered[kind] = [_entry(entry, order) for entry in entries]

    def expands(path: ValuePath, _: str) -> bool:
        if len(path) <= 1:
            return path in ((), (kind,))
        return len(path) == 2 or (len(path) == 3 and path[2] in _EXPANDED)

    return write(ordered, expands)


def corpus_files(root: Path) -> Iterator[Path]:
    """The files of a corpus folder that have a canonical form."""
    for path in sorted(root.glob("*/*.json")):
        if path.parent.name not in FOLDERS_BESIDE:
            yield path


def misformed(root: Path) -> list[Path]:
    """The files that are not in canonical form."""
    return [path for path in corpus_files(root) if path.read_text("utf-8") != canonical(read_json(path))]


def reformat(root: Path) -> list[Path]:
    """Bring every file into canonical form; returns those that were not."""
    changed = misformed(root)
    for path in changed:
        path.write_text(canonical(read_json(path)), "utf-8")
    return changed
