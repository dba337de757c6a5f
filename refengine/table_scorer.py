"""Scores of five-card hands by table: the same order of hands as `refengine.ranking`, made for speed.

How it works. The key of a card holds, in its low bits, that of its rank, and in the high bits counts clubs,
diamonds and hearts as digits of base six (spades are what is missing to five). A flush is found by its whole
sum in one dictionary, every other hand by the low bits in another. `refengine.hand_scorer` says what the sums
mean.

`scorer_for` gives the scorer to use. In the compiled engine that is another one, with the same promises.
"""

from array import array
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from refengine.cards import FULL_PACK, RANKS, SUITS
from refengine.categories import ORDERS, Order
from refengine.hand_scorer import FLUSHES, RANK_KEYS, HandScorer, ids_of

__all__ = ["HandScorer", "TableScorer", "ids_of", "scorer_for"]

COMPILED: Final = not __file__.endswith((".py", ".pyc"))
"""Whether the engine that runs has been compiled."""

_SUIT_SHIFT: Final = 22
_RANK_BITS: Final = (1 << _SUIT_SHIFT) - 1
_SUIT_KEYS: Final = {
    "c": 1 << _SUIT_SHIFT,
    "d": 6 << _SUIT_SHIFT,
    "h": 36 << _SUIT_SHIFT,
    "s": 0,
}
_NO_KEY: Final = 5 * RANK_KEYS[-1] + 1
"""Key of a card that is not in the pack: no hand of it has such a sum, and five still fit the low bits."""
_NO_SCORE: Final = 0xFFFF
"""What five of a rank score, which no pack holds."""
_FOUR_OF_A_SUIT: Final = frozenset(4 * key for key in _SUIT_KEYS.values())


class TableScorer(HandScorer):
    """The scorer in plain Python. Use `scorer_for`, which keeps them."""

    def __init__(self, lowest: str, order: Order) -> None:
        super().__init__(lowest, order)
        ranks = RANKS[RANKS.index(lowest) :]
        self._card_keys: Final = {
            rank + suit: key + _SUIT_KEYS[suit]
            for rank, key in zip(ranks, RANK_KEYS, strict=False)
            for suit in SUITS
        }
        self._keys: Final = [self._card_keys.get(card, _NO_KEY) for card in FULL_PACK]
        self._flushes: Final[dict[int, int]] = {}
        self._others: Final[dict[int, int]] = {}
        self._unpaired: Final = self.openers_from(ranks[0]) - 1
        for category in ORDERS[order]:
            sums, scores = self.sums[category], self.scores_in(category)
            if category in FLUSHES:
                for suit_key in _SUIT_KEYS.values():
                    self._flushes.update(zip(map((5 * suit_key).__add__, sums), scores, strict=True))
            else:
                self._others.update(zip(sums, scores, strict=True))

    def score(self, a: int, b: int, c: int, d: int, e: int) -> int:
        keys = self._keys
        try:
            total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
            score = self._flushes[total] if total in self._flushes else self._others[total & _RANK_BITS]
            # Five different ranks are five different cards; the second line compares each card with each.
            if (
                score <= self._unpaired or a != b != c != d != e != a != c != e != b != d != a
            ) and a | b | c | d | e >= 0:
                return score
        except (LookupError, TypeError):
            pass
        raise self.no_hand((a, b, c, d, e))

    def score_hand(self, hand: Sequence[str]) -> int:
        keys = self._card_keys
        try:
            a, b, c, d, e = hand
            total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
            score = self._flushes[total] if total in self._flushes else self._others[total & _RANK_BITS]
            if score <= self._unpaired or a != b != c != d != e != a != c != e != b != d != a:
                return score
        except (LookupError, TypeError, ValueError):
            pass
        raise self.no_hand(hand)

    def score_trusted(self, a: int, b: int, c: int, d: int, e: int) -> int:
        keys = self._keys
        total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        return self._flushes[total] if total in self._flushes else self._others[total & _RANK_BITS]

    def scores(self, hands: bytes) -> "array[int]":
        if len(hands) % 5:
            raise self.no_hands(len(hands))
        if strangers := hands.translate(None, self.pack):
            raise self.no_card(strangers[0])
        keys, flushes, others, unpaired = self._keys, self._flushes, self._others, self._unpaired
        scores: list[int] = []
        for a, b, c, d, e in zip(hands[::5], hands[1::5], hands[2::5], hands[3::5], hands[4::5], strict=True):
            total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
            score = flushes[total] if total in flushes else others.get(total & _RANK_BITS, _NO_SCORE)
            if score > unpaired and not a != b != c != d != e != a != c != e != b != d != a:
                raise self.no_hand((a, b, c, d, e))
            scores.append(score)
        return array("H", scores)

    def scores_of_pack(self) -> "array[int]":
        keys = [self._keys[card] for card in self.pack]
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
                fifths = [self._others.get(ranks + (key & _RANK_BITS), _NO_SCORE) for key in keys]
                rows[ranks] = array("H", fifths)
            scores += rows[ranks][d + 1 :]
        return scores

    def counts_of_pack(self) -> list[int]:
        counts = [0] * (self.best + 1)
        for score in self.scores_of_pack():
            counts[score] += 1
        return counts

    def _at(self, total: int) -> int:
        return self._flushes[total] if total in self._flushes else self._others[total & _RANK_BITS]


@cache
def scorer_for(lowest: str, order: Order) -> HandScorer:
    """The scorer of the pack whose lowest rank is `lowest` (``"2"`` to ``"9"``), built at the first call."""
    if COMPILED:
        from refengine.native_scorer import NativeScorer

        return NativeScorer(lowest, order)
    return TableScorer(lowest, order)
