"""A command that is broken off ends in order: it says so, it leaves no process, its files do not look whole.

The adapter, which has a child, hangs for ever at a known moment; so the signal finds the kit waiting for it.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from conformance.lines import Interrupted
from conformance.report.reading import read_stream

CORPUS = str(Path(__file__).parent / "corpus" / "playable")
HANGING = Path(__file__).parent / "hanging.py"
LAST = "PIN.0003"
BOTH = pytest.mark.parametrize(("number", "name"), [(signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM")])


class Ended(NamedTuple):
    """How a command ended, and the folder that it ran in."""

    code: int
    out: str
    err: str
    folder: Path


BreakOff = Callable[..., Ended]


@pytest.fixture
def break_off(mark: str, tmp_path: Path) -> BreakOff:
    """Run a command until its adapter hangs, then send a signal: to the command, or as a terminal does it to
    its whole group. `mark` sees to it that nothing stays."""

    def run(*words: str, since: str, number: int, group: bool = False) -> Ended:
        told = tmp_path / "hangs"
        adapter = "stdio: " + shlex.join([sys.executable, str(HANGING), since, str(told)])
        kit = subprocess.Popen(
            [sys.executable, "-m", "conformance", *words, "--adapter", adapter],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        deadline = time.monotonic() + 60
        while not told.exists() and kit.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        (os.killpg if group else os.kill)(kit.pid, number)
        out, err = kit.communicate(timeout=60)
        return Ended(kit.returncode, out, err, tmp_path)

    return run


def run_words(*more: str) -> list[str]:
    return ["run", "--corpus", CORPUS, "--report", "report.jsonl", "--timeout-factor", "4", *more]


def last_line(ended: Ended) -> Interrupted:
    end = read_stream(ended.folder / "report.jsonl").end
    assert isinstance(end, Interrupted)
    return end


def assert_quiet(text: str) -> None:
    for noise in ("Traceback", "====", "!!!!", "pytest", "KeyboardInterrupt"):
        assert noise not in text


@BOTH
def test_a_run_broken_off_while_the_adapter_starts_is_incomplete(
    break_off: BreakOff, number: int, name: str
) -> None:
    ended = break_off(*run_words(), since="start", number=number)
    assert (ended.code, ended.out, ended.err) == (12, "", f"interrupted ({name}) before the first case\n")
    assert last_line(ended).reason == f"interrupted ({name}) before the first case"
    assert last_line(ended).exit_code == 12


@BOTH
def test_a_run_broken_off_in_the_middle_tells_what_was_judged(
    break_off: BreakOff, number: int, name: str
) -> None:
    ended = break_off(*run_words(), since=LAST, number=number)
    assert (ended.code, ended.err) == (12, "")
    assert f"interrupted ({name})\n" in ended.out
    assert ended.out.splitlines()[-1] == "incomplete: no verdict on the implementation"
    assert last_line(ended).reason.startswith(f"interrupted ({name}): ")
    assert_quiet(ended.out)


@BOTH
def test_random_play_that_is_broken_off_leaves_the_run_incomplete(
    break_off: BreakOff, number: int, name: str
) -> None:
    words = run_words("--random", "100", "--rules", "brazilian-pingo")
    ended = break_off(*words, since="random-", number=number)
    assert (ended.code, ended.err) == (12, "")
    assert last_line(ended).reason.startswith(f"interrupted ({name}): ")


@pytest.mark.parametrize(
    ("number", "name", "group"), [(signal.SIGINT, "Ctrl-C", True), (signal.SIGTERM, "SIGTERM", False)]
)
def test_a_run_of_several_workers_that_is_broken_off_leaves_nothing(
    break_off: BreakOff, number: int, name: str, group: bool
) -> None:
    pytest.importorskip("xdist")
    words = run_words("-n", "2", "--html", "page.html", "--junit", "junit.xml")
    ended = break_off(*words, since=LAST, number=number, group=group)
    assert ended.code == 12
    assert last_line(ended).reason.startswith(f"interrupted ({name})")
    assert "did not finish" in (ended.folder / "page.html").read_text("utf-8")
    assert "the run is incomplete" in (ended.folder / "junit.xml").read_text("utf-8")
    assert_quiet(ended.out + ended.err)


@pytest.mark.parametrize(
    ("words", "since"),
    [
        (("doctor",), "start"),
        (("replay", "PIN.0002", "--corpus", CORPUS), "PIN.0002"),
        (("run", "--random", "5", "--invariants-only"), "unaided"),
    ],
    ids=["doctor", "replay", "invariants"],
)
@pytest.mark.parametrize(
    ("number", "code", "name"), [(signal.SIGINT, 130, "Ctrl-C"), (signal.SIGTERM, 143, "SIGTERM")]
)
def test_other_commands_say_that_they_were_broken_off(
    break_off: BreakOff, words: tuple[str, ...], since: str, number: int, code: int, name: str
) -> None:
    ended = break_off(*words, since=since, number=number)
    assert ended.err == f"interrupted ({name})\n"
    assert ended.code == (12 if words[0] == "run" else code)


def test_workers_that_are_just_started_do_not_hear_of_it(
    living: Callable[[], list[str]], tmp_path: Path
) -> None:
    kit = subprocess.Popen(
        [sys.executable, "-m", "conformance", "prove", "--dry", "-n", "2", "--mutants", "1"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while kit.poll() is None and not [line for line in living() if "spawn_main" in line]:
        time.sleep(0.02)
    os.killpg(kit.pid, signal.SIGINT)
    out, err = kit.communicate(timeout=60)
    assert (kit.returncode, out, err) == (130, "", "interrupted (Ctrl-C)\n")
