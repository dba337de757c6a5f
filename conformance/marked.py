"""Parts of a page that a command writes, between marks that a reader of the page does not see."""

from __future__ import annotations

import re
from pathlib import Path


def marked(name: str, text: str) -> str:
    """The part of that name, with its marks."""
    return f"<!-- {name}: written by a command -->\n{text.strip()}\n<!-- end of {name} -->"


def with_marked(page: str, name: str, text: str) -> str:
    """The page with another text between the marks of that name; `ValueError` where it has none."""
    begin, end = re.escape(f"<!-- {name}: written by a command -->"), re.escape(f"<!-- end of {name} -->")
    new, number = re.subn(f"{begin}.*?{end}", lambda _: marked(name, text), page, flags=re.DOTALL)
    if number != 1:
        raise ValueError(f"the page has {number} parts marked as {name}, should have one")
    return new


def write_marked(path: Path, name: str, text: str) -> None:
    """Put a text between the marks of that name in the page at `path`."""
    path.write_text(with_marked(path.read_text("utf-8"), name, text), "utf-8")
