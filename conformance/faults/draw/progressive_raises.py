"""What the second Italian text alone says about raises, thinking, the draw and who leads, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.draw.italian_play import left_of_dealer
from conformance.faults.draw.texts import PRO, policy
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped, with_offers, without
from refengine.draw import amounts, betting, machine, sizes, speaking
from refengine.draw.policies import (
    FreeThinking,
    LastRaiserElseOpener,
    ThinkingForfeitsRaise,
    UpTo,
)
from refengine.draw.rules import DrawRules
from refengine.draw.settling import fold_hand
from refengine.draw.sizes import (
    AtMostThePot,
    AtMostThePotAfterCall,
    Size,
)
from refengine.draw.state import BlindOpened, Opened, Outcome, Play, Round, State, Thinking
from refengine.errors import NO_CLAUSE, ClauseId
from refengine.ledger import Chips
from refengine.menus import NOTHING, Menu, Offer
from refengine.seating import Seat, Seats

C: Final = NO_CLAUSE
Span = Callable[[Size, Chips, int], sizes.Span]


# -- limits
def _limited(change: Callable[[int, int], int | None]) -> Swap:
    """Another limit of raises; `change` is told the right one and what the call costs."""

    def wrong(right: Span, size: Size, chips: Chips, cost: int) -> sizes.Span:
        least, most, below, above, short = right(size, chips, cost)
        if most is None or not isinstance(size, AtMostThePot | AtMostThePotAfterCall):
            return right(size, chips, cost)
        other = change(most, cost)
        return least, other if other is None else max(other, least), below, above, short

    return Swap(amounts, "span", wrong)


def _both_alike(kind: type[AtMostThePot] | type[AtMostThePotAfterCall]) -> Callable[[DrawRules], DrawRules]:
    def change(rules: DrawRules) -> DrawRules:
        size = rules.raising.size
        if not isinstance(size, AtMostThePot | AtMostThePotAfterCall):
            return rules
        return policy("raising", size=kind(size.clause, size.free))(rules)

    return change


def _bets_too(section: str) -> Callable[[DrawRules], DrawRules]:
    def change(rules: DrawRules) -> DrawRules:
        size = rules.raising.size
        return (
            policy(section, size=size)(rules)
            if isinstance(size, AtMostThePot | AtMostThePotAfterCall)
            else rules
        )

    return change


LIMITS: Final = (
    PRO.swapped(
        "raise-limit-ignored",
        "PRO-16",
        "amount",
        "The limit of raises is not kept.",
        _limited(lambda *_: None),
    ),
    PRO.swapped(
        "raises-below-the-pot",
        "PRO-16",
        "amount",
        "A raise has to stay below the limit.",
        _limited(lambda most, _: most - 1),
    ),
    PRO.swapped(
        "raises-a-chip-above-the-pot",
        "PRO-16",
        "amount",
        "A raise may exceed the limit by a chip.",
        _limited(lambda most, _: most + 1),
    ),
    PRO.swapped(
        "limit-binds-the-call-too",
        "PRO-16",
        "amount",
        "The limit binds call and raise together.",
        _limited(lambda most, cost: most - cost),
    ),
    PRO.ruled(
        "pot-limit-counts-the-call",
        "PRO-16",
        "amount",
        "The limit `pot` counts the chips of the call.",
        _both_alike(AtMostThePotAfterCall),
    ),
    PRO.ruled(
        "pot-limit-never-counts-the-call",
        "PRO-16r",
        "amount",
        "The limit `pot_after_call` does not count the chips of the call.",
        _both_alike(AtMostThePot),
    ),
    PRO.ruled(
        "openings-limited-too",
        "PRO-16r",
        "amount",
        "The limit of raises binds openings as well.",
        _bets_too("opening"),
    ),
    PRO.ruled(
        "bets-limited-too",
        "PRO-16r",
        "amount",
        "The limit of raises binds bets as well.",
        _bets_too("betting"),
    ),
)


# -- thinking
def _thinking(change: Callable[[Menu], Menu]) -> Swap:
    def wrong(right: Callable[..., Outcome], play: Play, now: Round, seat: Seat) -> Outcome:
        menu = right(play, now, seat)
        assert isinstance(menu, Menu)
        return change(menu)

    return Swap(betting, "think", wrong)


def _raise_kept(right: Callable[..., Outcome], play: Play, now: Round, seat: Seat) -> Outcome:
    right(play, now, seat)
    menu = betting.round_menu(play, now, seat)
    assert menu is not None
    return without(menu, "think")


def _no_call_either(menu: Menu) -> Menu:
    return without(menu, "call")


def _think_again(menu: Menu) -> Menu:
    return with_offers(menu, Offer("think", NOTHING))


def _turn_lost(_: object, play: Play, now: Round, seat: Seat) -> Outcome:
    return fold_hand(play, seat) or betting.ask(play, now._replace(queue=now.queue[1:]))


def _thinks_without_a_raise(state: State, menu: Menu) -> Menu:
    agreed = isinstance(state.rules.raising.thinking, ThinkingForfeitsRaise)
    owing = agreed and isinstance(state.turn, Round) and menu.offer("call") is not None
    return with_offers(without(menu, "think"), Offer("think", NOTHING)) if owing else menu


def _thinks_with_a_right_only(state: State, menu: Menu) -> Menu:
    agreed = isinstance(state.rules.raising.thinking, ThinkingForfeitsRaise)
    return with_offers(menu, Offer("think", NOTHING)) if agreed and menu.offer("stand") else menu


ActRound = Callable[..., Outcome]


def _barred_for_the_round(right: ActRound, play: Play, state: State, action: object) -> Outcome:
    """Who has thought may not raise at its later turns of the round either."""
    if not isinstance(state.turn, Thinking):
        return right(play, state, action)
    seat = state.turn.round.queue[0]

    def start(
        begin_round: Callable[..., Outcome], p: Play, s: Seat, barred: Seats, clause: ClauseId
    ) -> Outcome:
        return begin_round(p, s, (*barred, seat), clause)

    def ask(right_ask: Callable[..., Outcome], p: Play, now: Round) -> Outcome:
        return right_ask(p, now._replace(barred=(*now.barred, seat)))

    with swapped(Swap(betting, "start_round", start), Swap(betting, "ask", ask)):
        return right(play, state, action)


def _bar_is_kept(right: Callable[..., Outcome], play: Play, now: Round, seat: Seat, amount: int) -> Outcome:
    thought = tuple(s for s in now.barred if s != seat)

    def start(begin_round: Callable[..., Outcome], p: Play, s: Seat, *_: object) -> Outcome:
        return begin_round(p, s, thought, now.barred_by)

    if not isinstance(play.rules.raising.thinking, ThinkingForfeitsRaise) or isinstance(
        play.hand.lead, BlindOpened
    ):
        return right(play, now, seat, amount)
    with swapped(Swap(betting, "start_round", start)):
        return right(play, now, seat, amount)


THINKING: Final = (
    PRO.ruled(
        "thinking-costs-nothing",
        "PRO-17",
        "menu",
        "Nobody can say that it thinks, though it was agreed.",
        policy("raising", thinking=FreeThinking(C)),
    ),
    PRO.swapped(
        "thinking-keeps-the-raise",
        "PRO-17",
        "menu",
        "Who has thought may still raise.",
        Swap(betting, "think", _raise_kept),
    ),
    PRO.swapped(
        "thinking-forfeits-the-call",
        "PRO-17",
        "menu",
        "Who has thought may only fold.",
        _thinking(_no_call_either),
    ),
    PRO.swapped(
        "thinking-twice", "PRO-17", "menu", "A seat may say twice that it thinks.", _thinking(_think_again)
    ),
    PRO.swapped(
        "thinking-loses-the-turn",
        "PRO-17",
        "order",
        "Who thinks is out.",
        Swap(betting, "think", _turn_lost),
    ),
    PRO.menus(
        "thinking-without-a-raise",
        "PRO-17",
        "menu",
        "A seat that could not raise may say that it thinks.",
        _thinks_without_a_raise,
    ),
    PRO.menus(
        "thinking-with-nothing-owed",
        "PRO-17",
        "menu",
        "The poster of a blind may say that it thinks before it uses its right.",
        _thinks_with_a_right_only,
    ),
    PRO.views(
        "thinking-is-not-told",
        "PRO-17",
        "Views do not tell that a seat has thought.",
        lambda _, __, view: view._replace(
            details={name: value for name, value in view.details.items() if name != "thinking"}
        ),
    ),
    PRO.swapped(
        "thinking-binds-for-the-round",
        "PRO-17r",
        "menu",
        "Who has thought may not raise later in the round either.",
        Swap(machine, "act", _barred_for_the_round),
        Swap(betting, "act_raise", _bar_is_kept),
    ),
)


# -- the draw and who leads after it
def _four_for_five(rules: DrawRules) -> DrawRules:
    five = rules.exchange.size.cards == 5
    return policy("exchange", size=UpTo(4, C))(rules) if five else rules


def _leads(leader: Callable[[Play], Seat | None]) -> Swap:
    def wrong(right: Callable[[Play], tuple[Seat, int]], play: Play) -> tuple[Seat, int]:
        seat = leader(play)
        return right(play) if seat is None or play.phase != "betting" else (seat, seat)

    return Swap(speaking, "lead_seat", wrong)


def _opener_is_out(play: Play) -> bool:
    lead = play.hand.lead
    return isinstance(lead, Opened) and lead.opener not in play.hand.live


def _opener_is_all_in(play: Play) -> bool:
    lead = play.hand.lead
    return isinstance(lead, Opened) and lead.opener in play.hand.live and not play.has_chips(lead.opener)


def _last_raiser(play: Play) -> Seat | None:
    lead = play.hand.lead
    return lead.last if isinstance(lead, Opened) and _opener_is_out(play) else None


LEADING: Final = (
    PRO.ruled(
        "never-five-cards",
        "PRO-18",
        "amount",
        "A seat may change at most four cards, though five were agreed.",
        _four_for_five,
    ),
    PRO.ruled(
        "last-raiser-leads",
        "PRO-20",
        "order",
        "After the draw the last raiser speaks first.",
        policy("betting", first=LastRaiserElseOpener(C, C)),
    ),
    PRO.swapped(
        "left-of-dealer-leads-for-a-folded-opener",
        "PRO-20r",
        "order",
        "If the opener has folded the seat left of the dealer speaks first.",
        _leads(lambda play: left_of_dealer(play) if _opener_is_out(play) else None),
    ),
    PRO.swapped(
        "last-raiser-leads-for-a-folded-opener",
        "PRO-20r",
        "order",
        "If the opener has folded the last raiser speaks first.",
        _leads(_last_raiser),
    ),
    PRO.swapped(
        "left-of-dealer-leads-for-an-all-in-opener",
        "PRO-20r",
        "order",
        "If the opener is all-in the seat left of the dealer speaks first.",
        _leads(lambda play: left_of_dealer(play) if _opener_is_all_in(play) else None),
    ),
    PRO.menus(
        "no-raise-after-the-draw",
        "PRO-23",
        "menu",
        "A bet after the draw cannot be raised.",
        lambda state, menu: without(menu, "raise") if state.phase == "betting" else menu,
    ),
    PRO.menus(
        "parola-to-a-bet",
        "PRO-23",
        "menu",
        "A seat may say parola to a bet.",
        lambda state, menu: (
            with_offers(menu, Offer("parola", NOTHING))
            if state.phase == "betting" and isinstance(state.turn, Round)
            else menu
        ),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*LIMITS, *THINKING, *LEADING)
