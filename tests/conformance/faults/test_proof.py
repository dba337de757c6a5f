"""The proof: sharing out work, choosing few cases, telling what came of it."""

from __future__ import annotations

import pkgutil
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import pytest

import conformance.faults
from conformance.cli import main
from conformance.commands import prove
from conformance.commands.prove import RandomLane
from conformance.faults import adapter_for, faults
from conformance.faults.implementation import Uncited
from conformance.faults.mutants.making import mutant
from conformance.faults.mutants.sites import all_sites
from conformance.faults.proof.cover import cover
from conformance.faults.proof.proving import Plan, Proven, is_attributed, shortcomings
from conformance.faults.proof.quoted import MARK
from conformance.faults.proof.results import (
    FaultResult,
    MutantResult,
    Proof,
    Tried,
    UnlikeResult,
    count,
    published,
    read_published,
)
from conformance.faults.proof.table import page
from conformance.faults.proof.workers import Done, Failed, Limits, Lost, Workers
from conformance.marked import marked
from conformance.tiers import read_tiers

FOUND = FaultResult("pin-a", "brazilian-pingo", "PIN-2", "order", "corpus", 3, True)
STRAY = FaultResult("pin-b", "brazilian-pingo", "PIN-10", "cards", "corpus", 1, False)
LOST = FaultResult("inv-c", "italian-invito", "INV-1", "amount", "none", 0, False)
ONE = MutantResult("0a", "ledger", "divide", "constant", "1", "2", "corpus", smoke=True)
TWO = MutantResult("0b", "ledger", "divide", "constant", "0", "1", "equivalent", why="for a reason")
RIGHT = UnlikeResult("slow", 10, 2, [])
ALARM = UnlikeResult("fast", 9, 2, ["PIN.0001"])
PROOF = Proof(Tried("abc", 12, 1, 99, 5), [LOST, FOUND, STRAY], [ONE, TWO], [ALARM, RIGHT])


AMPLE = Limits(60, 120)


# -- workers
def test_every_job_has_a_result() -> None:
    workers: Workers[int, int] = Workers(partial(pkgutil.resolve_name, "operator:neg"), 2, AMPLE)
    assert sorted(workers.run(range(5))) == [Done(job, -job) for job in range(5)]
    workers.close()


def test_a_job_that_waits_too_long_is_lost_and_the_others_go_on() -> None:
    workers: Workers[float, None] = Workers(partial(pkgutil.resolve_name, "time:sleep"), 1, Limits(60, 8))
    done = dict(workers.run([0.01, 500.0, 0.02]))
    workers.close()
    assert done == {0.01: None, 500.0: Lost("hang"), 0.02: None}


def test_a_job_that_computes_too_long_is_lost() -> None:
    workers: Workers[str, object] = Workers(partial(pkgutil.resolve_name, "timeit:timeit"), 1, Limits(1, 120))
    done = dict(workers.run(["pass", "while True: pass"]))
    workers.close()
    assert isinstance(done["pass"], float)
    assert done["while True: pass"] == Lost("hang")


def test_a_worker_that_dies_loses_its_job_only() -> None:
    workers: Workers[int, object] = Workers(partial(pkgutil.resolve_name, "os:_exit"), 1, AMPLE)
    assert list(workers.run([3, 4])) == [Done(3, Lost("crash")), Done(4, Lost("crash"))]
    workers.close()


def test_a_worker_that_cannot_do_its_work_is_an_error() -> None:
    workers: Workers[object, object] = Workers(partial(pkgutil.resolve_name, "operator:neg"), 1, AMPLE)
    with pytest.raises(Failed, match="TypeError"):
        list(workers.run(["text"]))


# -- few cases
def test_few_entries_find_everything() -> None:
    killers = {"a": ("1", "2"), "b": ("2", "3"), "c": ("4",), "d": ("3", "4"), "nobody": ()}
    assert cover(killers, {"1": 1, "2": 1, "3": 1, "4": 1}) == ["2", "4"]


def test_of_equals_the_cheapest_is_taken() -> None:
    assert cover({"a": ("1", "2")}, {"1": 9, "2": 3}) == ["2"]


def test_what_has_become_needless_goes() -> None:
    killers = {"a": ("x", "p"), "b": ("x", "p"), "c": ("x", "q"), "d": ("x", "q"), "e": ("p",), "f": ("q",)}
    assert cover(killers, dict.fromkeys("xpq", 1)) == ["p", "q"]


# -- results
def test_a_proof_is_read_as_it_was_published() -> None:
    assert read_published(published(PROOF).encode()) == PROOF


def test_lanes_are_counted() -> None:
    counted = count(["corpus", "hang", "corpus", "none", "equivalent", "random"])
    assert (counted.total, counted.corpus, counted.hang) == (6, 2, 1)
    assert (counted.random, counted.equivalent, counted.survived) == (1, 1, 1)


def test_shortcomings_are_told() -> None:
    assert shortcomings(PROOF) == [
        "inv-c: no case finds it",
        "pin-b: no case that claims PIN-10 finds it",
        "fast: a right engine that fails PIN.0001",
    ]


def test_any_case_will_do_for_what_breaks_no_clause() -> None:
    assert is_attributed("", ["X"], {"X": ["PIN-1"]})
    assert not is_attributed("PIN-2", ["X"], {"X": ["PIN-1"]})
    assert not is_attributed("", [], {})


def test_the_page_has_clauses_in_the_order_of_their_numbers() -> None:
    text = page(PROOF, ["PIN.0001"])
    assert text.index("| PIN-2 (brazilian-pingo) | 1 | 1 | 1 | 0 | 0 |") < text.index(
        "| PIN-10 (brazilian-pingo) |"
    )


def test_the_page_tells_why_a_mutant_is_equivalent() -> None:
    assert "- `ledger.divide`: `0` → `1` (for a reason)" in page(PROOF, [])


# -- random play
def test_random_play_finds_a_wrong_engine_and_nothing_in_a_right_one() -> None:
    lane = RandomLane(4, 1)
    wrong = adapter_for("pin-dealer-speaks-first")
    assert lane.finds("brazilian-pingo", wrong, nullcontext)
    assert not lane.finds("brazilian-pingo", Uncited, nullcontext)


def test_random_play_does_not_compare_a_mutant_with_itself() -> None:
    site = next(s for s in all_sites().values() if (s.function, s.before) == ("start_round", "-1"))
    assert RandomLane(4, 1).finds("brazilian-pingo", Uncited, lambda: mutant(site))


def test_every_wrong_engine_is_an_adapter_by_its_name() -> None:
    name = next(iter(faults()))
    assert getattr(conformance.faults, name)().hello([1])["name"] == f"wrong on purpose: {name}"


# -- what one command writes
def test_one_command_writes_all_that_is_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Made:
        """A prover that has proven already."""

        def __init__(self, plan: Plan, *_: object) -> None:
            assert plan.mutants == prove.MUTANTS

        def prove(self) -> Proven:
            return Proven(PROOF, ["PIN.0001"])

    monkeypatch.setattr(prove, "Prover", Made)
    root, readme = tmp_path / "fixtures", tmp_path / "README.md"
    for folder in (root, tmp_path / "docs"):
        folder.mkdir()
    readme.write_text(f"before\n{marked(MARK, 'old')}\nafter\n", "utf-8")
    assert main(["prove", "--corpus", str(root), "-n", "2"]) == 1
    assert "inv-c: no case finds it" in capsys.readouterr().out
    assert read_published((root / "MUTATION.json").read_bytes()) == PROOF
    assert read_tiers(root) == {"smoke": ["PIN.0001"]}
    assert (tmp_path / "docs" / "mutation.md").read_text("utf-8") == page(PROOF, ["PIN.0001"])
    told = readme.read_text("utf-8")
    assert "| one rule wrong, written by hand | 3 | 2 | 0 | 0 | 1 |" in told
    assert "with 2 workers:" in told
    assert told.startswith("before\n")
    assert told.endswith("after\n")
