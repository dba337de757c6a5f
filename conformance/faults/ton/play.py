"""What Ton says about following and taking tricks, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.fault import Fault
from conformance.faults.ton.text import TON
from conformance.faults.tools import Swap
from refengine.cards import RANK_VALUE, Card, Cards
from refengine.ton import following, tricks
from refengine.ton.rules import Agreement, Follow, Heading

MayFollow = Callable[[Agreement, Cards, Cards, str], Cards]


def _beats(card: Card, best: Card, trump: str) -> bool:
    """Whether `card`, played later, takes a trick from `best`, which is of the suit led or a trump."""
    return following.best_of((best, card), trump) == card


# -- following
def _following(change: Callable[[MayFollow, Agreement, Cards, Cards, str], Cards]) -> Swap:
    return Swap(tricks, "may_follow", change)


def _as_agreed(change: Callable[[Agreement], Agreement]) -> Swap:
    return _following(lambda right, agreement, *more: right(change(agreement), *more))


def _other_follow(agreement: Agreement) -> Agreement:
    strict = agreement.follow is Follow.SUIT_THEN_TRUMP
    return agreement._replace(follow=Follow.SUIT_OR_TRUMP if strict else Follow.SUIT_THEN_TRUMP)


def _no_trump_needed(right: MayFollow, agreement: Agreement, hand: Cards, trick: Cards, trump: str) -> Cards:
    """A seat that cannot follow suit plays what it likes."""
    suit = trick[0][1]
    if any(card[1] == suit for card in hand):
        return right(agreement, hand, trick, trump)
    return hand


def _heads_with_the_suit_only(
    right: MayFollow, agreement: Agreement, hand: Cards, trick: Cards, trump: str
) -> Cards:
    """Heading asks for a higher card of the suit led, not for a trump."""
    allowed = right(agreement._replace(heading=Heading.MAY_DUCK), hand, trick, trump)
    if agreement.heading is Heading.MAY_DUCK:
        return allowed
    suit = trick[0][1]
    best = following.best_of(trick, trump)
    higher = tuple(card for card in allowed if card[1] == suit and _beats(card, best, trump))
    return higher or allowed


def _heads_with_any_card(
    right: MayFollow, agreement: Agreement, hand: Cards, trick: Cards, trump: str
) -> Cards:
    """Heading goes before following suit."""
    if agreement.heading is Heading.MAY_DUCK:
        return right(agreement, hand, trick, trump)
    best = following.best_of(trick, trump)
    return tuple(card for card in hand if _beats(card, best, trump)) or right(agreement, hand, trick, trump)


def _heads_or_nothing(right: MayFollow, agreement: Agreement, hand: Cards, trick: Cards, trump: str) -> Cards:
    """Who cannot head the trick plays any card."""
    allowed = right(agreement, hand, trick, trump)
    if agreement.heading is Heading.MAY_DUCK:
        return allowed
    best = following.best_of(trick, trump)
    return allowed if any(_beats(card, best, trump) for card in allowed) else hand


FOLLOW: Final = (
    TON.swapped(
        "any-card-may-be-added",
        "TON-13",
        "tricks",
        "Any card may be added to a trick.",
        _following(lambda _, __, hand, *___: hand),
    ),
    TON.swapped(
        "trumps-not-needed",
        "TON-13r",
        "tricks",
        "A seat that cannot follow suit need not trump.",
        _following(_no_trump_needed),
    ),
    TON.swapped(
        "follow-otherwise",
        "TON-13r",
        "tricks",
        "A trump may be added though the suit is held where it may not, and the other way round.",
        _as_agreed(_other_follow),
    ),
    TON.swapped(
        "never-head",
        "TON-13r",
        "tricks",
        "Nobody has to head a trick, though it was agreed.",
        _as_agreed(lambda agreement: agreement._replace(heading=Heading.MAY_DUCK)),
    ),
    TON.swapped(
        "always-head",
        "TON-13r",
        "tricks",
        "Everybody has to head a trick, though it was not agreed.",
        _as_agreed(lambda agreement: agreement._replace(heading=Heading.MUST_HEAD)),
    ),
    TON.swapped(
        "head-with-the-suit-only",
        "TON-13r",
        "tricks",
        "Heading does not ask for a trump.",
        _following(_heads_with_the_suit_only),
    ),
    TON.swapped(
        "head-before-following",
        "TON-13r",
        "tricks",
        "Heading goes before following suit.",
        _following(_heads_with_any_card),
    ),
    TON.swapped(
        "head-or-any-card",
        "TON-13r",
        "tricks",
        "A seat that cannot head a trick may add any card.",
        _following(_heads_or_nothing),
    ),
)


# -- taking
def _taken_by(beats: Callable[[Card, Card, str], bool]) -> tuple[Swap, ...]:
    """Another play takes the trick; what may be added stays as it is."""

    def best_of(_: object, trick: Cards, trump: str) -> Card:
        best = trick[0]
        for card in trick[1:]:
            if beats(card, best, trump):
                best = card
        return best

    return (Swap(tricks, "best_of", best_of),)


def _value(card: Card) -> int:
    return RANK_VALUE[card[0]]


def _trumped(card: Card, best: Card, trump: str) -> bool:
    return card[1] == trump and best[1] != trump


def _last_trump(card: Card, best: Card, trump: str) -> bool:
    if card[1] == trump:
        return True
    return card[1] == best[1] and _value(card) > _value(best)


def _any_suit(card: Card, best: Card, trump: str) -> bool:
    if trump in (card[1], best[1]):
        return _beats(card, best, trump)
    return _value(card) > _value(best)


def _ten_above_king(card: Card, best: Card, trump: str) -> bool:
    """As in games in which the ten counts for more than king, queen and jack."""
    order = "6789JQKTA"
    if card[1] != best[1]:
        return card[1] == trump
    return order.index(card[0]) > order.index(best[0])


TAKE: Final = (
    TON.swapped(
        "trump-takes-nothing",
        "TON-14",
        "tricks",
        "A trump does not take a trick from the suit led.",
        *_taken_by(lambda card, best, _: card[1] == best[1] and _value(card) > _value(best)),
    ),
    TON.swapped(
        "last-trump-takes",
        "TON-14",
        "tricks",
        "The last trump takes the trick, not the highest.",
        *_taken_by(_last_trump),
    ),
    TON.swapped(
        "first-trump-takes",
        "TON-14",
        "tricks",
        "The first trump takes the trick, not the highest.",
        *_taken_by(
            lambda card, best, trump: (
                _trumped(card, best, trump) or (card[1] == best[1] != trump and _value(card) > _value(best))
            )
        ),
    ),
    TON.swapped(
        "off-suit-card-takes",
        "TON-14",
        "tricks",
        "A higher card of any suit takes the trick.",
        *_taken_by(_any_suit),
    ),
    TON.swapped(
        "ten-above-king", "TON-14", "tricks", "The ten ranks next to the ace.", *_taken_by(_ten_above_king)
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*FOLLOW, *TAKE)
