"""Ton as a maker of faults."""

from __future__ import annotations

from typing import Final

from conformance.faults.maker import Maker
from refengine.rulesets import ton
from refengine.ton.state import Deal, NaFive, Taken, TonState

TON: Final = Maker[TonState]("ton", ton.GAME)


def announced(deal: Deal) -> bool:
    """Whether somebody undertook to take five tricks."""
    return isinstance(deal.contract, NaFive)


def is_taken(deal: Deal) -> bool:
    """Whether somebody has the talon."""
    return isinstance(deal.stock.talon, Taken)
