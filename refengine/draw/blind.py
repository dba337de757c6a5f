"""The blind phase: first hand may post twice the pot before anyone looks, second hand twice that again."""

from typing import Final, assert_never

from refengine.actions import Action
from refengine.draw.amounts import another_can_answer
from refengine.draw.policies import (
    BlindPlay,
    InEveryHand,
    NoBlind,
    NobodyRaises,
    PostersMayRaise,
    WhileRank,
)
from refengine.draw.state import BlindOpened, BlindTurn, CounterTurn, Outcome, Play, Round
from refengine.errors import ClauseId, InvariantBroken
from refengine.ledger import put_in
from refengine.menus import Menu, Offer, amount_of, bare, exactly
from refengine.seating import Seat, Seats, clockwise_after

OFFERED_ALL_THE_SAME: Final = ClauseId("DRW-6")
LONE_DECLINE: Final = ClauseId("DRW-28")


def terms(play: Play) -> BlindPlay:
    """The blind play of the text; only asked for where there is one."""
    policy = play.rules.pot.blind
    if isinstance(policy, NoBlind):
        raise InvariantBroken("no blind in this text")
    return policy


def enter_blind(play: Play) -> Outcome:
    """Ask first hand, if a blind is allowed in this hand and it can pay one in full."""
    policy = play.rules.pot.blind
    if type(policy) is NoBlind:
        return "done"
    if isinstance(policy, BlindPlay):
        play.cites.append(policy.unseen)
        if not allowed(play, policy.when) or (play.chips.any_empty and play.no_more_betting(0)):
            return "done"
        seat = clockwise_after(play.session.button.seat, play.hand.dealt_in)[0]
        amount = 2 * play.chips.pot
        play.cites.append(policy.unable)
        if play.payable(seat, amount) < amount:
            play.cites.append(LONE_DECLINE)
            return "done"
        play.turn = BlindTurn(seat, amount)
        return posting_menu(seat, exactly("blind", amount, policy.blind, policy.blind))
    assert_never(policy)


def posting_menu(seat: Seat, post: Offer) -> Menu:
    """Post or decline."""
    return Menu(seat, (post, bare("decline", post.clause)))


def allowed(play: Play, when: WhileRank | InEveryHand) -> bool:
    """Whether a blind may be posted in this hand."""
    play.cites.append(when.clause)
    if type(when) is WhileRank:
        return play.session.rank == when.rank
    if type(when) is InEveryHand:
        return True
    assert_never(when)


def act_blind(play: Play, now: BlindTurn, action: Action) -> Outcome:
    """First hand posts or declines; after its blind second hand is asked, if it can pay in full."""
    if action.verb == "decline":
        return "done"
    policy = terms(play)
    post(play, now.seat, amount_of(action))
    seat = clockwise_after(now.seat, play.hand.dealt_in)[0]
    amount = 2 * now.amount
    play.cites.append(policy.unable)
    if play.payable(seat, amount) < amount:
        play.cites.append(LONE_DECLINE)
        return "done"
    if not another_can_answer(play, seat):
        play.cites.append(OFFERED_ALL_THE_SAME)
    offer = exactly("counter_blind", amount, policy.counter, policy.counter)
    play.turn = CounterTurn(seat, amount, now.seat)
    return posting_menu(seat, offer)


def act_counter(play: Play, now: CounterTurn, action: Action) -> Outcome:
    """Second hand posts or declines."""
    if action.verb == "counter_blind":
        post(play, now.seat, amount_of(action))
    return "done"


def post(play: Play, seat: Seat, amount: int) -> None:
    """`seat` posts a blind or counter-blind, which counts as put into the betting."""
    play.chips = put_in(play.chips, seat, amount)
    play.cites += play.rules.raising.freed
    play.hand = play.hand.led_by(BlindOpened(seat))


def blind_round(play: Play, poster: Seat) -> Round:
    """The answers to the last blind; its poster's own right to raise comes last in the queue."""
    play.cites.append(terms(play).answer)
    barred, clause = barred_after(play)
    play.cites.append(clause)
    return Round(clockwise_after(poster, play.hand.live), play.chips.bets[poster], poster, barred, clause)


def barred_after(play: Play) -> tuple[Seats, ClauseId]:
    """Who may not raise after the last blind, until somebody with the right has raised."""
    live = play.hand.live
    match terms(play).rights:
        case NobodyRaises(clause):
            return live, clause
        case PostersMayRaise(first, both):
            posters = tuple(seat for seat in live if play.chips.bets[seat] > 0)
            return tuple(seat for seat in live if seat not in posters), both if len(posters) > 1 else first
        case _:
            assert_never(terms(play).rights)
