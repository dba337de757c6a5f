"""The corpus listed and explained in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from textwrap import wrap
from typing import Final, NamedTuple

from conformance.corpus import Case, Clause, Corpus, Entry
from conformance.index import entries_of

WIDTH: Final = 100
Row = tuple[str, ...]


class Choice(NamedTuple):
    """Which part of the corpus: rule sets and levels by name, clauses and ids by pattern. Empty: all.
    `among`: only these ids, None: any."""

    rules: Sequence[str] = ()
    clauses: Sequence[str] = ()
    levels: Sequence[str] = ()
    ids: Sequence[str] = ()
    among: Collection[str] | None = None

    def admits(self, entry: Entry) -> bool:
        """Whether the entry is part of the choice."""
        return (
            (not self.rules or entry.rules in self.rules)
            and (not self.levels or entry.level in self.levels)
            and (self.among is None or entry.id in self.among)
            and (not self.ids or _matches([entry.id], self.ids))
            and (not self.clauses or _matches(entry.clauses, self.clauses))
        )


def _matches(names: Iterable[str], patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns for name in names)


def case_rows(corpus: Corpus, choice: Choice) -> Iterator[Row]:
    """Id, rule set, level, clauses and title of the entries chosen, under a heading."""
    yield "id", "rules", "level", "clauses", "title"
    for entry in entries_of(corpus):
        if choice.admits(entry):
            yield entry.id, entry.rules, entry.level, " ".join(entry.clauses), entry.title


def clause_rows(corpus: Corpus, choice: Choice) -> Iterator[Row]:
    """Id, rule set, kind, number of cases and text of the clauses chosen, under a heading."""
    yield "id", "rules", "kind", "cases", "text"
    for clause in corpus.clauses.values():
        if choice.rules and clause.catalogue.rules not in choice.rules:
            continue
        if choice.clauses and not _matches([clause.id], choice.clauses):
            continue
        cases = sum(clause.id in entry.clauses for entry in entries_of(corpus))
        yield clause.id, clause.catalogue.rules, clause.kind, str(cases), clause.text


def rules_rows(corpus: Corpus) -> Iterator[Row]:
    """Id, prefix, clauses, entries by level and source of every rule set, under a heading."""
    yield "rules", "prefix", "clauses", "must", "option", "ruling", "source"
    for catalogue in corpus.catalogues:
        levels = [entry.level for entry in entries_of(corpus) if entry.rules == catalogue.rules]
        clauses = sum(clause.catalogue == catalogue for clause in corpus.clauses.values())
        counts = (str(levels.count(level)) for level in ("must", "option", "ruling"))
        yield catalogue.rules, catalogue.prefix, str(clauses), *counts, catalogue.source.title


def tab_separated(rows: Iterable[Row]) -> Iterator[str]:
    """A line a row, for other programs."""
    for row in rows:
        yield "\t".join(row)


def aligned(rows: Iterable[Row]) -> Iterator[str]:
    """A line a row in columns, the last one as long as it is."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)][:-1]
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  ".join([*cells, row[-1]])


def nearest(name: str, corpus: Corpus) -> str:
    """A hint at the clause that may be meant; empty if there is none like it."""
    near = get_close_matches(name.upper(), corpus.clauses, n=1)
    return f"; the nearest is {near[0]}" if near else ""


def explain(corpus: Corpus, clause: Clause) -> Iterator[str]:
    """A clause in words: what it says, where it comes from, what it concerns, and its cases."""
    yield f"{clause.id}  ({_KINDS[clause.kind]})"
    yield ""
    yield from wrap(clause.text, WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield ""
    source = clause.catalogue.source
    if clause.heading is None:
        yield f"  Source: none; a ruling of this project for {clause.catalogue.rules}"
    else:
        yield f"  Source: {source.title} ({source.language}), under: {clause.heading}"
    if clause.options:
        yield f"  Options: {', '.join(clause.options)}"
    if clause.forbids:
        yield "  It forbids something that can be tried."
    if clause.capabilities:
        yield f"  To be shown it needs: {', '.join(clause.capabilities)}"
    if clause.why_not is not None:
        yield f"  No case can test it: {clause.why_not}"
    other = clause.id.removesuffix("r") if clause.id.endswith("r") else f"{clause.id}r"
    if other in corpus.clauses:
        yield f"  See also {other} ({corpus.clauses[other].kind})"
    yield from _cases(corpus, clause)


_KINDS: Final = {
    "text": "the source text decides it",
    "option": "the source text leaves it to the table",
    "ruling": "the source text is silent; this project decides",
}


def _cases(corpus: Corpus, clause: Clause) -> Iterator[str]:
    cases = [entry for entry in entries_of(corpus) if clause.id in entry.clauses]
    yield ""
    yield f"  {len(cases)} {'case' if len(cases) == 1 else 'cases'}" + (":" if cases else "")
    for entry in cases:
        flags = f"  [{', '.join(entry.flags)}]" if isinstance(entry, Case) and entry.flags else ""
        yield f"  {entry.id:9}  {entry.level:6}  {entry.title}{flags}"
