"""`pytest --pyargs conformance.benchmarks`, as a user gives it."""

import json
from pathlib import Path

import pytest

from conformance.benchmarks.environment import environment

pytest.importorskip("pytest_benchmark", reason="pytest-benchmark is an extra: pytest-cardrules[bench]")
pytest_plugins = ["pytester"]

RANKS = """
from conformance.adapters.protocol import NotSupported


class Ranks:
    def hello(self, **_):
        return {"protocol": 1, "name": "ranks", "version": "3", "rules": {}, "capabilities": ["rank"]}

    def rank(self, hands, **_):
        return {"keys": [0 for _ in hands], "categories": []}

    def bench_native(self, hands):
        return lambda: None

    def bench_strings(self, hands):
        return lambda: None


class Second(Ranks):
    pass
"""
NAMED = ("--conformance-adapter", "ranks:Ranks", "--conformance-adapter", "ranks:Second")


@pytest.fixture
def benched(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that two adapters have been measured into by the command of the documentation."""
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)  # else nothing would be measured in there
    pytester.makepyfile(ranks=RANKS)
    result = pytester.runpytest_subprocess(
        *("--pyargs", "conformance.benchmarks", *NAMED, "--benchmark-only", "--benchmark-json=out.json"),
        *("-p", "no:cacheprovider"),
    )
    result.assert_outcomes(passed=9)
    return pytester.path / "out.json"


def test_adapters_are_measured_side_by_side_in_a_group_for_each_way_to_ask(benched: Path) -> None:
    groups: dict[str, list[str]] = {}
    for one in json.loads(benched.read_text("utf-8"))["benchmarks"]:
        groups.setdefault(one["group"], []).append(one["params"]["conformance_contestant"][12:24])
    assert sorted(map(len, groups.values())) == [3, 3, 3]


def test_the_environment_is_recorded(benched: Path) -> None:
    recorded = json.loads(benched.read_text("utf-8"))["machine_info"]["conformance"]
    assert recorded == {
        **environment(),
        "measured": {"ranks:Ranks": "ranks 3", "ranks:Second": "ranks 3"},
    }


def test_without_adapters_the_engine_and_its_peers_are_measured(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess(
        *("--pyargs", "conformance.benchmarks", "--collect-only", "-q", "-p", "no:cacheprovider")
    )
    result.stdout.fnmatch_lines(["*test_scorer*native-refengine table, checked*"])
    result.stdout.fnmatch_lines(["*test_table*hands-refengine, brazilian-pingo*"])
    result.stdout.no_fnmatch_line("*test_adapter*")


def test_only_one_implementation_is_judged_at_a_time(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess("--pyargs", "conformance.suite", *NAMED)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*one implementation is judged at a time*"])
