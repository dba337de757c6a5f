"""treys: pure Python, a rank from 1 for the best hand to 7462."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import treys

from conformance.adapters.peers.evaluator import EvaluatorAdapter
from refengine.ranking import Category

CATEGORIES: Final[dict[str, Category]] = {
    "High Card": "high_card",
    "Pair": "pair",
    "Two Pair": "two_pair",
    "Three of a Kind": "three_of_a_kind",
    "Straight": "straight",
    "Flush": "flush",
    "Full House": "full_house",
    "Four of a Kind": "four_of_a_kind",
    "Straight Flush": "straight_flush",
    "Royal Flush": "straight_flush",
}


class Treys(EvaluatorAdapter):
    """Its public call takes a hand and a board: here the first two cards and the rest."""

    distribution: ClassVar[str] = "treys"
    homepage: ClassVar[str] = "https://github.com/ihendley/treys"

    def __init__(self) -> None:
        self._evaluator = treys.Evaluator()

    def evaluate(self, hand: Sequence[str]) -> tuple[int, Category]:
        cards = [treys.Card.new(card) for card in hand]
        rank: int = self._evaluator.evaluate(cards[:2], cards[2:])
        name = self._evaluator.class_to_string(self._evaluator.get_rank_class(rank))
        return -rank, CATEGORIES[name]
