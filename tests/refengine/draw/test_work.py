"""How much work a step is, counted and never timed: calls, values and menus an action, and what is kept.

The limits stand a little above what was counted when they were written. Whoever needs more has to say why.
"""

import gc
from collections.abc import Callable
from random import Random

import pytest

from refengine.actions import Action, Argument
from refengine.draw.machine import DrawGame
from refengine.draw.state import State
from refengine.game import Setup, Step
from refengine.menus import Amounts, Domain, Menu, OrderOfCards, SomeOf
from refengine.rulesets import brazilian_pingo, italian_invito, italian_progressive
from refengine.seating import Seat
from tests.refengine.conftest import calls_counted

pytestmark = pytest.mark.plain

GAMES = [brazilian_pingo.GAME, italian_invito.GAME, italian_progressive.GAME]
MOST_CALLS = 28.0
"""Calls of the engine's functions, constructors among them, an action."""
MOST_VALUES = 12.0
"""Values made an action: events, offers, menus, states and what they are made of."""


def named(game: DrawGame) -> str:
    return game.name


def argument(domain: Domain, chance: Random) -> Argument:
    """Some argument of the domain."""
    match domain:
        case Amounts(low):
            return low
        case OrderOfCards(cards):
            return tuple(chance.sample(cards, len(cards)))
        case SomeOf(cards, fewest, most):
            return tuple(chance.sample(cards, chance.randint(fewest, most)))
        case _:
            return None


def choose(menu: Menu, chance: Random) -> Action:
    """An action that the menu admits, but for the end of the session."""
    assert menu.actor is not None
    offers = [offer for offer in menu.offers if offer.verb != "end_session"]
    offer = chance.choice(offers)
    return Action(menu.actor, offer.verb, argument(offer.domain, chance))


Each = Callable[[int, Step[State]], None]


def play(game: DrawGame, hands: int, each_hand: Each, seeds: int = 997) -> int:
    """So many hands in one session, one like another `seeds` hands later; the number of actions."""
    step = game.start(Setup(4, (10**9,) * 4, Seat(0), {}))
    actions = 0
    for hand in range(hands):
        chance = Random(hand % seeds)
        while True:
            action = choose(step.menu, chance)
            step = game.apply(step.state, action)
            actions += 1
            if action.verb == "next_hand":
                break
        each_hand(hand, step)
    return actions


def nothing(_: int, __: Step[State]) -> None:
    """Nothing is looked at between hands."""


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_an_action_asks_for_few_calls_and_makes_few_values(game: DrawGame) -> None:
    play(game, 5, nothing)
    with calls_counted() as counted:
        actions = play(game, 150, nothing)
    values = sum(count for name, count in counted.items() if name.endswith(("__init__", "__new__")))
    assert counted["DrawGame.apply"] == actions
    assert sum(counted.values()) / actions <= MOST_CALLS
    assert 4 <= values / actions <= MOST_VALUES


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_a_step_makes_one_state_and_at_most_one_menu(game: DrawGame) -> None:
    with calls_counted() as counted:
        actions = play(game, 150, nothing)
    assert counted["Step.__init__"] == actions + 1
    assert counted["Menu.__init__"] <= actions + 1
    assert counted["Menu.__init__"] > actions / 2


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_the_last_hands_of_a_session_ask_for_no_more_calls_than_the_first(game: DrawGame) -> None:
    windows = [0, 0]
    with calls_counted() as counted:

        def note(hand: int, _: Step[State]) -> None:
            for window, (first, last) in enumerate(((49, 99), (449, 499))):
                if hand in (first, last):
                    windows[window] += sum(counted.values()) * (1 if hand == last else -1)

        play(game, 500, note, seeds=50)
    assert windows[0] > 5_000
    assert windows[1] == pytest.approx(windows[0], rel=0.05)


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_nothing_is_kept_of_hands_that_are_over(game: DrawGame) -> None:
    kept: dict[int, int] = {}

    def note(hand: int, _: Step[State]) -> None:
        if hand in (99, 799):
            gc.collect()
            kept[hand] = len(gc.get_objects())

    play(game, 800, note, seeds=100)
    assert kept[799] - kept[99] < 100
