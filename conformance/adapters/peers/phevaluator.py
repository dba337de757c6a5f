"""phevaluator: C behind Python, a rank from 1 for the best hand to 7462."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import ClassVar, Final

from phevaluator import evaluate_cards

from conformance.adapters.peers.evaluator import EvaluatorAdapter
from refengine.ranking import Category

# It tells no categories. These are where they end in the numbering that it follows: ten straight flushes,
# 156 fours of a kind, 156 full houses, 1277 flushes, ten straights, 858 threes, 858 two pair, 2860 pairs.
LAST_RANKS: Final = (10, 166, 322, 1599, 1609, 2467, 3325, 6185)
CATEGORIES: Final[tuple[Category, ...]] = (
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
)


class PhEvaluator(EvaluatorAdapter):
    """Cards go in as strings, which it checks, not as ids, with which it can bring the process down."""

    distribution: ClassVar[str] = "phevaluator"
    homepage: ClassVar[str] = "https://github.com/HenryRLee/PokerHandEvaluator"

    def evaluate(self, hand: Sequence[str]) -> tuple[int, Category]:
        rank: int = evaluate_cards(*hand)
        return -rank, CATEGORIES[bisect_left(LAST_RANKS, rank)]
