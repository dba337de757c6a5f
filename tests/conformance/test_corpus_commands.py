"""The commands about the corpus: what they print, what they write, how they end."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.cli import main

PLAYABLE = Path(__file__).parent / "corpus" / "playable"
GOOD = Path(__file__).parent / "corpus" / "good"
COMMANDS = (
    ["index"],
    ["index", "--check"],
    ["lint"],
    ["ids"],
    ["export"],
    ["list"],
    ["explain", "PIN-1"],
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PLAYABLE, tmp_path / "corpus"))


def run(root: Path, *words: str) -> int:
    return main([*words, "--corpus", str(root)])


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_broken_corpus_ends_a_command_with_its_place(
    root: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    path = root / "brazilian-pingo" / "all.json"
    path.write_text('{"format": 1, "cases": [], "format": 1}', "utf-8")
    before = {each: each.read_bytes() for each in root.rglob("*.json")}
    assert run(root, *words) == 2
    assert capsys.readouterr().err == (
        f"the corpus cannot be used: {path}#/format: stands twice in the same object\n"
    )
    assert {each: each.read_bytes() for each in root.rglob("*.json")} == before


def test_index_writes_what_its_check_accepts(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "index", "--check") == 1
    assert f"{root / 'index.json'}: is missing" in capsys.readouterr().out
    assert run(root, "index") == 0
    assert run(root, "index", "--check") == 0
    assert capsys.readouterr().out.endswith("6 entries, all as the index says\n")


def test_index_brings_files_into_canonical_form(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = root / "brazilian-pingo" / "all.json"
    good = path.read_text("utf-8")
    path.write_text(json.dumps(json.loads(good)), "utf-8")
    assert run(root, "index", "--check") == 1
    assert f"{path}: is not in canonical form" in capsys.readouterr().out
    assert run(root, "index") == 0
    assert path.read_text("utf-8") == good


def test_the_check_tells_what_changed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "index") == 0
    path = root / "brazilian-pingo" / "all.json"
    text = path.read_text("utf-8")
    path.write_text(text.replace('"pot": 3, "stacks": [19, 19, 19]', '"pot": 3'), "utf-8")
    index = root / "index.json"
    index.write_text(index.read_text("utf-8").replace('["play", "menu"]', '["play"]'), "utf-8")
    capsys.readouterr()
    assert run(root, "index", "--check") == 1
    out = capsys.readouterr().out
    assert f"{index}: PIN.0001 is not what the corpus says" in out
    assert f"{index}: PIN.0003 needs or holds otherwise than the index says" in out


def test_a_case_that_never_holds_is_told(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = root / "brazilian-pingo" / "all.json"
    path.write_text(path.read_text("utf-8").replace('"pot": 3', '"pot": 3, "actor": 1'), "utf-8")
    assert run(root, "index") == 1
    assert "PIN.0001 holds under no options" in capsys.readouterr().out


def test_lint_tells_what_it_finds(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "lint") == 0
    assert capsys.readouterr().out == "nothing is wrong\n"
    path = root / "brazilian-pingo" / "all.json"
    path.write_text(path.read_text("utf-8").replace('"level": "must"', '"level": "ruling"'), "utf-8")
    assert run(root, "lint") == 1
    out = capsys.readouterr().out
    assert out == f"{path}#/cases/0/level: PIN.0001 is must by what it claims, not ruling\n1 findings\n"


def test_ids_are_assigned_above_those_of_the_index(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "index") == 0
    index = root / "index.json"
    index.write_text(index.read_text("utf-8").replace('"PIN.": 4', '"PIN.": 17'), "utf-8")
    path = root / "brazilian-pingo" / "all.json"
    path.write_text(path.read_text("utf-8").replace("PIN.0004", "new"), "utf-8")
    capsys.readouterr()
    assert run(root, "ids") == 0
    assert capsys.readouterr().out == f"{path}#/cases/3: PIN.0018\n"
    assert '"id": "PIN.0018"' in path.read_text("utf-8")


def test_cases_are_listed_by_level_and_clause(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "list", "--level", "option", "--clause", "PIN-[1-4]", "--tsv") == 0
    assert capsys.readouterr().out.splitlines() == [
        "id\trules\tlevel\tclauses\ttitle",
        "PIN.0002\tbrazilian-pingo\toption\tPIN-4\ta bet above the limit is refused",
        "PIN.0003\tbrazilian-pingo\toption\tPIN-4\ta bet is for no more than the stack",
    ]


def test_a_list_for_people_stands_in_columns(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "list", "clauses", "--clause", "PIN-1*") == 0
    assert capsys.readouterr().out.splitlines() == [
        "id      rules            kind  cases  text",
        "PIN-1   brazilian-pingo  text  2      Every seat posts a pingo before the deal.",
        "PIN-12  brazilian-pingo  text  0      How many cards are changed is for all to know.",
    ]


def test_rule_sets_are_listed_with_their_cases(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "list", "rules", "--tsv") == 0
    assert capsys.readouterr().out.splitlines()[1] == (
        "brazilian-pingo\tPIN\t4\t3\t2\t1\tAn extract for tests"
    )


def test_an_unknown_rule_set_is_a_usage_error(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "list", "--rules", "bridge") == 2
    assert capsys.readouterr().err == "there is no rule set 'bridge'; there are brazilian-pingo\n"


def test_a_clause_is_explained_with_its_cases(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "explain", "PIN-4") == 0
    assert capsys.readouterr().out.splitlines() == [
        "PIN-4  (the source text leaves it to the table)",
        "",
        "  Bets lie between the limits agreed.",
        "",
        "  Source: An extract for tests (pt), under: First round",
        "  Options: bet_min, bet_max",
        "  It forbids something that can be tried.",
        "",
        "  2 cases:",
        "  PIN.0002   option  a bet above the limit is refused  [boundary]",
        "  PIN.0003   option  a bet is for no more than the stack",
    ]


def test_what_cannot_be_tested_is_explained(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "explain", "PIN-12") == 0
    out = capsys.readouterr().out
    assert "  No case can test it: Only an event would show it.\n" in out
    assert out.endswith("  0 cases\n")


def test_a_ruling_has_no_source(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "explain", "PIN-5r") == 0
    assert "  Source: none; a ruling of this project for brazilian-pingo\n" in capsys.readouterr().out


def test_an_unknown_clause_is_a_usage_error(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "explain", "pin-5") == 2
    assert capsys.readouterr().err.startswith("there is no clause 'pin-5'; the nearest is PIN-")


def test_a_case_in_place_of_a_clause_is_told_as_that(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(root, "explain", "PIN.0001") == 2
    told = "there is no clause 'PIN.0001'; it is a case: 'conformance replay PIN.0001' shows it\n"
    assert capsys.readouterr().err == told


def test_an_export_leaves_nothing_to_be_completed(root: Path, tmp_path: Path) -> None:
    target = tmp_path / "export.json"
    assert main(["export", str(target), "--corpus", str(root)]) == 0
    content = json.loads(target.read_text("utf-8"))
    case = content["cases"][1]
    assert case["setup"]["options"]["deck"] == "stripped"
    assert case["setup"]["options"]["bet_max"] == 4
    cards = case["steps"][0]["do"]["cards"]
    assert (cards[:3], len(cards)) == (["Ah", "Kd", "7c"], 32)
    assert {len(more) for one in case["combinations"] for more in one.get("shuffles", {}).values()} == {52}
    assert [one["options"]["deck"] for one in case["combinations"]] == [["stripped"], ["full"]]
    assert len(content["guide"]) > 5


@pytest.mark.parametrize("names", [(), ("-",)])
def test_an_export_goes_to_standard_output(
    root: Path, capsys: pytest.CaptureFixture[str], names: tuple[str, ...]
) -> None:
    assert run(root, "export", *names) == 0
    content = json.loads(capsys.readouterr().out)
    assert [len(content[kind]) for kind in ("cases", "setups", "rankings", "clauses")] == [4, 1, 1, 4]


def test_what_the_engine_does_not_play_is_not_exported(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(GOOD, "export") == 0
    content = json.loads(capsys.readouterr().out)
    assert content["cases"] == []


def test_an_export_that_cannot_be_written_is_an_error(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(tmp_path), "--corpus", str(root)]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_reader_that_has_seen_enough_ends_the_list_without_a_word() -> None:
    command = [sys.executable, "-m", "conformance", "list", "cases"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as listing:
        assert listing.stdout is not None
        assert listing.stderr is not None
        listing.stdout.readline()
        listing.stdout.close()
        assert listing.stderr.read() == b""
        assert listing.wait() == 141  # as of a program that SIGPIPE ends
