"""The scorers and their peers under pytest-benchmark, a group for each workload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pytest

from conformance.benchmarks.contests import Contestant, Workload, some_hands, version_of
from conformance.benchmarks.workloads import WORKLOADS


class Benchmark(Protocol):
    """The part of pytest-benchmark's fixture that is used."""

    group: str
    extra_info: dict[str, object]

    def pedantic(self, target: Callable[[], object], *, rounds: int, warmup_rounds: int) -> object: ...


def run(benchmark: Benchmark, workload: Workload, contestant: Contestant) -> None:
    """The passes of one contestant, with what a figure is a share of."""
    one_pass = contestant.prepare(some_hands(workload.hands))
    benchmark.group = workload.title
    benchmark.extra_info.update(version=version_of(contestant), share=workload.share)
    benchmark.pedantic(one_pass, rounds=workload.rounds, warmup_rounds=int(workload.share > 1))


@pytest.mark.parametrize(
    ("workload", "contestant"),
    [
        pytest.param(workload, contestant, id=f"{name}-{contestant.name}")
        for name, workload in WORKLOADS.items()
        for contestant in workload.contestants
        if version_of(contestant) is not None
    ],
)
def test_scorer(benchmark: Benchmark, workload: Workload, contestant: Contestant) -> None:
    run(benchmark, workload, contestant)
