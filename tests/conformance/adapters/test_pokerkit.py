"""PokerKit as an implementation under test: what its adapter imposes, and faults shown on PokerKit alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pokerkit import State

pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is an extra: pytest-cardrules[peers]")

from conformance.adapters.inprocess import InProcessConnection  # noqa: E402
from conformance.adapters.peers.pokerkit import PokerKit  # noqa: E402
from conformance.adapters.protocol import Answer, Json, Rejected, Request, Unsupported  # noqa: E402
from refengine.cards import FULL_PACK, parse_cards  # noqa: E402

DEAL = "Ah Kd 9c Ad Kh 9d Qs Js Tc 8s 8h Qd 9s Th Jd"


class Table:
    """A hand of three seats, the last one dealing."""

    def __init__(self, *stacks: int) -> None:
        self.connection = InProcessConnection(PokerKit())
        self.stacks = list(stacks or (100, 100, 100))
        assert isinstance(self.connection.call(Request("hello", {"protocol": [1]})), Answer)
        params: dict[str, Json] = {
            "session": "s",
            "rules": "brazilian-pingo",
            "options": {"deck": "full", "ranking": "standard"},
            "seats": len(self.stacks),
            "stacks": list(self.stacks),
            "dealer": len(self.stacks) - 1,
        }
        self.begun = self.connection.call(Request("new", params))
        self.shuffle(DEAL)

    def do(self, actor: Json, **action: Json) -> Json:
        outcome = self.connection.call(Request("act", {"session": "s", "actor": actor, "action": action}))
        return outcome.result if isinstance(outcome, Answer) else type(outcome).__name__

    def shuffle(self, top: str) -> Json:
        view = self.view()
        menu = view["menu"]
        assert isinstance(menu, list)
        assert isinstance(menu[0], dict)
        cards = menu[0]["cards"]
        assert isinstance(cards, dict)
        among = cards["order_of"]
        assert isinstance(among, list)
        first: list[Json] = list(parse_cards(top))
        return self.do(
            "table", type="shuffle", cards=[*first, *(card for card in among if card not in first)]
        )

    def view(self, seat: int | None = None) -> dict[str, Json]:
        outcome = self.connection.call(Request("view", {"session": "s", "seat": seat}))
        assert isinstance(outcome, Answer)
        assert isinstance(outcome.result, dict)
        return outcome.result


def test_each_seat_is_served_in_its_turn() -> None:
    table = Table()
    for seat, verb in ((0, "bet"), (1, "call"), (2, "call")):
        table.do(seat, type=verb, amount=5)
    table.shuffle("2c 2d 2h")
    table.do(0, type="discard", cards=["Qs", "8s"])
    assert table.view(0)["hand"] == ["Ad", "Ah", "9s", "2c", "2d"]


def test_the_last_raiser_speaks_first_after_the_draw() -> None:
    table = Table()
    table.do(0, type="bet", amount=5)
    table.do(1, type="raise", amount=10)
    for seat in (2, 0):
        table.do(seat, type="call", amount=10 if seat == 2 else 5)
    table.shuffle("")
    for seat in (0, 1, 2):
        table.do(seat, type="discard", cards=[])
    assert table.view()["actor"] == 1


def test_a_seat_may_change_four_cards_and_no_more() -> None:
    table = Table()
    for seat, verb in ((0, "bet"), (1, "call"), (2, "call")):
        table.do(seat, type=verb, amount=5)
    table.shuffle("")
    assert table.do(0, type="discard", cards=["Ah", "Ad", "Qs", "8s", "9s"]) == "Rejected"


def test_a_shuffle_of_other_cards_is_refused_by_the_adapter() -> None:
    table = Table()
    for seat, verb in ((0, "bet"), (1, "call"), (2, "call")):
        table.do(seat, type=verb, amount=5)
    assert table.do("table", type="shuffle", cards=list(FULL_PACK)) == "Rejected"


def test_a_second_hand_is_not_claimed() -> None:
    table = Table()
    table.do(0, type="bet", amount=5)
    table.do(1, type="fold")
    table.do(2, type="fold")
    assert table.view()["phase"] == "between"
    outcome = table.connection.call(
        Request("act", {"session": "s", "actor": "table", "action": {"type": "next_hand"}})
    )
    assert isinstance(outcome, Unsupported)


@pytest.mark.parametrize("dealer", [-1, 3, True, None])
def test_a_dealer_that_is_no_seat_is_refused_before_pokerkit_is_asked(dealer: Json) -> None:
    params: dict[str, Json] = {
        "session": "s", "rules": "brazilian-pingo", "seats": 3, "stacks": [9, 9, 9], "dealer": dealer,
    }  # fmt: skip
    assert isinstance(InProcessConnection(PokerKit()).call(Request("new", params)), Rejected)


def test_after_the_hand_the_table_can_end_the_session() -> None:
    table = Table()
    table.do(0, type="bet", amount=5)
    table.do(1, type="fold")
    table.do(2, type="fold")
    assert table.do(0, type="end_session") == "Rejected"
    assert isinstance(table.do("table", type="end_session"), dict)
    assert table.view()["phase"] == "over"
    assert table.do("table", type="end_session") == "Rejected"


@pytest.mark.parametrize("chips", [99.5, True, "9", None])
def test_a_stack_that_is_no_whole_number_is_refused_before_pokerkit_is_asked(chips: Json) -> None:
    params: dict[str, Json] = {
        "session": "s", "rules": "brazilian-pingo", "seats": 3, "stacks": [9, chips, 9], "dealer": 0,
    }  # fmt: skip
    assert isinstance(InProcessConnection(PokerKit()).call(Request("new", params)), Rejected)


@pytest.mark.parametrize("amount", [2.5, True, None, "5"])
def test_a_bet_that_is_no_whole_number_is_refused_before_pokerkit_is_asked(amount: Json) -> None:
    assert Table().do(0, type="bet", amount=amount) == "Rejected"


def may(table: Table) -> set[str]:
    menu = table.view()["menu"]
    assert isinstance(menu, list)
    return {str(pattern["type"]) for pattern in menu if isinstance(pattern, dict)}


def test_who_has_said_mesa_does_not_raise_an_opening_bet_until_it_is_raised() -> None:
    table = Table()
    table.do(0, type="check")
    table.do(1, type="bet", amount=5)
    assert may(table) == {"fold", "call", "raise"}
    table.do(2, type="call", amount=5)
    assert may(table) == {"fold", "call"}
    assert table.do(0, type="raise", amount=10) == "Rejected"
    raised = Table()
    raised.do(0, type="check")
    raised.do(1, type="bet", amount=5)
    raised.do(2, type="raise", amount=10)
    assert may(raised) == {"fold", "call", "raise"}


# -- what PokerKit 0.7.7 does, shown without the adapter, so that no verdict blames it for ours
def state(stacks: tuple[int, ...]) -> State:
    automations = tuple(
        step
        for step in pokerkit.Automation
        if step.name not in ("CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING", "RUNOUT_COUNT_SELECTION")
    )
    streets = (
        pokerkit.Street(False, (False,) * 5, 0, False, pokerkit.Opening.POSITION, 1, None),
        pokerkit.Street(False, (), 0, True, pokerkit.Opening.POSITION, 1, None),
    )
    made: State = pokerkit.State(
        automations, pokerkit.Deck.STANDARD, (pokerkit.StandardHighHand,), streets,
        pokerkit.BettingStructure.NO_LIMIT, False, 1, 0, 0, stacks, len(stacks),
        mode=pokerkit.Mode.CASH_GAME,
    )  # fmt: skip
    for card in parse_cards(DEAL):
        made.deal_hole(card)
    return made


def test_a_refused_discard_of_one_card_twice_has_taken_the_card() -> None:
    alone = state((100, 100, 100))
    for _ in range(3):
        alone.check_or_call()
    assert alone.can_stand_pat_or_discard("QsQs")
    with pytest.raises(ValueError, match="not in"):
        alone.stand_pat_or_discard("QsQs")
    assert len(alone.hole_cards[0]) == 4


def test_a_raise_must_be_as_large_as_the_last_one() -> None:
    alone = state((100, 100, 100))
    alone.complete_bet_or_raise_to(20)
    assert alone.min_completion_betting_or_raising_to_amount == 40


def test_a_stack_of_no_chips_is_refused() -> None:
    with pytest.raises(ValueError, match="stack"):
        state((100, 0, 100))


def test_chips_may_be_any_numbers_which_is_documented_and_no_fault() -> None:
    assert state((100, 99.5, 100)).stacks[1] == 98.5  # type: ignore[arg-type]  # the point of the test
