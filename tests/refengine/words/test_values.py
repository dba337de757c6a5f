"""Values written out by hand are what a record is: equal by their parts, hashed, shown, copied."""

import copy
import pickle

import pytest

from refengine.menus import Amounts, SomeOf


def test_values_are_equal_by_their_parts_within_their_class() -> None:
    assert Amounts(1, 5) == Amounts(1, 5)
    assert Amounts(1, 5) != Amounts(1, 6)
    assert Amounts(1, 5) != SomeOf((), 1, 5)
    assert Amounts(1, 5) != (1, 5)


def test_equal_values_have_equal_hashes() -> None:
    assert hash(Amounts(1, 5)) == hash(Amounts(1, 5))


def test_a_value_shows_its_parts_by_name() -> None:
    assert repr(Amounts(1, None)).startswith("Amounts(low=1, high=None, ")


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
)
def test_a_value_can_be_copied_and_pickled(duplicate: "object") -> None:
    assert callable(duplicate)
    assert duplicate(Amounts(1, 5)) == Amounts(1, 5)


def test_a_changed_value_is_another_one() -> None:
    before = Amounts(1, 5)
    assert before._replace(high=7) == Amounts(1, 7)
    assert before == Amounts(1, 5)


def test_a_part_that_a_value_has_not_cannot_be_changed() -> None:
    with pytest.raises(TypeError, match="Amounts has no width"):
        Amounts(1, 5)._replace(width=3)
