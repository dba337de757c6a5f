"""Only a difference about the rules is excused by a ruling; a fault of protocol counts in every case."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from conformance.adapters.inprocess import InProcessAdapter, InProcessConnection
from conformance.adapters.protocol import Broke, Json, Lost, LostKind, NotSupported, Outcome, Rejection
from conformance.adapters.reference import Reference
from conformance.breaches import is_breach, unanswered_after
from conformance.convert import JsonObject
from conformance.corpus import Case, Corpus, Entry, RankingCase, TryStep, load_corpus
from conformance.exam import Exam
from conformance.index import entries_of
from conformance.judge import judge
from conformance.lines import CaseLine, FaultLine
from conformance.plan import make_script
from conformance.runner import Runner
from conformance.wire import CAPABILITIES
from refengine.rulesets.catalogue import GAMES

CLAIMS = frozenset(CAPABILITIES)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus()


def entry(corpus: Corpus, fits: Callable[[Entry], bool]) -> Entry:
    """The first entry about a ruling that is of use."""
    return next(one for one in entries_of(corpus) if one.level == "ruling" and fits(one))


def named(name: str) -> Callable[[Entry], bool]:
    return lambda one: one.id == name


def is_ranking(one: Entry) -> bool:
    return isinstance(one, RankingCase) and len(one.tiers) > 1


def tries_malformed(one: Entry) -> bool:
    return isinstance(one, Case) and any(
        isinstance(step, TryStep) and step.code == "malformed" for step in one.steps
    )


def verdict(corpus: Corpus, make: Callable[[], Reference], one: Entry) -> CaseLine:
    runner = Runner(InProcessAdapter("games:make", make))
    (line,) = Exam(runner, corpus, {}).lines([one])
    runner.close()
    return line


def fault(corpus: Corpus, make: Callable[[], Reference], one: Entry) -> FaultLine:
    found = verdict(corpus, make, one).fault
    assert found is not None
    return found


class Ranks(Reference):
    """Answers ``rank`` as it is told to."""

    def __init__(self, answer: Callable[[JsonObject], Json]) -> None:
        super().__init__()
        self._answer = answer

    def rank(self, **params: Json) -> JsonObject:  # type: ignore[override]  # all by name
        answer = super().rank(**params)  # type: ignore[arg-type]  # as they came
        return cast("JsonObject", self._answer(answer))  # wrong ones too


def breaks(_: JsonObject) -> Json:
    raise RuntimeError("out of order")


def is_missing(_: JsonObject) -> Json:
    raise NotSupported("no such method")


def keys(answer: JsonObject) -> list[int]:
    found = answer["keys"]
    assert isinstance(found, list)
    return [key for key in found if isinstance(key, int)]


@pytest.mark.parametrize(
    "answer",
    [
        breaks,
        is_missing,
        lambda _: [],
        lambda answer: {"keys": keys(answer)},
        lambda answer: {**answer, "keys": keys(answer)[1:]},
        lambda answer: {**answer, "keys": [*map(float, keys(answer))]},
        lambda answer: {**answer, "categories": ["a hand"] * len(keys(answer))},
    ],
    ids=["breaks", "denied", "no object", "no categories", "too few keys", "floats", "no category"],
)
def test_a_ranking_without_the_form_of_one_is_a_fault_of_protocol(
    corpus: Corpus, answer: Callable[[JsonObject], Json]
) -> None:
    assert fault(corpus, lambda: Ranks(answer), entry(corpus, is_ranking)).protocol


def test_another_order_of_hands_is_a_difference_about_the_rules(corpus: Corpus) -> None:
    def upside_down(answer: JsonObject) -> Json:
        return {**answer, "keys": [-key for key in keys(answer)]}

    found = fault(corpus, lambda: Ranks(upside_down), entry(corpus, is_ranking))
    assert found.part == "ranking"
    assert not found.protocol


class Views(Reference):
    """Changes the views that it tells."""

    def __init__(self, change: Callable[[JsonObject], JsonObject]) -> None:
        super().__init__()
        self._change = change

    def new(self, **params: Json) -> JsonObject:  # type: ignore[override]  # all by name
        return self._change(super().new(**params))  # type: ignore[arg-type]  # as they came


def with_result(view: JsonObject, stacks: list[Json]) -> JsonObject:
    result = view["result"]
    assert isinstance(result, dict)
    return {**view, "result": {**result, "stacks": stacks}}


@pytest.mark.parametrize(
    "change",
    [
        lambda view: {key: value for key, value in view.items() if key != "result"},
        lambda view: {key: value for key, value in view.items() if key != "stacks"},
        lambda view: with_result(view, [0.0, 50.0, 0.0]),
        lambda view: {**view, "pot": False},
        lambda view: {**view, "events": None},
    ],
    ids=["no result", "no stacks", "floats", "bool", "no events"],
)
def test_a_view_without_what_is_claimed_is_a_fault_of_protocol(
    corpus: Corpus, change: Callable[[JsonObject], JsonObject]
) -> None:
    assert fault(corpus, lambda: Views(change), entry(corpus, named("PIN.0165"))).protocol


def test_another_value_of_the_right_form_is_a_difference_about_the_rules(corpus: Corpus) -> None:
    def other(view: JsonObject) -> JsonObject:
        return with_result(view, [50, 0, 0])

    assert not fault(corpus, lambda: Views(other), entry(corpus, named("PIN.0165"))).protocol


def test_what_is_well_formed_and_called_malformed_is_a_fault_of_protocol(corpus: Corpus) -> None:
    def refuses(_: JsonObject) -> Json:
        raise Rejection("malformed", None, "no hands")

    assert fault(corpus, lambda: Ranks(refuses), entry(corpus, is_ranking)).protocol


def test_what_is_refused_otherwise_is_a_difference_about_the_rules(corpus: Corpus) -> None:
    def refuses(_: JsonObject) -> Json:
        raise Rejection("bad_cards", None, "no such hand")

    assert not fault(corpus, lambda: Ranks(refuses), entry(corpus, is_ranking)).protocol


class TakesAll(Reference):
    """Takes every action, though only what is legal has an effect."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        try:
            return super().act(session, actor, action)
        except Exception:
            return self.view(session)


def test_a_malformed_action_that_is_accepted_is_a_fault_of_protocol(corpus: Corpus) -> None:
    found = fault(corpus, TakesAll, entry(corpus, tries_malformed))
    assert found.kind == "accepted"
    assert found.protocol


def test_a_forbidden_action_that_is_accepted_is_a_difference_about_the_rules(corpus: Corpus) -> None:
    found = fault(corpus, TakesAll, entry(corpus, named("PIN.0031")))
    assert found.kind == "accepted"
    assert not found.protocol


def outcomes_of(corpus: Corpus, name: str, change: Callable[[list[Outcome]], list[Outcome]]) -> bool | None:
    """Whether the fault in changed replies is one of protocol; None if there is none."""
    one = entry(corpus, named(name))
    script = make_script(GAMES[one.rules], one, {})
    outcomes = change(InProcessConnection(Reference()).ask(script.requests(1)))
    found = judge(script, outcomes, CAPABILITIES)
    return None if found is None else is_breach(script, outcomes, found, CLAIMS)


@pytest.mark.parametrize("kind", ["crash", "hang", "not_json", "wrong_reply", "too_long"])
def test_a_lost_connection_is_a_fault_of_protocol(corpus: Corpus, kind: LostKind) -> None:
    assert outcomes_of(corpus, "PIN.0165", lambda all_: [*all_[:1], Lost(kind, "it is gone", "")])


def test_what_breaks_after_a_difference_about_the_rules_is_found(corpus: Corpus) -> None:
    one = entry(corpus, named("PIN.0031"))
    script = make_script(GAMES[one.rules], one, {})
    outcomes = InProcessConnection(TakesAll()).ask(script.requests(1))
    first = judge(script, outcomes, CAPABILITIES)
    assert first is not None
    assert unanswered_after(script, outcomes, first) is None
    later = unanswered_after(script, [*outcomes[:-1], Broke(-32603, "oh")], first)
    assert later is not None
    assert (later.kind, later.at) == ("broke", len(outcomes) - 1)
