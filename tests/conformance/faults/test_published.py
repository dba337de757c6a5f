"""What is published in ``fixtures/MUTATION.json``, ``tiers.json`` and ``docs/mutation.md`` still holds.

A sample of the published results is made again. The whole proof takes minutes and is made by `conformance
prove`; if a test here fails because wrong engines, cases or the engine have changed, that is what to run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from conformance.corpus import load_corpus
from conformance.faults import adapter_for, faults
from conformance.faults.different import unlike
from conformance.faults.implementation import Uncited
from conformance.faults.mutants.making import mutant
from conformance.faults.mutants.sites import MODULES, Site, all_sites
from conformance.faults.proof.proving import shortcomings
from conformance.faults.proof.results import FaultResult, MutantResult, Proof, published, read_published
from conformance.faults.proof.table import page
from conformance.faults.proof.trial import Scripts, kills
from conformance.selection import Choice, select
from conformance.tiers import read_tiers

R = TypeVar("R", FaultResult, MutantResult)

ROOT = load_corpus(None).root
TEXT = (ROOT / "MUTATION.json").read_bytes()
PROOF = read_published(TEXT)
SMOKE = read_tiers(ROOT)["smoke"]
STILL_THERE = 0.8
"""The share of the published mutants that must still be possible; what has changed is tried again when the
proof is made."""


def _sample(results: Sequence[R], size: int) -> list[R]:
    """Always the same ones of the same results."""
    return sorted(results, key=lambda one: hashlib.sha256(one.id.encode()).digest())[:size]


def test_the_published_figures_are_those_of_the_published_results() -> None:
    assert published(PROOF).encode() == TEXT


def test_the_page_is_that_of_the_published_results() -> None:
    assert page(PROOF, SMOKE) == (Path(__file__).parents[3] / "docs/mutation.md").read_text("utf-8")


def test_nothing_is_missing() -> None:
    assert shortcomings(PROOF) == []


def test_every_wrong_engine_is_published_as_it_is() -> None:
    told = [(one.id, one.rules, one.clause, one.kind) for one in PROOF.faults]
    assert told == sorted((one.id, one.rules, one.clause, one.kind) for one in faults().values())


def test_every_right_engine_is_published() -> None:
    assert [one.id for one in PROOF.unlike] == sorted(unlike())


@pytest.mark.parametrize("result", _sample(PROOF.faults, 40), ids=lambda one: one.id)
def test_a_wrong_engine_is_still_found_as_published(result: FaultResult, prepared: Scripts) -> None:
    fault = faults()[result.id]
    found = kills(adapter_for(result.id)(), prepared.claiming(fault.rules, fault.clause))
    assert (next(found, None) is not None) == result.attributed


@pytest.fixture(scope="module")
def sites() -> dict[str, Site]:
    """Every place for a mutant."""
    return all_sites()


def test_most_published_mutants_are_still_possible(sites: dict[str, Site]) -> None:
    there = [one for one in PROOF.mutants if one.id in sites]
    assert len(there) >= STILL_THERE * len(PROOF.mutants)


@pytest.mark.parametrize("result", _sample(PROOF.mutants, 25), ids=lambda one: f"{one.function}-{one.id}")
def test_a_mutant_is_still_found_as_published(
    result: MutantResult, prepared: Scripts, sites: dict[str, Site]
) -> None:
    site = sites.get(result.id)
    if site is None or result.lane == "hang":
        return
    scripts = [script for rules in MODULES[site.module] for script in prepared.by_rules[rules]]
    first = sorted(scripts, key=lambda script: script.entry.id not in SMOKE)
    with mutant(site):
        found = next(kills(Uncited(), first), None)
    assert (found is not None) == (result.lane == "corpus")


def test_the_smoke_tier_finds_wrong_engines_by_itself(prepared: Scripts) -> None:
    chosen = {entry.id for entry in select(load_corpus(None), Choice(tier="smoke"))}
    assert chosen == set(SMOKE)
    missed = []
    for result in _sample(PROOF.faults, 120):
        scripts = [script for script in prepared.by_rules[result.rules] if script.entry.id in chosen]
        if next(kills(adapter_for(result.id)(), scripts), None) is None:
            missed.append(result.id)
    assert missed == []


def test_the_smoke_tier_names_entries_of_the_corpus(prepared: Scripts) -> None:
    known = {script.entry.id for scripts in prepared.by_rules.values() for script in scripts}
    assert set(SMOKE) - known == set()
    assert sorted(SMOKE) == SMOKE


def test_the_proof_is_of_enough() -> None:
    assert isinstance(PROOF, Proof)
    assert len(PROOF.faults) >= 150
    assert len(PROOF.mutants) >= 400
    assert len(PROOF.unlike) >= 20
