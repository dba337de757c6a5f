"""Whole hands under pytest-benchmark, a group for each workload."""

from __future__ import annotations

import pytest

from conformance.benchmarks.contests import version_of
from conformance.benchmarks.tables import TABLES, TableContestant
from conformance.benchmarks.test_scorers import Benchmark


@pytest.mark.parametrize(
    ("workload", "contestant"),
    [
        pytest.param(name, contestant, id=f"{name}-{contestant.name}")
        for name, workload in TABLES.items()
        for contestant in workload.contestants
        if version_of(contestant) is not None
    ],
)
def test_table(benchmark: Benchmark, workload: str, contestant: TableContestant) -> None:
    title, _, hands, rounds, _ = TABLES[workload]
    one_pass = contestant.prepare(hands)
    benchmark.group = title
    benchmark.extra_info.update(version=version_of(contestant), hands=hands)
    benchmark.pedantic(one_pass, rounds=rounds, warmup_rounds=1)
