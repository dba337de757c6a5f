"""Stakes, states to begin with, and the first dealer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from refengine.cards import parse_cards
from refengine.errors import SetupError
from refengine.events import Ante, Shown
from refengine.game import Detail, Setup
from refengine.menus import SomeOf
from refengine.options import OptionValue
from refengine.rulesets.ton import GAME
from refengine.seating import Seat
from refengine.ton.rules import PACK

if TYPE_CHECKING:
    from tests.refengine.ton.conftest import Sit


def test_every_seat_pays_the_stake_into_the_bank(sit: Sit) -> None:
    table = sit(stacks=(5, 0, -7), dealer=0, stake=3)
    assert table.view().stacks == (2, -3, -10)
    assert table.view().pot == 9
    paid = [(event.seat, event.amount) for event in table.step.events if isinstance(event, Ante)]
    assert paid == [(0, 3), (1, 3), (2, 3)]
    assert "TON-1" in table.step.cites


def test_the_stake_is_one_by_default() -> None:
    view = GAME.observe(GAME.start(Setup(2, (5, 5), None, {})).state, None)
    assert (view.stacks, view.pot, view.phase) == ((4, 4), 2, "dealing_draw")


def test_a_stake_of_nothing_is_no_payment(sit: Sit) -> None:
    table = sit(stake=0)
    assert (table.view().pot, table.step.events) == (0, ())


def test_a_session_from_a_state_pays_no_stakes(sit: Sit) -> None:
    table = sit(stake=3, state={"scores": (14, -20, 3, 0), "pluses": (0, 1, 2, 3), "bank": 12})
    view = table.view()
    assert (view.stacks, view.pot) == ((50, 50, 50, 50), 12)
    assert (view.details["scores"], view.details["pluses"]) == ((14, -20, 3, 0), (0, 1, 2, 3))
    assert (view.hand_number, view.last_hand) == (1, None)


def test_what_a_state_leaves_out_is_nothing(sit: Sit) -> None:
    view = sit(stake=3, state={}).view()
    assert (view.stacks, view.pot) == ((50, 50, 50, 50), 0)
    assert (view.details["scores"], view.details["pluses"]) == ((0, 0, 0, 0), (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        ({"scores": (15, 0, 0, 0)}, "TON-16"),
        ({"scores": (0, 0, 0)}, "TON-1"),
        ({"scores": 3}, "TON-1"),
        ({"scores": (0, 0, 0, True)}, "TON-1"),
        ({"pluses": (0, 0, 0, -1)}, "TON-1"),
        ({"bank": -1}, "TON-1"),
        ({"bank": "12"}, "TON-1"),
        ({"hand": 3}, "TON-1"),
    ],
)
def test_states_in_which_no_game_can_stand(sit: Sit, state: Mapping[str, Detail], clause: str) -> None:
    with pytest.raises(SetupError) as caught:
        sit(state=state)
    assert caught.value.clause == clause


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_seats_can_play(seats: int) -> None:
    with pytest.raises(SetupError, match="this game takes 2 to 6"):
        GAME.start(Setup(seats, (0,) * seats, None, {}))
    for count in (2, 6):
        GAME.start(Setup(count, (0,) * count, None, {}))


@pytest.mark.parametrize(
    "options",
    [
        {"stake": -1},
        {"plus_value": -1},
        {"follow": "suit"},
        {"must_head": 1},
        {"five": "never"},
        {"first_dealer": "eldest"},
        {"deck": "full"},
    ],
)
def test_options_outside_their_range_are_refused(options: Mapping[str, OptionValue]) -> None:
    with pytest.raises(SetupError, match="option"):
        GAME.start(Setup(4, (0,) * 4, None, options))


def test_a_given_dealer_must_be_a_seat(sit: Sit) -> None:
    with pytest.raises(SetupError, match="no seat"):
        sit(dealer=4)
    with pytest.raises(SetupError, match="not given"):
        GAME.start(Setup(4, (0,) * 4, None, {"first_dealer": "given"}))


def test_what_was_agreed_on_is_cited_at_the_start() -> None:
    assert set(GAME.start(Setup(4, (0,) * 4, Seat(0), {})).cites) == {"TON-1"}
    agreed = GAME.start(Setup(4, (0,) * 4, None, {"five": "as_dealt"}))
    assert set(agreed.cites) == {"TON-1", "TON-6"}


def test_the_highest_card_deals_and_suits_decide_nothing(sit: Sit) -> None:
    table = sit(dealer=None)
    view = table.view()
    assert (view.phase, view.dealer, view.hand_number, view.seats_in) == ("dealing_draw", None, 1, ())
    offer = table.step.menu.offer("draw_dealer")
    assert offer is not None
    assert offer.domain == SomeOf(PACK, 4, 4, offer.clause)
    table.draw("Kc 6d Ah As")
    assert table.phase == "dealing_draw"
    assert table.refusal("table", "draw_dealer", parse_cards("Kc 7c")) == ("bad_cards", "TON-1")
    table.draw("7c 8d")
    shown = [(event.seat, event.cards) for event in table.step.events if isinstance(event, Shown)]
    assert shown == [(2, ("7c",)), (3, ("8d",))]
    assert (table.phase, table.view().dealer, table.view().seats_in) == ("shuffle", 3, (0, 1, 2, 3))


def test_a_chain_of_ties_that_uses_up_the_pack_goes_on_with_the_whole_pack(sit: Sit) -> None:
    table = sit(stacks=(0, 0), dealer=None)
    for rank in "6789TJQKA":
        table.draw(f"{rank}c {rank}d").draw(f"{rank}h {rank}s")
    assert table.draw("6c 7d").view().dealer == 1


def test_nothing_of_a_deal_is_there_while_the_dealer_is_drawn(sit: Sit) -> None:
    view = sit(dealer=None).view(0)
    assert view.details == {
        "trump": None,
        "five": None,
        "talon": (),
        "talon_holder": None,
        "trick": (),
        "tricks_taken": (0, 0, 0, 0),
        "last_trick": None,
        "turned_up": None,
        "scores": (0, 0, 0, 0),
        "pluses": (0, 0, 0, 0),
    }
    assert (view.hand, view.menu, view.owes) == ((), None, 0)
