"""texasholdem's evaluator: a rank from 1 for the best hand to 7462."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from texasholdem.card.card import Card
from texasholdem.evaluator import evaluate, get_rank_class

from conformance.adapters.peers.evaluator import EvaluatorAdapter
from refengine.ranking import Category

# Its classes of ranks, from 1 for straight flushes; its own names for them say nothing more.
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


class TexasHoldemEvaluator(EvaluatorAdapter):
    """It takes a hand and a board: here the first two cards and the rest."""

    distribution: ClassVar[str] = "texasholdem"
    homepage: ClassVar[str] = "https://github.com/SirRender00/texasholdem"

    def evaluate(self, hand: Sequence[str]) -> tuple[int, Category]:
        cards = [Card(card) for card in hand]
        rank: int = evaluate(cards[:2], cards[2:])
        return -rank, CATEGORIES[get_rank_class(rank) - 1]
