"""Mutants: which changes are made of which code, and that the engine is right again afterwards."""

from __future__ import annotations

import ast

import pytest

from conformance.faults.mutants.equivalent import EQUIVALENT, reason_of
from conformance.faults.mutants.making import function_of, mutant, mutated
from conformance.faults.mutants.operators import changes_of
from conformance.faults.mutants.sites import MODULES, Site, all_sites, changes_in, sample
from refengine import ledger
from refengine.cards import parse_cards
from refengine.ranking import Ranking, winners
from refengine.seating import Seat
from refengine.table_scorer import scorer_for

ALL = all_sites()


def _changed(code: str) -> set[str]:
    """Every change of a node of the expression or statement, as code."""
    nodes = [node for part in ast.parse(code).body for node in ast.walk(part)]
    return {ast.unparse(ast.fix_missing_locations(c.node)) for node in nodes for c in changes_of(node)}


def _function(code: str) -> ast.FunctionDef:
    function = ast.parse(code).body[0]
    assert isinstance(function, ast.FunctionDef)
    return function


def _told(code: str) -> set[str]:
    """The changes that are made of a function."""
    return {ast.unparse(ast.fix_missing_locations(change.node)) for _, change in changes_in(_function(code))}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("a == b", {"a != b"}),
        ("a in b", {"a not in b"}),
        ("f(7)", {"pass", "8", "6"}),
        ("a + b", {"a - b"}),
        ("a // b", {"a * b"}),
        ("a and b", {"a or b", "a", "b"}),
        ("not a", {"a"}),
        ("a if b else c", {"a", "c"}),
        ("min(a, b)", {"max(a, b)", "pass"}),
        ("a[b:c]", {"b:", ":c"}),
        ("a.b = c", {"pass"}),
        ("a += b", {"pass", "a -= b"}),
    ],
)
def test_changes_of_a_piece_of_code(code: str, expected: set[str]) -> None:
    assert _changed(code) == expected


def test_the_two_values_of_a_result_change_places() -> None:
    assert "return (b, a)" in _told("def f(a, b):\n    return a, b")


def test_citations_events_and_checks_are_left_alone() -> None:
    code = """
def f(play):
    '''What it does, 1 time.'''
    play.cite(1)
    play.cites.append(2)
    self._events.append(3)
    if play.rank < 4:
        play.tell(Event(5))
    if play.rank > 6:
        raise InvariantBroken(7)
    assert play.rank == 8
    return 9
"""
    assert _told(code) == {"10", "8"}


def test_lines_may_move_without_another_id() -> None:
    site = Site("m", "f", "constant", "1", "2", 4, 10)
    assert site.id == site._replace(line=99, number=7).id
    assert site.id != site._replace(after="0").id


def test_every_module_has_sites_and_every_site_makes_code() -> None:
    sites = ALL
    assert {site.module for site in sites.values()} == set(MODULES)
    for site in sample(sites, 150, 7):
        assert mutated(site).co_qualname == site.function


def test_a_sample_depends_on_its_seed_and_hardly_on_other_sites() -> None:
    sites = ALL
    chosen = [site.id for site in sample(sites, 50, 1)]
    assert chosen == [site.id for site in sample(sites, 50, 1)]
    assert chosen != [site.id for site in sample(sites, 50, 2)]
    fewer = {name: site for name, site in sites.items() if name != chosen[0]}
    assert [site.id for site in sample(fewer, 50, 1)][:-1] == chosen[1:]


def _site(function: str, before: str, after: str) -> Site:
    return next(s for s in ALL.values() if (s.function, s.before, s.after) == (function, before, after))


def test_a_mutant_is_wrong_within_the_context_and_right_after_it() -> None:
    site = _site("divide", "place < odd", "place <= odd")
    with mutant(site):
        assert ledger.divide(7, (Seat(0), Seat(1), Seat(2))) == ((0, 3), (1, 3), (2, 2))
    assert ledger.divide(7, (Seat(0), Seat(1), Seat(2))) == ((0, 3), (1, 2), (2, 2))


def test_the_right_code_comes_back_after_an_error() -> None:
    site = _site("divide", "place < odd", "place <= odd")
    right = function_of(site).__code__
    with pytest.raises(ValueError, match="on purpose"), mutant(site):
        raise ValueError("on purpose")
    assert function_of(site).__code__ is right


def test_caches_do_not_outlive_a_mutant() -> None:
    right = scorer_for("7", "standard")
    with mutant(_site("divide", "place < odd", "place <= odd")):
        assert scorer_for("7", "standard") is not right
        wrong = scorer_for("7", "standard")
    assert scorer_for("7", "standard") is not wrong
    order = Ranking("7", "standard", "split", "linear")
    assert winners([parse_cards("Ac Kd Qh Js 9c"), parse_cards("Ad Kc Qs Jh 8c")], order) == (0,)


def test_every_reason_is_a_sentence_and_has_places() -> None:
    assert all(places for places in EQUIVALENT.values())
    assert [reason for reason in EQUIVALENT if not reason[0].islower() or reason.endswith(".")] == []


def test_a_mutant_without_a_reason_has_none() -> None:
    assert reason_of(Site("refengine.ledger", "divide", "constant", "one", "two", 0, 0)) == ""
