"""The Brazilian text done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.draw.texts import PIN, is_speaking, policy
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped, without
from refengine.draw import begin, machine, settling, speaking
from refengine.draw.policies import (
    BestHandTakes,
    DealerAntes,
)
from refengine.draw.rules import DrawRules
from refengine.draw.sizes import (
    BetweenLimits,
    Size,
)
from refengine.draw.state import (
    NOTHING_CARRIED,
    Carry,
    Outcome,
    Play,
    Speaking,
    State,
)
from refengine.errors import NO_CLAUSE
from refengine.game import EndedBy
from refengine.ledger import gather, pay
from refengine.menus import Menu
from refengine.seating import Seat, Seats, clockwise_from

C: Final = NO_CLAUSE
Enter = Callable[[Play], Outcome]


# -- pingos
def _antes(rules: DrawRules, change: Callable[[int], int]) -> DrawRules:
    antes = rules.pot.antes
    return policy("pot", antes=antes._replace(amount=change(antes.amount)))(rules)


def _no_new_pingos(right: Enter, play: Play) -> Outcome:
    if play.chips.base == 0:
        return right(play)
    with swapped(Swap(begin, "post_antes", lambda *_: None)):
        return right(play)


def _only_dealer_adds(right: Enter, play: Play) -> Outcome:
    if play.chips.base == 0:
        return right(play)
    antes = play.rules.pot.antes
    play.rules = policy("pot", antes=DealerAntes(antes.amount, C))(play.rules)
    outcome = right(play)
    play.rules = policy("pot", antes=antes)(play.rules)
    return outcome


PINGOS: Final = (
    PIN.ruled(
        "only-the-dealer-antes",
        "PIN-1",
        "amount",
        "Only the dealer posts a pingo.",
        lambda rules: policy("pot", antes=DealerAntes(rules.pot.antes.amount, C))(rules),
    ),
    PIN.ruled(
        "pingo-is-always-one",
        "PIN-1",
        "amount",
        "A pingo is one chip, whatever was agreed.",
        lambda rules: _antes(rules, lambda _: 1),
    ),
    PIN.ruled(
        "pingo-twice",
        "PIN-1",
        "amount",
        "Every seat posts two pingos.",
        lambda rules: _antes(rules, lambda amount: 2 * amount),
    ),
    PIN.swapped(
        "carried-pot-without-new-pingos",
        "PIN-5",
        "carry",
        "When a pot was left on the table nobody posts a new pingo.",
        Swap(machine.ENTER, "antes", _no_new_pingos),
    ),
    PIN.swapped(
        "only-the-dealer-adds-to-a-carried-pot",
        "PIN-5",
        "carry",
        "When a pot was left on the table only the dealer posts a new pingo.",
        Swap(machine.ENTER, "antes", _only_dealer_adds),
    ),
)


# -- the first round
def _opening_from(order: Callable[[Play], Seats]) -> Swap:
    """The first round with another order of speaking."""

    def wrong(_: Enter, play: Play) -> Outcome:
        return speaking.ask(play, Speaking(order(play), ()))

    return Swap(machine.ENTER, "opening", wrong)


def _heads_up_dealer(play: Play) -> Seats:
    first = play.dealer if len(play.hand.live) == 2 else play.dealer + 1
    return clockwise_from(first, play.hand.live)


Bet = Callable[[Play, Seats, Seat, int], Outcome]


def _checked_is_folded(right: Bet, play: Play, silent: Seats, seat: Seat, amount: int) -> Outcome:
    if play.phase == "opening":
        for other in silent:
            play.hand = play.hand._replace(live=tuple(s for s in play.hand.live if s != other))
    if play.hand.live == (seat,):
        play.hand = play.hand._replace(live=tuple(sorted((seat, silent[0]))))
        return settling.fold_hand(play, silent[0]) or "done"
    return right(play, silent, seat, amount)


def _with_a_pair_only(state: State, menu: Menu) -> Menu:
    if not is_speaking(state, "opening") or not isinstance(menu.actor, int):
        return menu
    hand = state.hand.layout.hands[menu.actor]
    return menu if len({card[0] for card in hand}) < 5 else without(menu, "bet")


def _limits(**changes: Callable[[int], int]) -> Callable[[DrawRules], DrawRules]:
    """The bounds of a first bet changed, those of raises and of bets after the draw as well."""

    def moved(size: Size) -> Size:
        if not isinstance(size, BetweenLimits):
            return size
        low = changes["low"](size.low) if "low" in changes else size.low
        high = changes["high"](size.high) if "high" in changes and size.high is not None else size.high
        return size._replace(low=low, high=high)

    def change(rules: DrawRules) -> DrawRules:
        return rules._replace(
            opening=rules.opening._replace(size=moved(rules.opening.size)),
            betting=rules.betting._replace(size=moved(rules.betting.size)),
        )

    return change


def _no_upper_limit(rules: DrawRules) -> DrawRules:
    size = rules.opening.size
    assert isinstance(size, BetweenLimits)
    free = size._replace(high=None)
    return policy("betting", size=free)(policy("opening", size=free)(rules))


FIRST_ROUND: Final = (
    PIN.swapped(
        "dealer-speaks-first",
        "PIN-2",
        "order",
        "The dealer speaks first in the first round.",
        _opening_from(lambda play: clockwise_from(play.dealer, play.hand.live)),
    ),
    PIN.swapped(
        "seat-zero-speaks-first",
        "PIN-2",
        "order",
        "The lowest seat number speaks first, whoever deals.",
        _opening_from(lambda play: play.hand.live),
    ),
    PIN.swapped(
        "heads-up-dealer-speaks-first",
        "PIN-2",
        "order",
        "Between two seats the dealer speaks first.",
        _opening_from(_heads_up_dealer),
    ),
    PIN.menus(
        "no-fold-before-a-bet",
        "PIN-3",
        "menu",
        "Before a bet a seat cannot fold.",
        lambda state, menu: without(menu, "fold") if is_speaking(state, "opening") else menu,
    ),
    PIN.menus(
        "no-mesa",
        "PIN-3",
        "menu",
        "Before a bet a seat cannot check.",
        lambda state, menu: without(menu, "check") if is_speaking(state, "opening") else menu,
    ),
    PIN.menus("bets-need-a-pair", "PIN-3", "menu", "A seat without a pair cannot bet.", _with_a_pair_only),
    PIN.swapped(
        "mesa-gives-the-hand-up",
        "PIN-3",
        "order",
        "Who said mesa is out when somebody bets.",
        Swap(speaking, "bet", _checked_is_folded),
    ),
    PIN.ruled("no-bet-maximum", "PIN-4", "amount", "`bet_max` does not limit bets.", _no_upper_limit),
    PIN.ruled(
        "no-bet-minimum", "PIN-4", "amount", "`bet_min` does not limit bets.", _limits(low=lambda _: 1)
    ),
    PIN.ruled(
        "bets-below-the-maximum",
        "PIN-4",
        "amount",
        "A bet has to stay below `bet_max`.",
        _limits(high=lambda high: high - 1),
    ),
    PIN.ruled(
        "bets-above-the-minimum",
        "PIN-4",
        "amount",
        "A bet has to be above `bet_min`.",
        _limits(low=lambda low: low + 1),
    ),
)


# -- nobody bets
Left = Callable[[Play, EndedBy, str, Carry], None]


def _given_back(right: Left, play: Play, ended_by: EndedBy, rank: str, carry: Carry) -> None:
    if play.phase == "opening":
        chips = gather(play.chips)
        share = chips.base // len(play.hand.dealt_in)
        play.chips = pay(chips, tuple((seat, share) for seat in play.hand.dealt_in))
    right(play, ended_by, rank, carry)


def _folded_sit_out(right: Left, play: Play, ended_by: EndedBy, rank: str, carry: Carry) -> None:
    out = tuple(seat for seat in play.hand.dealt_in if seat not in play.hand.live)
    right(play, ended_by, rank, carry._replace(sitting_out=out))


def _lone_seat_leaves_it(right: Callable[..., Outcome | None], play: Play, seat: Seat) -> Outcome | None:
    if play.phase != "opening" or len(play.hand.live) > 2:
        return right(play, seat)
    settling.left(play, "no_bet", "", NOTHING_CARRIED)
    return "left"


NO_BET: Final = (
    PIN.ruled(
        "no-bet-showdown",
        "PIN-5",
        "settlement",
        "When nobody bets before the draw the best hand takes the pot.",
        policy("opening", silence=BestHandTakes(C)),
    ),
    PIN.swapped(
        "no-bet-pot-given-back",
        "PIN-5",
        "settlement",
        "When nobody bets every seat takes its pingo back.",
        Swap(speaking, "left", _given_back),
    ),
    PIN.swapped(
        "folded-seats-miss-the-next-hand",
        "PIN-5r",
        "carry",
        "Who folded in a hand without a bet is not dealt in for the next one, and posts nothing.",
        Swap(speaking, "left", _folded_sit_out),
    ),
    PIN.swapped(
        "lone-seat-leaves-the-pot",
        "PIN-5r",
        "settlement",
        "When all but one have folded without a bet the pot stays on the table.",
        Swap(speaking, "fold_hand", _lone_seat_leaves_it),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*PINGOS, *FIRST_ROUND, *NO_BET)
