"""What is drawn of a table, from what was told of it."""

import pytest

from conformance.adapters.protocol import Json
from conformance.compare import Difference
from conformance.convert import JsonObject
from conformance.lines import CardsLine
from conformance.report.html.layout import MOST_SEATS, spots
from conformance.report.html.table import Chips, Fact, Held, Look, Picture, Scene, chips, draw
from conformance.report.html.words import card_in_words, in_short, middle_in_words, seats_in_words

VIEW: JsonObject = {
    "phase": "opening",
    "actor": 1,
    "dealer": 2,
    "hand_number": 3,
    "pot": 12,
    "stacks": [0, 20, 300],
    "seats_in": [0, 1],
    "owes": 4,
}
CARDS = CardsLine(hands={"0": ["Ah", "Kd"], "1": ["Qs"]}, unseen={"2": ["2c"]})


def drawn(
    view: JsonObject = VIEW,
    *differences: Difference,
    cards: CardsLine | None = CARDS,
    look: Look | None = None,
    seats: int = 3,
) -> Picture:
    return draw(Scene(seats, view, cards, differences, look, None))


def test_seats_have_chips_roles_and_the_dealers_button() -> None:
    panels = drawn().panels
    assert [panel.chips for panel in panels] == [Chips("0", 0), Chips("20", 5), Chips("300", 6)]
    assert [panel.role for panel in panels] == ["in", "in", "out"]
    assert [panel.dealer for panel in panels] == [False, False, True]
    assert [panel.notes for panel in panels] == [("", ""), ("owes 4", ""), ("out", "")]
    assert drawn().actor == 1


def test_hands_are_told_by_the_reference_engine() -> None:
    assert [panel.held for panel in drawn().panels] == [
        Held("hand", ("Ah", "Kd")),
        Held("hand", ("Qs",)),
        Held("unseen", ("2c",)),
    ]
    assert not drawn(cards=None).known
    assert {panel.held for panel in drawn(cards=None).panels} == {Held("none", ())}


def test_through_the_eyes_of_a_seat_only_its_own_cards_are_open() -> None:
    panels = drawn(look=Look(1, ["Js"])).panels
    assert [panel.held for panel in panels] == [
        Held("backs", ("Ah", "Kd")),
        Held("told", ("Js",)),
        Held("backs", ("2c",)),
    ]


def test_hands_shown_are_open_to_all_eyes_and_the_winner_is_told() -> None:
    result: JsonObject = {"ended_by": "showdown", "payouts": {"0": 12}, "shown": {"0": ["Ah"]}, "mucked": [1]}
    view: JsonObject = {**VIEW, "phase": "between", "seats_in": [], "last_hand": result}
    for look in (None, Look(1, [])):
        panels = drawn(view, cards=CardsLine(), look=look).panels
        assert panels[0].held == Held("shown", ("Ah",))
        assert panels[0].notes == ("", "won 12")
        assert panels[1].notes[0] == "mucked"
    assert Fact("ended by: showdown", False) in drawn(view).middle.facts


def test_the_result_of_an_earlier_hand_is_not_drawn() -> None:
    view: JsonObject = {**VIEW, "last_hand": {"payouts": {"0": 12}, "shown": {"0": ["Ah"]}, "mucked": [1]}}
    assert drawn(view).panels == drawn().panels


def test_the_talon_lies_face_down_but_for_the_cards_turned_up() -> None:
    view: JsonObject = {**VIEW, "talon": ["7d"], "talon_holder": None, "turned_up": "6h", "trump": "h"}
    (row,) = drawn(view).middle.rows
    assert row.cards == (("6h", "trump"), ("7d", "talon"), ("", "talon"), ("", "talon"), ("", "talon"))
    assert Fact("trump: hearts", False) in drawn(view).middle.facts
    assert drawn({**view, "talon_holder": 1}).middle.rows[0].cards == (("6h", "trump"),)


def test_a_trick_shows_whose_card_is_whose_and_the_last_one_who_took_it() -> None:
    plays: Json = [{"seat": 2, "card": "Ah"}, {"seat": 0, "card": "6h"}]
    (row,) = drawn({**VIEW, "trick": plays}).middle.rows
    assert row == ("trick", (("Ah", "seat 2"), ("6h", "seat 0")), False)
    (row,) = drawn({**VIEW, "trick": [], "last_trick": {"cards": plays, "taken_by": 2}}).middle.rows
    assert row[:2] == ("last trick: seat 2", (("Ah", "seat 2"), ("6h", "seat 0")))


def test_turned_cards_lie_in_the_middle() -> None:
    (row,) = drawn({**VIEW, "turned": ["Td", "9c"]}).middle.rows
    assert row == ("turned", (("Td", ""), ("9c", "")), False)


@pytest.mark.parametrize(
    ("difference", "seats"),
    [
        (Difference("differs", "stacks", [1, 2, 3], [1, 5, 3]), (1,)),
        (Difference("differs", "seats_in", [0, 1], [0, 2]), (1, 2)),
        (Difference("differs", "dealer", 0, 2), (2,)),
        (Difference("differs", "last_hand.payouts.1", 5, 6), (1,)),
        (Difference("differs", "pot", 5, 6), ()),
    ],
)
def test_seats_are_marked_where_the_case_says_otherwise(
    difference: Difference, seats: tuple[int, ...]
) -> None:
    assert drawn(VIEW, difference).wrong == seats


def test_the_middle_is_marked_where_the_case_says_otherwise() -> None:
    view: JsonObject = {**VIEW, "turned": ["Td"]}
    middle = drawn(
        view,
        Difference("differs", "pot", 1, 12),
        Difference("differs", "phase", "draw", "opening"),
        Difference("differs", "turned", [], ["Td"]),
    ).middle
    assert middle.pot_wrong
    assert middle.facts[0].wrong
    assert middle.rows[0].wrong


NONSENSE: list[Json] = [
    None,
    True,
    -5,
    2.5,
    "x" * 999,
    [],
    [[]],
    {},
    {"0": [None]},
    ["\u202e"] * 99,
    [{"seat": {}}],
]


@pytest.mark.parametrize("value", NONSENSE, ids=range(len(NONSENSE)))
def test_any_view_at_all_can_be_drawn_and_told_in_few_words(value: Json) -> None:
    keys = (
        *VIEW,
        "last_hand",
        "turned",
        "trick",
        "last_trick",
        "talon",
        "turned_up",
        "trump",
        "scores",
        "five",
    )
    view: JsonObject = dict.fromkeys(
        (*keys, "pluses", "tricks_taken", "opener", "opening_rank", "carried"), value
    )
    for number in (1, 10):
        picture = drawn(view, look=Look(0, value), seats=number)
        words = [in_short(picture), middle_in_words(picture.middle)]
        words += [part for seat in seats_in_words(picture) for part in (seat.text, seat.cards)]
        assert all("\u202e" not in word and len(word) < 500 for word in words)
    drawn({**VIEW, "seats_in": [], "last_hand": {"payouts": value, "shown": value, "mucked": value}})


def test_seats_go_round_clockwise_and_do_not_touch() -> None:
    for number in range(1, MOST_SEATS + 1):
        places = spots(number)
        assert len(set(places)) == number
        for one in places:
            for other in places:
                assert one == other or abs(one.x - other.x) >= 106 or abs(one.y - other.y) >= 72
        assert all(0 <= spot.x <= 400 - 106 and 0 <= spot.y <= 360 - 72 for spot in places)


def test_the_seat_to_the_left_of_seat_0_is_drawn_to_its_left() -> None:
    for number in range(3, MOST_SEATS + 1):
        places = spots(number)
        assert places[1].x < places[0].x < places[-1].x


def test_the_words_say_what_the_picture_shows() -> None:
    told = [(seat.text, seat.cards, seat.backs) for seat in seats_in_words(drawn())]
    assert told == [
        ("Seat 0, 0 chips", "A♥ K♦", "2 cards face down"),
        ("Seat 1, to act, 20 chips, owes 4", "Q♠", "1 card face down"),
        ("Seat 2, dealer, 300 chips, out", "2♣", "1 card face down"),
    ]
    assert middle_in_words(drawn({**VIEW, "turned": ["Td"]}).middle) == "hand 3: opening; pot 12; turned 10♦."
    assert in_short(drawn()) == "Card table with 3 seats: hand 3: opening, pot 12, seat 1 to act"


def test_cards_that_are_none_are_told_as_they_are() -> None:
    assert [card_in_words(card) for card in ("Ts", "", "xx")] == ["10♠", "a card face down", "xx"]


def test_chips_can_be_owed_or_unknown() -> None:
    assert chips(-3) == Chips("-3", 0)
    assert chips(None) == Chips("?", 0)
    assert chips(10**30).text == "1000000…"
