"""What random play leaves behind does not depend on how many workers have played."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from conformance.lines import FindingLine
from conformance.session.judging import SESSIONS
from conformance.session.random_results import NOTHING, BlockResult, RandomResults


def told(start: int, file: Path) -> pytest.TestReport:
    finding = FindingLine(start + 1, True, "kind", [], str(file))
    result = BlockResult("red-dog", start, NOTHING, finding)
    report = pytest.TestReport("block", ("", 0, ""), {}, "failed", None, "call")
    setattr(report, SESSIONS, msgspec.json.encode(result).decode())
    return report


def test_cases_of_later_blocks_do_not_stay(tmp_path: Path) -> None:
    first, second, other = (tmp_path / name for name in ("first.json", "second.json", "other.json"))
    results = RandomResults(7)
    for file in (first, second, other):
        file.write_text("{}")
    results.pytest_runtest_logreport(told(100, second))
    results.pytest_runtest_logreport(told(0, first))
    results.pytest_sessionfinish()
    assert sorted(tmp_path.iterdir()) == [first, other]
