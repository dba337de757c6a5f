"""What the first Italian text alone says, done wrong: openings, pots that stay, who leads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.draw.italian_play import left_of_dealer
from conformance.faults.draw.texts import INV, blind_play, policy
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped, without
from refengine.draw import begin, betting, machine, settling, speaking
from refengine.draw.policies import (
    EveryoneAntes,
    InEveryHand,
    OpenerAlways,
)
from refengine.draw.sizes import (
    AtLeast,
    Size,
)
from refengine.draw.state import Carry, Opened, Outcome, Play, Round
from refengine.errors import NO_CLAUSE
from refengine.game import EndedBy, HandResult
from refengine.menus import Amounts, Menu, Offer
from refengine.seating import Seat

C: Final = NO_CLAUSE
Enter = Callable[[Play], Outcome]


# -- the opening
Wager = Callable[[Play, Seat, int, Size], Amounts | None]


def _opens_with(change: Callable[[Play, Amounts], Amounts | None]) -> Swap:
    """Other amounts of an opening."""

    def wrong(right: Wager, play: Play, seat: Seat, cost: int, size: Size) -> Amounts | None:
        found = right(play, seat, cost, size)
        return change(play, found) if found and play.phase == "opening" else found

    return Swap(speaking, "wager", wrong)


def _above_the_pot(_: Play, found: Amounts) -> Amounts:
    return found._replace(low=found.low + 1) if found.high is None or found.low < found.high else found


def _the_pot_exactly(_: Play, found: Amounts) -> Amounts:
    return found._replace(high=found.low)


def _twice_the_pot_at_most(play: Play, found: Amounts) -> Amounts:
    high = max(found.low, 2 * play.chips.pot)
    return found._replace(high=high if found.high is None else min(found.high, high))


def _any_part_of_a_short_stack(play: Play, found: Amounts) -> Amounts:
    short = found.low == found.high and found.low < play.chips.pot
    return found._replace(low=1) if short else found


def _short_cannot_open(
    right: Callable[..., Menu], play: Play, seat: Seat, silent: Offer, amounts: Amounts
) -> Menu:
    menu = right(play, seat, silent, amounts)
    return without(menu, "open") if amounts.low < play.chips.pot else menu


def _others_owe_the_pot(right: Callable[..., Outcome], play: Play, seat: Seat, *more: object) -> Outcome:
    before = play.chips.pot - play.chips.bets[seat]

    def ask(right_ask: Callable[[Play, Round], Outcome], p: Play, now: Round) -> Outcome:
        return right_ask(p, now._replace(level=max(now.level, before)))

    if play.phase != "opening":
        return right(play, seat, *more)
    with swapped(Swap(betting, "ask", ask)):
        return right(play, seat, *more)


OPENING: Final = (
    INV.ruled(
        "opens-with-one-chip",
        "INV-11",
        "amount",
        "An opening may be as small as one chip.",
        policy("opening", size=AtLeast(1, C)),
    ),
    INV.swapped(
        "opens-above-the-pot",
        "INV-11",
        "amount",
        "An opening has to exceed the pot.",
        _opens_with(_above_the_pot),
    ),
    INV.swapped(
        "opens-for-the-pot-exactly",
        "INV-11",
        "amount",
        "An opening is exactly the pot.",
        _opens_with(_the_pot_exactly),
    ),
    INV.swapped(
        "opens-for-two-pots-at-most",
        "INV-11",
        "amount",
        "An opening is at most twice the pot.",
        _opens_with(_twice_the_pot_at_most),
    ),
    INV.swapped(
        "short-stack-cannot-open",
        "INV-11r",
        "menu",
        "A seat with less than the pot cannot open.",
        Swap(speaking, "opening_menu", _short_cannot_open),
    ),
    INV.swapped(
        "short-stack-opens-with-less",
        "INV-11r",
        "amount",
        "A seat with less than the pot may open for a part of its stack.",
        _opens_with(_any_part_of_a_short_stack),
    ),
    INV.swapped(
        "others-owe-the-minimum",
        "INV-11r",
        "amount",
        "After an opening for a short stack the others owe the whole minimum.",
        Swap(speaking, "start_round", _others_owe_the_pot),
    ),
)


# -- a pot that stays
Left = Callable[[Play, EndedBy, str, Carry], None]


def _kings_unopened(right: Left, play: Play, ended_by: EndedBy, rank: str, carry: Carry) -> None:
    right(play, ended_by, "K" if ended_by == "no_opening" else rank, carry)


def _jacks_again_unopened(right: Left, play: Play, ended_by: EndedBy, rank: str, carry: Carry) -> None:
    right(play, ended_by, "J" if ended_by == "no_opening" else rank, carry)


def _folded_sit_out(right: Left, play: Play, ended_by: EndedBy, rank: str, carry: Carry) -> None:
    out = tuple(seat for seat in play.hand.dealt_in if seat not in play.hand.live)
    right(play, ended_by, rank, carry._replace(sitting_out=out) if ended_by == "parola" else carry)


def _after_parola(wrong: Enter) -> Callable[[Enter, Play], Outcome]:
    def entered(right: Enter, play: Play) -> Outcome:
        return wrong(play) if play.session.rank == "K" else right(play)

    return entered


def _no_ante_on_kings(right: Enter, play: Play) -> Outcome:
    if play.session.rank != "K":
        return right(play)
    with swapped(Swap(begin, "post_antes", lambda *_: None)):
        return right(play)


def _dealer_stays(right: Left, play: Play, ended_by: EndedBy, rank: str, carry: Carry) -> None:
    if ended_by == "parola":
        play.session = play.session._replace(button=play.session.button._replace(due=play.dealer))
    right(play, ended_by, rank, carry)


def _kings_for_good(right: Callable[[Play, HandResult], None], play: Play, result: HandResult) -> None:
    rank = play.session.rank
    right(play, result)
    play.session = play.session._replace(rank=rank)


CARRY: Final = (
    INV.swapped(
        "kings-when-nobody-opens",
        "INV-13",
        "carry",
        "After a hand that nobody opened kings are needed to open.",
        Swap(speaking, "left", _kings_unopened),
    ),
    INV.ruled(
        "everyone-antes-for-a-pot-left",
        "INV-13",
        "carry",
        "When a pot was left everybody posts the minimum stake.",
        lambda rules: policy("pot", antes=EveryoneAntes(rules.pot.antes.amount, C))(rules),
    ),
    INV.ruled(
        "blind-after-a-parola",
        "INV-20",
        "menu",
        "After a parola a blind may be posted.",
        blind_play(when=InEveryHand(C)),
    ),
    INV.swapped(
        "kings-for-one-hand",
        "INV-21",
        "carry",
        "If nobody opens with kings, jacks open again.",
        Swap(speaking, "left", _jacks_again_unopened),
    ),
    INV.swapped(
        "kings-for-good",
        "INV-21",
        "carry",
        "Kings remain needed after somebody has won the pot.",
        Swap(settling, "won", _kings_for_good),
        Swap(machine.ENTER["showdown"].__globals__, "won", _kings_for_good),
    ),
    INV.swapped(
        "folded-seats-miss-the-parola-pot",
        "INV-21",
        "carry",
        "Who folded before a parola is not dealt in for its pot.",
        Swap(speaking, "left", _folded_sit_out),
    ),
    INV.swapped(
        "no-invito-after-a-parola",
        "INV-21",
        "menu",
        "After a parola there is no invito.",
        Swap(machine.ENTER, "invite", _after_parola(lambda _: "done")),
    ),
    INV.swapped(
        "no-ante-after-a-parola",
        "INV-21",
        "carry",
        "After a parola no minimum stake is posted.",
        Swap(machine.ENTER, "antes", _no_ante_on_kings),
    ),
    INV.swapped(
        "dealer-stays-after-a-parola",
        "INV-21",
        "order",
        "After a parola the same seat deals again.",
        Swap(speaking, "left", _dealer_stays),
    ),
)


# -- after the draw
def _left_of_dealer_if_all_in(play: Play) -> Seat | None:
    lead = play.hand.lead
    return left_of_dealer(play) if isinstance(lead, Opened) and not play.has_chips(lead.last) else None


def _opener_if_all_in(play: Play) -> Seat | None:
    lead = play.hand.lead
    return lead.opener if isinstance(lead, Opened) and not play.has_chips(lead.last) else None


def _leads(leader: Callable[[Play], Seat | None]) -> Swap:
    def wrong(right: Callable[[Play], tuple[Seat, int]], play: Play) -> tuple[Seat, int]:
        seat = leader(play)
        return right(play) if seat is None or play.phase != "betting" else (seat, seat)

    return Swap(speaking, "lead_seat", wrong)


LEAD: Final = (
    INV.ruled(
        "opener-leads",
        "INV-15",
        "order",
        "After the draw the opener speaks first, whoever raised last.",
        policy("betting", first=OpenerAlways(C, C)),
    ),
    INV.swapped(
        "left-of-dealer-leads-for-the-all-in",
        "INV-16",
        "order",
        "If the seat that should lead is all-in the seat left of the dealer speaks first.",
        _leads(_left_of_dealer_if_all_in),
    ),
    INV.swapped(
        "opener-leads-for-the-all-in",
        "INV-16",
        "order",
        "If the last raiser is all-in the opener speaks first.",
        _leads(_opener_if_all_in),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*OPENING, *CARRY, *LEAD)
