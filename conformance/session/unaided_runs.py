"""``conformance run --random N --invariants-only``: random play without the reference and without the corpus.

For an implementation whose house rules nobody has written down: what it breaks, it breaks by its own word.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from conformance.adapters.protocol import Adapter
from conformance.claims import Claims
from conformance.convert import JsonObject
from conformance.random_play.tables import Unplayable
from conformance.random_play.unaided import CourseOutcome, play_unaided, unaided_ground
from conformance.runner import AdapterUnusable, Runner
from conformance.verdicts import ADAPTER_UNUSABLE, CONFORMANT, FAILED, INCOMPLETE
from conformance.visible import visible_line
from conformance.wording import WIDTH, action_in_words, actor_in_words, cut, table_in_words
from refengine.options import OptionValue

SHOWN: Final = 12
"""The last actions that are told of a session in which something is broken."""


def unaided_run(
    adapter: Adapter, rules: Sequence[str], house: Mapping[str, OptionValue], sessions: int, seed: int
) -> int:
    """Play, tell and return the exit code. No `rules`: all that are claimed."""
    try:
        runner = Runner(adapter)
        try:
            claims = Claims(runner.hello(), house)
        finally:
            runner.close()
        asked = rules or list(claims.hello.rules)
        codes = [_one(adapter, claims, one, sessions, seed) for one in asked]
    except AdapterUnusable as unusable:
        print(f"the adapter cannot be used: {unusable.text()}", file=sys.stderr)
        return ADAPTER_UNUSABLE
    if not codes or (rules and INCOMPLETE in codes) or set(codes) == {INCOMPLETE}:
        return INCOMPLETE
    return FAILED if FAILED in codes else CONFORMANT


def _one(adapter: Adapter, claims: Claims, rules: str, sessions: int, seed: int) -> int:
    """The sessions of one rule set, up to the first in which something is broken."""
    ground = unaided_ground(claims, rules)
    if isinstance(ground, Unplayable):
        print(visible_line(f"{rules}: not played: {ground.reason}"))
        return INCOMPLETE
    for outcome in play_unaided(adapter, rules, seed, 0, sessions, claims.house):
        if outcome.broken is not None:
            print("\n".join(map(visible_line, broken_lines(rules, seed, outcome))))
            return FAILED
    print(f"{rules}: {sessions} random sessions (seed {seed}), no invariant is broken")
    return CONFORMANT


def broken_lines(rules: str, seed: int, outcome: CourseOutcome) -> Iterator[str]:
    """What is broken, and how the session came to it."""
    assert outcome.broken is not None
    setup: JsonObject = {key: value for key, value in outcome.table.params().items() if key != "rules"}
    yield f"{rules}: random session {outcome.number} (seed {seed}) breaks an invariant: {outcome.broken.name}"
    yield f"  {table_in_words(setup)}"
    numbered = list(enumerate(outcome.history, start=1))
    if len(numbered) > SHOWN:
        yield f"  ...  actions 1 to {len(numbered) - SHOWN}"
    for number, (attempt, _) in numbered[-SHOWN:]:
        yield cut(f"  {number:3}  {actor_in_words(attempt.actor)}: {action_in_words(attempt.action)}", WIDTH)
    yield cut(f"  {outcome.broken.detail}", 3 * WIDTH)
