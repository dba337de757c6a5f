"""What comes of random play in a run: every block's result, and a line of the report for each rule set."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
import pytest

from conformance.lines import FindingLine, PlayedLine, RandomLine, RandomStatus
from conformance.random_play.findings import Finding, Unsteady, finding_lines
from conformance.random_play.lockstep import START
from conformance.random_play.ranges import SessionOutcome
from conformance.report.at_random import DIGITS, added
from conformance.report.summary import random_lines
from conformance.session.judging import SESSIONS
from refengine.rulesets.catalogue import GAMES

NOTHING: Final = PlayedLine(0, 0, 0, 0.0)


class BlockResult(msgspec.Struct, frozen=True):
    """What came of the block of a rule set that begins with a session; `reason`: why nothing did."""

    rules: str
    start: int
    played: PlayedLine
    finding: FindingLine | None = None
    reason: str = ""


def with_session(played: PlayedLine, outcome: SessionOutcome, seconds: float) -> PlayedLine:
    """What was played with one session more, up to its first difference, after so many seconds in all."""
    found = None if outcome.difference is None else outcome.difference.found
    turns, starts = outcome.session.turns, len(outcome.session.false_starts)
    if found is not None:
        turns = turns[: max(found.spot.turn + 1, 0)]
        starts = min(starts, START - found.spot.turn) if found.spot.turn < START else starts
    refused = sum(turn.refusal is not None for turn in turns)
    return PlayedLine(
        played.sessions + 1,
        played.steps + len(turns) - refused,
        played.refusals + refused + starts,
        round(seconds, DIGITS),
    )


def finding_line(finding: Finding | Unsteady, *, counts: bool) -> FindingLine:
    """What was found, for the report."""
    told, number = finding_lines(finding), finding.origin.number
    if isinstance(finding, Unsteady):
        difference = finding.flaky.outcome.difference
        return FindingLine(number, counts, "" if difference is None else str(difference.kind), told)
    return FindingLine(
        number, counts, str(finding.seen.kind), told, str(finding.path), finding.again, finding.line
    )


def line_of(rules: str, seed: int, results: list[BlockResult]) -> RandomLine:
    """All blocks of a rule set in one line. Blocks after the first difference do not count, so that the line
    is the same whatever else was played beside it."""
    found = [one for one in results if one.finding is not None]
    first = min(found, key=lambda one: one.start, default=None)
    counted = [one for one in results if first is None or one.start <= first.start]
    reasons = [one.reason for one in counted if one.reason]
    if first is None and reasons:
        return RandomLine(rules, seed, "not_played", reason=reasons[0])
    status: RandomStatus = "agrees"
    if first is not None and first.finding is not None:
        status = "unsteady" if first.finding.case is None else "differs"
    finding = None if first is None else first.finding
    return RandomLine(rules, seed, status, added(one.played for one in counted), finding)


class RandomResults:
    """Collects what came of all blocks: one for a whole run. `silent`: another plugin tells it."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._results: dict[str, list[BlockResult]] = {}
        self.silent = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        text: str | None = getattr(report, SESSIONS, None)
        if text is not None:
            result = msgspec.json.decode(text, type=BlockResult)
            self._results.setdefault(result.rules, []).append(result)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Cases of later blocks, which another worker has come to, are told nowhere and do not stay."""
        told = {line.finding.file for line in self.lines() if line.finding is not None}
        found = (one.finding for results in self._results.values() for one in results)
        for file in {finding.file for finding in found if finding is not None} - told - {""}:
            with suppress(OSError):
                Path(file).unlink()

    def lines(self) -> list[RandomLine]:
        """A line for every rule set of which something is known."""
        return [line_of(rules, self._seed, self._results[rules]) for rules in GAMES if rules in self._results]

    def differences(self) -> Iterator[list[str]]:
        """The first difference of every rule set that has one, in words."""
        yield from (line.finding.told for line in self.lines() if line.finding is not None)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self._results or self.silent:
            return
        terminalreporter.section("random play")
        for line in self.lines():
            if line.finding is not None and not line.finding.counts:  # the others are told as failed tests
                for text in (*line.finding.told, ""):
                    terminalreporter.write_line(text)
        for text in random_lines(self.lines()):
            terminalreporter.write_line(text)
