"""The part of a pytest run that plays cases: active wherever tests run, on workers of pytest-xdist too."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Final, TypeGuard

import msgspec
import pytest
from msgspec.structs import replace

from conformance import suite
from conformance.exam import KINDS, Exam
from conformance.lines import CaseLine, encode_line
from conformance.report.failure import failure_lines
from conformance.runner import AdapterUnusable, Runner
from conformance.session.groups import entry_of, group_of
from conformance.session.request import Asked
from conformance.verdicts import NOT_PLAYED
from conformance.visible import visible_line

SUITE_MODULE: Final = Path(suite.__file__).parent / "test_corpus.py"

LINE: Final = "conformance_line"
"""The attribute of a test report that holds the line of the verdict."""
REMARKS: Final = "conformance_remarks"
"""The name under which a worker sends its remarks."""
UNUSABLE: Final = "conformance_unusable"
"""The attribute of a test report that tells why the run is over."""

SESSIONS: Final = "conformance_random"
"""The attribute of a test report that holds what came of random sessions."""

_LINE_KEY: Final = pytest.StashKey[CaseLine]()


def was_interrupted(ending: BaseException) -> TypeGuard[KeyboardInterrupt]:
    """Whether a signal has ended a run, and not the kit itself by `pytest.Session.shouldstop`."""
    return isinstance(ending, KeyboardInterrupt) and not isinstance(ending, pytest.Session.Interrupted)


class Judging:
    """Gives the suite its tests, and every test its verdict.

    Verdicts are found for a whole group of tests at once when the first of them runs. Unless `grouped`, the
    other tests of a group may run elsewhere, and each is judged by itself.
    """

    def __init__(self, asked: Asked, runner: Runner, *, grouped: bool) -> None:
        self._asked = asked
        self._runner = runner
        self._grouped = grouped
        self._exam = Exam(runner, asked.corpus, asked.house)
        self._groups: dict[str, list[str]] = {}
        self._lines: dict[str, CaseLine] = {}
        self._unusable: AdapterUnusable | None = None

    @pytest.fixture
    def conformance_judge(self) -> Judging:
        """The judge of this run."""
        return self

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        for kind in KINDS.values():
            name = f"conformance_{kind}"
            if name in metafunc.fixturenames:
                ids = [entry.id for entry in self._asked.entries.values() if KINDS[type(entry)] == kind]
                metafunc.parametrize(name, ids, ids=ids)

    def pytest_pycollect_makeitem(self, collector: pytest.Collector, name: str) -> list[pytest.Item] | None:
        """No test at all, rather than an empty one, for kinds of entries that nobody asked for."""
        if collector.path != SUITE_MODULE:
            return None
        kinds = {f"test_{KINDS[type(entry)]}" for entry in self._asked.entries.values()}
        return None if name in kinds or not name.startswith("test_") else []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            entry = entry_of(item.nodeid)
            if entry is not None and entry in self._asked.entries:
                self._groups.setdefault(group_of(entry), []).append(entry)

    def check(self, entry: str, request: pytest.FixtureRequest) -> None:
        """End the test as the entry's verdict asks for."""
        line = self._line_of(entry)
        if line is None:
            pytest.skip("not run: the adapter is unusable")
        request.node.stash[_LINE_KEY] = line
        if line.status in NOT_PLAYED:
            pytest.skip(visible_line(line.reason))
        if line.status == "passed":
            return
        text = "\n".join(failure_lines(line, self._asked.again(entry)))
        if self._asked.verdicts.counts(line):
            pytest.fail(text, pytrace=False)
        pytest.xfail(text)

    def _line_of(self, entry: str) -> CaseLine | None:
        """The line of an entry; those of its whole group are made with it. None if the adapter gave up."""
        if entry not in self._lines and self._unusable is None:
            group = self._groups.pop(group_of(entry), [entry]) if self._grouped else [entry]
            try:
                for line in self._exam.lines([self._asked.entries[name] for name in group]):
                    known = self._asked.verdicts.known.knows(line)
                    self._lines[line.id] = replace(line, known=True) if known else line
            except AdapterUnusable as unusable:
                self._unusable = unusable
        return self._lines.pop(entry, None)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send the line, or why there is none, with the report of the test."""
        report = yield
        if call.when == "call" and entry_of(item.nodeid) is not None:
            if _LINE_KEY in item.stash:
                setattr(report, LINE, encode_line(item.stash[_LINE_KEY]).decode())
            elif self._unusable is not None:
                setattr(report, UNUSABLE, self._unusable.text())
                item.session.shouldstop = self._unusable.reason
        return report

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """End; a worker of pytest-xdist sends what there is to say beside the verdicts."""
        self._runner.close()
        output: dict[str, object] | None = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[REMARKS] = msgspec.json.encode(self._runner.remarks).decode()
