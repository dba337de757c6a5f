"""The phase table is the machine: random sessions move along its edges, use them all, and keep every law."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import refengine.red_dog
from refengine.actions import ARGUMENT_KIND, Action, Argument
from refengine.cards import FULL_PACK
from refengine.diagrams import phase_diagram
from refengine.errors import IllegalAction, InvariantBroken
from refengine.game import Setup, Step
from refengine.menus import SESSION_OVER, Amounts, Domain, OrderOfCards, SomeOf
from refengine.options import OptionValue
from refengine.red_dog.course import Course
from refengine.red_dog.machine import PHASES, _enter
from refengine.red_dog.observe import phase_name
from refengine.red_dog.rules import agree
from refengine.red_dog.state import NoDeal, NoHandYet, RedDogState
from refengine.rulesets.red_dog import GAME
from refengine.seating import Seat

SAMPLES: Final[dict[str, Argument]] = {
    "nothing": None,
    "amount": 1,
    "card": FULL_PACK[0],
    "cards": FULL_PACK,
    "seats": (Seat(0), Seat(1)),
    "extension": None,
}


def _edges(domain: Domain, chance: random.Random) -> tuple[list[Argument], list[Argument]]:
    """Arguments just inside and just outside of `domain`."""
    match domain:
        case Amounts(low, high) if high is not None:
            return [low, high, chance.randint(low, high)], [low - 1, high + 1]
        case OrderOfCards(cards):
            order = list(cards)
            chance.shuffle(order)
            return [tuple(order)], [tuple(order[1:]), (*order[1:], order[1])]
        case SomeOf(cards, fewest, most):
            picked = tuple(chance.sample(cards, most))
            return [picked[:fewest], picked], [(*picked[:-1], picked[0]), picked[: fewest - 1]]
        case _:
            return [None], []


def _setup(seats: int, chance: random.Random) -> Setup:
    options: dict[str, OptionValue] = {
        "ante": chance.choice((1, 1, 2, 5)),
        "cards": chance.choice((4, 5)),
        "ante_each_deal": chance.random() < 0.5,
        "first_dealer": chance.choice(("drawn", "given")),
    }
    stacks = tuple(chance.choice((0, 1, 2, 5, 9)) for _ in range(seats))
    return Setup(seats, stacks, Seat(chance.randrange(seats)), options)


def _judge(step: Step[RedDogState], chance: random.Random) -> list[Action]:
    """Listed is accepted: checks the edges of every verb's domain, and returns legal actions."""
    legal: list[Action] = []
    menu, state, before = step.menu, step.state, repr(step.state)
    assert menu.actor is not None
    for verb, kind in ARGUMENT_KIND.items():
        offer = menu.offer(verb)
        if offer is None:
            _refused(state, Action(menu.actor, verb, SAMPLES[kind]))
            continue
        inside, outside = _edges(offer.domain, chance)
        for argument in inside:
            GAME.apply(state, Action(menu.actor, verb, argument))
            legal.append(Action(menu.actor, verb, argument))
        for argument in outside:
            _refused(state, Action(menu.actor, verb, argument))
    other: Seat = Seat(0) if menu.actor != 0 else Seat(1)
    _refused(state, legal[0]._replace(actor=other))
    assert repr(state) == before  # neither what was accepted nor what was refused has changed anything
    return legal


def _refused(state: RedDogState, action: Action) -> None:
    with pytest.raises(IllegalAction):
        GAME.apply(state, action)


def _check_money(step: Step[RedDogState], brought: int) -> None:
    assert sum(step.state.stacks) + step.state.pool == brought
    assert min(step.state.stacks) >= 0
    assert step.state.pool >= 0


def _walk(seats: int, seed: int, deals: int = 4) -> list[tuple[str, str]]:
    """A session at random, checked at every step; the changes of phase that it took."""
    chance = random.Random(seed)
    setup = _setup(seats, chance)
    step = GAME.start(setup)
    moves = [("start", phase_name(step.state.phase))]
    while step.menu != SESSION_OVER:
        _check_money(step, sum(setup.stacks))
        assert step.menu == GAME.menu(step.state)
        action = chance.choice(_judge(step, chance))
        if action.verb == "next_hand" and step.state.deals >= deals:
            action = action._replace(verb="end_session")
        before = phase_name(step.state.phase)
        step = GAME.apply(step.state, action)
        after = phase_name(step.state.phase)
        if after != before:
            moves.append((before, after))
    _check_money(step, sum(setup.stacks))
    assert step.state.pool == 0
    assert moves[-1][1] == "over"
    _refused(step.state, Action("table", "next_hand"))
    return moves


@settings(max_examples=60, deadline=None)
@given(seats=st.integers(2, 10), seed=st.integers(0, 2**32))
def test_random_sessions_keep_the_money_and_accept_what_they_list(seats: int, seed: int) -> None:
    edges = {(phase, following) for (phase, _), following in PHASES.items()}
    assert set(_walk(seats, seed)) <= edges


def test_random_sessions_use_every_edge_of_the_table() -> None:
    used = {move for seed in range(60) for move in _walk(2 + seed % 3, seed)}
    assert used == {(phase, following) for (phase, _), following in PHASES.items()}


def test_a_state_is_a_value_that_can_be_resumed() -> None:
    step = GAME.start(Setup(3, (9, 9, 9), Seat(0), {"first_dealer": "given"}))
    dealt = GAME.apply(step.state, Action("table", "shuffle", FULL_PACK))
    once = GAME.apply(dealt.state, Action(Seat(1), "bet", 2))
    again = GAME.apply(dealt.state, Action(Seat(1), "bet", 2))
    assert once == again
    assert hash(once.state) == hash(again.state)


def test_a_signal_that_comes_without_its_deal_is_our_own_mistake() -> None:
    options: dict[str, OptionValue] = {
        "ante": 1,
        "cards": 5,
        "ante_each_deal": False,
        "first_dealer": "drawn",
    }
    course = Course(agree(options, 2), (5, 5), 0, 1, NoHandYet())
    with pytest.raises(InvariantBroken, match="dealt cannot leave shuffle"):
        _enter(course, "shuffle", "dealt", NoDeal())


def test_a_session_that_is_over_cannot_be_reopened_by_a_menu() -> None:
    over = GAME.start(Setup(2, (1, 1), None, {})).state
    reopened = over._replace(menu=GAME.start(Setup(2, (5, 5), None, {})).menu)
    with pytest.raises(InvariantBroken, match="over"):
        GAME.apply(reopened, Action("table", "draw_dealer", FULL_PACK[:2]))


def test_the_diagram_of_the_readme_is_the_table() -> None:
    readme = Path(refengine.red_dog.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert f"```mermaid\n{phase_diagram(PHASES.items())}\n```" in readme
