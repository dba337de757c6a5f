"""Judging an implementation in this process by prepared scripts, as the runner would, but at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from conformance.adapters.inprocess import InProcessConnection
from conformance.corpus import Corpus, Entry
from conformance.games import AnyGame
from conformance.judge import FaultKind, judge
from conformance.plan import make_script
from conformance.script import Script
from conformance.wire import CAPABILITIES
from refengine.rulesets.catalogue import GAMES

EVERYTHING: Final = frozenset(CAPABILITIES)


class Kill(NamedTuple):
    """The entry `entry` found a difference, of that kind."""

    entry: Entry
    kind: FaultKind


def entries_of(corpus: Corpus) -> tuple[Entry, ...]:
    """Cases, set-ups and rankings."""
    return (*corpus.cases, *corpus.setups, *corpus.rankings)


class Scripts:
    """The scripts of a corpus, made once with the right engines, by rule set."""

    def __init__(self, corpus: Corpus, games: Mapping[str, AnyGame] = GAMES) -> None:
        self.corpus = corpus
        self.by_rules: dict[str, list[Script]] = {name: [] for name in games}
        for entry in entries_of(corpus):
            if entry.rules in games:
                self.by_rules[entry.rules].append(make_script(games[entry.rules], entry, {}))

    def claiming(self, rules: str, clause: str) -> list[Script]:
        """The scripts of a rule set whose entries claim a clause; all of them where there is no clause."""
        if not clause:
            return self.by_rules[rules]
        return [script for script in self.by_rules[rules] if clause in script.entry.clauses]


def kills(implementation: object, scripts: Iterable[Script]) -> Iterator[Kill]:
    """The scripts that the implementation does not pass, in their order."""
    connection = InProcessConnection(implementation)
    for script in scripts:
        found = judge(script, connection.ask(script.requests(1)), EVERYTHING)
        if found is not None:
            yield Kill(script.entry, found.kind)
    connection.close()
