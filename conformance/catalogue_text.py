"""The corpus listed and explained in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Final

from conformance.corpus import Case, Clause, Corpus, Entry
from conformance.index import entries_of
from conformance.selection import is_meant

WIDTH: Final = 100
Row = tuple[str, ...]


def case_rows(entries: Iterable[Entry]) -> Iterator[Row]:
    """Id, rule set, level, clauses and title of the entries, under a heading."""
    yield "id", "rules", "level", "clauses", "title"
    for entry in entries:
        yield entry.id, entry.rules, entry.level, " ".join(entry.clauses), entry.title


def clause_rows(corpus: Corpus, rules: Sequence[str], patterns: Sequence[str]) -> Iterator[Row]:
    """Id, rule set, kind, number of cases and text of clauses, under a heading.

    Of a rule set there are its own clauses and those of other catalogues that its entries claim; the cases
    counted are its own.
    """
    yield "id", "rules", "kind", "cases", "text"
    entries = [entry for entry in entries_of(corpus) if not rules or entry.rules in rules]
    claimed = Counter(name for entry in entries for name in entry.clauses)
    for clause in corpus.clauses.values():
        if rules and clause.catalogue.rules not in rules and clause.id not in claimed:
            continue
        if not patterns or any(is_meant(clause.id, pattern) for pattern in patterns):
            yield clause.id, clause.catalogue.rules, clause.kind, str(claimed[clause.id]), clause.text


def rules_rows(corpus: Corpus, rules: Sequence[str]) -> Iterator[Row]:
    """Id, prefix, clauses, entries by level and source of these rule sets, or all, under a heading."""
    yield "rules", "prefix", "clauses", "must", "option", "ruling", "source"
    for catalogue in corpus.catalogues:
        if rules and catalogue.rules not in rules:
            continue
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
