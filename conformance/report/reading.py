"""Reading reports again, also those of runs that did not finish."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from conformance.lines import (
    FORMAT,
    CaseLine,
    Footer,
    HandsLine,
    Header,
    Interrupted,
    Line,
    RandomLine,
    decode_line,
)
from conformance.report.summary import random_statuses, statuses


class ReportError(ValueError):
    """A file that is no report of this format: where, and why."""

    def __init__(self, path: Path, number: int, reason: str) -> None:
        super().__init__(f"{path}:{number}: {reason}" if number else f"{path}: {reason}")


class Stream(NamedTuple):
    """A report. `header` is None where the adapter could not even say hello; `end` is None where the report
    breaks off, in the middle of a line if `torn`. `hands`: packs of which every hand was asked;
    `random`: what came of random play."""

    name: str
    header: Header | None
    lines: tuple[CaseLine, ...]
    end: Footer | Interrupted | None
    torn: bool = False
    hands: tuple[HandsLine, ...] = ()
    random: tuple[RandomLine, ...] = ()

    @property
    def drawn(self) -> tuple[CaseLine, ...]:
        """The cases that a page can show: those of the corpus, then those that random play has found."""
        found = [line.finding.case for line in self.random if line.finding is not None]
        return (*self.lines, *(case for case in found if case is not None and case.fault is not None))

    @property
    def finished(self) -> bool:
        """Whether every case of the selection has its line."""
        return isinstance(self.end, Footer)

    @property
    def why_unfinished(self) -> str:
        """What is known about that; empty if it did finish."""
        match self.end:
            case Footer():
                return ""
            case Interrupted(reason=reason):
                return reason
            case None:
                number = len(self.lines)
                return f"the report breaks off after {number} verdicts" if number else "there is no verdict"


def read_stream(path: Path) -> Stream:
    """The report in a file; `ReportError` if it holds none, or more than one."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ReportError(path, 0, f"cannot be read: {error.strerror}") from error
    return _Reader(path).read(content)


def _is_line(text: bytes) -> bool:
    try:
        decode_line(text)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


class _Reader:
    """Puts the lines of one file together."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, content: bytes) -> Stream:
        *whole, rest = content.split(b"\n")
        torn = bool(rest) and not _is_line(rest)
        if rest and not torn:
            whole.append(rest)
        if torn and not whole and not rest.lstrip().startswith(b"{"):
            raise ReportError(self._path, 1, "no line of a report, not even the beginning of one")
        stream = self._read(enumerate(whole, start=1))
        if torn and stream.end is not None:
            raise ReportError(self._path, len(whole) + 1, "more follows after the end of the report")
        return stream._replace(torn=torn)

    def _read(self, texts: Iterator[tuple[int, bytes]]) -> Stream:
        header: Header | None = None
        lines: dict[str, CaseLine] = {}
        hands: dict[str, HandsLine] = {}
        random: dict[str, RandomLine] = {}
        end: Footer | Interrupted | None = None
        number = 0
        for number, text in texts:
            line = self._decode(number, text)
            if end is not None:
                raise ReportError(self._path, number, "more follows after the end of the report")
            match line:
                case Header():
                    if number != 1:
                        raise ReportError(
                            self._path, number, "a second report begins; merge puts them together"
                        )
                    header = self._checked(line)
                case CaseLine(id=name):
                    if header is None:
                        raise ReportError(self._path, number, "a report begins with its header")
                    if name in lines:
                        raise ReportError(self._path, number, f"{name} has a line already")
                    lines[name] = line
                case HandsLine():
                    hands[line.pack.name] = line
                case RandomLine(rules=rules):
                    if rules in random:
                        raise ReportError(self._path, number, f"random play of {rules} has a line already")
                    random[rules] = line
                case Footer() | Interrupted():
                    end = line
        stream = Stream(self._path.name, header, tuple(lines.values()), end, hands=tuple(hands.values()))
        stream = stream._replace(random=tuple(random.values()))
        if isinstance(end, Footer) and end.statuses != statuses(stream.lines):
            raise ReportError(self._path, number, "the footer counts other cases than there are")
        if isinstance(end, Footer) and end.random != random_statuses(stream.random):
            raise ReportError(self._path, number, "the footer counts other random play than there is")
        return stream

    def _decode(self, number: int, text: bytes) -> Line:
        try:
            return decode_line(text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise ReportError(self._path, number, f"no line of a report: {error}") from error

    def _checked(self, header: Header) -> Header:
        if header.format != FORMAT:
            raise ReportError(self._path, 1, f"has format {header.format}; this kit reads format {FORMAT}")
        return header
