"""An implementation that is wrong in one way in each of three rule sets."""

from __future__ import annotations

from typing import Final

from conformance.adapters.reference import Reference
from conformance.faults import faults

FAULTS: Final = ("pin-mesa-gives-the-hand-up", "dog-turns-go-to-the-right", "ton-dealer-announces-first")


class ThreeFaults(Reference):
    """Plays by three wrong engines."""

    def __init__(self) -> None:
        chosen = [faults()[name] for name in FAULTS]
        super().__init__({fault.rules: fault.make() for fault in chosen})
