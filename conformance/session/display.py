"""What ``conformance run`` shows instead of pytest's own output.

On a terminal one line tells how far the run is. What stays is the same everywhere: the failures, then the
summary.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest

from conformance.ending import cause
from conformance.report.failure import failure_lines
from conformance.report.summary import summary_lines
from conformance.session.groups import entry_of
from conformance.session.hands_runs import EveryHand
from conformance.session.judging import was_interrupted
from conformance.session.progress import Progress, wanted
from conformance.wording import WIDTH, cut

if TYPE_CHECKING:
    from conformance.session.accounting import Accounting
    from conformance.session.last_failed import Memory
    from conformance.session.random_results import RandomResults

SHOWN: Final = 20
"""New failures that are told in full; of the others, and of those known, there is a line each."""


class Display:
    """A plugin beside the others. `advice` are lines to end with; `progress` shows how far the run is."""

    def __init__(self, advice: list[str], *, quiet: bool = False) -> None:
        self._advice = advice
        screen = sys.stderr  # as it is before anything takes its place
        self.progress = Progress(None if quiet or not wanted(screen) else screen, self._how_far)
        self._at = ""
        self._hands = ""
        self._accounting: Accounting | None = None
        self._random: RandomResults | None = None
        self._interrupted = ""

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self._accounting = session.config.pluginmanager.get_plugin("conformance-accounting")
        if self._accounting is not None:
            self._accounting.silent = True
        self._random = session.config.pluginmanager.get_plugin("conformance-random-results")
        if self._random is not None:
            self._random.silent = True
        every_hand = session.config.pluginmanager.get_plugin("conformance-hands")
        if isinstance(every_hand, EveryHand):
            every_hand.progress = self._note_hands

    def _note_hands(self, done: int, total: int) -> None:
        """How far a pack is."""
        self._hands = f", {done:,} of {total:,} hands"

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """The cases that are played with this one are the next to be judged."""
        entry = entry_of(nodeid)
        _, _, name = nodeid.rpartition("[")
        self._at = f", from {entry} on" if entry else f", at {name.rstrip(']')}"
        self._hands = ""

    def _how_far(self) -> str:
        accounting = self._accounting
        if accounting is None:
            return "the cases are loaded"
        if not accounting.expected:
            return "the adapter is started"
        done, failed = len(accounting.lines), accounting.failed
        return f"{done} of {len(accounting.expected)} cases, {failed} failed{self._at}{self._hands}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self) -> tuple[str, str, str]:
        """No letter for each test."""
        return "", "", ""

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.progress.show()

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        if was_interrupted(excinfo.value):
            self.broken_off(excinfo.value)

    def broken_off(self, interrupt: KeyboardInterrupt) -> None:
        """The run has been interrupted."""
        self._interrupted = cause(interrupt)
        if self._accounting is not None:
            self._accounting.interrupted = self._interrupted

    def remember(self, memory: Memory) -> None:
        """Let the next run know what failed in this one."""
        if self._accounting is not None and self._accounting.lines:
            lines = self._accounting.lines.values()
            counts = self._accounting.asked.verdicts.counts
            failed = [line.id for line in lines if line.fault is not None and counts(line)]
            memory.update([line.id for line in lines], failed)

    def why_nothing(self) -> str:
        """Why nothing was played, if that is known."""
        if self._accounting is not None and self._accounting.unusable:
            return f"the adapter cannot be used: {self._accounting.unusable}"
        return f"interrupted ({self._interrupted}) before the first case" if self._interrupted else ""

    def report(self) -> Iterator[str]:
        """All that is to be said in the end; nothing if there was no run."""
        accounting = self._accounting
        if accounting is None or not accounting.expected:
            return
        outcome = accounting.outcome()
        failed = [line for line in outcome.lines if line.fault is not None and not line.known]
        for line in failed[:SHOWN]:
            yield from failure_lines(line, accounting.asked.again(line.id))
            yield ""
        if len(failed) > SHOWN:
            more = len(failed) - SHOWN
            yield f"{more} more failed; --case ID tells one in full, --report FILE all of them:"
            yield from (cut(f"  {line.id}  {line.about.title}", WIDTH) for line in failed[SHOWN:])
            yield ""
        if known := [line for line in outcome.lines if line.known]:
            yield "failed as listed among the known failures:"
            yield from (cut(f"  {line.id}  {line.about.title}", WIDTH) for line in known)
            yield ""
        if self._random is not None:
            for told in self._random.differences():
                yield from (*told, "")
        yield from summary_lines(outcome)
        yield from self._advice
