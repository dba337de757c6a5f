"""The stages in order, up to the first that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from conformance.adapters.protocol import Adapter
from conformance.doctor.greeting import Greeting
from conformance.doctor.patient import Patient
from conformance.doctor.play import Play
from conformance.doctor.ranks import Ranks
from conformance.doctor.trouble import Listener, Trouble


class Stage(NamedTuple):
    """One check: what should be true, and the function that finds out and has a word to add."""

    title: str
    check: Callable[[], str]


class Passed(NamedTuple):
    """A stage that went well; `note` may add something."""

    title: str
    note: str


class Failed(NamedTuple):
    """The stage that failed and what was on the wire; `rest` are the stages that were not reached."""

    title: str
    trouble: Trouble
    sent: str
    got: str
    rest: tuple[str, ...]


def visit(adapter: Adapter, listener: Listener, rules: str | None) -> Iterator[Passed | Failed]:
    """What every stage finds; the last may be `Failed`. `AdapterError` if the adapter cannot be tried."""
    over_http = adapter.spec.startswith(("http://", "https://"))
    patient = Patient(adapter.connect(), listener, over_http=over_http)
    greeting = Greeting(patient, rules)
    try:
        for found in _go(patient, _first(greeting)):
            if isinstance(found, Failed):
                yield found._replace(rest=(*found.rest, "all that comes after"))
                return
            yield found
        yield from _go(patient, _later(patient, greeting))
    finally:
        patient.close()


def _go(patient: Patient, stages: list[Stage]) -> Iterator[Passed | Failed]:
    for place, stage in enumerate(stages):
        try:
            yield Passed(stage.title, stage.check())
        except Trouble as trouble:
            rest = tuple(later.title for later in stages[place + 1 :])
            yield Failed(stage.title, trouble, patient.sent_line(), patient.got_line(), rest)
            return


def _first(greeting: Greeting) -> list[Stage]:
    return [
        Stage("it starts", greeting.starts),
        Stage("it answers hello", greeting.answers),
        Stage("what it claims can be tried", greeting.claims),
    ]


def _later(patient: Patient, greeting: Greeting) -> list[Stage]:
    """The stages that fit what is claimed."""
    stages: list[Stage] = []
    if greeting.table is not None:
        play = Play(patient, greeting.table)
        stages += [
            Stage("its views have the right form", play.shapes),
            Stage("the shortest hand goes as it should", play.hand),
            Stage("what is forbidden is refused and changes nothing", play.refusal),
        ]
        if patient.claims("menu"):
            stages.append(Stage("its menus have the right form", play.menus))
        stages.append(Stage("the same hand brings the same replies", play.twice))
    if greeting.ranking is not None:
        ranks = Ranks(patient, greeting.ranking)
        stages += [
            Stage("it ranks hands", ranks.ranks),
            Stage("the same hands rank the same", ranks.twice),
            Stage("a hand that cannot be is refused", ranks.refusal),
        ]
    if not patient.over_http:  # a server is not told to end
        stages.append(Stage("it ends when told so", patient.takes_leave))
    return stages
