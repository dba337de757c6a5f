"""What a deliberately wrong engine is: a game with exactly one rule wrong, and what is known about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from conformance.adapters.protocol import Json
from conformance.games import AnyGame

Kind = Literal[
    "menu",
    "amount",
    "order",
    "settlement",
    "cards",
    "hands",
    "views",
    "carry",
    "tricks",
    "setup",
    "refusal",
]
"""What is wrong about the engine.

`menu`: an action is offered or not; `amount`: how much; `order`: whose turn; `settlement`: who gets chips;
`cards`: which cards come; `hands`: what beats what; `views`: who sees what; `carry`: what lasts from hand to
hand; `tricks`: leading, following and taking; `setup`: how a session may begin; `refusal`: how the engine
answers what is not legal.
"""


def as_said(said: Json) -> Json:
    """An actor or an action as it came."""
    return said


class Fault(NamedTuple):
    """A wrong engine of one rule set.

    `id` never changes; `clause` is the one it breaks, empty where it breaks the protocol and no clause;
    `says` tells in a sentence what the engine does; `make` builds it. `hears` is what becomes of an action as
    written before the engine gets it: where a fault is in reading actions, the game itself is right.
    """

    id: str
    rules: str
    clause: str
    kind: Kind
    says: str
    make: Callable[[], AnyGame]
    hears: Callable[[Json], Json] = as_said
