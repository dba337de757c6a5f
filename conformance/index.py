"""The index of a corpus: of every entry its digest, what it needs and under which options it holds.

It is generated, and everything in it can be computed again from the corpus and the reference engine, but for
one thing that it remembers: the highest number that was ever given in each series of ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from conformance.adapters.protocol import Json
from conformance.corpus import Case, Corpus, CorpusError, Entry, SetupCase, case_digest
from conformance.corpus.cases import CLAUSE_ID, LEVELS, ORIGINS, read_format, read_option
from conformance.corpus.catalogue import CAPABILITIES
from conformance.corpus.model import Level, OptionValue, Origin
from conformance.corpus.node import Node
from conformance.games import AnyGame
from conformance.ids import highest
from conformance.json_style import Path as ValuePath
from conformance.json_style import write
from conformance.needs import needs
from conformance.portability import Box, portability
from conformance.strict_json import JsonError, JsonObject, read_json

INDEX_FILE: Final = "index.json"
FORMAT: Final = 1


class IndexEntry(Struct, frozen=True):
    """`needs`: the capabilities without which the entry shows nothing; `holds`: the combinations of open
    options under which it holds word for word."""

    id: str
    digest: str
    file: str
    clauses: tuple[str, ...]
    level: Level
    origin: Origin
    needs: tuple[str, ...]
    holds: tuple[Box, ...]

    def holds_under(self, settings: Mapping[str, OptionValue]) -> bool:
        """Whether what the entry states is true under these values of the options that it leaves open."""
        return any(box.holds(settings) for box in self.holds)


class Index(Struct, frozen=True):
    """`digest` is the corpus's; `highest` the highest number ever given, by series of ids."""

    digest: str
    highest: Mapping[str, int]
    entries: Mapping[str, IndexEntry]


def entries_of(corpus: Corpus) -> Iterator[Entry]:
    """Everything in the corpus that can be played or asked."""
    yield from corpus.cases
    yield from corpus.setups
    yield from corpus.rankings


def index_entry(entry: Entry, corpus: Corpus, game: AnyGame | None) -> IndexEntry:
    """What the index says of one entry. What the reference engine does not play holds nowhere."""
    return IndexEntry(
        id=entry.id,
        digest=case_digest(entry),
        file=entry.path.relative_to(corpus.root).as_posix(),
        clauses=entry.clauses,
        level=entry.level,
        origin=entry.origin if isinstance(entry, Case | SetupCase) else "authored",
        needs=needs(entry, corpus.clauses),
        holds=() if game is None else portability(game, entry),
    )


def build_index(corpus: Corpus, games: Mapping[str, AnyGame], before: Index | None) -> Index:
    """The index of a corpus; `before` is the one that it replaces. Plays every entry up to 32 times."""
    entries = {entry.id: index_entry(entry, corpus, games.get(entry.rules)) for entry in entries_of(corpus)}
    return Index(
        digest=corpus.digest,
        highest=highest(entries, None if before is None else before.highest),
        entries=dict(sorted(entries.items())),
    )


def index_text(index: Index) -> str:
    """The text of `index.json`: one line an entry."""
    entries: list[Json] = [_entry_to_json(entry) for entry in index.entries.values()]
    content: JsonObject = {
        "format": FORMAT,
        "digest": index.digest,
        "highest": dict(index.highest),
        "entries": entries,
    }

    def expands(path: ValuePath, _: str) -> bool:
        return path in ((), ("entries",))

    return write(content, expands)


def _entry_to_json(entry: IndexEntry) -> JsonObject:
    return {
        "id": entry.id,
        "digest": entry.digest,
        "file": entry.file,
        "clauses": list(entry.clauses),
        "level": entry.level,
        "origin": entry.origin,
        "needs": list(entry.needs),
        "holds": boxes_to_json(entry.holds),
    }


def boxes_to_json(boxes: tuple[Box, ...]) -> list[Json]:
    """Boxes as the index writes them: for each the values of the options that may not have any value."""
    return [{name: list(values) for name, values in box.values.items()} for box in boxes]


def read_index(root: Path) -> Index | None:
    """The index of the corpus folder; None if it has none, `CorpusError` if it cannot be used."""
    path = root / INDEX_FILE
    if not path.exists():
        return None
    try:
        return read_index_file(Node(read_json(path), path))
    except CorpusError:
        raise
    except JsonError as error:
        raise CorpusError(error.path, error.pointer, error.reason) from error


def read_index_file(file: Node) -> Index:
    """`index.json`."""
    members = file.members(("format", "digest", "highest", "entries"))
    read_format(members["format"])
    series = members["highest"]
    entries = [_read_entry(item) for item in members["entries"].items()]
    return Index(
        digest=members["digest"].text(),
        highest={name: series.at(name).whole(1) for name in series.object()},
        entries={entry.id: entry for entry in entries},
    )


def _read_entry(node: Node) -> IndexEntry:
    members = node.members(("id", "digest", "file", "clauses", "level", "origin", "needs", "holds"))
    return IndexEntry(
        id=members["id"].text(),
        digest=members["digest"].text(),
        file=members["file"].text(),
        clauses=tuple(item.text(CLAUSE_ID, "id of a clause") for item in members["clauses"].items()),
        level=LEVELS[members["level"].one_of(LEVELS, "level")],
        origin=ORIGINS[members["origin"].one_of(ORIGINS, "origin")],
        needs=tuple(item.one_of(CAPABILITIES, "capability") for item in members["needs"].items()),
        holds=tuple(_read_box(item) for item in members["holds"].items()),
    )


def _read_box(node: Node) -> Box:
    return Box({name: tuple(read_option(item) for item in node.at(name).items(1)) for name in node.object()})


def stale_entries(corpus: Corpus, index: Index) -> list[str]:
    """Ids of entries that the index does not know, knows otherwise, or that are gone."""
    now = {entry.id: case_digest(entry) for entry in entries_of(corpus)}
    known = {entry.id: entry.digest for entry in index.entries.values()}
    return sorted(name for name in now.keys() | known.keys() if now.get(name) != known.get(name))
