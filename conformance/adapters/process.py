"""A command as a process group of its own, its three pipes pumped without ever blocking.

Whoever writes much before reading can lock up with a partner who does the same: here every wait is a wait
for any of the three pipes, so replies and standard error are taken in while requests go out.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from conformance.adapters.errors import Errors
from conformance.adapters.guard import guard, held_signals
from conformance.adapters.limits import DEFAULT_LIMITS, Limits
from conformance.adapters.protocol import AdapterError, Ending

_CHUNK: Final = 1 << 16
"""Bytes that are read at once, at most: few enough that room for them need not come from the system."""
_ROOM: Final = 1 << 20
"""Bytes that a pipe holds before its writer has to wait, where the system lets one say so."""
_UNHEARD: Final = 300
"""Bytes that are kept of what nobody listens to."""
_DRAIN: Final = 64
"""Chunks that are taken from the pipes of a process that has ended: more than a pipe can hold."""
_POLL: Final = 0.01
"""Seconds between two looks at something that cannot be waited for."""


class Process:
    """A running command. `incoming` is what it has written and nobody has taken yet, `errors` what it has
    said on standard error."""

    def __init__(self, words: Sequence[str], limits: Limits) -> None:
        self._limits = limits
        self.incoming = bytearray()
        self._outgoing = memoryview(b"")
        self.errors = Errors()
        self._deaf = False
        self.unheard = b""
        self._ending: Ending | None = None
        self._selector = selectors.DefaultSelector()
        with held_signals():
            self._running = _start(words)
            self._input, self._output, self._error = _pipes(self._running)
            for pipe in (self._input, self._output, self._error):
                os.set_blocking(pipe.fileno(), False)
                _widen(pipe)
            self._selector.register(self._output, selectors.EVENT_READ)
            self._selector.register(self._error, selectors.EVENT_READ)
            self._open = {self._output, self._error}
            guard().add(self._running.pid, self.end)

    @property
    def speaks(self) -> bool:
        """Whether its standard output is still open."""
        return self._output in self._open

    @property
    def runs(self) -> bool:
        """Whether it has not exited yet."""
        return self._running.poll() is None

    @property
    def stderr_tail(self) -> str:
        """The end of what it has written to standard error, as `Errors` keeps it."""
        return self.errors.text()

    def write(self, data: bytes) -> None:
        """Send more, as far as it is read; the rest goes out while pumping."""
        if self._input.closed:
            return
        if not self._outgoing:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        self._outgoing = memoryview(bytes(self._outgoing) + data)
        self._send()

    def pump(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds for any pipe and move what can be moved.

        Whether there was something on its standard output, were it the end.
        """
        spoke = False
        for key, _ in self._selector.select(max(timeout, 0.0)):
            if key.fileobj is self._input:
                self._send()
            elif key.fileobj is self._output:
                spoke = True
                self._hear(self._read(self._output))
            else:
                self.errors.add(self._read(self._error))
        return spoke

    def ignore_output(self) -> None:
        """What it writes to its standard output from now on is read and dropped, but for its beginning."""
        self._deaf = True
        self._note_unheard(bytes(self.incoming[:_UNHEARD]))
        self.incoming.clear()

    def exit_code(self, timeout: float) -> int | None:
        """Its exit code, a signal as a negative number; None if it still runs after `timeout` seconds."""
        deadline = time.monotonic() + timeout
        while self._running.poll() is None:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            if self._open:
                self.pump(min(left, _POLL))
            else:
                time.sleep(min(left, _POLL / 10))
        self._drain()
        return self._running.returncode

    def close_input(self) -> None:
        """Let its standard input end; what has not been read by then is not sent."""
        if self._outgoing:
            self._selector.unregister(self._input)
            self._outgoing = memoryview(b"")
        with contextlib.suppress(BrokenPipeError):
            self._input.close()

    def hurry(self) -> None:
        """Whoever waits has been interrupted: from now on it gets a moment to end, whatever was allowed."""
        self._limits = self._limits._replace(grace=min(self._limits.grace, DEFAULT_LIMITS.grace))

    def end(self) -> Ending:
        """End it and everything in its group, by force if a request does not help. Safe to call twice."""
        if self._ending is None:
            self._ending = self._end()
        return self._ending

    def _end(self) -> Ending:
        group = self._running.pid
        self.close_input()
        self.ignore_output()
        code = self.exit_code(0)
        if code is None:
            _signal(group, signal.SIGTERM)
            code = self.exit_code(self._limits.grace)
        if code is None:
            _signal(group, signal.SIGKILL)
            code = self._running.wait()
        left = self._end_group(group)
        self._drain()
        for pipe in (self._output, self._error):
            pipe.close()
        self._selector.close()
        guard().remove(group)
        return Ending(code if code >= 0 else None, -code if code < 0 else None, self.stderr_tail, left)

    def _end_group(self, group: int) -> bool:
        """End what the leader has left behind; whether there was anything.

        What is about to end by itself gets a moment. A process that has left the group cannot be ended, but
        betrays itself if it holds a pipe open.
        """
        if not _lives(group, self._limits.grace / 4):
            return self._is_held(self._limits.grace / 4)
        _signal(group, signal.SIGTERM)
        if _lives(group, self._limits.grace):
            _signal(group, signal.SIGKILL)
            _lives(group, self._limits.grace)
        return True

    def _is_held(self, timeout: float) -> bool:
        deadline = time.monotonic() + timeout
        while self._open and (left := deadline - time.monotonic()) > 0:
            self.pump(left)
        return bool(self._open)

    def _hear(self, data: bytes) -> None:
        if self._deaf:
            self._note_unheard(data)
        else:
            self.incoming += data

    def _note_unheard(self, data: bytes) -> None:
        self.unheard += data[: _UNHEARD - len(self.unheard)]

    def _drain(self) -> None:
        """Take what is left in the pipes of a process that has ended; no other writer is waited for."""
        for _ in range(_DRAIN):
            if not self._open or not self._selector.select(0):
                return
            self.pump(0)

    def _send(self) -> None:
        try:
            self._outgoing = self._outgoing[os.write(self._input.fileno(), self._outgoing) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self.close_input()
            return
        if not self._outgoing:
            self._selector.unregister(self._input)

    def _read(self, pipe: IO[bytes]) -> bytes:
        try:
            data = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return b""
        if not data:
            self._selector.unregister(pipe)
            self._open.discard(pipe)
        return data


def _start(words: Sequence[str]) -> subprocess.Popen[bytes]:
    if os.name != "posix":
        raise AdapterError(
            "stdio adapters need a POSIX system",
            "Put the implementation behind HTTP, or name module:callable.",
        )
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except FileNotFoundError as error:
        raise AdapterError(
            f"there is no command {words[0]!r}", "Is it installed, and is its path relative to this folder?"
        ) from error
    except (OSError, ValueError) as error:
        raise AdapterError(
            f"{words[0]!r} cannot be started: {error}", "Is it executable, and has a script its '#!' line?"
        ) from error


def _pipes(running: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert running.stdin is not None
    assert running.stdout is not None
    assert running.stderr is not None
    return running.stdin, running.stdout, running.stderr


def _widen(pipe: IO[bytes]) -> None:
    """Make room in a pipe, so that neither side waits for the other in the middle of a batch."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # others of this user have wide pipes enough
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _ROOM)


def _signal(group: int, number: int) -> bool:
    """Send a signal to a process group; whether there was one to send to."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):  # macOS: no permission if only dead ones are left
        return False
    return True


def _lives(group: int, timeout: float) -> bool:
    """Whether a process group still has living members after at most `timeout` seconds."""
    deadline = time.monotonic() + timeout
    while _signal(group, 0) and _has_living(group):
        if time.monotonic() >= deadline:
            return True
        time.sleep(_POLL)
    return False


def _has_living(group: int) -> bool:
    """Whether a group that exists has members that are not merely waiting to be buried, where /proc tells."""
    stats = list(Path("/proc").glob("[0-9]*/stat"))
    for stat in stats:
        with contextlib.suppress(OSError):
            state, _, of_group = stat.read_text(errors="replace").rpartition(")")[2].split()[:3]
            if int(of_group) == group and state not in "ZX":
                return True
    return not stats
