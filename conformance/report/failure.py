"""A failed case in a screenful: the steps up to the fault, what was expected and what came, and why.

Everything is taken from the case's line in the report, so that a report can be read again later.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Final

from conformance.adapters.protocol import Json
from conformance.lines import CaseLine, DifferenceLine, FaultLine, StepLine
from conformance.visible import visible_line
from conformance.wording import (
    LOST_WORDS,
    WIDTH,
    action_in_words,
    actor_in_words,
    cut,
    menu_in_words,
    said,
    table_in_words,
    value_in_words,
)

MOST_LINES: Final = 30
MOST_STEPS: Final = 10
MOST_DIFFERENCES: Final = 6
MOST_CLAUSES: Final = 2
MOST_SAID: Final = 6
"""Lines of standard error."""

OF_PROTOCOL: Final = "  this is no difference about the ruling but a fault of protocol, and counts"

_SAID: Final = {
    "refused": "what is legal was refused",
    "accepted": "what is forbidden was accepted",
    "wrong_code": "refused for another reason",
    "wrong_clause": "refused under another clause",
    "no_object": "the result is no object",
    "denied": "it says that it does not support what it claims",
    "broke": "it broke",
}
_PARTS: Final = {
    "menu": "before the step the menu is another",
    "then": "after the step the view differs",
    "check": "the view differs",
    "sees": "the seat's view differs",
    "hides": "the seat sees what it should not",
    "ranking": "the hands rank otherwise",
}
_STANDING: Final = {
    "form": "is not of the form that is claimed",
    "hidden": "tells cards that its viewer may not know",
    "events": "has events that do not tell what has happened",
}
"""What is asked of every view, whatever the step says."""


def failure_lines(line: CaseLine, again: str) -> list[str]:
    """At most 30 lines on a case that did not pass; `again` is the command that plays it once more."""
    fault = line.fault
    if fault is None:
        return []
    told = [
        cut(f"{line.id}  {line.about.title}", WIDTH),
        f"  {line.about.rules}, {line.about.level}; {table_in_words(line.course.setup)}",
        *_steps(line.course.steps, fault.step),
        *fault_lines(fault, has_steps=line.about.kind == "case"),
    ]
    if fault.protocol and line.about.level == "ruling":
        told.append(OF_PROTOCOL)
    why = list(_clauses(fault.clauses))
    last = f"  again: {again}"
    room = MOST_LINES - 1 - len(why)
    return [visible_line(line) for line in (*told[:room], *why, last)]


def _steps(steps: list[StepLine], fault: int) -> Iterator[str]:
    """The last steps up to the fault. The first line of `steps` is the set-up where the case has steps."""
    shown = steps[1 : fault + 2]
    if len(shown) > MOST_STEPS:
        yield f"  ...  steps 1 to {len(shown) - MOST_STEPS}"
    for place, step in list(enumerate(shown, start=1))[-MOST_STEPS:]:
        yield cut(f"  {place:3}  {_step(step)}", WIDTH)


def _step(step: StepLine) -> str:
    who = actor_in_words(step.seat)
    action = action_in_words(step.action or {})
    match step.what:
        case "do":
            return f"{who}: {action}"
        case "try":
            return f"{who} tries: {action}"
        case "seat_view":
            return f"{who} looks"
        case _:
            return "the view is checked"


def fault_lines(fault: FaultLine, *, has_steps: bool) -> Iterator[str]:
    """What is wrong and where, without the clauses."""
    return map(visible_line, _fault_lines(fault, has_steps=has_steps))


def _fault_lines(fault: FaultLine, *, has_steps: bool) -> Iterator[str]:
    where = f"step {fault.step + 1}" if has_steps and fault.step >= 0 else "the set-up"
    if not has_steps:
        where = "the reply"
    yield f"  {where}: {_said(fault)}"
    if fault.kind in ("accepted", "wrong_code", "wrong_clause", "refused"):
        yield f"    expected  {_refusal(fault.expected)}"
        yield f"    got       {_refusal(fault.got)}"
    elif not fault.differences and fault.kind != "unplayable":
        yield f"    expected  {_plain(fault.expected)}"
        yield f"    got       {_plain(fault.got)}"
    for difference in fault.differences[:MOST_DIFFERENCES]:
        yield from _difference(difference, in_words=_standing(fault.part) != fault.part)
    if len(fault.differences) > MOST_DIFFERENCES:
        yield f"    and {len(fault.differences) - MOST_DIFFERENCES} more differences"
    if isinstance(fault.got, dict) and isinstance(fault.got.get("stderr"), str):
        for line in said(str(fault.got["stderr"]), MOST_SAID):
            yield cut(f"    stderr    {line}", WIDTH)


def _said(fault: FaultLine) -> str:
    match fault.kind:
        case "differs":
            return _PARTS.get(fault.part) or _standing(fault.part)
        case "changed":
            return f"the refused action changed {fault.part}"
        case "unplayable":
            return f"the case cannot be played on: {_plain(fault.got)}"
        case "lost":
            way = fault.got.get("kind") if isinstance(fault.got, dict) else None
            return next((words for kind, words in LOST_WORDS.items() if kind == way), "no reply came")
        case other:
            return _SAID[other]


def _standing(part: str) -> str:
    """What is wrong with a view, and whose it is, if not the referee's."""
    what, _, viewer = part.partition(" for ")
    if what not in _STANDING:
        return part
    return f"the view {f'of {viewer} ' if viewer else ''}{_STANDING[what]}"


def _refusal(told: Json) -> str:
    """What a refusal says: its code, clause and message."""
    if not isinstance(told, dict):
        return _plain(told)
    code, clause, message = told.get("code"), told.get("clause"), told.get("message")
    words = [f"refused with {code}" if code else "refused without a code"]
    if clause:
        words.append(f"under {clause}")
    if message and message != code:
        words.append(f"({message})")
    return cut(" ".join(words))


def _plain(value: Json) -> str:
    match value:
        case {"kind": str(kind), "detail": str(detail)}:
            return cut(f"{kind}: {detail}")
        case {"code": code, "message": str(message)}:
            return cut(f"error {code}: {message}")
        case str():
            return cut(value)
        case _:
            return value_in_words(value)


def _difference(difference: DifferenceLine, *, in_words: bool) -> Iterator[str]:
    """One key. `in_words`: if what is expected is a text, it tells the form of the value."""
    key, wanted = difference.key, difference.expected
    expected = wanted if in_words and isinstance(wanted, str) else value_in_words(wanted)
    match difference.how:
        case "menu":
            if difference.expected:
                yield cut(f"    {key} lacks  {menu_in_words(difference.expected)}", WIDTH)
            if difference.got:
                yield cut(f"    {key} also has  {menu_in_words(difference.got)}", WIDTH)
        case "no_menu":
            yield cut(f"    {key} is no menu: {value_in_words(difference.got)}", WIDTH)
        case "absent":
            yield f"    {key}: expected {expected}, got nothing at all"
        case "shown":
            yield f"    {key}: expected nothing, got {value_in_words(difference.got)}"
        case _:
            yield f"    {key}: expected {expected}"
            yield f"    {' ' * len(key)}  got      {value_in_words(difference.got)}"


def _clauses(clauses: Mapping[str, str]) -> Iterator[str]:
    """The clauses in words, each in at most three lines."""
    for name, text in list(clauses.items())[:MOST_CLAUSES]:
        yield from textwrap.wrap(
            f"{name}: {text}",
            WIDTH,
            initial_indent="  ",
            subsequent_indent="    ",
            max_lines=3,
            placeholder=" ...",
        )
