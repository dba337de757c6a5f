"""What the second Italian text alone says about words before a bet and the cip, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.draw.texts import PRO, is_speaking, policy
from conformance.faults.fault import Fault
from conformance.faults.tools import Altered, Swap, swapped, with_offers, without
from refengine.actions import Action
from refengine.draw import settling, speaking
from refengine.draw.rules import DrawRules
from refengine.draw.sizes import (
    Size,
)
from refengine.draw.speech import (
    ParolaCipFoldOrBet,
)
from refengine.draw.state import (
    NOTHING_CARRIED,
    Carry,
    FacingCip,
    Outcome,
    Play,
    Speaking,
    State,
)
from refengine.errors import NO_CLAUSE
from refengine.game import Setup, Step
from refengine.ledger import put_in
from refengine.menus import NOTHING, Amounts, Menu, Offer
from refengine.seating import Seat, Seats

C: Final = NO_CLAUSE
Enter = Callable[[Play], Outcome]


# -- words before a bet
def _facing_cip(state: State) -> bool:
    return isinstance(state.turn, FacingCip)


def _first_speaker(state: State) -> bool:
    turn = state.turn
    return (
        is_speaking(state, "betting")
        and isinstance(turn, Speaking)
        and len(turn.queue) == len(state.hand.live)
    )


def _lone_seat_still_speaks(right: Callable[..., Outcome | None], play: Play, seat: Seat) -> Outcome | None:
    """When all but one have left before a bet the pot stays as after a parola."""
    if play.phase != "betting" or len(play.hand.live) > 2:
        return right(play, seat)
    live = tuple(other for other in play.hand.live if other != seat)
    play.hand = play.hand._replace(live=live)
    settling.left(play, "parola", "K", Carry(live, (), play.session.carry.sitting_out))
    return "left"


WORDS: Final = (
    PRO.menus(
        "no-leaving-before-a-bet",
        "PRO-21",
        "menu",
        "Before a bet nobody may leave.",
        lambda state, menu: without(menu, "fold") if is_speaking(state, "betting") else menu,
    ),
    PRO.menus(
        "first-speaker-cannot-leave",
        "PRO-21",
        "menu",
        "The first to speak after the draw may not leave.",
        lambda state, menu: without(menu, "fold") if _first_speaker(state) else menu,
    ),
    PRO.menus(
        "no-cip",
        "PRO-21",
        "menu",
        "Nobody may say cip.",
        lambda state, menu: without(menu, "cip") if is_speaking(state, "betting") else menu,
    ),
    PRO.swapped(
        "last-speaker-leaves-the-pot",
        "PRO-21",
        "settlement",
        "When all but one have left before a bet the pot stays as after a parola.",
        Swap(speaking, "fold_hand", _lone_seat_still_speaks),
    ),
)


# -- the cip
def _not_asked_again(right: Callable[..., Outcome], play: Play, now: Speaking, action: Action) -> Outcome:
    if action.verb != "cip":
        return right(play, now, action)

    def ask(right_ask: Callable[..., Outcome], p: Play, facing: FacingCip) -> Outcome:
        return right_ask(p, facing._replace(queue=tuple(s for s in facing.queue if s not in now.silent)))

    with swapped(Swap(speaking, "ask_cip", ask)):
        return right(play, now, action)


def _parola_to_a_cip(state: State, menu: Menu) -> Menu:
    return with_offers(menu, Offer("parola", NOTHING)) if _facing_cip(state) else menu


def _parola_accepts(state: State, action: Action) -> Action:
    offer = state.menu.offer("cip")
    if action.verb != "parola" or not _facing_cip(state) or offer is None:
        return action
    assert isinstance(offer.domain, Amounts)
    return Action(action.actor, "cip", offer.domain.low)


def _settled_at_once(_: object, play: Play, seat: Seat, paid: int) -> Outcome:
    play.chips = put_in(play.chips, seat, paid)
    return "done"


def _pot_stays_after_cips(right: Callable[..., Outcome], play: Play, now: FacingCip) -> Outcome:
    if play.with_chips(now.queue) or play.with_chips(play.hand.live) != play.hand.live:
        return right(play, now)
    settling.left(play, "parola", "K", NOTHING_CARRIED)
    return "left"


def _stake_of(change: Callable[[int], int]) -> Callable[[DrawRules], DrawRules]:
    def changed(rules: DrawRules) -> DrawRules:
        words = rules.betting.words
        assert isinstance(words, ParolaCipFoldOrBet)
        return policy("betting", words=words._replace(stake=change(words.stake)))(rules)

    return changed


CipMenu = Callable[[Play, FacingCip, Seat], Menu]
Wager = Callable[[Play, Seat, int, Size], Amounts | None]


def _bet_anew(right: CipMenu, play: Play, now: FacingCip, seat: Seat) -> Menu:
    """A bet over a cip may be as small as any bet."""

    def wager(right_wager: Wager, p: Play, s: Seat, cost: int, size: Size) -> Amounts | None:
        found = right_wager(p, s, cost, size)
        return found._replace(low=max(1, min(found.low, cost))) if found else found

    with swapped(Swap(speaking, "wager", wager)):
        return right(play, now, seat)


def _bet_with_the_bare_cost(right: CipMenu, play: Play, now: FacingCip, seat: Seat) -> Menu:
    menu = right(play, now, seat)
    cost, stack = now.level - play.chips.bets[seat], play.chips.stacks[seat]
    if menu.offer("bet") or not 0 < stack <= cost or play.on_credit:
        return menu
    return with_offers(menu, Offer("bet", Amounts(stack, stack)))


def _not_deducted(
    right: Callable[..., Outcome], play: Play, silent: Seats, seat: Seat, amount: int
) -> Outcome:
    """Cip stakes lie on the table like antes and do not count towards a later bet."""
    words = play.rules.betting.words
    if play.phase == "betting" and isinstance(words, ParolaCipFoldOrBet) and words.stake > 0:
        chips = play.chips
        level = min(chips.bets[s] for s in play.hand.live)
        bets = tuple(min(bet, level) for bet in chips.bets)
        play.chips = chips._replace(bets=bets, base=chips.base + sum(chips.bets) - sum(bets))
    return right(play, silent, seat, amount)


def _short_cannot_say(right: Callable[..., Menu], play: Play, now: Speaking, seat: Seat) -> Menu:
    menu = right(play, now, seat)
    words = play.rules.betting.words
    short = isinstance(words, ParolaCipFoldOrBet) and play.payable(seat, words.stake) < words.stake
    return without(menu, "cip") if short and play.phase == "betting" else menu


def _short_cannot_accept(right: CipMenu, play: Play, now: FacingCip, seat: Seat) -> Menu:
    menu = right(play, now, seat)
    cost = now.level - play.chips.bets[seat]
    return without(menu, "cip") if play.payable(seat, cost) < cost else menu


def _only_what_the_short_paid(right: Callable[..., Outcome], play: Play, seat: Seat, paid: int) -> Outcome:
    def ask(right_ask: Callable[..., Outcome], p: Play, now: FacingCip) -> Outcome:
        return right_ask(p, now._replace(level=p.chips.bets[seat]))

    with swapped(Swap(speaking, "ask_cip", ask)):
        return right(play, seat, paid)


CIP: Final = (
    PRO.altered(
        "parola-after-a-cip",
        "PRO-21r",
        "menu",
        "After a cip a seat may still say parola.",
        lambda game: ParolaToCip(game),
    ),
    PRO.swapped(
        "parola-spares-the-cip",
        "PRO-21r",
        "order",
        "Who said parola need not answer a cip.",
        Swap(speaking, "act_speaking", _not_asked_again),
    ),
    PRO.swapped(
        "cip-ends-the-round",
        "PRO-22",
        "order",
        "A cip leads to the showdown without asking the others.",
        Swap(speaking, "ask_for_showdown", _settled_at_once),
    ),
    PRO.swapped(
        "cips-leave-the-pot",
        "PRO-22",
        "settlement",
        "When all have said cip the pot stays as after a parola.",
        Swap(speaking, "ask_cip", _pot_stays_after_cips),
    ),
    PRO.menus(
        "no-bet-over-a-cip",
        "PRO-22",
        "menu",
        "A cip can be accepted or left, but not bet over.",
        lambda state, menu: without(menu, "bet") if _facing_cip(state) else menu,
    ),
    PRO.menus(
        "cip-has-to-be-accepted",
        "PRO-22",
        "menu",
        "Nobody may leave after a cip.",
        lambda state, menu: without(menu, "fold") if _facing_cip(state) else menu,
    ),
    PRO.ruled(
        "cip-is-free", "PRO-22", "amount", "A cip costs nothing, whatever was agreed.", _stake_of(lambda _: 0)
    ),
    PRO.ruled(
        "cip-costs-a-chip-more",
        "PRO-22",
        "amount",
        "A cip costs one chip more than was agreed.",
        _stake_of(lambda stake: stake + 1),
    ),
    PRO.swapped(
        "bets-over-a-cip-with-its-cost",
        "PRO-22r",
        "amount",
        "A bet over a cip may move no more than accepting would.",
        Swap(speaking, "cip_menu", _bet_anew),
    ),
    PRO.swapped(
        "bets-over-a-cip-with-less",
        "PRO-22r",
        "menu",
        "A seat whose stack does not exceed the cost of a cip may bet it all the same.",
        Swap(speaking, "cip_menu", _bet_with_the_bare_cost),
    ),
    PRO.swapped(
        "cip-stake-is-not-deducted",
        "PRO-22r",
        "amount",
        "A cip stake is not deducted from what a later bet asks.",
        Swap(speaking, "bet", _not_deducted),
    ),
    PRO.swapped(
        "short-seat-cannot-say-cip",
        "PRO-22r",
        "menu",
        "A seat that is short of the stake may not say cip.",
        Swap(speaking, "speaking_menu", _short_cannot_say),
    ),
    PRO.swapped(
        "short-seat-cannot-accept-a-cip",
        "PRO-22r",
        "menu",
        "A seat that is short of the stake may not accept a cip.",
        Swap(speaking, "cip_menu", _short_cannot_accept),
    ),
    PRO.swapped(
        "others-match-a-short-cip",
        "PRO-22r",
        "amount",
        "After the cip of a short seat the others pay only what that seat paid.",
        Swap(speaking, "ask_for_showdown", _only_what_the_short_paid),
    ),
)


class ParolaToCip(Altered[State]):
    """Parola is in the menu of a seat that faces a cip, and is taken as accepting it."""

    def start(self, setup: Setup) -> Step[State]:
        return self._told(self._game.start(setup))

    def apply(self, state: State, action: Action) -> Step[State]:
        return self._told(self._game.apply(state, _parola_accepts(state, action)))

    def _told(self, step: Step[State]) -> Step[State]:
        if not _facing_cip(step.state):
            return step
        menu = _parola_to_a_cip(step.state, step.menu)
        return step._replace(state=step.state._replace(menu=menu), menu=menu)


FAULTS: Final[tuple[Fault, ...]] = (*WORDS, *CIP)
