"""Tables stay within what is claimed, and have what faults hide behind."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.adapters.protocol import Json
from conformance.adapters.reference import Reference
from conformance.claims import Claims, Settings
from conformance.random_play.choices import seeded
from conformance.random_play.tables import Ground, Table, Unplayable, draw_table, ground_of
from conformance.wire import Hello, Interval, RulesClaim, SeatSpan, read_hello
from refengine.menus import SESSION_OVER
from refengine.rulesets.catalogue import GAMES


def hello_with(rules: str, claim: RulesClaim, capabilities: tuple[str, ...] = ("play",)) -> Hello:
    return Hello(1, "claimant", "1", {rules: claim}, [*capabilities])


def tables_of(
    claim: RulesClaim, rules: str = "brazilian-pingo", house: Settings | None = None
) -> list[Table]:
    ground = ground_of(Claims(hello_with(rules, claim), house), rules)
    assert isinstance(ground, Ground)
    return [draw_table(seeded("tables", number), ground) for number in range(150)]


@given(st.sampled_from(sorted(GAMES)), st.integers())
def test_a_session_can_begin_at_every_table(rules: str, seed: int) -> None:
    ground = ground_of(Claims(read_hello(Reference().hello([1]))), rules)
    assert isinstance(ground, Ground)
    table = draw_table(seeded(seed), ground)
    assert table.start(GAMES[rules]).state is not None


def test_seats_stay_within_what_is_claimed() -> None:
    seats = {table.seats for table in tables_of(RulesClaim(SeatSpan(3, 5)))}
    assert seats == {3, 4, 5}


def test_options_stay_within_what_is_claimed() -> None:
    claim = RulesClaim(
        None, {"deck": ["full"], "pingo": Interval(2, 4), "bet_min": [1, 5], "ties": ["split"]}
    )
    tables = tables_of(claim)
    assert all(table.options["deck"] == "full" for table in tables)
    assert {table.options["pingo"] for table in tables} == {2, 3, 4}
    assert {table.options.get("bet_min") for table in tables} == {None, 5}
    assert all("ties" not in table.options for table in tables)


def test_an_option_that_is_not_named_can_have_any_value() -> None:
    values = {table.options.get("stakes") for table in tables_of(RulesClaim())}
    assert values == {None, "credit"}


def test_what_the_house_fixes_is_fixed() -> None:
    tables = tables_of(RulesClaim(), house={"stakes": "credit", "bet_max": 7})
    assert all((table.options["stakes"], table.options["bet_max"]) == ("credit", 7) for table in tables)


UNPLAYABLE: Mapping[str, tuple[Hello, str]] = {
    "another rule set": (hello_with("red-dog", RulesClaim()), "does not play brazilian-pingo"),
    "no sessions at all": (hello_with("brazilian-pingo", RulesClaim(), ("rank",)), "does not claim play"),
    "no seats": (hello_with("brazilian-pingo", RulesClaim(SeatSpan(11, 12))), "claims no number of seats"),
    "no value of an option": (
        hello_with("brazilian-pingo", RulesClaim(None, {"deck": ["short"]})),
        "claims no value of deck",
    ),
    "values that contradict each other": (
        hello_with("brazilian-pingo", RulesClaim(None, {"bet_min": [9], "bet_max": [2]})),
        "its simplest table is refused by the rules: bet_max 2 is below bet_min 9",
    ),
}


@pytest.mark.parametrize("name", sorted(UNPLAYABLE))
def test_what_cannot_be_played_is_said_with_its_reason(name: str) -> None:
    hello, reason = UNPLAYABLE[name]
    assert ground_of(Claims(hello), "brazilian-pingo") == Unplayable(reason)


def test_a_rule_set_of_which_there_is_no_engine_is_not_played() -> None:
    hello = hello_with("old-maid", RulesClaim())
    assert isinstance(ground_of(Claims(hello), "old-maid"), Unplayable)


def test_many_stacks_are_tiny_and_some_seats_are_broke() -> None:
    stacks = [stack for table in tables_of(RulesClaim()) for stack in table.stacks]
    assert sum(0 < stack <= 12 for stack in stacks) > len(stacks) / 3
    assert 0 in stacks


def test_most_sessions_do_not_end_before_they_begin() -> None:
    ended = [
        table for table in tables_of(RulesClaim()) if table.start(GAMES[table.rules]).menu == SESSION_OVER
    ]
    assert len(ended) < 8


def test_sessions_of_ton_begin_in_the_middle_too() -> None:
    states = [table.state for table in tables_of(RulesClaim(), "ton")]
    scores: list[Json] = [state["scores"] for state in states if state is not None]
    assert None in states
    assert any(isinstance(row, list) and 14 in row for row in scores)


def test_the_dealer_is_not_given_where_the_cards_decide() -> None:
    for table in tables_of(RulesClaim(), "red-dog"):
        assert (table.dealer is None) == ("first_dealer" not in table.options)
