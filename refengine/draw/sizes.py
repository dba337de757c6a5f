"""How much an opening, a bet or a raise may be: policies too, which `refengine.draw.amounts` interprets.

A size that does not depend on the pot keeps its span as `fixed`; it is None for the others.
"""

from typing import Final, final

from refengine.errors import ClauseId
from refengine.values import Value

ALL_IN: Final = ClauseId("DRW-6")
"""A seat plays what is in front of it; a stack below the least amount may go in whole."""

Span = tuple[int, int | None, ClauseId, ClauseId, ClauseId]
"""What may come on top of the call, in chips: the least and the most (None: nothing bounds it); the clauses
that an amount below, above, and a stack short of the least rest on."""


@final
class AtLeast(Value):
    """At least `chips`, with no upper limit but the stack."""

    __slots__ = ("chips", "clause", "fixed")
    __match_args__: Final = ("chips", "clause")

    def __init__(self, chips: int, clause: ClauseId) -> None:
        self.chips: Final = chips
        self.clause: Final = clause
        self.fixed: Final[Span] = (chips, None, clause, ALL_IN, ALL_IN)


@final
class AtLeastThePot(Value):
    """At least what the pot holds; `short` lets a seat with less go in for its whole stack."""

    __slots__ = ("clause", "fixed", "short")
    __match_args__: Final = ("clause", "short")

    def __init__(self, clause: ClauseId, short: ClauseId) -> None:
        self.clause: Final = clause
        self.short: Final = short
        self.fixed: Final = None


@final
class AtMostThePot(Value):
    """At least 1 above the call and at most the pot, the call not counted; `free`: it binds raises alone."""

    __slots__ = ("clause", "fixed", "free")
    __match_args__: Final = ("clause", "free")

    def __init__(self, clause: ClauseId, free: ClauseId) -> None:
        self.clause: Final = clause
        self.free: Final = free
        self.fixed: Final = None


@final
class AtMostThePotAfterCall(Value):
    """At least 1 above the call and at most the pot with the call counted; `free` as before."""

    __slots__ = ("clause", "fixed", "free")
    __match_args__: Final = ("clause", "free")

    def __init__(self, clause: ClauseId, free: ClauseId) -> None:
        self.clause: Final = clause
        self.free: Final = free
        self.fixed: Final = None


@final
class BetweenLimits(Value):
    """Between `low` and `high` (None: no upper limit); `short` lets a stack below the least go in whole."""

    __slots__ = ("clause", "fixed", "high", "low", "short")
    __match_args__: Final = ("low", "high", "clause", "short")

    def __init__(self, low: int, high: int | None, clause: ClauseId, short: ClauseId) -> None:
        self.low: Final = low
        self.high: Final = high
        self.clause: Final = clause
        self.short: Final = short
        self.fixed: Final[Span] = (low, high, clause, clause, short)


SizeByPot = AtLeastThePot | AtMostThePot | AtMostThePotAfterCall
Size = AtLeast | BetweenLimits | SizeByPot
