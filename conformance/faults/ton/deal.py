"""What Ton says about stakes, the deal and the trump, done wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from conformance.faults.fault import Fault
from conformance.faults.ton.text import TON
from conformance.faults.tools import Put, Swap
from refengine.actions import Action
from refengine.cards import RANK_VALUE, Card, Cards
from refengine.game import Setup
from refengine.lots import Lots
from refengine.menus import cards_of
from refengine.seating import Seat
from refengine.ton import clauses, dealing, machine
from refengine.ton.course import Course
from refengine.ton.rules import HAND, Agreement
from refengine.ton.state import (
    Account,
    Between,
    Deal,
    Outcome,
    Scores,
    Shuffling,
    TrumpShown,
)

Enter = Callable[[Course, Deal], Outcome]


# -- stakes and the first dealer
def _agreed(change: Callable[[Agreement], Agreement]) -> Swap:
    return Swap(machine, "agree", lambda right, options: change(right(options)))


def _starting(
    right: Callable[[Setup, Agreement], tuple[Account, Scores]], setup: Setup, agreement: Agreement
) -> tuple[Account, Scores]:
    """Sessions that begin from a state pay their stakes like any other."""
    account, scores = right(setup, agreement)
    if setup.state is None:
        return account, scores
    stacks = tuple(stack - 1 for stack in account.stacks)
    return account._replace(stacks=stacks, bank=account.bank + len(stacks)), scores


def _by(value: Callable[[Card], int]) -> Swap:
    """The highest card by another value deals."""

    def wrong(_: object, now: Lots, cards: Cards, __: Cards) -> Seat | Lots:
        best = max(map(value, cards))
        tied = tuple(seat for seat, card in zip(now.seats, cards, strict=True) if value(card) == best)
        rest = tuple(card for card in now.rest if card not in cards)
        return tied[0] if len(tied) == 1 else Lots(tied, rest)

    return Swap(machine, "outcome_of", wrong)


Draw = Callable[[Lots, Cards, Cards], Seat | Lots]


def _first_of_the_tied(right: Draw, now: Lots, cards: Cards, pack: Cards) -> Seat | Lots:
    found = right(now, cards, pack)
    return found.seats[0] if isinstance(found, Lots) else found


def _all_again(right: Draw, now: Lots, cards: Cards, pack: Cards) -> Seat | Lots:
    found = right(now, cards, pack)
    return found._replace(seats=now.seats) if isinstance(found, Lots) else found


ActBetween = Callable[[Course, Between, Action], Outcome]


def _passed(step: int) -> Swap:
    """The deal passes by other steps than one to the left."""

    def wrong(right: ActBetween, course: Course, turn: Between, action: Action) -> Outcome:
        if action.verb != "next_hand":
            return right(course, turn, action)
        dealer = Seat((turn.deal.dealer + step - 1) % len(course.seats))
        return right(course, Between(turn.deal._replace(dealer=dealer)), action)

    return Swap(machine.ACTS, "between", wrong)


def _stake_each_deal(right: ActBetween, course: Course, turn: Between, action: Action) -> Outcome:
    if action.verb == "next_hand":
        for seat in course.seats:
            course.to_bank(seat, course.agreement.stake, clauses.SESSION)
    return right(course, turn, action)


START: Final = (
    TON.swapped(
        "no-stakes", "TON-1", "amount", "Nobody pays a stake.", _agreed(lambda a: a._replace(stake=0))
    ),
    TON.swapped(
        "stake-is-always-one",
        "TON-1",
        "amount",
        "The stake is one chip, whatever was agreed.",
        _agreed(lambda agreement: agreement._replace(stake=1)),
    ),
    TON.swapped(
        "stakes-in-mid-game",
        "TON-1",
        "amount",
        "A session that begins from a state pays stakes.",
        Swap(machine, "account_at_start", _starting),
    ),
    TON.swapped(
        "stakes-for-each-deal",
        "TON-1",
        "amount",
        "The stakes are paid again for each deal.",
        Swap(machine.ACTS, "between", _stake_each_deal),
    ),
    TON.swapped(
        "lowest-card-deals",
        "TON-1",
        "setup",
        "The lowest card drawn gets the first deal.",
        _by(lambda card: -RANK_VALUE[card[0]]),
    ),
    TON.swapped(
        "first-of-the-tied-deals",
        "TON-1",
        "setup",
        "Of seats tied in the draw for the deal the first one deals.",
        Swap(machine, "outcome_of", _first_of_the_tied),
    ),
    TON.swapped(
        "all-draw-again",
        "TON-1",
        "setup",
        "After a tie in the draw for the deal all seats draw again.",
        Swap(machine, "outcome_of", _all_again),
    ),
    TON.swapped("dealer-stays", "DRW-2", "order", "The same seat deals again.", _passed(0)),
    TON.swapped("deal-passes-to-the-right", "DRW-2", "order", "The deal passes to the right.", _passed(-1)),
)


# -- the deal
Shuffle = Callable[[Course, Shuffling, Action], Outcome]


def _dealt_as(permuted: Callable[[Cards, int], Iterable[str]]) -> Swap:
    """The deal of another order of the pack, for so many seats."""

    def wrong(right: Shuffle, course: Course, turn: Shuffling, action: Action) -> Outcome:
        cards = tuple(permuted(cards_of(action), len(turn.deal.seats_in)))
        return right(course, turn, action._replace(argument=cards))

    return Swap(machine.ACTS, "shuffle", wrong)


def _five_at_once(cards: Cards, seats: int) -> Iterable[str]:
    dealt = [cards[HAND * seat + turn] for turn in range(HAND) for seat in range(seats)]
    return (*dealt, *cards[HAND * seats :])


def _dealer_first(cards: Cards, seats: int) -> Iterable[str]:
    rows = [cards[start : start + seats] for start in range(0, HAND * seats, seats)]
    return (*(card for row in rows for card in (*row[1:], row[0])), *cards[HAND * seats :])


def _to_the_right(cards: Cards, seats: int) -> Iterable[str]:
    rows = [cards[start : start + seats] for start in range(0, HAND * seats, seats)]
    return (*(card for row in rows for card in (*row[-2::-1], row[-1])), *cards[HAND * seats :])


def _talon_first(cards: Cards, seats: int) -> Iterable[str]:
    return (*cards[4 : 4 + HAND * seats], *cards[:4], *cards[4 + HAND * seats :])


def _trump_before_the_talon(cards: Cards, seats: int) -> Iterable[str]:
    used = HAND * seats
    return (*cards[:used], *cards[used + 1 : used + 5], cards[used], *cards[used + 5 :])


def _bottom_shown(right: Enter, course: Course, deal: Deal) -> Outcome:
    rest = deal.stock.rest
    turned_over = deal.stock._replace(rest=(rest[-1], *rest[:-1]))
    return right(course, deal._replace(stock=turned_over))


def _trump_not_taken(right: Enter, course: Course, deal: Deal) -> Outcome:
    """The card shown stays where it is; the dealer takes the one below."""
    rest = deal.stock.rest
    shown = TrumpShown(rest[0])
    outcome = right(course, deal._replace(stock=deal.stock._replace(rest=(*rest[1:], rest[0]))))
    course.deal = course.deal._replace(contract=shown)
    return outcome


DEAL: Final = (
    TON.swapped(
        "three-cards-in-the-talon", "TON-2", "cards", "The talon has three cards.", Put(dealing, "TALON", 3)
    ),
    TON.swapped(
        "talon-before-the-hands", "TON-2", "cards", "The talon is laid first.", _dealt_as(_talon_first)
    ),
    TON.swapped(
        "five-cards-at-once",
        "TON-2r",
        "cards",
        "Each seat is dealt its five cards together.",
        _dealt_as(_five_at_once),
    ),
    TON.swapped(
        "dealer-gets-the-first-card",
        "TON-2r",
        "cards",
        "The dealer gets the first card.",
        _dealt_as(_dealer_first),
    ),
    TON.swapped(
        "dealt-to-the-right", "DRW-1", "cards", "Cards are dealt to the right.", _dealt_as(_to_the_right)
    ),
    TON.swapped(
        "trump-before-the-talon",
        "TON-3",
        "cards",
        "The card shown for trump is the one before the talon.",
        _dealt_as(_trump_before_the_talon),
    ),
    TON.swapped(
        "bottom-card-is-trump",
        "TON-3",
        "cards",
        "The bottom card is shown for trump.",
        Swap(dealing, "_show_trump", _bottom_shown),
    ),
    TON.swapped(
        "trump-card-is-not-taken",
        "TON-3",
        "cards",
        "The dealer takes another card than the one that it has shown.",
        Swap(dealing, "_show_trump", _trump_not_taken),
    ),
    TON.views(
        "trump-card-forgotten",
        "TON-3",
        "The card shown for trump is not told.",
        lambda _, __, view: view._replace(details={**view.details, "turned_up": None}),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*START, *DEAL)
