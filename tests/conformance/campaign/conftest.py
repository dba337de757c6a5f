"""Campaigns played in this process, so that only what is about Dask needs Dask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from conformance.about import version
from conformance.campaign.control import Result, Watch
from conformance.campaign.journal import FILE
from conformance.campaign.launch import Asked, Launched, Team, launch
from conformance.campaign.lines import FoundLine, Line, ProgressLine, ShardLine, decode_line
from conformance.campaign.plan import Job, Shard
from conformance.campaign.player import Order, Player, Unusable
from conformance.corpus import Corpus, load_corpus
from conformance.wire import Hello


class Solo:
    """One worker that takes its jobs in random order. `before` is called with every job that is begun."""

    def __init__(self, order: Order, chance: int, before: Callable[[Job], Result | None]) -> None:
        self._player = Player(order)
        self._draw = Random(chance)
        self._before = before
        self._jobs: list[Job] = []
        self._expected: Hello | None = None

    def greet(self) -> Hello | Unusable:
        said = self._player.greet()
        self._expected = said if isinstance(said, Hello) else None
        return said

    def workers(self) -> int:
        return 1

    def room(self) -> int:
        return 4 - len(self._jobs)

    def give(self, job: Job, *, first: bool) -> None:
        self._jobs.insert(0 if first else len(self._jobs), job)

    def take(self) -> tuple[Job, Result]:
        job = self._jobs.pop(self._draw.randrange(len(self._jobs)))
        assert self._expected is not None
        instead = self._before(job)
        if instead is not None:
            return job, instead
        if isinstance(job, Shard):
            return job, self._player.play(job, self._expected)
        return job, self._player.look_into(job, self._expected)

    def close(self) -> None:
        self._player.close()


def carry_on(job: Job) -> None:
    """Nothing happens before a job."""


@dataclass
class Table:
    """Where campaigns are played. The attributes are what `campaign` asks for unless told otherwise."""

    folder: Path
    corpus: Corpus
    spec: str = "reference"
    rules: Sequence[str] = ("brazilian-pingo",)
    sessions: int = 24
    shard_size: int = 4
    chance: int = 0
    shown: list[ProgressLine] = field(default_factory=list)

    def asked(self, **other: Any) -> Asked:
        asked = Asked(self.spec, self.rules, 0, self.sessions, self.shard_size, {}, self.folder)
        return asked._replace(**other)

    def campaign(
        self,
        *,
        asked: Asked | None = None,
        resume: bool = False,
        stop_after: int | None = None,
        before: Callable[[Job], Result | None] = carry_on,
    ) -> Launched:
        asked = asked or self.asked()
        order = Order("test", version(), asked.spec, 1.0, asked.seed, asked.house)

        @contextmanager
        def gather() -> Iterator[Team]:
            crew = Solo(order, self.chance, before)
            yield crew
            crew.close()

        watch = Watch(stop_after, False, lambda progress, _: self.shown.append(progress))
        return launch(asked, self.corpus, gather, watch, resume=resume)

    def lines(self) -> list[Line]:
        return [decode_line(text) for text in (self.folder / FILE).read_bytes().splitlines()]

    def shards(self) -> list[Shard]:
        """The finished shards in the order in which they were written."""
        return [Shard(one.rules, one.start, one.stop) for one in self.lines() if isinstance(one, ShardLine)]

    def outcome(self) -> object:
        """All that must not depend on who played what, and when."""
        shards = {line for line in map(repr, self.lines()) if line.startswith("ShardLine")}
        found = [line for line in self.lines() if isinstance(line, FoundLine)]
        cases = {path.name: path.read_bytes() for path in self.folder.rglob("found-*.json")}
        return shards, found, self.lines()[-1], cases


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return load_corpus(None)


@pytest.fixture(scope="session")
def table_in(corpus: Corpus) -> Callable[[Path], Table]:
    """A table whose campaign is written to a folder."""
    return lambda folder: Table(folder / "campaign", corpus)


@pytest.fixture
def table(tmp_path: Path, table_in: Callable[[Path], Table]) -> Table:
    return table_in(tmp_path)
