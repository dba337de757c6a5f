"""Text that somebody else wrote, made harmless before it comes to a terminal, a page or another file.

An implementation names itself, explains its refusals and complains on standard error. What of that cannot be
seen, or turns or hides the text around it as terminals let it, is written out.
"""

from __future__ import annotations

from typing import Final

_UNSEEN: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters, as far as Unicode goes, that look like nothing at all."""
LONGEST: Final = 4000
"""Characters of a line that has no other bound."""


def visible(text: str) -> str:
    """The text with everything in it that cannot be seen written out, line ends kept."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        letter if letter == "\n" or (letter.isprintable() and letter not in _UNSEEN) else _escaped(letter)
        for letter in text
    )


def visible_line(text: str) -> str:
    """The same on one line, and not without end."""
    shown = visible(text[:LONGEST]).replace("\n", "\\n")
    return shown if len(text) <= LONGEST else f"{shown} ... ({len(text)} characters)"


def _escaped(letter: str) -> str:
    code = ord(letter)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
