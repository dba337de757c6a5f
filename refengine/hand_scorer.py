"""What the scorers of five-card hands share: which score each kind of hand has, and what it is called.

A score is a whole number from 1 for the weakest kind of hand of the pack; hands of equal ranks have equal
scores, whatever their suits (ties by suit and the circle of straight flushes are not in it).

Each rank has a key, and no two different sets of five ranks have keys with the same sum: the sum says all
that matters about a hand but whether it is a flush. Here the sums of all kinds of hands are listed from weak
to strong, without asking the definition what each hand is: the two were written apart, and the tests prove
them equal on every hand of every pack. How a hand comes to its sum, and the sum to its score, is left to
`refengine.table_scorer` in plain Python and to `refengine.native_scorer` in the compiled engine.

Cards may be given as strings or, faster, as ids: the place of the card in the full pack, rank * 4 + suit,
twos first, suits in the order c d h s. Ids are the same in every pack.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from refengine.cards import FULL_PACK, RANKS, SUITS
from refengine.categories import ORDERS, Category, Order
from refengine.errors import HandError

RANK_KEYS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""From the lowest rank of the pack up. Any five of them, no more than four alike, have a sum of their own;
five alike, which no pack holds, may have that of a hand with a pair, never that of five different ranks."""

FLUSHES: Final[frozenset[Category]] = frozenset({"flush", "straight_flush"})
_IDS: Final[dict[str, int]] = {card: place for place, card in enumerate(FULL_PACK)}


class HandScorer(ABC):
    """Scores the hands of one pack under one order of categories."""

    def __init__(self, lowest: str, order: Order) -> None:
        self.lowest: Final = lowest
        self.order: Final[Order] = order
        ranks = RANKS[RANKS.index(lowest) :]
        self.sums: Final = sums_of_hands(RANK_KEYS[: len(ranks)])
        """The sums of each category, from weak to strong."""
        self._categories: Final[list[Category]] = ["high_card"]
        for category in ORDERS[order]:
            self._categories.extend([category] * len(self.sums[category]))
        pairs = self.scores_in("pair")
        self._openers: Final = dict(zip(ranks, pairs[:: len(pairs) // len(ranks)], strict=True))
        self.pack: Final = bytes([_IDS[rank + suit] for rank in ranks for suit in SUITS])
        """The ids of the pack's cards, ascending."""

    @property
    def best(self) -> int:
        """The highest score there is."""
        return len(self._categories) - 1

    def category(self, score: int) -> Category:
        """What hands of that score are called. `HandError` if no hand has it."""
        if not 0 < score < len(self._categories):
            raise HandError(f"no hand scores {score}: scores go from 1 to {self.best}")
        return self._categories[score]

    def scores_in(self, category: Category) -> range:
        """The scores of the hands of that name."""
        first = self._categories.index(category, 1)
        return range(first, first + len(self.sums[category]))

    def openers_from(self, rank: str) -> int:
        """The score of the weakest hand with a pair of `rank`, reached by no hand with less."""
        return self._openers[rank]

    @abstractmethod
    def score(self, a: int, b: int, c: int, d: int, e: int) -> int:
        """The score of five ids. `HandError` unless they are five different cards of the pack."""

    @abstractmethod
    def score_hand(self, hand: Sequence[str]) -> int:
        """The score of five cards. `HandError` unless they are five different cards of the pack."""

    @abstractmethod
    def score_trusted(self, a: int, b: int, c: int, d: int, e: int) -> int:
        """`score` without any check: for five ids that are known to be different cards of the pack.

        Other numbers give a score without meaning, or an error of any type.
        """

    @abstractmethod
    def scores(self, hands: bytes) -> "array[int]":
        """The scores of many hands, five bytes a hand, each byte an id; the array has type code ``H``.

        `HandError`, and no scores at all, unless each hand is five different cards of the pack.
        """

    @abstractmethod
    def scores_of_pack(self) -> "array[int]":
        """The scores of all hands of the pack, in the order of `itertools.combinations` of its ids."""

    @abstractmethod
    def counts_of_pack(self) -> list[int]:
        """How many hands of the pack have each score; no hand has score 0."""

    def no_hands(self, length: int) -> HandError:
        """That so many bytes are not hands of five cards."""
        return HandError(f"{length} bytes are not hands of five cards")

    def no_card(self, stranger: int) -> HandError:
        """That an id is none of the pack's."""
        return HandError(f"id {stranger} is not in the pack, whose lowest rank is {self.lowest}")

    def no_hand(self, hand: object) -> HandError:
        """That these are not five different cards of the pack."""
        return HandError(f"{hand!r}: not five different cards of the pack whose lowest rank is {self.lowest}")


def ids_of(cards: Iterable[str]) -> bytes:
    """The ids of cards, as `HandScorer.scores` reads them. `HandError` at what is no card."""
    try:
        return bytes([_IDS[card] for card in cards])
    except (KeyError, TypeError):
        raise HandError("not all of these are cards") from None


def sums_of_hands(keys: Sequence[int]) -> dict[Category, list[int]]:
    """The sums of all kinds of hands by category, each from weak to strong; `keys` are rising numbers."""
    downwards = keys[::-1]
    fives, threes, twos = (_from_weak_to_strong(downwards, size) for size in (5, 3, 2))
    runs = [tuple(downwards[top : top + 5]) for top in reversed(range(len(keys) - 4))]
    straights = [(keys[-1], *keys[3::-1]), *runs]
    in_a_row = frozenset(straights)
    scattered = [sum(five) for five in fives if five not in in_a_row]
    in_a_row_sums = [sum(five) for five in straights]
    beside_pair = [(three, sum(three)) for three in threes]
    return {
        "high_card": scattered,
        "pair": [2 * p + side for p in keys for three, side in beside_pair if p not in three],
        "two_pair": [2 * (p + q) + side for p, q in twos for side in keys if side not in (p, q)],
        "three_of_a_kind": [3 * t + p + q for t in keys for p, q in twos if t not in (p, q)],
        "straight": in_a_row_sums,
        "flush": scattered,
        "full_house": [3 * t + 2 * p for t in keys for p in keys if p != t],
        "four_of_a_kind": [4 * f + side for f in keys for side in keys if side != f],
        "straight_flush": in_a_row_sums,
    }


def _from_weak_to_strong(downwards: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """All sets of different keys, each from high to low, the weakest set first."""
    return list(combinations(downwards, size))[::-1]
