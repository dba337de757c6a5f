"""Five short hands, an implementation that goes wrong in each of them, and reports about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Json, Rejection
from conformance.adapters.reference import Reference
from conformance.adoption import read_cases
from conformance.again import Terms
from conformance.convert import JsonObject
from conformance.corpus import Case, Corpus, load_corpus
from conformance.exam import Exam
from conformance.lines import CaseLine, FiguresLine, Footer, Header, Selection
from conformance.narrate import header_line
from conformance.report.reading import Stream
from conformance.report.summary import counted, statuses
from conformance.runner import Runner
from conformance.verdicts import CONFORMANT, FAILED, failures, figures_by_rules

HANDS: Final = Path(__file__).parent / "hands"
EVIL: Final = (
    "\"><script>alert(1)</script><img src=x onerror=alert(2)>\u202e\u200b'--><!-- {{ 7*7 }} </style>"
)
GAMES: Final = ("pingo", "invito", "progressive", "red-dog", "ton")


class Wrong(Reference):
    """Goes wrong once in each of the hands, in another way."""

    def hello(self, protocol: Json, **more: Json) -> JsonObject:
        return {**super().hello(protocol, **more), "name": "Wrong Games", "homepage": "https://example.org/"}

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        try:
            view = super().act(session, actor, action)
        except Rejection as rejection:
            if rejection.code != "bad_amount":
                raise
            return super().act(session, actor, {"type": "bet", "amount": 1})  # as if nothing were wrong
        return wrong_view(session, view)


def wrong_view(session: str, view: JsonObject) -> JsonObject:
    """What the referee is told, with the one thing wrong."""
    match session[:3], view["phase"]:
        case "PIN", "between":
            result = view["last_hand"]
            assert isinstance(result, dict)
            return {**view, "stacks": [37, 24, 29], "last_hand": {**result, "payouts": {"0": 13}}}
        case "INV", "blind" if view["pot"] == 15:
            return {**view, "pot": 16}
        case "PRO", "opening" if view["opener"] is None:
            return {**view, "menu": [{"type": "pass"}]}
        case "TON", "tricks" if view["trick"] == [] and view["last_trick"]:
            assert isinstance(view["last_trick"], dict)
            last = {**view["last_trick"], "taken_by": 2}
            return {**view, "tricks_taken": [0, 0, 1, 0], "actor": 2, "last_trick": last}
    return view


class Evil(Reference):
    """Says things that are meant to break pages."""

    def hello(self, protocol: Json, **more: Json) -> JsonObject:
        named = {"name": EVIL, "version": EVIL * 500, "language": EVIL, "homepage": "javascript:alert(3)"}
        return {**super().hello(protocol, **more), **named}

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        view = super().act(session, actor, action)
        told: JsonObject = dict.fromkeys((*view, EVIL), EVIL)
        menu: list[Json] = [{"type": EVIL, "amount": EVIL}]
        return {**told, "stacks": [EVIL] * 50, "menu": menu, "turned": [EVIL], "trick": [{"card": EVIL}]}

    def end(self, session: str) -> JsonObject:
        super().end(session)
        raise RuntimeError(EVIL * 500)


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return load_corpus()


@pytest.fixture(scope="session")
def hands() -> list[Case]:
    """A hand of each game, all of which the reference engine plays as they say."""
    cases = [case for game in GAMES for case in read_cases(HANDS / f"{game}.json")]
    return [case for case in cases if isinstance(case, Case)]


Play = Callable[..., Stream]


@pytest.fixture(scope="session")
def play(corpus: Corpus, hands: list[Case]) -> Play:
    """The report of an implementation on the hands, or some other entries."""

    def played(
        make: Callable[[], Reference] = Wrong, entries: Sequence[Case] = hands, name: str = "report.jsonl"
    ) -> Stream:
        runner = Runner(InProcessAdapter("games:make", make))
        hello = runner.hello()
        lines = list(Exam(runner, corpus, {}, in_full=True).lines(entries))
        runner.close()
        header = header_line(
            Terms("games:make", {}), hello, corpus, Selection([], [], [], [], {}, False), entries
        )
        return finished(header, lines, name)

    return played


def finished(header: Header, lines: Sequence[CaseLine], name: str) -> Stream:
    """A whole report of these lines."""
    failed = failures(counted(lines)).firm
    shares = {rules: FiguresLine(*figures) for rules, figures in figures_by_rules(counted(lines)).items()}
    footer = Footer(FAILED if failed else CONFORMANT, shares, statuses(lines))
    return Stream(name, header, tuple(lines), footer)


@pytest.fixture(scope="session")
def wrong(play: Play) -> Stream:
    """The report in which every hand fails."""
    return play(Wrong)


@pytest.fixture(scope="session")
def right(play: Play) -> Stream:
    """The report in which every hand passes."""
    return play(Reference)


@pytest.fixture(scope="session")
def evil(play: Play) -> Stream:
    """The report on an implementation that means harm."""
    return play(Evil)
