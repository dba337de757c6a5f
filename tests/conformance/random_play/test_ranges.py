"""A run can be cut anywhere and played anywhere, and its outcomes are the same."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.registry import find_adapter
from conformance.random_play.kinds import Kind
from conformance.random_play.lockstep import Found
from conformance.random_play.ranges import SessionOutcome, play_range
from conformance.runner import AdapterUnusable

AdapterOf = Callable[[str], InProcessAdapter]
SERVE = f"stdio: {shlex.quote(sys.executable)} -m conformance serve"

WRONG = """
import os
from conformance.adapters.reference import Reference

class Crashes(Reference):
    def act(self, session, actor=None, action=None):
        if isinstance(action, dict) and action.get("type") == "forfeit" and type(action.get("amount")) is int:
            os._exit(3)
        return super().act(session, actor, action)
"""


def told(outcomes: Iterable[SessionOutcome]) -> list[tuple[int, int, Kind | None]]:
    return [
        (one.number, len(one.session.turns), None if one.difference is None else one.difference.kind)
        for one in outcomes
    ]


def test_a_range_cut_in_pieces_has_the_same_outcomes(adapter_of: AdapterOf) -> None:
    adapter = adapter_of("loses a chip")
    whole = told(play_range(adapter, "brazilian-pingo", 5, 0, 50))
    pieces = [(0, 7), (7, 31), (31, 50)]
    assert whole == [
        one for piece in pieces for one in told(play_range(adapter, "brazilian-pingo", 5, *piece))
    ]
    assert {kind is None for _, _, kind in whole} == {True, False}


def test_another_seed_is_another_run(adapter_of: AdapterOf) -> None:
    adapter = adapter_of("nothing")
    assert told(play_range(adapter, "ton", 1, 0, 9)) != told(play_range(adapter, "ton", 2, 0, 9))


def test_over_a_pipe_it_is_the_same_run(adapter_of: AdapterOf) -> None:
    here = told(play_range(adapter_of("nothing"), "red-dog", 5, 0, 60))
    assert told(play_range(find_adapter(SERVE), "red-dog", 5, 0, 60)) == here


def test_a_crash_is_the_difference_of_its_session_and_the_others_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, adapter_of: AdapterOf
) -> None:
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    monkeypatch.chdir(tmp_path)
    outcomes = list(play_range(find_adapter(f"{SERVE} wrong:Crashes"), "red-dog", 5, 0, 8))
    assert [one.number for one in outcomes] == list(range(8))
    for outcome in outcomes:
        forfeits = any(turn.action.get("type") == "forfeit" for turn in outcome.session.turns)
        kind = None if outcome.difference is None else outcome.difference.kind
        assert kind is None or (kind.what == "lost: crash" and forfeits)
    assert any(one.difference is not None for one in outcomes)


def test_what_is_not_claimed_is_not_played(adapter_of: AdapterOf) -> None:
    assert list(play_range(adapter_of("only ranks"), "brazilian-pingo", 1, 0, 10)) == []
    assert list(play_range(adapter_of("nothing"), "old-maid", 1, 0, 10)) == []


def test_house_options_hold_in_every_session(adapter_of: AdapterOf) -> None:
    outcomes = list(play_range(adapter_of("nothing"), "italian-invito", 1, 0, 12, {"ties": "split"}))
    assert all(one.session.table.options["ties"] == "split" for one in outcomes)


def test_an_adapter_that_cannot_be_used_is_no_difference() -> None:
    with pytest.raises(AdapterUnusable):
        list(play_range(find_adapter("stdio: false"), "ton", 1, 0, 10))


def test_a_difference_tells_what_was_expected_and_what_came(adapter_of: AdapterOf) -> None:
    outcome = next(
        one for one in play_range(adapter_of("loses a chip"), "italian-invito", 1, 0, 50) if one[2]
    )
    assert outcome.difference is not None
    found: Found = outcome.difference.found
    (pot,) = (one for one in found.differences if one.key == "pot")
    assert isinstance(pot.expected, int)
    assert pot.got == pot.expected + 1
    assert outcome.difference.clauses
