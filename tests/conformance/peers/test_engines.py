"""Adapters of engines that nobody here wrote: they deal as was shuffled, and pass on what they are told."""

from __future__ import annotations

import sys

import pytest

from conformance.adapters.protocol import Answer, Json, Rejected, Request
from conformance.adapters.registry import BUNDLED, find_adapter, find_in_process
from conformance.convert import JsonObject
from conformance.table import holdem
from conformance.table.peers import PEERS
from conformance.table.play import play
from refengine.cards import FULL_PACK

MODULES = {
    "openspiel": "pyspiel",
    "openspiel-poker": "pyspiel",
    "pokerfast": "pokerfast",
    "rlcard": "rlcard",
    "texasholdem": "texasholdem",
}
HOLDEM = ("openspiel-poker", "pokerfast", "rlcard", "texasholdem")
LISTED_AFTER_THE_END = "the menu is empty exactly at the end"
KNOWN: dict[tuple[str, str], set[str]] = {
    ("openspiel", "x-hearts"): set(),
    ("openspiel", "x-oh-hell"): set(),
    ("openspiel", "x-spades"): set(),
    ("openspiel-poker", "x-holdem"): {
        "seats see what the referee sees",
        "every request is answered",
    },
    ("pokerfast", "x-holdem"): {
        "what the menu does not list is refused",
        LISTED_AFTER_THE_END,
        holdem.HEADS_UP,
    },
    ("rlcard", "x-holdem"): {
        LISTED_AFTER_THE_END,
        holdem.ASKED,
        holdem.ANSWERED,
        holdem.PAID,
        holdem.HEADS_UP,
    },
    ("rlcard", "x-limit-holdem"): {LISTED_AFTER_THE_END, holdem.LEADS, holdem.HEADS_UP},
    ("texasholdem", "x-holdem"): {LISTED_AFTER_THE_END},
}
"""What can be found in each, all of it shown on the engine alone in the tests beside this one."""


def need(name: str) -> None:
    pytest.importorskip(MODULES[name], reason=f"{name} is an extra: pytest-cardrules[engines]")


class Seated:
    """A session with an engine."""

    def __init__(self, name: str, rules: str, *stacks: int) -> None:
        need(name)
        self.connection = find_in_process(name).connect()
        params: JsonObject = {
            "session": "s",
            "rules": rules,
            "seats": len(stacks),
            "stacks": [*stacks],
            "dealer": len(stacks) - 1,
        }
        assert isinstance(self.connection.call(Request("new", params)), Answer)

    def act(self, actor: Json, **action: Json) -> str | None:
        request = Request("act", {"session": "s", "actor": actor, "action": action})
        outcome = self.connection.call(request)
        assert isinstance(outcome, Answer | Rejected), outcome
        return None if isinstance(outcome, Answer) else str(outcome.code)

    def view(self, seat: int | None = None) -> JsonObject:
        outcome = self.connection.call(Request("view", {"session": "s", "seat": seat}))
        assert isinstance(outcome, Answer)
        assert isinstance(outcome.result, dict)
        return outcome.result

    def cards(self, key: str, seat: int | None = None) -> list[str]:
        cards = self.view(seat)[key]
        assert isinstance(cards, list)
        return [str(card) for card in cards]


def test_every_peer_has_an_adapter_and_every_adapter_of_a_peer_is_asked() -> None:
    assert {peer.name for peer in PEERS} == BUNDLED.keys() - {"reference"}


@pytest.mark.parametrize("name", HOLDEM)
def test_holdem_is_dealt_in_the_order_of_the_pack(name: str) -> None:
    table = Seated(name, "x-holdem", 50, 50, 50)
    assert table.view()["phase"] == "shuffle"
    assert table.act("table", type="shuffle", cards=[*reversed(FULL_PACK)]) is None
    held = [card for seat in range(3) for card in table.cards("hand", seat)]
    assert sorted(held) == sorted([*reversed(FULL_PACK)][:6])
    assert table.view()["stacks"] == [49, 48, 50]
    assert table.view()["pot"] == 3
    assert [table.act(2, type="call", amount=2), table.act(0, type="call", amount=1)] == [None, None]
    assert table.act(1, type="check") is None
    assert sorted(table.cards("board")) == sorted([*reversed(FULL_PACK)][6:9])
    assert "menu" in table.view(0)
    assert "menu" not in table.view(1)


@pytest.mark.parametrize("name", HOLDEM)
def test_a_call_is_for_what_is_owed(name: str) -> None:
    table = Seated(name, "x-holdem", 50, 50, 50)
    table.act("table", type="shuffle", cards=[*FULL_PACK])
    assert table.act(2, type="call", amount=1) == "bad_amount"
    assert table.act(2, type="check") is not None
    assert table.act(2, type="call", amount=2) is None


@pytest.mark.parametrize(
    ("paid", "chips"),
    [
        ([49, 101.5, 10, 5.5], [49, 102, 10, 5]),
        ([3 + 1 / 3, 0, 3 + 1 / 3, 3 + 1 / 3], [4, 0, 3, 3]),
        ([20 / 3, 20 / 3, 20 / 3], [7, 7, 6]),
        ([1, 2, 3], [1, 2, 3]),
        ([2.5, 7], [2.5, 7]),
    ],
)
def test_an_odd_chip_of_openspiel_goes_to_one_of_those_who_share(
    paid: list[float], chips: list[float]
) -> None:
    need("openspiel-poker")
    from conformance.adapters.peers.openspiel_poker import whole_chips

    assert whole_chips(paid) == chips


def test_limit_holdem_is_played_on_credit() -> None:
    table = Seated("rlcard", "x-limit-holdem", 0, 0)
    table.act("table", type="shuffle", cards=[*FULL_PACK])
    assert table.view()["stacks"] == [-1, -2]
    assert table.act(0, type="raise", amount=3) is None
    assert table.act(1, type="fold") is None
    assert table.view()["stacks"] == [2, -2]


def test_rlcard_keeps_listing_actions_and_the_adapter_does_not_hide_it() -> None:
    table = Seated("rlcard", "x-holdem", 9, 9)
    table.act("table", type="shuffle", cards=[*FULL_PACK])
    table.act(0, type="fold")
    assert table.view()["over"] is True
    assert table.view()["menu"]


def test_texasholdem_keeps_listing_moves_and_the_adapter_does_not_hide_it() -> None:
    table = Seated("texasholdem", "x-holdem", 9, 9)
    table.act("table", type="shuffle", cards=[*FULL_PACK])
    table.act(table.view()["actor"], type="fold")
    assert table.view()["menu"] == [{"type": "next_hand"}, {"type": "end_session"}]
    assert table.act("table", type="end_session") is None
    assert table.view()["over"] is True
    assert table.view()["menu"]


def test_texasholdem_goes_on_to_the_next_hand_with_the_next_dealer() -> None:
    table = Seated("texasholdem", "x-holdem", 9, 9, 9)
    table.act("table", type="shuffle", cards=[*FULL_PACK])
    assert table.view()["dealer"] == 2
    assert [table.act(2, type="fold"), table.act(0, type="fold")] == [None, None]
    assert table.view()["phase"] == "between"
    assert table.act("table", type="next_hand") is None
    assert table.view()["hand_number"] == 2
    assert table.act("table", type="shuffle", cards=[*FULL_PACK]) is None
    assert table.view()["dealer"] == 0


def test_hearts_are_passed_one_card_at_a_time_and_then_played() -> None:
    table = Seated("openspiel", "x-hearts", 0, 0, 0, 0)
    table.act("table", type="shuffle", cards=[*FULL_PACK])
    assert table.view()["phase"] == "passing"
    for seat in range(4):
        for card in table.cards("hand", seat)[:3]:
            assert table.act(seat, type="discard", cards=[card]) is None
    assert table.view()["phase"] == "play"
    assert table.view()["menu"] == [{"type": "play", "card": {"one_of": ["2c"]}}]


def test_a_bid_is_a_bet_and_nil_is_none() -> None:
    table = Seated("openspiel", "x-spades", 0, 0, 0, 0)
    table.act("table", type="shuffle", cards=[*FULL_PACK])
    menu = table.view()["menu"]
    assert isinstance(menu, list)
    assert menu[0] == {"type": "bet", "amount": 0}
    assert [table.act(seat, type="bet", amount=bid) for seat, bid in enumerate((0, 3, 4, 2))] == [None] * 4
    assert table.act(0, type="play", card="10h") == "bad_cards"


def test_oh_hell_refuses_a_revoke() -> None:
    table = Seated("openspiel", "x-oh-hell", 0, 0, 0)
    table.act("table", type="shuffle", cards=[*FULL_PACK])
    for _ in range(3):
        actor = table.view()["actor"]
        assert table.act(actor, type="bet", amount=1) is None
    leader = table.view()["actor"]
    assert isinstance(leader, int)
    led = table.cards("hand", leader)[0]
    table.act(leader, type="play", card=led)
    follower = (leader + 1) % 3
    other = next(card for card in table.cards("hand", follower) if card[1] != led[1])
    assert table.act(follower, type="play", card=other) == "not_available"


@pytest.mark.parametrize(("name", "rules"), KNOWN)
def test_nothing_is_found_but_what_has_been_shown_on_the_engine_alone(name: str, rules: str) -> None:
    need(name)
    spec = f"stdio: {sys.executable} -m conformance serve {name}"
    played = play(find_adapter(spec), rules, 1, range(12))
    assert played.trouble == ""
    assert {finding.name for finding in played.findings} <= KNOWN[name, rules]
