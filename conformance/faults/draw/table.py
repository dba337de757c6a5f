"""What every draw text says about the table, done wrong: turn order, the deal, and who is asked at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from conformance.faults.draw.texts import INV, ITALIAN, PRO, TEXTS, Text
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped, with_offers, without
from refengine.actions import Action
from refengine.cards import Card, Cards
from refengine.draw import amounts, begin, betting, blind, exchange, machine, speaking
from refengine.draw.state import PLAIN, Outcome, Play, Round, Speaking, State, Thinking
from refengine.game import Observation
from refengine.menus import NOTHING, Menu, Offer, cards_of
from refengine.seating import Seat, Seats, clockwise_after

Enter = Callable[[Play], Outcome]
Clockwise = Callable[[int, Iterable[Seat]], Seats]


# -- turn order
def _backwards_after(right: Clockwise, seat: int, seats: Iterable[Seat]) -> Seats:
    """In turn order to the right of `seat`, `seat` itself last if it is among them."""
    order = right(seat, seats)
    if order and order[-1] == seat:
        return (*order[-2::-1], order[-1])
    return order[::-1]


def _backwards_from(right: Clockwise, seat: int, seats: Iterable[Seat]) -> Seats:
    order = right(seat, seats)
    return (order[0], *order[:0:-1]) if order else order


def turns(text: Text) -> Iterator[Fault]:
    """DRW-1."""
    clause = "DRW-1"
    yield text.swapped(
        "betting-goes-to-the-right",
        clause,
        "order",
        "In the first betting round the turn passes to the right.",
        Swap(speaking, "clockwise_after", _backwards_after),
        Swap(betting, "clockwise_after", _backwards_after),
    )
    yield text.swapped(
        "second-round-goes-to-the-right",
        clause,
        "order",
        "In the second betting round the turn passes to the right.",
        Swap(speaking, "clockwise_from", _backwards_from),
    )
    yield text.swapped(
        "draw-goes-to-the-right",
        clause,
        "order",
        "The draw goes round to the right.",
        Swap(exchange, "clockwise_after", _backwards_after),
    )


# -- who deals
def _due(play: Play, seat: int) -> None:
    """The next dealer is this seat, or the first to its left that is dealt in."""
    button = play.session.button
    play.session = play.session._replace(button=button._replace(due=seat % len(play.chips.stacks)))


def _dealt_again(right: Enter, play: Play) -> Outcome:
    outcome = right(play)
    _due(play, play.dealer)
    return outcome


def _dealt_to_the_right(right: Enter, play: Play) -> Outcome:
    outcome = right(play)
    _due(play, play.dealer - 1)
    return outcome


def _dealt_by_the_winner(right: Enter, play: Play) -> Outcome:
    last = play.session.last_hand
    if play.phase == "between" and last and last.payouts:
        _due(play, last.payouts[0][0])
    return right(play)


def _dealt_again_for_the_pot(right: Enter, play: Play) -> Outcome:
    if play.chips.base > 0:
        _due(play, play.dealer)
    return right(play)


def _dealt_by_the_broke(right: Enter, play: Play) -> Outcome:
    def everyone(turn: Clockwise, seat: int, _: Iterable[Seat]) -> Seats:
        return turn(seat % len(play.chips.stacks), begin.everyone(play))

    with swapped(Swap(begin, "clockwise_from", everyone)):
        return right(play)


def dealers(text: Text) -> Iterator[Fault]:
    """DRW-2."""
    for name, says, phase, wrong in (
        ("dealer-stays", "The same seat deals every hand.", "antes", _dealt_again),
        ("deal-passes-to-the-right", "The deal passes to the right.", "antes", _dealt_to_the_right),
        ("winner-deals", "Who won the pot deals the next hand.", "between", _dealt_by_the_winner),
        (
            "dealer-stays-for-a-pot-left",
            "As long as a pot is left the same seat deals again.",
            "between",
            _dealt_again_for_the_pot,
        ),
        ("broke-seat-deals", "The deal passes to a seat that is not dealt in.", "antes", _dealt_by_the_broke),
    ):
        yield text.swapped(name, "DRW-2", "order", says, Swap(machine.ENTER, phase, wrong))


# -- the deal
Shuffle = Callable[[Play, Action], Outcome]


def _dealt_as(permuted: Callable[[Cards, int], Iterable[Card]]) -> Callable[..., Outcome]:
    """The deal of another order of the pack, for so many seats."""

    def wrong(right: Shuffle, play: Play, action: Action) -> Outcome:
        cards = cards_of(action)
        order = tuple(permuted(cards, len(play.hand.dealt_in)))
        return right(play, action._replace(argument=order))

    return wrong


def _five_at_once(cards: Cards, seats: int) -> Iterable[Card]:
    dealt = [cards[5 * seat + turn] for turn in range(5) for seat in range(seats)]
    return (*dealt, *cards[5 * seats :])


def _dealer_first(cards: Cards, seats: int) -> Iterable[Card]:
    rows = [cards[start : start + seats] for start in range(0, 5 * seats, seats)]
    return (*(card for row in rows for card in (*row[1:], row[0])), *cards[5 * seats :])


def _to_the_right(cards: Cards, seats: int) -> Iterable[Card]:
    rows = [cards[start : start + seats] for start in range(0, 5 * seats, seats)]
    return (*(card for row in rows for card in (*row[-2::-1], row[-1])), *cards[5 * seats :])


def deals(text: Text) -> Iterator[Fault]:
    """DRW-4, which the Italian texts say themselves."""
    for name, says, permuted in (
        ("five-cards-at-once", "Each seat is dealt its five cards together.", _five_at_once),
        ("dealt-from-the-bottom", "Cards are dealt from the bottom of the pack.", lambda c, _: c[::-1]),
        ("dealer-gets-the-first-card", "The dealer is dealt the first card.", _dealer_first),
        ("dealt-to-the-right", "Cards are dealt to the right.", _to_the_right),
        ("top-card-burned", "The top card is laid away before the deal.", lambda c, _: (*c[1:], c[0])),
    ):
        bottom = name == "dealt-from-the-bottom"
        clause = "PRO-4" if text is PRO else "INV-4" if text is INV and not bottom else "DRW-4"
        swap = Swap(machine.PLAIN_ACT, "shuffle", _dealt_as(permuted))
        yield text.swapped(name, clause, "cards", says, swap)


# -- between hands
def _straight_on(right: Enter, play: Play) -> Outcome:
    outcome = right(play)
    return "next" if isinstance(outcome, Menu) and outcome.offer("next_hand") else outcome


def _already_counted(state: State, _: object, view: Observation) -> Observation:
    return view._replace(hand_number=view.hand_number + 1) if state.phase == "between" else view


def _cards_still_there(state: State, _: object, view: Observation) -> Observation:
    count = len(view.stacks)
    dealt = tuple(Seat(seat) for seat in range(count)) if state.phase == "between" else view.seats_in
    return view._replace(seats_in=dealt)


def _ante_posted(state: State, _: object, view: Observation) -> Observation:
    if state.phase != "between":
        return view
    seat = state.session.button.due % len(view.stacks)
    amount = min(1, view.stacks[seat])
    stacks = tuple(stack - amount if place == seat else stack for place, stack in enumerate(view.stacks))
    return view._replace(stacks=stacks, pot=view.pot + amount)


def between_hands(text: Text) -> Iterator[Fault]:
    """DRW-5, its first half."""
    clause = "DRW-5"
    yield text.swapped(
        "next-hand-begins-by-itself",
        clause,
        "carry",
        "After a hand the next one begins without the table's word.",
        Swap(machine.ENTER, "between", _straight_on),
    )
    yield text.views(
        "hand-number-ahead",
        clause,
        "Between hands the number of the next hand is shown already.",
        _already_counted,
        "carry",
    )
    yield text.views(
        "ante-posted-between",
        clause,
        "Between hands the next dealer's ante is on the table already.",
        _ante_posted,
        "carry",
    )
    yield text.views(
        "seats-in-between",
        clause,
        "Between hands every seat counts as being in the hand.",
        _cards_still_there,
        "carry",
    )
    yield text.menus(
        "no-end-in-between",
        clause,
        "menu",
        "Between hands the table may not end the session.",
        lambda _, menu: without(menu, "end_session") if menu.offer("next_hand") else menu,
    )


# -- seats that are all-in
def _asked_all_the_same(*_: object) -> bool:
    return True


def _owing_or_not(_: object, play: Play, __: int) -> bool:
    return len(play.with_chips(play.hand.live)) < 2


def _one_may_bet(_: object, play: Play, __: int) -> bool:
    able = play.with_chips(play.hand.live)
    return not able or (len(able) == 1 and play.phase == "blind")


def _never(*_: object) -> bool:
    return False


def _always(*_: object) -> bool:
    return True


def _pot_left_all_the_same(right: Enter, play: Play) -> Outcome:
    if play.phase != "opening":
        return right(play)
    with swapped(Swap(Play, "with_chips", lambda _, __, seats: tuple(seats))):
        return right(play)


def _blind_all_the_same(right: Enter, play: Play) -> Outcome:
    with swapped(Swap(Play, "no_more_betting", _never)):
        return right(play)


def all_in(text: Text) -> Iterator[Fault]:
    """DRW-15."""
    clause = "DRW-15"
    yield text.swapped(
        "all-in-seats-are-asked",
        clause,
        "order",
        "A seat that is all-in has to answer a bet like the others.",
        Swap(Play, "has_chips", _asked_all_the_same),
    )
    yield text.swapped(
        "last-seat-with-chips-owes-nothing",
        clause,
        "order",
        "When only one seat has chips left it need not answer the bet of a seat that is all-in.",
        Swap(Play, "no_more_betting", _owing_or_not),
    )
    yield text.swapped(
        "lone-seat-goes-on-betting",
        clause,
        "order",
        "A seat goes on betting although all the others are all-in.",
        Swap(Play, "no_more_betting", _one_may_bet),
        Swap(speaking, "wager", _whole_stack),
    )
    yield text.swapped(
        "unopened-pot-stays-despite-all-in",
        clause,
        "carry",
        "When nobody opens the pot stays on the table, even if a seat is all-in.",
        Swap(speaking, "silence", _pot_left_all_the_same),
    )


def _whole_stack(right: Callable[..., object], play: Play, seat: Seat, cost: int, size: object) -> object:
    with swapped(Swap(amounts, "another_can_answer", _always)):
        return right(play, seat, cost, size)


# -- folding, and who is not asked
def _owing(state: State) -> bool:
    """Whether the actor owes chips."""
    match state.turn:
        case Round(queue, level) | Thinking(Round(queue, level)):
            return level > state.chips.bets[queue[0]]
        case _:
            return False


FOLD: Final = Offer("fold", NOTHING)


def _fold_at_once(state: State, menu: Menu) -> Menu:
    speaks = state.phase in ("opening", "betting") and menu.actor != "table"
    return with_offers(menu, FOLD) if speaks and not menu.offer("fold") else menu


def folds(text: Text) -> Iterator[Fault]:
    """DRW-27."""
    yield text.menus(
        "must-call",
        "DRW-27",
        "menu",
        "A seat that owes chips cannot fold.",
        lambda state, menu: without(menu, "fold") if _owing(state) else menu,
    )


def _lone_decline(right: Enter, play: Play) -> Outcome:
    outcome = right(play)
    if outcome != "done" or not blind.allowed(play, blind.terms(play).when) or play.no_more_betting(0):
        return outcome
    seat = clockwise_after(play.dealer, play.hand.dealt_in)[0]
    return Menu(seat, (Offer("decline"),))


def _declined(right: Callable[..., Outcome], play: Play, state: State, action: Action) -> Outcome:
    plain = state.phase == "blind" and state.turn == PLAIN
    return "done" if plain else right(play, state, action)


def _lone_pass(right: Callable[..., Outcome], play: Play, now: Speaking) -> Outcome:
    outcome = right(play, now)
    while isinstance(outcome, Menu) and [offer.verb for offer in outcome.offers] == ["pass"]:
        turn = play.turn
        assert isinstance(turn, Speaking)
        outcome = right(play, Speaking(turn.queue[1:], (*turn.silent, turn.queue[0])))
    return outcome


def unasked(text: Text) -> Iterator[Fault]:
    """DRW-28, in the Italian texts, which themselves say who is not asked for a blind."""
    yield text.swapped(
        "lone-decline-is-asked",
        "INV-7" if text is INV else "PRO-14",
        "order",
        "First hand is asked to decline a blind that it could not pay.",
        Swap(machine.ENTER, "blind", _lone_decline),
        Swap(machine, "act", _declined),
    )
    yield text.swapped(
        "lone-pass-is-not-asked",
        "DRW-28",
        "order",
        "A seat that cannot open is passed over.",
        Swap(speaking, "ask", _lone_pass),
    )


def early_folds(text: Text) -> Iterator[Fault]:
    """DRW-27 again, where no clause lets a seat fold before the draw that owes nothing."""
    yield text.menus(
        "folds-owing-nothing",
        "DRW-27",
        "menu",
        "A seat may fold although it owes nothing and no clause lets it.",
        _fold_at_once,
    )


def blind_phase(text: Text) -> Iterator[Fault]:
    """DRW-15 once more, where there are blinds."""
    yield text.swapped(
        "blind-when-betting-is-over",
        "DRW-15",
        "order",
        "A blind is asked for although at most one seat has chips.",
        Swap(machine.ENTER, "blind", _blind_all_the_same),
    )


PARTS: Final = (turns, dealers, deals, between_hands, all_in, folds)
FAULTS: Final[tuple[Fault, ...]] = (
    *(fault for text in TEXTS for part in PARTS for fault in part(text)),
    *(fault for text in ITALIAN for part in (unasked, early_folds, blind_phase) for fault in part(text)),
)
