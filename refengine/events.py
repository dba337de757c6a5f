"""Events: what an action caused, in order, each citing the clause that made it happen.

All of an event is for everyone, except the faces of cards dealt or drawn: those are for the seats in
`seen_by`, which is empty while nobody may look.
"""

from typing import Final

from refengine.cards import Card, Cards
from refengine.compiling import mypyc_attr
from refengine.errors import ClauseId
from refengine.seating import Seat, Seats
from refengine.values import Value


@mypyc_attr(acyclic=True, free_list_len=1)
class Ante(Value):
    """`seat` put `amount` chips on the table without being asked."""

    __slots__ = ("amount", "clause", "seat")
    __match_args__: Final = ("seat", "amount", "clause")

    def __init__(self, seat: Seat, amount: int, clause: ClauseId) -> None:
        self.seat: Final = seat
        self.amount: Final = amount
        self.clause: Final = clause


@mypyc_attr(acyclic=True, free_list_len=1)
class Cut(Value):
    """`seat` cut the pack; the recorded order is the one after the cut."""

    __slots__ = ("clause", "seat")
    __match_args__: Final = ("seat", "clause")

    def __init__(self, seat: Seat, clause: ClauseId) -> None:
        self.seat: Final = seat
        self.clause: Final = clause


@mypyc_attr(acyclic=True, free_list_len=1)
class Dealt(Value):
    """`seat` was dealt `cards`."""

    __slots__ = ("cards", "clause", "seat", "seen_by")
    __match_args__: Final = ("seat", "cards", "seen_by", "clause")

    def __init__(self, seat: Seat, cards: Cards, seen_by: Seats, clause: ClauseId) -> None:
        self.seat: Final = seat
        self.cards: Final = cards
        self.seen_by: Final = seen_by
        self.clause: Final = clause


@mypyc_attr(acyclic=True, free_list_len=1)
class Drawn(Value):
    """`seat` asked for as many cards as `cards` and got them; their number is for everyone."""

    __slots__ = ("cards", "clause", "seat", "seen_by")
    __match_args__: Final = ("seat", "cards", "seen_by", "clause")

    def __init__(self, seat: Seat, cards: Cards, seen_by: Seats, clause: ClauseId) -> None:
        self.seat: Final = seat
        self.cards: Final = cards
        self.seen_by: Final = seen_by
        self.clause: Final = clause


@mypyc_attr(acyclic=True, free_list_len=1)
class Uncalled(Value):
    """`amount` chips that nobody matched went back to `seat`."""

    __slots__ = ("amount", "clause", "seat")
    __match_args__: Final = ("seat", "amount", "clause")

    def __init__(self, seat: Seat, amount: int, clause: ClauseId) -> None:
        self.seat: Final = seat
        self.amount: Final = amount
        self.clause: Final = clause


@mypyc_attr(acyclic=True, free_list_len=1)
class Shown(Value):
    """`seat` showed `cards` to everyone."""

    __slots__ = ("cards", "clause", "seat")
    __match_args__: Final = ("seat", "cards", "clause")

    def __init__(self, seat: Seat, cards: Cards, clause: ClauseId) -> None:
        self.seat: Final = seat
        self.cards: Final = cards
        self.clause: Final = clause


@mypyc_attr(acyclic=True, free_list_len=1)
class Mucked(Value):
    """`seat` laid its hand away unseen."""

    __slots__ = ("clause", "seat")
    __match_args__: Final = ("seat", "clause")

    def __init__(self, seat: Seat, clause: ClauseId) -> None:
        self.seat: Final = seat
        self.clause: Final = clause


@mypyc_attr(acyclic=True, free_list_len=1)
class Paid(Value):
    """`seat` took `amount` chips from the pot."""

    __slots__ = ("amount", "clause", "seat")
    __match_args__: Final = ("seat", "amount", "clause")

    def __init__(self, seat: Seat, amount: int, clause: ClauseId) -> None:
        self.seat: Final = seat
        self.amount: Final = amount
        self.clause: Final = clause


class Turned(Value):
    """A card was turned face up."""

    __slots__ = ("card", "clause")
    __match_args__: Final = ("card", "clause")

    def __init__(self, card: Card, clause: ClauseId) -> None:
        self.card: Final = card
        self.clause: Final = clause


@mypyc_attr(acyclic=True, free_list_len=1)
class TrickTaken(Value):
    """`seat` took the trick."""

    __slots__ = ("clause", "seat")
    __match_args__: Final = ("seat", "clause")

    def __init__(self, seat: Seat, clause: ClauseId) -> None:
        self.seat: Final = seat
        self.clause: Final = clause


Event = Ante | Cut | Dealt | Drawn | Uncalled | Shown | Mucked | Paid | Turned | TrickTaken
Events = tuple[Event, ...]


def sees_cards(event: Event, viewer: Seat) -> bool:
    """Whether `viewer` may see the faces of the cards of `event`."""
    match event:
        case Dealt() | Drawn():
            return viewer in event.seen_by
        case _:
            return True
