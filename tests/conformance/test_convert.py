"""What comes in over the protocol is checked for its kind; what goes out is what the page says."""

import pytest

from conformance.adapters.protocol import Json
from conformance.convert import (
    Malformed,
    action_from_json,
    action_to_json,
    events_to_json,
    menu_to_json,
    setup_from_json,
    view_to_json,
)
from refengine.actions import ARGUMENT_KIND, Action, Extension
from refengine.cards import parse_cards
from refengine.errors import NO_CLAUSE, SetupError
from refengine.events import Ante, Cut, Dealt, Drawn, Mucked, Paid, Shown, TrickTaken, Turned, Uncalled
from refengine.game import HandResult, Observation, SessionResult, Transfer
from refengine.menus import (
    AgreedHands,
    Amounts,
    Menu,
    Offer,
    OneOf,
    OrderOfCards,
    OrderOfSeats,
    SomeOf,
)
from refengine.seating import TABLE, Seat

CARDS = parse_cards("9c Jd")
SEATS = (Seat(0), Seat(1))
ACTIONS: list[tuple[Action, dict[str, Json]]] = [
    (Action(Seat(0), "fold"), {"type": "fold"}),
    (Action(Seat(1), "bet", 5), {"type": "bet", "amount": 5}),
    (Action(Seat(1), "play", CARDS[0]), {"type": "play", "card": "9c"}),
    (Action(Seat(1), "exchange", CARDS[0]), {"type": "exchange", "keep": "9c"}),
    (Action(TABLE, "shuffle", CARDS), {"type": "shuffle", "cards": ["9c", "Jd"]}),
    (Action(Seat(1), "discard", ()), {"type": "discard", "cards": []}),
    (Action(TABLE, "draw_seats", SEATS), {"type": "draw_seats", "seats": [0, 1]}),
    (Action(TABLE, "extend", Extension(2, SEATS)), {"type": "extend", "hands": 2, "agreed": [0, 1]}),
]


@pytest.mark.parametrize(("action", "written"), ACTIONS)
def test_actions_are_read_as_they_are_written(action: Action, written: dict[str, Json]) -> None:
    assert action_to_json(action) == written
    assert action_from_json(action.actor, written) == action


def test_arguments_beyond_those_of_the_type_are_ignored() -> None:
    assert action_from_json(0, {"type": "fold", "amount": "x", "why": None}) == Action(Seat(0), "fold")


def test_an_amount_keeps_its_value_however_large_or_negative() -> None:
    for amount in (-1, 0, 2**53, 10**30):
        assert action_from_json(0, {"type": "bet", "amount": amount}).argument == amount


def test_a_seat_that_does_not_exist_is_still_a_seat() -> None:
    assert action_from_json(-7, {"type": "fold"}).actor == -7


@pytest.mark.parametrize("actor", [None, True, 0.0, 1.5, "0", "Table", [], {}])
def test_what_is_neither_a_seat_nor_the_table_is_malformed(actor: Json) -> None:
    with pytest.raises(Malformed):
        action_from_json(actor, {"type": "fold"})


@pytest.mark.parametrize(
    "action",
    [
        None,
        "fold",
        [],
        {},
        {"type": None},
        {"type": "leap"},
        {"type": "bet"},
        {"type": "bet", "amount": None},
        {"type": "bet", "amount": 2.0},
        {"type": "bet", "amount": 2.5},
        {"type": "bet", "amount": "2"},
        {"type": "bet", "amount": True},
        {"type": "bet", "amount": [2]},
        {"type": "bet", "amount": {"min": 1, "max": 2}},
        {"type": "play", "card": "10h"},
        {"type": "play", "card": 7},
        {"type": "play", "keep": "9c"},
        {"type": "exchange", "card": "9c"},
        {"type": "discard", "cards": "9c"},
        {"type": "discard", "cards": ["9c", None]},
        {"type": "discard", "cards": ["9C"]},
        {"type": "draw_seats", "seats": 3},
        {"type": "draw_seats", "seats": [0, 1.0]},
        {"type": "draw_seats", "seats": [0, True]},
        {"type": "extend", "hands": 1},
        {"type": "extend", "hands": 1.0, "agreed": []},
        {"type": "extend", "hands": 1, "agreed": ["0"]},
    ],
)
def test_what_is_no_action_is_malformed(action: Json) -> None:
    with pytest.raises(Malformed):
        action_from_json(0, action)


def test_every_type_of_action_is_known_to_the_protocol() -> None:
    assert len(ARGUMENT_KIND) == 33


SETUP: dict[str, Json] = {"seats": 2, "stacks": [5, -3], "dealer": 1, "options": {"ante": 2}}


def test_a_setup_is_read_with_its_state() -> None:
    setup = setup_from_json({**SETUP, "state": {"scores": [1, 2], "bank": 3}, "more": 1})
    assert setup.seats == 2
    assert setup.stacks == (5, -3)
    assert setup.dealer == 1
    assert setup.options == {"ante": 2}
    assert setup.state == {"scores": (1, 2), "bank": 3}


def test_a_setup_needs_neither_dealer_nor_options_nor_state() -> None:
    setup = setup_from_json({"seats": 2, "stacks": []})
    assert (setup.dealer, setup.options, setup.state) == (None, {}, None)


@pytest.mark.parametrize(
    "change",
    [
        {"seats": None},
        {"seats": True},
        {"seats": 2.0},
        {"seats": "2"},
        {"stacks": 5},
        {"stacks": [5, 5.0]},
        {"stacks": [5, False]},
        {"stacks": [5, "5"]},
        {"dealer": 0.0},
        {"dealer": "0"},
        {"dealer": True},
        {"options": []},
        {"options": {"ante": 1.0}},
        {"options": {"ante": [1]}},
        {"options": {"ante": {}}},
        {"state": []},
        {"state": {"bank": 1.5}},
        {"state": {"scores": [1, 2.0]}},
    ],
)
def test_values_of_another_kind_make_no_setup(change: dict[str, Json]) -> None:
    with pytest.raises(SetupError):
        setup_from_json({**SETUP, **change})


def test_menus_are_written_as_patterns() -> None:
    menu = Menu(
        Seat(0),
        (
            Offer("fold"),
            Offer("call", Amounts(3, 3)),
            Offer("bet", Amounts(1, None)),
            Offer("discard", SomeOf(CARDS, 0, 1)),
            Offer("play", OneOf(CARDS)),
            Offer("exchange", OneOf(CARDS)),
            Offer("shuffle", OrderOfCards(CARDS)),
            Offer("draw_seats", OrderOfSeats(SEATS)),
            Offer("extend", AgreedHands(SEATS)),
        ),
    )
    assert menu_to_json(menu) == [
        {"type": "fold"},
        {"type": "call", "amount": 3},
        {"type": "bet", "amount": {"min": 1, "max": None}},
        {"type": "discard", "cards": {"from": ["9c", "Jd"], "min": 0, "max": 1}},
        {"type": "play", "card": {"one_of": ["9c", "Jd"]}},
        {"type": "exchange", "keep": {"one_of": ["9c", "Jd"]}},
        {"type": "shuffle", "cards": {"order_of": ["9c", "Jd"]}},
        {"type": "draw_seats", "seats": {"order_of": [0, 1]}},
        {"type": "extend", "hands": {"min": 1, "max": None}, "agreed": {"order_of": [0, 1]}},
    ]


def observation(**change: object) -> Observation:
    plain = Observation(
        phase="opening",
        actor=Seat(1),
        dealer=None,
        hand_number=1,
        pot=4,
        stacks=(9, 9),
        seats_in=SEATS,
        owes=0,
        menu=None,
        last_hand=None,
        result=None,
        hand=None,
        details={},
    )
    return plain._replace(**change)  # type: ignore[arg-type]  # any of its fields


def test_a_view_has_the_keys_of_the_page_and_no_others() -> None:
    assert view_to_json(observation()) == {
        "phase": "opening",
        "actor": 1,
        "dealer": None,
        "hand_number": 1,
        "pot": 4,
        "stacks": [9, 9],
        "seats_in": [0, 1],
        "owes": 0,
        "last_hand": None,
        "over": False,
    }


def test_a_view_tells_menu_hand_and_details_where_there_are_any() -> None:
    view = view_to_json(
        observation(menu=Menu(Seat(1), (Offer("check"),)), hand=CARDS, details={"trick": ({"seat": 0},)})
    )
    assert view["menu"] == [{"type": "check"}]
    assert view["hand"] == ["9c", "Jd"]
    assert view["trick"] == [{"seat": 0}]
    assert view_to_json(observation(hand=()))["hand"] == []


def test_results_have_seats_as_strings_where_they_are_keys() -> None:
    view = view_to_json(
        observation(
            last_hand=HandResult("showdown", ((Seat(0), 4),), ((Seat(0), CARDS),), (Seat(1),)),
            result=SessionResult((5, 13), (Seat(1),), (Transfer(Seat(0), Seat(1), 4),)),
        )
    )
    assert view["last_hand"] == {
        "ended_by": "showdown",
        "payouts": {"0": 4},
        "shown": {"0": ["9c", "Jd"]},
        "mucked": [1],
    }
    assert view["over"] is True
    assert view["result"] == {
        "stacks": [5, 13],
        "winners": [1],
        "transfers": [{"from": 0, "to": 1, "amount": 4}],
    }


def test_dealt_cards_are_told_only_to_the_seat_that_may_look() -> None:
    events = (
        Dealt(Seat(0), CARDS, (Seat(0),), NO_CLAUSE),
        Drawn(Seat(1), CARDS, (), NO_CLAUSE),
    )
    hidden: list[Json] = [
        {"type": "dealt", "seat": 0, "count": 2},
        {"type": "drawn", "seat": 1, "count": 2},
    ]
    assert events_to_json(events, None) == hidden
    assert events_to_json(events, Seat(1)) == hidden
    assert events_to_json(events, Seat(0)) == [{**hidden[0], "cards": ["9c", "Jd"]}, hidden[1]]  # type: ignore[dict-item]


def test_every_other_event_is_told_to_all_alike() -> None:
    events = (
        Ante(Seat(3), 1, NO_CLAUSE),
        Cut(Seat(2), NO_CLAUSE),
        Uncalled(Seat(1), 4, NO_CLAUSE),
        Shown(Seat(1), CARDS, NO_CLAUSE),
        Mucked(Seat(0), NO_CLAUSE),
        Paid(Seat(1), 9, NO_CLAUSE),
        Turned(CARDS[0], NO_CLAUSE),
        TrickTaken(Seat(1), NO_CLAUSE),
    )
    assert events_to_json(events, None) == [
        {"type": "ante", "seat": 3, "amount": 1},
        {"type": "cut", "seat": 2},
        {"type": "uncalled", "seat": 1, "amount": 4},
        {"type": "shown", "seat": 1, "cards": ["9c", "Jd"]},
        {"type": "mucked", "seat": 0},
        {"type": "paid", "seat": 1, "amount": 9},
        {"type": "turned", "card": "9c"},
        {"type": "trick", "seat": 1},
    ]
    assert events_to_json(events, Seat(0)) == events_to_json(events, None)
