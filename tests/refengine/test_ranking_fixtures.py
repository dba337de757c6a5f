"""The hands of `fixtures/ranking`, ranked by the definition."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from refengine.cards import Cards, parse_cards
from refengine.errors import HandError
from refengine.ranking import Order, Ranking, Ties, category, strength

FOLDER = Path(__file__).parents[2] / "fixtures" / "ranking"
ORDERS: tuple[Order, ...] = ("standard", "flush_over_full")
TIES: tuple[Ties, ...] = ("suits", "split")


class Entry(NamedTuple):
    id: str
    rankings: tuple[Ranking, ...]
    tiers: tuple[tuple[str, tuple[Cards, ...]], ...]
    refused: tuple[tuple[str, ...], ...]


def lowest_rank(rules: str, seats: int, deck: str) -> str:
    if deck == "full":
        return "2"
    lowest = 11 - seats
    return str(min(lowest, 7) if rules == "brazilian-pingo" else lowest)


def entries() -> Iterator[Entry]:
    for path in sorted(FOLDER.glob("*.json")):
        file = json.loads(path.read_text("utf-8"))
        for written in file["rankings"]:
            setup = written.get("setup", {})
            seats = setup.get("seats", file["defaults"]["seats"])
            options = file["defaults"]["options"] | setup.get("options", {})
            lowest = lowest_rank(file["rules"], seats, options.get("deck", "stripped"))
            yield Entry(
                written["id"],
                tuple(
                    Ranking(lowest, order, ties, options.get("straight_flushes", "linear"))
                    for order in ORDERS
                    for ties in TIES
                    if options.get("ranking", order) == order and options.get("ties", ties) == ties
                ),
                tuple(
                    (tier["category"], tuple(parse_cards(hand) for hand in tier["hands"]))
                    for tier in written.get("strongest_first", ())
                ),
                tuple(tuple(hand.split()) for hand in written.get("hands", ())),
            )


ENTRIES = list(entries())


def test_every_pack_has_its_file() -> None:
    packs = {f"{4 * (15 - lowest)}" for lowest in range(2, 10)}
    assert packs <= {path.stem for path in FOLDER.glob("*.json")}
    assert len(ENTRIES) > 250


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.tiers], ids=lambda entry: entry.id)
def test_hands_stand_in_the_order_written(entry: Entry) -> None:
    assert entry.rankings
    for rules in entry.rankings:
        strengths = []
        for called, equal in entry.tiers:
            assert {category(hand, rules) for hand in equal} == {called}
            (number,) = {strength(hand, rules) for hand in equal}
            strengths.append(number)
        assert strengths == sorted(set(strengths), reverse=True)


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.refused], ids=lambda entry: entry.id)
def test_refused_hands_are_refused(entry: Entry) -> None:
    for rules in entry.rankings:
        for hand in entry.refused:
            with pytest.raises(HandError):
                strength(parse_cards(" ".join(hand)), rules)
