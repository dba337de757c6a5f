"""A run cut into parts, each played somewhere else, and put together again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.cli import main
from conformance.lines import (
    FORMAT,
    CaseLine,
    Claimed,
    Footer,
    Header,
    Interrupted,
    PartLine,
    Place,
    Selection,
    Subject,
)
from conformance.report.merge import CannotMerge, merge
from conformance.report.reading import Stream, read_stream
from conformance.selection import Part, SelectionError, read_part

Run = Callable[..., tuple[int, str]]


@given(st.integers(0, 60), st.integers(1, 12))
def test_the_parts_are_the_whole_in_order(size: int, of: int) -> None:
    things = list(range(size))
    parts = [Part(number, of).of_all(things) for number in range(1, of + 1)]
    assert [thing for part in parts for thing in part] == things
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("text", ["0/3", "4/3", "1/0", "1", "a/b", "-1/3", "1/3/5", " 1/3", "1/9999999"])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(SelectionError, match="is no part"):
        read_part(text)


# -- runs


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in an empty folder; its exit code, and what it said."""
    monkeypatch.chdir(tmp_path)

    def told(*words: str) -> tuple[int, str]:
        code = main(words)
        out, err = capfd.readouterr()
        return code, out + err

    return told


CASES = ("--adapter", "reference", "--rules", "red-dog", "--case", "DOG.00*")


def test_the_merged_report_is_that_of_the_whole_run(run: Run) -> None:
    assert run("run", *CASES, "--report", "whole.jsonl")[0] == 0
    for number in (1, 2, 3):
        code, told = run("run", *CASES, "--shard", f"{number}/3", "--report", f"{number}.jsonl")
        assert code == 0
        assert f"part {number}/3 of a run" in told
    assert run("report", "merge", "3.jsonl", "1.jsonl", "2.jsonl", "-o", "merged.jsonl")[0] == 0
    assert Path("merged.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()


def test_without_one_part_there_is_no_verdict(run: Run) -> None:
    for number in (1, 3):
        run("run", *CASES, "--shard", f"{number}/4", "--report", f"{number}.jsonl")
    code, _ = run("report", "merge", "1.jsonl", "3.jsonl", "-o", "merged.jsonl")
    assert code == 12
    assert read_stream(Path("merged.jsonl")).end == Interrupted("missing of 4 parts: 2, 4", 12)


def test_every_random_session_is_played_in_one_part(run: Run) -> None:
    played = 0
    for number in (1, 2):
        few = ("--adapter", "reference", "--rules", "red-dog", "--case", "DOG.000[12]", "--random", "130")
        code, told = run("run", *few, "--shard", f"{number}/2", "--report", f"{number}.jsonl")
        assert code == 0
        played += sum(int(line.split()[1]) for line in told.splitlines() if "sessions agree" in line)
        header = json.loads(Path(f"{number}.jsonl").read_text("utf-8").splitlines()[0])
        assert header["selection"]["part"] == {"number": number, "of": 2, "random": 130, "seed": 1}
    assert played == 130


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--shard", "3/2"), "is no part"),
        (("--shard", "1/2", "--case", "DOG.0001"), "1 case cannot be cut into 2 parts"),
        (("--shard", "1/2", "--all-hands"), "--shard parts the cases"),
        (("--shard", "1/2", "--invariants-only", "--random", "9"), "--shard parts the cases"),
        (
            ("--invariants-only", "--random", "9", "--report", "r.jsonl", "--tier", "smoke"),
            "--invariants-only plays no cases: --tier, --report would do nothing",
        ),
    ],
)
def test_a_mistake_in_the_command_is_told(run: Run, words: tuple[str, ...], why: str) -> None:
    code, told = run("run", "--adapter", "reference", *words)
    assert code == 2
    assert why in told


@pytest.mark.plain
def test_what_one_part_cannot_play_is_missing_only_in_the_whole(run: Run) -> None:
    fault = "conformance.faults:dog-refill-of-one-chip"
    words = ("--adapter", fault, "--case", "*.0001", "--rules", "red-dog", "--rules", "ton")
    for number in (1, 2):
        code, _ = run("run", *words, "--shard", f"{number}/2", "--report", f"{number}.jsonl")
        assert code == 0
    run("report", "merge", "1.jsonl", "2.jsonl", "-o", "merged.jsonl")
    end = read_stream(Path("merged.jsonl")).end
    assert isinstance(end, Footer)
    assert end.exit_code == 12


# -- merging


def part_of(number: int, of: int = 2, random: int = 0, rules: tuple[str, ...] = ()) -> Stream:
    """A part with one case."""
    header = Header(
        FORMAT,
        "1",
        "corpus",
        Subject("x", "x", "1", None, None),
        Claimed([], {}),
        Selection([*rules], [], [], [], {}, False, None, PartLine(number, of, random, 1)),
    )
    place = Place("case", "ton", "it is so", "must", ["TON-1"])
    line = CaseLine(f"TON.000{number}", place, "passed")
    return Stream(f"part {number}", header, (line,), Footer(0, {}, {"passed": 1}))


def test_the_whole_is_finished_with_its_last_part() -> None:
    whole = merge([part_of(2), part_of(1)])
    assert [line.id for line in whole if isinstance(line, CaseLine)] == ["TON.0001", "TON.0002"]
    assert isinstance(whole[-1], Footer)
    assert isinstance(whole[0], Header)
    assert whole[0].selection.part is None


def test_a_part_may_be_there_twice() -> None:
    assert isinstance(merge([part_of(2), part_of(1), part_of(2)])[-1], Footer)


@pytest.mark.parametrize(
    "other",
    [part_of(2, of=3), part_of(2, random=10), part_of(2, rules=("ton",))],
    ids=["of", "random", "rules"],
)
def test_parts_of_different_runs_are_refused(other: Stream) -> None:
    with pytest.raises(CannotMerge, match="about different runs"):
        merge([part_of(1), other])


def test_a_part_and_a_whole_run_are_refused() -> None:
    whole = merge([part_of(2), part_of(1)])[0]
    assert isinstance(whole, Header)
    with pytest.raises(CannotMerge, match="about different runs"):
        merge([part_of(1), part_of(2)._replace(header=whole)])
