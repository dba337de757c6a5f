"""Files that are written for people and for other programs: opened before anything is played, and never two
in one place."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final, NamedTuple

if sys.platform != "win32":  # there two runs may spoil one file
    import fcntl


class OutputError(Exception):
    """A file that cannot be written: which, and why."""

    def __init__(self, path: Path | str, reason: str) -> None:
        super().__init__(f"{path} cannot be written: {reason}")
        self.path = str(path)
        self.reason = reason


def _failed(path: Path, error: OSError | ValueError) -> OutputError:
    """A ValueError is a name that no file can have."""
    return OutputError(path, (error.strerror if isinstance(error, OSError) else None) or str(error))


class Named(NamedTuple):
    """A file and what it is named for: ``--report``."""

    what: str
    path: Path


def check_distinct(outputs: Iterable[Named], inputs: Iterable[Named] = ()) -> None:
    """`OutputError` if an output is also another output or an input, by whatever name."""
    taken: dict[object, Named] = {}
    for place, one in (*((False, one) for one in inputs), *((True, one) for one in outputs)):
        for identity in _identities(one.path):
            other = taken.get(identity)
            if place and other is not None:
                raise OutputError(one.path, f"it is named twice, for {other.what} and for {one.what}")
            taken[identity] = one


def _identities(path: Path) -> Iterator[object]:
    """What two names of one file have in common. Devices and pipes may be written to by many."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        yield os.path.realpath(path)
        return
    if stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode):
        yield os.path.realpath(path)
        yield status.st_dev, status.st_ino


class Output:
    """A file that is written while a run goes on, and is emptied at once: what an earlier run has left in it
    never passes for the new. Nobody else who goes through here can write it meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        try:
            self._file = FileIO(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o666), "w")
        except (OSError, ValueError) as error:
            raise _failed(path, error) from error
        self._is_file = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        if self._is_file:
            self._lock()
            self._empty()

    def _lock(self) -> None:
        if sys.platform == "win32":
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise OutputError(self.path, "another run is writing it") from None
        except OSError:  # a file system without locks
            return

    def _empty(self) -> None:
        """Also find out whether there is room for a byte."""
        try:
            self._file.truncate(0)
            self._file.write(b"\n")
            self._file.seek(0)
            self._file.truncate(0)
        except OSError as error:
            self._file.close()
            raise _failed(self.path, error) from error

    def write(self, data: bytes) -> None:
        """Add something, whole; `OutputError` if that cannot be, and then as far as possible none of it is
        left."""
        left = memoryview(data)
        start = self._file.tell() if self._is_file else 0
        try:
            while left:
                left = left[self._file.write(left) or 0 :]
        except OSError as error:
            if self._is_file:
                with suppress(OSError):
                    self._file.truncate(start)
                    self._file.seek(start)
            raise _failed(self.path, error) from error

    def rewrite(self, data: bytes) -> None:
        """Put something in the place of all that has been written."""
        if self._is_file:
            self._file.seek(0)
            self._file.truncate(0)
        self.write(data)

    def close(self) -> None:
        """Let others have it. May be called twice."""
        self._file.close()


def write_output(path: Path, content: str | bytes) -> None:
    """Write a file at once, so that whoever reads it finds all of it or what was there before; `OutputError`
    if it cannot be."""
    data = content.encode() if isinstance(content, str) else content
    try:
        if path.is_symlink() or not (path.is_file() or not path.exists()):
            path.write_bytes(data)  # devices, and what a link leads to, are not replaced
            return
        _replace(path, data)
    except (OSError, ValueError) as error:
        raise _failed(path, error) from error


def _replace(path: Path, data: bytes) -> None:
    """By way of a neighbour, if there may be one; its rights are those that the file has or would have."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    except OSError:
        path.write_bytes(data)
        return
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.chmod(name, _rights(path))
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _rights(path: Path) -> int:
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
