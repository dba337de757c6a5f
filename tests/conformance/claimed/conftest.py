"""The corpus, and implementations that are the reference engine but for what they tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Json
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject
from conformance.corpus import Corpus, Entry, load_corpus
from conformance.exam import Exam
from conformance.index import entries_of
from conformance.lines import CaseLine
from conformance.runner import Runner
from conformance.verdicts import NOT_PLAYED


class Look(NamedTuple):
    """The right views of the seats of a session."""

    session: str
    view: Callable[[str, Json], JsonObject]

    def __call__(self, seat: int) -> JsonObject:
        return self.view(self.session, seat)


Telling = Callable[[JsonObject, Json, Look], JsonObject]
"""What is told in place of a view, to a seat or the referee (None)."""
Judge = Callable[..., list[CaseLine]]


class Teller(Reference):
    """Tells its views otherwise."""

    def __init__(self, tell: Telling, capabilities: Sequence[str] | None = None) -> None:
        super().__init__()
        self._tell = tell
        self._claims = capabilities

    def hello(self, protocol: Json, **more: Json) -> JsonObject:
        hello = super().hello(protocol, **more)
        return hello if self._claims is None else {**hello, "capabilities": [*self._claims]}

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        return self._told(session, super().new(session, rules, **params), None)

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        return self._told(session, super().act(session, actor, action), None)

    def view(self, session: str, seat: Json = None) -> JsonObject:
        return self._told(session, super().view(session, seat), seat)

    def _told(self, session: str, view: JsonObject, seat: Json) -> JsonObject:
        return self._tell(view, seat, Look(session, super().view))


@pytest.fixture(scope="package")
def corpus() -> Corpus:
    return load_corpus(None)


@pytest.fixture(scope="package")
def judged(corpus: Corpus) -> Judge:
    """What becomes of some entries of a rule set, with an implementation that tells its views so."""
    chosen: dict[str, list[Entry]] = {}
    for entry in entries_of(corpus):
        chosen.setdefault(entry.rules, []).append(entry)

    def judge(
        rules: str, tell: Telling, *, capabilities: Sequence[str] | None = None, every: int = 5
    ) -> list[CaseLine]:
        adapter = InProcessAdapter("telling", lambda: Teller(tell, capabilities))
        lines = Exam(Runner(adapter), corpus, {}).lines(chosen[rules][::every])
        return [line for line in lines if line.status not in NOT_PLAYED]

    return judge
