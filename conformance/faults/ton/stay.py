"""What Ton says about the dealer's discard and about who plays, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from conformance.faults.fault import Fault
from conformance.faults.ton.text import TON
from conformance.faults.tools import Put, Swap, plain, swapped, with_changed
from refengine.actions import Action
from refengine.game import Game, Observation, Setup, Step
from refengine.menus import Menu, Offer, SomeOf
from refengine.seating import Seat
from refengine.ton import exchange, machine, staying
from refengine.ton.course import Course
from refengine.ton.state import (
    Deal,
    DealerDiscarding,
    Lying,
    Outcome,
    Staying,
    Taken,
    TonState,
    TrumpShown,
)

Enter = Callable[[Course, Deal], Outcome]


# -- the dealer's discard
def _discards(change: Callable[[TonState, SomeOf], SomeOf]) -> Callable[[TonState, Menu], Menu]:
    def changed(state: TonState, menu: Menu) -> Menu:
        def moved(offer: Offer) -> Offer:
            assert isinstance(offer.domain, SomeOf)
            return offer._replace(domain=change(state, offer.domain))

        return with_changed(menu, "discard", moved)

    return changed


def _not_the_trump_shown(state: TonState, some: SomeOf) -> SomeOf:
    phase = state.phase
    if not isinstance(phase, DealerDiscarding) or not isinstance(phase.deal.contract, TrumpShown):
        return some
    shown = phase.deal.contract.card
    return some._replace(cards=tuple(card for card in some.cards if card != shown))


def _keeps_all_six(_: Enter, course: Course, deal: Deal) -> Outcome:
    course.deal = deal
    return "discarded"


def _discards_first(right: Enter, course: Course, deal: Deal) -> Outcome:
    """The dealer discards before the exchange."""
    six = len(deal.hands[deal.dealer]) == 6
    return machine.ENTRIES["dealer_discard"](course, deal) if six else right(course, deal)


def _then_the_exchange(
    right: Callable[..., Outcome], course: Course, turn: DealerDiscarding, action: Action
) -> Outcome:
    outcome = right(course, turn, action)
    talon = course.deal.stock.talon
    open_still = isinstance(talon, Lying) and talon.turned == 0
    return exchange.enter_exchange(course, course.deal) if open_still else outcome


def _five_is_enough(right: Enter, course: Course, deal: Deal) -> Outcome:
    return right(course, deal) if len(deal.hands[deal.dealer]) == 6 else _keeps_all_six(right, course, deal)


DISCARD: Final = (
    TON.swapped(
        "dealer-keeps-six",
        "TON-9",
        "cards",
        "The dealer keeps six cards.",
        Swap(machine.ENTRIES, "dealer_discard", _keeps_all_six),
    ),
    TON.menus(
        "dealer-may-discard-nothing",
        "TON-9",
        "amount",
        "The dealer may discard no card at all.",
        _discards(lambda _, some: some._replace(fewest=0)),
    ),
    TON.menus(
        "trump-shown-has-to-stay",
        "TON-9r",
        "cards",
        "The dealer may not discard the card that it has shown.",
        _discards(_not_the_trump_shown),
    ),
    TON.swapped(
        "dealer-discards-first",
        "TON-9r",
        "order",
        "The dealer discards before the exchange.",
        Swap(machine.ENTRIES, "exchange", _discards_first),
        Swap(machine.ENTRIES, "dealer_discard", _five_is_enough),
        Swap(machine.ACTS, "dealer_discard", _then_the_exchange),
    ),
)


# -- who plays
def _obliged(change: Callable[[Callable[..., bool], Course, Deal, Seat], bool]) -> Swap:
    return Swap(staying, "_must_play", change)


def _but_the_dealer(right: Callable[..., bool], course: Course, deal: Deal, seat: Seat) -> bool:
    poor = course.scores[seat] < 13 and deal.stock.talon != Taken(seat)
    return not (seat == deal.dealer and poor) and right(course, deal, seat)


def _but_the_holder(right: Callable[..., bool], course: Course, deal: Deal, seat: Seat) -> bool:
    if deal.stock.talon == Taken(seat) and seat != deal.dealer:
        return course.scores[seat] >= 13
    return right(course, deal, seat)


def _from_the_dealer(right: Enter, course: Course, deal: Deal) -> Outcome:
    with swapped(
        Swap(staying, "clockwise_after", lambda turn, *more: (*turn(*more)[-1:], *turn(*more)[-2::-1]))
    ):
        return right(course, deal)


def _cards_kept(right: Callable[..., Outcome], course: Course, turn: Staying, action: Action) -> Outcome:
    with swapped(Swap(staying, "with_hand", lambda _, hands, *__: hands)):
        return right(course, turn, action)


class Remembered(NamedTuple):
    """A state with the highest score that every seat has ever had."""

    state: TonState
    highest: tuple[int, ...]


class Highest:
    """A seat that has had thirteen points once must play ever after, even when five have been taken off."""

    def __init__(self, game: Game[TonState]) -> None:
        self._game = game
        self.name = game.name
        self.fewest = game.fewest
        self.most = game.most
        self.options = game.options

    def start(self, setup: Setup) -> Step[Remembered]:
        step = self._game.start(setup)
        return self._remembered(step, step.state.scores)

    def menu(self, now: Remembered) -> Menu:
        return self._game.menu(now.state)

    def apply(self, now: Remembered, action: Action) -> Step[Remembered]:
        def once(right: Callable[..., bool], course: Course, deal: Deal, seat: Seat) -> bool:
            return right(course, deal, seat) or now.highest[seat] >= 13

        with swapped(_obliged(once)):
            return self._remembered(self._game.apply(now.state, action), now.highest)

    def observe(self, now: Remembered, seat: Seat | None) -> Observation:
        return self._game.observe(now.state, seat)

    def _remembered(self, step: Step[TonState], before: tuple[int, ...]) -> Step[Remembered]:
        highest = tuple(max(pair) for pair in zip(before, step.state.scores, strict=True))
        return Step(Remembered(step.state, highest), step.events, step.menu, step.cites)


STAY: Final = (
    TON.swapped(
        "obliged-from-twelve",
        "TON-10",
        "menu",
        "A seat with 12 points must play.",
        Put(staying, "POINTS_THAT_OBLIGE", 12),
    ),
    TON.swapped(
        "obliged-from-fourteen",
        "TON-10",
        "menu",
        "A seat with 13 points may pass.",
        Put(staying, "POINTS_THAT_OBLIGE", 14),
    ),
    TON.swapped("dealer-may-pass", "TON-10", "menu", "The dealer may pass.", _obliged(_but_the_dealer)),
    TON.swapped(
        "talon-holder-may-pass", "TON-10", "menu", "Who took the talon may pass.", _obliged(_but_the_holder)
    ),
    TON.swapped("nobody-may-pass", "TON-10", "menu", "Everybody must play.", _obliged(lambda *_: True)),
    TON.swapped(
        "passing-goes-to-the-right",
        "TON-10",
        "order",
        "Seats are asked whether they play from the dealer's right on.",
        Swap(machine.ENTRIES, "stay", _from_the_dealer),
    ),
    TON.swapped(
        "passed-hands-are-kept",
        "TON-10",
        "views",
        "Who passes keeps its cards.",
        Swap(machine.ACTS, "stay", _cards_kept),
    ),
    Fault(
        "ton-once-obliged-always-obliged",
        TON.game.name,
        "TON-10r",
        "menu",
        "A seat that has fallen below 13 points must still play.",
        lambda: plain(Highest(TON.game)),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*DISCARD, *STAY)
