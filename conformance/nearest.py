"""The name that somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint to stand behind a complaint: the name most like it, whatever the case of its letters; empty if
    none is like it."""
    by_letters = {one.casefold(): one for one in known}
    near = get_close_matches(name.casefold(), by_letters, n=1)
    return f"; the nearest is {by_letters[near[0]]}" if near else ""
