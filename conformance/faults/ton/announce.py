"""What Ton says about announcements, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.fault import Fault
from conformance.faults.ton.text import TON, announced
from conformance.faults.tools import Swap, without
from refengine.actions import Action
from refengine.game import Observation
from refengine.seating import Seat, Seats, clockwise_after
from refengine.ton import dealing, machine, staying, tricks
from refengine.ton.course import Course
from refengine.ton.rules import AfterFive, Agreement
from refengine.ton.state import (
    Announcing,
    Deal,
    DealerDiscarding,
    NaFive,
    Outcome,
    Taken,
    TonState,
)

Enter = Callable[[Course, Deal], Outcome]


def _agreed(change: Callable[[Agreement], Agreement]) -> Swap:
    return Swap(machine, "agree", lambda right, options: change(right(options)))


# -- announcements
def _asked_first(order: Callable[[Deal], Seats]) -> Swap:
    """Announcements are asked for in another order, or of other seats."""

    def wrong(_: Enter, course: Course, deal: Deal) -> Outcome:
        return dealing._ask_announcement(course, deal, order(deal))

    return Swap(machine.ENTRIES, "announce", wrong)


def _from_the_left(deal: Deal) -> Seats:
    return clockwise_after(deal.dealer, deal.seats_in)


Announce = Callable[[Course, Announcing, Action], Outcome]


def _last_word_counts(right: Announce, course: Course, turn: Announcing, action: Action) -> Outcome:
    """The asking goes on after an announcement, and the last one holds."""
    if action.verb != "announce" or not turn.waiting[1:]:
        held = turn.deal.contract
        if isinstance(held, NaFive) and not turn.waiting[1:] and action.verb == "decline":
            return dealing._na_five(course, turn.deal, held.announcer)
        return right(course, turn, action)
    marked = turn.deal._replace(contract=NaFive(turn.waiting[0]))
    return dealing._ask_announcement(course, marked, turn.waiting[1:])


def _hearts(right: Callable[..., object], *asked: object) -> object:
    """What is asked of a trick without a trump is asked with hearts in its place."""
    return right(*asked[:-1], asked[-1] or "h")


def _told_trump(state: TonState, _: object, view: Observation) -> Observation:
    deal = getattr(state.phase, "deal", None)
    if not isinstance(deal, Deal) or not announced(deal) or not deal.hands[deal.dealer]:
        return view
    return view._replace(details={**view.details, "trump": deal.hands[deal.dealer][0][1]})


def _other_house(agreement: Agreement) -> Agreement:
    exchange = agreement.after_five is AfterFive.EXCHANGE
    return agreement._replace(after_five=AfterFive.AS_DEALT if exchange else AfterFive.EXCHANGE)


def _announcer_leads(right: Callable[[Course, Deal], Seat], course: Course, deal: Deal) -> Seat:
    contract = deal.contract
    return contract.announcer if isinstance(contract, NaFive) else right(course, deal)


def _nobody_obliged_by_words(right: Callable[..., bool], course: Course, deal: Deal, seat: Seat) -> bool:
    held = deal.stock.talon == Taken(seat) or seat == deal.dealer
    return right(course, deal, seat) if held or not announced(deal) else course.scores[seat] >= 13


def _everybody_obliged(right: Callable[..., bool], course: Course, deal: Deal, seat: Seat) -> bool:
    return announced(deal) or right(course, deal, seat)


def _sees_the_sixth(state: TonState, _: object, view: Observation) -> Observation:
    """The card that the dealer takes after an announcement is turned up."""
    phase = state.phase
    if not isinstance(phase, DealerDiscarding) or not announced(phase.deal):
        return view
    return view._replace(details={**view.details, "turned_up": phase.deal.hands[phase.deal.dealer][0]})


def _may_pass(right: Callable[..., Outcome], course: Course, deal: Deal, announcer: Seat) -> Outcome:
    """Where announced games are played as dealt seats may pass all the same."""
    outcome = right(course, deal, announcer)
    if outcome == "five_as_dealt":
        asked = staying.enter_stay(course, course.deal)
        return outcome if isinstance(asked, str) else asked
    return outcome


ANNOUNCE: Final = (
    TON.menus(
        "nobody-announces",
        "TON-4",
        "menu",
        "There is no announcement.",
        lambda _, menu: without(menu, "announce"),
    ),
    TON.swapped(
        "only-the-first-announces",
        "TON-4r",
        "order",
        "Only the seat left of the dealer may announce.",
        _asked_first(lambda deal: _from_the_left(deal)[:1]),
    ),
    TON.swapped(
        "dealer-does-not-announce",
        "TON-4r",
        "order",
        "The dealer is not asked for an announcement.",
        _asked_first(lambda deal: _from_the_left(deal)[:-1]),
    ),
    TON.swapped(
        "dealer-announces-first",
        "TON-4r",
        "order",
        "The dealer is asked first for an announcement.",
        _asked_first(lambda deal: (deal.dealer, *_from_the_left(deal)[:-1])),
    ),
    TON.swapped(
        "last-announcement-counts",
        "TON-4r",
        "order",
        "After an announcement the others are asked too, and the last one counts.",
        Swap(machine.ACTS, "announce", _last_word_counts),
    ),
    TON.swapped(
        "hearts-after-an-announcement",
        "TON-5",
        "tricks",
        "After an announcement hearts are trump.",
        Swap(tricks, "may_follow", _hearts),
        Swap(tricks, "best_of", _hearts),
    ),
    TON.views(
        "trump-told-after-an-announcement", "TON-5", "After an announcement a trump is told.", _told_trump
    ),
    TON.swapped(
        "announced-games-otherwise",
        "TON-6",
        "setup",
        "Announced games are played as dealt where they should be exchanged for, and the other way round.",
        _agreed(_other_house),
    ),
    TON.swapped(
        "announcer-leads",
        "TON-6",
        "order",
        "After an announcement the announcer leads, though cards were exchanged.",
        Swap(tricks, "_first_leader", _announcer_leads),
    ),
    TON.swapped(
        "announcer-may-pass",
        "TON-6",
        "menu",
        "After an announcement the announcer may pass.",
        Swap(staying, "_must_play", _nobody_obliged_by_words),
    ),
    TON.swapped(
        "nobody-passes-an-announcement",
        "TON-6",
        "menu",
        "After an announcement nobody may pass.",
        Swap(staying, "_must_play", _everybody_obliged),
    ),
    TON.views(
        "sixth-card-shown",
        "TON-6",
        "After an announcement the card that the dealer takes is shown.",
        _sees_the_sixth,
    ),
    TON.swapped(
        "passing-as-dealt",
        "TON-6",
        "menu",
        "Where an announced game is played as dealt seats may pass.",
        Swap(dealing, "_na_five", _may_pass),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = ANNOUNCE
