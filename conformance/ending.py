"""How a command ends when it is broken off, or when nobody takes what it prints.

Only for a process that is the command's own: whoever calls `conformance.cli.main` with arguments keeps their
signal handlers and standard streams.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from conformance.visible import visible

if TYPE_CHECKING:
    from typing_extensions import Buffer

ENDING = ("SIGTERM", "SIGHUP")
"""Signals that end a command as Ctrl-C does, by their names, since not every system has them."""
UNREAD = 141
"""The exit code of a command whose reader has gone before it was done: what a shell gives to SIGPIPE."""


class Ended(KeyboardInterrupt):
    """Another signal than that of Ctrl-C has asked for the end."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


def listen() -> None:
    """Let signals be exceptions, so that adapters are ended and reports are closed on the way out.

    What the caller has had ignored, as nohup does, stays ignored.
    """
    for name in ENDING:
        number: int | None = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> None:
    raise Ended(number)


def go_deaf() -> None:
    """The command is over: no signal is to spoil what is left to be done, which takes moments."""
    for name in ("SIGINT", *ENDING):
        number: int | None = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, signal.SIG_IGN)


def cause(interrupt: KeyboardInterrupt) -> str:
    """What has interrupted."""
    return str(interrupt) if isinstance(interrupt, Ended) else "Ctrl-C"


def code_of(interrupt: KeyboardInterrupt) -> int:
    """The exit code that a shell gives to what a signal has ended."""
    return 128 + (interrupt.number if isinstance(interrupt, Ended) else signal.SIGINT)


class _Watched(io.RawIOBase):
    """Standard output that remembers why it could not be written: a stream forgets what it has tried.

    With `instead` what is printed goes to standard error from then on, so that a verdict is still told.
    """

    def __init__(self, number: int, *, instead: bool) -> None:
        super().__init__()
        self._file = io.FileIO(number, "wb", closefd=False)
        self._instead = instead
        self.error: OSError | None = None

    def write(self, data: Buffer, /) -> int | None:
        try:
            return self._file.write(data)
        except OSError as error:
            self.error = error
            if not self._instead or isinstance(error, BrokenPipeError):
                raise
        self._instead = False
        say(unprintable(self.error))
        os.dup2(sys.stderr.fileno(), self.fileno())
        return self._file.write(data)

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()


def open_streams(*, instead: bool) -> bool:
    """Make sure that there are standard streams: what is closed leads nowhere. Whether output was open.

    Else the next file that is opened would take the place of the stream, and be written to by accident.
    `instead`: what cannot be printed is told on standard error.
    """
    was_open = sys.stdout is not None
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8"))  # noqa: SIM115
    _watch_output(instead=instead)
    return was_open


def _watch_output(*, instead: bool) -> None:
    """Let standard output remember what goes wrong. A letter that it cannot show is no reason to end."""
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    old = sys.stdout
    if isinstance(old, io.TextIOWrapper):
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(_Watched(old.fileno(), instead=instead)),
            encoding=old.encoding,
            errors="backslashreplace",
            line_buffering=old.line_buffering,
            write_through=old.write_through,
        )


def say(text: str) -> None:
    """Lines on standard error, if anybody can be told there."""
    try:
        print(visible(text), file=sys.stderr, flush=True)
    except (OSError, ValueError):
        _lead_nowhere(sys.stderr)


def unprintable(error: OSError) -> str:
    """Why nothing can be printed."""
    return f"standard output cannot be written: {error.strerror or error}"


def output_error() -> OSError | None:
    """Why something that was printed has not gone out, if so."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return error
    watched = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return watched.error if isinstance(watched, _Watched) else None


def give_up_output() -> None:
    """Whatever is printed from now on leads nowhere, also what is still waiting."""
    _lead_nowhere(sys.stdout)


def _lead_nowhere(stream: TextIO) -> None:
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
