"""The part of a pytest run that counts: one for a whole run, however many workers play the cases."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import pytest

from conformance.claims import Claims
from conformance.ending import cause
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
    RandomLine,
    Selection,
    TierLine,
    decode_line,
)
from conformance.narrate import header_line
from conformance.plugin import SUITE
from conformance.probe import ask_for_ranks
from conformance.remarks import Remark
from conformance.report.summary import (
    Beside,
    Extent,
    Outcome,
    Unfinished,
    counted,
    random_statuses,
    statuses,
    summary_lines,
)
from conformance.runner import AdapterUnusable, Runner
from conformance.selection import WHOLE, in_tier, select
from conformance.session.apart import keep_apart
from conformance.session.files import UNWRITTEN, Files
from conformance.session.groups import entry_of, is_of_suite
from conformance.session.hands_runs import hands_line_of, pack_of
from conformance.session.judging import LINE, REMARKS, SESSIONS, UNUSABLE, was_interrupted
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
    from conformance.session.random_results import RandomResults

_NO_VERDICT: Final = f"{SUITE}::the run is incomplete"


class Accounting:
    """Collects the lines of all verdicts, writes the report and decides how the run ends.

    `expected`: the entries that are to be judged; `lines`: their verdicts so far, by id, of which `failed`
    did not pass; `unusable`: why the adapter cannot be used, and `interrupted`: what has broken the run off,
    both empty if that is not so; `updated`: what became of the list of known failures, if it was to be
    updated; `silent`: another plugin tells it.
    """

    def __init__(self, config: pytest.Config, asked: Asked, runner: Runner, files: Files) -> None:
        self._config = config
        self.asked = asked
        self._runner = runner
        self._files = files
        self._others_failed = False
        self._errors: list[str] = []
        self.expected: list[str] = []
        self.lines: dict[str, CaseLine] = {}
        self.failed = 0
        self._packs: list[str] = []
        self._hands: dict[str, HandsLine] = {}
        self._remarks: list[Remark] = []
        self.unusable = ""
        self.interrupted = ""
        self.updated = ""
        self.silent = False
        self.exit_code = INCOMPLETE
        self._beside: Beside = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Meet the implementation before anything is played; without it there is no run.

        From here on, but not at the session's start, pytest lets all plugins finish whatever happens.
        """
        if self._config.option.collectonly:
            return
        try:
            hello = self._runner.hello()
            if not (self.asked.choice.cases or self.asked.choice.clauses):
                claims = Claims(hello, self.asked.house)
                ask_for_ranks(self._runner, claims, self.asked.entries.values())
                keep_apart(self._runner, claims)
        except AdapterUnusable as unusable:
            self.unusable = unusable.text()
            pytest.exit(f"the adapter cannot be used: {self.unusable}", ADAPTER_UNUSABLE)
        if self._config.getoption("dist", "no") != "no":
            self._runner.close()  # the workers have their own
        self._files.begin(self._header(hello))

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
        self._files.note(getattr(node, "workeroutput", {}).get(UNWRITTEN, ""))
        said = getattr(node, "workeroutput", {}).get(REMARKS)
        if isinstance(said, str):
            self._remarks += msgspec.json.decode(said, type=list[Remark])

    def _expect(self, nodeids: list[str]) -> None:
        collected = {entry_of(nodeid) for nodeid in nodeids}
        self.expected = [entry for entry in self.asked.entries if entry in collected]
        self._packs = [name for name in map(pack_of, nodeids) if name is not None]
        self._files.expect(self.expected)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        text: str | None = getattr(report, LINE, None)
        if text is not None:
            line = decode_line(text)
            assert isinstance(line, CaseLine)
            self.lines[line.id] = line
            self.failed += line.fault is not None
            self._files.add(line)
        elif (hands := hands_line_of(report)) is not None:
            self._hands[hands.pack.name] = hands
        elif report.failed:
            self._note_failure(report)
        self.unusable = self.unusable or getattr(report, UNUSABLE, "")
        self._files.note(getattr(report, UNWRITTEN, ""))

    def _note_failure(self, report: pytest.TestReport) -> None:
        """A test failed without a verdict on a case: by random sessions, by an error in the kit, or in a test
        of the project's own."""
        if report.nodeid == _NO_VERDICT:  # of our own making
            return
        if hasattr(report, SESSIONS):
            return  # the first difference decides, which later blocks may come before
        if is_of_suite(report.nodeid):
            self._errors.append(f"{report.nodeid.rpartition('/')[2]}: {_crash(report)}")
        else:
            self._others_failed = True

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Nothing that comes now is a verdict."""
        self._errors.append(excinfo.exconly(tryshort=True))

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        if was_interrupted(excinfo.value):
            self.interrupted = cause(excinfo.value)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        """Around what other plugins write in the end, but before anything is told."""
        begun = self.expected or self.unusable or self.interrupted
        if self._config.option.collectonly or not (begun or self._is_about_suite()):
            return (yield)  # the project's own tests alone
        if self._config.getoption("xmlpath", None) and (reason := self.unfinished()):
            self._config.hook.pytest_runtest_logreport(report=_no_verdict(reason))
        try:
            return (yield)
        except KeyboardInterrupt as interrupt:
            self.interrupted = cause(interrupt)
            raise
        finally:
            self._finish(session)

    def _finish(self, session: pytest.Session) -> None:
        self._runner.close()  # how it ends is part of what there is to tell
        self._runner.note(self._remarks)
        self._files.end_others()
        self._update_known()
        self._files.end(lambda: self._last_line(self._settle()), [*self.hands(), *self.random()])
        self.exit_code = session.exitstatus = self._settle()

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
                finished=not (self.unfinished() or self._files.troubles),
                unusable=bool(self.unusable),
                stale=bool(self.stale()),
                strict_rulings=self.asked.verdicts.strict_rulings,
                part=self.asked.choice.part != WHOLE,
                false_claims=any(remark.counts for remark in self._runner.remarks),
            )
        )
        sessions_differ = any(line.finding is not None and line.finding.counts for line in self.random())
        fails = sessions_differ or self._hands_fail()
        if sessions_differ:
            self._beside = "sessions"
        elif code in (CONFORMANT, KNOWN_STALE) and self._others_failed and not fails:
            self._beside = "tests"
        return FAILED if code in (CONFORMANT, KNOWN_STALE) and (fails or self._others_failed) else code

    def _hands_fail(self) -> bool:
        """Whether hands that are ranked wrongly count: what decides about them are rulings."""
        return self.asked.verdicts.strict_rulings and any(line.wrong for line in self._hands.values())

    def unfinished(self) -> str:
        """Why the run did not finish; empty if it did."""
        if self.unusable:
            return self.unusable
        left = f"{len(self.missing())} of {len(self.expected)} cases have no verdict"
        if self.interrupted:
            broken_off = f"interrupted ({self.interrupted})"
            return f"{broken_off}: {left}" if self.expected else f"{broken_off} before the first case"
        if self.missing() or not self.expected:
            return left
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
        if self.unfinished():
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
        broken_off = [f"interrupted ({self.interrupted})"] if self.interrupted else []
        return Outcome(
            lines,
            Unfinished(self.missing(), self.unusable, self._errors),
            self.stale(),
            self.exit_code,
            Extent(part, self._tier(), self.hands(), self.random()),
            [*filter(None, [self.updated]), *self._files.troubles, *broken_off],
            self._beside,
            self.remarks(),
        )

    def remarks(self) -> list[Remark]:
        """What there is to say beside the cases, in an order that does not depend on who said it first."""
        return sorted(self._runner.remarks)

    def hands(self) -> list[HandsLine]:
        """What came of packs, in the order of the tests."""
        return [self._hands[name] for name in self._packs if name in self._hands]

    def random(self) -> list[RandomLine]:
        """What came of random play; nothing unless that was asked for."""
        results: RandomResults | None = self._config.pluginmanager.get_plugin("conformance-random-results")
        return [] if results is None else results.lines()

    def _last_line(self, code: int) -> Footer | Interrupted:
        if reason := self.unfinished():
            return Interrupted(reason, code, self.remarks())
        lines = self.outcome().lines
        shares = {
            rules: FiguresLine(firm, rulings, coverage)
            for rules, (firm, rulings, coverage) in figures_by_rules(counted(lines)).items()
        }
        random = random_statuses(self.random())
        return Footer(code, shares, statuses(lines), self.asked.choice.tier, self.remarks(), random)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if (self.expected or self.unusable) and not self.silent:
            terminalreporter.section("conformance")
            for text in summary_lines(self.outcome()):
                terminalreporter.write_line(text)


def _crash(report: pytest.TestReport) -> str:
    """What went wrong and where, in a line."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        return next(reversed(report.longreprtext.strip().splitlines()), "no reason is given")
    return f"{str(crash.message).splitlines()[0]} ({Path(crash.path).name}:{crash.lineno})"


def _no_verdict(why: str) -> pytest.TestReport:
    """What makes a run that is not whole look so in the reports of pytest and of its other plugins."""
    return pytest.TestReport(
        nodeid=_NO_VERDICT,
        location=(SUITE, None, "the run is incomplete"),
        keywords={},
        outcome="failed",
        longrepr=why,
        when="setup",
    )
