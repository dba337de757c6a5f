"""Which entries of a corpus a run is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Final, NamedTuple, TypeVar

from conformance.corpus import Corpus, Entry
from conformance.index import entries_of
from conformance.nearest import nearest
from conformance.tiers import read_tiers


class SelectionError(ValueError):
    """A selection that cannot be meant: nothing in the corpus is like that."""


_ALL_CASES: Final = "; 'conformance list' shows all"
_ALL_CLAUSES: Final = "; 'conformance list clauses' shows all"

T = TypeVar("T")


class Part(NamedTuple):
    """The `number`-th of `of` parts of a run, from 1; all parts together are the run."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def of_all(self, things: Sequence[T]) -> list[T]:
        """Its share of the things, in order; the shares differ by one at most."""
        begin, end = (len(things) * place // self.of for place in (self.number - 1, self.number))
        return list(things[begin:end])


WHOLE: Final = Part(1, 1)


def read_part(text: str) -> Part:
    """The part that is written as ``2/5``; `SelectionError` if there is no such part."""
    found = re.fullmatch(r"([1-9]\d{0,5})/([1-9]\d{0,5})", text)
    if found is None or int(found[1]) > int(found[2]):
        raise SelectionError(f"{text!r} is no part: write 2/5 for the second of five")
    return Part(int(found[1]), int(found[2]))


class Choice(NamedTuple):
    """What was asked for; where it is empty, everything. `clauses` and `cases` are glob patterns, `tier` is a
    name; of all that is like that, only `part`."""

    rules: Sequence[str] = ()
    clauses: Sequence[str] = ()
    cases: Sequence[str] = ()
    levels: Sequence[str] = ()
    part: Part = WHOLE
    tier: str = ""


def select(corpus: Corpus, choice: Choice) -> list[Entry]:
    """The entries that fit every part of the choice; `SelectionError` if a part fits nothing at all,
    `CorpusError` if a tier was asked for and the file of tiers is broken."""
    entries = list(entries_of(corpus))
    check_rules(choice.rules, {entry.rules for entry in entries})
    for pattern in choice.clauses:
        check_clause(pattern, corpus.clauses)
    for pattern in choice.cases:
        names = [entry.id for entry in entries]
        if not any(fnmatchcase(name, pattern) for name in names):
            raise SelectionError(f"no case is called {pattern!r}{nearest(pattern, names) or _ALL_CASES}")
    found = [entry for entry in in_tier(corpus, choice.tier) if _fits(entry, choice)]
    if not found:
        raise SelectionError("no case fits all that was asked for")
    if choice.part.of > len(found):
        cases = "1 case" if len(found) == 1 else f"{len(found)} cases"
        raise SelectionError(f"{cases} cannot be cut into {choice.part.of} parts")
    return choice.part.of_all(found)


def in_tier(corpus: Corpus, name: str) -> list[Entry]:
    """The entries of a tier in the order of the corpus, all of them where no tier is named; `SelectionError`
    if there is no such tier, or if it is that of another state of the corpus."""
    entries = list(entries_of(corpus))
    if not name:
        return entries
    tiers = read_tiers(corpus.root)
    if name not in tiers:
        known = f"the corpus has {', '.join(sorted(tiers))}" if tiers else "the corpus has none"
        raise SelectionError(f"there is no tier {name!r}{nearest(name, tiers)}; {known}")
    there = {entry.id for entry in entries}
    if gone := sorted(set(tiers[name]) - there):
        raise SelectionError(
            f"the tier {name} names {', '.join(gone)}, which the corpus does not have; "
            "'conformance prove' writes the tiers anew"
        )
    chosen = set(tiers[name])
    return [entry for entry in entries if entry.id in chosen]


def check_rules(asked: Iterable[str], known: Iterable[str]) -> None:
    """`SelectionError` if a rule set is none of those known."""
    names = sorted(known)
    for rules in asked:
        if rules not in names:
            raise SelectionError(
                f"there is no rule set {rules!r}{nearest(rules, names)}; there are {', '.join(names)}"
            )


def check_clause(pattern: str, known: Iterable[str]) -> None:
    """`SelectionError` if the pattern means no clause of those known."""
    names = list(known)
    if not any(is_meant(name, pattern) for name in names):
        raise SelectionError(f"no clause is called {pattern!r}{nearest(pattern, names) or _ALL_CLAUSES}")


def _fits(entry: Entry, choice: Choice) -> bool:
    return (
        (not choice.rules or entry.rules in choice.rules)
        and (not choice.levels or entry.level in choice.levels)
        and (not choice.cases or any(fnmatchcase(entry.id, pattern) for pattern in choice.cases))
        and (
            not choice.clauses
            or any(is_meant(name, pattern) for name in entry.clauses for pattern in choice.clauses)
        )
    )


def is_meant(clause: str, pattern: str) -> bool:
    """Whether the pattern means the clause; without its trailing r it means the ruling inside too."""
    return fnmatchcase(clause, pattern) or fnmatchcase(clause.removesuffix("r"), pattern)
