"""One implementation examined by the entries of a corpus: from an entry to the line of its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from conformance.adapters.protocol import Lost
from conformance.breaches import is_breach, unanswered_after
from conformance.claims import Claims, NotPlayed, Playable, Settings, fit
from conformance.corpus import Case, Corpus, CorpusError, Entry, RankingCase, SetupCase
from conformance.games import PORTABLE, AnyGame, defaults_of, same_value
from conformance.index import Index, IndexEntry, read_index
from conformance.judge import Fault, judge
from conformance.lines import CaseLine, Course, Kind, Place
from conformance.narrate import fault_line, setup_line, step_lines
from conformance.needs import needs
from conformance.plan import make_script
from conformance.player import play
from conformance.runner import Played, Runner
from conformance.script import Script
from conformance.verdicts import Status
from refengine.rulesets.catalogue import GAMES

KINDS: Final[dict[type[Entry], Kind]] = {Case: "case", SetupCase: "setup", RankingCase: "ranking"}


class _Planned(NamedTuple):
    """An entry that is played, with the options it leaves open."""

    settings: Settings
    script: Script


class Exam:
    """Plays entries on one implementation and judges the replies.

    A line tells every step of a case that failed; with `in_full` of every case that was played.
    """

    def __init__(self, runner: Runner, corpus: Corpus, house: Settings, *, in_full: bool = False) -> None:
        self._runner = runner
        self._corpus = corpus
        self._house = house
        self._in_full = in_full
        self._holds = _Holds(corpus)

    def lines(self, entries: Sequence[Entry]) -> Iterator[CaseLine]:
        """A line for each entry, those that are not played first; `AdapterUnusable` may cut them short."""
        claims = Claims(self._runner.hello(), self._house)
        planned: dict[str, _Planned] = {}
        for entry in entries:
            found = self._fit(claims, entry)
            if isinstance(found, NotPlayed):
                yield CaseLine(entry.id, place_of(entry), found.status, reason=found.reason)
            else:
                script = make_script(
                    GAMES[entry.rules],
                    entry,
                    found.settings,
                    seat_views="seat_view" in claims.capabilities,
                )
                planned[entry.id] = _Planned(found.settings, script)
        for played in self._runner.play([one.script for one in planned.values()]):
            settings = planned[played.script.entry.id].settings
            yield self._line(played, settings, *_fault(played, frozenset(claims.capabilities)))

    def _fit(self, claims: Claims, entry: Entry) -> Playable | NotPlayed:
        game = GAMES.get(entry.rules)
        if game is None:
            return NotPlayed("unsupported", f"no engine of this kit plays {entry.rules}")
        known: AnyGame = game
        wanted = needs(entry, self._corpus.clauses)
        return fit(claims, known, entry, wanted, lambda settings: self._holds(known, entry, settings))

    def _line(self, played: Played, settings: Settings, fault: Fault | None, breach: bool) -> CaseLine:
        script, outcomes = played
        entry = script.entry
        in_full = self._in_full or fault is not None
        return CaseLine(
            id=entry.id,
            about=place_of(entry),
            status="passed" if fault is None else _status(played, fault),
            course=Course(
                settings={name: value for name, value in script.options.items() if name in settings},
                setup=setup_line(script) if in_full else {},
                steps=step_lines(GAMES[entry.rules], script, outcomes) if in_full else [],
            ),
            fault=None if fault is None else fault_line(script, fault, self._corpus.clauses, breach=breach),
        )


class _Holds:
    """Whether what an entry says is true under further options too. Under the defaults it is what it says;
    for others the index knows, if it is that of this corpus, or else the reference engine is asked."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._index: Index | None = None
        self._read = False

    def __call__(self, game: AnyGame, entry: Entry, settings: Settings) -> bool:
        defaults = defaults_of(game)
        if all(same_value(value, defaults[name]) for name, value in settings.items()):
            return True
        known = None if settings.keys() - set(PORTABLE) else self._known(entry)
        if known is not None:
            return known.holds_under(settings)
        return not play(game, entry, settings).differences

    def _known(self, entry: Entry) -> IndexEntry | None:
        if not self._read:
            self._read = True
            with suppress(CorpusError):  # all that it says can be found out again
                index = read_index(self._corpus.root)
                if index is not None and index.digest == self._corpus.digest:
                    self._index = index
        return None if self._index is None else self._index.entries.get(entry.id)


def place_of(entry: Entry) -> Place:
    """What an entry is."""
    return Place(
        kind=KINDS[type(entry)],
        rules=entry.rules,
        title=entry.title,
        level=entry.level,
        clauses=list(entry.clauses),
        origin=entry.origin if isinstance(entry, Case | SetupCase) else "authored",
        flags=list(entry.flags) if isinstance(entry, Case) else [],
    )


def _fault(played: Played, claims: frozenset[str]) -> tuple[Fault | None, bool]:
    """What is wrong first, and whether that is a fault of protocol. In a case that rests on a ruling a
    difference about the rules gives way to an answer that is missing later on: only that counts."""
    script, outcomes = played
    fault = judge(script, outcomes, claims)
    if fault is None:
        return None, False
    if is_breach(script, outcomes, fault, claims):
        return fault, True
    later = unanswered_after(script, outcomes, fault) if script.entry.level == "ruling" else None
    return (fault, False) if later is None else (later, True)


def _status(played: Played, fault: Fault) -> Status:
    last = played.outcomes[-1]
    if fault.kind == "lost" and isinstance(last, Lost):
        return last.kind
    return "broke" if fault.kind == "broke" else "failed"
