"""Scores of five-card hands by table: the same order of hands as `refengine.ranking`, made for speed.

A score is a whole number from 1 for the weakest kind of hand of the pack; hands of equal ranks have equal
scores, whatever their suits (ties by suit and the circle of straight flushes are not in it).

How it works. Each card has a key, and the sum of five keys says all that matters about a hand. The low bits
add up one number a rank, chosen so that no two different sets of five ranks have the same sum. The high
bits count clubs, diamonds and hearts as digits of base six (spades are what is missing to five). A flush is
found by its whole sum in a dictionary; every other hand by the low bits in a list. The tables are filled
from a list of all kinds of hands from weak to strong, not by asking the definition what each hand is: the
two were written apart, and the tests prove them equal on every hand of every pack.

Cards may be given as strings or, faster, as ids: the place of the card in the full pack, rank * 4 + suit,
twos first, suits in the order c d h s. Ids are the same in every pack.
"""

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from refengine.cards import FULL_PACK, RANKS, SUITS
from refengine.categories import ORDERS, Category, Order
from refengine.errors import HandError

RANK_KEYS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""From the lowest rank of the pack up. Any five of them, no more than four alike, have a sum of their own;
five alike, which no pack holds, may have that of a hand with a pair, never that of five different ranks."""
_SUIT_SHIFT: Final = 22
_RANK_BITS: Final = (1 << _SUIT_SHIFT) - 1
_SUIT_KEYS: Final = {
    "c": 1 << _SUIT_SHIFT,
    "d": 6 << _SUIT_SHIFT,
    "h": 36 << _SUIT_SHIFT,
    "s": 0,
}
_NO_KEY: Final = 5 * RANK_KEYS[-1] + 1
"""Key of a card that is not in the pack: past the end of every list, and five still fit the low bits."""
_FOUR_OF_A_SUIT: Final = frozenset(4 * key for key in _SUIT_KEYS.values())

_IDS: Final[dict[str, int]] = {card: place for place, card in enumerate(FULL_PACK)}

FiveRanks = tuple[int, ...]
"""The ranks of a hand, those that decide first."""


class TableScorer:
    """Scores the hands of one pack under one order of categories. Use `scorer_for`, which keeps them."""

    def __init__(self, lowest: str, order: Order) -> None:
        ranks = RANKS[RANKS.index(lowest) :]
        self.lowest: Final = lowest
        self.order: Final[Order] = order
        self._pack: Final = bytes(_IDS[rank + suit] for rank in ranks for suit in SUITS)
        self._card_keys: Final = {
            rank + suit: key + _SUIT_KEYS[suit]
            for rank, key in zip(ranks, RANK_KEYS, strict=False)
            for suit in SUITS
        }
        self._keys: Final = [self._card_keys.get(card, _NO_KEY) for card in FULL_PACK]
        self._flushes: Final[dict[int, int]] = {}
        self._others: Final = [0] * (5 * RANK_KEYS[len(ranks) - 1] + 1)
        self._categories: Final[list[Category]] = ["high_card"]
        self._openers: Final[dict[str, int]] = {}
        self._fill(ranks)
        self._unpaired: Final = self._openers[ranks[0]] - 1

    def _fill(self, ranks: str) -> None:
        kinds = kinds_of_hands(RANK_KEYS[: len(ranks)])
        for category in ORDERS[self.order]:
            totals = [sum(keys) for keys in kinds[category]]
            scores = range(len(self._categories), len(self._categories) + len(totals))
            self._categories.extend([category] * len(totals))
            if category in ("flush", "straight_flush"):
                for suit_key in _SUIT_KEYS.values():
                    self._flushes.update(zip([total + 5 * suit_key for total in totals], scores, strict=True))
            else:
                for total, score in zip(totals, scores, strict=True):
                    self._others[total] = score
            if category == "pair":
                self._openers.update(zip(ranks, scores[:: len(totals) // len(ranks)], strict=True))

    @property
    def best(self) -> int:
        """The highest score there is."""
        return len(self._categories) - 1

    def category(self, score: int) -> Category:
        """What hands of that score are called. `HandError` if no hand has it."""
        if not 0 < score < len(self._categories):
            raise HandError(f"no hand scores {score}: scores go from 1 to {self.best}")
        return self._categories[score]

    def openers_from(self, rank: str) -> int:
        """The score of the weakest hand with a pair of `rank`, reached by no hand with less."""
        return self._openers[rank]

    def score(self, a: int, b: int, c: int, d: int, e: int) -> int:
        """The score of five ids. `HandError` unless they are five different cards of the pack."""
        keys = self._keys
        try:
            total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
            score = self._flushes[total] if total in self._flushes else self._others[total & _RANK_BITS]
            # Five different ranks are five different cards; the second line compares each card with each.
            if (
                0 < score <= self._unpaired or a != b != c != d != e != a != c != e != b != d != a
            ) and a | b | c | d | e >= 0:
                return score
        except (IndexError, TypeError):
            pass
        raise self._refusal((a, b, c, d, e))

    def score_hand(self, hand: Sequence[str]) -> int:
        """The score of five cards. `HandError` unless they are five different cards of the pack."""
        keys = self._card_keys
        try:
            a, b, c, d, e = hand
            total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
            score = self._flushes[total] if total in self._flushes else self._others[total & _RANK_BITS]
            if 0 < score <= self._unpaired or a != b != c != d != e != a != c != e != b != d != a:
                return score
        except (LookupError, TypeError, ValueError):
            pass
        raise self._refusal(hand)

    def score_trusted(self, a: int, b: int, c: int, d: int, e: int) -> int:
        """`score` without any check: for five ids that are known to be different cards of the pack.

        Other numbers give a score without meaning, or an error of any type.
        """
        keys = self._keys
        total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        return self._flushes[total] if total in self._flushes else self._others[total & _RANK_BITS]

    def scores(self, hands: bytes) -> "array[int]":
        """The scores of many hands, five bytes a hand, each byte an id; the array has type code ``H``.

        `HandError`, and no scores at all, unless each hand is five different cards of the pack.
        """
        if len(hands) % 5:
            raise HandError(f"{len(hands)} bytes are not hands of five cards")
        if strangers := hands.translate(None, self._pack):
            raise HandError(f"id {strangers[0]} is not in the pack, whose lowest rank is {self.lowest}")
        keys, flushes, others, unpaired = self._keys, self._flushes, self._others, self._unpaired
        scores: list[int] = []
        for a, b, c, d, e in zip(hands[::5], hands[1::5], hands[2::5], hands[3::5], hands[4::5], strict=True):
            total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
            score = flushes[total] if total in flushes else others[total & _RANK_BITS]
            if not 0 < score <= unpaired and not a != b != c != d != e != a != c != e != b != d != a:
                raise self._refusal((a, b, c, d, e))
            scores.append(score)
        return array("H", scores)

    def scores_of_pack(self) -> "array[int]":
        """The scores of all hands of the pack, in the order of `itertools.combinations` of its ids."""
        keys = [self._keys[card] for card in self._pack]
        rows: dict[int, array[int]] = {}
        scores = array("H")
        for a, b, c, d in combinations(range(len(keys)), 4):
            four = keys[a] + keys[b] + keys[c] + keys[d]
            ranks = four & _RANK_BITS
            if four - ranks in _FOUR_OF_A_SUIT:
                scores.extend([self._at(four + key) for key in keys[d + 1 :]])
                continue
            if ranks not in rows:
                # What each fifth card would make of these four ranks, cards that are held already included.
                rows[ranks] = array("H", [self._others[ranks + (key & _RANK_BITS)] for key in keys])
            scores += rows[ranks][d + 1 :]
        return scores

    def _at(self, total: int) -> int:
        return self._flushes[total] if total in self._flushes else self._others[total & _RANK_BITS]

    def _refusal(self, hand: object) -> HandError:
        return HandError(f"{hand!r}: not five different cards of the pack whose lowest rank is {self.lowest}")


@cache
def scorer_for(lowest: str, order: Order) -> TableScorer:
    """The scorer of the pack whose lowest rank is `lowest` (``"2"`` to ``"9"``), built at the first call."""
    return TableScorer(lowest, order)


def ids_of(cards: Iterable[str]) -> bytes:
    """The ids of cards, as `TableScorer.scores` reads them. `HandError` at what is no card."""
    try:
        return bytes([_IDS[card] for card in cards])
    except (KeyError, TypeError):
        raise HandError("not all of these are cards") from None


def kinds_of_hands(ranks: tuple[int, ...]) -> dict[Category, list[FiveRanks]]:
    """All kinds of hands by category, each from weak to strong; the ranks of a pack are rising numbers."""
    downwards = ranks[::-1]
    runs = [downwards[top : top + 5] for top in reversed(range(len(ranks) - 4))]
    straights = [(ranks[-1], *ranks[3::-1]), *runs]
    in_a_row = frozenset(straights)
    fives, threes, twos = (_from_weak_to_strong(downwards, size) for size in (5, 3, 2))
    scattered = [five for five in fives if five not in in_a_row]
    return {
        "high_card": scattered,
        "pair": [(p, p, *side) for p in ranks for side in threes if p not in side],
        "two_pair": [(p, p, q, q, s) for p, q in twos for s in ranks if s not in (p, q)],
        "three_of_a_kind": [(t, t, t, *side) for t in ranks for side in twos if t not in side],
        "straight": straights,
        "flush": scattered,
        "full_house": [(t, t, t, p, p) for t in ranks for p in ranks if p != t],
        "four_of_a_kind": [(f, f, f, f, s) for f in ranks for s in ranks if s != f],
        "straight_flush": straights,
    }


def _from_weak_to_strong(downwards: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """All sets of different ranks, each from high to low, the weakest set first."""
    return list(combinations(downwards, size))[::-1]
