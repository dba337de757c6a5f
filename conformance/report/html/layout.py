"""Where the seats of a table are drawn. Seat 0 is at the bottom; the next ones follow clockwise."""

from __future__ import annotations

from typing import Final, NamedTuple

MOST_SEATS: Final = 10


class Spot(NamedTuple):
    """The upper left corner of what stands there."""

    x: int
    y: int


_TOP, _UPPER, _MIDWAY, _LOWER, _BOTTOM = 6, 90, 136, 182, 272
_LEFT, _RIGHT = 6, 288
_FIRST, _SECOND, _THIRD = 13, 147, 281
_BEFORE, _AFTER = 79, 215

_FRONT: Final = Spot(_SECOND, _BOTTOM)
_LEFT_SIDE: Final = (Spot(_LEFT, _LOWER), Spot(_LEFT, _UPPER))
_RIGHT_SIDE: Final = (Spot(_RIGHT, _UPPER), Spot(_RIGHT, _LOWER))
_OPPOSITE: Final[dict[int, tuple[Spot, ...]]] = {
    1: (Spot(_SECOND, _TOP),),
    2: (Spot(_BEFORE, _TOP), Spot(_AFTER, _TOP)),
    3: (Spot(_FIRST, _TOP), Spot(_SECOND, _TOP), Spot(_THIRD, _TOP)),
}
_CORNERS: Final = (Spot(_FIRST, _BOTTOM), Spot(_THIRD, _BOTTOM))


def spots(seats: int) -> tuple[Spot, ...]:
    """A spot for each seat, up to ten."""
    match seats:
        case 1:
            return (_FRONT,)
        case 2:
            return (_FRONT, *_OPPOSITE[1])
        case 3:
            return (_FRONT, *_OPPOSITE[2])
        case 4:
            return (_FRONT, Spot(_LEFT, _MIDWAY), *_OPPOSITE[1], Spot(_RIGHT, _MIDWAY))
        case 5:
            return (_FRONT, _LEFT_SIDE[0], *_OPPOSITE[2], _RIGHT_SIDE[1])
        case 6 | 7 | 8:
            return (_FRONT, *_LEFT_SIDE, *_OPPOSITE[seats - 5], *_RIGHT_SIDE)
        case 9 | 10:
            return (_FRONT, _CORNERS[0], *_LEFT_SIDE, *_OPPOSITE[seats - 7], *_RIGHT_SIDE, _CORNERS[1])
        case _:
            raise ValueError(f"no table has {seats} seats")
