"""The guard's own program: a process that outlives the kit by a moment and ends what the kit has left behind.

It is run by its path, with nothing but the standard library. Its standard input has a line for every process
group: ``+1234`` when the kit has started it, ``-1234`` when it is known to have ended. The end of input means
that the kit is gone, however it went; what is still on the list is then ended.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterable

GRACE = 1.0
"""Seconds between asking and killing."""


def remaining(lines: Iterable[str]) -> set[int]:
    """The groups that are on the list when the input ends."""
    groups: set[int] = set()
    for line in lines:
        group = int(line[1:])
        if line.startswith("+"):
            groups.add(group)
        else:
            groups.discard(group)
    return groups


def signal_all(groups: Iterable[int], number: int) -> list[int]:
    """Sends a signal to every group; returns those that were still there."""
    there = []
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)
            there.append(group)
    return there


def main() -> None:
    """Wait for the end of input, then end what is left."""
    groups = remaining(sys.stdin)
    left = signal_all(groups, signal.SIGTERM)
    deadline = time.monotonic() + GRACE
    while left and time.monotonic() < deadline:
        time.sleep(0.02)
        left = signal_all(left, 0)
    signal_all(left, signal.SIGKILL)


if __name__ == "__main__":
    main()
