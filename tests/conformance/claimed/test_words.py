"""What is wrong with a view is told in words, with whose view it is."""

from __future__ import annotations

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject
from conformance.report.failure import failure_lines

from .conftest import Judge, Look, Telling


def told(judged: Judge, tell: Telling) -> str:
    line = next(line for line in judged("brazilian-pingo", tell) if line.fault is not None)
    return "\n".join(failure_lines(line, "again"))


def test_a_key_that_is_missing(judged: Judge) -> None:
    text = told(judged, lambda view, *_: {key: value for key, value in view.items() if key != "owes"})
    assert "the view is not of the form that is claimed" in text
    assert "owes: expected a whole number of at least 0, got nothing at all" in text


def test_a_seat_that_sees_too_much(judged: Judge) -> None:
    def tell(view: JsonObject, seat: Json, look: Look) -> JsonObject:
        return view if seat != 0 else {**view, "peek": look(1)["hand"]}

    text = told(judged, tell)
    assert "the view of seat 0 tells cards that its viewer may not know" in text
    assert "peek: expected nothing, got" in text
