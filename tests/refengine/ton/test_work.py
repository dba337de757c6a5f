"""How much work a step is, counted and never timed: calls and values an action, and what is kept.

The limits stand a little above what was counted when they were written. Whoever needs more has to say why.
"""

import gc
from collections import Counter
from random import Random

import pytest

from refengine.actions import Action, Argument
from refengine.game import Setup, Step
from refengine.menus import Domain, Menu, OneOf, OrderOfCards, SomeOf
from refengine.rulesets.ton import GAME
from refengine.seating import Seat
from refengine.ton.state import TonState, Tricks
from tests.refengine.conftest import calls_counted

pytestmark = pytest.mark.plain

LIMITS = [(2, 18.2, 8.3), (4, 16.1, 7.6), (6, 15.2, 7.3)]
"""Seats; calls of the engine's functions, constructors among them, an action; values made an action: the
action itself, events, offers, menus, states and what they are made of. The fewer play, the more of a deal is
its beginning and its end, which ask for more than a card does."""
MOST_CALLS_OF_A_PLAY = 10
"""The same for a card that is added to a trick, the most frequent action."""
MOST_VALUES_OF_A_PLAY = 5
"""The domain and its offer, which hands of one card share, the menu, the state, and the step."""


def argument(domain: Domain, chance: Random) -> Argument:
    """Some argument of the domain."""
    match domain:
        case OrderOfCards(cards):
            return tuple(chance.sample(cards, len(cards)))
        case SomeOf(cards, fewest, most):
            return tuple(chance.sample(cards, chance.randint(fewest, most)))
        case OneOf(cards):
            return chance.choice(cards)
        case _:
            return None


def choose(menu: Menu, chance: Random) -> Action:
    """An action that the menu admits, but for the end of the session."""
    assert menu.actor is not None
    offer = chance.choice([offer for offer in menu.offers if offer.verb != "end_session"])
    return Action(menu.actor, offer.verb, argument(offer.domain, chance))


def start(seats: int) -> Step[TonState]:
    """A session that nobody can win for a long time, so that its deals are like one another."""
    state = {"scores": (-(10**6),) * seats}
    return GAME.start(Setup(seats, (10**6,) * seats, Seat(0), {"first_dealer": "given"}, state))


def play(step: Step[TonState], deals: int, first: int = 0) -> tuple[Step[TonState], int]:
    """So many deals, the same cards and choices for the same `first`; the number of actions."""
    actions = 0
    for deal in range(first, first + deals):
        chance = Random(deal)
        while True:
            action = choose(step.menu, chance)
            step = GAME.apply(step.state, action)
            actions += 1
            if action.verb == "next_hand":
                break
    return step, actions


def values(counted: Counter[str]) -> int:
    """How many of the calls have made a value."""
    return sum(count for name, count in counted.items() if name.endswith(("__init__", "__new__")))


@pytest.mark.parametrize(("seats", "most_calls", "most_values"), LIMITS)
def test_an_action_asks_for_few_calls_and_makes_few_values(
    seats: int, most_calls: float, most_values: float
) -> None:
    step, _ = play(start(seats), 5)
    with calls_counted() as counted:
        _, actions = play(step, 200)
    assert counted["Ton.apply"] == actions
    assert sum(counted.values()) / actions <= most_calls
    assert 5 <= values(counted) / actions <= most_values


def test_a_card_that_is_added_to_a_trick_asks_for_few_calls() -> None:
    step, chance, seen = start(4), Random(1), 0
    while seen < 200:
        action = choose(step.menu, chance)
        phase = step.state.phase
        adds = isinstance(phase, Tricks) and len(step.state.trick) + 1 < len(phase.order)
        with calls_counted() as counted:
            step = GAME.apply(step.state, action)
        if adds:
            seen += 1
            assert sum(counted.values()) <= MOST_CALLS_OF_A_PLAY
            assert 3 <= values(counted) <= MOST_VALUES_OF_A_PLAY


def test_a_step_makes_one_state_and_at_most_one_menu() -> None:
    step = start(4)
    with calls_counted() as counted:
        _, actions = play(step, 200)
    assert counted["Step.__init__"] == counted["TonState.__init__"] == actions
    assert actions / 2 < counted["Menu.__init__"] <= actions


def test_the_last_deals_of_a_session_ask_for_no_more_calls_than_the_first() -> None:
    step, _ = play(start(4), 4)
    with calls_counted() as early:
        step, actions = play(step, 60)
    step, _ = play(step, 400)
    with calls_counted() as late:
        _, again = play(step, 60)
    assert actions == again > 1000
    assert sum(late.values()) == pytest.approx(sum(early.values()), rel=0.01)


def test_nothing_is_kept_of_deals_that_are_over() -> None:
    step, _ = play(start(4), 100)
    gc.collect()
    before = len(gc.get_objects())
    step, _ = play(step, 600)
    gc.collect()
    assert len(gc.get_objects()) - before < 100
