"""What both Italian texts say about pots that stay, the draw and parola, done wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from conformance.faults.draw.texts import INV, ITALIAN, Text, is_speaking, ladder, policy
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped, with_changed, without
from refengine.draw import begin, exchange, machine, speaking
from refengine.draw.policies import (
    UpTo,
)
from refengine.draw.settling import fold_hand
from refengine.draw.sizes import (
    AtLeast,
)
from refengine.draw.state import (
    BlindOpened,
    Carry,
    Opened,
    Outcome,
    Play,
    Serving,
    State,
    Unopened,
)
from refengine.errors import NO_CLAUSE, ClauseId
from refengine.game import EndedBy
from refengine.ledger import gather, pay
from refengine.menus import Amounts, Menu, Offer, SomeOf
from refengine.seating import Seat, Seats, clockwise_after, clockwise_from

C: Final = NO_CLAUSE
Enter = Callable[[Play], Outcome]


# -- nobody opens
def _no_new_ante(right: Enter, play: Play) -> Outcome:
    last = play.session.last_hand
    if not last or last.ended_by != "no_opening":
        return right(play)
    with swapped(Swap(begin, "post_antes", lambda *_: None)):
        return right(play)


Left = Callable[[Play, EndedBy, str, Carry], None]


def _shared_out(reason: EndedBy) -> Callable[..., None]:
    """A pot that should stay is divided among the seats still in."""

    def wrong(right: Left, play: Play, ended_by: EndedBy, rank: str, carry: Carry) -> None:
        if ended_by == reason:
            chips = gather(play.chips)
            share = chips.base // len(play.hand.live)
            play.chips = pay(chips, tuple((seat, share) for seat in play.hand.live))
        right(play, ended_by, rank, carry)

    return wrong


def _silence_to_showdown(phase: str) -> Callable[..., Outcome]:
    def wrong(right: Enter, play: Play) -> Outcome:
        return "done" if play.phase == phase else right(play)

    return wrong


def _same_dealer(right: Left, play: Play, ended_by: EndedBy, rank: str, carry: Carry) -> None:
    if ended_by == "no_opening":
        button = play.session.button
        play.session = play.session._replace(button=button._replace(due=play.dealer))
    right(play, ended_by, rank, carry)


def unopened(text: Text) -> Iterator[Fault]:
    """INV-13, PRO-7."""
    clause = "INV-13" if text is INV else "PRO-7"
    yield text.swapped(
        "unopened-pot-without-a-new-ante",
        clause,
        "carry",
        "After a hand that nobody opened no ante is posted.",
        Swap(machine.ENTER, "antes", _no_new_ante),
    )
    yield text.swapped(
        "unopened-pot-given-back",
        clause,
        "settlement",
        "When nobody opens the pot is divided among the seats.",
        Swap(speaking, "left", _shared_out("no_opening")),
    )
    yield text.swapped(
        "unopened-hand-is-drawn",
        clause,
        "order",
        "When nobody opens the draw and a showdown follow.",
        Swap(speaking, "silence", _silence_to_showdown("opening")),
    )
    yield text.swapped(
        "dealer-stays-when-nobody-opens",
        "DRW-2" if text is INV else "PRO-7",
        "carry",
        "When nobody opens the same seat deals again.",
        Swap(speaking, "left", _same_dealer),
    )


# -- the draw
def _from_the_opener(right: Enter, play: Play) -> Outcome:
    lead = play.hand.lead
    if isinstance(lead, Unopened):
        return right(play)
    first = lead.opener if isinstance(lead, Opened) else lead.poster
    order = clockwise_from(first, play.hand.live)
    return exchange.ask(play, Serving(order, order[0]))


def _at_least_one(_: State, menu: Menu) -> Menu:
    def moved(offer: Offer) -> Offer:
        assert isinstance(offer.domain, SomeOf)
        return offer._replace(domain=offer.domain._replace(fewest=1))

    return with_changed(menu, "discard", moved)


def draw(text: Text) -> Iterator[Fault]:
    """INV-14, PRO-18."""
    clause = "INV-14" if text is INV else "PRO-18"
    for name, says, cards in (
        ("three-cards-at-most", "A seat may change at most three cards.", 3),
        ("five-cards", "A seat may change all five cards.", 5),
    ):
        yield text.ruled(name, clause, "amount", says, policy("exchange", size=UpTo(cards, C)))
    yield text.menus("must-draw", clause, "amount", "A seat has to change at least one card.", _at_least_one)
    yield text.swapped(
        "draw-begins-with-the-opener",
        clause,
        "order",
        "The draw begins with the opener.",
        Swap(machine.ENTER, "draw", _from_the_opener),
    )


# -- who leads after the draw
Lead = Callable[[Play], tuple[Seat, int]]


def _leads(leader: Callable[[Play], Seat | None]) -> Swap:
    """Another seat leads after the draw, if there is one."""

    def wrong(right: Lead, play: Play) -> tuple[Seat, int]:
        seat = leader(play)
        return right(play) if seat is None or play.phase != "betting" else (seat, seat)

    return Swap(speaking, "lead_seat", wrong)


def left_of_dealer(play: Play) -> Seat:
    """The first seat still in to the left of the dealer."""
    return clockwise_after(play.dealer, play.hand.live)[0]


def _poster(play: Play) -> Seat | None:
    lead = play.hand.lead
    return lead.poster if isinstance(lead, BlindOpened) else None


def _left_of_dealer_after_a_blind(play: Play) -> Seat | None:
    return left_of_dealer(play) if isinstance(play.hand.lead, BlindOpened) else None


def leading(text: Text) -> Iterator[Fault]:
    """INV-15, PRO-20."""
    clause = "INV-15" if text is INV else "PRO-20"
    for name, says, leader in (
        ("left-of-dealer-leads", "After the draw the seat left of the dealer speaks first.", left_of_dealer),
        ("poster-leads", "After a blind its poster speaks first after the draw.", _poster),
        (
            "left-of-dealer-leads-after-a-blind",
            "After a blind the seat left of the dealer speaks first after the draw.",
            _left_of_dealer_after_a_blind,
        ),
    ):
        yield text.swapped(name, clause, "order", says, _leads(leader))


# -- before a bet
def _parola_only_to_call(
    right: Callable[..., Outcome], play: Play, silent: Seats, seat: Seat, amount: int
) -> Outcome:
    def start(begin_round: Callable[..., Outcome], p: Play, s: Seat, *_: object) -> Outcome:
        return begin_round(p, s, silent, ClauseId(""))

    if play.phase != "betting":
        return right(play, silent, seat, amount)
    with swapped(Swap(speaking, "start_round", start)):
        return right(play, silent, seat, amount)


def _parola_is_out(
    right: Callable[..., Outcome], play: Play, silent: Seats, seat: Seat, amount: int
) -> Outcome:
    if play.phase != "betting" or not silent:
        return right(play, silent, seat, amount)
    for other in silent:
        outcome = fold_hand(play, other)
        if outcome is not None:
            return outcome
    return right(play, (), seat, amount)


def _up_to_the_pot(state: State, menu: Menu) -> Menu:
    def moved(offer: Offer) -> Offer:
        assert isinstance(offer.domain, Amounts)
        pot = max(state.chips.pot, offer.domain.low)
        high = pot if offer.domain.high is None else min(offer.domain.high, pot)
        return offer._replace(domain=offer.domain._replace(high=high))

    return with_changed(menu, "bet", moved) if is_speaking(state, "betting") else menu


def before_a_bet(text: Text) -> Iterator[Fault]:
    """INV-17, and what PRO-21 and PRO-23 have of it."""
    answer = "INV-17" if text is INV else "PRO-23"
    words = "INV-17" if text is INV else "PRO-21"
    yield text.swapped(
        "parola-may-not-raise",
        answer,
        "menu",
        "Who said parola may not raise a bet.",
        Swap(speaking, "bet", _parola_only_to_call),
    )
    yield text.swapped(
        "parola-is-out",
        answer,
        "order",
        "Who said parola is out when somebody bets.",
        Swap(speaking, "bet", _parola_is_out),
    )
    yield text.menus("bets-up-to-the-pot", words, "amount", "A bet may not exceed the pot.", _up_to_the_pot)
    yield text.ruled(
        "bets-of-two-at-least",
        words,
        "amount",
        "A bet of a single chip is refused.",
        policy("betting", size=AtLeast(2, C)),
    )
    yield text.menus(
        "no-parola",
        words,
        "menu",
        "There is no parola; a seat has to bet.",
        lambda state, menu: without(menu, "parola") if is_speaking(state, "betting") else menu,
    )


# -- parola
def _despite_all_in(right: Enter, play: Play) -> Outcome:
    if play.phase != "betting":
        return right(play)
    with swapped(Swap(Play, "with_chips", lambda _, __, seats: tuple(seats))):
        return right(play)


def parola(text: Text) -> Iterator[Fault]:
    """INV-18 to INV-20, PRO-24 and PRO-28."""
    clause, all_in, kings = ("INV-18", "INV-19", "INV-20") if text is INV else ("PRO-24", "PRO-28", "PRO-24")
    yield text.swapped(
        "parola-to-the-showdown",
        clause,
        "settlement",
        "When all say parola the best hand takes the pot.",
        Swap(speaking, "silence", _silence_to_showdown("betting")),
    )
    yield text.swapped(
        "parola-pot-shared-out",
        clause,
        "settlement",
        "When all say parola they divide the pot.",
        Swap(speaking, "left", _shared_out("parola")),
    )
    yield text.swapped(
        "parola-despite-an-all-in",
        all_in,
        "carry",
        "When all say parola the pot stays, even if a seat still in is all-in.",
        Swap(speaking, "silence", _despite_all_in),
    )
    for name, says, rank in (
        ("jacks-open-after-a-parola", "After a parola jacks open as always.", "J"),
        ("queens-open-after-a-parola", "After a parola queens open.", "Q"),
    ):
        required = (("J", C), ("Q", C), ("K", C))
        yield text.ruled(name, kings, "carry", says, ladder(after_parola=rank, required=required))


PARTS: Final = (unopened, draw, leading, before_a_bet, parola)
FAULTS: Final[tuple[Fault, ...]] = tuple(fault for text in ITALIAN for part in PARTS for fault in part(text))
