"""Which entries of a corpus a run is about."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from conformance.corpus import Corpus, Entry
from conformance.index import entries_of


class SelectionError(ValueError):
    """A selection that cannot be meant: nothing in the corpus is like that."""


class Choice(NamedTuple):
    """What was asked for; an empty part asks for everything. `clauses` and `cases` are glob patterns."""

    rules: Sequence[str] = ()
    clauses: Sequence[str] = ()
    cases: Sequence[str] = ()
    levels: Sequence[str] = ()


def select(corpus: Corpus, choice: Choice) -> list[Entry]:
    """The entries that fit every part of the choice; `SelectionError` if a part fits nothing at all."""
    entries = list(entries_of(corpus))
    known = {entry.rules for entry in entries}
    for rules in choice.rules:
        if rules not in known:
            raise SelectionError(f"there is no rule set {rules!r}; the corpus has {', '.join(sorted(known))}")
    for pattern in choice.clauses:
        if not any(_names(name, pattern) for name in corpus.clauses):
            raise SelectionError(f"no clause is called {pattern!r}")
    for pattern in choice.cases:
        if not any(fnmatchcase(entry.id, pattern) for entry in entries):
            raise SelectionError(f"no case is called {pattern!r}")
    found = [entry for entry in entries if _fits(entry, choice)]
    if not found:
        raise SelectionError("no case fits all that was asked for")
    return found


def _fits(entry: Entry, choice: Choice) -> bool:
    return (
        (not choice.rules or entry.rules in choice.rules)
        and (not choice.levels or entry.level in choice.levels)
        and (not choice.cases or any(fnmatchcase(entry.id, pattern) for pattern in choice.cases))
        and (
            not choice.clauses
            or any(_names(name, pattern) for name in entry.clauses for pattern in choice.clauses)
        )
    )


def _names(clause: str, pattern: str) -> bool:
    """Whether the pattern means the clause; without its trailing r it means the ruling inside too."""
    return fnmatchcase(clause, pattern) or fnmatchcase(clause.removesuffix("r"), pattern)
