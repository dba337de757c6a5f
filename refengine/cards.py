"""Cards and packs.

A card is a string of two ASCII characters, rank then suit: ``"Th"`` is the ten of hearts. Being plain
strings, cards need no conversion at any boundary, and a pack is a tuple of them, top card first.
"""

from collections.abc import Iterable
from typing import Final, NewType

from refengine.errors import HandError

Card = NewType("Card", str)
Cards = tuple[Card, ...]

RANKS: Final = "23456789TJQKA"
"""Ranks from low to high, the ace high."""
SUITS: Final = "cdhs"
"""Suits in the order in which equal ranks are written; no suit is stronger than another by this."""

FULL_PACK: Final[Cards] = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)
"""All 52 cards by rank ascending, then suit: the written order of any pack."""

_WRITTEN_ORDER: Final[dict[str, int]] = {card: place for place, card in enumerate(FULL_PACK)}
_HAND_ORDER: Final[dict[str, int]] = {
    card: (12 - RANKS.index(card[0])) * 4 + SUITS.index(card[1]) for card in FULL_PACK
}
_PLACE_IN_HAND: Final = _HAND_ORDER.__getitem__
RANK_VALUE: Final[dict[str, int]] = {rank: value for value, rank in enumerate(RANKS, start=2)}
"""Rank to 2..14, the ace 14."""


def is_card(text: object) -> bool:
    """Whether `text` names one of the 52 cards, exactly (``"10h"`` and ``"ah"`` do not)."""
    return type(text) is str and text in _WRITTEN_ORDER


def parse_card(text: str) -> Card:
    """The card that `text` names; `HandError` if it names none."""
    if not is_card(text):
        raise HandError(f"{text!r} is no card")
    return Card(text)


def parse_cards(text: str) -> Cards:
    """Cards from a string in which blanks part them: ``"9c Jd"``."""
    return tuple(parse_card(word) for word in text.split())


def pack_from(lowest: str) -> Cards:
    """The pack whose lowest rank is `lowest`, in written order: ``"7"`` gives 32 cards."""
    return FULL_PACK[_WRITTEN_ORDER[lowest + SUITS[0]] :]


def in_written_order(cards: Iterable[Card]) -> Cards:
    """By rank ascending, then suit c d h s: how packs are written."""
    return tuple(sorted(cards, key=_WRITTEN_ORDER.__getitem__))


def in_hand_order(cards: Iterable[Card]) -> Cards:
    """By rank descending, then suit c d h s: how hands are written."""
    return tuple(sorted(cards, key=_PLACE_IN_HAND))
