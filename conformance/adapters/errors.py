"""What an implementation says on standard error, however much it is."""

from __future__ import annotations

from typing import Final

TAIL: Final = 1 << 12
"""Bytes of the end that are kept."""
HEAD: Final = 1 << 10
"""Bytes of what was said first since something was asked: where the end alone does not reach back to that."""


class Errors:
    """Keeps the end, and where that is not all that was said since the last `mark`, the beginning of that:
    some languages put the error before a long stack."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._since = 0

    def mark(self) -> None:
        """Something is asked now."""
        self._head.clear()
        self._since = 0

    def add(self, data: bytes) -> None:
        """More was said."""
        self._head += data[: max(HEAD - len(self._head), 0)]
        self._since += len(data)
        self._tail += data
        del self._tail[: -TAIL * 2]

    def text(self) -> str:
        """What is kept; a line of its own tells how much is left out, if anything is."""
        tail = bytes(self._tail[-TAIL:])
        before = max(self._since - len(tail), 0)  # said since the mark, and not in the tail
        left = before - HEAD
        gap = b"\n... (%d bytes)\n" % left if left > 0 else b""
        return b"".join((self._head[:before], gap, tail)).decode("utf-8", "replace")
