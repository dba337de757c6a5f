"""Seats, numbered clockwise from 0, and the table as the actor of chance.

The seat to the left of seat s is s+1, modulo the number of seats.
"""

from bisect import bisect_right
from functools import cache, lru_cache
from typing import Final, Literal, NewType

Seat = NewType("Seat", int)
Seats = tuple[Seat, ...]
TABLE: Final = "table"
"""The actor of shuffles, draws by lot and of what the table agrees on."""
Actor = Seat | Literal["table"]


@cache
def all_seats(count: int) -> Seats:
    """Every seat of a table of `count`, ascending."""
    return tuple(map(Seat, range(count)))


@lru_cache(maxsize=4096)
def clockwise_after(seat: int, seats: Seats) -> Seats:
    """`seats` (ascending) in turn order, the first one to the left of `seat` first, `seat` itself last."""
    first = bisect_right(seats, seat)
    return seats[first:] + seats[:first]


@lru_cache(maxsize=4096)
def clockwise_from(seat: int, seats: Seats) -> Seats:
    """`seats` (ascending) in turn order, beginning with `seat` itself if it is among them."""
    return clockwise_after(seat - 1, seats)


def next_left(seat: int, seats: Seats) -> Seat:
    """The first of `seats` (ascending, not empty) to the left of `seat`, which may be `seat` itself."""
    for candidate in seats:
        if candidate > seat:
            return candidate
    return seats[0]
