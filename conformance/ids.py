"""Ids of corpus entries: given by this tool, never changed, and never given again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.corpus.node import CorpusError
from conformance.corpus.style import canonical, corpus_files, kind_of_file
from conformance.strict_json import JsonObject, read_json

NEW: Final = "new"
"""What an author writes as the id of an entry that has none yet (or the entry has no id at all)."""
_MARK: Final = {"cases": ("", 4), "refusals": ("S", 3), "rankings": ("R", 3)}
"""By kind of entry, the letter between point and number, and how many digits there are at least."""


class Assigned(NamedTuple):
    """The entry at `pointer` in `path` was given the id `id`."""

    path: Path
    pointer: str
    id: str


def split(name: str) -> tuple[str, int]:
    """The series of an id and its number: `PIN.S012` is the 12th of `PIN.S`."""
    series = name.rstrip("0123456789")
    return series, int(name[len(series) :])


def highest(names: Iterable[str], before: Mapping[str, int] | None = None) -> dict[str, int]:
    """The highest number ever given in every series, `before` being what was known already."""
    most = dict(before or {})
    for series, number in map(split, names):
        most[series] = max(number, most.get(series, 0))
    return dict(sorted(most.items()))


def used_again(names: Iterable[str], known: Iterable[str], before: Mapping[str, int]) -> list[str]:
    """Ids that are new to the index but not above all that were ever given: used before, or skipped."""
    old = set(known)
    return sorted(
        name for name in names if name not in old and (parts := split(name))[1] <= before.get(parts[0], 0)
    )


def next_id(prefix: str, kind: str, most: Mapping[str, int]) -> str:
    """The next free id of a rule set's prefix; `kind` is the name of the list that the entry stands in."""
    mark, digits = _MARK[kind]
    series = f"{prefix}.{mark}"
    return f"{series}{most.get(series, 0) + 1:0{digits}}"


def assign(root: Path, before: Mapping[str, int]) -> list[Assigned]:
    """Give an id to every entry that has none, file by file in the order written, and write the files.

    `before` are the highest numbers that the index knows.
    """
    files = [(path, read_json(path)) for path in corpus_files(root)]
    prefixes = {
        str(content["rules"]): str(content["prefix"])
        for _, content in files
        if isinstance(content, dict) and "prefix" in content and "rules" in content
    }
    entries = [(path, content, _entries(content)) for path, content in files]
    named = [str(entry["id"]) for _, _, own in entries for entry in own if not _is_new(entry)]
    most = highest(named, before)
    assigned: list[Assigned] = []
    for path, content, own in entries:
        if not any(map(_is_new, own)):
            continue
        kind = kind_of_file(content)
        rules = content.get("rules") if isinstance(content, dict) else None
        if kind is None or not isinstance(rules, str) or rules not in prefixes:
            raise CorpusError(path, "/rules", "no catalogue tells the prefix of this rule set")
        for place, entry in enumerate(own):
            if _is_new(entry):
                entry["id"] = next_id(prefixes[rules], kind, most)
                most = highest([str(entry["id"])], most)
                assigned.append(Assigned(path, f"/{kind}/{place}", str(entry["id"])))
        path.write_text(canonical(content), "utf-8")
    return assigned


def _is_new(entry: JsonObject) -> bool:
    return entry.get("id", NEW) == NEW


def _entries(content: Json) -> list[JsonObject]:
    kind = kind_of_file(content)
    if kind not in _MARK or not isinstance(content, dict):
        return []
    entries = content[kind]
    assert isinstance(entries, list)
    return [entry for entry in entries if isinstance(entry, dict)]
