"""What a trick asks of the seats that follow, and who takes it."""

from typing import Final

from refengine.cards import RANK_VALUE, SUITS, Card, Cards
from refengine.seating import Seat
from refengine.ton.rules import PACK, Agreement, Follow, Heading
from refengine.ton.state import Plays

_OF_SUIT: Final[dict[str, frozenset[Card]]] = {
    suit: frozenset([card for card in PACK if card[1] == suit]) for suit in (*SUITS, "")
}
"""The cards of each suit; no cards where there is no trump."""
_HEIGHT: Final[dict[Card, int]] = {card: RANK_VALUE[card[0]] for card in PACK}
_SUIT_THEN_TRUMP: Final = Follow.SUIT_THEN_TRUMP
_MUST_HEAD: Final = Heading.MUST_HEAD


def beats(card: Card, best: Card, trump: str) -> bool:
    """Whether `card`, played later, takes a trick from `best`, which is of the suit led or a trump."""
    suit = card[1]
    return _HEIGHT[card] > _HEIGHT[best] if suit == best[1] else suit == trump


def best_of(plays: Plays, trump: str) -> tuple[Seat, Card]:
    """The play that takes the trick: the highest trump, else the highest card of the suit led."""
    taker, best = plays[0]
    for seat, card in plays[1:]:
        if _HEIGHT[card] > _HEIGHT[best] if card[1] == best[1] else card[1] == trump:
            taker, best = seat, card
    return taker, best


def may_follow(agreement: Agreement, hand: Cards, plays: Plays, trump: str) -> Cards:
    """The cards of `hand` that may be added to the trick `plays`."""
    if len(hand) == 1:
        return hand
    wanted = _OF_SUIT[plays[0][1][1]]
    if agreement.follow is not _SUIT_THEN_TRUMP:
        wanted |= _OF_SUIT[trump]
    elif wanted.isdisjoint(hand):
        wanted = _OF_SUIT[trump]
    allowed: Cards = ()
    for card in hand:
        if card in wanted:
            allowed += (card,)
    allowed = allowed or hand
    if agreement.heading is _MUST_HEAD:
        best = best_of(plays, trump)[1]
        return tuple([card for card in allowed if beats(card, best, trump)]) or allowed
    return allowed
