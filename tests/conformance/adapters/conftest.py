"""Adapters that go wrong, and a watch on what they leave behind."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conformance.adapters.limits import Limits
from conformance.adapters.stdio import StdioAdapter

BROKEN = Path(__file__).parent / "broken"
PATIENT = Limits(first=20.0, later=20.0, grace=0.5)
"""For adapters that have to be waited for: a slow machine is no fault."""
BRIEF = Limits(first=20.0, later=0.6, grace=0.3)
"""For adapters that hang once they have started."""

Start = Callable[..., StdioAdapter]


def command(name: str, *arguments: str) -> str:
    """A spec that runs a script of the folder of broken adapters."""
    return "stdio: " + shlex.join([sys.executable, str(BROKEN / name), *arguments])


@pytest.fixture
def misbehaving(mark: str) -> Start:
    """An adapter that goes wrong in the named way; `mark` sees to it that nothing of it stays."""

    def adapter(way: str, limits: Limits = PATIENT) -> StdioAdapter:
        return StdioAdapter(command("misbehave.py", way), limits)

    return adapter


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


ANSWERING = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    before = {before!r}
    exec(before)
    params, method = message["params"], message["method"]
    result = {{"did": method, "in": params.get("session"), "pad": params.get("pad")}}
    print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}), flush=True)
    if method == "bye":
        break
"""


@pytest.fixture
def answering() -> Callable[[str, Limits], StdioAdapter]:
    """An adapter that repeats what it is told, and carries out a statement before every reply."""

    def adapter(before: str, limits: Limits) -> StdioAdapter:
        program = ANSWERING.format(before=before)
        return StdioAdapter("stdio: " + shlex.join([sys.executable, "-c", program]), limits)

    return adapter
