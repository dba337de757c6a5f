"""What both Italian texts say about blind play and openings, done wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from conformance.faults.draw.texts import INV, ITALIAN, Text, is_speaking
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped, with_changed, without
from refengine.actions import Action
from refengine.cards import in_hand_order
from refengine.draw import betting, blind, machine, speaking
from refengine.draw.settling import fold_hand
from refengine.draw.state import (
    BlindOpened,
    BlindTurn,
    CounterTurn,
    Outcome,
    Play,
    Round,
    Speaking,
    State,
)
from refengine.errors import ClauseId
from refengine.game import Observation
from refengine.menus import Amounts, Menu, Offer, exactly
from refengine.ranking import Ranking
from refengine.seating import Seat, Seats, clockwise_after, clockwise_from

Enter = Callable[[Play], Outcome]
ActBlind = Callable[[Play, BlindTurn, Action], Outcome]
ActCounter = Callable[[Play, CounterTurn, Action], Outcome]


# -- amounts
def _posted(amount_of: Callable[[Play, int], Amounts], phase_verb: str) -> Callable[[State, Menu], Menu]:
    """Menus in which a blind may have other amounts; `amount_of` is told the right one."""

    def change(state: State, menu: Menu) -> Menu:
        def moved(offer: Offer) -> Offer:
            assert isinstance(offer.domain, Amounts)
            return offer._replace(domain=amount_of(Play(state, []), offer.domain.low))

        return with_changed(menu, "blind" if phase_verb == "blind" else "counter_blind", moved)

    return change


def _or_more(play: Play, amount: int) -> Amounts:
    seat = play.hand.dealt_in[0]
    return Amounts(
        amount, None if play.on_credit else max(amount, min(play.chips.stacks), play.chips.stacks[seat])
    )


def _pot_once(_: Play, amount: int) -> Amounts:
    return Amounts(amount // 2, amount // 2)


def _and_a_half(_: Play, amount: int) -> Amounts:
    return Amounts(amount // 2 * 3, amount // 2 * 3)


def _twice_the_pot(play: Play, _: int) -> Amounts:
    return Amounts(2 * play.chips.pot, 2 * play.chips.pot)


def _up_to(_: Play, amount: int) -> Amounts:
    return Amounts(1, amount)


# -- whose right it is
def _asked_for_blind(play: Play, seat: Seat, amount: int) -> Outcome:
    clause = blind.terms(play).blind
    offer = exactly("blind", amount, clause, clause)
    play.turn = BlindTurn(seat, amount)
    return blind.posting_menu(seat, offer)


def _passes_on(right: ActBlind, play: Play, now: BlindTurn, action: Action) -> Outcome:
    first, second, *_ = (*clockwise_after(play.dealer, play.hand.dealt_in), -1)
    if (
        action.verb == "decline"
        and now.seat == first
        and play.payable(Seat(second), now.amount) == now.amount
    ):
        return _asked_for_blind(play, Seat(second), now.amount)
    return right(play, now, action)


def _counter_passes_on(right: ActCounter, play: Play, now: CounterTurn, action: Action) -> Outcome:
    order = clockwise_after(play.dealer, play.hand.dealt_in)
    third = order[2] if len(order) > 2 else None
    able = third is not None and play.payable(third, now.amount) == now.amount
    if action.verb == "decline" and now.seat == order[1] and third is not None and able:
        clause = blind.terms(play).counter
        offer = exactly("counter_blind", now.amount, clause, clause)
        play.turn = CounterTurn(third, now.amount, now.poster)
        return blind.posting_menu(third, offer)
    return right(play, now, action)


def _dealer_posts(_: Enter, play: Play) -> Outcome:
    if not blind.allowed(play, blind.terms(play).when) or play.no_more_betting(0):
        return "done"
    amount = 2 * play.chips.pot
    return (
        _asked_for_blind(play, play.dealer, amount) if play.payable(play.dealer, amount) == amount else "done"
    )


def _no_counter(right: ActBlind, play: Play, now: BlindTurn, action: Action) -> Outcome:
    outcome = right(play, now, action)
    return outcome if isinstance(outcome, str) else "done"


def blinds(text: Text) -> Iterator[Fault]:
    """INV-5, PRO-10."""
    first = "INV-5" if text is INV else "PRO-10"
    for name, says, amount in (
        ("blind-of-the-pot", "A buio is as much as the pot holds.", _pot_once),
        ("blind-of-three-pots", "A buio is three times what the pot holds.", _and_a_half),
        ("blind-or-more", "A buio may be larger than twice the pot.", _or_more),
        ("blind-or-less", "A buio may be smaller than twice the pot.", _up_to),
    ):
        yield text.menus(name, first, "amount", says, _posted(amount, "blind"))
    yield text.swapped(
        "blind-passes-to-second-hand",
        first,
        "order",
        "If first hand declines, second hand may post the buio.",
        Swap(blind, "act_blind", _passes_on),
    )
    yield text.swapped(
        "dealer-posts-the-blind",
        first,
        "order",
        "The dealer is asked for the buio.",
        Swap(machine.ENTER, "blind", _dealer_posts),
    )


def counter_blinds(text: Text) -> Iterator[Fault]:
    """INV-6, PRO-12."""
    second = "INV-6" if text is INV else "PRO-12"
    for name, says, other in (
        ("counter-blind-of-the-blind", "A controbuio is as much as the buio.", _pot_once),
        ("counter-blind-of-two-pots", "A controbuio is twice what the pot holds.", _twice_the_pot),
        ("counter-blind-or-less", "A controbuio may be smaller than twice the buio.", _up_to),
    ):
        yield text.menus(name, second, "amount", says, _posted(other, "counter"))
    yield text.swapped(
        "counter-blind-passes-on",
        second,
        "order",
        "If second hand declines, the next seat may post the controbuio.",
        Swap(blind, "act_counter", _counter_passes_on),
    )
    yield text.swapped(
        "no-counter-blind",
        second,
        "menu",
        "There is no controbuio.",
        Swap(blind, "act_blind", _no_counter),
    )


# -- who cannot pay, and who sees what
def _with_what_it_has(right: Enter, play: Play) -> Outcome:
    outcome = right(play)
    seat = clockwise_after(play.dealer, play.hand.dealt_in)[0]
    stack = play.chips.stacks[seat]
    allowed = blind.allowed(play, blind.terms(play).when) and not play.no_more_betting(0)
    return _asked_for_blind(play, seat, stack) if outcome == "done" and allowed and stack > 0 else outcome


def _next_seat_if_short(right: Enter, play: Play) -> Outcome:
    outcome = right(play)
    if outcome != "done" or not blind.allowed(play, blind.terms(play).when) or play.no_more_betting(0):
        return outcome
    amount = 2 * play.chips.pot
    for seat in clockwise_after(play.dealer, play.hand.dealt_in):
        if play.payable(seat, amount) == amount:
            return _asked_for_blind(play, seat, amount)
    return outcome


def _counter_with_what_it_has(right: ActBlind, play: Play, now: BlindTurn, action: Action) -> Outcome:
    outcome = right(play, now, action)
    seat = clockwise_after(now.seat, play.hand.dealt_in)[0]
    stack = play.chips.stacks[seat]
    if outcome != "done" or action.verb == "decline" or stack <= now.amount or play.on_credit:
        return outcome
    clause = blind.terms(play).counter
    offer = exactly("counter_blind", stack, clause, clause)
    play.turn = CounterTurn(seat, stack, now.seat)
    return blind.posting_menu(seat, offer)


def _not_heads_up(right: ActBlind, play: Play, now: BlindTurn, action: Action) -> Outcome:
    return _no_counter(right, play, now, action) if len(play.hand.dealt_in) == 2 else right(play, now, action)


def _shown(state: State, seat: Seat | None, view: Observation) -> Observation:
    if seat is None or state.phase != "blind":
        return view
    return view._replace(hand=in_hand_order(state.hand.layout.hands[seat]))


def _poster_looks(state: State, seat: Seat | None, view: Observation) -> Observation:
    looks = isinstance(state.hand.lead, BlindOpened) and seat == state.hand.lead.poster
    return _shown(state, seat, view) if looks else view


def _others_look(state: State, seat: Seat | None, view: Observation) -> Observation:
    return view if seat == state.menu.actor else _shown(state, seat, view)


def unable(text: Text) -> Iterator[Fault]:
    """INV-7 and INV-8, PRO-14 and PRO-32."""
    short, unseen = ("INV-7", "INV-8") if text is INV else ("PRO-14", "PRO-32")
    yield text.swapped(
        "blind-for-the-whole-stack",
        short,
        "amount",
        "First hand may post a buio for all it has if it cannot pay it in full.",
        Swap(machine.ENTER, "blind", _with_what_it_has),
    )
    yield text.swapped(
        "blind-passes-a-short-seat",
        short,
        "order",
        "If first hand cannot pay a buio, the next seat that can is asked.",
        Swap(machine.ENTER, "blind", _next_seat_if_short),
    )
    yield text.swapped(
        "counter-blind-for-the-whole-stack",
        short,
        "amount",
        "Second hand may post a controbuio for all it has if it cannot pay it in full.",
        Swap(blind, "act_blind", _counter_with_what_it_has),
    )
    yield text.views("cards-seen-in-the-blind-phase", unseen, "Every seat sees its cards at once.", _shown)
    yield text.views(
        "poster-sees-its-cards",
        unseen,
        "Who has posted a buio sees its cards while second hand is asked.",
        _poster_looks,
    )
    yield text.views(
        "others-see-their-cards",
        unseen,
        "Only the seat that is asked for a blind plays unseen; the others look at their cards.",
        _others_look,
    )


# -- openings
def _anyone(*_: object) -> bool:
    return True


def _a_rank_lower(right: Callable[..., bool], hand: object, rank: str, order: Ranking) -> bool:
    return right(hand, {"J": "T", "Q": "J", "K": "Q"}[rank], order)


def _a_rank_higher(right: Callable[..., bool], hand: object, rank: str, order: Ranking) -> bool:
    return right(hand, {"J": "Q", "Q": "K", "K": "A"}[rank], order)


def _from_the_dealer(right: Enter, play: Play) -> Outcome:
    if isinstance(play.hand.lead, BlindOpened):
        return right(play)
    return speaking.ask(play, Speaking(clockwise_from(play.dealer, play.hand.live), ()))


def _must_open(state: State, menu: Menu) -> Menu:
    return without(menu, "pass") if is_speaking(state, "opening") and menu.offer("open") else menu


Bet = Callable[[Play, Seats, Seat, int], Outcome]


def _passers_out(right: Bet, play: Play, silent: Seats, seat: Seat, amount: int) -> Outcome:
    if play.phase != "opening" or not silent:
        return right(play, silent, seat, amount)
    live = tuple(s for s in play.hand.live if s not in silent)
    if len(live) > 1:
        play.hand = play.hand._replace(live=live)
        return right(play, silent, seat, amount)
    play.hand = play.hand._replace(live=tuple(sorted((seat, silent[-1]))))
    return fold_hand(play, silent[-1]) or "done"


Raise = Callable[[Play, Round, Seat, int], Outcome]


def _no_more_raises(right: Raise, play: Play, now: Round, seat: Seat, amount: int) -> Outcome:
    def start(begin_round: Callable[..., Outcome], p: Play, s: Seat, *_: object) -> Outcome:
        return begin_round(p, s, p.hand.live, ClauseId(""))

    if play.phase != "opening":
        return right(play, now, seat, amount)
    with swapped(Swap(betting, "start_round", start)):
        return right(play, now, seat, amount)


def _callers_done(right: Raise, play: Play, now: Round, seat: Seat, amount: int) -> Outcome:
    def start(_: object, p: Play, s: Seat, barred: Seats, clause: ClauseId) -> Outcome:
        return betting.ask(p, Round(now.queue[1:], p.chips.bets[s], s, barred, clause))

    if play.phase != "opening" or isinstance(play.hand.lead, BlindOpened):
        return right(play, now, seat, amount)
    with swapped(Swap(betting, "start_round", start)):
        return right(play, now, seat, amount)


def _no_raise(state: State, menu: Menu) -> Menu:
    simple = state.phase == "opening" and not isinstance(state.hand.lead, BlindOpened)
    return without(menu, "raise") if simple else menu


def openings(text: Text) -> Iterator[Fault]:
    """INV-10, PRO-5."""
    need = "INV-10" if text is INV else "PRO-5"
    for name, says, wrong in (
        ("anything-opens", "Any hand may open.", _anyone),
        ("opens-a-rank-lower", "A pair of the rank below the one asked for opens.", _a_rank_lower),
        (
            "opens-a-rank-higher",
            "A pair of the rank asked for does not open, only a higher one.",
            _a_rank_higher,
        ),
    ):
        yield text.swapped(name, need, "hands", says, Swap(speaking, "holds_openers", wrong))
    yield text.swapped(
        "dealer-speaks-first",
        need,
        "order",
        "The dealer speaks first.",
        Swap(machine.ENTER, "opening", _from_the_dealer),
    )
    yield text.menus("must-open", need, "menu", "A seat that holds openers cannot pass.", _must_open)


def answers(text: Text) -> Iterator[Fault]:
    """INV-12, PRO-15."""
    answer = "INV-12" if text is INV else "PRO-15"
    yield text.swapped(
        "passers-are-out",
        answer,
        "order",
        "Who passed is out when another seat opens.",
        Swap(speaking, "bet", _passers_out),
    )
    yield text.menus("no-raise-of-an-opening", answer, "menu", "An opening cannot be raised.", _no_raise)
    yield text.swapped(
        "one-raise-only",
        answer,
        "menu",
        "After one raise in the first round there is no other.",
        Swap(betting, "act_raise", _no_more_raises),
    )
    yield text.swapped(
        "callers-need-not-complete",
        answer,
        "order",
        "Who called an opening before a raise stays in without completing.",
        Swap(betting, "act_raise", _callers_done),
    )


PARTS: Final = (blinds, counter_blinds, unable, openings, answers)
FAULTS: Final[tuple[Fault, ...]] = (
    *(fault for text in ITALIAN for part in PARTS for fault in part(text)),
    INV.swapped(
        "no-counter-blind-heads-up",
        "INV-7",
        "order",
        "Between two seats the dealer is not asked for a controbuio.",
        Swap(blind, "act_blind", _not_heads_up),
    ),
)
