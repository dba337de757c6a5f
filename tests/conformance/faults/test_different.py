"""Engines that are right in another way: no case may fail one."""

from __future__ import annotations

from collections import Counter

import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.exam import Exam
from conformance.faults.different import Unlike, unlike
from conformance.faults.proof.trial import Scripts, entries_of
from conformance.runner import Runner
from conformance.verdicts import NOT_PLAYED

ALL = tuple(unlike().values())
SOME = 9
"""Every so many entries of the corpus are played here; the proof plays all of them."""


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_no_case_fails_an_engine_that_is_right(one: Unlike, prepared: Scripts) -> None:
    exam = Exam(Runner(InProcessAdapter(one.id, one.make)), prepared.corpus, {})
    lines = list(exam.lines(entries_of(prepared.corpus)[::SOME]))
    assert [line.id for line in lines if line.status not in NOT_PLAYED and line.status != "passed"] == []
    assert Counter(line.status for line in lines)["passed"] > 3


def test_no_two_are_alike() -> None:
    assert len({one.says for one in ALL}) == len({one.id for one in ALL}) == len(ALL)
