"""treys and deuces: one interface, a hand and a board, and a rank from 1 for the best hand to 7462."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final, Protocol

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


class Evaluator(Protocol):
    """What is used of theirs."""

    def evaluate(self, cards: list[int], board: list[int]) -> int: ...
    def get_rank_class(self, rank: int) -> int: ...
    def class_to_string(self, number: int) -> str: ...


class PilesAdapter(EvaluatorAdapter):
    """The public call takes a hand and a board: here the first two cards and the rest."""

    def __init__(self) -> None:
        self._evaluator = self.make()

    @abstractmethod
    def make(self) -> Evaluator:
        """The package's evaluator."""

    @abstractmethod
    def card(self, text: str) -> int:
        """The package's form of a card."""

    def evaluate(self, hand: Sequence[str]) -> tuple[int, Category]:
        cards = [self.card(text) for text in hand]
        rank = self._evaluator.evaluate(cards[:2], cards[2:])
        name = self._evaluator.class_to_string(self._evaluator.get_rank_class(rank))
        return -rank, CATEGORIES[name]
