"""Which part of a corpus is asked for, and which tests belong together."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from conformance.corpus import load_corpus
from conformance.index import entries_of
from conformance.selection import Choice, SelectionError, select
from conformance.session.groups import GROUP_SIZE, entry_of, group_of, scope_of

CORPUS = load_corpus(Path(__file__).parent / "corpus" / "playable")


def chosen(
    rules: Sequence[str] = (),
    clauses: Sequence[str] = (),
    cases: Sequence[str] = (),
    levels: Sequence[str] = (),
) -> list[str]:
    return [entry.id for entry in select(CORPUS, Choice(rules, clauses, cases, levels))]


def test_without_a_choice_everything_is_chosen_in_the_order_of_the_corpus() -> None:
    assert chosen() == [entry.id for entry in entries_of(CORPUS)]


def test_parts_of_a_choice_narrow_each_other() -> None:
    assert chosen(cases=["PIN.000[12]"]) == ["PIN.0001", "PIN.0002"]
    assert chosen(cases=["PIN.000[12]"], levels=["option"]) == ["PIN.0002"]
    assert chosen(rules=["brazilian-pingo"], clauses=["PIN-1"], cases=["PIN.0001"]) == ["PIN.0001"]


def test_a_clause_means_the_ruling_inside_it_too() -> None:
    assert "PIN.0004" in chosen(clauses=["PIN-5"])
    assert "PIN.0004" in chosen(clauses=["PIN-5r"])
    assert "PIN.0004" not in chosen(clauses=["PIN-1"])


@pytest.mark.parametrize(
    "parts",
    [
        {"rules": ["bridge"]},
        {"clauses": ["PIN-99"]},
        {"cases": ["PIN.9*"]},
        {"cases": ["PIN.0001"], "levels": ["ruling"]},
    ],
)
def test_a_choice_of_nothing_is_refused(parts: dict[str, list[str]]) -> None:
    with pytest.raises(SelectionError):
        chosen(**parts)


def test_tests_of_the_suite_are_told_by_their_ids_wherever_the_suite_is() -> None:
    assert entry_of("test_corpus.py::test_case[PIN.0012]") == "PIN.0012"
    assert entry_of("../lib/conformance/suite/test_corpus.py::test_ranking[INV.R110]") == "INV.R110"
    assert entry_of("tests/my_test_corpus.py::test_case[PIN.0012]") is None
    assert entry_of("test_corpus.py::test_other[PIN.0012]") is None


def test_entries_with_near_numbers_of_one_kind_are_a_group() -> None:
    assert group_of("PIN.0000") == group_of(f"PIN.{GROUP_SIZE - 1:04}")
    assert group_of("PIN.0000") != group_of(f"PIN.{GROUP_SIZE:04}")
    assert len({group_of(name) for name in ("PIN.0001", "PIN.R001", "PIN.S001", "INV.0001")}) == 4


def test_tests_of_a_project_stay_by_themselves() -> None:
    assert scope_of("tests/test_x.py::test_y") == "tests/test_x.py::test_y"
    assert scope_of("test_corpus.py::test_case[PIN.0001]") == scope_of("test_corpus.py::test_case[PIN.0002]")
