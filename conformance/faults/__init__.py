"""Deliberately wrong engines, each with one rule wrong, to prove that the corpus finds what it should.

Every one is an adapter too: ``conformance run --adapter conformance.faults:pin-own-discards-back`` shows the
verdict on an implementation with that fault.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from conformance.faults.implementation import WrongImplementation
from conformance.faults.registry import faults

__all__ = ["adapter_for", "faults"]


def adapter_for(name: str) -> Callable[[], WrongImplementation]:
    """What builds the implementation with the fault `name`; `KeyError` if there is no such fault."""
    return partial(WrongImplementation, faults()[name])


def __getattr__(name: str) -> Callable[[], WrongImplementation]:
    """Faults are found as if they were functions of this module, so that an adapter spec can name one."""
    if name in faults():
        return adapter_for(name)
    raise AttributeError(f"there is no fault {name!r}")
