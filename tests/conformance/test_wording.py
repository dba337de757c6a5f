"""What is said of actions, options and standard error: short, and never one kind of value for another."""

import pytest

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject
from conformance.house import read_house
from conformance.wording import action_in_words, actor_in_words, options_in_words, said, table_in_words


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"type": "bet", "amount": 2}, "bet 2"),
        ({"type": "bet", "amount": "2"}, 'bet "2"'),
        ({"type": "bet", "amount": 2.0}, "bet 2.0"),
        ({"type": "bet", "amount": True}, "bet true"),
        ({"type": "bet", "amount": "true"}, 'bet "true"'),
        ({"type": "bet", "amount": None}, "bet null"),
        ({"type": "bet", "amount": "null"}, 'bet "null"'),
        ({"type": "discard", "cards": ["9c", "Jd"]}, "discard 9c Jd"),
        ({"type": "discard", "cards": []}, "discard nothing"),
        ({"type": "discard", "cards": "9c"}, 'discard "9c"'),
        ({"type": "discard", "cards": ["9x"]}, 'discard ["9x"]'),
        ({"type": "play", "card": "9c"}, "play 9c"),
        ({"type": "play", "card": "9x"}, 'play "9x"'),
        ({"type": "play", "card": ["9c"]}, 'play ["9c"]'),
        ({"type": "exchange", "keep": "9c"}, "exchange 9c"),
        ({"type": "draw_seats", "seats": [1, 0]}, "draw_seats [1,0]"),
        ({"type": "draw_seats", "seats": ["1", "0"]}, 'draw_seats ["1","0"]'),
        ({"type": "extend", "hands": 3, "agreed": [0, 1]}, "extend 3 [0,1]"),
        ({"type": "bet", "amount": 2, "note": "so there"}, "bet 2 with note"),
        ({"type": "bet"}, '{"type":"bet"}'),
        ({"type": ["bet"]}, '{"type":["bet"]}'),
    ],
)
def test_an_action_is_told_so_that_the_kind_of_its_argument_shows(action: JsonObject, words: str) -> None:
    assert action_in_words(action) == words


@pytest.mark.parametrize(
    ("actor", "words"), [(0, "seat 0"), ("table", "table"), ("0", '"0"'), (0.0, "0.0"), (None, "null")]
)
def test_an_actor_is_told_so_that_its_kind_shows(actor: Json, words: str) -> None:
    assert actor_in_words(actor) == words


@pytest.mark.parametrize("options", [{"ante_by": "all"}, {"ante": 2}, {"hands": None}, {"must_head": True}])
def test_an_option_is_told_as_the_command_line_reads_it(options: JsonObject) -> None:
    (told,) = options_in_words(options)
    assert '"' not in told
    assert read_house([told]) == options


def test_a_word_that_json_reads_otherwise_keeps_its_quotes() -> None:
    assert options_in_words({"a": "2", "b": "true", "c": "null", "d": "1e5"}) == [
        'a="2"',
        'b="true"',
        'c="null"',
        'd="1e5"',
    ]


def test_a_table_is_told_with_options_that_are_none() -> None:
    assert table_in_words({"seats": 2, "stacks": [5, 5], "options": 1}) == "2 seats, stacks 5 5, options 1"


NODE = ["/app/adapter.js:12", "    throw new Error('no deck')", "    ^", "Error: no deck"]
STACK = [f"    at play{depth} (/app/adapter.js:{depth})" for depth in range(40)]
TRACE = [f'  File "adapter.py", line {depth}' for depth in range(40)]


def test_little_is_said_whole_without_empty_lines() -> None:
    assert said("one\n\ntwo\n", 6) == ["one", "two"]


def test_an_error_before_the_stack_is_said() -> None:
    told = said("\n".join([*NODE, *STACK, "", "Node.js v20"]), 6)
    assert told[:4] == [*NODE[:3], "Error: no deck"]
    assert told[-3:] == ["...", STACK[-1], "Node.js v20"]


def test_an_error_behind_the_stack_is_said() -> None:
    told = said("\n".join(["Traceback (most recent call last):", *TRACE, "ValueError: no deck"]), 6)
    assert told[0] == "Traceback (most recent call last):"
    assert told[-1] == "ValueError: no deck"


def test_an_error_between_a_long_log_and_a_long_stack_is_said() -> None:
    log = [f"hand {number} is dealt" for number in range(40)]
    told = said("\n".join([*log, *NODE, *STACK]), 6)
    assert told == [*log[:3], "...", "Error: no deck", "...", *STACK[-2:]]


def test_what_is_said_is_bounded() -> None:
    assert len([line for line in said("x\n" * 1000, 6) if line != "..."]) == 6
