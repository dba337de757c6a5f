"""PokerKit's hands: pure Python, an entry of a lookup whose index is greater for the stronger hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pokerkit import Card, StandardHighHand

from conformance.adapters.peers.evaluator import EvaluatorAdapter
from refengine.ranking import Category

CATEGORIES: Final[dict[str, Category]] = {
    "High card": "high_card",
    "One pair": "pair",
    "Two pair": "two_pair",
    "Three of a kind": "three_of_a_kind",
    "Straight": "straight",
    "Flush": "flush",
    "Full house": "full_house",
    "Four of a kind": "four_of_a_kind",
    "Straight flush": "straight_flush",
}


class PokerKitEvaluator(EvaluatorAdapter):
    """A hand object refuses what its lookup does not hold."""

    distribution: ClassVar[str] = "pokerkit"
    homepage: ClassVar[str] = "https://github.com/uoftcprg/pokerkit"

    def evaluate(self, hand: Sequence[str]) -> tuple[int, Category]:
        entry = StandardHighHand(tuple(Card.parse(*hand))).entry
        return entry.index, CATEGORIES[entry.label.value]
