"""Answering a bet: the same for both rounds, for blinds and for plain openings.

A `Round` is a queue of seats that still have to answer, with the level that they answer to. A raise empties
the queue and fills it again with everyone else still in; the round is over when the queue is empty. Seats
that owe nothing are in the queue only when they have kept a right to raise after posting a blind.
"""

from functools import cache
from typing import Final

from refengine.actions import Action
from refengine.draw.amounts import wager
from refengine.draw.policies import (
    ThinkingForfeitsRaise,
)
from refengine.draw.settling import fold_hand, return_unmatched
from refengine.draw.speech import (
    FoldMesaOrBet,
    MesaThenFold,
)
from refengine.draw.state import Opened, Outcome, Play, Round, Thinking
from refengine.errors import ClauseId, InvariantBroken
from refengine.ledger import put_in
from refengine.menus import Menu, Offer, Withheld, amount_of, bare, exactly, not_yet
from refengine.seating import Seat, Seats, clockwise_after

FOLD: Final = bare("fold", ClauseId("DRW-27"))
"""A seat that owes chips may always fold."""
NOT_ASKED: Final = ClauseId("DRW-28")
NO_TURN_WHEN_ALL_IN: Final = ClauseId("DRW-15")
ANY_RAISE: Final = ClauseId("DRW-7")
SHORT_CALL: Final = ClauseId("DRW-6")


def start_round(play: Play, seat: Seat, barred: Seats, barred_by: ClauseId) -> Outcome:
    """`seat` has opened or bet; the others answer."""
    others = clockwise_after(seat, play.hand.live)[:-1]
    return ask(play, Round(others, play.chips.bets[seat], seat, barred, barred_by))


def ask(play: Play, now: Round) -> Outcome:
    """Turn to the first seat in the queue that has something to decide; the round is over if none has."""
    any_empty, queue = play.chips.any_empty, now.queue
    if not (any_empty and play.no_more_betting(now.level)):
        for seat in queue:
            if any_empty and not play.has_chips(seat):
                play.cites.append(NO_TURN_WHEN_ALL_IN)
                continue
            menu = round_menu(play, now, seat)
            if menu is not None:
                play.turn = now if seat == queue[0] else now._replace(queue=queue[queue.index(seat) :])
                return menu
    if play.phase == "betting":
        play.last_bettor = now.last
    play.cites += play.rules.raising.over
    return_unmatched(play)
    return "done"


def owed(play: Play, now: Round, seat: Seat) -> int:
    """What a call costs `seat` in full."""
    return now.level - play.chips.bets[seat]


def round_menu(play: Play, now: Round, seat: Seat) -> Menu | None:
    """The menu of `seat`; None for a seat that owes nothing and cannot raise, which is not asked."""
    cost = owed(play, now, seat)
    raising = play.rules.raising
    barred = seat in now.barred
    amounts = None if barred else wager(play, seat, cost, raising.size)
    play.cites += raising.asked
    if cost == 0:
        if amounts is None:
            return None
        return Menu(seat, (bare("stand", now.barred_by), Offer("raise", amounts, now.barred_by)))
    if amounts is None:
        return Menu(seat, answers(play, seat, cost), (no_raise(now.barred_by),) if barred else ())
    play.cites.append(ANY_RAISE)
    clause = raising.answer if play.phase == "opening" else raising.later
    call, raises = exactly("call", cost, raising.matched, clause), Offer("raise", amounts, clause)
    think_first = raising.think
    if think_first is None:
        return Menu(seat, (FOLD, call, raises))
    return Menu(seat, (FOLD, call, raises, think_first))


@cache
def no_raise(clause: ClauseId) -> Withheld:
    """Raising is forbidden by `clause`."""
    return Withheld("raise", "raise_forbidden", clause)


def answers(play: Play, seat: Seat, cost: int) -> tuple[Offer, Offer]:
    """Fold or call."""
    if cost > play.chips.stacks[seat]:
        paid = play.payable(seat, cost)
        if paid < cost:
            return FOLD, exactly("call", paid, SHORT_CALL, SHORT_CALL)
    raising = play.rules.raising
    return FOLD, exactly(
        "call", cost, raising.matched, raising.answer if play.phase == "opening" else raising.later
    )


def act_round(play: Play, now: Round, action: Action) -> Outcome:
    """The first seat of the queue answers."""
    seat = now.queue[0]
    match action.verb:
        case "raise":
            return act_raise(play, now, seat, amount_of(action))
        case "call":
            play.chips = put_in(play.chips, seat, amount_of(action))
        case "fold":
            outcome = fold_hand(play, seat)
            if outcome is not None:
                return outcome
        case "stand":
            pass
        case "think":
            return think(play, now, seat)
        case _:
            raise InvariantBroken(f"{action.verb} in a round")
    return ask(play, Round(now.queue[1:], now.level, now.last, now.barred, now.barred_by))


def act_raise(play: Play, now: Round, seat: Seat, amount: int) -> Outcome:
    """`seat` raises: everyone else still in answers anew, and nobody is barred any more."""
    play.chips = put_in(play.chips, seat, amount)
    cites = play.cites
    if now.barred:
        cites.append(now.barred_by)
    cites += (ANY_RAISE, play.rules.raising.reopened)
    cite_released(play, now)
    lead = play.hand.lead
    if play.phase == "opening" and type(lead) is Opened:
        play.hand = play.hand.led_by(Opened(lead.opener, seat))
    return start_round(play, seat, (), now.barred_by)


def cite_released(play: Play, now: Round) -> None:
    """A raise by another releases who had said mesa; after the draw mesa binds nobody."""
    if now.barred:
        first = play.rules.opening.words
        if type(first) is FoldMesaOrBet:
            play.cites.append(first.released)
    if play.phase == "betting":
        second = play.rules.betting.words
        if type(second) is MesaThenFold:
            play.cites.append(second.leaving)


def think(play: Play, now: Round, seat: Seat) -> Outcome:
    """`seat` keeps the turn but may only fold or call."""
    match play.rules.raising.thinking:
        case ThinkingForfeitsRaise(clause, turn):
            play.cites.append(turn)
            withheld = (no_raise(clause), not_yet("think", clause))
            menu = Menu(seat, answers(play, seat, owed(play, now, seat)), withheld)
            play.turn = Thinking(now, clause)
            return menu
        case _:
            raise InvariantBroken("thinking costs nothing here")
