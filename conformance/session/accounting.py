"""The part of a pytest run that counts: one for a whole run, however many workers play the cases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from conformance.claims import Claims
from conformance.index import entries_of
from conformance.known import KnownError, update_known
from conformance.lines import (
    CaseLine,
    FiguresLine,
    Footer,
    HandsLine,
    Header,
    Interrupted,
    PartLine,
    Selection,
    TierLine,
    decode_line,
)
from conformance.narrate import header_line
from conformance.plugin import SUITE
from conformance.probe import ask_for_ranks
from conformance.remarks import Remark
from conformance.report.stream import ReportWriter
from conformance.report.summary import Beside, Extent, Outcome, Unfinished, counted, statuses, summary_lines
from conformance.runner import AdapterUnusable, Runner
from conformance.selection import WHOLE, in_tier, select
from conformance.session.groups import entry_of, is_of_suite
from conformance.session.hands_runs import hands_line_of, pack_of
from conformance.session.judging import LINE, REMARKS, SESSIONS, UNUSABLE
from conformance.session.request import Asked
from conformance.verdicts import (
    ADAPTER_UNUSABLE,
    CONFORMANT,
    FAILED,
    INCOMPLETE,
    KNOWN_STALE,
    Run,
    exit_code,
    figures_by_rules,
)
from conformance.wire import Hello

if TYPE_CHECKING:
    from conformance.report.html.writer import PageWriter


def page_writer(path: Path, name: str) -> PageWriter:
    """A writer of a page; what draws it is not imported by runs that want none."""
    from conformance.report.html.writer import PageWriter

    return PageWriter(path, name)


class Accounting:
    """Collects the lines of all verdicts, writes the report and decides how the run ends.

    `expected`: the entries that are to be judged; `lines`: their verdicts so far, by id, of which `failed`
    did not pass; `unusable`: why the adapter cannot be used, else empty; `updated`: what became of the list
    of known failures, if it was to be updated; `silent`: another plugin tells it.
    """

    def __init__(self, config: pytest.Config, asked: Asked, runner: Runner) -> None:
        self._config = config
        self.asked = asked
        self._runner = runner
        self._others_failed = False
        self._sessions_differ = False
        self._errors: list[str] = []
        self._writers: list[ReportWriter | PageWriter] = []
        self.expected: list[str] = []
        self.lines: dict[str, CaseLine] = {}
        self.failed = 0
        self._packs: list[str] = []
        self._hands: dict[str, HandsLine] = {}
        self._remarks: list[Remark] = []
        self.unusable = ""
        self.updated = ""
        self.silent = False
        self.exit_code = INCOMPLETE
        self._beside: Beside = ""
        try:
            if path := config.getoption("conformance_report"):
                self._writers.append(ReportWriter(Path(path)))
            if path := config.getoption("conformance_html"):
                self._writers.append(page_writer(Path(path), asked.terms.spec))
        except OSError as error:
            raise pytest.UsageError(f"the report cannot be written: {error}") from error
        for writer in self._writers:
            config.add_cleanup(writer.close)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """Meet the implementation before anything is played; without it there is no run."""
        if self._config.option.collectonly:
            return
        try:
            hello = self._runner.hello()
            if not (self.asked.choice.cases or self.asked.choice.clauses):
                ask_for_ranks(self._runner, Claims(hello, self.asked.house), self.asked.entries.values())
        except AdapterUnusable as unusable:
            self.unusable = unusable.text()
            self._end_report(ADAPTER_UNUSABLE)
            pytest.exit(f"the adapter cannot be used: {self.unusable}", ADAPTER_UNUSABLE)
        if self._config.getoption("dist", "no") != "no":
            self._runner.close()  # the workers have their own
        for writer in self._writers:
            writer.begin(self._header(hello))

    def _header(self, hello: Hello) -> Header:
        asked = self.asked
        choice = asked.choice
        selection = Selection(
            rules=[*choice.rules],
            clauses=[*choice.clauses],
            cases=[*choice.cases],
            levels=[*choice.levels],
            options={**asked.house},
            strict_rulings=asked.verdicts.strict_rulings,
            folder=asked.terms.folder,
            part=self._part(),
            tier=self._tier(),
        )
        whole = select(asked.corpus, choice._replace(part=WHOLE))
        return header_line(asked.terms, hello, asked.corpus, selection, whole)

    def _part(self) -> PartLine | None:
        """Which part of a run it is, unless it is all of it."""
        part = self.asked.choice.part
        if part == WHOLE:
            return None
        option = self._config.getoption
        return PartLine(part.number, part.of, option("conformance_random"), option("conformance_seed"))

    def _tier(self) -> TierLine | None:
        """The tier that was asked for, and how much of the corpus that is."""
        corpus, name = self.asked.corpus, self.asked.choice.tier
        if not name:
            return None
        return TierLine(name, len(in_tier(corpus, name)), len(list(entries_of(corpus))))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._expect([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Every worker has collected the same tests; the controller itself collects none."""
        self._expect(ids)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """A worker has come to its end, in order or not."""
        said = getattr(node, "workeroutput", {}).get(REMARKS)
        if isinstance(said, str):
            self._remarks += msgspec.json.decode(said, type=list[Remark])

    def _expect(self, nodeids: list[str]) -> None:
        collected = {entry_of(nodeid) for nodeid in nodeids}
        self.expected = [entry for entry in self.asked.entries if entry in collected]
        self._packs = [name for name in map(pack_of, nodeids) if name is not None]
        for writer in self._writers:
            writer.expect(self.expected)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        text: str | None = getattr(report, LINE, None)
        if text is not None:
            line = decode_line(text)
            assert isinstance(line, CaseLine)
            self.lines[line.id] = line
            self.failed += line.fault is not None
            for writer in self._writers:
                writer.add(line)
        elif (hands := hands_line_of(report)) is not None:
            self._hands[hands.pack.name] = hands
        elif report.failed:
            self._note_failure(report)
        self.unusable = self.unusable or getattr(report, UNUSABLE, "")

    def _note_failure(self, report: pytest.TestReport) -> None:
        """A test failed without a verdict on a case: by random sessions, by an error in the kit, or in a test
        of the project's own."""
        if hasattr(report, SESSIONS):
            self._sessions_differ = True
        elif is_of_suite(report.nodeid):
            self._errors.append(f"{report.nodeid.rpartition('/')[2]}: {_crash(report)}")
        else:
            self._others_failed = True

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Nothing that comes now is a verdict."""
        self._errors.append(excinfo.exconly(tryshort=True))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._config.option.collectonly or not (self.expected or self._is_about_suite()):
            return  # the project's own tests alone
        self._runner.close()  # how it ends is part of what there is to tell
        self._runner.note(self._remarks)
        self.exit_code = self._settle()
        session.exitstatus = self.exit_code
        self._update_known()
        self._end_report(self.exit_code)

    def _is_about_suite(self) -> bool:
        return any(arg.startswith(SUITE) for arg in self._config.args)

    def missing(self) -> list[str]:
        """The entries that should have been judged and were not."""
        return [entry for entry in self.expected if entry not in self.lines]

    def stale(self) -> list[str]:
        """What the file of known failures says that is not so."""
        return list(map(str, self.asked.verdicts.known.stale(self.lines.values())))

    def _settle(self) -> int:
        """The exit code; a failure among the project's own tests is not forgotten."""
        code = exit_code(
            Run(
                cases=counted(self.lines.values()),
                requested=self.asked.choice.rules,
                finished=self._unfinished() == "",
                unusable=bool(self.unusable),
                stale=bool(self.stale()),
                strict_rulings=self.asked.verdicts.strict_rulings,
                part=self.asked.choice.part != WHOLE,
                false_claims=any(remark.counts for remark in self._runner.remarks),
            )
        )
        fails = self._sessions_differ or self._hands_fail()
        if self._sessions_differ:
            self._beside = "sessions"
        elif code in (CONFORMANT, KNOWN_STALE) and self._others_failed and not fails:
            self._beside = "tests"
        return FAILED if code in (CONFORMANT, KNOWN_STALE) and (fails or self._others_failed) else code

    def _hands_fail(self) -> bool:
        """Whether hands that are ranked wrongly count: what decides about them are rulings."""
        return self.asked.verdicts.strict_rulings and any(line.wrong for line in self._hands.values())

    def _unfinished(self) -> str:
        """Why the run did not finish; empty if it did."""
        if self.missing() or not self.expected:
            return f"{len(self.missing())} of {len(self.expected)} cases have no verdict"
        if self._errors:
            return f"an error in the kit: {self._errors[0]}"
        if self._packs and not self._hands:
            return "every hand was asked for, and no pack of hands was ranked"
        lost = [f"{line.pack.name}: {line.lost}" for line in self._hands.values() if line.lost]
        return f"not every hand was ranked: {'; '.join(lost)}" if lost else ""

    def _update_known(self) -> None:
        """Bring the list of known failures up to date, if that was asked for and every case has a verdict."""
        path: str | None = self._config.getoption("conformance_known")
        if path is None or not self._config.getoption("conformance_known_update"):
            return
        if self.unusable or self.missing() or not self.expected:
            self.updated = f"{path} is as it was, since the run is incomplete"
            return
        try:
            unexplained = update_known(
                Path(path),
                self.lines.values(),
                [entry.id for entry in entries_of(self.asked.corpus)],
                strict_rulings=self.asked.verdicts.strict_rulings,
            )
        except KnownError as error:
            self.updated = f"the list of known failures is as it was: {error}"
            return
        self.updated = f"{path} is up to date"
        if unexplained:
            self.updated += f"; a reason has to be written for {', '.join(unexplained)}"

    def outcome(self) -> Outcome:
        """What there is to tell, the verdicts in the order of the corpus."""
        lines = [self.lines[entry] for entry in self.expected if entry in self.lines]
        part = "" if self.asked.choice.part == WHOLE else str(self.asked.choice.part)
        return Outcome(
            lines,
            Unfinished(self.missing(), self.unusable, self._errors),
            self.stale(),
            self.exit_code,
            Extent(part, self._tier(), self.hands()),
            self.updated,
            self._beside,
            self.remarks(),
        )

    def remarks(self) -> list[Remark]:
        """What there is to say beside the cases, in an order that does not depend on who said it first."""
        return sorted(self._runner.remarks)

    def hands(self) -> list[HandsLine]:
        """What came of packs, in the order of the tests."""
        return [self._hands[name] for name in self._packs if name in self._hands]

    def _end_report(self, code: int) -> None:
        last = self._last_line(code)
        for writer in self._writers:
            writer.end(last, self.hands())

    def _last_line(self, code: int) -> Footer | Interrupted:
        if reason := self.unusable or self._unfinished():
            return Interrupted(reason, code, self.remarks())
        lines = self.outcome().lines
        shares = {
            rules: FiguresLine(firm, rulings, coverage)
            for rules, (firm, rulings, coverage) in figures_by_rules(counted(lines)).items()
        }
        return Footer(code, shares, statuses(lines), self.asked.choice.tier, self.remarks())

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.expected and not self.silent:
            terminalreporter.section("conformance")
            for text in summary_lines(self.outcome()):
                terminalreporter.write_line(text)


def _crash(report: pytest.TestReport) -> str:
    """What went wrong and where, in a line."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        return next(reversed(report.longreprtext.strip().splitlines()), "no reason is given")
    return f"{str(crash.message).splitlines()[0]} ({Path(crash.path).name}:{crash.lineno})"
