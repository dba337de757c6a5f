"""Faults of engines that nobody here wrote, each shown on the engine alone, without the adapter.

So no verdict blames an engine for a fault of ours. The versions are those of the table in docs/engines.md.
Where a fault is gone the test fails: then the table has to be made anew.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import metadata
from typing import Any

import pytest

INSTALL = "an extra: pytest-cardrules[engines]"
HOLE = ["2c7d", "3c8h"]
BOARD = ["Qs", "Jd", "9h", "4s", "5d"]


def exit_code(program: str) -> int:
    """How a Python of its own ends that runs the program."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode


# -- RLCard 1.2.0


def rlcard_game(stacks: Sequence[int], dealer: int) -> Any:
    pytest.importorskip("rlcard", reason=f"RLCard is {INSTALL}")
    from rlcard.games.nolimitholdem import Game

    game = Game(num_players=len(stacks))
    game.init_chips = list(stacks)
    game.dealer_id = dealer
    game.init_game()
    return game


def step(game: Any, *names: str) -> None:
    from rlcard.games.nolimitholdem.round import Action

    for name in names:
        game.step(Action[name])


def lay(game: Any, hands: Sequence[str], board: str) -> None:
    """Give these cards to the players and let these come open; RLCard writes the suit first."""
    from rlcard.games.base import Card

    def cards(text: str) -> list[Any]:
        return [Card(card[1].upper(), card[0]) for card in text.split()]

    for player, hand in zip(game.players, hands, strict=True):
        player.hand = cards(hand)
    game.dealer.deck = cards(board)[::-1]


def test_rlcard_asks_a_seat_that_is_all_in_and_lets_it_fold_what_it_has_paid_for() -> None:
    game = rlcard_game((1, 100), dealer=1)
    assert game.game_pointer == 0
    assert game.players[0].remained_chips == 0
    step(game, "FOLD")
    assert game.is_over()
    assert list(game.get_payoffs()) == [-1, 1]


def test_rlcard_ends_the_betting_before_a_raise_is_answered() -> None:
    game = rlcard_game((50, 4, 100), dealer=1)
    step(game, "ALL_IN")  # 4 chips, by seat 1
    step(game, "RAISE_POT")  # 8 in all, by seat 2
    step(game, "ALL_IN")  # 50 in all, by seat 0
    assert game.game_pointer == 1  # all-in, and asked nevertheless
    step(game, "CHECK_CALL")
    assert len(game.public_cards) == 3
    assert game.players[2].in_chips == 8
    assert game.players[2].remained_chips == 92


def test_rlcard_gives_a_side_pot_back_instead_of_to_the_better_of_two_hands() -> None:
    game = rlcard_game((7, 3, 11), dealer=1)
    lay(game, ("Qd Jh", "9s 4s", "Ts 7h"), "Td 6d 7s 8d Jc")  # a pair, a straight, two pair
    step(game, "ALL_IN", "ALL_IN", "CHECK_CALL")
    assert game.is_over()
    assert [player.in_chips for player in game.players] == [7, 3, 11]
    assert [int(won) for won in game.get_payoffs()] == [-3, 6, -3]  # due: -7, 6, 1


def test_rlcard_gives_the_dealer_the_large_blind_heads_up_and_lets_one_seat_always_speak_first() -> None:
    game = rlcard_game((100, 100), dealer=1)
    assert [player.in_chips for player in game.players] == [1, 2]
    assert game.game_pointer == 0
    step(game, "CHECK_CALL", "CHECK_CALL")
    assert len(game.public_cards) == 3
    assert game.game_pointer == 0


def test_rlcard_lists_actions_after_the_end() -> None:
    game = rlcard_game((100, 100), dealer=1)
    step(game, "FOLD")
    assert game.is_over()
    assert game.get_legal_actions()


def test_rlcard_lets_whoever_comes_next_speak_first_on_the_flop_in_limit_holdem() -> None:
    pytest.importorskip("rlcard", reason=f"RLCard is {INSTALL}")
    from rlcard.games.limitholdem import Game

    game = Game(num_players=3)
    game.init_game()
    small = next(seat for seat, player in enumerate(game.players) if player.in_chips == 1)
    for word in ("raise", "call", "call"):
        game.step(word)
    assert len(game.public_cards) == 3
    assert game.game_pointer == (small + 2) % 3  # the seat with the small blind should speak first


def test_the_environments_of_rlcard_fold_or_break_on_what_is_not_legal() -> None:
    """The adapter asks the games beneath them, which refuse it."""
    rlcard = pytest.importorskip("rlcard", reason=f"RLCard is {INSTALL}")
    limit = rlcard.make("limit-holdem")
    limit.reset()
    assert limit.game.get_legal_actions() == ["call", "raise", "fold"]
    limit.step(limit.actions.index("check"))
    assert limit.game.is_over()
    no_limit = rlcard.make("no-limit-holdem")
    no_limit.reset()
    no_limit.step(4)  # all-in
    with pytest.raises(AttributeError):
        no_limit.step(3)  # a raise of the pot


# -- pokerfast 0.2.0


def fast_hand(*stacks: int) -> Any:
    pytest.importorskip("pokerfast", reason=f"pokerfast is {INSTALL}")
    from pokerfast import FastHand

    return FastHand.for_cards(stacks, HOLE, BOARD, small_blind=1, big_blind=2)


@pytest.mark.parametrize(("asked", "put"), [(1, 3), (5000, 99)])
def test_pokerfast_makes_another_bet_of_one_that_it_does_not_list(asked: int, put: int) -> None:
    hand = fast_hand(100, 100)
    listed = hand.get_action_space()
    assert not listed["min_bet"] <= asked <= listed["max_bet"]
    assert hand.bet_or_raise(asked) is True
    assert hand.state.stacks[0] == 99 - put


def test_pokerfast_comes_to_no_end_when_the_blinds_take_all_chips() -> None:
    hand = fast_hand(1, 2)
    assert not hand.done
    assert hand.state.turn_index is None
    assert hand.get_action_space() is False
    assert hand.call() is False


def test_pokerfast_lets_one_seat_always_speak_first_heads_up() -> None:
    hand = fast_hand(100, 100)
    assert hand.state.turn_index == 0
    hand.call()
    hand.check()
    assert len(hand.state.board) == 3
    assert hand.state.turn_index == 0


# -- texasholdem 0.11.0


def test_texasholdem_lists_moves_after_the_end_and_refuses_them() -> None:
    texasholdem = pytest.importorskip("texasholdem", reason=f"texasholdem is {INSTALL}")
    game = texasholdem.TexasHoldEm(buyin=50, big_blind=2, small_blind=1, max_players=2)
    game.start_hand()
    game.take_action(texasholdem.ActionType.FOLD)
    assert not game.is_hand_running()
    assert texasholdem.ActionType.CHECK in game.get_available_moves().action_types
    with pytest.raises(ValueError, match="No hand is running"):
        game.take_action(texasholdem.ActionType.CHECK)


# -- OpenSpiel 2.0.2


def universal_poker(stacks: str, blinds: str = "1 2 0", first: str = "3 1 1 1") -> str:
    return (
        "universal_poker(betting=nolimit,bettingAbstraction=fullgame,numPlayers="
        f"{len(stacks.split())},numRounds=4,blind={blinds},firstPlayer={first},numSuits=4,numRanks=13,"
        f"numHoleCards=2,numBoardCards=0 3 1 1,stack={stacks})"
    )


def spiel_state(game: str) -> Any:
    pyspiel = pytest.importorskip("pyspiel", reason=f"OpenSpiel is {INSTALL}")
    return pyspiel.load_game(game).new_initial_state()


def deal(state: Any, *cards: str) -> None:
    for card in cards:
        words = {state.action_to_string(one)[-2:]: one for one in state.legal_actions()}
        state.apply_action(words[card])


def test_openspiel_takes_the_process_down_for_a_stack_below_the_blind() -> None:
    pytest.importorskip("pyspiel", reason=f"OpenSpiel is {INSTALL}")
    code = exit_code(f"import pyspiel; pyspiel.load_game({universal_poker('9 1 9')!r})")
    assert code not in (0, 1)  # no exception: the process is gone
    assert exit_code(f"import pyspiel; pyspiel.load_game({universal_poker('9 2 9')!r})") == 0


def test_openspiel_tells_a_player_another_pot_than_there_is() -> None:
    state = spiel_state(universal_poker("20 20 20"))
    deal(state, "2c", "2d", "3c", "3d", "4c", "4d")
    assert state.to_dict()["player_contributions"] == [1, 2, 0]
    assert "[Pot: 6]" in state.information_state_string(0)
    assert "[Pot: 6]" in state.observation_string(0)


def test_openspiel_halves_an_odd_chip() -> None:
    state = spiel_state(universal_poker("20 20 20"))
    deal(state, "2h", "7s", "Ac", "Kc", "Ad", "Kd")
    for action in (1, 0, 1):  # a call, the small blind folds, the large one checks: five chips
        state.apply_action(action)
    for cards in (("3c", "4d", "8h"), ("9s",), ("Jd",)):
        deal(state, *cards)
        state.apply_action(1)
        state.apply_action(1)
    assert state.is_terminal()
    assert state.returns() == [-1.0, 0.5, 0.5]


def test_openspiel_refuses_a_revoke_only_by_the_call_that_checks() -> None:
    """Its documentation says so: no fault, but to be known."""
    state = spiel_state("oh_hell(players=3,num_tricks_fixed=3)")
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    while state.action_to_string(state.legal_actions()[0]).isdecimal():
        state.apply_action(state.legal_actions()[0])  # bids
    state.apply_action(state.legal_actions()[0])
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["D3"]
    revoke = next(number for number in range(52) if state.action_to_string(number) == "C4")
    with pytest.raises(RuntimeError, match="illegal action"):
        state.clone().apply_action_with_legality_check(revoke)
    state.apply_action(revoke)


# -- PokerKit 0.7.7; its other faults are in adapters/test_pokerkit.py


def draw_state(*stacks: int) -> Any:
    pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is an extra: pytest-cardrules[peers]")
    kinds = ("CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING", "RUNOUT_COUNT_SELECTION")
    streets = (
        pokerkit.Street(False, (False,) * 5, 0, False, pokerkit.Opening.POSITION, 1, None),
        pokerkit.Street(False, (), 0, True, pokerkit.Opening.POSITION, 1, None),
    )
    state = pokerkit.State(
        tuple(step for step in pokerkit.Automation if step.name not in kinds),
        pokerkit.Deck.STANDARD, (pokerkit.StandardHighHand,), streets, pokerkit.BettingStructure.NO_LIMIT,
        False, 1, 0, 0, stacks, len(stacks), mode=pokerkit.Mode.CASH_GAME,
    )  # fmt: skip
    for card in ("Ah", "Kd", "9c", "Ad", "Kh", "9d", "Qs", "Js", "Tc", "8s", "8h", "Qd", "9s", "Th", "Jd"):
        state.deal_hole(card)
    return state


def test_pokerkit_lets_a_seat_raise_that_has_checked() -> None:
    """So do most games; the pingo game does not (PIN-7), and there is no way to tell PokerKit."""
    state = draw_state(100, 100, 100)
    state.check_or_call()
    state.complete_bet_or_raise_to(10)
    state.fold()
    assert state.actor_index == 0
    assert state.can_complete_bet_or_raise_to(20)


def test_pokerkit_takes_a_truth_value_for_a_stack() -> None:
    assert draw_state(100, True, 100).starting_stacks[1] == 1


# -- evaluators


def by_treys(hand: list[str]) -> object:
    import treys

    cards = [treys.Card.new(card) for card in hand]
    return treys.Evaluator().evaluate(cards[:2], cards[2:])


def by_texasholdem(hand: list[str]) -> object:
    from texasholdem.card.card import Card
    from texasholdem.evaluator import evaluate

    cards = [Card(card) for card in hand]
    return evaluate(cards[:2], cards[2:])


def by_cards_of(module: str) -> Callable[[list[str]], object]:
    def score(hand: list[str]) -> object:
        package = importlib.import_module(module)
        return package.evaluate([package.Card(card) for card in hand])

    return score


def by_phevaluator(hand: list[str]) -> object:
    import phevaluator

    return phevaluator.evaluate_cards(*hand)


def by_pokerfast(hand: list[str]) -> object:
    import pokerfast

    return pokerfast.eval7(hand)


def by_pokerkit(hand: list[str]) -> object:
    import pokerkit

    return pokerkit.StandardHighHand("".join(hand)).entry.label.value


TWICE, ACES, FOUR, ODD = "Kd Kd 7h 4s 2c", "As Ah Ad Ac As", "As Kd 7h 4s", "Asx Kd 7h 4s 2c"
SCORED: list[tuple[str, Callable[[list[str]], object], tuple[str, ...]]] = [
    ("treys", by_treys, (TWICE, ODD)),
    ("eval7", by_cards_of("eval7"), (TWICE, ACES, FOUR, ODD)),
    ("pkrbot", by_cards_of("pkrbot"), (TWICE, ACES)),
    ("phevaluator", by_phevaluator, (TWICE, ACES)),
    ("pokerfast", by_pokerfast, (TWICE, ACES, FOUR, ODD)),
    ("pokerkit", by_pokerkit, (TWICE,)),
    ("texasholdem", by_texasholdem, (TWICE, ODD)),
]


@pytest.mark.filterwarnings("ignore")  # eval7 imports with deprecated names of another package
@pytest.mark.parametrize(
    ("module", "score", "hands"), SCORED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_an_evaluator_scores_hands_that_nobody_can_be_dealt(
    module: str, score: Callable[[list[str]], object], hands: tuple[str, ...]
) -> None:
    pytest.importorskip(module, reason=f"{module} is an extra: pytest-cardrules[peers,engines]")
    for hand in hands:
        assert score(hand.split()) is not None


# -- phevaluator 0.6.0


def test_phevaluator_takes_the_process_down_for_a_number_that_is_no_card() -> None:
    pytest.importorskip("phevaluator", reason="phevaluator is an extra: pytest-cardrules[peers]")
    program = "import phevaluator; print(phevaluator.evaluate_cards(0, 1, 2, 3, {}))"
    assert exit_code(program.format(4)) == 0
    assert exit_code(program.format(52)) == 0  # no such card either, and it has a rank
    assert exit_code(program.format(10**6)) not in (0, 1)


@pytest.mark.parametrize(
    ("module", "distribution", "version"),
    [("rlcard", "rlcard", "1.2.0"), ("pokerfast", "pokerfast", "0.2.0"), ("pyspiel", "open_spiel", "2.0.2")],
)
def test_the_versions_are_those_of_the_table(module: str, distribution: str, version: str) -> None:
    pytest.importorskip(module, reason=f"{distribution} is {INSTALL}")
    assert metadata.version(distribution) == version
