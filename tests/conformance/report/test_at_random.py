"""Random play has lines of its own in the report, and they are read, put together, compared and drawn."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from msgspec.structs import replace

from conformance.cli import main
from conformance.corpus import corpus_dir
from conformance.lines import FindingLine, Footer, Line, PlayedLine, RandomLine, encode_line
from conformance.report.at_random import random_changes, together
from conformance.report.html.page import report_page
from conformance.report.merge import CannotMerge, merge
from conformance.report.reading import ReportError, Stream, read_stream

SCHEMA = json.loads((corpus_dir() / "schema" / "report.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
AGREES = RandomLine("ton", 1, "agrees", PlayedLine(200, 3000, 400, 1.5))
DIFFERS = RandomLine(
    "ton", 1, "differs", PlayedLine(16, 240, 30, 0.5), FindingLine(15, True, "ton, deal: pot", ["told"])
)
NOT_PLAYED = RandomLine("ton", 1, "not_played", reason="does not play ton")
WRONG = "conformance.faults:pin-mesa-may-raise"


def judge(folder: Path, adapter: str, *more: str) -> tuple[int, Stream]:
    """A run with one case and random play."""
    words = ["--adapter", adapter, "--rules", "brazilian-pingo", "--case", "PIN.0001"]
    found, report = str(folder / "found"), folder / "report.jsonl"
    code = main(["run", *words, "--random", "120", "--found", found, "--report", str(report), *more])
    return code, read_stream(report)


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, Stream]:
    """A run that differs in session 15."""
    folder = tmp_path_factory.mktemp("wrong")
    return judge(folder, WRONG, "--html", str(folder / "page.html"), "--junit", str(folder / "junit.xml"))


# -- what a run writes
def test_a_difference_has_a_line_with_its_case(wrong: tuple[int, Stream]) -> None:
    code, stream = wrong
    (line,) = stream.random
    assert code == 1
    assert (line.rules, line.seed, line.status, line.played.sessions) == ("brazilian-pingo", 1, "differs", 16)
    assert line.finding is not None
    assert (line.finding.session, line.finding.counts) == (15, True)
    assert line.finding.kind == "brazilian-pingo, opening: differs: menu (PIN-7)"
    assert line.finding.case is not None
    assert line.finding.case.about.origin == "found"
    assert line.finding.case.fault is not None
    assert Path(line.finding.file).is_file()
    assert line.finding.again == f"conformance replay {line.finding.file} --adapter {WRONG}"


def test_a_clean_rule_set_has_a_line_with_what_was_played(tmp_path: Path) -> None:
    code, stream = judge(tmp_path, "reference")
    (line,) = stream.random
    assert code == 0
    assert (line.status, line.played.sessions) == ("agrees", 120)
    assert line.played.steps > 1000
    assert line.played.refusals > 100
    assert isinstance(stream.end, Footer)
    assert stream.end.random == {"agrees": 1}


def test_a_rule_set_that_cannot_be_played_has_a_line_that_says_why(tmp_path: Path) -> None:
    words = ["--adapter", WRONG, "--case", "PIN.0001", "--random", "5", "--seed", "9"]
    report = tmp_path / "report.jsonl"
    main(["run", *words, "--report", str(report), "--found", str(tmp_path / "found")])
    lines = {line.rules: line for line in read_stream(report).random}
    assert lines["ton"] == RandomLine("ton", 9, "not_played", reason="does not play ton")


@pytest.mark.parametrize("adapter", ["reference", WRONG])
def test_only_the_seconds_depend_on_how_it_was_played(adapter: str, tmp_path: Path) -> None:
    def line(*more: str) -> RandomLine:
        folder = tmp_path / "-".join(more)
        folder.mkdir(parents=True, exist_ok=True)
        (one,) = judge(folder, adapter, *more)[1].random
        finding = one.finding and replace(one.finding, told=[], file="", again="")
        return replace(one, played=replace(one.played, seconds=0), finding=finding)

    assert line("-n", "2") == line("--timeout-factor", "2")


def test_all_of_it_is_of_the_published_form(wrong: tuple[int, Stream]) -> None:
    for line in (*wrong[1].random, AGREES, DIFFERS, NOT_PLAYED):
        assert VALIDATOR.is_valid(json.loads(encode_line(line)))
    assert isinstance(wrong[1].end, Footer)
    assert VALIDATOR.is_valid(json.loads(encode_line(wrong[1].end)))


@pytest.mark.parametrize(
    "line",
    [
        replace(AGREES, finding=DIFFERS.finding),
        replace(DIFFERS, finding=None),
        replace(NOT_PLAYED, reason=""),
        replace(NOT_PLAYED, played=AGREES.played),
    ],
)
def test_lines_that_contradict_themselves_are_not(line: RandomLine) -> None:
    assert not VALIDATOR.is_valid(json.loads(encode_line(line)))


def test_the_summary_counts_random_differences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judge(tmp_path, WRONG)
    told = capsys.readouterr().out
    assert "random play, seed 1:\n  brazilian-pingo  session 15 differs\n" in told
    assert told.rstrip().endswith("not conformant (1 random difference)")


def test_a_page_shows_the_found_case(wrong: tuple[int, Stream]) -> None:
    page = report_page([wrong[1]])
    (line,) = wrong[1].random
    assert line.finding is not None
    assert "Random play of brazilian-pingo, seed 1" in page
    assert "session 15 differs" in page
    assert "after bet 1 by seat 1 the menu is right" in page
    assert line.finding.again in page
    assert "--case PIN.0000" not in page


def test_a_report_of_junit_has_the_figures_as_properties(tmp_path: Path) -> None:
    judge(tmp_path, "reference", "--junit", str(tmp_path / "junit.xml"))
    tree = ElementTree.parse(tmp_path / "junit.xml")
    case = next(one for one in tree.iter("testcase") if "test_random_play" in one.attrib["name"])
    figures = {one.attrib["name"]: one.attrib["value"] for one in case.iter("property")}
    assert (figures["seed"], figures["sessions"]) == ("1", "100")
    assert int(figures["refusals"]) > 0


# -- reading
def write(path: Path, *lines: Line) -> None:
    path.write_bytes(b"".join(encode_line(line) for line in lines))


def test_a_rule_set_has_one_line_and_the_footer_counts_it(wrong: tuple[int, Stream], tmp_path: Path) -> None:
    _, stream = wrong
    assert stream.header is not None
    assert isinstance(stream.end, Footer)
    path = tmp_path / "x.jsonl"
    lines: list[Line] = [stream.header, *stream.lines, *stream.random]
    write(path, *lines, *stream.random, stream.end)
    with pytest.raises(ReportError, match="random play of brazilian-pingo has a line already"):
        read_stream(path)
    write(path, *lines, replace(stream.end, random={}))
    with pytest.raises(ReportError, match="the footer counts other random play than there is"):
        read_stream(path)


# -- putting together
def test_parts_are_added_up() -> None:
    other = RandomLine("ton", 1, "agrees", PlayedLine(100, 1000, 100, 0.5))
    assert together([AGREES, other]) == replace(AGREES, played=PlayedLine(300, 4000, 500, 2.0))


def test_the_first_difference_of_all_parts_is_that_of_the_whole() -> None:
    assert DIFFERS.finding is not None
    later = replace(DIFFERS, finding=replace(DIFFERS.finding, session=40))
    whole = together([later, AGREES, DIFFERS])
    assert whole.status == "differs"
    assert whole.finding == DIFFERS.finding


def test_the_same_part_counts_once() -> None:
    again = replace(AGREES, played=replace(AGREES.played, seconds=9.0))
    assert together([AGREES, again]).played.sessions == 200
    assert together([NOT_PLAYED, NOT_PLAYED]) == NOT_PLAYED


def test_parts_of_a_run_make_the_whole(tmp_path: Path) -> None:
    words = ["--adapter", "reference", "--case", "DOG.000[12]", "--rules", "red-dog", "--random", "200"]
    parts: list[Stream] = []
    for number in (1, 2):
        path = tmp_path / f"{number}.jsonl"
        assert main(["run", *words, "--shard", f"{number}/2", "--report", str(path)]) == 0
        parts.append(read_stream(path))
    merged = merge(parts)
    (random,) = (line for line in merged if isinstance(line, RandomLine))
    assert (random.status, random.played.sessions) == ("agrees", 200)
    assert isinstance(merged[-1], Footer)
    assert merged[-1].random == {"agrees": 1}


def test_random_play_of_another_seed_is_not_of_one_whole(wrong: tuple[int, Stream]) -> None:
    stream = wrong[1]
    other = stream._replace(name="other", random=(replace(stream.random[0], seed=2),))
    with pytest.raises(CannotMerge, match="other tells of random play of brazilian-pingo with another seed"):
        merge([stream, other])


# -- comparing
def test_a_new_difference_is_a_new_failure() -> None:
    changes = random_changes([AGREES], [DIFFERS])
    assert changes.failing == ["ton: session 15 differs: ton, deal: pot"]
    assert random_changes([], [DIFFERS]).failing == changes.failing
    assert random_changes([DIFFERS], [DIFFERS]).failing == []


def test_a_difference_is_fixed_if_its_session_agrees_now() -> None:
    assert random_changes([DIFFERS], [AGREES]).fixed == ["ton: session 15 agrees now: ton, deal: pot"]
    few = replace(AGREES, played=replace(AGREES.played, sessions=10))
    for other in (replace(AGREES, seed=2), few, NOT_PLAYED):
        assert random_changes([DIFFERS], [other]).fixed == []


def test_the_command_fails_for_a_new_difference(
    wrong: tuple[int, Stream], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, stream = wrong
    assert stream.header is not None
    assert isinstance(stream.end, Footer)
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    clean = replace(stream.end, exit_code=0, random={})
    write(old, stream.header, *stream.lines, clean)
    write(new, stream.header, *stream.lines, *stream.random, stream.end)
    assert main(["report", "diff", str(old), str(new)]) == 1
    assert "new random differences: 1\n  brazilian-pingo: session 15 differs" in capsys.readouterr().out
    assert main(["report", "diff", str(new), str(new)]) == 0
