"""Set-ups that are admitted, and those that are not."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from refengine.errors import SetupError
from refengine.game import Detail, Setup
from refengine.options import OptionValue
from refengine.rulesets.red_dog import GAME
from refengine.seating import Seat


def _start(
    seats: int = 4,
    stacks: tuple[int, ...] | None = None,
    dealer: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    state: Mapping[str, Detail] | None = None,
) -> str:
    seat = None if dealer is None else Seat(dealer)
    setup = Setup(seats, (20,) * seats if stacks is None else stacks, seat, options or {}, state)
    return GAME.observe(GAME.start(setup).state, None).phase


@pytest.mark.parametrize("seats", [2, 10])
def test_two_to_ten_seats_can_play(seats: int) -> None:
    assert _start(seats) == "dealing_draw"


@pytest.mark.parametrize("seats", [0, 1, 11, True])
def test_other_numbers_of_seats_cannot(seats: int) -> None:
    with pytest.raises(SetupError, match="this game takes 2 to 10"):
        _start(seats)


@pytest.mark.parametrize("stacks", [(20, 20, 20), (20, 20, 20, -1), (20, 20, 20, True), (20, 20, 20, 2**53)])
@pytest.mark.untyped
def test_each_seat_needs_one_stack_of_no_less_than_nothing(stacks: tuple[int, ...]) -> None:
    with pytest.raises(SetupError, match="stack"):
        _start(stacks=stacks)


@pytest.mark.parametrize(
    "options",
    [
        {"ante": 0},
        {"ante": True},
        {"cards": 3},
        {"cards": 6},
        {"ante_each_deal": 1},
        {"first_dealer": "youngest"},
        {"stakes": "table"},
    ],
)
def test_options_outside_their_range_are_refused(options: Mapping[str, OptionValue]) -> None:
    with pytest.raises(SetupError, match="option"):
        _start(options=options)


@pytest.mark.parametrize("dealer", [None, -1, 4, True])
@pytest.mark.untyped
def test_a_given_dealer_must_be_a_seat(dealer: int | None) -> None:
    with pytest.raises(SetupError, match=r"dealer|seat"):
        _start(dealer=dealer, options={"first_dealer": "given"})
    assert _start(dealer=0, options={"first_dealer": "given"}) == "shuffle"


def test_what_was_agreed_on_is_cited_at_the_start() -> None:
    by_default = GAME.start(Setup(4, (20,) * 4, None, {}))
    agreed = GAME.start(Setup(4, (20,) * 4, None, {"cards": 4}))
    assert set(agreed.cites) - set(by_default.cites) == {"DOG-5"}


def test_a_dealer_is_ignored_where_it_is_drawn() -> None:
    assert _start(dealer=7) == "dealing_draw"


def test_no_session_begins_in_mid_game() -> None:
    with pytest.raises(SetupError, match="mid-game"):
        _start(state={})
