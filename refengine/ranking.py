"""What beats what: five-card hands of a full or stripped pack, under the rankings a table may agree on.

This is the definition, written to be read; nothing here is made for speed. A hand is read once: ranks that
occur most often come first, then by height, and the pattern of the counts names the category. `strength`
writes the reading as one number: category, then ranks, then the suit that tells equal hands apart.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from refengine.cards import RANK_VALUE, RANKS, Card, Cards, is_card
from refengine.errors import HandError

Category = Literal[
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
]
Order = Literal["standard", "flush_over_full"]
Ties = Literal["suits", "split"]
StraightFlushes = Literal["linear", "circular"]
Kind = Literal["minima", "middle", "massima"]


class Ranking(NamedTuple):
    """How one table ranks hands."""

    lowest: str
    """Lowest rank of the pack, ``"2"`` (52 cards) to ``"9"`` (24 cards)."""
    order: Order
    ties: Ties
    straight_flushes: StraightFlushes


STANDARD: Final[tuple[Category, ...]] = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
"""Categories from weak to strong in the standard order."""
FLUSH_OVER_FULL: Final[tuple[Category, ...]] = (*STANDARD[:5], "full_house", "flush", *STANDARD[7:])
"""The same with flush and full house changed over, as stripped packs are often played (DRW-17)."""

_ORDERS: Final[dict[Order, tuple[Category, ...]]] = {
    "standard": STANDARD,
    "flush_over_full": FLUSH_OVER_FULL,
}
_PATTERNS: Final[dict[tuple[int, ...], Category]] = {
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "pair",
}
_NO_SUIT: Final = "-"
_SUITS_UPWARDS: Final = _NO_SUIT + "scdh"
"""Spades are lowest, hearts highest (DRW-18)."""
_BEATS: Final[dict[Kind, Kind]] = {"massima": "middle", "middle": "minima", "minima": "massima"}
_ACE: Final = RANK_VALUE["A"]


class _Reading(NamedTuple):
    """A hand read: all that its strength depends on."""

    category: Category
    ranks: tuple[int, ...]
    """The ranks (2..14) that decide within the category, the most important first."""
    suit: str
    """The suit that tells hands of equal ranks apart (DRW-22), or ``-`` where ranks cannot be equal."""


def category(hand: Cards, ranking: Ranking) -> Category:
    """What the hand is called. `HandError` unless it is five different cards of the pack."""
    return _read(check_hand(hand, ranking), ranking).category


def strength(hand: Cards, ranking: Ranking) -> int:
    """A number that is greater for the stronger hand and equal for a tie, the suits' rule included.

    Comparable within one ranking only. Straight flushes count by their top card: who wins in the circle
    depends on who else shows, so only `winners` can tell. `HandError` as in `category`.
    """
    reading = _read(check_hand(hand, ranking), ranking)
    number = _ORDERS[ranking.order].index(reading.category)
    for place in range(5):
        number = number * 15 + (reading.ranks[place] if place < len(reading.ranks) else 0)
    if ranking.ties == "split":
        return number
    return number * len(_SUITS_UPWARDS) + _SUITS_UPWARDS.index(reading.suit)


def winners(hands: Sequence[Cards], ranking: Ranking) -> tuple[int, ...]:
    """Positions, ascending, of the hands that win or share among those shown.

    `HandError` as in `category`, and if no hand is shown.
    """
    strengths = [strength(hand, ranking) for hand in hands]
    if not strengths:
        raise HandError("no hand is shown")
    best = max(strengths)
    if ranking.straight_flushes == "circular":
        top = hands[strengths.index(best)]
        if category(top, ranking) == "straight_flush":
            return _circle_winners(hands, strengths, ranking)
    return tuple(place for place, number in enumerate(strengths) if number == best)


def _circle_winners(hands: Sequence[Cards], strengths: list[int], ranking: Ranking) -> tuple[int, ...]:
    """The best of each kind of straight flush that no other kind shown beats; if each is beaten, of each."""
    best: dict[Kind, int] = {}
    kinds: list[tuple[int, Kind]] = []
    for place, hand in enumerate(hands):
        if category(hand, ranking) == "straight_flush":
            kind = _kind(hand, ranking)
            kinds.append((place, kind))
            best[kind] = max(best.get(kind, 0), strengths[place])
    beaten = {_BEATS[kind] for kind in best}
    winning = [kind for kind in best if kind not in beaten] or list(best)
    return tuple(place for place, kind in kinds if kind in winning and strengths[place] == best[kind])


def _kind(hand: Cards, ranking: Ranking) -> Kind:
    """Which kind a straight flush is: with the ace on top, with the ace below, or between."""
    if all(card[0] != "A" for card in hand):
        return "middle"
    return "massima" if _read(hand, ranking).ranks[0] == _ACE else "minima"


def holds_openers(hand: Cards, rank: str, ranking: Ranking) -> bool:
    """Whether the hand holds at least a pair of `rank` (DRW-23). `HandError` as in `category`."""
    reading = _read(check_hand(hand, ranking), ranking)
    if reading.category == "high_card":
        return False
    return reading.category != "pair" or reading.ranks[0] >= RANK_VALUE[rank]


def check_hand(hand: Sequence[str], ranking: Ranking) -> Cards:
    """The same cards; `HandError` unless they are five different cards of the ranking's pack."""
    if len(hand) != 5:
        raise HandError(f"a hand has five cards, not {len(hand)}")
    for card in hand:
        if not is_card(card):
            raise HandError(f"{card!r} is no card")
        if RANK_VALUE[card[0]] < RANK_VALUE[ranking.lowest]:
            raise HandError(f"{card} is not in the pack, whose lowest rank is {ranking.lowest}")
    if len(set(hand)) != 5:
        raise HandError("a card is there twice: " + " ".join(hand))
    return tuple(Card(card) for card in hand)


def _read(hand: Cards, ranking: Ranking) -> _Reading:
    counts = Counter(RANK_VALUE[card[0]] for card in hand)
    ranks = tuple(sorted(counts, key=lambda value: (counts[value], value), reverse=True))
    pattern = tuple(counts[value] for value in ranks)
    if len(pattern) == 5:
        return _read_five_ranks(hand, ranks, ranking)
    found = _PATTERNS[pattern]
    side = ranks[pattern.index(1)] if pattern[0] == 2 else 0
    return _Reading(found, ranks, _suit_of(side, hand) if side else _NO_SUIT)


def _read_five_ranks(hand: Cards, ranks: tuple[int, ...], ranking: Ranking) -> _Reading:
    """A hand without a pair; `ranks` are descending."""
    top = _top_of_straight(ranks, ranking)
    flush = len({card[1] for card in hand}) == 1
    if top:
        return _Reading("straight_flush" if flush else "straight", (top,), _suit_of(top, hand))
    return _Reading("flush" if flush else "high_card", ranks, _suit_of(ranks[0], hand))


def _top_of_straight(ranks: tuple[int, ...], ranking: Ranking) -> int:
    """The rank that a straight counts by, 0 for no straight; the ace may stand below the pack (DRW-21)."""
    lowest = RANK_VALUE[ranking.lowest]
    if ranks == (_ACE, lowest + 3, lowest + 2, lowest + 1, lowest):
        return lowest + 3
    return ranks[0] if ranks[0] - ranks[4] == 4 else 0


def _suit_of(value: int, hand: Cards) -> str:
    """The suit of the one card of that rank value."""
    rank = RANKS[value - 2]
    return next(card[1] for card in hand if card[0] == rank)
