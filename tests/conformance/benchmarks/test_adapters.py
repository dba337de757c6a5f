"""Implementations with an adapter in contests: how each can be asked, and that all are asked the same."""

from collections.abc import Callable
from typing import Any

import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Json, NotSupported
from conformance.adapters.reference import Reference
from conformance.adapters.registry import find_adapter
from conformance.benchmarks.adapters import Entrant, contests, entrant
from conformance.benchmarks.contests import EMPTY, Unprepared, Workload, some_hands
from conformance.convert import JsonObject

NATIVE = "one hand, cards in the scorer's own form"
STRINGS = "one hand, from five strings"


class Scorer:
    """Ranks, and can be asked in every way."""

    def __init__(self) -> None:
        self.asked: list[JsonObject] = []
        self.scored: list[str] = []

    def hello(self, **_: Json) -> JsonObject:
        return {"protocol": 1, "name": "scorer", "version": "3", "rules": {}, "capabilities": ["rank"]}

    def rank(self, **params: Json) -> JsonObject:
        self.asked.append(params)
        return {"keys": [], "categories": []}

    def bench_native(self, hands: list[list[str]]) -> Callable[[], object]:
        return lambda: self.scored.append(f"native {len(hands)}")

    def bench_strings(self, hands: list[list[str]]) -> Callable[[], object]:
        return lambda: self.scored.append(f"strings {' '.join(hands[0])}")


class Stops(Reference):
    """Plays until somebody raises, and no further."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        if isinstance(action, dict) and action.get("type") == "raise":
            raise NotSupported("no raises")
        return super().act(session, actor, action)


class Broken(Reference):
    """Claims everything and plays nothing."""

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        raise NotSupported(f"no {session} of {rules} with {params}")


class Counting(Reference):
    """Keeps what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, object]] = []

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        self.asked.append((session, rules))
        return super().new(session, rules, **params)

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        self.asked.append((session, action))
        return super().act(session, actor, action)


def named(spec: str, implementation: object) -> Entrant:
    return entrant(spec, InProcessAdapter(spec, lambda: implementation))


def titled(workloads: list[Workload], start: str) -> Workload:
    return next(one for one in workloads if one.title.startswith(start))


def test_native_cards_strings_and_requests_are_contests_of_their_own() -> None:
    scorer = Scorer()
    workloads = contests([named("mine", scorer)])
    assert [one.title for one in workloads] == [NATIVE, STRINGS, "hands ranked by requests, 200 at a time"]
    for workload in workloads[:2]:
        workload.contestants[1].prepare(some_hands(2))()
    assert scorer.scored == ["native 2", f"strings {' '.join(some_hands(1)[0])}"]


def test_every_contest_has_an_empty_call_and_shows_the_version() -> None:
    for workload in contests([named("mine", Scorer())]):
        assert [one.name for one in workload.contestants] == [EMPTY, "mine"]
        assert workload.floor == EMPTY
        assert workload.contestants[1].version == "3"


def test_a_bundled_name_stands_for_what_is_known_of_the_package() -> None:
    workloads = contests([entrant("reference", find_adapter("reference"))])
    names = [one.name for one in titled(workloads, NATIVE).contestants]
    assert names == [EMPTY, "refengine table, checked", "refengine table, unchecked"]


def test_an_engine_plays_every_rule_set_that_it_claims() -> None:
    titles = [one.title.partition(":")[0] for one in contests([named("mine", Reference())])]
    played = ["italian-invito", "italian-progressive", "brazilian-pingo", "red-dog", "ton"]
    assert titles[-5:] == played


def test_all_are_asked_the_same_and_no_more_than_all_answer() -> None:
    counting, stops = Counting(), Stops()
    workloads = contests([named("counting", counting), named("stops", stops)])
    invito = titled(workloads, "italian-invito")
    counting.asked.clear()
    for contestant in invito.contestants:
        contestant.prepare([])()
    verbs = [action["type"] for _, action in counting.asked if isinstance(action, dict)]
    assert len(verbs) > 100
    assert "raise" not in verbs


def test_a_pass_can_be_run_again() -> None:
    counting = Counting()
    ton = titled(contests([named("counting", counting)]), "ton")
    one_pass = ton.contestants[1].prepare([])
    counting.asked.clear()
    one_pass()
    once = list(counting.asked)
    one_pass()
    assert counting.asked == once * 2


def test_who_answers_less_than_half_is_left_out_of_the_contest() -> None:
    workloads = contests([named("broken", Broken()), named("mine", Reference())])
    ton = titled(workloads, "ton")
    with pytest.raises(Unprepared, match="broken answered 0 requests"):
        ton.contestants[1].prepare([])
    assert ton.share > 100


def test_rank_requests_ask_for_the_full_pack() -> None:
    scorer = Scorer()
    contests([named("mine", scorer)])
    asked: Any = scorer.asked[0]
    assert asked["options"]["deck"] == "full"
    assert len(asked["hands"]) == 200


class Stranger(Scorer):
    """Plays a game of its own, and ranks nothing."""

    def hello(self, **_: Json) -> JsonObject:
        own: JsonObject = {"x-own": {"seats": {"min": 2, "max": 2}, "options": {}}}
        return {"protocol": 1, "name": "own", "version": "1", "rules": own, "capabilities": ["play"]}


def test_what_only_plays_a_game_of_its_own_cannot_be_asked() -> None:
    assert not named("own", Stranger()).can_be_asked()
    assert named("mine", Scorer()).can_be_asked()
    assert named("reference", Reference()).can_be_asked()
