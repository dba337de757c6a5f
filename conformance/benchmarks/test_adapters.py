"""Implementations that have an adapter under pytest-benchmark, a group for each way to ask."""

from __future__ import annotations

from conformance.benchmarks.contests import Contestant, Workload
from conformance.benchmarks.test_scorers import Benchmark, run


def test_adapter(
    benchmark: Benchmark, conformance_workload: Workload, conformance_contestant: Contestant
) -> None:
    run(benchmark, conformance_workload, conformance_contestant)
