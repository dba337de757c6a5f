"""What the second Italian text alone says about seats, antes and opening ranks, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.draw.texts import PRO, ladder, policy
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped, with_changed
from refengine.actions import Action
from refengine.cards import RANK_VALUE, Card
from refengine.draw import begin, machine, settling
from refengine.draw.policies import (
    DealerAntes,
    EveryoneAntes,
)
from refengine.draw.rules import DrawRules
from refengine.draw.sizes import (
    AtLeast,
    AtLeastThePot,
)
from refengine.draw.state import (
    Outcome,
    Play,
    State,
)
from refengine.errors import NO_CLAUSE
from refengine.game import HandResult
from refengine.menus import Menu, Offer, SomeOf
from refengine.seating import Seat

C: Final = NO_CLAUSE
Enter = Callable[[Play], Outcome]


# -- seats and the first dealer
def _stacks_stay(right: Callable[[Play, Action], Outcome], play: Play, action: Action) -> Outcome:
    chips = play.chips
    outcome = right(play, action)
    play.chips = chips
    return outcome


def _other_way(right: Callable[[Play, Action], Outcome], play: Play, action: Action) -> Outcome:
    """`seats[i]` is read as the seat that player i takes."""
    order = action.argument
    assert isinstance(order, tuple)
    inverse = tuple(order.index(Seat(place)) for place in range(len(order)))
    return right(play, action._replace(argument=tuple(map(Seat, inverse))))


def _dealer_moves_too(right: Callable[[Play, Action], Outcome], play: Play, action: Action) -> Outcome:
    order = action.argument
    assert isinstance(order, tuple)
    due = order.index(Seat(play.session.button.due))
    outcome = right(play, action)
    play.session = play.session._replace(button=play.session.button._replace(due=due))
    return outcome


def _lot(value: Callable[[Card], tuple[int, int]]) -> Swap:
    return Swap(begin, "lot_value", lambda _, card: value(card))


def _rank(card: Card) -> int:
    return RANK_VALUE[card[0]]


def _suit(card: Card, order: str) -> int:
    return order.index(card[1])


def _one_lot_fewer(_: State, menu: Menu) -> Menu:
    def moved(offer: Offer) -> Offer:
        assert isinstance(offer.domain, SomeOf)
        count = offer.domain.most - 1
        return offer._replace(domain=offer.domain._replace(fewest=count, most=count))

    return with_changed(menu, "draw_dealer", moved)


SEATS: Final = (
    PRO.swapped(
        "stacks-stay-when-seats-are-drawn",
        "PRO-1",
        "setup",
        "When seats are drawn the stacks do not move with the players.",
        Swap(machine.PLAIN_ACT, "seating", _stacks_stay),
    ),
    PRO.swapped(
        "seats-drawn-the-other-way",
        "PRO-1",
        "setup",
        "In a draw of seats the list is read as the seats of the players, not the players of the seats.",
        Swap(machine.PLAIN_ACT, "seating", _other_way),
    ),
    PRO.swapped(
        "dealer-moves-with-the-draw",
        "PRO-1",
        "setup",
        "When seats are drawn a dealer that was given moves with its player.",
        Swap(machine.PLAIN_ACT, "seating", _dealer_moves_too),
    ),
    PRO.swapped(
        "no-lots-for-the-deal",
        "PRO-2",
        "setup",
        "Seat 0 gets the first deal though lots were agreed on.",
        Swap(machine.ENTER, "dealing_draw", lambda _, play: begin.broke_or_ready(play)),
    ),
    PRO.menus(
        "lots-for-all-but-one",
        "PRO-2",
        "setup",
        "The last seat gets no card in the draw for the deal.",
        _one_lot_fewer,
    ),
    PRO.swapped(
        "lowest-card-deals",
        "PRO-2r",
        "setup",
        "The lowest card drawn gets the first deal.",
        _lot(lambda card: (-_rank(card), 0)),
    ),
    PRO.swapped(
        "ace-is-low-in-the-lots",
        "PRO-2r",
        "setup",
        "In the draw for the deal the ace is the lowest card.",
        _lot(lambda card: (_rank(card) % 14, -_suit(card, "hdcs"))),
    ),
    PRO.swapped(
        "lots-in-bridge-order",
        "PRO-2r",
        "setup",
        "In the draw for the deal spades are the highest suit.",
        _lot(lambda card: (_rank(card), _suit(card, "cdhs"))),
    ),
    PRO.swapped(
        "first-of-equal-lots-deals",
        "PRO-2r",
        "setup",
        "In the draw for the deal the first of equal ranks wins, whatever its suit.",
        _lot(lambda card: (_rank(card), 0)),
    ),
)


# -- antes
def _antes_swapped(rules: DrawRules) -> DrawRules:
    antes = rules.pot.antes
    other = EveryoneAntes if isinstance(antes, DealerAntes) else DealerAntes
    return policy("pot", antes=other(antes.amount, C))(rules)


def _one_chip(rules: DrawRules) -> DrawRules:
    return policy("pot", antes=rules.pot.antes._replace(amount=1))(rules)


def _none_after_a_parola(right: Enter, play: Play) -> Outcome:
    last = play.session.last_hand
    if not last or last.ended_by != "parola":
        return right(play)
    with swapped(Swap(begin, "post_antes", lambda *_: None)):
        return right(play)


def _dealer_only_after_a_parola(right: Enter, play: Play) -> Outcome:
    last, antes = play.session.last_hand, play.rules.pot.antes
    if not last or last.ended_by != "parola":
        return right(play)
    play.rules = policy("pot", antes=DealerAntes(antes.amount, C))(play.rules)
    outcome = right(play)
    play.rules = policy("pot", antes=antes)(play.rules)
    return outcome


ANTES: Final = (
    PRO.ruled(
        "other-seats-ante",
        "PRO-3",
        "amount",
        "Everybody antes where the dealer should, and the other way round.",
        _antes_swapped,
    ),
    PRO.ruled("ante-is-always-one", "PRO-3", "amount", "The ante is always one chip.", _one_chip),
    PRO.swapped(
        "no-ante-after-a-parola",
        "PRO-26",
        "carry",
        "After a parola nobody antes.",
        Swap(machine.ENTER, "antes", _none_after_a_parola),
    ),
    PRO.swapped(
        "only-the-dealer-antes-after-a-parola",
        "PRO-26",
        "carry",
        "After a parola only the dealer antes, even where everybody does.",
        Swap(machine.ENTER, "antes", _dealer_only_after_a_parola),
    ),
)


# -- opening ranks
ALL_RANKS: Final = tuple((rank, C) for rank in "JQKA")


def _stays_when_won(right: Callable[[Play, HandResult], None], play: Play, result: HandResult) -> None:
    rank = play.session.rank
    right(play, result)
    play.session = play.session._replace(rank=rank)


def _steps_down_when_won(right: Callable[[Play, HandResult], None], play: Play, result: HandResult) -> None:
    lower = {"J": "J", "Q": "J", "K": "Q"}[play.session.rank]
    right(play, result)
    play.session = play.session._replace(rank=lower)


def _won(wrong: Callable[..., None]) -> tuple[Swap, Swap]:
    return Swap(settling, "won", wrong), Swap(machine.ENTER["showdown"].__globals__, "won", wrong)


RANKS: Final = (
    PRO.ruled("queens-open-at-first", "PRO-5", "carry", "At first queens open.", ladder(ranks=("Q", "K"))),
    PRO.ruled(
        "opens-with-the-pot-at-least",
        "PRO-6",
        "amount",
        "An opening is at least what the pot holds.",
        policy("opening", size=AtLeastThePot(C, C)),
    ),
    PRO.ruled(
        "opens-with-two-at-least",
        "PRO-6",
        "amount",
        "An opening of a single chip is refused.",
        policy("opening", size=AtLeast(2, C)),
    ),
    PRO.ruled(
        "rank-never-rises",
        "PRO-7",
        "carry",
        "When nobody opens the opening rank stays at jacks.",
        ladder(ranks=("J",)),
    ),
    PRO.ruled(
        "rank-rises-to-kings-at-once",
        "PRO-7",
        "carry",
        "When nobody opens the opening rank rises to kings at once.",
        ladder(ranks=("J", "K")),
    ),
    PRO.ruled(
        "rank-rises-to-aces",
        "PRO-8",
        "carry",
        "The opening rank rises from kings to aces.",
        ladder(ranks=("J", "Q", "K", "A"), required=ALL_RANKS),
    ),
    PRO.swapped(
        "rank-stays-when-won",
        "PRO-9",
        "carry",
        "The opening rank stays as it is when somebody wins the pot.",
        *_won(_stays_when_won),
    ),
    PRO.swapped(
        "rank-steps-down-when-won",
        "PRO-9",
        "carry",
        "The opening rank falls by one step when somebody wins the pot.",
        *_won(_steps_down_when_won),
    ),
)


FAULTS: Final[tuple[Fault, ...]] = (*SEATS, *ANTES, *RANKS)
