"""Writing the page of a run while it goes on: what is there is never the page of another run."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from conformance.lines import CaseLine, Footer, HandsLine, Header, Interrupted, RandomLine
from conformance.outputs import Output, OutputError
from conformance.report.html.page import report_page
from conformance.report.reading import Stream


class PageWriter:
    """Collects the lines of a run as a `conformance.report.stream.ReportWriter` does. Until the end the file
    holds a page that says that the run did not finish. `name` stands for an implementation that has not said
    its own. Everything raises `OutputError` where it cannot be written."""

    def __init__(self, path: Path, name: str) -> None:
        self._file = Output(path)
        self._name = name
        self._header: Header | None = None
        self._order: list[str] = []
        self._lines: dict[str, CaseLine] = {}
        try:
            self._write(None)
        except OutputError:
            self.close()
            raise

    def begin(self, header: Header) -> None:
        self._header = header
        self._write(None)

    def expect(self, order: Sequence[str]) -> None:
        """The ids of all cases that there will be lines for."""
        self._order = list(order)

    def add(self, line: CaseLine) -> None:
        self._lines[line.id] = line

    def end(self, last: Footer | Interrupted, beside: Sequence[HandsLine | RandomLine] = ()) -> None:
        """Write the page of the whole run; if there is no room for it, none that looks whole is left."""
        try:
            self._write(last, beside)
        except OutputError:
            self._lines.clear()
            with suppress(OutputError):
                self._write(None)
            raise
        finally:
            self.close()

    def close(self) -> None:
        """Let others have the file. May be called twice."""
        self._file.close()

    def _write(self, end: Footer | Interrupted | None, beside: Sequence[HandsLine | RandomLine] = ()) -> None:
        lines = tuple(self._lines[name] for name in self._order if name in self._lines)
        hands = tuple(line for line in beside if isinstance(line, HandsLine))
        random = tuple(line for line in beside if isinstance(line, RandomLine))
        page = report_page([Stream(self._name, self._header, lines, end, hands=hands, random=random)])
        self._file.rewrite(page.encode())
