"""The draw: each seat still in changes cards once, served from the stub, then from recycled discards."""

from typing import Final, assert_never

from refengine.actions import Action
from refengine.cards import Card, Cards, in_hand_order
from refengine.draw.policies import NoReshuffle, OneMoreForFirst, StubAndFolded
from refengine.draw.state import Hand, Layout, Outcome, Play, Recycling, Serving
from refengine.errors import ClauseId
from refengine.events import Drawn
from refengine.menus import Menu, Offer, OrderOfCards, SomeOf, cards_of
from refengine.seating import TABLE, Seat, clockwise_after

RECYCLED: Final = ClauseId("DRW-24")
NOT_RECYCLED: Final = ClauseId("DRW-25")
NOT_FOLDED_HANDS: Final = ClauseId("DRW-25r")
NO_MORE_THAN_THERE_ARE: Final = ClauseId("DRW-26")


# -- before the draw
def enter_reshuffle(play: Play) -> Outcome:
    """Some texts shuffle the stub and the folded hands together."""
    reshuffle = play.rules.exchange.reshuffle
    if type(reshuffle) is NoReshuffle:
        return "done"
    if type(reshuffle) is StubAndFolded:
        layout = play.hand.layout
        cards = layout.stub + layout.folded
        return Menu(TABLE, (Offer("shuffle", OrderOfCards(cards), reshuffle.clause),))
    assert_never(reshuffle)


def act_reshuffle(play: Play, action: Action) -> Outcome:
    """The stub is now what has been shuffled."""
    before = play.hand.layout
    play.hand = play.hand.laid_out(Layout(before.hands, cards_of(action), before.discards, ()))
    return "done"


# -- serving
def enter_draw(play: Play) -> Outcome:
    """Seats are asked in turn from the left of the dealer, those without chips too."""
    queue = clockwise_after(play.session.button.seat, play.hand.live)
    return ask(play, Serving(queue, queue[0]))


def ask(play: Play, now: Serving) -> Outcome:
    """Turn to the next seat. There is always a card to be had: what a seat gets it pays for in discards."""
    if not now.queue:
        return "done"
    seat = now.queue[0]
    most, clause = most_cards(play, seat, now.first)
    hand = in_hand_order(play.hand.layout.hands[seat])
    offer = Offer("discard", SomeOf(hand, 0, most, clause), play.rules.exchange.size.clause)
    play.turn = now
    return Menu(seat, (offer,))


def most_cards(play: Play, seat: Seat, first: Seat) -> tuple[int, ClauseId]:
    """How many cards `seat` may change at most, and what says so."""
    layout = play.hand.layout
    there_are = len(layout.stub) + len(layout.discards)
    size = play.rules.exchange.size
    most = size.cards
    if seat == first and type(size) is OneMoreForFirst:
        most += 1
    return (most, size.clause) if most <= there_are else (there_are, NO_MORE_THAN_THERE_ARE)


def act_draw(play: Play, now: Serving, action: Action) -> Outcome:
    """The discards are laid down, then the seat is served; if the stub runs out the table shuffles."""
    seat = now.queue[0]
    laid = cards_of(action)
    if not laid:  # every card stays where it is
        announce(play, seat, ())
        if not play.hand.layout.stub:
            cite_recycling(play)
        return ask(play, Serving(now.queue[1:], now.first))
    layout = play.hand.layout
    kept = tuple([card for card in layout.hands[seat] if card not in laid])
    number = len(laid)
    served, stub = layout.stub[:number], layout.stub[number:]
    owed = number - len(served)
    lay_out(play, seat, kept + served, stub, layout.discards if owed else layout.discards + laid)
    if served:
        announce(play, seat, served)
    if not stub and not owed:
        cite_recycling(play)
    if owed:
        return ask_recycling(play, Recycling(now.queue, now.first, owed, laid))
    return ask(play, Serving(now.queue[1:], now.first))


def lay_out(play: Play, seat: Seat, hand: Cards, stub: Cards, discards: Cards) -> None:
    """Put cards where they belong after `seat` was served."""
    before = play.hand
    layout = before.layout
    hands = [*layout.hands]
    hands[seat] = hand
    layout = Layout(tuple(hands), stub, discards, layout.folded)
    play.hand = Hand(before.dealt_in, before.live, layout, before.lead, before.carried)


def announce(play: Play, seat: Seat, served: tuple[Card, ...]) -> None:
    """How many cards `seat` got is for everyone, which ones only for `seat`."""
    clause = play.rules.exchange.announce
    play.events += (Drawn(seat, served, (seat,), clause),)
    play.cites.append(clause)


# -- recycling
def ask_recycling(play: Play, now: Recycling) -> Outcome:
    """The table shuffles the discards of the seats already served."""
    play.cites.append(RECYCLED)
    play.cites.append(NOT_RECYCLED)
    play.cites.append(NOT_FOLDED_HANDS)
    cite_recycling(play)
    cards = play.hand.layout.discards
    play.turn = now
    return Menu(TABLE, (Offer("shuffle", OrderOfCards(cards, NOT_RECYCLED), RECYCLED),))


def cite_recycling(play: Play) -> None:
    """The stub has run out, or has just lasted."""
    for clause in play.rules.exchange.recycling:
        play.cites.append(clause)


def act_recycling(play: Play, now: Recycling, action: Action) -> Outcome:
    """The waiting seat is served on from the recycled cards; its own discards stay out until then."""
    seat = now.queue[0]
    cards = cards_of(action)
    served, stub = cards[: now.owed], cards[now.owed :]
    lay_out(play, seat, play.hand.layout.hands[seat] + served, stub, now.laid)
    announce(play, seat, served)
    return ask(play, Serving(now.queue[1:], now.first))
