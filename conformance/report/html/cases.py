"""A case with all that there is to show of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from conformance.again import replay_again, run_again, terms_of
from conformance.lines import CaseLine, ClauseLine, Header
from conformance.report.failure import fault_lines
from conformance.report.html.rankings import RankedHand, ranked_hands
from conformance.report.html.steps import StepPage, pages_of
from conformance.report.html.table import Panel
from conformance.wording import table_in_words


class ClausePage(NamedTuple):
    """A clause in our words; `kind` is empty where only its text is known."""

    id: str
    kind: str
    text: str


class Trouble(NamedTuple):
    """What is wrong: in a line, then in detail. `step` is the step that it shows in, 0 the set-up."""

    said: str
    details: tuple[str, ...]
    step: int


class Course(NamedTuple):
    """All that happened. `panels` are the different seats in all pictures, each with its place here as its
    number; `opened` is the step to begin with."""

    table: str
    steps: tuple[StepPage, ...]
    panels: Mapping[Panel, int]
    ranking: tuple[RankedHand, ...]
    opened: int


class CasePage(NamedTuple):
    """A case. `again` plays it once more, `replay` shows it; `anchor` begins the ids in the page."""

    line: CaseLine
    anchor: str
    clauses: tuple[ClausePage, ...]
    trouble: Trouble | None
    course: Course
    again: str
    replay: str


def case_page(header: Header, line: CaseLine, anchor: str) -> CasePage:
    """Everything about one case of the report that the header is of."""
    steps = tuple(pages_of(line, header.claims.capabilities))
    trouble = _trouble(line)
    return CasePage(
        line=line,
        anchor=anchor,
        clauses=tuple(_clauses(line, header.clauses)),
        trouble=trouble,
        course=Course(
            table=table_in_words(line.course.setup),
            steps=steps,
            panels=_panels(steps),
            ranking=ranked_hands(line.course.steps),
            opened=min(trouble.step, len(steps) - 1) if trouble and steps else 0,
        ),
        again=run_again(terms_of(header), line.id),
        replay=replay_again(terms_of(header), line.id),
    )


def _trouble(line: CaseLine) -> Trouble | None:
    if line.fault is None:
        return None
    said, *details = fault_lines(line.fault, has_steps=line.about.kind == "case")
    return Trouble(said.strip(), tuple(detail[4:] for detail in details), line.fault.step + 1)


def _clauses(line: CaseLine, known: Mapping[str, ClauseLine]) -> Iterator[ClausePage]:
    """What the fault offends first, then what else the case is about."""
    offended = {} if line.fault is None else line.fault.clauses
    for name in dict.fromkeys([*offended, *line.about.clauses]):
        clause = known.get(name)
        if clause is not None:
            yield ClausePage(name, clause.kind, clause.text)
        else:
            yield ClausePage(name, "", offended.get(name, ""))


def _panels(steps: tuple[StepPage, ...]) -> dict[Panel, int]:
    panels: dict[Panel, int] = {}
    for step in steps:
        for panel in step.picture.panels if step.picture else ():
            panels.setdefault(panel, len(panels))
    return panels
