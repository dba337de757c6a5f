"""A case told step by step: what was done, what came of it, what the table looked like, who held what."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from conformance.convert import JsonObject
from conformance.corpus import Clause
from conformance.lines import CardsLine, CaseLine, StepLine
from conformance.report.colour import PLAIN, Paint
from conformance.report.failure import fault_lines
from conformance.visible import visible_line
from conformance.wording import (
    WIDTH,
    action_in_words,
    actor_in_words,
    cut,
    menu_in_words,
    table_in_words,
    value_in_words,
)

_INDENT = "       "


def replay_lines(line: CaseLine, clauses: Mapping[str, Clause], paint: Paint = PLAIN) -> Iterator[str]:
    """The whole case in text. The line has to tell its steps."""
    steps, fault, about = line.course.steps, line.fault, line.about
    yield paint.bold(visible_line(f"{line.id}  {about.title}"))
    yield visible_line(f"{about.rules}, {about.level}; {table_in_words(line.course.setup)}")
    for name in about.clauses:
        wrapped = textwrap.wrap(f"{name}: {clauses[name].text}", WIDTH, subsequent_indent="  ")
        yield from map(paint.faint, wrapped)
    for number, step in enumerate(steps):
        yield ""
        heading, *told = _step(number, step, steps[number - 1].cards if number else None)
        wrong = fault is not None and fault.step + 1 == number
        yield paint.bad(heading) if wrong else paint.bold(heading)
        yield from map(visible_line, told)
    yield ""
    if fault is None:
        yield paint.good("passed")
    else:
        yield paint.bad(line.status)
        yield from map(paint.bad, fault_lines(fault, has_steps=about.kind == "case"))


def _step(number: int, step: StepLine, before: CardsLine | None) -> Iterator[str]:
    yield cut(f"{number or '':>4}  {_deed(step)}", WIDTH)
    if step.reply is not None:
        yield from (f"{_INDENT}{line}" for line in _reply(step))
    if step.view is not None and step.what not in ("seat_view", "try"):
        yield from (f"{_INDENT}{line}" for line in _view(step.view))
    if step.cards is not None and step.cards.hands and step.cards != before:
        held = "; ".join(f"seat {seat}: {' '.join(hand)}" for seat, hand in step.cards.hands.items())
        yield from textwrap.wrap(
            f"hands  {held}", WIDTH, initial_indent=_INDENT, subsequent_indent=f"{_INDENT}  "
        )


def _deed(step: StepLine) -> str:
    match step.what:
        case "new":
            return "the session begins"
        case "do":
            return f"{actor_in_words(step.seat)}: {action_in_words(step.action or {})}"
        case "try":
            code, clause = step.expects.get("code"), step.expects.get("clause")
            under = f" under {clause}" if clause else ""
            deed = action_in_words(step.action or {})
            return f"{actor_in_words(step.seat)} tries: {deed} (to be refused: {code}{under})"
        case "seat_view":
            return f"{actor_in_words(step.seat)} looks"
        case "check":
            return "the view is checked"
        case other:
            return f"{other} {value_in_words(step.action)}"


def _reply(step: StepLine) -> Iterator[str]:
    """What the implementation said, where it was not simply a view; of a seat's view, what is its own."""
    assert step.reply is not None
    match step.reply:
        case {"answer": "a view"}:
            if step.what == "seat_view" and step.view is not None:
                yield f"sees {value_in_words(step.view.get('hand', []))}"
            elif step.what == "try":
                yield "it was accepted"
        case {"answer": answer}:
            yield cut(f"answer: {value_in_words(answer)}", WIDTH)
        case {"rejected": dict() as told}:
            clause = f" under {told['clause']}" if told.get("clause") else ""
            yield cut(f"refused: {told.get('code')}{clause} ({told.get('message')})", WIDTH)
        case other:
            yield cut(value_in_words(other), WIDTH)


def _view(view: JsonObject) -> Iterator[str]:
    words = [f"{name} {value_in_words(view[name])}" for name in ("pot", "stacks", "seats_in") if name in view]
    yield cut(f"{_phase(view)}; {', '.join(words)}", WIDTH)
    if view.get("menu"):
        yield cut(f"may {menu_in_words(view['menu'])}", WIDTH)
    if view.get("over"):
        yield cut(f"result {value_in_words(view.get('result'))}", WIDTH)


def _phase(view: JsonObject) -> str:
    actor = view.get("actor")
    phase = f"phase {view.get('phase')}"
    return phase if actor is None else f"{phase}, {actor_in_words(actor)} to act"
