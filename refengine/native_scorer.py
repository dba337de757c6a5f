"""The scorer of the compiled engine: the same tables as native arrays, whole numbers as the machine has them.

The plain engine never imports it: it needs `librt`, the compiler's runtime library, which the compiled wheel
alone brings along. Ids are less than 64, so five of them are different exactly if the powers of two that they
stand for add up without a carry, and of one suit if none differs from the first in its last two bits.
"""

from array import array
from collections.abc import Sequence
from typing import Final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i16, i64

from refengine.cards import RANKS, SUITS
from refengine.categories import ORDERS, Order
from refengine.errors import HandError
from refengine.hand_scorer import FLUSHES, RANK_KEYS, HandScorer

_IDS: Final = 64
_NO_ID: Final = 63
_FIVE: Final = 0xFFFFFFFFFF
"""Five bytes of the eight that are read."""
_BEYOND_IDS: Final = 0xC0C0C0C0C0
"""The bits of five bytes that no id has."""
_ALL_OF_IDS: Final = 0x3F3F3F3F3F
"""The bits of five bytes that ids have. Added to any bits of an id but none, they carry."""
_CARRIES: Final = 0x4040404040
_SUIT_BITS: Final = 0x0303030303
_PADDING: Final = b"\0\0\0"
"""Behind the last hand, so that eight bytes can be read where it begins."""
_LETTERS: Final = 128


class NativeScorer(HandScorer):
    """Made by `refengine.table_scorer.scorer_for`."""

    def __init__(self, lowest: str, order: Order) -> None:
        super().__init__(lowest, order)
        first = self.pack[0] >> 2
        size = 5 * RANK_KEYS[12 - first] + 1
        keys = [size] * _IDS
        for place in self.pack:
            keys[place] = RANK_KEYS[(place >> 2) - first]
        self._keys: Final = vec[i64](keys)
        """By id. One that is no card of the pack has a key past the end of the tables."""
        self._others: Final = vec[i16]([0] * size)
        self._flushes: Final = vec[i16]([0] * size)
        for category in ORDERS[order]:
            table = self._flushes if category in FLUSHES else self._others
            for total, score in zip(self.sums[category], self.scores_in(category), strict=True):
                table[total] = i16(score)
        self._size: Final[i64] = size
        # Not a constant: the C compiler would take that for a number of 32 bits, and shift it out.
        self._one: Final[i64] = 1
        self._ranks: Final = _by_letter(RANKS, 4)
        self._suits: Final = _by_letter(SUITS, 1)

    def score(self, a: int, b: int, c: int, d: int, e: int) -> int:
        if 0 <= a < _IDS and 0 <= b < _IDS and 0 <= c < _IDS and 0 <= d < _IDS and 0 <= e < _IDS:
            score = self._checked(a, b, c, d, e)
            if score > 0:
                return score
        raise self.no_hand((a, b, c, d, e))

    def score_hand(self, hand: Sequence[str]) -> int:
        try:
            a, b, c, d, e = hand
            score = self._checked(self._id(a), self._id(b), self._id(c), self._id(d), self._id(e))
            if score > 0:
                return score
        except (TypeError, ValueError):
            pass
        raise self.no_hand(hand)

    def _id(self, card: str) -> i64:
        """The id of a card, `_NO_ID` for what is none."""
        if len(card) != 2:
            return _NO_ID
        rank: i64 = ord(card[0])
        suit: i64 = ord(card[1])
        if rank >= _LETTERS or suit >= _LETTERS:
            return _NO_ID
        return self._ranks[rank] | self._suits[suit]

    def _checked(self, a: i64, b: i64, c: i64, d: i64, e: i64) -> i64:
        """The score of five ids below 64, 0 unless they are five different cards of the pack."""
        keys, one = self._keys, self._one
        total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        v, w, x, y, z = one << a, one << b, one << c, one << d, one << e
        if total >= self._size or v + w + x + y + z != v | w | x | y | z:
            return 0
        if (a ^ b | a ^ c | a ^ d | a ^ e) & 3 == 0:
            return i64(self._flushes[total])
        return i64(self._others[total])

    def score_trusted(self, a: int, b: int, c: int, d: int, e: int) -> int:
        return self._trusted(a, b, c, d, e)

    def _trusted(self, a: i64, b: i64, c: i64, d: i64, e: i64) -> i64:
        keys = self._keys
        total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        if (a ^ b | a ^ c | a ^ d | a ^ e) & 3 == 0:
            return i64(self._flushes[total])
        return i64(self._others[total])

    def scores(self, hands: bytes) -> "array[int]":
        """Written out once more, since calls would cost as much as all the rest.

        Five ids are laid in a ring, and each is held against the next and against the one after it: these are
        all the ten pairs, and each pair must differ. Where no suit differs from the next it is a flush.
        """
        if len(hands) % 5:
            raise self.no_hands(len(hands))
        keys, others, flushes, size = self._keys, self._others, self._flushes, self._size
        scores = vec[i16]([0] * (len(hands) // 5))
        padded = hands + _PADDING
        at: i64 = 0
        for place in range(i64(len(scores))):
            five = read_i64_le(padded, at) & _FIVE
            if five & _BEYOND_IDS:
                raise self._refusal(hands, at)
            a, b, c, d, e = five & 63, five >> 8 & 63, five >> 16 & 63, five >> 24 & 63, five >> 32 & 63
            total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
            one_on = five ^ (five >> 8 | (five & 0xFF) << 32)
            two_on = five ^ (five >> 16 | (five & 0xFFFF) << 24)
            differ = (one_on + _ALL_OF_IDS) & (two_on + _ALL_OF_IDS) & _CARRIES
            if total >= size or differ != _CARRIES:
                raise self._refusal(hands, at)
            if one_on & _SUIT_BITS == 0:
                scores[place] = flushes[total]
            else:
                scores[place] = others[total]
            at += 5
        return _array_of(scores)

    def _refusal(self, hands: bytes, at: int) -> HandError:
        for stranger in hands.translate(None, self.pack):
            return self.no_card(stranger)
        return self.no_hand(tuple(hands[at : at + 5]))

    def scores_of_pack(self) -> "array[int]":
        return _array_of(self._all())

    def counts_of_pack(self) -> list[int]:
        counts = vec[i64]([0] * (self.best + 1))
        for score in self._all():
            counts[i64(score)] += 1
        return list(counts)

    def _all(self) -> vec[i16]:
        keys, others, flushes = self._keys, self._others, self._flushes
        cards = len(self.pack)
        scores = vec[i16]([0] * (cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) // 120))
        place: i64 = 0
        first: i64 = self.pack[0]
        for a in range(first, i64(48)):
            for b in range(a + 1, i64(49)):
                two = keys[a] + keys[b]
                for c in range(b + 1, i64(50)):
                    three = two + keys[c]
                    for d in range(c + 1, i64(51)):
                        four = three + keys[d]
                        one_suit = (a ^ b | a ^ c | a ^ d) & 3 == 0
                        for e in range(d + 1, i64(52)):
                            total = four + keys[e]
                            if one_suit and (a ^ e) & 3 == 0:
                                scores[place] = flushes[total]
                            else:
                                scores[place] = others[total]
                            place += 1
        return scores


def _by_letter(letters: str, step: int) -> vec[i64]:
    """What each letter's place, so many steps long, adds to an id; `_NO_ID` for other letters."""
    places = [_NO_ID] * _LETTERS
    for place, letter in enumerate(letters):
        places[ord(letter)] = place * step
    return vec[i64](places)


def _array_of(scores: vec[i16]) -> "array[int]":
    found = array("H")
    found.frombytes(memoryview(scores).cast("B"))
    return found
