"""eval7: Cython, a number that is greater for the stronger hand."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import ClassVar, Final

from conformance.adapters.peers.evaluator import EvaluatorAdapter
from refengine.ranking import Category

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it imports with deprecated names of another package
    import eval7

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


class Eval7(EvaluatorAdapter):
    """Cards are objects made from strings."""

    distribution: ClassVar[str] = "eval7"
    homepage: ClassVar[str] = "https://github.com/JulianAndrews/pyeval7"

    def evaluate(self, hand: Sequence[str]) -> tuple[int, Category]:
        value: int = eval7.evaluate([eval7.Card(card) for card in hand])
        return value, CATEGORIES[eval7.handtype(value)]
