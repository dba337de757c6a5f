"""The phase table is the machine: random sessions move along its edges, use them all, and keep every law."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import refengine.ton
from refengine.actions import ARGUMENT_KIND, Action, Argument
from refengine.cards import Card
from refengine.diagrams import phase_diagram
from refengine.errors import IllegalAction, InvariantBroken
from refengine.game import Detail, HandResult, SessionResult, Setup, Step
from refengine.menus import SESSION_OVER, Domain, OneOf, OrderOfCards, SomeOf
from refengine.options import OptionValue
from refengine.rulesets.ton import GAME
from refengine.seating import Seat
from refengine.ton import clauses, exchange
from refengine.ton.course import Course
from refengine.ton.machine import PHASES
from refengine.ton.observe import phase_name
from refengine.ton.rules import PACK
from refengine.ton.state import (
    Between,
    DealingDraw,
    Exchanging,
    Lying,
    Over,
    Shuffling,
    Taken,
    TonState,
    Tricks,
    fresh_deal,
)

SAMPLES: Final[dict[str, Argument]] = {
    "nothing": None,
    "amount": 1,
    "card": PACK[0],
    "cards": PACK,
    "seats": (Seat(0), Seat(1)),
    "extension": None,
}
EDGES: Final = {(phase, following) for (phase, _), following in PHASES.items()}
ASKING: Final = {"trump_from_stock", "exchange", "stay", "tricks", "no_trick"}
"""Phases that may be passed through without anybody being asked."""


def _edges(domain: Domain, chance: random.Random) -> tuple[list[Argument], list[Argument]]:
    """Arguments just inside and just outside of `domain`."""
    match domain:
        case OrderOfCards(cards):
            order = list(cards)
            chance.shuffle(order)
            return [tuple(order)], [tuple(order[1:]), (*order[1:], order[1])]
        case SomeOf(cards, fewest, most):
            picked = tuple(chance.sample(cards, most))
            return [picked], [
                (*picked, picked[0]),
                picked[: fewest - 1],
                tuple(chance.sample(cards, most + 1)),
            ]
        case OneOf(cards):
            return [*cards], [card for card in PACK if card not in cards]
        case _:
            return [None], []


def _setup(seats: int, chance: random.Random) -> Setup:
    options: dict[str, OptionValue] = {
        "stake": chance.choice((0, 1, 4)),
        "plus_value": chance.choice((0, 1, 3)),
        "follow": chance.choice(("suit_then_trump", "suit_or_trump")),
        "must_head": chance.random() < 0.5,
        "five": chance.choice(("exchange", "as_dealt")),
        "first_dealer": chance.choice(("drawn", "given")),
    }
    stacks = tuple(chance.randint(-9, 9) for _ in range(seats))
    state: dict[str, Detail] = {
        "scores": tuple(chance.choice((-5, 0, 9, 10, 12, 13, 14)) for _ in range(seats)),
        "pluses": tuple(chance.choice((0, 1, 4)) for _ in range(seats)),
        "bank": chance.randint(0, 20),
    }
    return Setup(
        seats, stacks, Seat(chance.randrange(seats)), options, state if chance.random() < 0.5 else None
    )


def _refused(state: TonState, action: Action) -> None:
    with pytest.raises(IllegalAction):
        GAME.apply(state, action)


def _judge(step: Step[TonState], chance: random.Random) -> list[Action]:
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
    _refused(state, legal[0]._replace(actor=Seat(0) if menu.actor != 0 else Seat(1)))
    assert repr(state) == before  # neither what was accepted nor what was refused has changed anything
    return legal


def _check_money(step: Step[TonState], brought: int) -> None:
    account = step.state.account
    assert sum(account.stacks) + account.bank == brought
    assert account.bank >= 0
    assert min(account.pluses) >= 0
    assert (max(step.state.scores) >= 15) <= isinstance(step.state.phase, Over)


def _check_cards(state: TonState) -> None:
    """While a deal is on, each of the 36 cards is in exactly one place."""
    phase = state.phase
    if isinstance(phase, DealingDraw | Shuffling):
        return
    deal = phase.deal
    places: list[Card] = [card for hand in deal.hands for card in hand]
    talon = deal.stock.talon
    places += talon.cards if isinstance(talon, Lying) else ()
    places += [*deal.stock.rest, *deal.stock.gone]
    places += [card for trick in deal.tricks for card in trick.cards]
    if isinstance(phase, Tricks):
        assert all(card in deal.hands[seat] for seat, card in zip(phase.order, state.trick, strict=False))
    assert Counter(places) == Counter(PACK)
    if isinstance(talon, Taken):
        assert talon.by in deal.seats_in


def _check_views(state: TonState) -> None:
    """A seat sees no card that lies face down or in another's hand."""
    phase = state.phase
    if isinstance(phase, DealingDraw | Shuffling | Between | Over):
        return
    shown = GAME.observe(state, None).details["turned_up"]
    for seat in range(len(state.account.stacks)):
        view = GAME.observe(state, Seat(seat))
        hidden = {card for other, hand in enumerate(phase.deal.hands) if other != seat for card in hand}
        hidden -= set(state.trick)
        talon = phase.deal.stock.talon
        hidden |= set(talon.cards[talon.turned :] if isinstance(talon, Lying) else ())
        if view.menu is None:
            hidden |= set(phase.deal.stock.rest)
        seen = repr((view.hand, view.menu, view.details))
        assert not [card for card in hidden if card != shown and f"'{card}'" in seen]


def _walk(seats: int, seed: int, deals: int = 5) -> list[tuple[str, str]]:
    """A session at random, checked at every step; the changes of phase that it took."""
    chance = random.Random(seed)
    setup = _setup(seats, chance)
    step = GAME.start(setup)
    bank = 0 if setup.state is None else setup.state["bank"]
    assert isinstance(bank, int)
    brought = sum(setup.stacks) + bank
    moves: list[tuple[str, str]] = [("start", phase_name(step.state.phase))]
    while step.menu != SESSION_OVER:
        _check_money(step, brought)
        _check_cards(step.state)
        _check_views(step.state)
        assert step.menu == GAME.menu(step.state)
        legal = _judge(step, chance)
        action = chance.choice(legal)
        if action.verb == "announce":  # rarer than chance would have it
            action = chance.choice(legal)
        if action.verb in ("next_hand", "end_session"):
            action = action._replace(verb="next_hand" if step.state.account.deals < deals else "end_session")
        before = phase_name(step.state.phase)
        step = GAME.apply(step.state, action)
        after = phase_name(step.state.phase)
        if after != before:
            moves.append((before, after))
    _check_money(step, brought)
    assert step.state.account.bank == 0
    assert moves[-1][1] == "over"
    _refused(step.state, Action("table", "next_hand"))
    return moves


def _reachable(move: tuple[str, str]) -> bool:
    """Whether `move` is an edge of the table, or a chain of them through phases that ask nobody."""
    before, after = move
    if move in EDGES:
        return True
    return any(
        phase == before and following in ASKING and _reachable((following, after))
        for phase, following in EDGES
    )


@settings(max_examples=30, deadline=None)
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_random_sessions_keep_money_and_cards_and_accept_what_they_list(seats: int, seed: int) -> None:
    assert all(map(_reachable, _walk(seats, seed)))


def test_random_sessions_go_through_every_phase() -> None:
    moves = {move for seed in range(25) for move in _walk(2 + seed % 5, seed)}
    assert {after for _, after in moves} == set(PHASES.values())


def test_a_state_is_a_value_that_can_be_resumed() -> None:
    step = GAME.start(Setup(3, (9, 9, 9), Seat(0), {"first_dealer": "given"}))
    once = GAME.apply(step.state, Action("table", "shuffle", PACK))
    again = GAME.apply(step.state, Action("table", "shuffle", PACK))
    assert once == again
    assert hash(once.state) == hash(again.state)


def test_sessions_with_different_agreements_are_different_states() -> None:
    free = GAME.start(Setup(3, (9, 9, 9), None, {}))
    strict = GAME.start(Setup(3, (9, 9, 9), None, {"must_head": True}))
    assert free.state != strict.state


def test_a_session_that_is_over_cannot_be_reopened_by_a_menu() -> None:
    start = GAME.start(Setup(2, (5, 5), Seat(0), {"first_dealer": "given"}))
    deal = fresh_deal(Seat(0), (Seat(0), Seat(1)))
    over = Over(deal, SessionResult((5, 5), (), ()), HandResult("played", (), (), ()))
    with pytest.raises(InvariantBroken, match="over"):
        GAME.apply(start.state._replace(phase=over), Action("table", "shuffle", PACK))


def test_a_talon_that_is_gone_cannot_be_taken_again() -> None:
    step = GAME.start(Setup(2, (5, 5), Seat(0), {"first_dealer": "given"}))
    course = Course(step.state.account, step.state.scores, (), clauses.SESSION)
    deal = fresh_deal(Seat(0), (Seat(0), Seat(1)))
    taken = deal._replace(stock=deal.stock._replace(talon=Taken(Seat(0))))
    with pytest.raises(InvariantBroken, match="talon"):
        exchange.act_exchange(course, Exchanging(taken, (Seat(1),)), Action(Seat(1), "decline"))


def test_the_diagram_of_the_readme_is_the_table() -> None:
    readme = Path(refengine.ton.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert f"```mermaid\n{phase_diagram(PHASES.items())}\n```" in readme
