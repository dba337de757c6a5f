"""The pytest plugin: silent without an adapter, and with one a test for every entry of the corpus."""

import json
import shlex
from pathlib import Path

import pytest

from conformance.corpus import load_corpus
from conformance.index import entries_of
from conformance.lines import CaseLine, Footer, Header, Interrupted, decode_line

pytest_plugins = ["pytester"]

CORPUS = Path(__file__).parent / "corpus" / "playable"
ALL = len(list(entries_of(load_corpus(CORPUS))))
SUITE = (
    *("-p", "conformance.plugin", "-p", "no:cacheprovider"),
    *("--pyargs", "conformance.suite", f"--conformance-corpus={CORPUS}"),
)
IMPLEMENTATIONS = '''
import os
import time

from conformance.adapters.reference import Reference


class WrongPot(Reference):
    def act(self, **params):
        view = super().act(**params)
        return {**view, "pot": view["pot"] + 1}

    def new(self, **params):
        view = super().new(**params)
        return {**view, "pot": view["pot"] + 1}


class WrongRuling(Reference):
    """Differs only where nobody but one is left."""

    def act(self, **params):
        view = super().act(**params)
        return {**view, "last_hand": None}


class BreaksAtRuling(Reference):
    """Tells the stacks in another form where nobody but one is left."""

    def act(self, **params):
        view = super().act(**params)
        return {**view, "stacks": [*map(float, view["stacks"])]} if view["last_hand"] else view


class NoViews(Reference):
    def hello(self, **params):
        hello = super().hello(**params)
        return {**hello, "capabilities": ["play", "pot"]}


class PlaysTon(Reference):
    def hello(self, **params):
        hello = super().hello(**params)
        return {**hello, "rules": {"ton": hello["rules"]["ton"]}}


class Mute(Reference):
    def hello(self, **params):
        os._exit(3)


class Dies(Reference):
    def act(self, **params):
        if params["session"].startswith("PIN.0002"):
            os._exit(3)
        return super().act(**params)


class DiesAlways(Reference):
    def new(self, **params):
        os._exit(3)
'''


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with implementations in it; other plugins are left out to save their time."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(implementations=IMPLEMENTATIONS)
    return pytester


def judge(project: pytest.Pytester, name: str, *more: str) -> pytest.RunResult:
    spec = name if name == "reference" else f"implementations:{name}"
    return project.runpytest_inprocess(*SUITE, f"--conformance-adapter={spec}", *more)


def served(name: str) -> str:
    """The implementation behind a pipe."""
    import sys

    return f"stdio: {sys.executable} -m conformance serve implementations:{name}"


def out_of(result: pytest.RunResult) -> str:
    return result.stdout.str() + result.stderr.str()


def test_without_an_adapter_the_plugin_says_nothing(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_own(): pass")
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(passed=1)
    assert "conformance" not in result.stdout.str()
    assert result.ret == 0


def test_the_suite_without_an_adapter_is_a_usage_error(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess("--pyargs", "conformance.suite")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--conformance-adapter" in out_of(result)


def test_every_entry_is_a_test_with_its_id(project: pytest.Pytester) -> None:
    result = judge(project, "reference", "--collect-only", "-q")
    result.stdout.fnmatch_lines(
        ["*::test_case?PIN.0001?", "*::test_setup?PIN.S001?", "*::test_ranking?PIN.R001?"]
    )
    assert result.ret == 0


def test_a_conformant_implementation_passes_and_the_three_figures_are_told(project: pytest.Pytester) -> None:
    result = judge(project, "reference")
    result.assert_outcomes(passed=ALL)
    result.stdout.fnmatch_lines(
        [
            "*must and option*rulings*coverage*",
            f"brazilian-pingo*5/5*1/1*{ALL}/{ALL}",
            "conformant in all that was played",
        ]
    )
    assert result.ret == 0


def test_a_failure_is_told_with_steps_clause_and_the_line_that_repeats_it(project: pytest.Pytester) -> None:
    result = judge(project, "WrongPot")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "PIN.0001  every seat posts a pingo",
            "*brazilian-pingo, must; 3 seats, stacks 20 20 20, dealer 2*",
            "*the view is checked",
            "*pot: expected 3",
            "*got      4",
            "*PIN-1:*",
            "*again: conformance run --adapter implementations:WrongPot --case PIN.0001 --corpus *",
        ]
    )


def test_a_failed_ruling_is_shown_but_counts_only_if_rulings_are_strict(project: pytest.Pytester) -> None:
    result = judge(project, "WrongRuling")
    result.assert_outcomes(passed=ALL - 1, xfailed=1)
    told = "conformant; 1 of 1 rulings was answered otherwise (not counted; --strict-rulings counts them)"
    result.stdout.fnmatch_lines(["*0/1*", told])
    assert result.ret == 0
    strict = judge(project, "WrongRuling", "--conformance-strict-rulings")
    strict.assert_outcomes(passed=ALL - 1, failed=1)
    assert strict.ret == 1


def test_a_fault_of_protocol_counts_in_a_case_of_a_ruling(project: pytest.Pytester) -> None:
    result = judge(project, "BreaksAtRuling", "--junitxml=junit.xml")
    result.assert_outcomes(passed=ALL - 1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*no difference about the ruling but a fault of protocol, and counts*",
            "not conformant (1 case of a ruling failed by the protocol)",
        ]
    )
    assert result.ret == 1
    assert 'failures="1" skipped="0"' in (project.path / "junit.xml").read_text("utf-8")


def test_only_rulings_are_no_praise(project: pytest.Pytester) -> None:
    result = judge(project, "WrongRuling", "--conformance-level=ruling")
    told = "no must or option case applies; 1 of 1 rulings failed (not counted; --strict-rulings counts them)"
    result.stdout.fnmatch_lines([told])


def test_what_is_not_claimed_is_skipped_with_its_reason(project: pytest.Pytester) -> None:
    result = judge(project, "NoViews", "-rs")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["not played:", "*brazilian-pingo, not covered: does not claim *"])
    assert result.parseoutcomes()["skipped"] >= 2


def test_a_run_without_anything_to_play_is_incomplete(project: pytest.Pytester) -> None:
    result = judge(project, "PlaysTon")
    result.assert_outcomes(skipped=ALL)
    result.stdout.fnmatch_lines(["*0/0*0/0*0/*", "*does not play brazilian-pingo"])
    assert result.ret == 12


def test_stopping_at_the_first_failure_leaves_the_run_incomplete(project: pytest.Pytester) -> None:
    result = judge(project, "WrongPot", "-x", "--conformance-report=report.jsonl")
    assert result.ret == 12
    result.stdout.fnmatch_lines(["*have no verdict*"])
    last = decode_line((project.path / "report.jsonl").read_bytes().splitlines()[-1])
    assert isinstance(last, Interrupted)


def test_entries_that_are_not_asked_for_are_not_missed(project: pytest.Pytester) -> None:
    result = judge(project, "reference", "--conformance-case=PIN.000[13]")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["collected 2 items"])
    assert result.ret == 0
    deselected = judge(project, "reference", "-k", "PIN.0003")
    deselected.assert_outcomes(passed=1, deselected=ALL - 1)
    assert deselected.ret == 0


@pytest.mark.parametrize(
    "option",
    [
        "--conformance-rules=bridge",
        "--conformance-case=X*",
        "--conformance-clause=PIN-99",
        "--conformance-corpus=nowhere",
        "--conformance-option=ties",
        "--conformance-known=nowhere.toml",
        "--conformance-known-update",
        "--conformance-timeout-factor=0",
        "--conformance-timeout-factor=nan",
        "--conformance-report=no/such/folder",
        "--conformance-trace=no/such/folder",
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(project: pytest.Pytester, option: str) -> None:
    assert judge(project, "reference", option).ret == pytest.ExitCode.USAGE_ERROR


def test_an_adapter_that_is_not_there_is_told_apart_from_one_that_cannot_be_had(
    project: pytest.Pytester,
) -> None:
    unknown = project.runpytest_inprocess(*SUITE, "--conformance-adapter=no-such-name")
    assert unknown.ret == pytest.ExitCode.USAGE_ERROR
    assert judge(project, "NoSuchClass").ret == 10


def test_an_implementation_that_does_not_start_is_unusable(project: pytest.Pytester) -> None:
    result = project.runpytest_inprocess(
        *SUITE, f"--conformance-adapter={served('Mute')}", "--conformance-report=report.jsonl"
    )
    assert result.ret == 10
    assert "3 times in a row" in out_of(result)
    (line,) = (project.path / "report.jsonl").read_bytes().splitlines()
    assert isinstance(decode_line(line), Interrupted)


def test_a_crash_is_an_outcome_of_its_own_and_the_run_goes_on(project: pytest.Pytester) -> None:
    result = project.runpytest_inprocess(*SUITE, f"--conformance-adapter={served('Dies')}")
    result.assert_outcomes(passed=ALL - 1, failed=1)
    result.stdout.fnmatch_lines(["*crash: exit code 3*", "how cases failed: 1 crash"])
    assert result.ret == 1


def test_the_report_tells_everything_in_the_order_of_the_corpus(project: pytest.Pytester) -> None:
    judge(project, "WrongPot", "--conformance-report=report.jsonl")
    lines = [decode_line(line) for line in (project.path / "report.jsonl").read_bytes().splitlines()]
    header, *cases, footer = lines
    assert isinstance(header, Header)
    assert header.adapter.spec == "implementations:WrongPot"
    assert isinstance(footer, Footer)
    assert footer.exit_code == 1
    told = [case for case in cases if isinstance(case, CaseLine)]
    assert [case.id for case in told] == [entry.id for entry in entries_of(load_corpus(CORPUS))]
    failed = next(case for case in told if case.id == "PIN.0001")
    assert failed.fault is not None
    assert failed.fault.clauses.keys() == {"PIN-1"}
    assert failed.course.steps[1].view is not None
    assert failed.course.steps[1].view["pot"] == 4


def test_known_failures_do_not_count_and_have_to_be_true(project: pytest.Pytester) -> None:
    entry = '[[known]]\nid = "PIN.0001"\nstatus = "failed"\nat = "{at}"\nreason = "counted twice"\n'
    chosen = ("--conformance-case=PIN.0001", "--conformance-known=known.toml")
    known = project.path / "known.toml"
    known.write_text(entry.format(at="step 1: differs in check (pot)"))
    listed = judge(project, "WrongPot", *chosen)
    listed.assert_outcomes(xfailed=1)
    assert listed.ret == 0
    fixed = judge(project, "reference", *chosen)
    fixed.stdout.fnmatch_lines(["known failures that are not as listed:", "*PIN.0001: passes*"])
    assert fixed.ret == 11
    known.write_text(entry.format(at="step 2: accepted"))
    assert judge(project, "WrongPot", *chosen).ret == 1


def test_the_list_of_known_failures_is_brought_up_to_date(project: pytest.Pytester) -> None:
    chosen = ("--conformance-case=PIN.000[13]", "--conformance-known=known.toml")
    known = project.path / "known.toml"
    begun = judge(project, "WrongPot", *chosen, "--conformance-known-update")
    begun.stdout.fnmatch_lines(["known.toml is up to date; a reason has to be written for PIN.0001"])
    assert begun.ret == 1
    assert judge(project, "WrongPot", *chosen).ret == pytest.ExitCode.USAGE_ERROR
    known.write_text(known.read_text("utf-8").replace('reason = ""', 'reason = "counted twice"'), "utf-8")
    assert judge(project, "WrongPot", *chosen).ret == 0
    mended = judge(project, "reference", *chosen, "--conformance-known-update")
    mended.stdout.fnmatch_lines(["known.toml is up to date"])
    assert mended.ret == 0
    assert known.read_text("utf-8") == ""


def test_a_list_that_cannot_be_brought_up_to_date_is_left(project: pytest.Pytester) -> None:
    chosen = ("--conformance-case=PIN.0001", "--conformance-known=known.toml", "--conformance-known-update")
    known = project.path / "known.toml"
    known.write_text("[[knwon]]", "utf-8")
    result = judge(project, "WrongPot", *chosen)
    result.stdout.fnmatch_lines(["the list of known failures is as it was: *"])
    assert known.read_text("utf-8") == "[[knwon]]"


def test_the_tests_of_a_project_run_beside_the_suite(project: pytest.Pytester) -> None:
    own = project.makepyfile(test_own="def test_good(): pass\ndef test_bad(): assert False")
    beside = judge(project, "reference", str(own))
    beside.assert_outcomes(passed=ALL + 1, failed=1)
    assert beside.ret == 1
    beside.stdout.fnmatch_lines(["conformant in all that was played, but other tests of this run failed"])
    alone = project.runpytest_inprocess(
        str(own), "-p", "conformance.plugin", "-k", "good", "--conformance-adapter=reference"
    )
    alone.assert_outcomes(passed=1, deselected=1)
    assert alone.ret == 0
    assert "coverage" not in alone.stdout.str()


def test_a_project_can_bring_its_adapter_by_a_hook(project: pytest.Pytester) -> None:
    project.makeconftest(
        """
        from conformance.adapters.inprocess import InProcessAdapter
        from implementations import WrongPot

        def pytest_conformance_adapter(config, spec):
            return InProcessAdapter(spec, WrongPot) if spec == "mine" else None
        """
    )
    mine = project.runpytest_inprocess(*SUITE, "--conformance-adapter=mine", "--conformance-case=PIN.0001")
    mine.assert_outcomes(failed=1)
    judge(project, "reference", "--conformance-case=PIN.0001").assert_outcomes(passed=1)


def test_the_line_to_paste_is_one_of_pytest_where_only_that_knows_the_adapter(
    project: pytest.Pytester,
) -> None:
    project.makeconftest(
        """
        from conformance.adapters.inprocess import InProcessAdapter
        from implementations import WrongPot

        def pytest_conformance_adapter(config, spec):
            return InProcessAdapter(spec, WrongPot)
        """
    )
    first = project.runpytest_inprocess(
        *SUITE, "--conformance-adapter=mine", "--conformance-option=ties=suits"
    )
    told = next(line for line in first.outlines if "again: pytest " in line)
    words = shlex.split(told.partition("again: pytest ")[2])
    assert words[-2:] == ["-k", "PIN.0001"]
    project.runpytest_inprocess(*words).assert_outcomes(failed=1, deselected=ALL - 1)


def test_junit_tells_the_cases(project: pytest.Pytester) -> None:
    judge(project, "WrongPot", "--junitxml=junit.xml")
    text = (project.path / "junit.xml").read_text()
    assert 'name="test_case[PIN.0001]"' in text
    assert "pot: expected 3" in text


def test_the_trace_keeps_what_is_said(project: pytest.Pytester) -> None:
    judge(project, "reference", "--conformance-case=PIN.0001", "--conformance-trace=trace.jsonl")
    lines = [json.loads(line) for line in (project.path / "trace.jsonl").read_text().splitlines()]
    sent = [json.loads(line["line"])["method"] for line in lines if line["what"] == "sent"]
    assert sent == ["hello", "new", "end", "bye"]


@pytest.mark.parametrize("dist", ["load", "worksteal"])
def test_reports_are_the_same_for_any_number_of_workers(project: pytest.Pytester, dist: str) -> None:
    pytest.importorskip("xdist")
    judge(project, "WrongPot", "--conformance-report=one.jsonl")
    many = project.runpytest_subprocess(
        *SUITE,
        *("-p", "xdist.plugin", "-n", "2", "--dist", dist, "--conformance-adapter=implementations:WrongPot"),
        "--conformance-report=many.jsonl",
    )
    assert many.ret == 1
    assert (project.path / "one.jsonl").read_bytes() == (project.path / "many.jsonl").read_bytes()


def test_with_workers_too_an_adapter_that_is_lost_again_and_again_ends_the_run(
    project: pytest.Pytester,
) -> None:
    pytest.importorskip("xdist")
    result = project.runpytest_subprocess(
        *SUITE[:-1],
        *("-p", "xdist.plugin", "-n", "1"),
        *("--conformance-rules=red-dog", f"--conformance-adapter={served('DiesAlways')}"),
    )
    assert result.ret == 10
    assert "10 cases in a row were lost to hangs or crashes" in out_of(result)
