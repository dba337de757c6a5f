"""Orders of cards. A pack in pure random order hardly ever brings equal hands, flushes or fours, and most
faults of ranking and of dividing pots show nowhere else: so most deals are stacked.

A stacked deal gives each seat a hand of some kind, laid into the pack card by card as hands are dealt; or all
hands are of one kind, or all alike, so that suits and side cards decide, or nothing does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, get_args

from conformance.random_play.choices import Choose, by_weight, one_of, some_of
from refengine.cards import RANK_VALUE, SUITS, Card, Cards

ACE: Final = RANK_VALUE["A"]
HAND: Final = 5
LAID: Final = 12
"""Cards after the deal whose order is random too; the rest of the pack is left as it is written."""

Made = Literal["any", "flush", "straight", "low_straight", "straight_flush", "low_straight_flush"]
KINDS: Final[tuple[Made | tuple[int, ...], ...]] = (
    *("any", "flush", "straight", "low_straight", "straight_flush", "low_straight_flush"),
    *((2,), (2, 2), (3,), (3, 2), (4,), ()),
)
"""Kinds of hands: by name, or how many cards of one rank and of another; () are five different ranks."""
_KIND_WEIGHTS: Final = (2, 2, 3, 2, 1, 1, 2, 4, 2, 2, 1, 1)

Kind = Made | tuple[int, ...]
Style = Literal["plain", "mixed", "kindred", "alike"]
"""How a pack is stacked: not at all, each hand of some kind, all of one kind, all of the same ranks."""
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
    kind = _draw_kind(choose)
    for _ in range(seats):
        if deal.style == "alike" and hands and choose(5) > 0:
            hands.append(_alike(choose, left, hands[-1]))
        else:
            hands.append(_hand(choose, left, kind))
        if deal.style != "kindred":
            kind = _draw_kind(choose)
        left = [card for card in left if card not in hands[-1]]
    dealt = [hand[turn] for turn in range(HAND) for hand in hands]
    return dealt + _shuffled(choose, left, LAID)


def _draw_kind(choose: Choose) -> Kind:
    return KINDS[by_weight(choose, _KIND_WEIGHTS)]


def _shuffled(choose: Choose, cards: Sequence[Card], number: int) -> Hand:
    top = some_of(choose, cards, min(number, len(cards)))
    taken = set(top)
    return top + [card for card in cards if card not in taken]


def _hand(choose: Choose, left: Hand, kind: Kind) -> Hand:
    """Five cards of those that are left, as near as they come to a kind of hand."""
    first = choose(len(left))
    pool = left[first:] + left[:first]
    match kind:
        case "any":
            return some_of(choose, pool, HAND)
        case "flush":
            return _chosen(pool, lambda card: card[1] != pool[0][1])
        case "straight" | "low_straight":
            return _chosen(pool, _in_row(pool, kind == "low_straight", one_suit=False))
        case "straight_flush" | "low_straight_flush":
            return _chosen(pool, _in_row(pool, kind == "low_straight_flush", one_suit=True))
        case shape:
            return _of_shape(choose, pool, shape)


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


def _in_row(pool: Hand, low: bool, *, one_suit: bool) -> Wanted:
    """A straight that begins at the first card, as far as the ace lets it; a `low` one begins at the ace."""
    values = {RANK_VALUE[card[0]] for card in pool}
    start = min(RANK_VALUE[pool[0][0]], ACE + 1 - HAND)
    row = [ACE, *range(min(values), min(values) + HAND - 1)] if low else range(start, start + HAND)
    left = set(row)

    def wanted(card: Card) -> int:
        if RANK_VALUE[card[0]] in left and (not one_suit or card[1] == pool[0][1]):
            left.remove(RANK_VALUE[card[0]])
            return 0
        return 1

    return wanted


def _alike(choose: Choose, pool: Hand, other: Hand) -> Hand:
    """The ranks of another hand, all of them or all but one, its suits turned into others."""
    by = 1 + choose(3)
    turned = {suit: SUITS[(SUITS.index(suit) + by) % len(SUITS)] for suit in SUITS}
    model = some_of(choose, other, HAND - 1) if choose(3) == 2 else other
    exact = {card[0] + turned[card[1]] for card in model}
    suits = {turned[card[1]] for card in model}
    hand = [card for card in pool if card in exact]
    ranks = [card[0] for card in model]
    for card in hand:
        ranks.remove(card[0])
    rest = [card for card in pool if card not in hand]

    def wanted(card: Card) -> int:
        if card[0] in ranks:
            ranks.remove(card[0])
            return 0
        return 1 if card[1] in suits else 2

    first = choose(len(rest))
    return hand + _chosen(rest[first:] + rest[:first], wanted)[: HAND - len(hand)]
