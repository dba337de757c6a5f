"""What holds at every step of every session, whatever is played: random sessions of all three texts."""

from collections.abc import Callable
from typing import Protocol, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from refengine.actions import Action, Argument, Extension
from refengine.draw.machine import DrawGame
from refengine.draw.state import State
from refengine.errors import IllegalAction
from refengine.game import Setup, Step
from refengine.menus import (
    AgreedHands,
    Amounts,
    Domain,
    Nothing,
    OneOf,
    OrderOfCards,
    OrderOfSeats,
    SomeOf,
)
from refengine.options import Choice, OptionSpec, OptionValue, Whole, WholeOrNone
from refengine.seating import Seat, all_seats

FEW_STEPS = 60

T = TypeVar("T")


class Draw(Protocol):
    """How Hypothesis hands out a value."""

    def __call__(self, strategy: st.SearchStrategy[T], /) -> T: ...


def value_of(draw: Draw, spec: OptionSpec) -> OptionValue:
    match spec.range:
        case Choice(values):
            return draw(st.sampled_from(values))
        case Whole(low):
            return draw(st.integers(low, low + 3))
        case WholeOrNone(low):
            return draw(st.none() | st.integers(low + 3, low + 12))


def argument_of(draw: Draw, domain: Domain) -> Argument:
    match domain:
        case Nothing():
            return None
        case Amounts(low, high):
            top = low + 40 if high is None else high
            return draw(st.sampled_from((low, top)) | st.integers(low, top))
        case SomeOf(cards, fewest, most):
            chosen = draw(st.permutations(cards))
            return tuple(chosen[: draw(st.integers(fewest, most))])
        case OneOf(cards):
            return draw(st.sampled_from(cards))
        case OrderOfCards(cards):
            return tuple(draw(st.permutations(cards)))
        case OrderOfSeats(seats):
            return tuple(draw(st.permutations(seats)))
        case AgreedHands(seats):
            return Extension(draw(st.integers(1, 2)), seats)


@st.composite
def setups(draw: st.DrawFn, game: DrawGame) -> Setup:
    specs = draw(st.lists(st.sampled_from(game.options), unique=True, max_size=5))
    options = {spec.name: value_of(draw, spec) for spec in specs}
    seats = draw(st.integers(2, 10 if options.get("deck") == "full" else 9))
    stack = st.sampled_from((0, 1, 2, 3, 7, 50)) | st.integers(0, 120)
    stacks = tuple(draw(stack) for _ in range(seats))
    return Setup(seats, stacks, Seat(draw(st.integers(0, seats - 1))), options)


def played(draw: Draw, game: DrawGame, setup: Setup) -> list[Step[State]]:
    steps = [game.start(setup)]
    while steps[-1].menu.offers and len(steps) < FEW_STEPS:
        menu = steps[-1].menu
        offer = draw(st.sampled_from(menu.offers))
        assert menu.actor is not None
        action = Action(menu.actor, offer.verb, argument_of(draw, offer.domain))
        steps.append(game.apply(steps[-1].state, action))
    return steps


quick = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.function_scoped_fixture,
        HealthCheck.data_too_large,
    ],
)


@quick
@given(data=st.data())
def test_chips_never_appear_or_vanish(any_text: DrawGame, data: st.DataObject) -> None:
    setup = data.draw(setups(any_text))
    brought = sum(setup.stacks)
    for step in played(data.draw, any_text, setup):
        assert sum(step.state.chips.stacks) + step.state.chips.pot == brought


@quick
@given(data=st.data())
def test_every_card_is_in_one_place_at_every_step(
    any_text: DrawGame, all_cards: Callable[[State], list[str]], data: st.DataObject
) -> None:
    for step in played(data.draw, any_text, data.draw(setups(any_text))):
        cards = all_cards(step.state)
        assert cards in ([], sorted(step.state.rules.pack.cards))


@quick
@given(data=st.data())
def test_a_stack_is_never_below_zero_at_table_stakes(any_text: DrawGame, data: st.DataObject) -> None:
    setup = data.draw(setups(any_text))
    if setup.options.get("stakes") != "credit":
        for step in played(data.draw, any_text, setup):
            assert min(step.state.chips.stacks) >= 0


@quick
@given(data=st.data())
def test_amounts_just_outside_a_menu_are_refused_and_change_nothing(
    any_text: DrawGame, data: st.DataObject
) -> None:
    for step in played(data.draw, any_text, data.draw(setups(any_text))):
        before = [any_text.observe(step.state, seat) for seat in all_seats(len(step.state.chips.stacks))]
        for offer in step.menu.offers:
            match offer.domain:
                case Amounts(low, high):
                    for amount in (low - 1, *(() if high is None else (high + 1,))):
                        assert step.menu.actor is not None
                        action = Action(step.menu.actor, offer.verb, amount)
                        with pytest.raises(IllegalAction) as refusal:
                            any_text.apply(step.state, action)
                        assert refusal.value.code == "bad_amount"
                case _:
                    pass
        after = [any_text.observe(step.state, seat) for seat in all_seats(len(step.state.chips.stacks))]
        assert after == before


@quick
@given(data=st.data())
def test_the_same_script_gives_the_same_session(any_text: DrawGame, data: st.DataObject) -> None:
    setup = data.draw(setups(any_text))
    step = any_text.start(setup)
    again = any_text.start(setup)
    for _ in range(FEW_STEPS):
        assert step == again
        if not step.menu.offers:
            break
        offer = data.draw(st.sampled_from(step.menu.offers))
        assert step.menu.actor is not None
        action = Action(step.menu.actor, offer.verb, argument_of(data.draw, offer.domain))
        step, again = any_text.apply(step.state, action), any_text.apply(again.state, action)


@quick
@given(data=st.data())
def test_a_seat_sees_its_own_cards_and_its_own_menu_alone(any_text: DrawGame, data: st.DataObject) -> None:
    for step in played(data.draw, any_text, data.draw(setups(any_text))):
        state = step.state
        for seat in all_seats(len(state.chips.stacks)):
            view = any_text.observe(state, seat)
            assert (view.menu is not None) == (step.menu.actor == seat)
            expected = [] if state.phase == "blind" else sorted(state.hand.layout.hands[seat])
            assert sorted(view.hand or ()) == expected
