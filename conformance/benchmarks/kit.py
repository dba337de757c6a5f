"""The kit itself: cases of the corpus played on the reference engine in this process and behind a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final

from conformance.adapters.protocol import Connection, Request
from conformance.adapters.registry import find_adapter
from conformance.benchmarks.contests import OURS
from conformance.corpus import load_corpus
from conformance.plan import make_script
from refengine.rulesets.catalogue import GAMES

IN_PROCESS: Final = "reference"
PIPE: Final = f"stdio: '{sys.executable}' -m conformance serve {IN_PROCESS}"
BATCH: Final = 600
"""Requests that go out at once, as the runner sends them."""


@cache
def requests_of(cases: int) -> tuple[Request, ...]:
    """What the first so many cases of the corpus ask."""
    corpus = load_corpus()
    asked: list[Request] = []
    for entry in corpus.cases[:cases]:
        asked += make_script(GAMES[entry.rules], entry, {}).requests(1)
    return tuple(asked)


@cache
def connection_to(spec: str) -> Connection:
    """Made once, by the pass that is not timed. It ends with this process."""
    return find_adapter(spec).connect()


def ask_all(connection: Connection, requests: Sequence[Request], batch: int) -> int:
    """Ask everything, `batch` requests at once; a batch is posted before the replies to the last one would be
    judged, as the runner does it. The number of requests."""
    asked = requests[:batch]
    for start in range(batch, len(requests) + batch, batch):
        outcomes = connection.ask(asked)
        assert len(outcomes) == len(asked), outcomes[-1]
        asked = requests[start : start + batch]
        if batch > 1 and asked:
            connection.post(asked)
    return len(requests)


def _asked(spec: str, batch: int, cases: int) -> Callable[[], int]:
    """A pass that asks for so many cases."""
    return lambda: ask_all(connection_to(spec), requests_of(cases), batch)


KIT: Final = (
    ("in this process", OURS, partial(_asked, IN_PROCESS, BATCH)),
    ("behind a pipe, many requests at once", OURS, partial(_asked, PIPE, BATCH)),
    ("behind a pipe, one request at a time", OURS, partial(_asked, PIPE, 1)),
)
