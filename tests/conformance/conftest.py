"""A watch on the processes that a test leaves behind, and the command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A mark in the environment of everything that the test starts; afterwards all of it is gone."""
    mark = f"mark-{uuid.uuid4()}"
    monkeypatch.setenv("CARDRULES_TEST_MARK", mark)
    yield mark
    deadline = time.monotonic() + 10
    while left := _unguarded(mark):
        assert time.monotonic() < deadline, f"left behind: {left}"
        time.sleep(0.02)


@pytest.fixture
def living(mark: str) -> Callable[[], list[str]]:
    """What the test has started and still lives, guards included."""
    return lambda: _marked(mark)


@pytest.fixture
def command(mark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs ``conformance`` in an empty folder, with standard output led to a file if one is named."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str, prologue: str = "", output: str | None = None) -> subprocess.CompletedProcess[str]:
        argv: Sequence[str] = [sys.executable, "-m", "conformance", *words]
        if prologue:
            program = f"import sys\nfrom conformance.cli import main\n{prologue}\nsys.exit(main())"
            argv = [sys.executable, "-c", program, *words]
        kept = subprocess.PIPE if output is None else os.open(output, os.O_WRONLY)
        try:
            return subprocess.run(
                argv, stdin=subprocess.DEVNULL, stdout=kept, stderr=subprocess.PIPE, text=True, check=False
            )
        finally:
            if output is not None:
                os.close(kept)

    return run


def _unguarded(mark: str) -> list[str]:
    """The living processes with a mark, but for the guard, which stays as long as the tests run."""
    return [line for line in _marked(mark) if "guardian.py" not in line]


def _marked(mark: str) -> list[str]:
    return _by_proc(mark) if Path("/proc/self/environ").exists() else _by_ps(mark)


def _by_proc(mark: str) -> list[str]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
            environment = (folder / "environ").read_bytes()
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if mark.encode() in environment and state not in "ZX" and int(folder.name) != os.getpid():
            found.append(f"{folder.name} {line}")
    return found


def _by_ps(mark: str) -> list[str]:
    listed = subprocess.run(
        ["ps", "-A", "-E", "-ww", "-o", "pid=,command="], capture_output=True, text=True, check=True
    )
    return [line for line in listed.stdout.splitlines() if mark in line]
