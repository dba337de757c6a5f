"""Between hands and at the end: what the table may do, and where chips go that are still on it."""

from functools import cache
from typing import Final, assert_never

from refengine.actions import Action, Extension
from refengine.draw.begin import everyone
from refengine.draw.policies import (
    AgreedLength,
    AnyHand,
    AnyTime,
    Credit,
    Ladder,
    PotStaysForQuotas,
    TableStakes,
)
from refengine.draw.state import NOTHING_CARRIED, Outcome, Over, Play
from refengine.errors import ClauseId, InvariantBroken
from refengine.events import Paid
from refengine.game import SessionResult, Transfer
from refengine.ledger import divide, pay, settle_debts
from refengine.menus import SESSION_OVER, AgreedHands, Menu, Offer, bare, not_yet
from refengine.seating import TABLE, Seat, Seats, clockwise_after

BETWEEN: Final = ClauseId("DRW-5")
TIED: Final = ClauseId("DRW-11")
DEBTS: Final = ClauseId("DRW-8")
TOO_FEW: Final = ClauseId("DRW-12")


def seats_due(play: Play) -> Seats:
    """The seats that would be dealt in next, those included that would first have to pay a quota."""
    carry = play.session.carry
    if carry is NOTHING_CARRIED:
        return play.with_chips(everyone(play))
    bounds = dict(carry.quotas)
    return tuple(
        seat
        for seat in play.with_chips(everyone(play))
        if seat not in carry.sitting_out and play.payable(seat, bounds.get(seat, 0)) == bounds.get(seat, 0)
    )


def enter_between(play: Play) -> Outcome:
    """The table goes on, stops, or divides a pot, as the text allows."""
    if len(seats_due(play)) < 2:
        play.cites.append(TOO_FEW)
        return "broke"
    play.cites += (BETWEEN, play.rules.table.length.clause)
    return between_menu(play)


def between_menu(play: Play) -> Menu:
    """What the table may say now, by the length agreed on."""
    length = play.rules.table.length
    clause = length.clause
    match length:
        case AnyTime():
            return any_time_menu(clause, division(play))
        case AgreedLength():
            if play.session.hand_number < play.session.agreed:
                return Menu(
                    TABLE,
                    (bare("next_hand", BETWEEN), *division(play)),
                    (not_yet("end_session", clause),),
                )
            offers = (
                bare("end_session", clause),
                Offer("extend", AgreedHands(everyone(play), clause), clause),
            )
            return Menu(
                TABLE,
                offers,
                (not_yet("next_hand", clause), not_yet("divide_pot", clause)),
            )
        case _:
            assert_never(length)


@cache
def any_time_menu(clause: ClauseId, division: tuple[Offer, ...]) -> Menu:
    """Go on or stop; there is one such menu for each clause on the length, with a division or without."""
    return Menu(TABLE, (bare("next_hand", BETWEEN), *division, bare("end_session", clause)))


def division(play: Play) -> tuple[Offer, ...]:
    """A pot may be divided directly after the parola that left it, where the text allows it."""
    match play.rules.betting.silence:
        case PotStaysForQuotas(divide=clause) if play.session.carry.sayers:
            return (bare("divide_pot", clause),)
        case _:
            return ()


def act_between(play: Play, action: Action) -> Outcome:
    """Do what the table said."""
    match action.verb:
        case "next_hand":
            play.session = play.session.counted()
            return "next"
        case "end_session":
            return "ended"
        case "divide_pot":
            divide_among_sayers(play)
            return "again"
        case "extend":
            extension = action.argument
            if not isinstance(extension, Extension):
                raise InvariantBroken("an extension without terms")
            session = play.session
            play.session = session._replace(agreed=session.agreed + extension.hands)
            return "again"
        case _:
            raise InvariantBroken(f"{action.verb} between hands")


def divide_among_sayers(play: Play) -> None:
    """Equal shares to those who said parola; odd chips stay on the table, and the next hand starts afresh."""
    match play.rules.betting.silence:
        case PotStaysForQuotas(shares=clause):
            sayers = play.session.carry.sayers
            share = play.chips.base // len(sayers)
            play.cites.append(clause)
            take(play, tuple((seat, share) for seat in sayers), clause)
            rank = play.session.rank
            match play.rules.opening.openers:
                case Ladder(ranks):
                    rank = ranks[0]
                case AnyHand():
                    pass
                case _:
                    assert_never(play.rules.opening.openers)
            play.session = play.session.after(rank, NOTHING_CARRIED, play.session.last_hand)
        case _:
            raise InvariantBroken("no division in this text")


def take(play: Play, shares: tuple[tuple[Seat, int], ...], clause: ClauseId) -> None:
    """Chips on the table go to seats."""
    play.chips = pay(play.chips, shares)
    for seat, amount in shares:
        if amount > 0:
            play.tell(Paid(seat, amount, clause))


def enter_over(play: Play) -> Outcome:
    """The session ends: a pot left on the table is divided, debts are listed."""
    if play.chips.base > 0:
        seats = play.session.carry.sayers or seats_due(play) or everyone(play)
        order = clockwise_after(play.dealer, tuple(sorted(seats)))
        play.cites.append(TIED)
        take(play, divide(play.chips.base, order), BETWEEN)
    stacks = play.chips.stacks
    most = max(stacks)
    winners = tuple(seat for seat in everyone(play) if stacks[seat] == most)
    play.turn = Over(SessionResult(stacks, winners, transfers(play)))
    return SESSION_OVER


def transfers(play: Play) -> tuple[Transfer, ...]:
    """On credit: the payments that bring every stack back to what its seat brought."""
    play.cites.append(DEBTS)
    match play.rules.table.stakes:
        case TableStakes():
            return ()
        case Credit(settling=settling):
            play.cites.append(settling)
            pairs = zip(play.chips.stacks, play.session.brought, strict=True)
            gains = tuple(now - before for now, before in pairs)
            return tuple(Transfer(*payment) for payment in settle_debts(gains))
        case _:
            assert_never(play.rules.table.stakes)
