"""What a stage finds wrong, and what was on the wire when it did."""

from __future__ import annotations

from conformance.adapters.protocol import Ending, Lost, LostKind
from conformance.trace import NO_TRACE, Trace


class Trouble(Exception):
    """A stage failed. `what` is wrong, `step` is the one thing to do next, `right` a message as it should be.

    `stderr` is the end of what the adapter wrote to standard error, where that may tell more; `lost` is how
    the connection was lost, if it was.
    """

    def __init__(self, what: str, step: str, right: str = "", lost: Lost | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.step = step
        self.right = right
        self.stderr = lost.stderr_tail if lost else ""
        self.lost = lost.kind if lost else None


class Listener(Trace):
    """Remembers what was sent since it was told to begin, and the last line that came, and passes everything
    on. `sent_before` is what had been sent before that; `received_line` is None while nothing has come."""

    def __init__(self, other: Trace = NO_TRACE) -> None:
        self._other = other
        self.sent_lines: list[str] = []
        self.sent_before: list[str] = []
        self.received_line: str | None = None
        self.loss: tuple[LostKind, str] | None = None

    def begin(self) -> None:
        """Something is asked from now on; nothing is lost yet."""
        self.sent_before = self.sent_lines or self.sent_before
        self.sent_lines = []
        self.received_line = None
        self.loss = None

    def started(self, command: str) -> None:
        self._other.started(command)

    def sent(self, data: bytes) -> None:
        self.sent_lines += [line.decode("utf-8") for line in data.splitlines()]
        self.received_line = None
        self._other.sent(data)

    def received(self, line: bytes) -> None:
        self.received_line = line.decode("utf-8", "backslashreplace")
        self._other.received(line)

    def lost(self, kind: LostKind, detail: str) -> None:
        self.loss = kind, detail
        self._other.lost(kind, detail)

    def ended(self, ending: Ending) -> None:
        self._other.ended(ending)

    def flush(self) -> None:
        self._other.flush()
