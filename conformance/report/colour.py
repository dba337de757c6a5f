"""Colours for people at a terminal, and for nobody else."""

from __future__ import annotations

import os
from typing import NamedTuple, TextIO


class Paint(NamedTuple):
    """Marks text where `on`, else leaves it as it is."""

    on: bool

    def bold(self, text: str) -> str:
        return self._marked(text, "1")

    def good(self, text: str) -> str:
        return self._marked(text, "32")

    def bad(self, text: str) -> str:
        return self._marked(text, "31")

    def faint(self, text: str) -> str:
        return self._marked(text, "2")

    def _marked(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.on and text else text


PLAIN = Paint(False)


def paint_for(stream: TextIO) -> Paint:
    """Colours if the stream is a terminal that has them, unless NO_COLOR is set to anything."""
    return Paint(stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")
