"""No process outlives the kit.

An orderly end goes through `atexit`. For every other end, by SIGKILL too, a guard process watches: it sees
its input end when the kit is gone. So the kit needs no signal handlers for that, which would be in the way
of pytest's and of a project's own. What comes while a process is being started waits until it is guarded.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Final

_PROGRAM: Final = Path(__file__).with_name("guardian.py")


class Guard:
    """The process groups that this process has to answer for."""

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._enders: dict[int, Callable[[], object]] = {}
        self._watcher: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        atexit.register(self.end_all)

    @property
    def watcher(self) -> int | None:
        """The guard process, if there is one."""
        return None if self._watcher is None else self._watcher.pid

    def add(self, group: int, end: Callable[[], object]) -> None:
        """Take a new process group on; `end` ends it and removes it again."""
        with self._lock:
            self._enders[group] = end
            self._tell(f"+{group}\n")

    def remove(self, group: int) -> None:
        """A process group has ended."""
        with self._lock:
            if self._enders.pop(group, None) is not None:
                self._tell(f"-{group}\n")

    def end_all(self) -> None:
        """End everything; the guard process too. A forked copy of this process owns nothing."""
        if os.getpid() != self._owner:
            return
        for end in list(self._enders.values()):
            end()
        with self._lock:
            if self._watcher is not None:
                _dismiss(self._watcher)
                self._watcher = None

    def _tell(self, line: str) -> None:
        if self._watcher is not None and self._watcher.poll() is not None:
            _dismiss(self._watcher)
            self._watcher = None
        if self._watcher is None:
            with contextlib.suppress(OSError):  # an orderly end needs no watcher
                self._watcher = _watch()
            line = "".join(f"+{group}\n" for group in self._enders)
        if self._watcher is not None and self._watcher.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._watcher.stdin.write(line.encode())


@contextlib.contextmanager
def held_signals() -> Iterator[None]:
    """Signals that would raise an exception wait until the block is over.

    They are not blocked as the system can do it: a process that is started within would inherit that.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield  # exceptions are raised in the main thread only
        return
    before = {
        number: handler
        for number in (signal.SIGINT, signal.SIGTERM)
        if callable(handler := signal.getsignal(number))
    }
    for number in before:
        signal.signal(number, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for first in came[:1]:
            signal.raise_signal(first)


@contextlib.contextmanager
def deaf_children() -> Iterator[None]:
    """Processes that are started within never hear Ctrl-C, which a terminal sends to all of a group: it is
    for the kit to end them. Here it waits until the block is over."""
    if sys.platform == "win32":  # other than on POSIX systems nothing is inherited
        yield
        return
    resource_tracker.ensure_running()  # when it is started it unblocks what is blocked
    with held_signals():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watch() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(_PROGRAM)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,
    )


def _dismiss(watcher: subprocess.Popen[bytes]) -> None:
    assert watcher.stdin is not None
    watcher.stdin.close()
    watcher.wait()


_guards: Final[dict[int, Guard]] = {}


def guard() -> Guard:
    """The guard of this very process, also after a fork."""
    pid = os.getpid()
    if pid not in _guards:
        _guards.clear()
        _guards[pid] = Guard()
    return _guards[pid]
