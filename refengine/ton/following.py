"""What a trick asks of the seats that follow, and which card takes it.

A trick is its cards in the order of playing. Which card takes it depends on the suit led and the trump alone,
so both questions are looked up in tables.
"""

from functools import cache
from typing import Final

from refengine.cards import RANK_VALUE, SUITS, Card, Cards
from refengine.ton.rules import PACK, Agreement, Follow, Heading

_SUIT_THEN_TRUMP: Final = Follow.SUIT_THEN_TRUMP
_MUST_HEAD: Final = Heading.MUST_HEAD

_OF_SUIT: Final[dict[str, frozenset[Card]]] = {
    suit: frozenset([card for card in PACK if card[1] == suit]) for suit in (*SUITS, "")
}
"""The cards of each suit; none where there is no trump."""
_IS_OF: Final = {suit: cards.__contains__ for suit, cards in _OF_SUIT.items()}
"""Whether a card is of each suit."""

_ABOVE: Final = len(RANK_VALUE)
"""What lifts every trump above every other card."""


@cache
def _strengths(led: str, trump: str) -> dict[Card, int]:
    """The strongest card takes a trick to which `led` was led; one of neither suit has no strength."""
    strengths = dict.fromkeys(PACK, 0)
    for card in PACK:
        if card[1] == trump:
            strengths[card] = _ABOVE + RANK_VALUE[card[0]]
        elif card[1] == led:
            strengths[card] = RANK_VALUE[card[0]]
    return strengths


def best_of(trick: Cards, trump: str) -> Card:
    """The card that takes the trick: the highest trump, else the highest of the suit led."""
    best = trick[0]
    strengths = _strengths(best[1], trump)
    most = strengths[best]
    for card in trick:
        strength = strengths[card]
        if strength > most:
            best, most = card, strength
    return best


def may_follow(agreement: Agreement, hand: Cards, trick: Cards, trump: str) -> Cards:
    """The cards of `hand` that may be added to `trick`."""
    led = trick[0][1]
    if agreement.follow is _SUIT_THEN_TRUMP:
        allowed = tuple(filter(_IS_OF[led], hand))
        if not allowed and trump:
            allowed = tuple(filter(_IS_OF[trump], hand))
    else:
        allowed = tuple(filter((_OF_SUIT[led] | _OF_SUIT[trump]).__contains__, hand))
    allowed = allowed or hand
    return _heading(allowed, trick, trump) if agreement.heading is _MUST_HEAD else allowed


def _heading(allowed: Cards, trick: Cards, trump: str) -> Cards:
    """Those that beat the trick so far, if there are any."""
    best = best_of(trick, trump)
    return tuple([card for card in allowed if best_of((best, card), trump) == card]) or allowed
