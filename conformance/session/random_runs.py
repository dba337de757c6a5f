"""Random play in a pytest run: blocks of sessions as tests, and what came of them.

A block is a test, and plays the same sessions whatever process it runs in. In a process no block of a rule
set is played after a difference was found in an earlier one. So the first difference of all is always found,
however many workers there are; that is the one that is told.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import pytest

from conformance.adapters.protocol import Adapter
from conformance.lines import FindingLine
from conformance.random_play.findings import Desk, Finding, Unsteady, look_into
from conformance.random_play.ranges import Lane, SessionOutcome, make_lane
from conformance.random_play.tables import Unplayable
from conformance.runner import AdapterUnusable, Runner
from conformance.session.files import UNWRITTEN
from conformance.session.judging import SESSIONS, UNUSABLE
from conformance.session.random_results import NOTHING, BlockResult, finding_line, with_session
from conformance.session.request import Asked
from refengine.rulesets.catalogue import GAMES

BLOCK: Final = 100
"""Sessions in a test."""
_RESULT_KEY: Final = pytest.StashKey[BlockResult]()


class RandomRequest(NamedTuple):
    """The first `sessions` of a `seed`, of every rule set; found cases go to `folder`."""

    sessions: int
    seed: int
    folder: Path


def read_random_request(config: pytest.Config) -> RandomRequest:
    """What the options ask for; `pytest.UsageError` if it cannot be done."""
    sessions: int = config.getoption("conformance_random")
    seed: int = config.getoption("conformance_seed")
    if sessions < 1:
        raise pytest.UsageError(f"{sessions} random sessions cannot be played")
    return RandomRequest(sessions, seed, Path(config.getoption("conformance_found")))


class RandomPlay:
    """Plays blocks: active wherever tests run, on workers of pytest-xdist too."""

    def __init__(self, asked: Asked, adapter: Adapter, request: RandomRequest) -> None:
        self._asked = asked
        self._adapter = adapter
        self._request = request
        self._runner = Runner(adapter)
        self._lanes: dict[str, Lane | Unplayable] = {}
        self._first: dict[str, int] = {}
        self._unusable: AdapterUnusable | None = None
        self._unwritten = ""

    @pytest.fixture
    def conformance_random(self) -> RandomPlay:
        """Random play of this run."""
        return self

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "conformance_block" in metafunc.fixturenames:
            blocks = self._asked.choice.part.of_all(list(self._blocks()))
            metafunc.parametrize("conformance_block", blocks, ids=[f"{rules}-{at}" for rules, at in blocks])

    def _blocks(self) -> Iterator[tuple[str, int]]:
        known = {catalogue.rules for catalogue in self._asked.corpus.catalogues}
        for rules in self._asked.choice.rules or (rules for rules in GAMES if rules in known):
            for start in range(0, self._request.sessions, BLOCK):
                yield rules, start

    def check(self, block: tuple[str, int], request: pytest.FixtureRequest) -> None:
        """Play a block and end its test as the result asks for."""
        rules, start = block
        if self._unusable is not None:
            pytest.skip("not played: the adapter is unusable")
        if start > self._first.get(rules, start):
            pytest.skip(f"not played: session {self._first[rules]} differs already")
        try:
            lane = self._lane(rules)
            if isinstance(lane, Unplayable):
                self._tell(request, BlockResult(rules, start, NOTHING, reason=lane.reason))
                pytest.skip(f"not played: {lane.reason}")
            result = self._play(lane, start)
        except AdapterUnusable as unusable:
            self._unusable = unusable
            pytest.skip("not played: the adapter is unusable")
        self._tell(request, result)
        if result.finding is None:
            return
        self._first[rules] = result.finding.session
        if result.finding.counts:
            pytest.fail("\n".join(result.finding.told), pytrace=False)
        pytest.xfail("\n".join(result.finding.told))

    def _tell(self, request: pytest.FixtureRequest, result: BlockResult) -> None:
        """Keep the result for the report; in a report of JUnit's format its figures are properties."""
        request.node.stash[_RESULT_KEY] = result
        figures = {"seed": self._request.seed, **msgspec.structs.asdict(result.played)}
        if result.finding is not None:
            figures |= {"kind": result.finding.kind, "file": result.finding.file}
        request.node.user_properties += figures.items()

    def _lane(self, rules: str) -> Lane | Unplayable:
        if rules not in self._lanes:
            self._lanes[rules] = make_lane(self._runner, rules, self._asked.house)
        return self._lanes[rules]

    def _play(self, lane: Lane, start: int) -> BlockResult:
        """The sessions of a block up to the first that differs, which is looked into."""
        rules, seed = lane.ground.game.name, self._request.seed
        began = time.monotonic()
        played = NOTHING
        for outcome in lane.play(seed, range(start, min(start + BLOCK, self._request.sessions))):
            played = with_session(played, outcome, time.monotonic() - began)
            if outcome.difference is not None:
                desk = Desk(
                    self._adapter,
                    self._asked.terms,
                    self._asked.house,
                    self._asked.corpus,
                    self._request.folder,
                )
                return BlockResult(rules, start, played, self._looked_into(desk, outcome))
        return BlockResult(rules, start, played)

    def _looked_into(self, desk: Desk, outcome: SessionOutcome) -> FindingLine:
        """A difference as the report has it."""
        try:
            finding = look_into(desk, self._request.seed, outcome)
        except OSError as error:
            place = error.filename or self._request.folder
            self._unwritten = f"{place} cannot be written: {error.strerror}"
            rules, where = outcome.session.table.rules, f"{outcome.number} (seed {self._request.seed})"
            told = f"{rules}: random session {where} differs; its case cannot be written"
            return FindingLine(
                outcome.number, True, str(outcome.difference and outcome.difference.kind), [told]
            )
        return finding_line(finding, counts=self._counts(finding))

    def _counts(self, finding: Finding | Unsteady) -> bool:
        """A difference about a ruling counts only where rulings do."""
        return isinstance(finding, Unsteady) or self._asked.verdicts.counts(finding.line)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send the result, or why there is none, with the report of the test."""
        report = yield
        if call.when == "call" and "conformance_block" in getattr(item, "fixturenames", ()):
            if _RESULT_KEY in item.stash:
                setattr(report, UNWRITTEN, self._unwritten)
                setattr(report, SESSIONS, msgspec.json.encode(item.stash[_RESULT_KEY]).decode())
            elif self._unusable is not None:
                setattr(report, UNUSABLE, self._unusable.text())
                item.session.shouldstop = self._unusable.reason
        return report

    def pytest_sessionfinish(self) -> None:
        self._runner.close()
