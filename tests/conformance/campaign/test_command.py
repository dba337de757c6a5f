"""The command line of campaigns."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.campaign.lines import ProgressLine
from conformance.campaign.telling import Display, progress_in_words
from conformance.cli import main

Refuse = Callable[..., tuple[int, str]]
HERE = Path(__file__).parent


@pytest.fixture
def told(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Refuse:
    """Runs the command; its exit code, and what it said on standard output and standard error."""

    def run(*words: str) -> tuple[int, str]:
        try:
            code = main(["campaign", "--out", str(tmp_path / "out"), *words])
        except SystemExit as end:
            code = int(str(end.code))
        out, err = capfd.readouterr()
        return code, out + err

    return run


def test_a_campaign_is_told_in_a_few_lines(told: Refuse) -> None:
    code, text = told(
        *("--adapter", "reference", "--rules", "red-dog", "--rules", "ton"),
        *("--sessions", "6", "--shard-size", "2", "--workers", "2"),
    )
    first, second = text.splitlines()
    assert first.startswith("12 sessions of red-dog, ton: ")
    assert (code, second) == (0, "nothing differs")


WRONG: list[tuple[list[str], str]] = [
    (["--sessions", "6"], "the following arguments are required: --adapter"),
    (["--adapter", "reference"], "the following arguments are required: --sessions"),
    (["--adapter", "reference", "--sessions", "0"], "--sessions: '0' is no whole number from 1 on"),
    (["--adapter", "reference", "--sessions", "9", "--workers", "2", "--scheduler", "x"], "not allowed with"),
    (["--adapter", "reference", "--sessions", "9", "--timeout-factor", "0"], "--timeout-factor: "),
    (["--adapter", "reference", "--sessions", "9", "--rules", "bridge"], "there is no rule set 'bridge'"),
    (["--adapter", "reference", "--sessions", "9", "--option", "x=1"], "no rule set has an option 'x'"),
    (["--adapter", "reference", "--sessions", "9", "--corpus", "nowhere"], "nowhere"),
]


@pytest.mark.parametrize(("words", "why"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_a_mistake_in_the_command_is_told(told: Refuse, words: list[str], why: str) -> None:
    code, text = told(*words)
    assert code == 2
    assert why in text


def test_without_dask_it_says_what_to_do(told: Refuse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.commands.campaign.find_spec", lambda _: None)
    code, text = told("--adapter", "reference", "--sessions", "9")
    assert code == 2
    assert "pip install 'pytest-cardrules[campaign]'" in text
    assert "conformance run --random N -n WORKERS" in text


def test_only_dasks_own_part_needs_dask() -> None:
    modules = [
        path.stem
        for path in (HERE.parents[2] / "conformance" / "campaign").glob("*.py")
        if "from distributed import" in path.read_text("utf-8")
    ]
    assert sorted(modules) == ["cluster", "deaf", "workers"]


PROGRESS = ProgressLine(
    seconds=40, speed=250.0, sessions=10_000, steps=210_000, differing=3, kinds=2, workers=2
)


def test_progress_is_shown_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    display = Display()
    display.show(PROGRESS, 1_000_000)
    display.clear()
    shown = capsys.readouterr().err.split("\r")
    assert shown[1].rstrip() == "10,000 of 1,000,000 sessions (1%), 250 a second, 66 min left, 2 kinds found"
    assert shown[-2].strip() == ""


def test_elsewhere_progress_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    Display().show(PROGRESS, 1_000_000)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("speed", "left"), [(1e5, "10 s"), (5000.0, "3 min"), (100.0, "3 h"), (1.0, "11 days")]
)
def test_the_time_that_is_left_is_told_roughly(speed: float, left: str) -> None:
    progress = ProgressLine(1, speed, 10_000, 210_000, 0, 0, 2)
    assert left in progress_in_words(progress, 1_000_000)
