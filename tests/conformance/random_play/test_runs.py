"""Random play in a pytest run: what it finds fails the run, once, whoever plays it."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.plain

pytest_plugins = ["pytester"]

CORPUS = Path(__file__).parents[1] / "corpus" / "playable"
SUITE = ("-p", "conformance.plugin", "-p", "no:cacheprovider", "--pyargs", "conformance.suite")
RANDOM = (*SUITE, "--conformance-rules=brazilian-pingo")
SMALL = f"--conformance-corpus={CORPUS}"
RANDOM_ONLY = ("-k", "random_play")
IMPLEMENTATIONS = """
from conformance.adapters.protocol import Rejection
from conformance.adapters.reference import Reference
from conformance.faults import adapter_for

OddChips = adapter_for("pin-odd-chips-from-the-dealer-on")


class NoRaises(Reference):
    def act(self, session, actor=None, action=None):
        if isinstance(action, dict) and action.get("type") == "raise" and type(action.get("amount")) is int:
            if self.view(session)["actor"] == actor:
                raise Rejection("raise_forbidden")
        return super().act(session, actor, action)


class Unsteady(Reference):
    views = 0

    def view(self, session, seat=None):
        Unsteady.views += 1
        return {**super().view(session, seat), **({"pot": 99} if Unsteady.views == 500 else {})}


class Single(Reference):
    def hello(self, **params):
        return {**super().hello(**params), "capabilities": ["rank"]}
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with implementations in it; other plugins are left out to save their time."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(implementations=IMPLEMENTATIONS)
    return pytester


def run(project: pytest.Pytester, name: str, *more: str) -> pytest.RunResult:
    adapter = name if name == "reference" else f"implementations:{name}"
    return project.runpytest_subprocess(*RANDOM, f"--conformance-adapter={adapter}", *more)


def found(project: pytest.Pytester, folder: str = "conformance-found") -> list[str]:
    return sorted(path.name for path in (project.path / folder).glob("*/*.json"))


def test_without_a_number_nothing_is_played_at_random(project: pytest.Pytester) -> None:
    result = project.runpytest_subprocess(
        *SUITE, SMALL, "--conformance-adapter=reference", "--collect-only", "-q"
    )
    assert "test_random" not in result.stdout.str()


def test_the_reference_plays_every_block(project: pytest.Pytester) -> None:
    result = run(project, "reference", "--conformance-random=250", *RANDOM_ONLY)
    result.assert_outcomes(passed=3, deselected=result.parseoutcomes()["deselected"])
    result.stdout.fnmatch_lines(["random play, seed 1:", "*brazilian-pingo*250 sessions agree*a second"])
    assert found(project) == []


def test_a_difference_fails_its_block_and_ends_the_play_of_its_rule_set(project: pytest.Pytester) -> None:
    result = run(project, "NoRaises", "--conformance-random=250", "--conformance-seed=4", SMALL)
    outcomes = result.parseoutcomes()
    assert outcomes["skipped"] >= 2
    assert result.ret == 1
    (name,) = found(project)
    result.stdout.fnmatch_lines([f"*conformance replay conformance-found/brazilian-pingo/{name} --adapter*"])
    assert name.startswith("found-4-")


def test_a_ruling_is_shown_and_counts_only_where_rulings_do(project: pytest.Pytester) -> None:
    shown = run(project, "OddChips", "--conformance-random=100", *RANDOM_ONLY)
    assert "failed" not in shown.parseoutcomes()
    assert shown.parseoutcomes()["xfailed"] == 1
    shown.stdout.fnmatch_lines(["*random play*", "*brazilian-pingo, ruling*", "*session * differs*"])
    strict = run(
        project, "OddChips", "--conformance-random=100", "--conformance-strict-rulings", *RANDOM_ONLY
    )
    assert strict.parseoutcomes()["failed"] == 1


def test_what_does_not_come_again_is_told_as_that(project: pytest.Pytester) -> None:
    result = run(project, "Unsteady", "--conformance-random=100", *RANDOM_ONLY)
    result.stdout.fnmatch_lines(["*does not answer the same every time*"])
    assert found(project) == []


def test_what_plays_no_sessions_is_not_played(project: pytest.Pytester) -> None:
    result = run(project, "Single", "--conformance-random=100", *RANDOM_ONLY)
    assert result.parseoutcomes()["skipped"] == 1


def test_the_first_difference_is_the_same_on_two_workers(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(project, "NoRaises", "--conformance-random=250", "--conformance-found=alone", *RANDOM_ONLY)
    run(project, "NoRaises", "--conformance-random=250", *RANDOM_ONLY, "-p", "xdist.plugin", "-n", "2")
    (name,) = found(project, "alone")
    assert name in found(project)
    paths = [project.path / folder / "brazilian-pingo" / name for folder in ("alone", "conformance-found")]
    one, other = (path.read_text("utf-8") for path in paths)
    assert one == other


def test_found_cases_go_where_they_are_asked_to(project: pytest.Pytester) -> None:
    run(project, "NoRaises", "--conformance-random=100", "--conformance-found=elsewhere", *RANDOM_ONLY)
    assert len(found(project, "elsewhere")) == 1


def test_fewer_than_no_sessions_are_a_usage_error(project: pytest.Pytester) -> None:
    assert run(project, "reference", "--conformance-random=-1").ret == pytest.ExitCode.USAGE_ERROR


def test_a_case_that_cannot_be_written_leaves_the_run_incomplete(project: pytest.Pytester) -> None:
    (project.path / "found").mkdir()
    (project.path / "found" / "brazilian-pingo").write_text("no folder")
    result = run(project, "NoRaises", SMALL, "--conformance-random=100", "--conformance-found=found")
    assert result.ret == 12
    result.stdout.fnmatch_lines(
        ["*random session * differs; its case cannot be written", "*cannot be written: *"]
    )
