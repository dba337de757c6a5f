"""pokerfast's evaluator: a number that is greater for the stronger hand, of five to seven cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pokerfast import eval7

from conformance.adapters.peers.evaluator import EvaluatorAdapter
from refengine.ranking import Category

# It tells no categories. In its number the category counts most, above five ranks to the base of thirteen.
CATEGORIES: Final[tuple[Category, ...]] = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)


class PokerFastEvaluator(EvaluatorAdapter):
    """Cards go in as strings."""

    distribution: ClassVar[str] = "pokerfast"
    homepage: ClassVar[str] = "https://github.com/wesboyt/pokerfast"

    def evaluate(self, hand: Sequence[str]) -> tuple[int, Category]:
        value: int = eval7(hand)
        return value, CATEGORIES[value // 13**5]
