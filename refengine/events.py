"""Events: what an action caused, in order, each citing the clause that made it happen.

All of an event is for everyone, except the faces of cards dealt or drawn: those are for the seats in
`seen_by`, which is empty while nobody may look.
"""

from typing import NamedTuple

from refengine.cards import Card, Cards
from refengine.errors import ClauseId
from refengine.seating import Seat, Seats


class Ante(NamedTuple):
    """`seat` put `amount` chips on the table without being asked."""

    seat: Seat
    amount: int
    clause: ClauseId


class Cut(NamedTuple):
    """`seat` cut the pack; the recorded order is the one after the cut."""

    seat: Seat
    clause: ClauseId


class Dealt(NamedTuple):
    """`seat` was dealt `cards`."""

    seat: Seat
    cards: Cards
    seen_by: Seats
    clause: ClauseId


class Drawn(NamedTuple):
    """`seat` asked for as many cards as `cards` and got them; their number is for everyone."""

    seat: Seat
    cards: Cards
    seen_by: Seats
    clause: ClauseId


class Uncalled(NamedTuple):
    """`amount` chips that nobody matched went back to `seat`."""

    seat: Seat
    amount: int
    clause: ClauseId


class Shown(NamedTuple):
    """`seat` showed `cards` to everyone."""

    seat: Seat
    cards: Cards
    clause: ClauseId


class Mucked(NamedTuple):
    """`seat` laid its hand away unseen."""

    seat: Seat
    clause: ClauseId


class Paid(NamedTuple):
    """`seat` took `amount` chips from the pot."""

    seat: Seat
    amount: int
    clause: ClauseId


class Turned(NamedTuple):
    """A card was turned face up."""

    card: Card
    clause: ClauseId


class TrickTaken(NamedTuple):
    """`seat` took the trick."""

    seat: Seat
    clause: ClauseId


Event = Ante | Cut | Dealt | Drawn | Uncalled | Shown | Mucked | Paid | Turned | TrickTaken
Events = tuple[Event, ...]


def sees_cards(event: Event, viewer: Seat) -> bool:
    """Whether `viewer` may see the faces of the cards of `event`."""
    match event:
        case Dealt() | Drawn():
            return viewer in event.seen_by
        case _:
            return True
