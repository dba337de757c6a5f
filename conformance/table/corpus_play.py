"""Engines of a game that the corpus has: the whole of its rule set, as in ``conformance run``."""

from __future__ import annotations

from conformance.adapters.protocol import Adapter
from conformance.corpus import Corpus
from conformance.exam import Exam
from conformance.index import entries_of
from conformance.lines import CaseLine
from conformance.runner import Runner


def examine(adapter: Adapter, corpus: Corpus) -> tuple[CaseLine, ...]:
    """The verdicts on every entry of the rule sets that it claims; `AdapterUnusable` may cut them short."""
    runner = Runner(adapter)
    try:
        claimed = runner.hello().rules
        entries = [entry for entry in entries_of(corpus) if entry.rules in claimed]
        return tuple(Exam(runner, corpus, {}).lines(entries))
    finally:
        runner.close()
