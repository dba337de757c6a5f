"""What a trick asks of the seats that follow, and who takes it."""

from refengine.cards import RANK_VALUE, Card, Cards
from refengine.seating import Seat
from refengine.ton.rules import Agreement, Follow, Heading
from refengine.ton.state import Plays


def beats(card: Card, best: Card, trump: str) -> bool:
    """Whether `card`, played later, takes a trick from `best`, which is of the suit led or a trump."""
    if card[1] == best[1]:
        return RANK_VALUE[card[0]] > RANK_VALUE[best[0]]
    return card[1] == trump


def best_of(plays: Plays, trump: str) -> tuple[Seat, Card]:
    """The play that takes the trick: the highest trump, else the highest card of the suit led."""
    best = plays[0]
    for play in plays[1:]:
        if beats(play[1], best[1], trump):
            best = play
    return best


def may_follow(agreement: Agreement, hand: Cards, plays: Plays, trump: str) -> Cards:
    """The cards of `hand` that may be added to the trick `plays`."""
    if len(hand) == 1:
        return hand
    suit = plays[0][1][1]
    if agreement.follow is Follow.SUIT_THEN_TRUMP:
        wanted = tuple([card for card in hand if card[1] == suit])
        if not wanted:
            wanted = tuple([card for card in hand if card[1] == trump])
    else:
        wanted = tuple([card for card in hand if card[1] == suit or card[1] == trump])
    allowed = wanted or hand
    if agreement.heading is Heading.MUST_HEAD:
        best = best_of(plays, trump)[1]
        return tuple([card for card in allowed if beats(card, best, trump)]) or allowed
    return allowed
