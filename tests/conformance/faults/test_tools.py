"""Replacing functions of the engine: only for the time of a call, whatever happens in it."""

from __future__ import annotations

import pytest

from conformance.faults import adapter_for
from conformance.faults.tools import NotPlain, Put, Swap, Swapped, swapped
from refengine import ledger
from refengine.draw import machine
from refengine.game import Setup
from refengine.rulesets import brazilian_pingo
from refengine.seating import Seat


def _nothing(*_: object) -> tuple[()]:
    return ()


def test_a_function_is_replaced_within_the_context_and_right_after_it() -> None:
    right = ledger.divide
    with swapped(Swap(ledger, "divide", _nothing)):
        assert ledger.divide(3, (Seat(0),)) == ()
    assert ledger.divide is right


def test_a_replaced_function_gets_the_right_one_before_the_arguments() -> None:
    with swapped(Swap(ledger, "divide", lambda right, amount, seats: right(amount + 1, seats))):
        assert ledger.divide(3, (Seat(0), Seat(1))) == ((0, 2), (1, 2))


def test_the_right_function_comes_back_after_an_error() -> None:
    right = ledger.divide
    with pytest.raises(ZeroDivisionError), swapped(Swap(ledger, "divide", lambda *_: 1 // 0)):
        ledger.divide(3, ())
    assert ledger.divide is right


def test_what_was_replaced_first_comes_back_last() -> None:
    right = ledger.divide
    with swapped(Swap(ledger, "divide", _nothing), Swap(ledger, "divide", lambda inner, *more: inner(*more))):
        assert ledger.divide(3, (Seat(0),)) == ()
    assert ledger.divide is right


def test_entries_of_a_table_can_be_replaced() -> None:
    right = machine.ENTER["antes"]
    with swapped(Swap(machine.ENTER, "antes", _nothing)):
        assert machine.ENTER["antes"] is not right
    assert machine.ENTER["antes"] is right


def test_a_value_can_be_put_in_the_place_of_another() -> None:
    with swapped(Put(machine, "MOST_SEATS", {})):
        assert machine.MOST_SEATS == {}
    assert machine.MOST_SEATS != {}


def test_a_name_that_is_not_there_is_an_error_and_nothing_is_replaced() -> None:
    right = ledger.divide
    with pytest.raises(AttributeError), swapped(Swap(ledger, "divide", _nothing), Put(ledger, "divides", 1)):
        pass
    assert ledger.divide is right


def test_other_games_are_right_while_a_wrong_one_is_played() -> None:
    setup = Setup(2, (10, 10), Seat(1), {})
    wrong = Swapped(brazilian_pingo.GAME, Put(machine, "MOST_SEATS", {"stripped": 1, "full": 1}))
    wrong_refuses = False
    try:
        wrong.start(setup)
    except Exception:
        wrong_refuses = True
    assert wrong_refuses
    assert brazilian_pingo.GAME.start(setup).state.chips.pot == 2


def test_an_implementation_with_a_fault_says_so() -> None:
    hello = adapter_for("pin-own-discards-back")().hello([1])
    assert hello["name"] == "wrong on purpose: pin-own-discards-back"
    assert isinstance(hello["rules"], dict)
    assert list(hello["rules"]) == ["brazilian-pingo"]


def test_a_compiled_engine_cannot_be_made_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "__file__", "ledger.cpython-311-x86_64-linux-gnu.so")
    with pytest.raises(NotPlain, match="compiled"):
        adapter_for("pin-own-discards-back")()
