"""How a session and each of its hands begin: lots for seats and dealer, quotas, antes, invitation, deal."""

from functools import cache
from typing import Final, assert_never

from refengine.actions import Action
from refengine.cards import RANK_VALUE, Card, Cards
from refengine.draw.policies import (
    DealerAntes,
    DealerDrawn,
    DealerGiven,
    DealerMayInvite,
    EveryoneAntes,
    NoInvitation,
    PotStaysForQuotas,
    SeatsDrawn,
    SeatsGiven,
)
from refengine.draw.state import (
    NOTHING_CARRIED,
    UNOPENED,
    Button,
    Carry,
    Hand,
    Joining,
    Layout,
    Outcome,
    Play,
    nowhere,
)
from refengine.errors import ClauseId, InvariantBroken
from refengine.events import Ante, Cut, Dealt, Event
from refengine.ledger import post, post_alike, post_each
from refengine.menus import (
    Amounts,
    Menu,
    Offer,
    OrderOfCards,
    OrderOfSeats,
    SomeOf,
    amount_of,
    bare,
    cards_of,
    exactly,
)
from refengine.seating import TABLE, Seat, Seats, all_seats, clockwise_after, clockwise_from

NO_CAP_ON_CREDIT: Final = ClauseId("DRW-8")
CLOCKWISE: Final = ClauseId("DRW-1")
DEAL_PASSES: Final = ClauseId("DRW-2")
CUT: Final = ClauseId("DRW-3")
DEAL: Final = ClauseId("DRW-4")
NO_CHIPS_NO_CARDS: Final = ClauseId("DRW-12")
SHORT_ANTE: Final = ClauseId("DRW-13")
DECK: Final = ClauseId("DRW-16")
SEATS_AT_START: Final = ClauseId("DRW-20")
LONE_DECLINE: Final = ClauseId("DRW-28")

SUITS_FROM_HIGH: Final = "hdcs"
"""The order of suits where they decide."""


def everyone(play: Play) -> Seats:
    """All seats of the table."""
    return all_seats(len(play.chips.stacks))


# -- lots
def enter_seating(play: Play) -> Outcome:
    """Seats are taken as listed, or drawn by the table."""
    match play.rules.table.seating:
        case SeatsGiven(clause):
            play.cites.append(clause)
            return "done"
        case SeatsDrawn(clause):
            return Menu(TABLE, (Offer("draw_seats", OrderOfSeats(everyone(play)), clause),))
        case _:
            assert_never(play.rules.table.seating)


def act_seating(play: Play, action: Action) -> Outcome:
    """Players take their seats, and their stacks go with them."""
    if not isinstance(action.argument, tuple):
        raise InvariantBroken("a draw of seats without seats")
    players = tuple(seat for seat in action.argument if isinstance(seat, int))
    chips, session = play.chips, play.session
    play.chips = chips._replace(stacks=tuple(chips.stacks[player] for player in players))
    play.session = session._replace(brought=play.chips.stacks)
    return "done"


def enter_dealing_draw(play: Play) -> Outcome:
    """The first dealer is named, or the table draws a card for each seat."""
    match play.rules.table.first_dealer:
        case DealerGiven(clause):
            play.cites.append(clause)
            return broke_or_ready(play)
        case DealerDrawn(clause):
            count = len(play.chips.stacks)
            offer = Offer("draw_dealer", SomeOf(play.rules.pack.cards, count, count, clause), clause)
            return Menu(TABLE, (offer,))
        case _:
            assert_never(play.rules.table.first_dealer)


def act_dealing_draw(play: Play, action: Action) -> Outcome:
    """The highest card deals; suits decide between equal ranks."""
    match play.rules.table.first_dealer:
        case DealerDrawn(ties=ties):
            play.cites.append(ties)
        case DealerGiven():
            raise InvariantBroken("the dealer was given")
    cards = cards_of(action)
    highest = max(cards, key=lot_value)
    play.session = play.session._replace(button=play.session.button._replace(due=cards.index(highest)))
    return broke_or_ready(play)


def lot_value(card: Card) -> tuple[int, int]:
    """Greater for the higher rank, then for the higher suit."""
    return RANK_VALUE[card[0]], -SUITS_FROM_HIGH.index(card[1])


def broke_or_ready(play: Play) -> Outcome:
    """Whether two seats can be dealt in at all."""
    play.cites.append(NO_CHIPS_NO_CARDS)
    return "done" if len(play.with_chips(everyone(play))) > 1 else "broke"


# -- quotas
def enter_integrate(play: Play) -> Outcome:
    """A new hand: seats that had folded in a parola hand pay their quota or sit out."""
    carry = play.session.carry
    if carry is NOTHING_CARRIED:
        play.part = play.with_chips(everyone(play))
        return "done"
    play.hand = play.hand.led_by(UNOPENED)
    bounds = dict(carry.quotas)
    order = clockwise_after(play.dealer, everyone(play))
    asked = tuple(s for s in order if bounds.get(s, 0) > 0 and play.payable(s, bounds[s]) == bounds[s])
    short = tuple(s for s in order if bounds.get(s, 0) > 0 and s not in asked)
    out = (*carry.sitting_out, *short)
    quotas = tuple((seat, bounds[seat]) for seat in asked)
    play.session = play.session.carrying(Carry((), quotas, tuple(sorted(out))))
    if carry.quotas:
        cite_terms(play)
    if short:
        play.cites.append(LONE_DECLINE)
    part = play.with_chips(seat for seat in everyone(play) if seat not in out and seat not in asked)
    return ask_quota(play, Joining(asked, part))


def cite_terms(play: Play) -> None:
    """The terms on which quotas are asked for."""
    match play.rules.betting.silence:
        case PotStaysForQuotas(terms=terms):
            play.cites.append(terms)
        case _:
            raise InvariantBroken("quotas in a text without them")


def ask_quota(play: Play, now: Joining) -> Outcome:
    """Turn to the next seat that had folded."""
    if not now.queue:
        play.part = now.part
        carry = play.session.carry
        play.session = play.session.carrying(Carry(carry.sayers, (), carry.sitting_out))
        return "done"
    seat = now.queue[0]
    quota = quota_of(play, seat)
    match play.rules.betting.silence:
        case PotStaysForQuotas(quota=clause):
            play.turn = now
            return Menu(seat, (exactly("integrate", quota, clause, clause), bare("sit_out", clause)))
        case _:
            raise InvariantBroken("quotas in a text without them")


def quota_of(play: Play, seat: Seat) -> int:
    """What `seat` must pay to take part."""
    return dict(play.session.carry.quotas)[seat]


def act_integrate(play: Play, now: Joining, action: Action) -> Outcome:
    """Pay the quota in full, or sit out until the pot is won."""
    seat = now.queue[0]
    if action.verb == "integrate":
        play.chips = post(play.chips, seat, amount_of(action))
        return ask_quota(play, Joining(now.queue[1:], tuple(sorted((*now.part, seat)))))
    carry = play.session.carry
    out = tuple(sorted((*carry.sitting_out, seat)))
    play.session = play.session.carrying(Carry(carry.sayers, carry.quotas, out))
    return ask_quota(play, Joining(now.queue[1:], now.part))


# -- antes and invitation
def enter_antes(play: Play) -> Outcome:
    """The deal passes, and the antes are posted."""
    button = play.session.button
    dealer = clockwise_from(button.due, play.part)[0]
    if button.dealer is not None:
        play.cites.append(DEAL_PASSES)
    if len(play.part) < len(play.chips.stacks):
        play.cites.append(NO_CHIPS_NO_CARDS)
    play.session = play.session.dealt_by(Button(dealer, dealer + 1))
    carried = play.chips.base > 0
    if carried:
        play.cites.append(play.rules.pot.parola_ante)
    play.hand = Hand(play.part, play.part, nowhere(len(play.chips.stacks)), UNOPENED, carried)
    antes = play.rules.pot.antes
    if type(antes) is DealerAntes:
        post_antes(play, (dealer,), antes.amount, antes.clause)
        return "done"
    if type(antes) is EveryoneAntes:
        post_antes(play, clockwise_after(dealer, play.part), antes.amount, antes.clause)
        return "done"
    assert_never(antes)


def post_antes(play: Play, seats: Seats, amount: int, clause: ClauseId) -> None:
    """Each of `seats` posts `amount` or all it has; a seat with nothing left posts nothing."""
    if amount <= min(play.chips.stacks):  # nobody is short
        play.events += tuple([Ante(seat, amount, clause) for seat in seats])
        play.cites += [clause] * len(seats)
        play.chips = post_alike(play.chips, seats, amount)
        return
    payments: list[tuple[Seat, int]] = []
    events: list[Event] = []
    for seat in seats:
        paid = play.payable(seat, amount)
        if paid < amount:
            play.cites.append(SHORT_ANTE)
        if paid > 0:
            payments.append((seat, paid))
            events.append(Ante(seat, paid, clause))
            play.cites.append(clause)
    play.events += tuple(events)
    play.chips = post_each(play.chips, payments)


def enter_invite(play: Play) -> Outcome:
    """The dealer may add a stake that all can match."""
    invitation = play.rules.pot.invitation
    if type(invitation) is NoInvitation:
        return "done"
    if type(invitation) is DealerMayInvite:
        clause, cap = invitation.clause, invitation.cap
        most = None if play.on_credit else min(map(play.chips.stacks.__getitem__, play.hand.dealt_in))
        play.cites.append(cap if most is not None else NO_CAP_ON_CREDIT)
        if most == 0:
            play.cites.append(LONE_DECLINE)
            return "done"
        offer = Offer("invite", Amounts(1, most, clause, cap), clause)
        return Menu(play.dealer, (offer, bare("decline", clause)))
    assert_never(invitation)


def act_invite(play: Play, action: Action) -> Outcome:
    """On an invitation every other seat dealt in posts the same, at once."""
    if action.verb == "decline":
        return "done"
    match play.rules.pot.invitation:
        case DealerMayInvite(clause):
            amount = amount_of(action)
            order = clockwise_after(play.dealer, play.hand.dealt_in)
            play.chips = post_alike(play.chips, order, amount)
            play.events += tuple([Ante(seat, amount, clause) for seat in order[:-1]])
            play.cites += [clause] * (len(order) - 1)
            return "done"
        case NoInvitation():
            raise InvariantBroken("no invitation in this text")
        case _:
            assert_never(play.rules.pot.invitation)


# -- the deal
def enter_shuffle(play: Play) -> Outcome:
    """The table shuffles the whole pack."""
    play.cites.append(SEATS_AT_START)
    return shuffle_menu(play.rules.pack.cards)


@cache
def shuffle_menu(pack: Cards) -> Menu:
    """Shuffle the whole pack; there is one such menu for each pack."""
    return Menu(TABLE, (Offer("shuffle", OrderOfCards(pack), DECK),))


def act_shuffle(play: Play, action: Action) -> Outcome:
    """Five cards each, one at a time, from the top, first hand first."""
    cards, before = cards_of(action), play.hand
    order = clockwise_after(play.session.button.seat, before.dealt_in)
    count = len(order)
    hands = [*before.layout.hands]
    for place, seat in enumerate(order):
        hands[seat] = cards[place : 5 * count : count]
    layout = Layout(tuple(hands), cards[5 * count :], (), ())
    play.hand = Hand(before.dealt_in, before.live, layout, before.lead, before.carried)
    play.cites += (CLOCKWISE, DEAL, CUT)
    play.events += (Cut(order[-2], CUT),)
    return "done"


def tell_deal(play: Play, unseen: bool) -> None:
    """The deal as an event for each seat; its cards are for that seat, or for nobody while `unseen`."""
    clause = play.rules.table.deal
    hand = play.hand
    hands = hand.layout.hands
    order = clockwise_after(play.session.button.seat, hand.dealt_in)
    play.events += tuple([Dealt(seat, hands[seat], () if unseen else (seat,), clause) for seat in order])
    play.cites.append(clause)
