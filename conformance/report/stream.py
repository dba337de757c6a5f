"""Writing a report line by line, in the order of the corpus whatever the order of the verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from conformance.lines import CaseLine, Footer, HandsLine, Header, Interrupted, RandomLine, encode_line
from conformance.outputs import Output


class ReportWriter:
    """Writes to `path`, which is emptied at once: an old report never passes for the new one.

    Everything raises `OutputError` where it cannot be written. A line is whole or not there at all.
    """

    def __init__(self, path: Path) -> None:
        self._file = Output(path)
        self._order: list[str] = []
        self._next = 0
        self._waiting: dict[str, CaseLine] = {}

    def begin(self, header: Header) -> None:
        self._file.write(encode_line(header))

    def expect(self, order: Sequence[str]) -> None:
        """The ids of all cases that there will be lines for."""
        self._order = list(order)

    def add(self, line: CaseLine) -> None:
        """Keep a line until all before it are written."""
        self._waiting[line.id] = line
        while self._next < len(self._order) and self._order[self._next] in self._waiting:
            self._file.write(encode_line(self._waiting.pop(self._order[self._next])))
            self._next += 1

    def end(self, last: Footer | Interrupted, beside: Sequence[HandsLine | RandomLine] = ()) -> None:
        """Write what is left, the lines of what was done beside the cases, and the last line."""
        for name in self._order[self._next :]:
            if name in self._waiting:
                self._file.write(encode_line(self._waiting[name]))
        for line in beside:
            self._file.write(encode_line(line))
        self._file.write(encode_line(last))
        self.close()

    def close(self) -> None:
        """No more will come; without `end` the report shows that it is incomplete. May be called twice."""
        self._file.close()
