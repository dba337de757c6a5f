"""What random play finds is written as a case that anybody can read, replay and adopt."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adoption import adopt, read_cases
from conformance.again import Terms
from conformance.cli import main
from conformance.corpus import Case, Corpus, CorpusError, DoStep, corpus_dir, load_corpus
from conformance.lint import level_of
from conformance.player import play
from conformance.random_play.findings import Desk, Finding, Unsteady, finding_lines, look_into
from conformance.random_play.ranges import SessionOutcome, play_range
from refengine.rulesets.catalogue import GAMES

AdapterOf = Callable[[str], InProcessAdapter]
FOUND = [
    ("loses a chip", "brazilian-pingo"),
    ("takes folds any time", "italian-progressive"),
    ("shows a hand", "red-dog"),
    ("refuses raises", "italian-progressive"),
    ("refuses notes", "italian-invito"),
    ("breaks on bets", "red-dog"),
    ("counts refusals", "ton"),
    ("tells the pack", "brazilian-pingo"),
    ("tells menus", "red-dog"),
]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus()


@pytest.fixture(scope="module")
def findings(
    corpus: Corpus, adapter_of: AdapterOf, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, str], Finding | Unsteady]:
    """What is found in what is planted by a name; looked for once."""

    @cache
    def find(name: str, rules: str) -> Finding | Unsteady:
        adapter = adapter_of(name)
        outcome: SessionOutcome = next(
            one for one in play_range(adapter, rules, 1, 0, 60) if one.difference is not None
        )
        terms = Terms("planted:make", {"ties": "suits"}, timeout_factor=2)
        return look_into(Desk(adapter, terms, {}, corpus, tmp_path_factory.mktemp("found")), 1, outcome)

    return find


@pytest.mark.parametrize(("name", "rules"), FOUND)
def test_a_found_case_holds_on_the_reference_and_not_on_what_it_was_found_in(
    name: str, rules: str, findings: Callable[[str, str], Finding], corpus: Corpus
) -> None:
    finding = findings(name, rules)
    case = finding.found.case
    assert finding.found.shows
    assert finding.line.fault is not None
    played = play(GAMES[rules], case)
    assert played.differences == ()
    assert set(case.clauses) <= played.cites
    excusable = "No clause is in question" not in finding.found.notes
    assert case.level == (level_of(case.clauses, corpus) if excusable else "must")
    assert (case.origin, case.seed) == ("found", str(finding.origin))


@pytest.mark.parametrize(("name", "rules"), FOUND[:3])
def test_a_found_case_is_valid_by_the_published_schema(
    name: str, rules: str, findings: Callable[[str, str], Finding]
) -> None:
    schemas = [json.loads(path.read_text("utf-8")) for path in (corpus_dir() / "schema").glob("*.json")]
    registry = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in schemas
    )
    schema = json.loads((corpus_dir() / "schema" / "cases.json").read_text("utf-8"))
    validator = Draft202012Validator(schema, registry=registry)
    assert list(validator.iter_errors(json.loads(findings(name, rules).path.read_text("utf-8")))) == []


def test_a_finding_is_told_with_the_line_that_plays_it_again(
    findings: Callable[[str, str], Finding],
) -> None:
    finding = findings("loses a chip", "brazilian-pingo")
    told = "\n".join(finding_lines(finding))
    given = "--adapter planted:make --option ties=suits --timeout-factor 2"
    assert f"conformance replay {finding.path} {given}" in told
    assert "seed 1, session" in told
    assert "pot: expected" in told


def test_a_leak_is_told_with_its_viewer_and_counts_whatever_the_rules_say(
    findings: Callable[[str, str], Finding],
) -> None:
    case = findings("tells the pack", "brazilian-pingo").found.case
    assert "nothing hidden is told to seat " in case.title
    assert case.level == "must"


def test_a_difference_that_no_case_can_show_is_told_itself(
    findings: Callable[[str, str], Finding],
) -> None:
    told = finding_lines(findings("cuts anywhere", "red-dog"))
    assert any(line.startswith('    events: expected [{"type":"cut","seat":') for line in told)
    assert any(line.startswith('            got      [{"type":"cut","seat":0}') for line in told)


def test_what_is_not_steady_is_told_as_that(findings: Callable[[str, str], Unsteady]) -> None:
    found = findings("fails now and then", "brazilian-pingo")
    assert isinstance(found, Unsteady)
    assert "does not answer the same every time" in "\n".join(finding_lines(found))


def test_a_found_case_is_replayed_from_its_file(
    findings: Callable[[str, str], Finding], capsys: pytest.CaptureFixture[str]
) -> None:
    path = findings("loses a chip", "brazilian-pingo").path
    assert main(["replay", str(path)]) == 0
    assert "passed" in capsys.readouterr().out


def test_a_note_that_is_refused_is_in_the_case_and_its_title(
    findings: Callable[[str, str], Finding],
) -> None:
    case = findings("refuses notes", "italian-progressive").found.case
    assert isinstance(case, Case)
    *before, last = case.steps
    assert isinstance(last, DoStep)
    assert last.action["note"]
    assert "with note" in case.title
    assert not any(isinstance(step, DoStep) and "note" in step.action for step in before)


# -- adoption


@pytest.fixture
def own_corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    shutil.copytree(corpus_dir(), folder)
    return folder


def test_an_adopted_case_has_the_next_id_and_says_what_it_said(
    findings: Callable[[str, str], Finding], own_corpus: Path
) -> None:
    finding = findings("loses a chip", "brazilian-pingo")
    before = {case.id for case in load_corpus(own_corpus).cases}
    (name,) = adopt(finding.path, own_corpus, GAMES)
    (case,) = (case for case in load_corpus(own_corpus).cases if case.id == name)
    assert name not in before
    assert isinstance(finding.found.case, Case)
    assert (case.setup, case.steps) == (finding.found.case.setup, finding.found.case.steps)
    assert case.path == own_corpus / "brazilian-pingo" / "found.json"


def test_a_second_case_joins_the_first(findings: Callable[[str, str], Finding], own_corpus: Path) -> None:
    names = [
        *adopt(findings("shows a hand", "red-dog").path, own_corpus, GAMES),
        *adopt(findings("breaks on bets", "red-dog").path, own_corpus, GAMES),
    ]
    assert len(set(names)) == 2
    assert len(read_cases(own_corpus / "red-dog" / "found.json")) == 2


def test_a_case_is_adopted_once(
    findings: Callable[[str, str], Finding], own_corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(findings("loses a chip", "brazilian-pingo").path)
    assert main(["adopt", path, "--corpus", str(own_corpus)]) == 0
    assert capsys.readouterr().out.startswith("PIN.")
    assert main(["adopt", path, "--corpus", str(own_corpus)]) == 2
    assert "has this case already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"pot": ', '"pot": 1', "does not hold on the reference engine"),
        ('"clauses": ["', '"clauses": ["PIN-99", "', "there is no clause PIN-99"),
        ('"rules": "brazilian-pingo"', '"rules": 3', "names no rule set"),
    ],
)
def test_what_is_not_right_is_not_adopted(
    old: str, new: str, reason: str, findings: Callable[[str, str], Finding], own_corpus: Path
) -> None:
    path = own_corpus.parent / "wrong.json"
    text = findings("loses a chip", "brazilian-pingo").path.read_text("utf-8")
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(CorpusError, match=reason):
        adopt(path, own_corpus, GAMES)
    assert not (own_corpus / "brazilian-pingo" / "found.json").exists()


BEYOND_RULES = [
    ("breaks on bets", "red-dog"),
    ("counts refusals", "ton"),
    ("keeps sessions", "red-dog"),
    ("refuses notes", "italian-progressive"),
]


@pytest.mark.parametrize(("name", "rules"), BEYOND_RULES)
def test_what_no_reading_of_the_rules_excuses_is_no_ruling(
    name: str, rules: str, findings: Callable[[str, str], Finding]
) -> None:
    finding = findings(name, rules)
    assert finding.found.case.level == "must"
    assert "No clause is in question" in finding.found.notes
