"""The three figures, and the exit code that a run ends with."""

from typing import get_args

import pytest

from conformance import verdicts
from conformance.corpus import Level
from conformance.verdicts import (
    Counted,
    Failures,
    Figures,
    Run,
    Share,
    Status,
    exit_code,
    failures,
    figures_by_rules,
)

PASSED = Counted("ton", "must", "passed")


def run(*cases: Counted, **change: object) -> int:
    plain = Run(cases, requested=(), finished=True, unusable=False, stale=False, strict_rulings=False)
    return exit_code(plain._replace(**change))  # type: ignore[arg-type]  # any of its fields


def test_figures_are_counted_for_each_rule_set() -> None:
    cases = [
        Counted("ton", "must", "passed"),
        Counted("ton", "option", "crash"),
        Counted("ton", "ruling", "passed"),
        Counted("ton", "ruling", "failed"),
        Counted("ton", "must", "unsupported"),
        Counted("ton", "ruling", "not_covered"),
        Counted("red-dog", "ruling", "passed", known=True),
    ]
    assert figures_by_rules(cases) == {
        "ton": Figures(Share(1, 2), Share(1, 2), Share(4, 6)),
        "red-dog": Figures(Share(0, 0), Share(1, 1), Share(1, 1)),
    }


def test_all_passed_is_conformant() -> None:
    assert run(PASSED) == verdicts.CONFORMANT


@pytest.mark.parametrize("status", sorted(set(get_args(Status)) - {"passed"} - verdicts.NOT_PLAYED))
@pytest.mark.parametrize("level", ["must", "option"])
def test_every_way_to_fail_fails_the_run(status: Status, level: Level) -> None:
    assert run(PASSED, Counted("ton", level, status)) == verdicts.FAILED


def test_a_failed_ruling_counts_only_if_rulings_are_strict() -> None:
    failed = Counted("ton", "ruling", "failed")
    assert run(PASSED, failed) == verdicts.CONFORMANT
    assert run(PASSED, failed, strict_rulings=True) == verdicts.FAILED


def test_a_fault_of_protocol_counts_in_a_case_of_a_ruling_too() -> None:
    broke = Counted("ton", "ruling", "broke", protocol=True)
    assert run(PASSED, broke) == verdicts.FAILED
    assert run(PASSED, broke._replace(known=True)) == verdicts.CONFORMANT


def test_faults_of_protocol_are_counted_apart_from_rulings() -> None:
    cases = [
        Counted("ton", "ruling", "failed"),
        Counted("ton", "ruling", "broke", protocol=True),
        Counted("ton", "must", "crash", protocol=True),
        Counted("ton", "ruling", "hang", known=True, protocol=True),
    ]
    assert failures(cases) == Failures(firm=1, rulings=1, known=1, protocol=1)


def test_a_known_failure_does_not_count() -> None:
    assert run(PASSED, Counted("ton", "must", "failed", known=True)) == verdicts.CONFORMANT


def test_what_is_not_played_does_not_fail() -> None:
    assert run(PASSED, Counted("ton", "must", "unsupported")) == verdicts.CONFORMANT


def test_a_run_without_anything_to_play_is_incomplete() -> None:
    assert run() == verdicts.INCOMPLETE
    assert run(Counted("ton", "must", "not_covered")) == verdicts.INCOMPLETE


def test_a_requested_rule_set_without_anything_to_play_is_incomplete() -> None:
    assert run(PASSED, requested=("ton", "red-dog")) == verdicts.INCOMPLETE
    assert run(PASSED, requested=("ton",)) == verdicts.CONFORMANT


def test_the_first_exit_code_that_applies_is_taken() -> None:
    failed = Counted("ton", "must", "failed")
    everything = {"unusable": True, "finished": False, "stale": True}
    assert run(failed, **everything) == verdicts.ADAPTER_UNUSABLE
    assert run(failed, **{**everything, "unusable": False}) == verdicts.INCOMPLETE
    assert run(failed, stale=True) == verdicts.FAILED
    assert run(PASSED, stale=True) == verdicts.KNOWN_STALE
