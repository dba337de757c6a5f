"""treys: pure Python, which grew out of deuces."""

from __future__ import annotations

from typing import ClassVar

import treys

from conformance.adapters.peers.piles import Evaluator, PilesAdapter


class Treys(PilesAdapter):
    """Cards are whole numbers made from strings."""

    distribution: ClassVar[str] = "treys"
    homepage: ClassVar[str] = "https://github.com/ihendley/treys"

    def make(self) -> Evaluator:
        evaluator: Evaluator = treys.Evaluator()
        return evaluator

    def card(self, text: str) -> int:
        number: int = treys.Card.new(text)
        return number
