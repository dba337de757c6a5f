"""The registry of wrong engines: what is known about each of them is right, and the corpus finds each."""

from __future__ import annotations

import re

import pytest

from conformance.corpus import load_corpus
from conformance.faults import adapter_for, faults
from conformance.faults.fault import Fault
from conformance.faults.proof.trial import Scripts, kills
from refengine.rulesets.catalogue import GAMES

ALL = tuple(faults().values())
PREFIXES = {
    "brazilian-pingo": "pin",
    "italian-invito": "inv",
    "italian-progressive": "pro",
    "red-dog": "dog",
    "ton": "ton",
}


@pytest.mark.parametrize("fault", ALL, ids=lambda fault: fault.id)
def test_a_case_that_claims_the_clause_finds_the_fault(fault: Fault, prepared: Scripts) -> None:
    claiming = prepared.claiming(fault.rules, fault.clause)
    assert next(kills(adapter_for(fault.id)(), claiming), None) is not None


@pytest.mark.parametrize("rules", sorted(GAMES))
def test_every_testable_clause_of_a_rule_set_is_broken_by_some_fault(rules: str, prepared: Scripts) -> None:
    claimed = {clause for script in prepared.by_rules[rules] for clause in script.entry.clauses}
    testable = {name for name in claimed if prepared.corpus.clauses[name].testable}
    assert testable - {fault.clause for fault in ALL if fault.rules == rules} == set()


def test_ids_say_the_rule_set_and_read_as_words() -> None:
    odd = [f.id for f in ALL if not re.fullmatch(rf"{PREFIXES[f.rules]}(-[a-z]+)+", f.id)]
    assert odd == []


def test_every_clause_is_in_the_catalogue() -> None:
    clauses = load_corpus(None).clauses
    assert [fault.id for fault in ALL if fault.clause and fault.clause not in clauses] == []


def test_only_faults_of_answering_and_viewing_break_no_clause() -> None:
    assert {fault.kind for fault in ALL if not fault.clause} == {"refusal", "views"}


def test_no_two_faults_of_a_rule_set_say_the_same() -> None:
    said = [(fault.rules, fault.says) for fault in ALL]
    assert sorted({words for words in said if said.count(words) > 1}) == []


def test_every_fault_is_told_in_one_sentence() -> None:
    assert [f.id for f in ALL if not re.fullmatch(r"[A-Z`].*\.", f.says)] == []


def test_a_fault_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        adapter_for("pin-nothing-of-the-kind")
