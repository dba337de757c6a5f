"""What the first Italian text alone says, done wrong: antes, the invito, answers to a blind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.draw.italian_play import left_of_dealer
from conformance.faults.draw.texts import INV, blind_play, policy
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, with_changed, without
from refengine.actions import Action
from refengine.draw import begin, betting, machine, speaking
from refengine.draw.policies import (
    DealerAntes,
    EveryoneAntes,
    PostersMayRaise,
)
from refengine.draw.rules import DrawRules
from refengine.draw.state import Outcome, Play, Round
from refengine.errors import NO_CLAUSE, ClauseId
from refengine.ledger import post
from refengine.menus import NOTHING, Amounts, Menu, Offer
from refengine.seating import Seat, Seats, clockwise_after

C: Final = NO_CLAUSE
Enter = Callable[[Play], Outcome]


# -- the ante
def _everyone(rules: DrawRules) -> DrawRules:
    return policy("pot", antes=EveryoneAntes(rules.pot.antes.amount, C))(rules)


def _of_one_chip(rules: DrawRules) -> DrawRules:
    return policy("pot", antes=DealerAntes(1, C))(rules)


def _by_first_hand(right: Callable[..., None], play: Play, _: Seats, amount: int, clause: ClauseId) -> None:
    first = clockwise_after(play.dealer, play.hand.dealt_in)[:1]
    right(play, first, amount, clause)


ANTE: Final = (
    INV.ruled("everyone-antes", "INV-1", "amount", "Everybody posts the minimum stake.", _everyone),
    INV.ruled("ante-is-always-one", "INV-1", "amount", "The minimum stake is always one chip.", _of_one_chip),
    INV.swapped(
        "first-hand-antes",
        "INV-1",
        "amount",
        "First hand posts the minimum stake.",
        Swap(begin, "post_antes", _by_first_hand),
    ),
)


# -- the invito
def _unmatched(right: Callable[[Play, Action], Outcome], play: Play, action: Action) -> Outcome:
    if action.verb == "decline":
        return right(play, action)
    play.chips = post(play.chips, play.dealer, int(str(action.argument)))
    return "done"


def _matched_and_ante(right: Callable[[Play, Action], Outcome], play: Play, action: Action) -> Outcome:
    outcome = right(play, action)
    if action.verb == "invite":
        for seat in play.hand.dealt_in:
            if seat != play.dealer and play.chips.stacks[seat] > 0:
                play.chips = post(play.chips, seat, 1)
    return outcome


def _by_another(right: Enter, play: Play) -> Outcome:
    outcome = right(play)
    return outcome if isinstance(outcome, str) else outcome._replace(actor=left_of_dealer(play))


def _invito(bound: Callable[[Play], int | None]) -> Swap:
    """Another upper limit of the invito."""

    def wrong(right: Enter, play: Play) -> Outcome:
        outcome = right(play)
        if isinstance(outcome, str):
            return outcome

        def moved(offer: Offer) -> Offer:
            assert isinstance(offer.domain, Amounts)
            return offer._replace(domain=offer.domain._replace(high=bound(play)))

        return with_changed(outcome, "invite", moved)

    return Swap(machine.ENTER, "invite", wrong)


def _smallest_before_the_ante(play: Play) -> int | None:
    stacks = list(play.chips.stacks)
    ante = play.rules.pot.antes.amount
    stacks[play.dealer] += ante
    return None if play.on_credit else min(stacks[seat] for seat in play.hand.dealt_in)


def _smallest_of_all_seats(play: Play) -> int | None:
    others = [s for seat, s in enumerate(play.chips.stacks) if seat != play.dealer and s > 0]
    return None if play.on_credit else min(others)


def _dealers_stack(play: Play) -> int | None:
    return None if play.on_credit else play.chips.stacks[play.dealer]


def _smallest_on_credit_too(play: Play) -> int | None:
    return max(1, min(play.chips.stacks[seat] for seat in play.hand.dealt_in))


def _asked_for_nothing(right: Enter, play: Play) -> Outcome:
    outcome = right(play)
    return Menu(play.dealer, (Offer("decline", NOTHING),)) if outcome == "done" else outcome


INVITO: Final = (
    INV.swapped(
        "invito-is-not-matched",
        "INV-2",
        "amount",
        "The others do not match the dealer's invito.",
        Swap(machine.PLAIN_ACT, "invite", _unmatched),
    ),
    INV.swapped(
        "invito-costs-the-others-more",
        "INV-2",
        "amount",
        "The others match the invito and post a chip on top.",
        Swap(machine.PLAIN_ACT, "invite", _matched_and_ante),
    ),
    INV.swapped(
        "first-hand-invites",
        "INV-2",
        "order",
        "First hand is asked whether there is an invito.",
        Swap(machine.ENTER, "invite", _by_another),
    ),
    INV.menus(
        "must-invite",
        "INV-2",
        "menu",
        "The dealer cannot decline to invite.",
        lambda state, menu: without(menu, "decline") if state.phase == "invite" else menu,
    ),
    INV.swapped(
        "no-invito", "INV-2", "menu", "There is no invito.", Swap(machine.ENTER, "invite", lambda *_: "done")
    ),
    INV.swapped(
        "invito-up-to-the-dealers-stack",
        "INV-3",
        "amount",
        "An invito may be as large as the dealer's stack.",
        _invito(_dealers_stack),
    ),
    INV.swapped(
        "invito-before-the-ante",
        "INV-3",
        "amount",
        "An invito is limited by the smallest stack before the minimum stake.",
        _invito(_smallest_before_the_ante),
    ),
    INV.swapped(
        "invito-limited-by-the-others",
        "INV-3",
        "amount",
        "An invito is limited by the smallest stack of the others.",
        _invito(_smallest_of_all_seats),
    ),
    INV.swapped(
        "invito-limited-on-credit",
        "INV-3",
        "amount",
        "On credit an invito is limited by the smallest stack.",
        _invito(_smallest_on_credit_too),
    ),
    INV.swapped(
        "asked-to-decline-an-invito",
        "INV-3",
        "order",
        "The dealer is asked to decline although no invito is possible.",
        Swap(machine.ENTER, "invite", _asked_for_nothing),
    ),
)


# -- answers to a blind
def _in_full(_: object, __: Play, now: Round, ___: Seat) -> int:
    return now.level


def _after_blinds(change: Callable[[Play, Round, Seat], Round]) -> Swap:
    """Another round of answers to the last blind."""

    def wrong(right: Callable[[Play, Seat], Round], play: Play, poster: Seat) -> Round:
        return change(play, right(play, poster), poster)

    return Swap(speaking, "blind_round", wrong)


def _from_left_of_dealer(play: Play, now: Round, poster: Seat) -> Round:
    order = clockwise_after(play.dealer, play.hand.live)
    return now._replace(queue=tuple(seat for seat in order if seat != poster))


def _without_first_poster(play: Play, now: Round, poster: Seat) -> Round:
    return now._replace(queue=tuple(s for s in now.queue if s == poster or play.chips.bets[s] == 0))


def _nobody_barred(_: Play, now: Round, __: Seat) -> Round:
    return now._replace(barred=())


BLINDS: Final = (
    INV.swapped(
        "blind-is-called-anew",
        "INV-9",
        "amount",
        "The poster of a buio pays the whole controbuio on top of it.",
        Swap(betting, "owed", _in_full),
    ),
    INV.swapped(
        "answers-from-left-of-dealer",
        "INV-9",
        "order",
        "After a blind the seat left of the dealer answers first.",
        _after_blinds(_from_left_of_dealer),
    ),
    INV.swapped(
        "first-poster-need-not-answer",
        "INV-9",
        "order",
        "The poster of a buio stays in without answering a controbuio.",
        _after_blinds(_without_first_poster),
    ),
    INV.swapped(
        "blind-may-be-raised",
        "INV-9r",
        "menu",
        "Everybody may raise a blind.",
        _after_blinds(_nobody_barred),
    ),
    INV.ruled(
        "posters-may-raise",
        "INV-9r",
        "menu",
        "Who posted a blind may raise.",
        blind_play(rights=PostersMayRaise(C, C)),
    ),
)


FAULTS: Final[tuple[Fault, ...]] = (*ANTE, *INVITO, *BLINDS)
