"""What can be wrong with a corpus that reads well: idle claims, clauses without a case, ids used again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from conformance.corpus import Case, Corpus, Entry, RankingCase, SetupCase, TryStep
from conformance.corpus.catalogue import COMMON
from conformance.corpus.model import Level
from conformance.corpus.style import misformed
from conformance.games import AnyGame
from conformance.ids import used_again
from conformance.index import Index, entries_of
from conformance.needs import tries
from conformance.player import play


class Finding(NamedTuple):
    """`reason` is what is wrong at `place`: a file with a pointer, or a clause of the catalogue."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


def level_of(clauses: Iterable[str], corpus: Corpus) -> Level:
    """The weakest kind among clauses that are claimed."""
    kinds = {corpus.clauses[name].kind for name in clauses}
    if "ruling" in kinds:
        return "ruling"
    return "option" if "option" in kinds else "must"


def lint(corpus: Corpus, games: Mapping[str, AnyGame], before: Index | None = None) -> Iterator[Finding]:
    """Everything that is wrong; `before` is the index so far, for ids that have been used already."""
    for path in misformed(corpus.root):
        yield Finding(str(path), "is not in canonical form; `conformance index` writes it so")
    yield from _levels(corpus)
    yield from _titles(corpus)
    yield from _ids(corpus, before)
    yield from _coverage(corpus)
    for entry in entries_of(corpus):
        game = games.get(entry.rules)
        if game is not None:
            yield from _claims(entry, corpus, game)


def _levels(corpus: Corpus) -> Iterator[Finding]:
    for entry in entries_of(corpus):
        level = level_of(entry.clauses, corpus)
        if entry.level != level:
            reason = f"{entry.id} is {level} by what it claims, not {entry.level}"
            yield Finding(f"{entry.place}/level", reason)


def _titles(corpus: Corpus) -> Iterator[Finding]:
    seen: dict[tuple[str, str], str] = {}
    for entry in entries_of(corpus):
        key = entry.rules, entry.title
        if key in seen:
            yield Finding(f"{entry.place}/title", f"{entry.id} has the same title as {seen[key]}")
        seen.setdefault(key, entry.id)


def _ids(corpus: Corpus, before: Index | None) -> Iterator[Finding]:
    if before is None:
        return
    places = {entry.id: entry.place for entry in entries_of(corpus)}
    for name in used_again(places, before.entries, before.highest):
        reason = f"{name} was used before or skipped; write 'new' and run `conformance ids`"
        yield Finding(f"{places[name]}/id", reason)


def _coverage(corpus: Corpus) -> Iterator[Finding]:
    """Every testable clause has a case, and every one that forbids something an attempt that it refuses."""
    played = {case.rules for case in corpus.cases}
    claimed: set[str] = set()
    refused: set[str] = set()
    for entry in entries_of(corpus):
        if isinstance(entry, Case) and entry.origin == "recorded":
            continue
        claimed.update(entry.clauses)
        refused.update(_refusals(entry))
    for clause in corpus.clauses.values():
        if not clause.testable or clause.catalogue.rules not in (*played, COMMON):
            continue
        if clause.id not in claimed:
            yield Finding(str(clause.place), f"{clause.id} has no case")
        elif clause.forbids and clause.id not in refused:
            yield Finding(str(clause.place), f"{clause.id} forbids something, but no case tries it")


def _refusals(entry: Entry) -> Iterator[str]:
    """The clauses claimed under which something is refused in the entry."""
    match entry:
        case Case():
            yield from (name for name in entry.clauses if tries(entry, name) or _tries_unnamed(entry))
        case SetupCase():
            yield from () if entry.accepted else entry.clauses
        case RankingCase():
            yield from entry.clauses if entry.refused else ()


def _tries_unnamed(case: Case) -> bool:
    """Whether something is refused for which the case names no clause: whose turn it is, say."""
    return any(isinstance(step, TryStep) and step.clause is None for step in case.steps)


def _claims(entry: Entry, corpus: Corpus, game: AnyGame) -> Iterator[Finding]:
    """The entry holds on the reference engine, which rests on every clause that a case claims."""
    played = play(game, entry)
    for difference in played.differences:
        where = f"{entry.path}#{difference.pointer}"
        yield Finding(where, f"{entry.id} does not hold on the reference engine: {difference.what}")
    if isinstance(entry, Case) and not played.differences:
        for name in entry.clauses:
            if not corpus.clauses[name].testable:
                yield Finding(f"{entry.place}/clauses", f"{entry.id} claims {name}, which no case can test")
            elif name not in played.cites:
                yield Finding(
                    f"{entry.place}/clauses", f"{entry.id} claims {name}, but nothing in it rests on that"
                )
