"""The wire kept in a file, for ``--trace``: JSON lines, in the order of what happened.

Every line has `at` (seconds since the trace began), `connection` (counted from 1) and `what`: ``started``,
``sent`` and ``received`` (with `line`, as it went over the wire), ``lost`` and ``ended``.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from conformance.adapters.protocol import Ending, Json, LostKind
from conformance.outputs import Output, OutputError
from conformance.wire import encode


class Trace:
    """Keeps nothing: what there is without ``--trace``."""

    def started(self, command: str) -> None:
        """A connection was made; what is said from now on belongs to it."""

    def sent(self, data: bytes) -> None:
        """One or more whole lines were sent."""

    def received(self, line: bytes) -> None:
        """A line was received; it may be no text at all."""

    def lost(self, kind: LostKind, detail: str) -> None:
        """No usable reply came."""

    def ended(self, ending: Ending) -> None:
        """The connection has ended."""

    def flush(self) -> None:
        """A good moment to write things down."""


NO_TRACE: Final = Trace()
_MOST_WAITING: Final = 1 << 16
"""Bytes that are kept before they are written, whether it is a good moment or not."""


class FileTrace(Trace):
    """Writes everything to a file; `OutputError` if there can be none.

    `trouble`: why it is not whole, else empty. What is said goes on without it.
    """

    def __init__(self, path: Path) -> None:
        self._file = Output(path)
        self._waiting = bytearray()
        self.trouble = ""
        self._began = time.monotonic()
        self._connection = 0

    def started(self, command: str) -> None:
        self._connection += 1
        self._write("started", {"command": command})

    def sent(self, data: bytes) -> None:
        for line in data.splitlines():
            self._write("sent", {"line": line.decode("utf-8")})

    def received(self, line: bytes) -> None:
        self._write("received", {"line": line.decode("utf-8", "backslashreplace")})

    def lost(self, kind: LostKind, detail: str) -> None:
        self._write("lost", {"kind": kind, "detail": detail})

    def ended(self, ending: Ending) -> None:
        self._write("ended", dict(ending._asdict()))
        self.flush()

    def flush(self) -> None:
        if self.trouble:
            return
        try:
            self._file.write(bytes(self._waiting))
        except OutputError as error:
            self.trouble = str(error)
        self._waiting.clear()

    def close(self) -> None:
        """No more will come. May be called twice."""
        if self._waiting:
            self.flush()
        self._file.close()

    def _write(self, what: str, rest: dict[str, Json]) -> None:
        at = round(time.monotonic() - self._began, 6)
        line: dict[str, Json] = {"at": at, "connection": self._connection, "what": what}
        if not self.trouble:
            self._waiting += encode({**line, **rest}) + b"\n"
        if len(self._waiting) > _MOST_WAITING:
            self.flush()
