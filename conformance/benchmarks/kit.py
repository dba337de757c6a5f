"""The kit itself: cases of the corpus played on the reference engine in this process and behind a pipe."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final

from conformance.adapters.protocol import Connection, Request
from conformance.adapters.registry import find_adapter
from conformance.benchmarks.contests import OURS
from conformance.corpus import load_corpus
from conformance.plan import make_script
from conformance.runner import AHEAD, BATCH
from refengine.rulesets.catalogue import GAMES

IN_PROCESS: Final = "reference"
PIPE: Final = f"stdio: '{sys.executable}' -m conformance serve {IN_PROCESS}"


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
    """Ask everything, `batch` requests at once; batches are posted as far ahead as the runner does it. The
    number of requests."""
    waiting = deque(requests[start : start + batch] for start in range(0, len(requests), batch))
    sent: deque[Sequence[Request]] = deque()
    while waiting or sent:
        while waiting and len(sent) < (AHEAD if batch > 1 else 1):
            sent.append(waiting.popleft())
            if batch > 1:
                connection.post(sent[-1])
        asked = sent.popleft()
        outcomes = connection.ask(asked)
        assert len(outcomes) == len(asked), outcomes[-1]
    return len(requests)


def _asked(spec: str, batch: int, cases: int) -> Callable[[], int]:
    """A pass that asks for so many cases."""
    return lambda: ask_all(connection_to(spec), requests_of(cases), batch)


KIT: Final = (
    ("in this process", OURS, partial(_asked, IN_PROCESS, BATCH)),
    ("behind a pipe, many requests at once", OURS, partial(_asked, PIPE, BATCH)),
    ("behind a pipe, one request at a time", OURS, partial(_asked, PIPE, 1)),
)
