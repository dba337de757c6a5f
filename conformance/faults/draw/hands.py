"""What every draw text says about packs and hands, done wrong: the pack, the categories, ties and straights.

The reference scores hands by a table and, for ties, by reading them. A wrong engine does both by one wrong
reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from conformance.adapters import reference
from conformance.faults.draw.texts import PIN, TEXTS, Text, policy
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap
from refengine import ranking
from refengine.cards import RANK_VALUE, RANKS, Cards
from refengine.categories import ORDERS, Category, Order
from refengine.draw.rules import DrawRules
from refengine.ranking import Ranking, Ties

Reading = tuple[Category, tuple[int, ...], int]
"""Category, the ranks that decide within it, and the rank of the card whose suit decides after them."""
Read = Callable[[Cards, Ranking], Reading]
ACE: Final = 14


class ByReading:
    """A scorer that reads every hand, wrongly where the reading is wrong."""

    def __init__(self, lowest: str, order: Order) -> None:
        self._ranking = Ranking(lowest, order, "split", "linear")
        self._names = ORDERS[order]

    def score_hand(self, hand: Cards) -> int:
        category, ranks, _ = ranking._read(hand, self._ranking)
        return self._score(category, ranks)

    def _score(self, category: Category, ranks: tuple[int, ...]) -> int:
        score = self._names.index(category) + 1
        for rank in (*ranks, *(0,) * (5 - len(ranks))):
            score = score * 16 + rank
        return score

    def category(self, score: int) -> Category:
        return self._names[(score >> 20) - 1]

    def openers_from(self, rank: str) -> int:
        return self._score("pair", (RANK_VALUE[rank],))


def _reads(wrong: Callable[[Read, Cards, Ranking], Reading]) -> tuple[Swap, Swap]:
    def read(right: Read, hand: Cards, order: Ranking) -> ranking._Reading:
        return ranking._Reading(*wrong(right, hand, order))

    return (
        Swap(ranking, "_read", read),
        Swap(ranking, "scorer_for", lambda _, lowest, order: ByReading(lowest, order)),
    )


def _ranks(hand: Cards) -> tuple[int, ...]:
    return tuple(sorted((RANK_VALUE[card[0]] for card in hand), reverse=True))


def _unpaired(hand: Cards) -> bool:
    return len({card[0] for card in hand}) == 5


# -- straights
def _plain_name(hand: Cards) -> Category:
    return "flush" if len({card[1] for card in hand}) == 1 else "high_card"


def _straight_name(hand: Cards) -> Category:
    return "straight_flush" if len({card[1] for card in hand}) == 1 else "straight"


def _is_ace_low(read: Reading, hand: Cards) -> bool:
    return read[0] in ("straight", "straight_flush") and _ranks(hand)[0] == ACE != read[1][0]


def _ace_only_high(right: Read, hand: Cards, order: Ranking) -> Reading:
    read = right(hand, order)
    return (_plain_name(hand), _ranks(hand), ACE) if _is_ace_low(read, hand) else read


def _ace_low_as_high(right: Read, hand: Cards, order: Ranking) -> Reading:
    read = right(hand, order)
    return (read[0], (ACE,), ACE) if _is_ace_low(read, hand) else read


def _round_the_corner(right: Read, hand: Cards, order: Ranking) -> Reading:
    read = right(hand, order)
    pack = RANKS[RANKS.index(order.lowest) :]
    places = sorted(pack.index(card[0]) for card in hand)
    if not _unpaired(hand) or read[0].startswith("straight"):
        return read
    gaps = [(place - before) % len(pack) for before, place in zip(places[-1:] + places, places, strict=False)]
    if sorted(gaps)[:4] != [1, 1, 1, 1]:
        return read
    top = RANK_VALUE[pack[places[gaps.index(max(gaps)) - 1]]]
    return _straight_name(hand), (top,), top


def _ace_below_two_only(right: Read, hand: Cards, order: Ranking) -> Reading:
    return right(hand, order) if order.lowest == "2" else _ace_only_high(right, hand, order)


def straights(text: Text) -> Iterator[Fault]:
    """DRW-21."""
    for name, says, wrong in (
        ("ace-only-high", "The ace does not count low in a straight.", _ace_only_high),
        ("ace-low-straight-on-top", "A straight with the ace low counts as ace-high.", _ace_low_as_high),
        (
            "straights-round-the-corner",
            "A straight may go on from the ace to the lowest rank.",
            _round_the_corner,
        ),
        (
            "ace-low-only-below-two",
            "In a stripped pack the ace does not count low, only below the two.",
            _ace_below_two_only,
        ),
    ):
        yield text.swapped(name, "DRW-21", "hands", says, *_reads(wrong))


# -- categories
def _trips_and_straight_swapped(right: Read, hand: Cards, order: Ranking) -> Reading:
    name, ranks, decider = right(hand, order)
    other: dict[Category, Category] = {"straight": "three_of_a_kind", "three_of_a_kind": "straight"}
    return other.get(name, name), ranks, decider


def _flush_by_top_card(right: Read, hand: Cards, order: Ranking) -> Reading:
    name, ranks, decider = right(hand, order)
    return name, ranks[:1] if name == "flush" else ranks, decider


def _pairs_without_kickers(right: Read, hand: Cards, order: Ranking) -> Reading:
    name, ranks, decider = right(hand, order)
    return name, ranks[:1] if name == "pair" else ranks, decider


def _two_pair_by_kicker(right: Read, hand: Cards, order: Ranking) -> Reading:
    name, ranks, decider = right(hand, order)
    return name, (ranks[0], ranks[2], ranks[1]) if name == "two_pair" else ranks, decider


def _full_house_by_the_pair(right: Read, hand: Cards, order: Ranking) -> Reading:
    name, ranks, decider = right(hand, order)
    return name, ranks[::-1] if name == "full_house" else ranks, decider


def _four_is_two_pair(right: Read, hand: Cards, order: Ranking) -> Reading:
    name, ranks, decider = right(hand, order)
    return "full_house" if name == "four_of_a_kind" else name, ranks, decider


def _ranked(**changes: object) -> Callable[[DrawRules], DrawRules]:
    def change(rules: DrawRules) -> DrawRules:
        order: NamedTuple = rules.pack.ranking
        return policy("pack", ranking=order._replace(**changes))(rules)

    return change


def _orders_swapped(rules: DrawRules) -> DrawRules:
    other = {"standard": "flush_over_full", "flush_over_full": "standard"}
    return _ranked(order=other[rules.pack.ranking.order])(rules)


def _lowest_misnamed(right: Callable[[Cards, Ranking], Category], hand: Cards, order: Ranking) -> Category:
    """The lowest straight is called a high card, though it ranks where it should."""
    name = right(hand, order)
    return _plain_name(hand) if _is_ace_low(ranking._read(hand, order), hand) else name


def categories(text: Text) -> Iterator[Fault]:
    """DRW-17."""
    clause = "DRW-17"
    yield text.ruled(
        "flush-and-full-house-swapped",
        clause,
        "hands",
        "A flush beats a full house where it should not, and the other way round.",
        _orders_swapped,
    )
    yield text.agreed(
        "standard-ranking-by-default",
        clause,
        "A table that has agreed on nothing plays the standard ranking.",
        ranking="standard",
    )
    yield text.swapped(
        "lowest-straight-misnamed",
        "DRW-21",
        "hands",
        "The lowest straight is called a high card, though it ranks where it should.",
        Swap(reference, "category", _lowest_misnamed),
    )
    for name, says, wrong in (
        ("trips-beat-a-straight", "Three of a kind beats a straight.", _trips_and_straight_swapped),
        ("four-of-a-kind-as-full-house", "Four of a kind counts as a full house.", _four_is_two_pair),
        ("flush-by-its-top-card", "Flushes are compared by their highest card only.", _flush_by_top_card),
        ("pair-without-kickers", "Pairs of the same rank are equal.", _pairs_without_kickers),
        ("two-pair-by-the-fifth-card", "Two pair are compared by the fifth card first.", _two_pair_by_kicker),
        ("full-house-by-the-pair", "Full houses are compared by their pairs.", _full_house_by_the_pair),
    ):
        yield text.swapped(name, clause, "hands", says, *_reads(wrong))


# -- ties
def _by_suits(suits: str) -> Callable[..., int]:
    def place(_: object, value: int, hand: Cards) -> int:
        found = (suits.index(card[1]) + 1 for card in hand if RANK_VALUE[card[0]] == value)
        return max(found, default=0)

    return place


def _ties_swapped(rules: DrawRules) -> DrawRules:
    other: dict[Ties, Ties] = {"suits": "split", "split": "suits"}
    return _ranked(ties=other[rules.pack.ranking.ties])(rules)


def _suit_of_the_pair(right: Read, hand: Cards, order: Ranking) -> Reading:
    name, ranks, decider = right(hand, order)
    return name, ranks, ranks[0] if name in ("pair", "two_pair") else decider


def _suit_of_the_highest(right: Read, hand: Cards, order: Ranking) -> Reading:
    name, ranks, _ = right(hand, order)
    return name, ranks, _ranks(hand)[0]


def _suit_of_the_lowest(right: Read, hand: Cards, order: Ranking) -> Reading:
    name, ranks, decider = right(hand, order)
    return name, ranks, _ranks(hand)[-1] if _unpaired(hand) else decider


def _suit_of_the_low_ace(right: Read, hand: Cards, order: Ranking) -> Reading:
    read = right(hand, order)
    return (read[0], read[1], ACE) if _is_ace_low(read, hand) else read


def ties(text: Text) -> Iterator[Fault]:
    """DRW-18 and DRW-22."""
    yield text.ruled(
        "suits-where-hands-split",
        "DRW-18",
        "hands",
        "Suits decide between equal hands where they should share, and the other way round.",
        _ties_swapped,
    )
    yield text.agreed(
        "other-ties-by-default",
        "DRW-18",
        "A table that has agreed on nothing has the other custom for equal hands.",
        ties="suits" if text is PIN else "split",
    )
    yield text.swapped(
        "suits-as-in-bridge",
        "DRW-18",
        "hands",
        "Suits rank spades, hearts, diamonds, clubs.",
        Swap(ranking, "_suit_place", _by_suits("cdhs")),
    )
    yield text.swapped(
        "suits-upside-down",
        "DRW-18",
        "hands",
        "Suits rank spades, clubs, diamonds, hearts.",
        Swap(ranking, "_suit_place", _by_suits("hdcs")),
    )
    for name, says, wrong in (
        ("suit-of-the-pair", "Equal pairs are told apart by the suits of the pair.", _suit_of_the_pair),
        ("suit-of-the-highest-card", "The suit of the highest card of all decides.", _suit_of_the_highest),
        (
            "suit-of-the-lowest-card",
            "Without a pair the suit of the lowest card decides.",
            _suit_of_the_lowest,
        ),
        ("suit-of-the-low-ace", "In a straight with the ace low its suit decides.", _suit_of_the_low_ace),
    ):
        yield text.swapped(name, "DRW-22", "hands", says, *_reads(wrong))


# -- straight flushes
Circle = Callable[[Sequence[Cards], Ranking], tuple[int, ...]]


def _straight_flushes(hands: Sequence[Cards], order: Ranking) -> list[int]:
    return [place for place, hand in enumerate(hands) if ranking.category(hand, order) == "straight_flush"]


def _kinds(hands: Sequence[Cards], order: Ranking) -> set[str]:
    return {ranking._kind(hands[place], order) for place in _straight_flushes(hands, order)}


def _massima_wins(right: Circle, hands: Sequence[Cards], order: Ranking) -> tuple[int, ...]:
    if len(_kinds(hands, order)) < 3:
        return right(hands, order)
    return ranking.winners(hands, order._replace(straight_flushes="linear"))


def _all_share(right: Circle, hands: Sequence[Cards], order: Ranking) -> tuple[int, ...]:
    if len(_kinds(hands, order)) < 3:
        return right(hands, order)
    return tuple(_straight_flushes(hands, order))


def _circle(**beats: str) -> Swap:
    """The circle with another table of which kind of straight flush beats which."""

    def winners(_: object, hands: Sequence[Cards], order: Ranking) -> tuple[int, ...]:
        kinds = _kinds(hands, order)
        winning = kinds - {beats.get(kind) for kind in kinds} or kinds
        places = _straight_flushes(hands, order)
        best = (
            ranking._strongest([p for p in places if ranking._kind(hands[p], order) == kind], hands, order)
            for kind in winning
        )
        return tuple(sorted(place for group in best for place in group))

    return Swap(ranking, "_circle_winners", winners)


def _flushes_swapped(rules: DrawRules) -> DrawRules:
    other = {"linear": "circular", "circular": "linear"}
    return _ranked(straight_flushes=other[rules.pack.ranking.straight_flushes])(rules)


def straight_flushes(text: Text) -> Iterator[Fault]:
    """DRW-19."""
    clause = "DRW-19"
    yield text.ruled(
        "straight-flushes-not-in-a-circle",
        clause,
        "hands",
        "Straight flushes go by their top card where they should form a circle, and the other way round.",
        _flushes_swapped,
    )
    yield text.agreed(
        "other-straight-flushes-by-default",
        clause,
        "A table that has agreed on nothing has the other custom for straight flushes.",
        straight_flushes="circular" if text is PIN else "linear",
    )


def circles(text: Text) -> Iterator[Fault]:
    """DRW-19 once more, where straight flushes form a circle."""
    clause = "DRW-19"
    yield text.swapped(
        "circle-the-other-way-round",
        clause,
        "hands",
        "The circle of straight flushes turns the other way round.",
        _circle(massima="minima", minima="middle", middle="massima"),
    )
    yield text.swapped(
        "minima-beats-the-middle-too",
        clause,
        "hands",
        "The lowest straight flush beats all others.",
        _circle(minima="massima", massima="middle"),
    )
    yield text.swapped(
        "massima-wins-when-all-are-shown",
        clause,
        "hands",
        "When straight flushes of all three kinds are shown the ace-high one wins.",
        Swap(ranking, "_circle_winners", _massima_wins),
    )
    yield text.swapped(
        "all-share-when-all-are-shown",
        clause,
        "hands",
        "When straight flushes of all three kinds are shown, all share, not only the best of each kind.",
        Swap(ranking, "_circle_winners", _all_share),
    )


PARTS: Final = (straights, categories, ties, straight_flushes, circles)
FAULTS: Final[tuple[Fault, ...]] = tuple(fault for text in TEXTS for part in PARTS for fault in part(text))
