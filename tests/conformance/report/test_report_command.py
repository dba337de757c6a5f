"""The commands: what they write and how they exit."""

import sys
from pathlib import Path

import pytest

from conformance.cli import main
from conformance.json_style import one_line
from conformance.lines import Line, encode_line
from conformance.report.badge import badge_json, badge_of
from conformance.report.colour import paint_for
from conformance.report.reading import Stream, read_stream

HANDS = Path(__file__).parent / "hands"
CORPUS = str(Path(__file__).parents[1] / "corpus" / "playable")


def write(stream: Stream, path: Path) -> str:
    lines: list[Line] = [*([stream.header] if stream.header else []), *stream.lines]
    lines += [stream.end] if stream.end else []
    path.write_bytes(b"".join(map(encode_line, lines)))
    return str(path)


@pytest.fixture
def files(tmp_path: Path, wrong: Stream, right: Stream) -> dict[str, str]:
    """Reports: all wrong, all right, and one that did not finish."""
    return {
        "wrong": write(wrong, tmp_path / "wrong.jsonl"),
        "right": write(right, tmp_path / "right.jsonl"),
        "cut": write(wrong._replace(end=None), tmp_path / "cut.jsonl"),
    }


def test_html_draws_one_report_or_several(files: dict[str, str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert main(["report", "html", files["wrong"], files["right"], "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "Wrong Games" in text
    assert "refengine" in text


def test_html_of_a_report_that_did_not_finish_is_written_and_told(
    files: dict[str, str], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    assert main(["report", "html", files["cut"], "-o", str(page)]) == 12
    assert "This run did not finish." in page.read_text(encoding="utf-8")


def test_merge_writes_a_report(files: dict[str, str], tmp_path: Path, wrong: Stream) -> None:
    one = write(wrong._replace(lines=wrong.lines[:2], end=None), tmp_path / "one.jsonl")
    whole = tmp_path / "whole.jsonl"
    assert main(["report", "merge", files["wrong"], files["wrong"], "-o", str(whole)]) == 0
    assert read_stream(whole).lines == wrong.lines
    assert main(["report", "merge", one, files["wrong"], "-o", str(whole)]) == 12
    assert not read_stream(whole).finished


def test_diff_prints_and_tells_by_its_exit_code(
    files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "diff", files["right"], files["wrong"]]) == 1
    assert capsys.readouterr().out.startswith("new failures: 5\n")
    assert main(["report", "diff", files["wrong"], files["right"]]) == 0
    assert capsys.readouterr().out.startswith("fixed: 5\n")
    assert main(["report", "diff", files["right"], files["cut"]]) == 12


def test_badge_prints_or_writes(
    files: dict[str, str], tmp_path: Path, wrong: Stream, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = f"{one_line(badge_json(badge_of(wrong, ['red-dog'], 'mine')))}\n"
    chosen = ["report", "badge", files["wrong"], "--rules", "red-dog", "--label", "mine"]
    assert main(chosen) == 0
    assert capsys.readouterr().out == expected
    out, svg = tmp_path / "b.json", tmp_path / "b.svg"
    assert main([*chosen, "-o", str(out), "--svg", str(svg)]) == 0
    assert out.read_text(encoding="utf-8") == expected
    assert svg.read_text(encoding="utf-8").startswith("<svg ")
    assert capsys.readouterr().out == ""
    assert main(["report", "badge", files["cut"]]) == 12
    assert '"incomplete"' in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["html", "nothing.jsonl", "-o", "x.html"],
        ["html", "{wrong}", "-o", "no/such/folder/x.html"],
        ["html", *["{wrong}"] * 27, "-o", "x.html"],
        ["merge", "{wrong}", "{right}", "-o", "x.jsonl"],
        ["badge", "{wrong}", "--rules", "bridge"],
        ["badge", "{wrong}", "-o", "no/such/folder/x.json"],
        ["diff", "{wrong}", "nothing.jsonl"],
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(
    files: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["report", *(word.format(**files) for word in arguments)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("part", ["html", "merge", "diff", "badge"])
def test_every_part_has_help_with_exit_codes_and_an_example(
    part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["report", part, "--help"])
    assert caught.value.code == 0
    told = capsys.readouterr().out
    assert "Exit codes: 0" in told
    assert f"  conformance report {part} " in told


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with implementations in it."""
    (tmp_path / "poor_game.py").write_text(
        "from conformance.adapters.reference import Reference\n\n\n"
        "class Poor(Reference):\n"
        "    def new(self, **params):\n"
        "        return {**super().new(**params), 'pot': 99}\n\n\n"
        "class Dead(Reference):\n"
        "    def hello(self, **params):\n"
        "        raise RuntimeError('no')\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


def test_a_run_draws_the_page_that_its_report_gives(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["run", "--adapter", "poor_game:Poor", "--corpus", CORPUS]
    assert main([*run, "--html", "run.html", "--report", "r.jsonl"]) == 1
    assert main(["report", "html", "r.jsonl", "-o", "drawn.html"]) == 0
    page = (folder / "run.html").read_bytes()
    assert page == (folder / "drawn.html").read_bytes()
    assert f"--adapter poor_game:Poor --case PIN.0001 --corpus {CORPUS}".encode() in page


def test_the_page_of_an_adapter_that_does_not_start_says_so(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "run.html").write_text("an old page", encoding="utf-8")
    assert main(["run", "--adapter", "poor_game:Dead", "--corpus", CORPUS, "--html", "run.html"]) == 10
    page = (folder / "run.html").read_text(encoding="utf-8")
    assert "This run did not finish." in page
    assert "poor_game:Dead" in page


def test_until_the_end_the_page_says_that_the_run_did_not_finish(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("conformance.report.html.writer.PageWriter.end", lambda *_: None)
    (folder / "run.html").write_text("an old page", encoding="utf-8")
    main(["run", "--adapter", "reference", "--corpus", CORPUS, "--html", "run.html"])
    assert "This run did not finish." in (folder / "run.html").read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_is_a_usage_error(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["run", "--adapter", "reference", "--corpus", CORPUS, "--html", "no/such/folder/x.html"]
    assert main(run) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_replay_draws_any_case_passed_or_not(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replay = ["replay", "PIN.0001", "--corpus", CORPUS, "--html", "case.html"]
    assert main(replay) == 0
    assert ">passed</span>" in (folder / "case.html").read_text(encoding="utf-8")
    assert main([*replay, "--adapter", "poor_game:Poor"]) == 1
    assert "here it goes wrong" in (folder / "case.html").read_text(encoding="utf-8")
    assert capsys.readouterr().out == ""
    assert main([*replay[:-1], "no/such/folder/x.html"]) == 2


def test_replay_in_text_is_plain_unless_it_goes_to_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = str(HANDS / "pingo.json")
    assert main(["replay", hand]) == 0
    plain = capsys.readouterr().out
    assert "\x1b" not in plain
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["replay", hand]) == 0
    coloured = capsys.readouterr().out
    assert "\x1b[32mpassed\x1b[0m" in coloured
    for code in ("0", "1", "2", "32"):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == plain


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_can_be_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert paint_for(sys.stdout).on
    monkeypatch.setenv(name, value)
    assert not paint_for(sys.stdout).on
