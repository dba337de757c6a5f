"""Before a bet: who speaks, with which words, and what silence leads to. Both rounds are spoken here."""

from operator import itemgetter
from typing import Final, assert_never

from refengine.actions import Action
from refengine.cards import FULL_PACK, Cards
from refengine.draw.amounts import wager
from refengine.draw.betting import ask as ask_round
from refengine.draw.betting import start_round
from refengine.draw.blind import blind_round
from refengine.draw.policies import (
    AnyHand,
    BestHandTakes,
    Ladder,
    LastRaiserElseOpener,
    OpenerAlways,
    PotStays,
    PotStaysForQuotas,
)
from refengine.draw.settling import fold_hand, left, return_unmatched
from refengine.draw.speech import (
    FoldMesaOrBet,
    MesaThenFold,
    ParolaCipFoldOrBet,
    ParolaOrBet,
    PassOrOpen,
)
from refengine.draw.state import (
    BlindOpened,
    Carry,
    FacingCip,
    Opened,
    Outcome,
    Play,
    Speaking,
    Unopened,
)
from refengine.errors import ClauseId, InvariantBroken
from refengine.ledger import put_in
from refengine.menus import Amounts, Menu, Offer, Withheld, amount_of, exactly
from refengine.ranking import holds_openers
from refengine.seating import Seat, Seats, clockwise_after, clockwise_from

ALL_IN_LEADS_ON: Final = ClauseId("DRW-15")
LOW_ACE: Final = ClauseId("DRW-21")
STRONGER_OR_PAIR: Final = ClauseId("DRW-23")
LONE_PASS_IS_ASKED: Final = ClauseId("DRW-28")
NO_CLAUSE_LIFTED: Final = ClauseId("")
RANK_OF: Final = itemgetter(0)
ACES: Final = frozenset([card for card in FULL_PACK if card[0] == "A"])


def enter_opening(play: Play) -> Outcome:
    """The first round: in turn from the dealer's left, or the answers to a blind."""
    play.cites.append(play.rules.opening.order)
    lead = play.hand.lead
    if type(lead) is BlindOpened:
        return ask_round(play, blind_round(play, lead.poster))
    return ask(play, Speaking(clockwise_after(play.session.button.seat, play.hand.live), ()))


def enter_betting(play: Play) -> Outcome:
    """The second round. Where the draw was reached without an opening there is no more betting."""
    if type(play.hand.lead) is Unopened:
        play.cites.append(ALL_IN_LEADS_ON)
        return "done"
    able = play.hand.live
    if play.chips.any_empty:
        able = play.with_chips(able)
        if play.no_more_betting(0):
            play.cites.append(play.rules.betting.words.clause)
            return "done"
    due, turn_from = lead_seat(play)
    order = clockwise_from(turn_from, able)
    policy = play.rules.betting.first
    play.cites.append(policy.clause if order[0] == due else policy.passed)
    return ask(play, Speaking(order, ()))


def lead_seat(play: Play) -> tuple[Seat, int]:
    """The seat that is due to speak first after the draw (it may be out), and where to look from.

    After a blind, and where nobody opened, that is the first seat still in to the left of the poster or of
    the dealer.
    """
    live, lead = play.hand.live, play.hand.lead
    if type(lead) is Opened:
        first = play.rules.betting.first
        if type(first) is LastRaiserElseOpener:
            return lead.last, lead.last
        if type(first) is OpenerAlways:
            return lead.opener, lead.opener
        assert_never(first)
    if type(lead) is BlindOpened:
        seat = clockwise_after(lead.poster, live)[0]
        return seat, seat
    if type(lead) is Unopened:
        seat = clockwise_after(play.dealer, live)[0]
        return seat, seat
    assert_never(lead)


def ask(play: Play, now: Speaking) -> Outcome:
    """Turn to the next speaker with chips, or end the round in silence."""
    if play.chips.any_empty:
        if play.no_more_betting(0):
            return "done"
        now = Speaking(play.with_chips(now.queue), now.silent)
    if not now.queue:
        return silence(play)
    play.turn = now
    return speaking_menu(play, now, now.queue[0])


def speaking_menu(play: Play, now: Speaking, seat: Seat) -> Menu:
    """The words that `seat` may say before a bet."""
    rules = play.rules.opening if play.phase == "opening" else play.rules.betting
    words = rules.words
    amounts = wager(play, seat, 0, rules.size)
    if amounts is None:
        raise InvariantBroken("a speaker always has somebody to answer")
    if type(words) is PassOrOpen:
        return opening_menu(play, seat, words.silent, amounts)
    bet = Offer("bet", amounts, words.clause)
    if type(words) is FoldMesaOrBet or type(words) is ParolaOrBet:
        return Menu(seat, (*words.plain, bet))
    if type(words) is ParolaCipFoldOrBet:
        cip = exactly("cip", play.payable(seat, words.stake), words.cip, words.cip)
        return Menu(seat, (words.fold, words.parola, cip, bet))
    if type(words) is MesaThenFold:
        if not now.silent:
            return Menu(seat, (words.check, bet), words.no_fold)
        play.cites.append(words.leaving)
        return Menu(seat, (words.fold, words.check, bet))
    assert_never(words)


def opening_menu(play: Play, seat: Seat, silent: Offer, amounts: Amounts) -> Menu:
    """Pass, or open if the hand meets the requirement in force."""
    openers = play.rules.opening.openers
    if type(openers) is AnyHand:
        return Menu(seat, (silent, Offer("open", amounts, openers.clause)))
    rank, hand = play.session.rank, play.hand.layout.hands[seat]
    play.cites.append(STRONGER_OR_PAIR)
    if may_be_low_straight(hand):
        play.cites.append(LOW_ACE)
    if holds_openers(hand, rank, play.rules.pack.ranking):
        return Menu(seat, (silent, Offer("open", amounts, openers.clause_of[rank])))
    play.cites.append(LONE_PASS_IS_ASKED)
    return Menu(seat, (silent,), (openers.withheld[rank],))


def may_be_low_straight(hand: Cards) -> bool:
    """Whether it matters where the ace of the hand stands: it has one, and no pair."""
    return not ACES.isdisjoint(hand) and len(set(map(RANK_OF, hand))) == 5


def act_speaking(play: Play, now: Speaking, action: Action) -> Outcome:
    """The first seat of the queue speaks."""
    seat, rest = now.queue[0], now.queue[1:]
    match action.verb:
        case "open" | "bet":
            return bet(play, now.silent, seat, amount_of(action))
        case "pass" | "check" | "parola":
            return ask(play, Speaking(rest, (*now.silent, seat)))
        case "fold":
            return leave(play, seat) or ask(play, Speaking(rest, now.silent))
        case "cip":
            return ask_for_showdown(play, seat, amount_of(action))
        case _:
            raise InvariantBroken(f"{action.verb} before a bet")


def leave(play: Play, seat: Seat) -> Outcome | None:
    """`seat` folds before a bet; if that leaves one seat it takes the pot, and nothing is left for later."""
    outcome = fold_hand(play, seat)
    if outcome is not None:
        rules = play.rules
        play.cites.append(
            rules.opening.silence.after if play.phase == "opening" else rules.betting.words.clause
        )
    return outcome


def bet(play: Play, silent: Seats, seat: Seat, amount: int) -> Outcome:
    """`seat` opens or bets; those who were silent may be bound not to be first to raise."""
    play.chips = put_in(play.chips, seat, amount)
    play.cites += play.rules.raising.freed
    barred: Seats = ()
    clause = NO_CLAUSE_LIFTED
    if play.phase == "opening":
        play.hand = play.hand.led_by(Opened(seat, seat))
        words = play.rules.opening.words
        if type(words) is FoldMesaOrBet:
            barred, clause = silent, words.bound
    elif silent:
        cite_broken_silence(play)
    return start_round(play, seat, barred, clause)


def cite_broken_silence(play: Play) -> None:
    """A bet after the draw keeps silence from having its consequences, and finds nobody bound by it."""
    rules = play.rules.betting
    play.cites.append(rules.silence.clause)
    words = rules.words
    if type(words) is MesaThenFold:
        play.cites.append(words.leaving)


# -- the cip
def ask_for_showdown(play: Play, seat: Seat, paid: int) -> Outcome:
    """`seat` says cip: all others still in answer, those who said parola too."""
    words = cip_words(play)
    play.cites.append(words.no_parola)
    play.cites.append(words.dues)
    level = play.chips.bets[seat] + words.stake
    play.chips = put_in(play.chips, seat, paid)
    return ask_cip(play, FacingCip(clockwise_after(seat, play.hand.live)[:-1], level))


def ask_cip(play: Play, now: FacingCip) -> Outcome:
    """Turn to the next seat that must answer the cip; when all have accepted the best hand wins."""
    queue = play.with_chips(now.queue)
    if not queue:
        play.cites.append(cip_words(play).answer)
        cite_all_in(play)
        return_unmatched(play)
        return "done"
    turn = FacingCip(queue, now.level)
    play.turn = turn
    return cip_menu(play, turn, queue[0])


def cite_all_in(play: Play) -> None:
    """A cip leads to the showdown whether or not a seat is all-in."""
    silence_after = play.rules.betting.silence
    if isinstance(silence_after, PotStaysForQuotas) and not all(map(play.has_chips, play.hand.live)):
        play.cites.append(silence_after.all_in)


def cip_words(play: Play) -> ParolaCipFoldOrBet:
    """The words of a round in which a cip was said."""
    words = play.rules.betting.words
    if not isinstance(words, ParolaCipFoldOrBet):
        raise InvariantBroken("no cip in this text")
    return words


def cip_menu(play: Play, now: FacingCip, seat: Seat) -> Menu:
    """Leave, accept the cip, or bet over it; parola is over."""
    words = cip_words(play)
    cost = now.level - play.chips.bets[seat]
    paid = play.payable(seat, cost)
    offers = [words.fold, exactly("cip", paid, words.answer, words.answer)]
    amounts = wager(play, seat, cost, play.rules.betting.size)
    if amounts is not None:
        over = amounts._replace(below=words.dues)
        offers.append(Offer("bet", over, words.dues if cost > 0 else words.answer))
    return Menu(seat, tuple(offers), (Withheld("parola", "not_available", words.no_parola),))


def act_cip(play: Play, now: FacingCip, action: Action) -> Outcome:
    """The first seat of the queue answers the cip."""
    seat, rest = now.queue[0], now.queue[1:]
    match action.verb:
        case "fold":
            return fold_hand(play, seat) or ask_cip(play, now._replace(queue=rest))
        case "cip":
            play.chips = put_in(play.chips, seat, amount_of(action))
            return ask_cip(play, now._replace(queue=rest))
        case "bet":
            return bet(play, (), seat, amount_of(action))
        case _:
            raise InvariantBroken(f"{action.verb} to a cip")


# -- silence
def silence(play: Play) -> Outcome:
    """Nobody has bet: the hand goes on to its end, or the pot stays on the table."""
    policy = play.rules.opening.silence if play.phase == "opening" else play.rules.betting.silence
    match policy:
        case BestHandTakes(clause):
            play.cites.append(clause)
            return "done"
        case PotStays() | PotStaysForQuotas():
            if play.with_chips(play.hand.live) != play.hand.live:
                play.cites.append(ALL_IN_LEADS_ON)
                play.cites.append(policy.all_in)
                return "done"
            play.cites.append(policy.clause)
            if play.phase == "opening":
                left(play, policy.ended_by, climbed(play), play.session.carry)
            else:
                left(play, policy.ended_by, kings(play), carry_of(play, policy))
            return "left"
        case _:
            assert_never(policy)


def climbed(play: Play) -> str:
    """The opening rank after a hand that nobody opened."""
    rank = play.session.rank
    match play.rules.opening.openers:
        case Ladder(ranks, stays=stays, top=top):
            if rank not in ranks[:-1]:
                play.cites.append(top)
                return rank
            play.cites.append(stays)
            return ranks[ranks.index(rank) + 1]
        case AnyHand():
            return rank
        case _:
            assert_never(play.rules.opening.openers)


def kings(play: Play) -> str:
    """The opening rank after a parola."""
    match play.rules.opening.openers:
        case Ladder(after_parola=rank, parola=clause):
            play.cites.append(clause)
            return rank
        case AnyHand():
            return play.session.rank
        case _:
            assert_never(play.rules.opening.openers)


def carry_of(play: Play, policy: PotStays | PotStaysForQuotas) -> Carry:
    """What a parola leaves behind."""
    match policy:
        case PotStays(after=after):
            play.cites.append(after)
            return play.session.carry
        case PotStaysForQuotas(quota=quota, terms=terms):
            bets, live = play.chips.bets, play.hand.live
            level = bets[live[0]]
            out = (seat for seat in play.hand.dealt_in if seat not in live)
            quotas = tuple((seat, level - bets[seat]) for seat in out)
            if quotas:
                play.cites.append(quota)
                play.cites.append(terms)
            return Carry(clockwise_after(play.dealer, live), quotas, play.session.carry.sitting_out)
        case _:
            assert_never(policy)
