"""Drawing lots for the deal: one card face up to each seat, and the highest rank deals.

Seats that are level at the top draw again from the rest of the pack, until one of them is highest. Should
the rest ever hold fewer cards than there are seats left to draw, the whole pack is gathered for the next
round; that takes a long chain of ties.
"""

from typing import NamedTuple

from refengine.cards import RANK_VALUE, Cards
from refengine.errors import ClauseId
from refengine.menus import Menu, Offer, SomeOf
from refengine.seating import TABLE, Seat, Seats


class Lots(NamedTuple):
    """`seats` draw one card each, in this order, from the cards of `rest`."""

    seats: Seats
    rest: Cards


def lots_menu(lots: Lots, clause: ClauseId) -> Menu:
    """The table draws exactly one card of the rest for each seat; `clause` demands it."""
    count = len(lots.seats)
    return Menu(TABLE, (Offer("draw_dealer", SomeOf(lots.rest, count, count, clause), clause),))


def outcome_of(lots: Lots, cards: Cards, pack: Cards) -> Seat | Lots:
    """The seat whose card is highest, or the lots that the seats level at the top draw next."""
    values = [RANK_VALUE[card[0]] for card in cards]
    best = max(values)
    tied = tuple([seat for seat, value in zip(lots.seats, values, strict=True) if value == best])
    if len(tied) == 1:
        return tied[0]
    rest = tuple(card for card in lots.rest if card not in cards)
    return Lots(tied, rest if len(rest) >= len(tied) else pack)
