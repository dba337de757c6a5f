"""What beats what: five-card hands of a full or stripped pack, under the rankings a table may agree on.

This is the definition, written to be read. A hand is read once: ranks that occur most often come first, then
by height, and the pattern of the counts names the category. `strength` writes the reading as one number:
category, then ranks, then the suit that tells equal hands apart.

`winners` and `holds_openers`, which every deal asks, look scores up in `refengine.table_scorer` and come
back to the reading only for what scores leave out: ties by suit and the circle of straight flushes.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from refengine.cards import RANK_VALUE, RANKS, Card, Cards, is_card, pack_from
from refengine.categories import ORDERS, Category, Order
from refengine.errors import HandError
from refengine.table_scorer import scorer_for

__all__ = [
    "Category",
    "Order",
    "Ranking",
    "StraightFlushes",
    "Ties",
    "best_scored",
    "categories_of",
    "category",
    "check_hand",
    "holds_openers",
    "scores_of",
    "strength",
    "winners",
]

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


_PATTERNS: Final[dict[tuple[int, ...], Category]] = {
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "pair",
}
_SUITS_UPWARDS: Final = "scdh"
"""Suits that decide ties, spades lowest, hearts highest."""
_PACKS: Final[dict[str, frozenset[str]]] = {lowest: frozenset(pack_from(lowest)) for lowest in RANKS[:8]}
_NOTHING: Final = 0
_BEATS: Final[dict[Kind, Kind]] = {"massima": "middle", "middle": "minima", "minima": "massima"}
_ACE: Final = RANK_VALUE["A"]


class _Reading(NamedTuple):
    """A hand read: all that its strength depends on."""

    category: Category
    ranks: tuple[int, ...]
    """The ranks (2..14) that decide within the category, the most important first."""
    decider: int
    """The rank of the one card whose suit tells hands of equal ranks apart; 0 where ranks cannot be equal."""


def category(hand: Cards, ranking: Ranking) -> Category:
    """What the hand is called. `HandError` unless it is five different cards of the pack."""
    return _read(check_hand(hand, ranking), ranking).category


def strength(hand: Cards, ranking: Ranking) -> int:
    """A number that is greater for the stronger hand and equal for a tie, the suits' rule included.

    Comparable within one ranking only. Straight flushes count by their top card: who wins in the circle
    depends on who else shows, so only `winners` can tell. `HandError` as in `category`.
    """
    reading = _read(check_hand(hand, ranking), ranking)
    number = ORDERS[ranking.order].index(reading.category)
    for place in range(5):
        number = number * 15 + (reading.ranks[place] if place < len(reading.ranks) else 0)
    if ranking.ties == "split":
        return number
    return number * 5 + _suit_place(reading.decider, hand)


def winners(hands: Sequence[Cards], ranking: Ranking) -> tuple[int, ...]:
    """Positions, ascending, of the hands that win or share among those shown.

    `HandError` as in `category`, and if no hand is shown.
    """
    if not hands:
        raise HandError("no hand is shown")
    scores = scores_of(hands, ranking)
    best = best_scored(scores, ranking)
    if best is not None:
        return best
    if ranking.straight_flushes == "circular" and _in_a_circle(max(scores), ranking):
        return _circle_winners(hands, ranking)
    leaders = [place for place, score in enumerate(scores) if score == max(scores)]
    return _strongest(leaders, hands, ranking)


def scores_of(hands: Sequence[Cards], ranking: Ranking) -> list[int]:
    """The scores of the hands by table. `HandError` as in `category`."""
    scorer = scorer_for(ranking.lowest, ranking.order)
    return [scorer.score_hand(hand) for hand in hands]


def categories_of(scores: Sequence[int], ranking: Ranking) -> list[Category]:
    """What the hands of these scores are called."""
    scorer = scorer_for(ranking.lowest, ranking.order)
    return [scorer.category(score) for score in scores]


def _in_a_circle(score: int, ranking: Ranking) -> bool:
    """Whether hands of that score are those that may beat one another in a circle."""
    return scorer_for(ranking.lowest, ranking.order).category(score) == "straight_flush"


def best_scored(scores: list[int], ranking: Ranking) -> tuple[int, ...] | None:
    """As `winners`, of hands with these scores; None where scores do not tell."""
    best = max(scores)
    if ranking.straight_flushes == "circular" and _in_a_circle(best, ranking):
        return None
    if scores.count(best) == 1:
        return (scores.index(best),)
    if ranking.ties == "split":
        return tuple([place for place, score in enumerate(scores) if score == best])
    return None


def _strongest(places: Sequence[int], hands: Sequence[Cards], ranking: Ranking) -> tuple[int, ...]:
    strengths = [strength(hands[place], ranking) for place in places]
    best = max(strengths)
    return tuple(place for place, number in zip(places, strengths, strict=True) if number == best)


def _circle_winners(hands: Sequence[Cards], ranking: Ranking) -> tuple[int, ...]:
    """The best of each kind of straight flush that no other kind shown beats; if each is beaten, of each."""
    shown: dict[Kind, list[int]] = {}
    for place, hand in enumerate(hands):
        if category(hand, ranking) == "straight_flush":
            shown.setdefault(_kind(hand, ranking), []).append(place)
    beaten = {_BEATS[kind] for kind in shown}
    winning = [kind for kind in shown if kind not in beaten] or list(shown)
    return tuple(sorted(place for kind in winning for place in _strongest(shown[kind], hands, ranking)))


def _kind(hand: Cards, ranking: Ranking) -> Kind:
    """Which kind a straight flush is: with the ace on top, with the ace below, or between."""
    if all(card[0] != "A" for card in hand):
        return "middle"
    return "massima" if _read(hand, ranking).ranks[0] == _ACE else "minima"


def holds_openers(hand: Cards, rank: str, ranking: Ranking) -> bool:
    """Whether the hand holds at least a pair of `rank`. `HandError` as in `category`."""
    scorer = scorer_for(ranking.lowest, ranking.order)
    return scorer.score_hand(hand) >= scorer.openers_from(rank)


def check_hand(hand: Sequence[str], ranking: Ranking) -> Cards:
    """The same cards; `HandError` unless they are five different cards of the ranking's pack."""
    pack = _PACKS[ranking.lowest]
    if len(hand) != 5:
        raise HandError(f"a hand has five cards, not {len(hand)}")
    for card in hand:
        if not is_card(card):
            raise HandError(f"{card!r} is no card")
        if card not in pack:
            raise HandError(f"{card} is not in the pack, whose lowest rank is {ranking.lowest}")
    if len(set(hand)) != 5:
        raise HandError("a card is there twice: " + " ".join(hand))
    return tuple(map(Card, hand))


def _read(hand: Cards, ranking: Ranking) -> _Reading:
    values = [RANK_VALUE[card[0]] for card in hand]
    ranks = tuple(sorted(set(values), key=lambda value: (values.count(value), value), reverse=True))
    pattern = tuple(values.count(value) for value in ranks)
    if len(ranks) == 5:
        return _read_five_ranks(hand, ranks, ranking)
    return _Reading(_PATTERNS[pattern], ranks, ranks[pattern.index(1)] if pattern[0] == 2 else _NOTHING)


def _read_five_ranks(hand: Cards, ranks: tuple[int, ...], ranking: Ranking) -> _Reading:
    """A hand without a pair; `ranks` are descending."""
    flush = len({card[1] for card in hand}) == 1
    top = _top_of_straight(ranks, ranking)
    if top != _NOTHING:
        return _Reading("straight_flush" if flush else "straight", (top,), top)
    return _Reading("flush" if flush else "high_card", ranks, ranks[0])


def _top_of_straight(ranks: tuple[int, ...], ranking: Ranking) -> int:
    """The rank that a straight counts by; the ace may stand below the pack."""
    lowest = RANK_VALUE[ranking.lowest]
    if ranks == (_ACE, lowest + 3, lowest + 2, lowest + 1, lowest):
        return lowest + 3
    return ranks[0] if ranks[0] - ranks[4] == 4 else _NOTHING


def _suit_place(value: int, hand: Cards) -> int:
    """How high the suit of the one card of that rank value stands, from 1; 0 for no such card."""
    return max(
        (_SUITS_UPWARDS.index(card[1]) + 1 for card in hand if RANK_VALUE[card[0]] == value), default=0
    )
