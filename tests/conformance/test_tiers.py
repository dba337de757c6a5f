"""Tiers: parts of the corpus by name, which never pass for the whole of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from conformance.cli import main
from conformance.corpus import CorpusError, load_corpus
from conformance.index import entries_of
from conformance.lines import Footer, Header, TierLine, decode_line
from conformance.report.badge import badge_of
from conformance.report.html.page import report_page
from conformance.report.merge import CannotMerge, merge
from conformance.report.reading import Stream, read_stream
from conformance.selection import Choice, SelectionError, select
from conformance.tiers import read_tiers

PLAYABLE = Path(__file__).parent / "corpus" / "playable"
SMOKE = ["PIN.0003", "PIN.R001", "PIN.0001"]
ALL = len(list(entries_of(load_corpus(PLAYABLE))))


def write_tiers(root: Path, content: object) -> None:
    (root / "tiers.json").write_text(json.dumps(content), "utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A corpus with a tier of three of its entries."""
    folder = Path(shutil.copytree(PLAYABLE, tmp_path / "corpus"))
    write_tiers(folder, {"format": 1, "tiers": {"smoke": SMOKE}})
    return folder


def chosen(root: Path, cases: Sequence[str] = ()) -> list[str]:
    return [entry.id for entry in select(load_corpus(root), Choice(cases=cases, tier="smoke"))]


# -- which entries
def test_a_tier_is_chosen_in_the_order_of_the_corpus(root: Path) -> None:
    assert chosen(root) == ["PIN.0001", "PIN.0003", "PIN.R001"]


def test_a_tier_and_other_parts_of_a_choice_narrow_each_other(root: Path) -> None:
    assert chosen(root, cases=["PIN.000[23]"]) == ["PIN.0003"]
    with pytest.raises(SelectionError, match="no case fits all"):
        chosen(root, cases=["PIN.0002"])


def test_an_unknown_tier_is_refused_with_those_that_there_are(root: Path) -> None:
    with pytest.raises(SelectionError, match=r"there is no tier 'fog'; the corpus has smoke"):
        select(load_corpus(root), Choice(tier="fog"))
    (root / "tiers.json").unlink()
    with pytest.raises(SelectionError, match=r"there is no tier 'fog'; the corpus has none"):
        select(load_corpus(root), Choice(tier="fog"))


def test_a_tier_of_another_state_of_the_corpus_is_refused(root: Path) -> None:
    write_tiers(root, {"format": 1, "tiers": {"smoke": ["PIN.0001", "PIN.0999"]}})
    with pytest.raises(SelectionError, match=r"names PIN\.0999, which the corpus does not have"):
        chosen(root)


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        ([], ""),
        ({"format": 2, "tiers": {}}, "/format"),
        ({"format": 1, "tiers": {"smoke": []}}, "/tiers/smoke"),
        ({"format": 1, "tiers": {"smoke": [1]}}, "/tiers/smoke/0"),
    ],
)
def test_a_file_that_holds_no_tiers_is_refused_with_its_place(
    root: Path, content: object, pointer: str
) -> None:
    write_tiers(root, content)
    with pytest.raises(CorpusError) as error:
        read_tiers(root)
    assert error.value.pointer == pointer


# -- what a run says of it
def judge(root: Path, tmp_path: Path, *more: str) -> tuple[int, Stream]:
    report = tmp_path / "report.jsonl"
    spec = ["--adapter", "reference", "--corpus", str(root), "--report", str(report)]
    return main(["run", *spec, *more]), read_stream(report)


def test_a_run_of_a_tier_plays_the_tier_alone(root: Path, tmp_path: Path) -> None:
    code, stream = judge(root, tmp_path, "--tier", "smoke")
    assert code == 0
    assert sorted(line.id for line in stream.lines) == sorted(SMOKE)


def test_header_and_footer_say_which_tier_it_is(root: Path, tmp_path: Path) -> None:
    _, stream = judge(root, tmp_path, "--tier", "smoke")
    assert stream.header is not None
    assert stream.header.selection.tier == TierLine("smoke", 3, ALL)
    assert isinstance(stream.end, Footer)
    assert stream.end.tier == "smoke"
    _, whole = judge(root, tmp_path)
    assert isinstance(whole.end, Footer)
    assert whole.end.tier == ""


def test_the_summary_of_a_tier_does_not_look_like_that_of_the_corpus(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge(root, tmp_path, "--tier", "smoke")
    told = capsys.readouterr().out
    assert "of the tier" in told
    assert "coverage" not in told
    assert f"only the tier smoke, 3 of {ALL} entries of the corpus: the figures are of these" in told
    assert told.rstrip().endswith("conformant in all that was played, in the tier smoke alone")


def test_the_page_and_the_badge_of_a_tier_say_so(root: Path, tmp_path: Path) -> None:
    _, stream = judge(root, tmp_path, "--tier", "smoke")
    page = report_page([stream])
    assert f"only the tier smoke, 3 of {ALL} entries of the corpus" in page
    assert '<th scope="col">Of the tier</th>' in page
    assert badge_of(stream).message.startswith("tier smoke only: ")


def test_an_unknown_tier_is_a_usage_error(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--adapter", "reference", "--corpus", str(root), "--tier", "fog"]) == 2
    assert "there is no tier 'fog'" in capsys.readouterr().err


def test_parts_of_a_tier_make_the_tier(root: Path, tmp_path: Path) -> None:
    parts = [judge(root, tmp_path, "--tier", "smoke", "--shard", f"{number}/2")[1] for number in (1, 2)]
    _, whole = judge(root, tmp_path, "--tier", "smoke")
    merged = merge(parts)
    assert isinstance(merged[0], Header)
    assert merged[0].selection.tier == TierLine("smoke", 3, ALL)
    assert merged[-1] == whole.end


def test_a_tier_does_not_merge_with_what_is_none(root: Path, tmp_path: Path) -> None:
    _, tier = judge(root, tmp_path, "--tier", "smoke")
    _, whole = judge(root, tmp_path)
    with pytest.raises(CannotMerge, match="different tiers of the corpus"):
        merge([tier, whole])


def test_a_comparison_says_that_a_report_is_of_a_tier(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge(root, tmp_path, "--tier", "smoke")
    path = str(tmp_path / "report.jsonl")
    capsys.readouterr()
    assert main(["report", "diff", path, path]) == 0
    assert f"report.jsonl is about only the tier smoke, 3 of {ALL}" in capsys.readouterr().out


def test_reports_without_a_word_on_tiers_can_be_read(root: Path, tmp_path: Path) -> None:
    judge(root, tmp_path)
    header, *_ = (tmp_path / "report.jsonl").read_bytes().splitlines()
    content = json.loads(header)
    del content["selection"]["tier"]
    old = decode_line(json.dumps(content))
    new = decode_line(header)
    assert isinstance(new, Header)
    assert old == replace(new, selection=replace(new.selection, tier=None))


# -- elsewhere
def test_the_entries_of_a_tier_are_listed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--corpus", str(root), "--tier", "smoke", "--tsv"]) == 0
    ids = [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()[1:]]
    assert ids == ["PIN.0001", "PIN.0003", "PIN.R001"]
    assert main(["list", "--corpus", str(root), "--tier", "fog"]) == 2


def test_tiers_are_exported(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--corpus", str(root)]) == 0
    assert json.loads(capsys.readouterr().out)["tiers"] == {"smoke": SMOKE}
