"""All wrong engines by their ids."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from conformance.faults.fault import Fault

MODULES: Final = (
    "draw.chips",
    "draw.pots",
    "draw.table",
    "draw.hands",
    "draw.pack",
    "draw.pingo",
    "draw.pingo_raises",
    "draw.pingo_draw",
    "draw.italian_blinds",
    "draw.italian_play",
    "draw.italian_showdown",
    "draw.invito",
    "draw.invito_pots",
    "draw.progressive",
    "draw.progressive_blinds",
    "draw.progressive_raises",
    "draw.progressive_parola",
    "draw.progressive_pots",
    "draw.progressive_end",
    "draw.found_elsewhere",
    "red_dog.pool",
    "red_dog.deals",
    "red_dog.turns",
    "red_dog.turning",
    "ton.deal",
    "ton.announce",
    "ton.exchange",
    "ton.stay",
    "ton.play",
    "ton.count",
    "ton.no_trick",
    "ton.end",
    "protocol",
    "telling",
    "lasting",
)
"""The modules whose `FAULTS` make up the registry."""


@cache
def faults() -> dict[str, Fault]:
    """Every fault by its id, in the order of the modules."""
    found: dict[str, Fault] = {}
    for module in MODULES:
        for fault in import_module(f"conformance.faults.{module}").FAULTS:
            if fault.id in found:
                raise ValueError(f"two faults are called {fault.id}")
            found[fault.id] = fault
    return found
