"""Peers that play whole hands: each through its public functions, picking among what it says is legal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from types import ModuleType
from typing import Final, Protocol

from conformance.benchmarks.contests import peer

Pass = Callable[[], int]
"""Plays some hands to their end; the number of actions."""

STACK: Final = 1_000_000
SEATS: Final = 4


def _pokerkit_state(pokerkit: ModuleType) -> Callable[[], AnyState]:
    """Five-card draw put together from the parts that it has; the cards it deals itself."""
    kept = {"CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING", "RUNOUT_COUNT_SELECTION"}
    automations = tuple(one for one in pokerkit.Automation if one.name not in kept)
    position = pokerkit.Opening.POSITION
    streets = (
        pokerkit.Street(False, (False,) * 5, 0, False, position, 1, None),
        pokerkit.Street(False, (), 0, True, position, 1, None),
    )
    return partial(
        pokerkit.State,
        automations,
        pokerkit.Deck.STANDARD,
        (pokerkit.StandardHighHand,),
        streets,
        pokerkit.BettingStructure.NO_LIMIT,
        False,
        1,
        0,
        0,
        (STACK,) * SEATS,
        SEATS,
        mode=pokerkit.Mode.CASH_GAME,
    )


def pokerkit(hands: int) -> Pass:
    new = _pokerkit_state(peer("pokerkit"))

    def one_pass() -> int:
        chance = Random(1)
        return sum(_pokerkit_hand(new(), chance) for _ in range(hands))

    return one_pass


class AnyState(Protocol):
    """What is used of PokerKit's state, which need not be installed to be typed."""

    status: bool
    bets: list[int]
    hole_cards: list[list[object]]
    actor_index: int | None
    stand_patter_or_discarder_index: int | None
    min_completion_betting_or_raising_to_amount: int | None

    def deal_hole(self) -> object: ...
    def can_fold(self) -> bool: ...
    def fold(self) -> object: ...
    def check_or_call(self) -> object: ...
    def can_complete_bet_or_raise_to(self) -> bool: ...
    def complete_bet_or_raise_to(self, amount: int | None) -> object: ...
    def stand_pat_or_discard(self, cards: list[object]) -> object: ...


def _pokerkit_hand(s: AnyState, chance: Random) -> int:
    actions = 0
    for _ in range(5 * SEATS):
        s.deal_hole()
    while s.status:
        if s.actor_index is not None:
            words = [s.check_or_call]
            if max(s.bets) > s.bets[s.actor_index] and s.can_fold():
                words.append(s.fold)
            if s.can_complete_bet_or_raise_to():
                least = s.min_completion_betting_or_raising_to_amount
                words.append(partial(s.complete_bet_or_raise_to, least))
            words[int(chance.random() * len(words))]()
            actions += 1
        elif s.stand_patter_or_discarder_index is not None:
            cards = list(s.hole_cards[s.stand_patter_or_discarder_index])
            s.stand_pat_or_discard(cards[: int(chance.random() * 4)])
            actions += 1
        else:
            s.deal_hole()
    return actions


def pokerfast(hands: int) -> Pass:
    new = peer("pokerfast").FastHand

    def one_pass() -> int:
        chance = Random(1)
        actions = 0
        for _ in range(hands):
            hand = new(player_count=SEATS, rng=chance, min_stack=STACK, max_stack=STACK)
            while space := hand.get_action_space():
                words = [word for word in space if word not in ("player", "max_bet")]
                word = words[0] if len(words) == 1 else words[int(chance.random() * len(words))]
                if word == "min_bet":
                    hand.bet_or_raise(space["min_bet"])
                else:
                    getattr(hand, word)()
                actions += 1
        return actions

    return one_pass


def pokers(hands: int) -> Pass:
    """Its showdowns print to standard output, so that goes nowhere meanwhile."""
    pokers = peer("pokers")

    def one_pass() -> int:
        number = Random(1).random
        new, act, raising = pokers.State.from_seed, pokers.Action, pokers.ActionEnum.Raise
        actions = 0
        with _printing_nothing():
            for hand in range(hands):
                state = new(SEATS, hand % SEATS, 1, 2, float(STACK), hand)
                while not state.final_state:
                    legal = state.legal_actions
                    word = legal[0] if len(legal) == 1 else legal[int(number() * len(legal))]
                    state = state.apply_action(act(word, state.min_bet if word == raising else 0))
                    actions += 1
        return actions

    return one_pass


@contextmanager
def _printing_nothing() -> Iterator[None]:
    sys.stdout.flush()
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def open_spiel(game: str) -> Callable[[int], Pass]:
    """One of its games with its default table, chance included among the actions."""

    def prepare(hands: int) -> Pass:
        new = peer("pyspiel").load_game(game).new_initial_state

        def one_pass() -> int:
            number = Random(1).random
            actions = 0
            for _ in range(hands):
                state = new()
                while not state.is_terminal():
                    legal = state.legal_actions()
                    pick = legal[0] if len(legal) == 1 else legal[int(number() * len(legal))]
                    state.apply_action(pick)
                    actions += 1
            return actions

        return one_pass

    return prepare


def rlcard(hands: int) -> Pass:
    """No-limit hold'em, its environment seeded; it tells what each player sees at every step."""
    make = peer("rlcard").make

    def one_pass() -> int:
        number = Random(1).random
        environment = make("no-limit-holdem", {"game_num_players": SEATS, "chips_for_each": STACK, "seed": 1})
        actions = 0
        for _ in range(hands):
            state, _ = environment.reset()
            while not environment.is_over():
                legal = list(state["legal_actions"])
                pick = legal[0] if len(legal) == 1 else legal[int(number() * len(legal))]
                state, _ = environment.step(pick)
                actions += 1
        return actions

    return one_pass
