"""Adapters of hand evaluators: they translate faithfully, claim what they can, and repair nothing."""

import shlex
import sys
from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.peers.evaluator import EvaluatorAdapter
from conformance.adapters.protocol import Answer, Broke, Json, Rejected, Request, Unsupported
from conformance.adapters.registry import BUNDLED, find_adapter, find_in_process
from conformance.corpus import load_corpus
from conformance.table.ranks import rank
from refengine.cards import RANKS, SUITS
from refengine.ranking import Category
from refengine.table_scorer import scorer_for

PEERS = ("deuces", "eval7", "phevaluator", "pkrbot", "pokerkit-eval", "treys")
OPTIONS: dict[str, Json] = {
    "deck": "full",
    "ranking": "standard",
    "ties": "split",
    "straight_flushes": "linear",
}


def request(hands: list[Json], rules: str = "italian-invito", **options: Json) -> Request:
    return Request("rank", {"rules": rules, "options": {**OPTIONS, **options}, "seats": 4, "hands": hands})


class Last(EvaluatorAdapter):
    """Ranks by the last card, and keeps what it was given."""

    distribution = "msgspec"
    homepage = "https://example.org"

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def evaluate(self, hand: Sequence[str]) -> tuple[int, Category]:
        self.asked.append(list(hand))
        if not hand:
            raise ValueError("no cards")
        if hand[0] == "??":
            raise LookupError(hand[0])
        return RANKS.index(hand[-1][0]), "high_card"


def one_of_each_kind() -> list[list[str]]:
    hands = []
    for five in combinations_with_replacement(RANKS, 5):
        if five[0] == five[4]:
            continue
        hands.append([rank + SUITS[place % 4] for place, rank in enumerate(five)])
        if len(set(five)) == 5:
            hands.append([rank + "d" for rank in five])
    return sorted(hands, key=scorer_for("2", "standard").score_hand)


@pytest.mark.parametrize("name", PEERS)
def test_a_peer_ranks_every_kind_of_hand_as_the_table(name: str) -> None:
    pytest.importorskip(name.partition("-")[0])
    connection = find_in_process(name).connect()
    weak_to_strong = one_of_each_kind()
    answer = connection.call(request([[*hand] for hand in weak_to_strong]))
    assert isinstance(answer, Answer)
    assert isinstance(answer.result, dict)
    keys, categories = answer.result["keys"], answer.result["categories"]
    assert isinstance(keys, list)
    assert len(set(map(str, keys))) == len(weak_to_strong) == 7462
    rising = sorted(keys, key=lambda key: key if isinstance(key, int) else 0)
    assert [place for place in range(7462) if keys[place] != rising[place]][:1] == []
    assert isinstance(categories, list)
    scorer = scorer_for("2", "standard")
    assert [score for score in range(1, 7463) if categories[score - 1] != scorer.category(score)][:1] == []


@pytest.mark.parametrize("name", PEERS)
def test_a_peer_claims_what_it_can_rank(name: str) -> None:
    pytest.importorskip(name.partition("-")[0])
    answer = find_in_process(name).connect().call(Request("hello", {"protocol": [1], "kit": {}}))
    assert isinstance(answer, Answer)
    assert isinstance(answer.result, dict)
    assert answer.result["capabilities"] == ["rank"]
    assert answer.result["name"] == name.removesuffix("-eval")


BY_NUMBER = """
from conformance.adapters.peers.phevaluator import PhEvaluator
from phevaluator import evaluate_cards

RANKS, SUITS = "23456789TJQKA", "cdhs"


class ByNumber(PhEvaluator):
    def evaluate(self, hand):
        known = [card for card in hand if len(card) == 2 and card[0] in RANKS and card[1] in SUITS]
        numbers = [4 * RANKS.index(card[0]) + SUITS.index(card[1]) for card in known]
        evaluate_cards(*numbers, *[1_000_000] * (len(hand) - len(known)))
        return super().evaluate(hand)
"""


def test_an_evaluator_that_takes_its_process_down_is_asked_about_all_other_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """phevaluator does for a large number; its own adapter hands on strings."""
    pytest.importorskip("phevaluator")
    (tmp_path / "by_number.py").write_text(BY_NUMBER, "utf-8")
    monkeypatch.chdir(tmp_path)
    adapter = find_adapter(f"stdio: {shlex.quote(sys.executable)} -m conformance serve by_number:ByNumber")
    ranked = rank(adapter, load_corpus(None), all_hands=False, progress=lambda _done, _all: None)
    assert [(sweep.wrong, sweep.lost) for sweep in ranked.sweeps] == [({}, "")]
    lost = {name for name, told in ranked.bad.items() if told.startswith("**crash**: killed by signal")}
    assert lost == {"card `1s`", "card `Asx`", "card `AS`"}
    assert {line.status for line in ranked.lines} >= {"passed"}


def test_every_peer_is_bundled() -> None:
    assert {*PEERS} < BUNDLED.keys()


def test_hello_refuses_other_protocols() -> None:
    connection = InProcessConnection(Last())
    assert isinstance(connection.call(Request("hello", {"protocol": [2]})), Unsupported)
    assert isinstance(connection.call(Request("hello", {"protocol": 1})), Unsupported)


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("red-dog", {}),
        ("italian-invito", {"deck": "stripped"}),
        ("italian-invito", {"ranking": "flush_over_full"}),
        ("brazilian-pingo", {"ties": "suits"}),
        ("brazilian-pingo", {"straight_flushes": None}),
    ],
)
def test_what_an_evaluator_does_not_play_is_unsupported(rules: str, options: dict[str, Json]) -> None:
    outcome = InProcessConnection(Last()).call(request([["As"]], rules, **options))
    assert isinstance(outcome, Unsupported)


def test_the_circle_changes_no_keys_and_can_be_played() -> None:
    outcome = InProcessConnection(Last()).call(request([["As"]], straight_flushes="circular"))
    assert outcome == Answer({"keys": [12], "categories": ["high_card"]})


def test_hands_reach_the_evaluator_as_they_are() -> None:
    adapter = Last()
    hands: list[Json] = [["As", "As"], ["Kx"], ["2c", "2c", "2c", "2c", "2c", "2c"]]
    outcome = InProcessConnection(adapter).call(request(hands))
    assert adapter.asked == hands
    assert outcome == Answer({"keys": [12, 11, 0], "categories": ["high_card"] * 3})


def test_a_value_error_is_the_evaluators_refusal() -> None:
    outcome = InProcessConnection(Last()).call(request([["As"], []]))
    assert outcome == Rejected("bad_cards", None, "no cards")


def test_any_other_error_is_an_evaluator_that_broke() -> None:
    assert isinstance(InProcessConnection(Last()).call(request([["??"]])), Broke)


@pytest.mark.parametrize("hands", ["AsKs", [5], [[5]], [["As", None]]])
def test_what_is_no_list_of_hands_is_malformed(hands: Json) -> None:
    adapter = Last()
    params: dict[str, Json] = {"rules": "italian-invito", "options": {**OPTIONS}, "seats": 4, "hands": hands}
    outcome = InProcessConnection(adapter).call(Request("rank", params))
    assert isinstance(outcome, Rejected)
    assert outcome.code == "malformed"
    assert adapter.asked == []
