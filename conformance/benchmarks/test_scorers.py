"""The scorers and their peers under pytest-benchmark, a group for each workload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pytest

from conformance.benchmarks.scorers import WORKLOADS, Contestant, some_hands, version_of


class Benchmark(Protocol):
    """The part of pytest-benchmark's fixture that is used."""

    group: str
    extra_info: dict[str, object]

    def pedantic(self, target: Callable[[], object], *, rounds: int, warmup_rounds: int) -> object: ...


@pytest.mark.parametrize(
    ("workload", "contestant"),
    [
        pytest.param(name, contestant, id=f"{name}-{contestant.name}")
        for name, workload in WORKLOADS.items()
        for contestant in workload.contestants
        if version_of(contestant) is not None
    ],
)
def test_scorer(benchmark: Benchmark, workload: str, contestant: Contestant) -> None:
    title, _, _, hands, rounds = WORKLOADS[workload]
    one_pass = contestant.prepare(some_hands(min(hands, 2000)))
    benchmark.group = title
    benchmark.extra_info.update(version=version_of(contestant), hands=hands)
    benchmark.pedantic(one_pass, rounds=rounds, warmup_rounds=int(hands <= 2000))
