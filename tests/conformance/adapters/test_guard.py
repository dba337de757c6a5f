"""However the kit ends, no process of an adapter stays."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.adapters.guard import Guard
from conformance.adapters.guardian import remaining
from conformance.adapters.stdio import StdioAdapter

BROKEN = Path(__file__).parent / "broken"
STUBBORN = "stdio: " + shlex.join([sys.executable, str(BROKEN / "misbehave.py"), "hangs_for_good"])

Living = Callable[[], list[str]]


def start(way: str) -> subprocess.Popen[bytes]:
    """A kit that has an adapter running."""
    kit = subprocess.Popen(
        [sys.executable, str(BROKEN / "kit.py"), STUBBORN, way],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert kit.stdout is not None
    assert kit.stdout.readline() == b"ready\n"
    kit.stdout.close()
    return kit


def all_gone(living: Living) -> bool:
    deadline = time.monotonic() + 15
    while living():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def test_a_running_adapter_is_seen_and_then_gone(
    living: Living, misbehaving: Callable[..., StdioAdapter]
) -> None:
    connection = misbehaving("nothing").connect()
    assert len([line for line in living() if "misbehave.py" in line]) == 1
    connection.close()
    assert not [line for line in living() if "misbehave.py" in line]


@pytest.mark.parametrize(
    ("way", "number"),
    [
        ("waits", signal.SIGINT),
        ("waits", signal.SIGTERM),
        ("waits", signal.SIGHUP),
        ("waits", signal.SIGKILL),
        ("awaits a reply", signal.SIGINT),
        ("awaits a reply", signal.SIGKILL),
    ],
)
def test_a_kit_that_is_killed_leaves_nothing(living: Living, way: str, number: int) -> None:
    kit = start(way)
    assert living()
    os.kill(kit.pid, number)
    kit.wait()
    assert all_gone(living)


@pytest.mark.parametrize(("way", "code"), [("returns", 0), ("raises", 1), ("exits", 5), ("exits at once", 6)])
def test_a_kit_that_forgets_its_adapter_leaves_nothing(living: Living, way: str, code: int) -> None:
    assert start(way).wait() == code
    assert all_gone(living)


def test_a_guard_that_was_killed_is_replaced() -> None:
    guard = Guard()
    guard.add(12345678, lambda: guard.remove(12345678))
    first = guard.watcher
    assert first is not None
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    guard.remove(12345678)
    assert guard.watcher not in (None, first)
    guard.end_all()
    assert guard.watcher is None


def test_the_guard_answers_for_what_has_not_ended() -> None:
    assert remaining(["+12\n", "+13\n", "-12\n", "+14\n"]) == {13, 14}
