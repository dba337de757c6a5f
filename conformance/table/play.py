"""Engines of other games: random sessions without a reference, held against what holds in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from conformance.adapters.protocol import Adapter
from conformance.claims import Claims
from conformance.random_play.courses import Done
from conformance.random_play.invariants import Broken
from conformance.random_play.tables import Table, Unplayable
from conformance.random_play.unaided import CourseOutcome, play_unaided, unaided_ground
from conformance.runner import AdapterUnusable, Runner
from conformance.table import holdem, tricks
from conformance.wire import Hello

ROUNDS: Final = 6
"""What is found in one round is passed over in the next, so that it hides nothing; at most so often."""

Check = Callable[[Table, Sequence[Done]], Iterator[Broken]]
CHECKS: Final[dict[str, Check]] = {
    "x-hearts": tricks.broken_in,
    "x-holdem": holdem.broken_in,
    "x-limit-holdem": holdem.broken_in,
    "x-oh-hell": tricks.broken_in,
    "x-spades": tricks.broken_in,
}
"""What is asked besides the invariants, by rule set."""


class Finding(NamedTuple):
    """Something that does not hold: in how many sessions, and the shortest of them with how it shows."""

    name: str
    sessions: int
    shortest: CourseOutcome
    detail: str


class Played(NamedTuple):
    """What came of a rule set. `trouble`: why there is nothing, or not all, else empty."""

    rules: str
    sessions: int
    findings: tuple[Finding, ...]
    trouble: str


def greet(adapter: Adapter) -> Hello:
    """What an implementation says of itself; `AdapterUnusable` if it cannot be started."""
    runner = Runner(adapter)
    try:
        return runner.hello()
    finally:
        runner.close()


def play(adapter: Adapter, rules: str, seed: int, numbers: range) -> Played:
    """The sessions of a seed with these numbers, as often as new things are found in them."""
    ground = unaided_ground(Claims(greet(adapter)), rules)
    if isinstance(ground, Unplayable):
        return Played(rules, 0, (), ground.reason)
    found: dict[str, Finding] = {}
    trouble = ""
    for _ in range(ROUNDS):
        known = frozenset(found)
        in_round: dict[str, Finding] = {}
        try:
            outcomes = play_unaided(adapter, rules, seed, numbers.start, numbers.stop, known=known)
            for outcome in outcomes:
                _take(outcome, in_round)
        except AdapterUnusable as unusable:
            trouble = unusable.reason
        for name, finding in in_round.items():
            if name not in found or found[name].sessions < finding.sessions:
                found[name] = finding
        if trouble or found.keys() == known:
            break
    findings = sorted(found.values(), key=lambda finding: -finding.sessions)
    return Played(rules, len(numbers), tuple(findings), trouble)


def _take(outcome: CourseOutcome, found: dict[str, Finding]) -> None:
    """Note what does not hold in a session, each thing once."""
    seen = {} if outcome.broken is None else {outcome.broken.name: outcome.broken.detail}
    for broken in CHECKS[outcome.table.rules](outcome.table, outcome.history):
        seen.setdefault(broken.name, broken.detail)
    for name, detail in seen.items():
        before = found.get(name)
        sessions = 1 if before is None else before.sessions + 1
        if before is None or len(outcome.history) < len(before.shortest.history):
            found[name] = Finding(name, sessions, outcome, detail)
        else:
            found[name] = before._replace(sessions=sessions)
