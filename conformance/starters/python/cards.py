"""Cards: two characters, rank then suit."""

from collections.abc import Iterable
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"


def pack_from(lowest: str) -> list[str]:
    """All cards from the lowest rank on, by rank ascending, then by suit."""
    return [rank + suit for rank in RANKS[RANKS.index(lowest) :] for suit in SUITS]


ALL = frozenset(pack_from("2"))


def is_card(value: Any) -> bool:
    return isinstance(value, str) and value in ALL


def sorted_hand(cards: Iterable[str]) -> list[str]:
    """By rank descending, then by suit: how a hand is shown."""
    return sorted(cards, key=lambda card: (-RANKS.index(card[0]), SUITS.index(card[1])))
