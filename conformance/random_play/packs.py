"""Orders of cards. A pack in pure random order hardly ever brings equal hands, flushes or fours, and most
faults of ranking and of dividing pots show nowhere else: so most deals are stacked.

A stacked deal gives each seat a hand of a random kind, laid into the pack card by card as hands are dealt; or
all seats have hands alike, so that suits and side cards decide, or nothing does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, get_args

from conformance.random_play.choices import Choose, by_weight, one_of, some_of
from refengine.cards import RANK_VALUE, Card, Cards

ACE: Final = RANK_VALUE["A"]
HAND: Final = 5
LAID: Final = 12
"""Cards after the deal whose order is random too; the rest of the pack is left as it is written."""

SHAPES: Final[tuple[tuple[int, ...], ...]] = ((2,), (2, 2), (3,), (3, 2), (4,), ())
"""How many cards of one rank, and of another; without any, all are of different ranks."""
_SHAPE_WEIGHTS: Final = (3, 5, 2, 2, 1, 2)

Style = Literal["plain", "mixed", "alike"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)
Hand = list[Card]
Wanted = Callable[[Card], int]
"""How much a card is wanted for a hand: the cards with the smallest numbers are taken."""


class Deal(NamedTuple):
    """What a pack is shuffled for: a deal to so many seats, none where nothing is dealt now."""

    seats: int = 0
    style: Style = "plain"


NO_DEAL: Final = Deal()


def draw_order(choose: Choose, cards: Cards, deal: Deal) -> Hand:
    """An order of all `cards`."""
    seats = deal.seats
    if deal.style == "plain" or not 0 < seats * HAND < len(cards):
        return _shuffled(choose, cards, HAND * seats + LAID)
    hands: list[Hand] = []
    left = list(cards)
    for _ in range(seats):
        alike = deal.style == "alike" and hands and choose(5) > 0
        hands.append(_alike(choose, left, hands[-1]) if alike else _hand(choose, left))
        left = [card for card in left if card not in hands[-1]]
    dealt = [hand[turn] for turn in range(HAND) for hand in hands]
    return dealt + _shuffled(choose, left, LAID)


def _shuffled(choose: Choose, cards: Sequence[Card], number: int) -> Hand:
    top = some_of(choose, cards, min(number, len(cards)))
    taken = set(top)
    return top + [card for card in cards if card not in taken]


def _hand(choose: Choose, left: Hand) -> Hand:
    """Five cards of those that are left, as near as they come to some kind of hand."""
    first = choose(len(left))
    pool = left[first:] + left[:first]
    match choose(8):
        case 0:
            return some_of(choose, pool, HAND)
        case 1:
            return _chosen(pool, lambda card: card[1] != pool[0][1])
        case 2 | 3:
            return _chosen(pool, _in_row(pool, False))
        case 4:
            return _chosen(pool, _in_row(pool, True))
        case _:
            return _of_shape(choose, pool, SHAPES[by_weight(choose, _SHAPE_WEIGHTS)])


def _chosen(pool: Hand, wanted: Wanted) -> Hand:
    return sorted(pool, key=wanted)[:HAND]


def _of_shape(choose: Choose, pool: Hand, shape: tuple[int, ...]) -> Hand:
    """So many cards of one rank, so many of another, the rest of different ranks."""
    by_rank: dict[str, Hand] = {}
    for card in pool:
        by_rank.setdefault(card[0], []).append(card)
    ranks = some_of(choose, list(by_rank), len(by_rank))
    hand: Hand = []
    for size in shape:
        rank = next((rank for rank in ranks if len(by_rank[rank]) >= size), ranks[0])
        ranks.remove(rank)
        hand += by_rank[rank][:size]
    hand += [one_of(choose, by_rank[rank]) for rank in ranks[: HAND - len(hand)]]
    return hand + [card for card in pool if card not in hand][: HAND - len(hand)]


def _in_row(pool: Hand, one_suit: bool) -> Wanted:
    """A straight that begins at the first card, or ends at the ace; one of an ace begins with it."""
    values = {RANK_VALUE[card[0]] for card in pool}
    low = RANK_VALUE[pool[0][0]]
    row = [ACE, *range(min(values), min(values) + HAND - 1)] if low == ACE else []
    left = set(row or range(min(low, ACE + 1 - HAND), ACE + 1)[:HAND])

    def wanted(card: Card) -> int:
        if RANK_VALUE[card[0]] in left and (not one_suit or card[1] == pool[0][1]):
            left.remove(RANK_VALUE[card[0]])
            return 0
        return 1

    return wanted


def _alike(choose: Choose, pool: Hand, other: Hand) -> Hand:
    """The ranks of another hand, as far as they are left: all of them, or all but one."""
    first = choose(len(pool))
    ranks = [card[0] for card in other]
    if choose(3) == 2:
        del ranks[choose(len(ranks))]

    def wanted(card: Card) -> int:
        if card[0] in ranks:
            ranks.remove(card[0])
            return 0
        return 1

    return _chosen(pool[first:] + pool[:first], wanted)
