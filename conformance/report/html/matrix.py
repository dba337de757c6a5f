"""Clauses by implementations: how many of its cases each one passes, and which those are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from conformance.lines import CaseLine, ClauseLine
from conformance.report.html.cases import ClausePage
from conformance.report.html.cleaning import anchor
from conformance.report.html.overview import case_anchor
from conformance.report.reading import Stream
from conformance.verdicts import NOT_PLAYED


class Cell(NamedTuple):
    """What one implementation makes of a clause: in short, in words, and a tone: good, bad or none."""

    text: str
    words: str
    tone: str


class CaseState(NamedTuple):
    """What became of a case; `anchor` where more is told of it, else empty."""

    text: str
    tone: str
    anchor: str


class CaseRow(NamedTuple):
    """A case with its state for every implementation."""

    line: CaseLine
    states: tuple[CaseState, ...]


class ClauseRow(NamedTuple):
    """A clause with its cells and its cases."""

    clause: ClausePage
    anchor: str
    cells: tuple[Cell, ...]
    cases: tuple[CaseRow, ...]


class Matrix(NamedTuple):
    """`rows` by rule set; `untested`: clauses that no case of the reports is about, with the reason if it
    is known."""

    rows: Mapping[str, tuple[ClauseRow, ...]]
    untested: tuple[tuple[ClausePage, str], ...]


class _Report(NamedTuple):
    """The lines of a report by clause and by id, each with its id in the page."""

    by_clause: Mapping[str, list[CaseLine]]
    by_id: Mapping[str, CaseLine]
    anchors: Mapping[str, str]


def matrix(streams: Mapping[str, Stream]) -> Matrix:
    """The matrix of reports by the keys of their ids in the page."""
    clauses: dict[str, ClauseLine] = {}
    for stream in streams.values():
        clauses |= stream.header.clauses if stream.header else {}
    reports = [_read(stream, key) for key, stream in streams.items()]
    rows: dict[str, list[ClauseRow]] = {}
    untested: list[tuple[ClausePage, str]] = []
    for place, (name, clause) in enumerate(clauses.items()):
        page = ClausePage(name, clause.kind, clause.text)
        row = ClauseRow(
            clause=page,
            anchor=f"clause.{anchor(name, place)}",
            cells=tuple(_cell(report.by_clause.get(name, [])) for report in reports),
            cases=tuple(_cases(name, reports)),
        )
        if row.cases:
            rows.setdefault(clause.rules, []).append(row)
        else:
            untested.append((page, clause.why_not))
    return Matrix({rules: tuple(some) for rules, some in rows.items()}, tuple(untested))


def _read(stream: Stream, key: str) -> _Report:
    by_clause: dict[str, list[CaseLine]] = {}
    for line in stream.lines:
        for name in line.about.clauses:
            by_clause.setdefault(name, []).append(line)
    return _Report(
        by_clause=by_clause,
        by_id={line.id: line for line in stream.lines},
        anchors={line.id: case_anchor(key, line, place) for place, line in enumerate(stream.lines)},
    )


def _cell(lines: Sequence[CaseLine]) -> Cell:
    played = [line for line in lines if line.status not in NOT_PLAYED]
    passed = sum(line.status == "passed" for line in played)
    if not played:
        return Cell("-", f"none of {len(lines)} cases played", "none")
    words = f"{passed} of {len(played)} cases passed, {len(lines) - len(played)} not played"
    return Cell(f"{passed}/{len(played)}", words, "good" if passed == len(played) else "bad")


def _cases(clause: str, reports: Sequence[_Report]) -> Iterator[CaseRow]:
    """Every case about a clause that is in a report."""
    names = dict.fromkeys(line.id for report in reports for line in report.by_clause.get(clause, []))
    for name in names:
        lines = [report.by_id.get(name) for report in reports]
        states = tuple(
            _state(line, report.anchors.get(name, "")) for line, report in zip(lines, reports, strict=True)
        )
        yield CaseRow(next(line for line in lines if line is not None), states)


def _state(line: CaseLine | None, where: str) -> CaseState:
    if line is None:
        return CaseState("not in the report", "none", "")
    if line.status in NOT_PLAYED:
        return CaseState(f"{line.status.replace('_', ' ')}: {line.reason}", "none", "")
    if line.fault is None:
        return CaseState("passed", "good", "")
    known = ", known" if line.known else ""
    return CaseState(f"{line.status.replace('_', ' ')}{known}", "bad", where)
