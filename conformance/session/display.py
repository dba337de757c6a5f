"""What ``conformance run`` shows instead of pytest's own output.

On a terminal one line tells how far the run is. What stays is the same everywhere: the failures, then the
summary.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Final, TextIO

import pytest

from conformance.ending import cause
from conformance.report.failure import failure_lines
from conformance.report.summary import summary_lines
from conformance.session.hands_runs import EveryHand
from conformance.wording import WIDTH, cut

if TYPE_CHECKING:
    from _pytest.capture import CaptureManager

    from conformance.session.accounting import Accounting
    from conformance.session.random_runs import RandomResults

SHOWN: Final = 20
"""New failures that are told in full; of the others, and of those known, there is a line each."""


def _tell_hands(screen: TextIO, capture: CaptureManager | None, done: int, total: int) -> None:
    """How far a pack is, past what captures the output of a test."""
    with capture.global_and_fixture_disabled() if capture is not None else nullcontext():
        screen.write(f"\r{f'{done:,} of {total:,} hands':<60}")
        screen.flush()


class Display:
    """A plugin beside the others. `advice` are lines to end with."""

    def __init__(self, advice: list[str]) -> None:
        self._advice = advice
        self._screen = sys.stderr  # as it is before anything takes its place
        self._live = self._screen.isatty()
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
        if self._live and isinstance(every_hand, EveryHand):
            capture = session.config.pluginmanager.get_plugin("capturemanager")
            every_hand.progress = partial(_tell_hands, self._screen, capture)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self) -> tuple[str, str, str]:
        """No letter for each test."""
        return "", "", ""

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self._live and self._accounting is not None and report.when == "call":
            done, failed = len(self._accounting.lines), self._accounting.failed
            told = f"{done} of {len(self._accounting.expected)} cases, {failed} failed"
            self._screen.write(f"\r{told:<60}")
            self._screen.flush()

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        if self._live:
            self._screen.write(f"\r{'':60}\r")
            self._screen.flush()

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        if isinstance(excinfo.value, KeyboardInterrupt):
            self.broken_off(excinfo.value)

    def broken_off(self, interrupt: KeyboardInterrupt) -> None:
        """The run has been interrupted."""
        self._interrupted = cause(interrupt)
        if self._accounting is not None:
            self._accounting.interrupted = self._interrupted

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
            yield from self._random.summary()
        yield from summary_lines(outcome)
        yield from self._advice
