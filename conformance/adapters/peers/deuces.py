"""deuces: pure Python, the eldest of its kind."""

from __future__ import annotations

from typing import ClassVar

import deuces

from conformance.adapters.peers.piles import Evaluator, PilesAdapter


class Deuces(PilesAdapter):
    """Cards are whole numbers made from strings."""

    distribution: ClassVar[str] = "deuces"
    homepage: ClassVar[str] = "https://github.com/worldveil/deuces"

    def make(self) -> Evaluator:
        evaluator: Evaluator = deuces.Evaluator()
        return evaluator

    def card(self, text: str) -> int:
        number: int = deuces.Card.new(text)
        return number
