"""Reports are read again, whole or broken off, and nothing else passes for one."""

from pathlib import Path

import pytest

from conformance.lines import Header, Interrupted, Line, encode_line
from conformance.report.reading import ReportError, Stream, read_stream


def written(folder: Path, *lines: Line, rest: bytes = b"") -> Path:
    path = folder / "report.jsonl"
    path.write_bytes(b"".join(map(encode_line, lines)) + rest)
    return path


def parts(stream: Stream) -> list[Line]:
    assert stream.header is not None
    assert stream.end is not None
    return [stream.header, *stream.lines, stream.end]


def test_a_report_reads_as_it_was_written(wrong: Stream, tmp_path: Path) -> None:
    stream = read_stream(written(tmp_path, *parts(wrong)))
    assert stream == wrong._replace(name="report.jsonl")
    assert stream.finished
    assert stream.why_unfinished == ""


def test_the_last_line_needs_no_end(wrong: Stream, tmp_path: Path) -> None:
    path = written(tmp_path, *parts(wrong))
    path.write_bytes(path.read_bytes().rstrip())
    assert read_stream(path).finished


@pytest.mark.parametrize("cut", [1, 2])
def test_a_report_without_its_footer_is_unfinished(wrong: Stream, tmp_path: Path, cut: int) -> None:
    stream = read_stream(written(tmp_path, *parts(wrong)[:-cut]))
    assert not stream.finished
    assert stream.why_unfinished == f"the report breaks off after {len(wrong.lines) - cut + 1} verdicts"


@pytest.mark.parametrize("content", [b"\x8e\x02\xff", b"no report", b"[1]"])
def test_what_does_not_even_begin_as_a_report_is_none(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ReportError, match=r"report\.jsonl:1: no line of a report"):
        read_stream(written(tmp_path, rest=content))


def test_a_header_that_breaks_off_is_an_unfinished_report(wrong: Stream, tmp_path: Path) -> None:
    stream = read_stream(written(tmp_path, rest=encode_line(parts(wrong)[0])[:-20]))
    assert stream.why_unfinished == "there is no verdict"


def test_a_line_that_breaks_off_ends_the_report_there(wrong: Stream, tmp_path: Path) -> None:
    stream = read_stream(written(tmp_path, *parts(wrong)[:-1], rest=encode_line(parts(wrong)[-1])[:-20]))
    assert stream.torn
    assert not stream.finished
    assert len(stream.lines) == len(wrong.lines)


def test_a_report_that_was_interrupted_tells_why(wrong: Stream, tmp_path: Path) -> None:
    stream = read_stream(written(tmp_path, *parts(wrong)[:3], Interrupted("the power went", 12)))
    assert stream.why_unfinished == "the power went"


def test_an_adapter_that_never_said_hello_leaves_an_unfinished_report(tmp_path: Path) -> None:
    stream = read_stream(written(tmp_path, Interrupted("no such command", 10)))
    assert stream.header is None
    assert stream.why_unfinished == "no such command"


def test_an_empty_file_is_a_run_without_any_verdict(tmp_path: Path) -> None:
    assert read_stream(written(tmp_path)).why_unfinished == "there is no verdict"


def header_of(stream: Stream) -> Header:
    assert stream.header is not None
    return stream.header


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: [*lines, lines[1]], "more follows after the end"),
        (lambda lines: [*lines[:3], lines[0]], "a second report begins"),
        (lambda lines: [*lines[:2], *lines[1:]], "has a line already"),
        (lambda lines: lines[1:], "begins with its header"),
        (lambda lines: [*lines[:2], lines[-1]], "counts other cases"),
    ],
)
def test_what_is_not_one_report_is_refused_with_its_line(
    wrong: Stream, tmp_path: Path, change: object, reason: str
) -> None:
    assert callable(change)
    path = written(tmp_path, *change(parts(wrong)))
    with pytest.raises(ReportError, match=rf"report\.jsonl:\d+: .*{reason}"):
        read_stream(path)


@pytest.mark.parametrize("content", [b"{}\n", b"hello\n", b'{"type":"header"}\n', b"[" * 9000 + b"\n"])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = written(tmp_path, rest=content)
    with pytest.raises(ReportError, match=":1: no line of a report"):
        read_stream(path)


def test_a_report_of_another_format_is_refused(wrong: Stream, tmp_path: Path) -> None:
    line = encode_line(header_of(wrong)).replace(b'"format":1', b'"format":2')
    with pytest.raises(ReportError, match="format 2; this kit reads format 1"):
        read_stream(written(tmp_path, rest=line))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="cannot be read"):
        read_stream(tmp_path / "nothing")
