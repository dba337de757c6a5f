"""The course of a campaign: what is played next, what is written down, and when it is over.

Who plays is behind `Crew`; what a shard says goes through the tally, so that the end is the same whoever
played what, and however often the campaign was broken off and taken up again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple, Protocol

from conformance.campaign.findings import Desk, write_found
from conformance.campaign.journal import Journal
from conformance.campaign.lines import (
    Footer,
    FoundLine,
    Header,
    KindTotal,
    Line,
    ProgressLine,
    ShardLine,
    StoppedLine,
)
from conformance.campaign.plan import Job, Look, Shard, size_of
from conformance.campaign.player import Small, Unusable, Wavering
from conformance.campaign.tally import Tally, totals
from conformance.verdicts import ADAPTER_UNUSABLE, CONFORMANT, FAILED, INCOMPLETE

PROGRESS: Final = 10
"""Seconds from one line of progress to the next, at least."""
GIVEN_UP: Final = 10
"""So many shards that no worker survives end a campaign."""


class Perished(NamedTuple):
    """Several workers were lost with the job, one after the other."""

    reason: str


Result = ShardLine | Small | Wavering | Unusable | Perished


class CrewLost(Exception):
    """There is nobody any more who could play: why."""


class Crew(Protocol):
    """Workers that do jobs at the same time, in any order."""

    def workers(self) -> int:
        """How many there are now."""
        ...

    def room(self) -> int:
        """How many more jobs they should be given now, so that none has to wait."""
        ...

    def give(self, job: Job, *, first: bool) -> None:
        """A job more; `first`: before those that nobody has begun."""
        ...

    def take(self) -> tuple[Job, Result]:
        """Wait for a job to be done. `CrewLost` if none will be."""
        ...


class Watch(NamedTuple):
    """How a campaign is watched: `stop_after` so many kinds it ends; `show` is told how far it is, and of how
    many sessions."""

    stop_after: int | None
    strict_rulings: bool
    show: Callable[[ProgressLine, int], None]


class _Stop(Exception):
    """The campaign ends here."""

    def __init__(self, reason: str, exit_code: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.exit_code = exit_code


@contextmanager
def _writing() -> Iterator[None]:
    """What cannot be written ends a campaign."""
    try:
        yield
    except OSError as error:
        raise _Stop(f"it cannot be written down: {error}", INCOMPLETE) from error


class Campaign:
    """One campaign, from its header or from where it was broken off.

    `found`: the kinds that have been looked into, in the order in which they were seen first. `end`: its last
    line, once there is one.
    """

    def __init__(self, header: Header, journal: Journal, desk: Desk, watch: Watch) -> None:
        self._header = header
        self._journal = journal
        self._desk = desk
        self._watch = watch
        self._tally = Tally(header.plan)
        self._looks: list[Look] = []
        self._looked: dict[Look, Small | Wavering | FoundLine] = {}
        self._given_up: list[str] = []
        self._begun = self._told = time.monotonic()
        self._before = 0
        self._workers = 0
        self.found: list[FoundLine] = []
        self.end: Footer | StoppedLine | None = None

    def recall(self, lines: Iterator[Line]) -> None:
        """Take up what has been written before, but for the header."""
        for line in lines:
            match line:
                case ShardLine():
                    self._looks += self._tally.finished(line)
                case FoundLine():
                    self._looked[Look(line.kind, line.session)] = line
                case Footer():
                    self.end = line
                case _:
                    pass
        while self._settle():
            pass
        self._before = self._tally.sessions

    def kinds(self) -> list[KindTotal]:
        """What was found so far."""
        return totals(self._tally.kinds, self.found)

    @property
    def progress(self) -> ProgressLine:
        """How far it is."""
        tally, seconds = self._tally, time.monotonic() - self._begun
        return ProgressLine(
            seconds=round(seconds),
            speed=round((tally.sessions - self._before) / max(seconds, 0.001), 1),
            sessions=tally.sessions,
            steps=tally.steps,
            differing=tally.differing,
            kinds=len(self.kinds()),
            workers=self._workers,
        )

    def run(self, crew: Crew) -> None:
        """Play until the end, whatever that is; it is written down if there is a way."""
        try:
            self._check_enough()
            self._play(crew)
            self.end = self._footer()
        except _Stop as stop:
            self.end = StoppedLine(stop.reason, stop.exit_code)
        except CrewLost as lost:
            self.end = StoppedLine(str(lost), INCOMPLETE)
        except KeyboardInterrupt:
            self.end = StoppedLine("it was interrupted", INCOMPLETE)
        try:
            self._write(self.progress, self.end)
        except _Stop as stop:
            self.end = StoppedLine(stop.reason, stop.exit_code)

    def _play(self, crew: Crew) -> None:
        shards = self._tally.left()
        waiting = [look for look in self._looks if look not in self._looked]
        given = 0
        while True:
            while waiting:
                crew.give(waiting.pop(0), first=True)
                given += 1
            for _, shard in zip(range(crew.room()), shards, strict=False):
                crew.give(shard, first=False)
                given += 1
            if not given:
                return
            waiting = self._done(*crew.take())
            given -= 1
            self._tell(crew)

    def _done(self, job: Job, result: Result) -> list[Look]:
        """Write down what came of a job; returns what has to be looked into now."""
        match job, result:
            case Shard(), ShardLine():
                self._write(result)
                new = self._tally.finished(result)
            case Shard(), Perished(reason):
                self._give_up(reason)
                new = self._tally.given_up(job)
            case Look(), Small() | Wavering():
                self._looked[job] = result
                new = []
            case Look(), Perished(reason):
                raise _Stop(f"{job.kind} cannot be looked into: {reason}", INCOMPLETE)
            case _, Unusable(reason, exit_code):
                raise _Stop(reason, exit_code)
            case _:
                raise TypeError(f"{type(result).__name__} is nothing that can come of {job}")
        self._looks += new
        missing = [look for look in new if look not in self._looked]
        while self._settle():
            self._check_enough()
        return missing

    def _settle(self) -> bool:
        """Write down the next that has been looked into, in the order in which they were seen first."""
        if not self._looks or self._looks[0] not in self._looked:
            return False
        look = self._looks.pop(0)
        line = self._looked.pop(look)
        if not isinstance(line, FoundLine):
            with _writing():
                line = write_found(self._desk, look, line, {one.shown for one in self.found})
            self._write(line)
        self.found.append(line)
        return True

    def _check_enough(self) -> None:
        wanted = self._watch.stop_after
        if wanted is not None and len(self.kinds()) >= wanted:
            code = FAILED if self._failed() else INCOMPLETE
            told = f"{wanted} kind{'s' if wanted > 1 else ''} of differences found"
            raise _Stop(f"{told}, as many as were asked for", code)

    def _give_up(self, reason: str) -> None:
        self._given_up.append(reason)
        if len(self._given_up) >= GIVEN_UP:
            raise _Stop(f"{GIVEN_UP} shards could not be played, the last one so: {reason}", ADAPTER_UNUSABLE)

    def _failed(self) -> bool:
        """Whether something was found that counts; what did not come again does, for it is wrong at times."""
        return any(
            kind.case is None or kind.case.level != "ruling" or self._watch.strict_rulings
            for kind in self.kinds()
        )

    def _footer(self) -> Footer:
        if number := len(self._given_up):
            many = f"{number} shard{'' if number == 1 else 's'}"
            raise _Stop(f"{many} could not be played: {self._given_up[0]}", INCOMPLETE)
        code = FAILED if self._failed() else CONFORMANT
        assert self._tally.sessions == size_of(self._header.plan)
        return Footer(code, self._tally.sessions, self._tally.steps, self.kinds())

    def _write(self, *lines: Line) -> None:
        with _writing():
            for line in lines:
                self._journal.write(line)

    def _tell(self, crew: Crew) -> None:
        """Show how far it is, and write it down from time to time."""
        self._workers = crew.workers()
        progress = self.progress
        self._watch.show(progress, size_of(self._header.plan))
        if time.monotonic() - self._told >= PROGRESS:
            self._told = time.monotonic()
            self._write(progress)
