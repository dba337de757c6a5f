"""The catalogue gives every game under its id, and guards against states that stray."""

import pytest

from refengine.actions import Action
from refengine.cards import FULL_PACK
from refengine.errors import InvariantBroken
from refengine.game import Setup
from refengine.rulesets.catalogue import GAMES
from refengine.seating import Seat


@pytest.mark.parametrize("rules", sorted(GAMES))
def test_a_game_goes_by_its_own_name(rules: str) -> None:
    game = GAMES[rules]
    assert game.name == rules
    assert 2 <= game.fewest <= game.most <= 10
    assert game.options


def test_a_game_of_the_catalogue_plays() -> None:
    game = GAMES["red-dog"]
    step = game.start(Setup(2, (9, 9), Seat(0), {"first_dealer": "given"}))
    assert game.menu(step.state) == step.menu
    dealt = game.apply(step.state, Action("table", "shuffle", FULL_PACK))
    assert game.observe(dealt.state, Seat(1)).hand == ("4c", "3c", "3h", "2c", "2h")


def test_a_game_does_not_take_a_state_that_is_not_its_own() -> None:
    with pytest.raises(InvariantBroken, match="str is no state of red-dog"):
        GAMES["red-dog"].menu("a state")
