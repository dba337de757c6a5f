"""What the second Italian text alone says about blinds, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.draw.texts import PRO, blind_play
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped
from refengine.draw import betting, blind, machine, speaking
from refengine.draw.policies import (
    EveryoneAntes,
    InEveryHand,
    NobodyRaises,
    WhileRank,
)
from refengine.draw.sizes import (
    Size,
)
from refengine.draw.state import (
    BlindOpened,
    BlindTurn,
    Outcome,
    Play,
    Round,
)
from refengine.errors import NO_CLAUSE
from refengine.menus import Amounts, exactly
from refengine.seating import Seat, clockwise_after

C: Final = NO_CLAUSE
Enter = Callable[[Play], Outcome]


# -- blinds
def _not_on_a_carried_pot(right: Callable[..., bool], play: Play, when: WhileRank | InEveryHand) -> bool:
    return right(play, when) and not (isinstance(when, InEveryHand) and play.hand.carried)


def _fresh_chips_only(right: Enter, play: Play) -> Outcome:
    outcome = right(play)
    if isinstance(outcome, str) or not play.hand.carried or not isinstance(play.turn, BlindTurn):
        return outcome
    seat, ante = play.turn.seat, play.rules.pot.antes.amount
    count = len(play.hand.dealt_in) if isinstance(play.rules.pot.antes, EveryoneAntes) else 1
    clause = blind.terms(play).blind
    offer = exactly("blind", 2 * ante * count, clause, clause)
    play.turn = BlindTurn(seat, 2 * ante * count)
    return blind.posting_menu(seat, offer)


def _blind_round(change: Callable[[Play, Round, Seat], Round]) -> Swap:
    def wrong(right: Callable[[Play, Seat], Round], play: Play, poster: Seat) -> Round:
        return change(play, right(play, poster), poster)

    return Swap(speaking, "blind_round", wrong)


def _only_last_poster(play: Play, now: Round, poster: Seat) -> Round:
    return now._replace(barred=tuple(seat for seat in play.hand.live if seat != poster))


def _only_first_poster(play: Play, now: Round, poster: Seat) -> Round:
    countered = sum(bet > 0 for bet in play.chips.bets) > 1
    return now._replace(barred=(*now.barred, poster)) if countered else now


def _poster_before_the_others(_: Play, now: Round, __: Seat) -> Round:
    return now._replace(queue=(*now.queue[-1:], *now.queue[:-1]))


def _answers_from_left_of_dealer(play: Play, now: Round, poster: Seat) -> Round:
    order = clockwise_after(play.dealer, play.hand.live)
    return now._replace(queue=(*(seat for seat in order if seat != poster), poster))


Raise = Callable[[Play, Round, Seat, int], Outcome]


def _reraise_barred(right: Raise, play: Play, now: Round, seat: Seat, amount: int) -> Outcome:
    def start(begin_round: Callable[..., Outcome], p: Play, s: Seat, *_: object) -> Outcome:
        return begin_round(p, s, now.barred, now.barred_by)

    if not isinstance(play.hand.lead, BlindOpened):
        return right(play, now, seat, amount)
    with swapped(Swap(betting, "start_round", start)):
        return right(play, now, seat, amount)


def _raise_without_the_difference(
    right: Callable[..., Amounts | None], play: Play, seat: Seat, cost: int, size: Size
) -> Amounts | None:
    found = right(play, seat, cost, size)
    posted = isinstance(play.hand.lead, BlindOpened) and play.chips.bets[seat] > 0 < cost
    return found._replace(low=found.low - cost) if found and posted and play.phase == "opening" else found


def _whole_blind_again(right: Callable[..., int], play: Play, now: Round, seat: Seat) -> int:
    return now.level if isinstance(play.hand.lead, BlindOpened) else right(play, now, seat)


BLINDS: Final = (
    PRO.ruled(
        "blind-in-every-hand",
        "PRO-10r",
        "menu",
        "A blind may be posted whatever the opening rank, though it was not agreed.",
        blind_play(when=InEveryHand(C)),
    ),
    PRO.ruled(
        "blind-only-while-jacks-open",
        "PRO-10r",
        "menu",
        "A blind may be posted only while jacks open, though it was agreed for every hand.",
        blind_play(when=WhileRank("J", C)),
    ),
    PRO.swapped(
        "no-blind-on-a-carried-pot",
        "PRO-10r",
        "menu",
        "No blind may be posted when a pot was left, though it was agreed for every hand.",
        Swap(blind, "allowed", _not_on_a_carried_pot),
    ),
    PRO.swapped(
        "blind-leaves-out-a-carried-pot",
        "PRO-10r",
        "amount",
        "A blind is twice the new antes; a carried pot does not count.",
        Swap(machine.ENTER, "blind", _fresh_chips_only),
    ),
    PRO.ruled(
        "nobody-raises-a-blind",
        "PRO-11",
        "menu",
        "After a blind nobody may raise.",
        blind_play(rights=NobodyRaises(C)),
    ),
    PRO.swapped(
        "anyone-raises-a-blind",
        "PRO-11",
        "menu",
        "After a blind everybody may raise.",
        _blind_round(lambda _, now, __: now._replace(barred=())),
    ),
    PRO.swapped(
        "poster-speaks-before-the-others",
        "PRO-11",
        "order",
        "The poster of a blind is asked for its raise before the others have answered.",
        _blind_round(_poster_before_the_others),
    ),
    PRO.swapped(
        "others-may-not-raise-again",
        "PRO-11",
        "menu",
        "When the poster of a blind has raised, the others may only call or fold.",
        Swap(betting, "act_raise", _reraise_barred),
    ),
    PRO.swapped(
        "counter-poster-may-not-raise",
        "PRO-12",
        "menu",
        "Who posted a controbuio has no right to raise.",
        _blind_round(_only_first_poster),
    ),
    PRO.swapped(
        "first-poster-may-not-raise",
        "PRO-13",
        "menu",
        "After a controbuio the poster of the buio may only call or fold.",
        _blind_round(_only_last_poster),
    ),
    PRO.swapped(
        "answers-from-left-of-dealer",
        "PRO-13",
        "order",
        "After a controbuio the poster of the buio answers first.",
        _blind_round(_answers_from_left_of_dealer),
    ),
    PRO.swapped(
        "raise-without-the-difference",
        "PRO-13",
        "amount",
        "The poster of a buio raises a controbuio without covering the difference.",
        Swap(betting, "wager", _raise_without_the_difference),
    ),
    PRO.swapped(
        "blind-is-called-anew",
        "PRO-13",
        "amount",
        "The poster of a buio pays the whole controbuio on top of it.",
        Swap(betting, "owed", _whole_blind_again),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = BLINDS
