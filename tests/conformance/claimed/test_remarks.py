"""What is wrong beside the cases is told in the summary and in the report: a run hides nothing."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from conformance.adapters.limits import Limits
from conformance.adapters.protocol import Answer, Broke, Ending, Lost, Outcome, Rejected, Unsupported
from conformance.adapters.stdio import StdioAdapter
from conformance.lines import Footer, decode_line
from conformance.remarks import Remark, of_ending
from conformance.runner import Runner
from conformance.verdicts import CONFORMANT, FAILED

pytest_plugins = ["pytester"]

IMPLEMENTATIONS = '''
from conformance.adapters.reference import Reference
from conformance.adapters.protocol import NotSupported


class Silent(Reference):
    """Claims to rank hands and cannot."""

    rank = None


class Wrong(Reference):
    def rank(self, **params):
        return {"keys": [1, True], "categories": ["pair", "pair"]}


class Future(Reference):
    def hello(self, **params):
        hello = super().hello(**params)
        return {**hello, "capabilities": [*hello["capabilities"], "telepathy"]}


class Mixed(Reference):
    """Has one table, whatever a session is called."""

    def new(self, session, rules, **params):
        self._sessions.clear()
        return super().new("", rules, **params)

    def act(self, session, actor=None, action=None):
        return super().act("", actor, action)

    def view(self, session, seat=None):
        return super().view("", seat)

    def end(self, session):
        return super().end("")


class Rude(Reference):
    def bye(self):
        raise NotSupported("bye")
'''


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(implementations=IMPLEMENTATIONS)
    return pytester


def run(project: pytest.Pytester, spec: str, *more: str) -> tuple[int, str, list[Remark]]:
    """The exit code, what was said, and the remarks of the report."""
    result = project.runpytest_inprocess(
        *("-p", "conformance.plugin", "-p", "no:cacheprovider", "--pyargs", "conformance.suite"),
        *(
            f"--conformance-adapter={spec}",
            "--conformance-rules=red-dog",
            "--conformance-report=report.jsonl",
        ),
        *more,
    )
    last = decode_line(Path("report.jsonl").read_text("utf-8").splitlines()[-1])
    assert isinstance(last, Footer)
    return int(result.ret), result.stdout.str(), last.remarks


def shell(command: str) -> str:
    return f"stdio: sh -c {shlex.quote(command)}"


SERVE = f"{shlex.quote(sys.executable)} -m conformance serve reference"


def test_a_claimed_method_that_is_missing_is_a_failure_though_no_case_asks_for_it(
    project: pytest.Pytester,
) -> None:
    code, said, remarks = run(project, "implementations:Silent")
    assert code == FAILED
    assert [(remark.about, remark.counts) for remark in remarks] == [("rank", True)]
    assert "hello claims 'rank', but says that it does not support it" in said


def test_a_claimed_method_that_does_something_else_is_a_failure(project: pytest.Pytester) -> None:
    code, _, remarks = run(project, "implementations:Wrong")
    assert (code, remarks[0].counts) == (FAILED, True)


@pytest.mark.parametrize(
    "spec",
    [
        "implementations:Mixed",
        f"stdio: {shlex.quote(sys.executable)} -m conformance serve implementations:Mixed",
    ],
)
def test_sessions_that_are_mixed_up_are_a_failure_though_every_case_passes(
    project: pytest.Pytester, spec: str
) -> None:
    code, said, remarks = run(project, spec)
    assert code == FAILED
    assert [(remark.about, remark.counts) for remark in remarks] == [("sessions", True)]
    assert "sessions are mixed up: stacks of one changed when another was opened" in said


def test_a_capability_that_is_not_known_is_told_and_the_run_goes_on(project: pytest.Pytester) -> None:
    code, said, remarks = run(project, "implementations:Future")
    assert code == CONFORMANT
    assert "the capability 'telepathy', which this kit does not know" in said
    assert [remark.about for remark in remarks] == ["hello"]


def test_a_reply_to_bye_that_is_an_error_is_told(project: pytest.Pytester) -> None:
    code, said, remarks = run(project, "implementations:Rude")
    assert code == CONFORMANT
    assert "bye was answered with an error" in said
    assert [remark.about for remark in remarks] == ["bye"]


def test_a_wrong_exit_code_is_told(project: pytest.Pytester) -> None:
    code, said, remarks = run(project, shell(f"{SERVE}; exit 7"))
    assert code == CONFORMANT
    assert "after bye it exited with code 7 instead of 0" in said
    assert [remark.about for remark in remarks] == ["exit"]


@pytest.mark.parametrize("noise", ["echo so long", "sleep 0.2; echo so long"])
def test_a_line_after_the_reply_to_bye_is_told(project: pytest.Pytester, noise: str) -> None:
    code, said, remarks = run(project, shell(f"{SERVE}; {noise}"))
    assert code == CONFORMANT
    assert "a line came after the reply to bye: so long" in said
    assert [remark.about for remark in remarks] == ["bye"]


def test_processes_left_behind_are_told(project: pytest.Pytester) -> None:
    code, said, remarks = run(project, shell(f"sleep 60 >/dev/null 2>&1 & {SERVE}"))
    assert code == CONFORMANT
    assert "it left processes behind that it had started" in said
    assert [remark.about for remark in remarks] == ["children"]


def test_a_right_implementation_brings_no_remark(project: pytest.Pytester) -> None:
    _, said, remarks = run(project, f"stdio: {SERVE}")
    assert remarks == []
    assert "beside the cases" not in said


def test_the_report_has_its_published_form(project: pytest.Pytester) -> None:
    import jsonschema

    run(project, "implementations:Silent")
    schema = json.loads((Path(__file__).parents[3] / "fixtures/schema/report.json").read_text("utf-8"))
    for line in Path("report.jsonl").read_text("utf-8").splitlines():
        jsonschema.validate(json.loads(line), schema)


def test_an_implementation_that_does_not_exit_is_told() -> None:
    stays = f"sh -c {shlex.quote(f'{SERVE}; sleep 60')}"
    adapter = StdioAdapter(f"stdio: {stays}", Limits(30.0, 3.0, 0.2))
    assert [remark.about for remark in of_ending(adapter.connect().close())] == ["exit"]


def test_a_run_of_chosen_cases_asks_for_nothing_more(project: pytest.Pytester) -> None:
    for name in ("Silent", "Mixed"):
        code, _, remarks = run(project, f"implementations:{name}", "--conformance-case=DOG.0058")
        assert (code, remarks) == (CONFORMANT, [])


@pytest.mark.parametrize(
    ("farewell", "told"),
    [
        (None, []),
        (Answer({}), []),
        (Answer(None), ["bye"]),
        (Rejected(None, None, ""), ["bye"]),
        (Unsupported("never"), ["bye"]),
        (Broke(1, "oh"), ["bye"]),
        (Lost("hang", "no reply", ""), ["bye"]),
    ],
)
def test_the_reply_to_bye_is_looked_at(farewell: Outcome | None, told: list[str]) -> None:
    assert [remark.about for remark in of_ending(Ending(None, None, "", False, farewell))] == told


def test_what_it_said_before_it_broke_at_bye_is_told() -> None:
    lost = Lost("crash", "exit code 1", "node:internal\n\nError: late trouble\n    at main\n\nNode.js v20\n")
    told = [remark.text for remark in of_ending(Ending(1, None, "", False, lost))]
    assert told == ["bye was not answered: exit code 1; Error: late trouble"]


def test_each_thing_is_said_once() -> None:
    runner = Runner(StdioAdapter(shell(f"{SERVE}; exit 7")))
    for _ in range(2):
        runner.ask([])
        runner.close()
    assert len(runner.remarks) == 1
