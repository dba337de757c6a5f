"""Digests: what a case asserts, and what the whole corpus does."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

import msgspec

from conformance.corpus.model import Case, Clause, RankingCase, SetupCase

_LENGTH = 16
"""Hexadecimal digits that are kept: 64 bits."""


def _digest(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:_LENGTH]


def case_digest(entry: Case | SetupCase | RankingCase) -> str:
    """Of what the entry asserts: rule set, set-up and expectations. Title, claims and notes do not count."""
    asserted: dict[str, object] = {"rules": entry.rules}
    match entry:
        case Case():
            asserted |= {
                "setup": msgspec.to_builtins(entry.setup),
                "steps": [[type(step).__name__, msgspec.to_builtins(step)] for step in entry.steps],
            }
        case SetupCase():
            asserted |= {"setup": entry.setup, "accepted": entry.accepted}
        case RankingCase():
            asserted |= {
                "seats": entry.seats,
                "options": entry.options,
                "tiers": msgspec.to_builtins(entry.tiers),
                "refused": entry.refused,
            }
    return _digest(asserted)


def corpus_digest(entries: Iterable[Case | SetupCase | RankingCase], clauses: Iterable[Clause]) -> str:
    """Of all that the corpus asserts and claims, whatever the order of files and cases."""
    claims = sorted((entry.id, case_digest(entry), entry.level, *sorted(entry.clauses)) for entry in entries)
    return _digest([claims, sorted((clause.id, clause.kind) for clause in clauses)])
