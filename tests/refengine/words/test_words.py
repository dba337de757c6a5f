"""Cards, seats, options and events: the small words."""

import pytest

from refengine.cards import (
    FULL_PACK,
    in_hand_order,
    in_written_order,
    is_card,
    pack_from,
    parse_card,
    parse_cards,
)
from refengine.errors import ClauseId, HandError, InvariantBroken, SetupError
from refengine.events import Dealt, Drawn, Turned, sees_cards
from refengine.options import (
    Choice,
    OptionSpec,
    OptionValue,
    Whole,
    WholeOrNone,
    settle,
    whole,
    whole_or_none,
    word,
)
from refengine.seating import Seat, all_seats, clockwise_after, clockwise_from, next_left

NONE = ClauseId("")


def test_the_full_pack_has_52_different_cards() -> None:
    assert len(set(FULL_PACK)) == 52


@pytest.mark.parametrize(("lowest", "count"), [("2", 52), ("7", 32), ("9", 24)])
def test_a_pack_runs_from_its_lowest_rank_to_the_aces(lowest: str, count: int) -> None:
    pack = pack_from(lowest)
    assert (len(pack), pack[0], pack[-1]) == (count, lowest + "c", "As")


@pytest.mark.parametrize("text", ["10h", "ah", "AH", "", "A", "Ahh", "1c", "Xd", " Ah", 7, None, b"Ah"])
def test_what_is_no_card_is_told_apart(text: object) -> None:
    assert not is_card(text)


def test_a_text_that_names_no_card_is_refused() -> None:
    with pytest.raises(HandError, match="'10h' is no card"):
        parse_card("10h")


def test_hands_are_written_from_the_highest_rank_and_by_suit() -> None:
    assert in_hand_order(parse_cards("9s Ah 9c Kd Ac")) == parse_cards("Ac Ah Kd 9c 9s")


def test_packs_are_written_from_the_lowest_rank_and_by_suit() -> None:
    assert in_written_order(parse_cards("Ah 9s 9c Ac")) == parse_cards("9c 9s Ac Ah")


def test_turn_order_begins_at_the_left_and_ends_with_the_seat_itself() -> None:
    assert clockwise_after(2, all_seats(5)) == (3, 4, 0, 1, 2)


def test_turn_order_may_begin_with_a_seat() -> None:
    assert clockwise_from(2, (Seat(0), Seat(2), Seat(4))) == (2, 4, 0)


def test_the_next_to_the_left_wraps_round_the_table() -> None:
    assert next_left(4, (Seat(1), Seat(3))) == 1
    assert next_left(1, (Seat(1), Seat(3))) == 3


SPECS = (
    OptionSpec("stakes", "table", Choice(("table", "credit")), NONE),
    OptionSpec("flag", False, Choice((False, True)), NONE),
    OptionSpec("ante", 1, Whole(1), NONE),
    OptionSpec("most", None, WholeOrNone(1), NONE),
)


def test_options_not_named_keep_their_defaults() -> None:
    assert settle(SPECS, {"ante": 3}) == {"stakes": "table", "flag": False, "ante": 3, "most": None}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("stakes", "cash"),
        ("stakes", None),
        ("flag", 0),
        ("flag", 1),
        ("ante", 0),
        ("ante", True),
        ("ante", None),
        ("ante", "1"),
        ("ante", 2**53),
        ("most", 0),
        ("most", False),
        ("color", "red"),
    ],
)
def test_values_out_of_range_are_refused(name: str, value: OptionValue) -> None:
    with pytest.raises(SetupError):
        settle(SPECS, {name: value})


def test_settled_values_are_read_by_their_kind() -> None:
    options = settle(SPECS, {"most": 4})
    assert (word(options, "stakes"), whole(options, "ante")) == ("table", 1)
    assert (whole_or_none(options, "most"), whole_or_none(settle(SPECS, {}), "most")) == (4, None)


def test_reading_an_option_as_another_kind_is_a_mistake_of_ours() -> None:
    options = settle(SPECS, {})
    with pytest.raises(InvariantBroken):
        word(options, "ante")
    with pytest.raises(InvariantBroken):
        whole(options, "flag")


def test_the_faces_of_dealt_cards_are_for_their_seat_alone() -> None:
    dealt = Dealt(Seat(1), parse_cards("Ah"), (Seat(1),), NONE)
    assert (sees_cards(dealt, Seat(1)), sees_cards(dealt, Seat(0))) == (True, False)


def test_while_nobody_may_look_not_even_the_seat_sees_its_cards() -> None:
    assert not sees_cards(Drawn(Seat(1), parse_cards("Ah"), (), NONE), Seat(1))


def test_a_turned_card_is_for_everyone() -> None:
    assert sees_cards(Turned(parse_card("Ah"), NONE), Seat(5))
