"""Sessions that cannot begin, each refused with one typed error, and those at the edge that can."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

import pytest

from refengine.actions import Action
from refengine.draw.machine import DrawGame
from refengine.errors import InvariantBroken, SetupError
from refengine.game import Detail, Setup
from refengine.menus import SESSION_OVER
from refengine.options import OptionValue
from refengine.seating import Seat

if TYPE_CHECKING:
    from tests.refengine.draw.conftest import Sit


def begin(
    game: DrawGame,
    seats: object = 4,
    stacks: object = (9, 9, 9, 9),
    dealer: object = 0,
    options: Mapping[str, OptionValue] | None = None,
    state: Mapping[str, Detail] | None = None,
) -> None:
    game.start(
        Setup(cast(int, seats), cast("tuple[int, ...]", stacks), cast(Seat, dealer), options or {}, state)
    )


@pytest.mark.parametrize("seats", [0, 1, 10, 11, -3, True, 4.0, "4", None])
@pytest.mark.untyped
def test_numbers_of_seats_that_no_pack_serves(any_text: DrawGame, seats: object) -> None:
    stacks = (9,) * seats if isinstance(seats, int) else (9, 9, 9, 9)
    with pytest.raises(SetupError) as caught:
        begin(any_text, seats, stacks)
    assert caught.value.code == "bad_setup"


def test_ten_seats_need_the_full_pack(any_text: DrawGame) -> None:
    begin(any_text, 10, (9,) * 10, options={"deck": "full"})
    begin(any_text, 9, (9,) * 9)
    with pytest.raises(SetupError):
        begin(any_text, 10, (9,) * 10)


@pytest.mark.parametrize(
    "stacks",
    [
        (9, 9, 9),
        (9,) * 5,
        (9, 9, 9, -1),
        (9, 9, 9, 2.5),
        (9, 9, 9, True),
        (9, 9, 9, "9"),
        (9, 9, 9, 2**53),
        (),
    ],
)
@pytest.mark.untyped
def test_stacks_that_are_none(any_text: DrawGame, stacks: object) -> None:
    with pytest.raises(SetupError):
        begin(any_text, 4, stacks)


def test_on_credit_a_stack_may_begin_below_zero(any_text: DrawGame) -> None:
    begin(any_text, 4, (9, 9, 9, -1), options={"stakes": "credit"})


@pytest.mark.parametrize("dealer", [-1, 4, None, True, 1.0, "0"])
@pytest.mark.untyped
def test_dealers_that_are_no_seat(any_text: DrawGame, dealer: object) -> None:
    with pytest.raises(SetupError):
        begin(any_text, dealer=dealer)


def test_a_drawn_dealer_need_not_be_given(sit: Sit) -> None:
    table = sit("italian-progressive", 9, 9, first_dealer="drawn")
    assert table.view().phase == "dealing_draw"


@pytest.mark.parametrize(
    "options", [{"joker": True}, {"stakes": "cash"}, {"deck": 52}, {"ties": None}, {"ranking": "lowball"}]
)
def test_options_that_no_table_can_agree_on(any_text: DrawGame, options: dict[str, OptionValue]) -> None:
    with pytest.raises(SetupError):
        begin(any_text, options=options)


def test_the_highest_bet_is_at_least_the_lowest(sit: Sit) -> None:
    sit("brazilian-pingo", 9, 9, bet_min=5, bet_max=5)
    with pytest.raises(SetupError) as caught:
        sit("brazilian-pingo", 9, 9, bet_min=5, bet_max=4)
    assert caught.value.clause == "PIN-4"


def test_draw_poker_does_not_begin_in_mid_game(any_text: DrawGame) -> None:
    with pytest.raises(SetupError):
        begin(any_text, state={})


def test_with_one_seat_that_has_chips_the_session_is_over_at_once(any_text: DrawGame) -> None:
    step = any_text.start(Setup(3, (0, 5, 0), Seat(0), {}))
    view = any_text.observe(step.state, None)
    assert (step.menu, view.phase, view.dealer, view.hand_number) == (SESSION_OVER, "over", None, 1)
    assert view.result is not None
    assert (view.result.stacks, view.result.winners) == ((0, 5, 0), (1,))


def test_without_any_chips_everyone_wins_nothing(any_text: DrawGame) -> None:
    view = any_text.observe(any_text.start(Setup(3, (0, 0, 0), Seat(0), {})).state, None)
    assert view.result is not None
    assert view.result.winners == (0, 1, 2)


def test_the_text_names_itself_and_its_seats(any_text: DrawGame) -> None:
    assert (any_text.fewest, any_text.most) == (2, 10)
    assert any_text.name in ("brazilian-pingo", "italian-invito", "italian-progressive")


def test_the_menu_is_the_one_of_the_step(any_text: DrawGame) -> None:
    step = any_text.start(Setup(3, (5, 5, 5), Seat(0), {}))
    assert any_text.menu(step.state) is step.menu


def test_a_verb_that_a_phase_does_not_know_is_a_mistake_of_ours(sit: Sit) -> None:
    from refengine.draw import betting
    from refengine.draw.state import Play, Round

    table = sit("brazilian-pingo", 9, 9).shuffle().do(0, "bet", 1)
    assert isinstance(table.state.turn, Round)
    with pytest.raises(InvariantBroken):
        betting.act_round(Play(table.state, []), table.state.turn, Action(Seat(1), "stay"))
