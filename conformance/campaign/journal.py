"""The file that a campaign's stream is kept in: written as it goes, read again to go on."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

import msgspec

from conformance.campaign.lines import FORMAT, Header, Line, decode_line, encode_line

FILE: Final = "campaign.jsonl"


class JournalError(ValueError):
    """A stream that cannot be written to, or gone on with: why."""


class Journal:
    """The stream in a folder. Nobody else can write to it while it is open.

    Every line is with the system when `write` returns, so whatever ends this process, it costs at most the
    line being written.
    """

    def __init__(self, folder: Path, *, resume: bool) -> None:
        """`JournalError` unless there is none yet, or it is to be resumed."""
        self.path: Final = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: Final = FileIO(self.path, "r+" if self.path.exists() else "x+")
        except OSError as error:
            raise JournalError(f"{self.path} cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise JournalError(f"{self.path} is being written by another campaign") from error
        if not resume and self._file.read(1):
            self._file.close()
            raise JournalError(f"{self.path} is there already; --resume goes on with it")

    def lines(self) -> Iterator[Line]:
        """What has been written so far, up to a last line that is torn: it is dropped. Ends where the next
        line will be written. `JournalError` if it is no stream of a campaign."""
        end = 0
        with open(self.path, "rb") as file:
            for number, text in enumerate(file, start=1):
                line = self._decode(text)
                if line is None:
                    if file.read(1):
                        raise JournalError(f"{self.path}:{number}: no line of a campaign")
                    break
                if isinstance(line, Header) != (number == 1):
                    raise JournalError(f"{self.path}:{number}: a campaign has one header, in its first line")
                end += len(text)
                yield line
        self._file.truncate(end)
        self._file.seek(end)

    def _decode(self, text: bytes) -> Line | None:
        """None if it is no line, or has no end."""
        if not text.endswith(b"\n"):
            return None
        try:
            line = decode_line(text)
        except (msgspec.DecodeError, RecursionError):
            return None
        if isinstance(line, Header) and line.format != FORMAT:
            raise JournalError(f"{self.path} has format {line.format}; this kit writes format {FORMAT}")
        return line

    def write(self, line: Line) -> None:
        """Add a line; `OSError` if there is no room for it. Then, as far as possible, none of it is left."""
        left = memoryview(encode_line(line))
        start = self._file.tell()
        try:
            while left:
                left = left[self._file.write(left) :]
        except BaseException:
            with suppress(OSError):
                self._file.truncate(start)
                self._file.seek(start)
            raise

    def close(self) -> None:
        """Let others have it. May be called twice."""
        self._file.close()
