"""pkrbot: Cython, with the interface of eval7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import pkrbot

from conformance.adapters.peers.evaluator import EvaluatorAdapter
from refengine.ranking import Category

CATEGORIES: Final[dict[str, Category]] = {
    "High Card": "high_card",
    "Pair": "pair",
    "Two Pair": "two_pair",
    "Trips": "three_of_a_kind",
    "Straight": "straight",
    "Flush": "flush",
    "Full House": "full_house",
    "Quads": "four_of_a_kind",
    "Straight Flush": "straight_flush",
}


class PkrBot(EvaluatorAdapter):
    """Cards are objects made from strings."""

    distribution: ClassVar[str] = "pkrbot"
    homepage: ClassVar[str] = "https://github.com/bossbobster/pkrbot"

    def evaluate(self, hand: Sequence[str]) -> tuple[int, Category]:
        value: int = pkrbot.evaluate([pkrbot.Card(card) for card in hand])
        return value, CATEGORIES[pkrbot.handtype(value)]
