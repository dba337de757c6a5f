"""From the first difference of a random run to something to work with: a small case, written and judged."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from conformance.adapters.protocol import Adapter
from conformance.again import Terms, replay_again
from conformance.claims import Settings
from conformance.corpus import Corpus
from conformance.exam import Exam
from conformance.lines import CaseLine, DifferenceLine, FaultLine
from conformance.random_play.case_files import FoundCase, Origin, save, write_case
from conformance.random_play.lockstep import Found
from conformance.random_play.ranges import Difference, Lane, SessionOutcome, make_lane
from conformance.random_play.shrinking import Flaky, shrink
from conformance.report.failure import failure_lines, fault_lines
from conformance.runner import Runner
from conformance.wording import WIDTH, cut


class Finding(NamedTuple):
    """A difference that comes again. `line` is the verdict on its case, `path` where that was written; `seen`
    is the difference itself, which the steps of a case may be unable to show."""

    origin: Origin
    found: FoundCase
    line: CaseLine
    path: Path
    again: str
    seen: Difference


class Unsteady(NamedTuple):
    """A difference that does not come again as it was; no word on the rules."""

    origin: Origin
    rules: str
    flaky: Flaky


class Desk(NamedTuple):
    """What is needed to look into a difference: who plays, on which terms and by which house rules, against
    which corpus, and the folder that found cases are written to."""

    adapter: Adapter
    terms: Terms
    house: Settings
    corpus: Corpus
    folder: Path


def look_into(desk: Desk, seed: int, outcome: SessionOutcome) -> Finding | Unsteady:
    """Make the session smaller and write it as a case. Connections of its own are used for that, as many as
    it takes; `AdapterUnusable` if there are none to be had any more."""
    rules = outcome.session.table.rules
    origin = Origin(seed, outcome.number)
    runner = Runner(desk.adapter)
    try:
        lane = make_lane(runner, rules, desk.house)
        assert isinstance(lane, Lane)  # it has been played on already
        small = shrink(lane, seed, outcome)
        if isinstance(small, Flaky):
            return Unsteady(origin, rules, small)
        found = write_case(lane.ground.game, small.session, small.difference, desk.corpus, origin)
    finally:
        runner.close()
    path = save(found, desk.folder)
    again = replay_again(desk.terms, str(path))
    return Finding(origin, found, _judged(desk, found), path, again, small.difference)


def _judged(desk: Desk, found: FoundCase) -> CaseLine:
    """The verdict on the case, found anew as for any case of a corpus."""
    runner = Runner(desk.adapter)
    try:
        (line,) = Exam(runner, desk.corpus, desk.house).lines([found.case])
    finally:
        runner.close()
    return line


def _fault(seen: Found) -> FaultLine:
    """The difference as a report would tell it."""
    differences = [DifferenceLine(*difference) for difference in seen.differences]
    return FaultLine(seen.spot.turn, seen.fault, "then", {}, seen.expected, seen.got, differences)


def finding_lines(finding: Finding | Unsteady) -> list[str]:
    """A finding in words."""
    origin = finding.origin
    if isinstance(finding, Unsteady):
        times, tries = finding.flaky.times, finding.flaky.tries
        difference = finding.flaky.outcome.difference
        kind = "" if difference is None else f" ({difference.kind})"
        return [
            f"{finding.rules}: random session {origin.number} (seed {origin.seed}) differed once{kind}.",
            f"Played again by itself it differed in {times} of {tries} tries, or not twice in the same way:",
            "the implementation does not answer the same every time. No rule is in question.",
        ]
    told = failure_lines(finding.line, finding.again)
    if not told:
        told = [finding.found.case.title, *fault_lines(_fault(finding.seen.found), has_steps=True)]
        told.append(cut(f"  {finding.found.notes}", 2 * WIDTH))
    return [*told, f"  found by random play, seed {origin.seed}, session {origin.number}: {finding.path}"]
