"""How much an opening, a bet or a raise may be: policies too, which `refengine.draw.amounts` interprets."""

from typing import Final

from refengine.errors import ClauseId
from refengine.values import Value


class AtLeast(Value):
    """At least `chips`, with no upper limit but the stack."""

    __slots__ = ("chips", "clause")
    __match_args__: Final = ("chips", "clause")

    def __init__(self, chips: int, clause: ClauseId) -> None:
        self.chips: Final = chips
        self.clause: Final = clause


class AtLeastThePot(Value):
    """At least what the pot holds; `short` lets a seat with less go in for its whole stack."""

    __slots__ = ("clause", "short")
    __match_args__: Final = ("clause", "short")

    def __init__(self, clause: ClauseId, short: ClauseId) -> None:
        self.clause: Final = clause
        self.short: Final = short


class AtMostThePot(Value):
    """At least 1 above the call and at most the pot, the call not counted; `free`: it binds raises alone."""

    __slots__ = ("clause", "free")
    __match_args__: Final = ("clause", "free")

    def __init__(self, clause: ClauseId, free: ClauseId) -> None:
        self.clause: Final = clause
        self.free: Final = free


class AtMostThePotAfterCall(Value):
    """At least 1 above the call and at most the pot with the call counted; `free` as before."""

    __slots__ = ("clause", "free")
    __match_args__: Final = ("clause", "free")

    def __init__(self, clause: ClauseId, free: ClauseId) -> None:
        self.clause: Final = clause
        self.free: Final = free


class BetweenLimits(Value):
    """Between `low` and `high` (None: no upper limit); `short` lets a stack below the least go in whole."""

    __slots__ = ("clause", "high", "low", "short")
    __match_args__: Final = ("low", "high", "clause", "short")

    def __init__(self, low: int, high: int | None, clause: ClauseId, short: ClauseId) -> None:
        self.low: Final = low
        self.high: Final = high
        self.clause: Final = clause
        self.short: Final = short


Size = AtLeast | AtLeastThePot | AtMostThePot | AtMostThePotAfterCall | BetweenLimits
