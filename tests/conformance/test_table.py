"""The table of peers: everyone who is installed is asked, and nobody can take it down."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from conformance.adapters.registry import find_adapter
from conformance.cli import main
from conformance.corpus import load_corpus
from conformance.lines import CaseLine, Place
from conformance.table.peers import PEERS, Peer
from conformance.table.ranks import NO_HANDS, rank
from conformance.table.sheet import Made, Result, again_command, page
from conformance.verdicts import Status

MADE = Made("2026-01-02", "conformance table", "kit 1", "0123456789abcdef", 1)
DYING = """
import os
from conformance.adapters.reference import Reference

class Dies(Reference):
    def hello(self, protocol, **more):
        options = {"deck": ["stripped"], "ranking": ["standard"], "ties": ["split"]}
        rules = {"italian-invito": {"seats": {"min": 4, "max": 4}, "options": options}}
        return {**super().hello(protocol, **more), "rules": rules, "capabilities": ["rank"]}

    def rank(self, hands, **params):
        if any(len(hand) < 5 for hand in hands):
            os._exit(9)
        return super().rank(hands=hands, **params)
"""


@pytest.fixture
def dying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An evaluator whose process ends when a hand has too few cards."""
    (tmp_path / "dying.py").write_text(DYING, "utf-8")
    monkeypatch.chdir(tmp_path)
    return f"stdio: {shlex.quote(sys.executable)} -m conformance serve dying:Dies"


def test_an_evaluator_that_dies_is_asked_about_the_other_hands(dying: str) -> None:
    ranked = rank(find_adapter(dying), load_corpus(None), all_hands=False, progress=lambda _done, _all: None)
    assert ranked.bad.keys() == NO_HANDS.keys()
    assert ranked.bad["four cards"] == "**crash**: exit code 9"
    assert {name for name, what in ranked.bad.items() if what == "refused"} == {*NO_HANDS} - {"four cards"}
    assert [(sweep.wrong, sweep.lost) for sweep in ranked.sweeps] == [({}, "")]
    assert sum(line.status == "crash" for line in ranked.lines) == 1


def test_what_was_not_asked_and_who_is_not_installed_is_said() -> None:
    absent = Peer("nobody", "no-such-distribution", "engine", "all that it does")
    assert absent.version is None
    present = PEERS[0]
    text = "\n".join(page(MADE, [Result(present, trouble="it | broke")], [absent]))
    assert f"- {present.name}: {present.not_asked}" in text
    assert f"- {present.name} could not be asked at all: it \\| broke" in text
    assert "Not installed, and so not in the table: nobody." in text


def test_a_failed_case_is_told_once_for_all_that_failed_it(dying: str) -> None:
    ranked = rank(find_adapter(dying), load_corpus(None), all_hands=False, progress=lambda _done, _all: None)
    results = [Result(peer, ranked=ranked) for peer in PEERS[:2]]
    rows = [line for line in page(MADE, results, []) if "fewer than five cards" in line]
    assert len(rows) == 1
    assert rows[0].endswith(f"| {PEERS[0].name}, {PEERS[1].name} |")


def test_what_an_engine_of_a_text_was_not_asked_is_told_with_the_reasons() -> None:
    about = Place("case", "ton", "it is so", "must", ["TON-1"])
    statuses: list[tuple[Status, str]] = [
        ("passed", ""),
        ("unsupported", "no five"),
        ("not_covered", "no menu"),
        ("not_covered", "no menu"),
    ]
    lines = tuple(
        CaseLine(f"TON.{number}", about, status, reason) for number, (status, reason) in enumerate(statuses)
    )
    text = "\n".join(page(MADE, [Result(PEERS[0], lines=lines)], []))
    assert f"{PEERS[0].name} was not asked 3 of 4 cases (2: no menu; 1: no five)." in text


def test_a_session_is_named_by_a_line_to_paste() -> None:
    assert again_command("rlcard", "x-holdem", 1, 7) == (
        "conformance table --peers rlcard --rules x-holdem --session 7"
    )
    assert again_command("rlcard", "x-holdem", 3, 7).endswith("--session 7 --seed 3")


def test_the_table_of_one_peer(tmp_path: Path) -> None:
    pytest.importorskip("treys", reason="treys is an extra: pytest-cardrules[peers]")
    path = tmp_path / "table.md"
    assert main(["table", "--peers", "treys", "--out", str(path)]) == 0
    text = path.read_text("utf-8")
    assert "| treys | 0.1.8 |" in text
    assert "| 7,462, of 7,462 kinds | all right |" in text
    assert "`conformance table --peers treys --sessions 100 --seed 1`" in text


def test_a_session_that_breaks_at_the_deal_is_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is an extra: pytest-cardrules[engines]")
    assert main(["table", "--peers", "openspiel-poker", "--rules", "x-holdem", "--session", "101"]) == 0
    told = capsys.readouterr().out
    assert "does not hold: every request is answered" in told
    assert "signal 11" in told
    assert "was dealt" not in told


def test_one_session_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("rlcard", reason="RLCard is an extra: pytest-cardrules[engines]")
    assert main(["table", "--peers", "rlcard", "--rules", "x-holdem", "--session", "89"]) == 0
    told = capsys.readouterr().out
    assert "seat 1: raise 3" in told
    assert "does not hold: each layer of the pot goes to the best hand that paid into it" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--session", "3"], "one engine"),
        (["--session", "3", "--peers", "treys"], "one engine"),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pkrbot", reason="pkrbot is an extra: pytest-cardrules[peers]")
    assert main(["table", "--peers", "pkrbot", "--out", str(tmp_path / "no" / "table.md")]) == 2
    assert "cannot be written" in capsys.readouterr().err
