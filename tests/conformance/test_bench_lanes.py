"""The speed of random play is measured on sessions that agree, in process and over a pipe alike."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.benchmarks import lanes
from conformance.cli import main
from refengine.rulesets.catalogue import GAMES


def test_both_ways_play_the_same_sessions() -> None:
    ways = [lanes.play(spec, "red-dog", 1, 8) for spec in lanes.SPECS.values()]
    assert [(one.sessions, one.requests) for one in ways] == [(8, ways[0].requests)] * 2
    assert ways[0].requests > 80


def test_every_rule_set_has_a_row_and_all_together_one() -> None:
    rows = list(lanes.measure_lanes(rounds=1, sessions=2))
    assert [row.rules for row in rows] == [*GAMES, "all"]
    assert all(speed > 0 for row in rows for speed in row.speeds.values())


def test_what_differs_is_not_measured() -> None:
    with pytest.raises(RuntimeError, match=r"session \d+ of red-dog differs"):
        lanes.play("conformance.faults:dog-any-higher-card-wins", "red-dog", 1, 30)


def test_the_command_shows_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured: list[Any] = []

    def rows(rounds: int) -> list[lanes.LaneRow]:
        measured.append(rounds)
        return [lanes.LaneRow("ton", 50.4, dict.fromkeys(lanes.SPECS, 1234.0))]

    monkeypatch.setattr(lanes, "measure_lanes", rows)
    assert main(["bench", "random", "--rounds", "2"]) == 0
    assert measured == [2]
    told = capsys.readouterr().out.splitlines()[-1].split()
    assert told == ["ton", "50", "1,234", "1,234"]
