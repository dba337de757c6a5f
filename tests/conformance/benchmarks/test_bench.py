"""`conformance bench`: every contestant runs, and what it prints and writes."""

import json
import shutil
from array import array
from pathlib import Path

import pytest

from conformance.benchmarks import packs
from conformance.benchmarks.contests import COMPILER, EMPTY, OURS, Contestant, Hand, some_hands, version_of
from conformance.benchmarks.environment import environment
from conformance.benchmarks.workloads import WORKLOADS
from conformance.cli import main
from refengine.cards import parse_cards
from refengine.table_scorer import COMPILED, ids_of, scorer_for

PEERS = {"pkrbot", "eval7", "phevaluator", "treys", "deuces", "pokerkit"}


@pytest.mark.parametrize(
    "contestant",
    [
        pytest.param(contestant, id=f"{name}-{contestant.name}")
        for name in ("native", "strings", "bulk", "cold")
        for contestant in WORKLOADS[name].contestants
        if version_of(contestant) is not None
    ],
)
def test_every_contestant_runs(contestant: Contestant) -> None:
    contestant.prepare(some_hands(3))()


@pytest.mark.parametrize("name", ["native", "strings", "all", "cold"])
def test_every_peer_takes_part_beside_the_engine(name: str) -> None:
    contestants = WORKLOADS[name].contestants
    assert {one.distribution for one in contestants} == PEERS | {OURS}


@pytest.mark.skipif(shutil.which(COMPILER) is None, reason="there is no gcc")
@pytest.mark.parametrize("name", ["C at -O3, checked", "C at -O3, unchecked"])
def test_hands_scored_in_c_have_the_scores_of_the_engine(name: str) -> None:
    hands = some_hands(5000)
    in_c = next(one for one in packs.BULK if one.name == name).prepare(hands)()
    assert isinstance(in_c, array)
    assert in_c == scorer_for("2", "standard").scores(b"".join(map(ids_of, hands)))


@pytest.mark.skipif(shutil.which(COMPILER) is None, reason="there is no gcc")
@pytest.mark.parametrize("twice", [parse_cards("As As Kd Qh Jc"), parse_cards("As Kd Qh Jc As")])
def test_the_checks_in_c_are_those_of_the_engine(twice: Hand) -> None:
    in_c = next(one for one in packs.BULK if one.name == "C at -O3, checked").prepare([twice])
    with pytest.raises(ValueError, match="refused"):
        in_c()


@pytest.mark.parametrize("words", [[], ["--markdown"]])
def test_the_command_prints_a_table_with_both_ratios(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "strings", "--rounds", "1", *words]) == 0
    printed = capsys.readouterr().out
    assert WORKLOADS["strings"].title in printed
    assert "x fastest" in printed
    assert "x empty" in printed
    assert EMPTY in printed


def test_the_command_says_on_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "bulk", "--rounds", "1"]) == 0
    told = environment()
    first = capsys.readouterr().out.splitlines()[0]
    assert all(told[name] in first for name in ("date", "python", "system", "processor", "kit"))
    assert f"engine {'compiled' if COMPILED else 'pure'}" in first


def test_figures_are_written_with_the_environment(tmp_path: Path) -> None:
    assert main(["bench", "bulk", "--rounds", "1", "--json", str(tmp_path / "figures.json")]) == 0
    written = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert written["environment"] == environment()
    (table,) = written["tables"]
    assert table["name"] == "bulk"
    assert "refengine table, checked" in [line[0] for line in table["lines"]]


def test_adapters_are_measured_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--adapter", "reference", "--adapter", "no:such"]) == 10
    assert "no:such" in capsys.readouterr().out
