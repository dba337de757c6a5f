"""The stream in its file: what ends a campaign costs at most a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.campaign.journal import FILE, Journal, JournalError
from conformance.campaign.lines import Header, Line, PlanLine, ShardLine, StoppedLine, encode_line
from conformance.lines import Claimed, Subject

HEADER = Header(
    1, "0.1", "abc", Subject("x", "x", "1", None, None), Claimed([], {}), PlanLine(0, 9, 3, ["ton"], {})
)
LINES: list[Line] = [HEADER, ShardLine("ton", 0, 3, 9), StoppedLine("enough", 12), ShardLine("ton", 3, 6, 9)]


def written(folder: Path, extra: bytes = b"") -> Path:
    path = folder / FILE
    path.write_bytes(b"".join(map(encode_line, LINES)) + extra)
    return path


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "new", resume=False)
    assert list(journal.lines()) == []
    for line in LINES:
        journal.write(line)
    journal.close()
    again = Journal(tmp_path / "new", resume=True)
    assert list(again.lines()) == LINES
    again.close()


@pytest.mark.parametrize("length", [1, 20, 52])
def test_a_torn_last_line_is_dropped_and_written_over(tmp_path: Path, length: int) -> None:
    path = written(tmp_path, encode_line(ShardLine("ton", 6, 9, 9))[:length])
    journal = Journal(tmp_path, resume=True)
    assert list(journal.lines()) == LINES
    journal.write(LINES[1])
    journal.close()
    assert path.read_bytes() == b"".join(map(encode_line, [*LINES, LINES[1]]))


def test_noise_with_a_line_after_it_is_not_a_torn_line(tmp_path: Path) -> None:
    written(tmp_path, b'{"type":"sha\n' + encode_line(LINES[1]))
    journal = Journal(tmp_path, resume=True)
    with pytest.raises(JournalError, match=rf"{FILE}:5: no line of a campaign"):
        list(journal.lines())
    journal.close()


def test_a_second_header_is_no_stream(tmp_path: Path) -> None:
    written(tmp_path, encode_line(HEADER))
    journal = Journal(tmp_path, resume=True)
    with pytest.raises(JournalError, match="one header"):
        list(journal.lines())
    journal.close()


def test_another_format_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"format":1', b'"format":2'))
    journal = Journal(tmp_path, resume=True)
    with pytest.raises(JournalError, match="has format 2"):
        list(journal.lines())
    journal.close()


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    written(tmp_path)
    with pytest.raises(JournalError, match="--resume goes on with it"):
        Journal(tmp_path, resume=False)


def test_only_one_campaign_writes(tmp_path: Path) -> None:
    journal = Journal(tmp_path, resume=True)
    with pytest.raises(JournalError, match="another campaign"):
        Journal(tmp_path, resume=True)
    journal.close()
    Journal(tmp_path, resume=True).close()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match="cannot be written"):
        Journal(tmp_path / "file" / "folder", resume=False)
