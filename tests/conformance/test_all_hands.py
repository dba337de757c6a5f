"""Every hand of a pack is asked, and whatever is ranked or named wrongly is counted under its clause."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import ClassVar

import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Json
from conformance.adapters.reference import Reference
from conformance.adapters.registry import find_adapter
from conformance.all_hands import Sweep, one_of_each, packs_of, sweep
from conformance.claims import Claims
from conformance.convert import JsonObject
from conformance.wire import read_hello

ALL_OF_24 = 42_504


class Small(Reference):
    """Ranks the 24 cards of a stripped pack for two, and claims nothing else."""

    options: ClassVar[JsonObject] = {"deck": ["stripped"], "ranking": ["standard"], "ties": ["split"]}

    def hello(self, protocol: Json, **more: Json) -> JsonObject:
        rules: JsonObject = {"italian-invito": {"seats": {"min": 2, "max": 2}, "options": self.options}}
        return {**super().hello(protocol, **more), "rules": rules, "capabilities": ["rank"]}

    def rank(self, rules: str, seats: Json, hands: Json, options: Json = None) -> JsonObject:
        answer = super().rank(rules, seats, hands, options)
        keys, names = answer["keys"], answer["categories"]
        assert isinstance(hands, list)
        assert isinstance(keys, list)
        assert isinstance(names, list)
        for place, hand in enumerate(hands):
            assert isinstance(hand, list)
            key = keys[place]
            assert isinstance(key, int)
            keys[place], names[place] = self.seen([str(card) for card in hand], key, str(names[place]))
        return answer

    def seen(self, hand: list[str], key: int, name: str) -> tuple[int, str]:  # noqa: ARG002 - one form
        """What becomes of one hand."""
        return key, name


class Suits(Small):
    """Aces of hearts count a little more."""

    def seen(self, hand: list[str], key: int, name: str) -> tuple[int, str]:
        return 2 * key + ("Ah" in hand), name


class HighAceOnly(Small):
    """The ace does not count low in a straight; it is called nothing, and ranks as nothing."""

    def seen(self, hand: list[str], key: int, name: str) -> tuple[int, str]:
        low = {card[0] for card in hand} == {*"A9TJQ"}
        return (key, "flush" if name == "straight_flush" else "high_card") if low else (key, name)


class ThreesBelowPairs(Small):
    """Three of a kind is worth less than it is."""

    def seen(self, hand: list[str], key: int, name: str) -> tuple[int, str]:  # noqa: ARG002 - one form
        return (-1, name) if name == "three_of_a_kind" else (key, name)


class NoNumber(Small):
    """The key of a flush is no number."""

    def seen(self, hand: list[str], key: int, name: str) -> tuple[int, str]:  # noqa: ARG002 - one form
        return True if name == "flush" else key, name


def claims_of(make: type[Small]) -> Claims:
    return Claims(read_hello(make().hello([1])))


def swept(make: type[Small]) -> Sweep:
    (pack,) = packs_of(claims_of(make))
    return sweep(InProcessAdapter("small", make), pack, lambda _done, _all: None)


def test_every_hand_of_the_pack_is_asked() -> None:
    asked: list[tuple[int, int]] = []
    (pack,) = packs_of(claims_of(Small))
    found = sweep(InProcessAdapter("small", Small), pack, lambda done, total: asked.append((done, total)))
    assert asked[-1] == (ALL_OF_24, ALL_OF_24)
    assert (found.hands, found.wrong, found.first, found.lost) == (ALL_OF_24, {}, None, "")


def test_one_of_each_kind_has_as_many_hands_as_all_have_kinds() -> None:
    (pack,) = packs_of(claims_of(Small))
    few = one_of_each(pack)
    assert len(few) == swept(Small).kinds


@pytest.mark.parametrize(
    ("make", "clause", "hands", "words"),
    [
        (Suits, "DRW-18", None, "does not tie with"),
        (HighAceOnly, "DRW-21", 4**5, "is called"),
        (ThreesBelowPairs, "DRW-17", None, "which it should beat"),
    ],
)
def test_what_is_wrong_counts_under_its_clause(
    make: type[Small], clause: str, hands: int | None, words: str
) -> None:
    found = swept(make)
    assert found.wrong.keys() == {clause}
    assert hands is None or found.wrong[clause] == hands
    assert found.first is not None
    assert found.first.clause == clause
    assert words in found.first.detail


def test_a_key_that_is_no_whole_number_ends_the_sweep() -> None:
    found = swept(NoNumber)
    assert "is no whole number: True" in found.lost
    assert found.hands < ALL_OF_24


def test_an_evaluator_that_dies_ends_the_sweep_and_not_the_kit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dying.py").write_text(
        "import os\n"
        "from conformance.adapters.reference import Reference\n"
        "class Dies(Reference):\n"
        "    def rank(self, **params):\n"
        "        if any(len([card for card in hand if 'A' in card]) == 4 for hand in params['hands']):\n"
        "            os._exit(7)\n"
        "        return super().rank(**params)\n",
        "utf-8",
    )
    monkeypatch.chdir(tmp_path)
    spec = f"stdio: {shlex.quote(sys.executable)} -m conformance serve dying:Dies"
    pack = next(packs_of(claims_of(Small)))
    found = sweep(find_adapter(spec), pack, lambda _done, _all: None)
    assert found.lost == "no answer: crash, exit code 7; first at Ac Ad Ah As 9c"
    assert 0 < found.hands < ALL_OF_24


class Several(Small):
    options: ClassVar[JsonObject] = {"deck": ["stripped", "full"], "ranking": ["standard"]}


def test_each_pack_and_ranking_that_is_claimed_is_asked_once() -> None:
    packs = list(packs_of(claims_of(Several)))
    assert [(pack.ranking.lowest, pack.ranking.ties) for pack in packs] == [
        ("9", "suits"), ("9", "split"), ("2", "suits"), ("2", "split"),
    ]  # fmt: skip


def test_a_house_narrows_the_packs() -> None:
    claims = Claims(read_hello(Several().hello([1])), {"deck": "stripped", "ties": "suits"})
    assert [pack.title for pack in packs_of(claims)] == ["24 cards, standard, ties suits"]


def test_suits_decide_where_the_table_has_agreed_on_that() -> None:
    claims = Claims(read_hello(Several().hello([1])), {"deck": "stripped", "ties": "suits"})
    (pack,) = packs_of(claims)
    wrong = [
        sweep(InProcessAdapter("small", make), pack, lambda _done, _all: None).wrong.keys()
        for make in (Several, Suits)
    ]
    assert wrong == [set(), {"DRW-22"}]


def test_rule_sets_that_are_not_asked_for_bring_no_pack() -> None:
    claims = claims_of(Small)
    assert [pack.rules for pack in packs_of(claims, ["ton", "italian-invito"])] == ["italian-invito"]
    assert list(packs_of(claims, ["brazilian-pingo"])) == []
