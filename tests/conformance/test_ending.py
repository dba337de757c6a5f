"""The command ends in order when nobody takes what it prints, or when it is broken off early."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.adapters.guard import held_signals

Command = Callable[..., subprocess.CompletedProcess[str]]

CORPUS = str(Path(__file__).parent / "corpus" / "playable")
FULL = "/dev/full"
RUN = ("run", "--adapter", "reference", "--corpus", CORPUS)
WRONG = """
from conformance.adapters.reference import Reference


class Wrong(Reference):
    def new(self, **params):
        return {**super().new(**params), "pot": 99}
"""
BROKEN_OFF = """
import signal


class AtImport:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == {module!r}:
            signal.raise_signal(signal.{name})


sys.modules.pop({module!r}, None)
sys.meta_path.insert(0, AtImport)
"""

needs_full = pytest.mark.skipif(not Path(FULL).exists(), reason="this system has no device that is full")


@needs_full
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("list", "--corpus", CORPUS), 2),
        (("export", "--corpus", CORPUS), 2),
        (("explain", "PIN-1"), 2),
        (("--help",), 2),
        (("doctor", "--adapter", "reference"), 2),
        (RUN, 12),
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_what_cannot_be_printed_is_told_in_one_line(
    command: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int, unbuffered: str
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    ended = command(*words, output=FULL)
    assert ended.stderr.startswith("standard output cannot be written: No space left on device\n")
    assert "Traceback" not in ended.stderr
    assert ended.returncode == code


@needs_full
def test_a_verdict_that_cannot_be_printed_is_told_on_standard_error(command: Command) -> None:
    ended = command(*RUN, output=FULL)
    assert ended.stderr.splitlines()[-1] == "conformant in all that was played"


def test_closed_standard_output_is_a_usage_error(command: Command) -> None:
    ended = command(*RUN, prologue="import os; os.close(1); sys.stdout = None")
    assert ended.stderr == "standard output is closed; '> /dev/null' drops what is printed\n"
    assert ended.returncode == 2


def test_closed_standard_error_changes_nothing(command: Command) -> None:
    ended = command(*RUN, prologue="import os; os.close(2); sys.stderr = None")
    assert ended.returncode == 0


def test_a_letter_that_cannot_be_shown_is_written_out(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    ended = command("doctor", "--adapter", "r\u00fcde")
    assert "r\\xfcde" in ended.stderr
    assert ended.returncode == 2


def without_reader(*words: str) -> subprocess.CompletedProcess[str]:
    """The command with standard output led to a pipe that nobody reads any more."""
    read, write = os.pipe()
    os.close(read)
    try:
        return subprocess.run(
            [sys.executable, "-m", "conformance", *words],
            stdout=write,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(write)


def test_a_reader_that_has_gone_does_not_change_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wrong_game.py").write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    ended = without_reader("run", "--adapter", "wrong_game:Wrong", "--corpus", CORPUS)
    assert (ended.returncode, ended.stderr) == (1, "")


def test_a_reader_that_has_gone_too_early_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    ended = without_reader("doctor", "--adapter", "reference")
    assert (ended.returncode, ended.stderr) == (141, "")


@pytest.mark.parametrize(("name", "told"), [("SIGINT", "Ctrl-C"), ("SIGTERM", "SIGTERM")])
@pytest.mark.parametrize(
    "module", ["argparse", "conformance.commands.run", "pytest", "conformance.session.display"]
)
def test_a_run_that_is_broken_off_while_it_is_loaded_is_incomplete(
    command: Command, module: str, name: str, told: str
) -> None:
    ended = command(*RUN, prologue=BROKEN_OFF.format(module=module, name=name))
    assert ended.stderr == f"interrupted ({told})\n"
    assert ended.returncode == 12


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_other_commands_that_are_broken_off_exit_as_shells_have_it(
    command: Command, name: str, code: int
) -> None:
    ended = command("list", prologue=BROKEN_OFF.format(module="conformance.commands.list", name=name))
    assert ended.stderr.startswith("interrupted (")
    assert ended.stderr.count("\n") == 1
    assert ended.returncode == code


def test_signals_wait_until_a_process_is_guarded() -> None:
    held: list[str] = []

    def start() -> None:
        with held_signals():
            signal.raise_signal(signal.SIGINT)
            held.append("the rest of the block")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert held == ["the rest of the block"]
