"""An adapter that goes wrong in one case loses that case, in its own way, and no other."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from conformance.adapters.limits import Limits
from conformance.adapters.stdio import StdioAdapter
from conformance.corpus import Case, Corpus, TryStep, load_corpus
from conformance.exam import Exam
from conformance.lines import CaseLine
from conformance.runner import LOSSES, AdapterUnusable, Runner

BROKEN = Path(__file__).parent / "broken"
LIMITS = Limits(first=30.0, later=2.0, grace=0.5)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus(None)


@pytest.fixture(scope="module")
def cases(corpus: Corpus) -> list[Case]:
    """A few cases with refusals in them."""
    with_refusals = [case for case in corpus.cases if any(isinstance(step, TryStep) for step in case.steps)]
    return with_refusals[: LOSSES + 2]


def examined(corpus: Corpus, cases: list[Case], script: str, *words: str) -> list[CaseLine]:
    """The verdicts on some cases."""
    adapter = StdioAdapter("stdio: " + shlex.join([sys.executable, str(BROKEN / script), *words]), LIMITS)
    runner = Runner(adapter)
    try:
        return list(Exam(runner, corpus, {}).lines(cases))
    finally:
        runner.close()


@pytest.mark.parametrize(
    ("way", "status", "fault"),
    [
        ("exits", "crash", "lost"),
        ("hangs", "hang", "lost"),
        ("makes noise", "not_json", "lost"),
        ("sends a long line", "too_long", "lost"),
        ("denies", "failed", "denied"),
        ("breaks", "broke", "broke"),
        ("answers with a list", "failed", "no_object"),
        ("changes the state by a refusal", "failed", "changed"),
    ],
)
def test_only_the_guilty_case_is_lost(
    mark: str, corpus: Corpus, cases: list[Case], way: str, status: str, fault: str
) -> None:
    some, guilty = cases[:5], cases[2].id
    lines = examined(corpus, some, "reference_but.py", way, guilty)
    assert {line.id: line.status for line in lines} == {
        case.id: status if case.id == guilty else "passed" for case in some
    }
    assert [line.fault.kind for line in lines if line.fault is not None] == [fault]


def test_a_run_ends_after_so_many_losses_in_a_row(mark: str, corpus: Corpus, cases: list[Case]) -> None:
    adapter = StdioAdapter(
        "stdio: " + shlex.join([sys.executable, str(BROKEN / "reference_but.py"), "exits", "all"]), LIMITS
    )
    runner = Runner(adapter)
    lines = Exam(runner, corpus, {}).lines(cases)
    assert [next(lines).status for _ in range(LOSSES)] == ["crash"] * LOSSES
    with pytest.raises(AdapterUnusable, match="exit code 3"):
        next(lines)
    runner.close()


def test_a_run_ends_after_three_failures_to_start(mark: str, corpus: Corpus, cases: list[Case]) -> None:
    with pytest.raises(AdapterUnusable, match="3 times in a row: start, exit code 1") as caught:
        examined(corpus, cases, "misbehave.py", "dies_at_once")
    assert caught.value.stderr == "no module named engine\n"
