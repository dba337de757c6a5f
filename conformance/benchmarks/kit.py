"""The kit itself: cases of the corpus played on the reference engine in this process and behind a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Final

from conformance.adapters.protocol import Request
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


def _asked(spec: str, batch: int, cases: int) -> Callable[[], int]:
    """A pass that asks everything, `batch` requests at once; the number of requests."""
    requests = requests_of(cases)

    def one_pass() -> int:
        connection = find_adapter(spec).connect()
        try:
            for start in range(0, len(requests), batch):
                connection.ask(requests[start : start + batch])
        finally:
            connection.close()
        return len(requests)

    return one_pass


KIT: Final = (
    ("in this process", OURS, partial(_asked, IN_PROCESS, BATCH)),
    ("behind a pipe, many requests at once", OURS, partial(_asked, PIPE, BATCH)),
    ("behind a pipe, one request at a time", OURS, partial(_asked, PIPE, 1)),
)
