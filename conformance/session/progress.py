"""How far something is, on one line of a terminal, written over and over also while nothing happens."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final, TextIO

from conformance.visible import visible_line

PERIOD: Final = 0.5
"""Seconds from one look to the next."""
_NARROWEST: Final = 20
_USUAL: Final = 80
_WIDEST: Final = 100
"""Columns of a terminal."""


def wanted(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether somebody is looking: at a terminal that can go back in a line, and not in a CI job."""
    in_ci = environment.get("CI", "").lower() not in ("", "0", "false")
    return stream.isatty() and environment.get("TERM") != "dumb" and not in_ci


class Progress:
    """Shows what `told` says, with the time that has passed. Without a `stream` it shows nothing."""

    def __init__(self, stream: TextIO | None, told: Callable[[], str]) -> None:
        self._stream = stream
        self._told = told
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._began = time.monotonic()
        self._shown = 0

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show it from now on and leave nothing behind."""
        if self._stream is None:
            yield
            return
        with _apart(self._stream) as self._stream:
            thread = threading.Thread(target=self._go, name="progress", daemon=True)
            thread.start()
            try:
                yield
            finally:
                self._over.set()
                thread.join()
                self._write("")

    def show(self) -> None:
        """Something has happened."""
        if self._stream is not None and not self._over.is_set():
            seconds = int(time.monotonic() - self._began)
            self._write(f"{self._told()}, {seconds // 60}:{seconds % 60:02}")

    def _go(self) -> None:
        self.show()
        while not self._over.wait(PERIOD):
            self.show()

    def _write(self, text: str) -> None:
        """In the place of what is there; a terminal that has gone is no reason to end."""
        stream = self._stream
        assert stream is not None
        with self._lock, suppress(OSError, ValueError):
            line = visible_line(text)[: _width(stream) - 1]
            stream.write(f"\r{line:<{self._shown}}")
            stream.write("\r" if not line else "")
            self._shown = len(line)
            stream.flush()


@contextmanager
def _apart(stream: TextIO) -> Iterator[TextIO]:
    """The same terminal by a way of its own: what captures the output of a test does not reach it."""
    try:
        own = os.dup(stream.fileno())
    except (OSError, ValueError):
        yield stream
        return
    with open(own, "w", encoding=stream.encoding, errors="backslashreplace") as apart:
        yield apart


def _width(stream: TextIO) -> int:
    """Columns, so that the line is never broken."""
    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return max(_NARROWEST, min(columns or _USUAL, _WIDEST))
