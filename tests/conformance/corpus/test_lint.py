"""Each fault that lint looks for is found where it is, and nothing is found where there is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from conformance.adapters.protocol import Json
from conformance.corpus import load_corpus
from conformance.index import Index, build_index
from conformance.lint import Finding, lint
from refengine.rulesets.catalogue import GAMES

Content = dict[str, Json]
Edit = Callable[[Content], None]
CASES = "brazilian-pingo/all.json"
CLAUSES = "clauses/brazilian-pingo.json"


def change(root: Path, name: str, edit: Edit) -> None:
    path = root / name
    content = json.loads(path.read_text("utf-8"))
    edit(content)
    path.write_text(json.dumps(content), "utf-8")


def findings(root: Path, before: Index | None = None) -> list[Finding]:
    """What lint finds, but for the form of files that a test has just written."""
    found = lint(load_corpus(root), GAMES, before)
    return [finding for finding in found if "canonical" not in finding.reason]


def entry(content: Content, number: int) -> Content:
    kind = next(kind for kind in ("cases", "clauses", "refusals", "rankings") if kind in content)
    return cast("Content", cast("list[Json]", content[kind])[number])


def steps(content: Content, number: int) -> list[Json]:
    return cast("list[Json]", entry(content, number)["steps"])


def test_a_good_corpus_has_no_findings(playable: Path) -> None:
    assert list(lint(load_corpus(playable), GAMES)) == []


def idle(content: Content) -> None:
    """Claim a clause that nothing in the case rests on."""
    entry(content, 0).update(clauses=["PIN-1", "PIN-4"], level="option")


FAULTS: dict[str, tuple[str, Edit, str, str]] = {
    "a level that the claims do not bear out": (
        CASES,
        lambda content: entry(content, 3).update(level="must"),
        "/cases/3/level",
        "PIN.0004 is ruling by what it claims, not must",
    ),
    "a claim that nothing rests on": (
        CASES,
        idle,
        "/cases/0/clauses",
        "PIN.0001 claims PIN-4, but nothing in it rests on that",
    ),
    "a claim that no case can test": (
        CASES,
        lambda content: entry(content, 0).update(clauses=["PIN-1", "PIN-12"]),
        "/cases/0/clauses",
        "PIN.0001 claims PIN-12, which no case can test",
    ),
    "a title that stands twice": (
        CASES,
        lambda content: entry(content, 1).update(title="every seat posts a pingo"),
        "/cases/1/title",
        "PIN.0002 has the same title as PIN.0001",
    ),
    "an expectation that the engine does not meet": (
        CASES,
        lambda content: steps(content, 0).__setitem__(0, {"check": {"pot": 4}}),
        "/cases/0/steps/0/check/pot",
        "PIN.0001 does not hold on the reference engine: pot differs",
    ),
    "a testable clause without a case": (
        CLAUSES,
        lambda content: cast("list[Json]", content["clauses"]).append({**entry(content, 0), "id": "PIN-2"}),
        "/clauses/4",
        "PIN-2 has no case",
    ),
    "a prohibition that no case tries": (
        CLAUSES,
        lambda content: entry(content, 2).update(forbids=True),
        "/clauses/2",
        "PIN-5r forbids something, but no case tries it",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_found_at_its_place(playable: Path, what: str) -> None:
    name, edit, pointer, reason = FAULTS[what]
    change(playable, name, edit)
    assert findings(playable) == [Finding(f"{playable / name}#{pointer}", reason)]


def test_a_recorded_case_is_no_evidence_for_a_clause(playable: Path) -> None:
    change(playable, CASES, lambda content: entry(content, 3).update(origin="recorded"))
    assert [finding.reason for finding in findings(playable)] == ["PIN-5r has no case"]


def test_an_id_that_was_used_before_is_found(playable: Path) -> None:
    before = build_index(load_corpus(playable), GAMES, None)
    before = Index(before.digest, {**before.highest, "PIN.": 9}, before.entries)

    def edit(content: Content) -> None:
        entry(content, 3).update(id="PIN.0007")

    change(playable, CASES, edit)
    (finding,) = findings(playable, before)
    assert finding.place == f"{playable / CASES}#/cases/3/id"
    assert finding.reason.startswith("PIN.0007 was used before or skipped")


def test_a_file_in_disorder_is_found(playable: Path) -> None:
    change(playable, CASES, lambda _: None)
    (finding,) = lint(load_corpus(playable), GAMES)
    assert finding.place == str(playable / CASES)
    assert "canonical form" in finding.reason
