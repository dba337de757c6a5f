"""The nine categories of a five-card hand, and the two orders in which they may stand."""

from typing import Final, Literal

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
FLUSH_OVER_FULL: Final[tuple[Category, ...]] = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "full_house",
    "flush",
    "four_of_a_kind",
    "straight_flush",
)
"""Flush and full house change places: in a stripped pack a flush is the rarer of the two."""

ORDERS: Final[dict[Order, tuple[Category, ...]]] = {
    "standard": STANDARD,
    "flush_over_full": FLUSH_OVER_FULL,
}
"""The categories from weak to strong."""
