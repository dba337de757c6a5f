"""The reference engine answers the protocol: sessions, refusals in their order, and ranked hands."""

import pytest

from conformance.adapters.protocol import Json, NotSupported, Rejection
from conformance.adapters.reference import Reference
from conformance.wire import CAPABILITIES, read_hello
from refengine.rulesets.catalogue import GAMES

TABLE: dict[str, Json] = {"seats": 2, "stacks": [9, 9], "dealer": 1, "options": {}}


@pytest.fixture
def reference() -> Reference:
    """With a session `s` of two seats, in which the table has to shuffle."""
    reference = Reference()
    reference.new(session="s", rules="brazilian-pingo", **TABLE)
    return reference


def refused(reference: Reference, actor: Json, action: Json) -> Rejection:
    with pytest.raises(Rejection) as caught:
        reference.act(session="s", actor=actor, action=action)
    return caught.value


def shuffle(reference: Reference) -> dict[str, Json]:
    pack: list[Json] = [rank + suit for rank in "789TJQKA" for suit in "cdhs"]
    return reference.act(session="s", actor="table", action={"type": "shuffle", "cards": pack})


def test_it_claims_every_rule_set_and_capability() -> None:
    hello = read_hello(Reference().hello(protocol=[1], kit={"name": "x", "version": "1"}))
    assert hello.rules.keys() == GAMES.keys()
    assert hello.capabilities == list(CAPABILITIES)


def test_it_speaks_only_the_protocol_it_knows() -> None:
    with pytest.raises(NotSupported):
        Reference().hello(protocol=[2])


def test_an_action_is_answered_with_the_view_of_the_referee(reference: Reference) -> None:
    view = shuffle(reference)
    assert view["phase"] == "opening"
    assert view["menu"]
    assert "hand" not in view
    assert view == reference.view(session="s", seat=None)


def test_a_seat_sees_its_own_cards_and_no_menu_but_its_own(reference: Reference) -> None:
    shuffle(reference)
    first, second = (reference.view(session="s", seat=seat) for seat in (0, 1))
    assert first["hand"]
    assert second["hand"]
    assert first["hand"] != second["hand"]
    assert "menu" in first
    assert "menu" not in second


def test_a_session_that_has_ended_is_gone(reference: Reference) -> None:
    assert reference.end(session="s") == {}
    with pytest.raises(ValueError, match="no session"):
        reference.view(session="s")


def test_sessions_do_not_share_anything(reference: Reference) -> None:
    reference.new(session="t", rules="brazilian-pingo", **TABLE)
    shuffle(reference)
    assert reference.view(session="t")["phase"] == "shuffle"


def test_the_codes_have_their_precedence(reference: Reference) -> None:
    assert refused(reference, "table", {"type": "shuffle", "cards": ["10h"]}).code == "malformed"
    assert refused(reference, 1.0, {"type": "fold"}).code == "malformed"
    assert refused(reference, 0, {"type": "leap"}).code == "malformed"
    assert refused(reference, 0, {"type": "fold"}).code == "not_your_turn"
    assert refused(reference, -1, {"type": "fold"}).code == "not_your_turn"
    assert refused(reference, "table", {"type": "fold"}).code == "not_available"
    assert refused(reference, "table", {"type": "shuffle", "cards": ["9c"]}).code == "bad_cards"
    shuffle(reference)
    for amount in (-1, 0, 10, 2**53, 2**70):
        assert refused(reference, 0, {"type": "bet", "amount": amount}).code == "bad_amount"
    assert refused(reference, 0, {"type": "bet", "amount": 2.0}).code == "malformed"
    assert refused(reference, 0, {"type": "bet", "amount": True}).code == "malformed"


def test_a_refusal_changes_nothing(reference: Reference) -> None:
    before = shuffle(reference)
    refused(reference, 0, {"type": "bet", "amount": 0})
    assert reference.view(session="s") == before


@pytest.mark.parametrize(
    "change",
    [
        {"seats": 11, "stacks": [9] * 11},
        {"stacks": [9]},
        {"stacks": [9, -1]},
        {"stacks": [9, 9.0]},
        {"stacks": [9, True]},
        {"dealer": 2},
        {"dealer": None},
        {"dealer": "0"},
        {"options": {"no_such": 1}},
        {"options": {"pingo": 0}},
        {"options": {"deck": "half"}},
        {"seats": "2"},
    ],
)
def test_a_session_that_cannot_begin_is_a_bad_setup(change: dict[str, Json]) -> None:
    with pytest.raises(Rejection) as caught:
        Reference().new(session="s", rules="brazilian-pingo", **{**TABLE, **change})
    assert caught.value.code == "bad_setup"


def test_what_it_does_not_claim_is_not_supported() -> None:
    with pytest.raises(NotSupported):
        Reference().new(session="s", rules="bridge", **TABLE)
    with pytest.raises(NotSupported):
        Reference().rank(rules="ton", seats=2, hands=[], options={})


def test_hands_rank_by_the_pack_of_that_many_seats() -> None:
    low: Json = ["Ah", "7c", "8d", "9s", "Ts"]
    pair: Json = ["Ac", "Ad", "9c", "8c", "7d"]
    ranked = Reference().rank(rules="italian-invito", seats=4, hands=[low, pair], options={})
    assert ranked["categories"] == ["straight", "pair"]
    keys = ranked["keys"]
    assert isinstance(keys, list)
    assert keys[0] > keys[1]  # type: ignore[operator]  # whole numbers
    wide = Reference().rank(rules="italian-invito", seats=4, hands=[low], options={"deck": "full"})
    assert wide["categories"] == ["high_card"]


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        (["Ah", "Kh", "Qh", "Jh"], "bad_cards"),
        (["Ah", "Ah", "Qh", "Jh", "Th"], "bad_cards"),
        (["2h", "Kh", "Qh", "Jh", "Th"], "bad_cards"),
        ("AhKhQhJhTh", "malformed"),
        ([1, 2, 3, 4, 5], "malformed"),
    ],
)
def test_hands_that_are_none_are_refused(hand: Json, code: str) -> None:
    with pytest.raises(Rejection) as caught:
        Reference().rank(rules="italian-invito", seats=4, hands=[hand], options={})
    assert caught.value.code == code


def test_a_table_that_cannot_be_has_no_ranking() -> None:
    for seats, options in ((11, {}), (4, {"deck": "half"})):
        with pytest.raises(Rejection) as caught:
            Reference().rank(rules="italian-invito", seats=seats, hands=[], options=options)  # type: ignore[arg-type]
        assert caught.value.code == "bad_setup"
