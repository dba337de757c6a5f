"""Files that cannot be written are told in a line, before anything is played where that can be known."""

from __future__ import annotations

import errno
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.cli import main
from conformance.lines import Footer, Interrupted
from conformance.outputs import Named, Output, OutputError, check_distinct, write_output
from conformance.report.reading import read_stream

CORPUS = str(Path(__file__).parent / "corpus" / "playable")
FULL = Path("/dev/full")
RUN = ("run", "--adapter", "reference", "--corpus", CORPUS)
ONE = (*RUN, "--case", "PIN.0001")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is full")

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a report and a list of known failures in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "old.jsonl").write_text("an earlier report\n")
    (tmp_path / "known.toml").write_text("")
    return tmp_path


@pytest.fixture
def report(folder: Path, capsys: Capture) -> Path:
    """The report of a run that has finished."""
    assert main([*ONE, "--report", "whole.jsonl"]) == 0
    capsys.readouterr()
    return folder / "whole.jsonl"


def only_line(capsys: Capture) -> str:
    """What was told on standard error, which has to be one line."""
    (line,) = [line for line in capsys.readouterr().err.splitlines() if line]
    return line


@pytest.mark.parametrize("option", ["--report", "--html", "--junit", "--trace"])
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing/file", "No such file or directory"),
        ("there", "Is a directory"),
        ("known.toml/file", "Not a directory"),
    ],
)
def test_what_cannot_be_opened_is_a_usage_error(
    folder: Path, capsys: Capture, option: str, name: str, reason: str
) -> None:
    assert main([*ONE, option, name]) == 2
    assert f"{name} cannot be written: {reason}" in only_line(capsys)


@pytest.mark.parametrize("name", ["known.toml/found", "known.toml"])
def test_a_folder_of_found_cases_that_can_be_none_is_a_usage_error(
    folder: Path, capsys: Capture, name: str
) -> None:
    assert main([*ONE, "--random", "1", "--found", name]) == 2
    assert f"{name} cannot be written: " in only_line(capsys)


@pytest.mark.parametrize("name", ["there", "missing/known.toml", "/dev/null"])
def test_a_list_of_known_failures_that_cannot_be_updated_is_a_usage_error(
    folder: Path, capsys: Capture, name: str
) -> None:
    assert main([*ONE, "--known", name, "--known-update"]) == 2
    assert f"{name} cannot be written: " in only_line(capsys)


@needs_full
@pytest.mark.parametrize("option", ["--report", "--html"])
def test_what_turns_out_to_be_full_before_the_first_case_is_a_usage_error(
    folder: Path, capsys: Capture, option: str
) -> None:
    assert main([*ONE, option, str(FULL)]) == 2
    assert "/dev/full cannot be written: No space left on device" in only_line(capsys)


@needs_full
@pytest.mark.parametrize("option", ["--junit", "--trace"])
def test_what_turns_out_to_be_full_at_the_end_leaves_the_run_incomplete(
    folder: Path, capsys: Capture, option: str
) -> None:
    assert main([*ONE, option, str(FULL), "--report", "report.jsonl"]) == 12
    out, err = capsys.readouterr()
    assert err == ""
    assert "/dev/full cannot be written: No space left on device\n" in out
    assert "brazilian-pingo              1/1" in out
    end = read_stream(folder / "report.jsonl").end
    assert isinstance(end, Footer)
    assert end.exit_code == 12


def full_after(monkeypatch: pytest.MonkeyPatch, name: str, writes: int) -> None:
    """Let the disk be full once so many things have been written to a file."""
    write = Output.write
    count = 0

    def failing(self: Output, data: bytes) -> None:
        nonlocal count
        if self.path.name == name:
            count += 1
            if count > writes:
                raise OutputError(self.path, "No space left on device")
        write(self, data)

    monkeypatch.setattr(Output, "write", failing)


@pytest.mark.parametrize(("name", "writes"), [("report.jsonl", 3), ("page.html", 2), ("trace", 0)])
def test_a_disk_that_is_full_in_the_middle_costs_one_file_and_not_the_verdict(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, name: str, writes: int
) -> None:
    full_after(monkeypatch, name, writes)
    files = ["--report", "report.jsonl", "--html", "page.html", "--junit", "junit.xml", "--trace", "trace"]
    assert main([*RUN, *files]) == 12
    out = capsys.readouterr().out
    assert "brazilian-pingo              5/5" in out
    assert f"{name} cannot be written: No space left on device\n" in out
    assert "PIN.0001" in (folder / "junit.xml").read_text()
    finished = isinstance(read_stream(folder / "report.jsonl").end, Footer)
    assert finished == (name != "report.jsonl")


def test_a_page_that_has_no_room_does_not_look_whole(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewrite = Output.rewrite

    def no_room(self: Output, data: bytes) -> None:
        if b"did not finish" not in data:
            rewrite(self, data[: len(data) // 2])
            raise OutputError(self.path, "No space left on device")
        rewrite(self, data)

    monkeypatch.setattr(Output, "rewrite", no_room)
    assert main([*ONE, "--html", "page.html"]) == 12
    assert "did not finish" in (folder / "page.html").read_text("utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ["--report", "old.jsonl", "--html", "old.jsonl"],
        ["--report", "old.jsonl", "--trace", "there/../old.jsonl"],
        ["--report", "old.jsonl", "--junit", "link"],
        ["--report", "old.jsonl", "--html", "other-name"],
        ["--known", "old.jsonl", "--report", "old.jsonl"],
        ["--report", "old.jsonl", "--trace", "new", "--html", "there/../new"],
        ["--report", "old.jsonl", "--trace", "new", "--html", "new.gw0"],
    ],
)
def test_one_file_for_two_things_is_refused_before_anything_is_written(
    folder: Path, capsys: Capture, words: list[str]
) -> None:
    (folder / "link").symlink_to("old.jsonl")
    (folder / "other-name").hardlink_to(folder / "old.jsonl")
    if "--known" in words:
        (folder / "old.jsonl").write_text("# nothing is known to fail\n")
    before = (folder / "old.jsonl").read_bytes()
    assert main([*ONE, *words]) == 2
    assert "it is named twice" in only_line(capsys)
    assert (folder / "old.jsonl").read_bytes() == before
    assert not (folder / "new").exists()


def test_what_cannot_be_meant_leaves_the_files_of_an_earlier_run(folder: Path, capsys: Capture) -> None:
    assert main([*RUN, "--rules", "bridge", "--report", "old.jsonl"]) == 2
    assert (folder / "old.jsonl").read_text() == "an earlier report\n"


def test_a_device_may_take_several_outputs() -> None:
    check_distinct([Named("--report", Path("/dev/null")), Named("--trace", Path("/dev/null"))])


def test_a_second_run_does_not_write_to_the_file_of_the_first(folder: Path, capsys: Capture) -> None:
    first = Output(folder / "report.jsonl")
    first.write(b"a line of the first\n")
    assert main([*ONE, "--report", "report.jsonl"]) == 2
    assert "report.jsonl cannot be written: another run is writing it" in only_line(capsys)
    assert (folder / "report.jsonl").read_bytes() == b"a line of the first\n"
    first.close()
    assert main([*ONE, "--report", "report.jsonl"]) == 0


def test_what_does_not_fit_is_not_left_by_half(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = Output(folder / "file")
    output.write(b"whole\n")
    raw = output._file

    class Small:
        """A disk on which three bytes are left."""

        def __getattr__(self, name: str) -> object:
            return getattr(raw, name)

        def write(self, data: memoryview) -> int:
            if len(data) < 6:
                raise OSError(errno.ENOSPC, "No space left on device")
            return raw.write(data[:3])

    monkeypatch.setattr(output, "_file", Small())
    with pytest.raises(OutputError, match="No space left"):
        output.write(b"broken\n")
    raw.close()
    assert (folder / "file").read_bytes() == b"whole\n"


@pytest.mark.parametrize("part", ["html", "merge", "badge"])
@pytest.mark.parametrize("name", ["missing/file", "there", "/dev/full"])
def test_what_is_made_of_reports_says_where_it_cannot_be_written(
    report: Path, capsys: Capture, part: str, name: str
) -> None:
    if name == str(FULL) and not FULL.exists():
        pytest.skip("this system has no device that is full")
    assert main(["report", part, str(report), "-o", name]) == 2
    assert only_line(capsys).startswith(f"{name} cannot be written: ")


@pytest.mark.parametrize("part", ["html", "merge", "badge"])
def test_a_report_is_not_overwritten_by_what_is_made_of_it(report: Path, capsys: Capture, part: str) -> None:
    before = report.read_bytes()
    assert main(["report", part, "whole.jsonl", "-o", "there/../whole.jsonl"]) == 2
    assert "it is named twice" in only_line(capsys)
    assert report.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        ["export", "--corpus", CORPUS],
        ["replay", "PIN.0001", "--corpus", CORPUS, "--html"],
        ["doctor", "--adapter", "reference", "--trace"],
        ["table", "--peers", "treys", "--out"],
    ],
)
def test_other_commands_say_where_they_cannot_write(folder: Path, capsys: Capture, words: list[str]) -> None:
    assert main([*words, "missing/file"]) == 2
    assert only_line(capsys) == "missing/file cannot be written: No such file or directory"


@needs_full
def test_a_trace_of_the_doctor_that_is_not_whole_is_told(folder: Path, capsys: Capture) -> None:
    assert main(["doctor", "--adapter", "reference", "--trace", str(FULL)]) == 12
    out, err = capsys.readouterr()
    assert "Nothing is wrong so far" in out
    assert err == "/dev/full cannot be written: No space left on device\n"


@pytest.mark.parametrize("before", [None, "old"])
def test_a_file_is_there_whole_or_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    path = folder / "file"
    if before is not None:
        path.write_text(before)

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "the disk is gone")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OutputError, match="the disk is gone"):
        write_output(path, "new")
    assert (path.read_text() if path.exists() else None) == before
    assert not list(folder.glob(".file*"))


def test_a_link_stays_a_link(folder: Path) -> None:
    (folder / "link").symlink_to("old.jsonl")
    write_output(folder / "link", "new")
    assert (folder / "link").is_symlink()
    assert (folder / "old.jsonl").read_text() == "new"


UNUSABLE = """
import os

from conformance.adapters.reference import Reference


class Mute(Reference):
    def hello(self, **params):
        os._exit(3)


class DiesAlways(Reference):
    def new(self, **params):
        os._exit(3)
"""


@pytest.fixture
def all_files(folder: Path) -> Callable[[str], tuple[int, dict[str, str]]]:
    """Run one of two implementations with every kind of output; the exit code, and what the files hold."""
    (folder / "unusable.py").write_text(UNUSABLE)

    def run(name: str) -> tuple[int, dict[str, str]]:
        spec = f"stdio: {shlex.quote(sys.executable)} -m conformance serve unusable:{name}"
        names = {"report": "r.jsonl", "html": "p.html", "junit": "j.xml", "trace": "t.jsonl"}
        files = [word for option, path in names.items() for word in (f"--{option}", path)]
        code = main(["run", "--adapter", spec, "--rules", "red-dog", *files])
        return code, {option: (folder / path).read_text("utf-8") for option, path in names.items()}

    return run


@pytest.mark.parametrize(
    ("name", "why"), [("Mute", "failed to start 3 times"), ("DiesAlways", "10 cases in a row were lost")]
)
def test_a_run_that_had_to_end_leaves_all_its_files_marked_incomplete(
    all_files: Callable[[str], tuple[int, dict[str, str]]], folder: Path, name: str, why: str
) -> None:
    code, files = all_files(name)
    assert code == 10
    end = read_stream(folder / "r.jsonl").end
    assert isinstance(end, Interrupted)
    assert why in end.reason
    assert "the run is incomplete" in files["junit"]
    assert why in files["junit"]
    assert "did not finish" in files["html"]
    assert '"what":"lost"' in files["trace"]
