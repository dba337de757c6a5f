"""Making text harmless that somebody else wrote, before it comes into a page.

Templates escape what they write; this is about what escaping leaves: characters that cannot be seen or turn
the text around them, texts without end, and addresses.
"""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup, escape

from conformance.visible import visible

LONGEST: Final = 2000
"""Characters of one value that are shown."""
_CODE: Final = re.compile("`([^`]+)`")
_SAFE_ID: Final = re.compile(r"[A-Za-z][A-Za-z0-9.-]{0,30}")
_SAFE_LINK: Final = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[!-;=?-~]*)?")


def shorten(text: str, length: int = LONGEST) -> str:
    """The beginning of a text that is too long, and how long it was."""
    return text if len(text) <= length else f"{text[:length]} ... ({len(text)} characters)"


def brief(text: str, length: int) -> str:
    """At most so many letters on one line, for a place that has no room for more."""
    flat = visible(text.replace("\n", " "))
    return flat if len(flat) <= length else f"{flat[: length - 1]}…"


def finalize(value: object) -> object:
    """What a template writes for a value; markup is what templates have written themselves."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible(shorten(value))
    return value


def in_code(text: str) -> Markup:
    """A text in which names of the protocol stand between backticks."""
    parts = [escape(finalize(part)) for part in _CODE.split(text)]
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else part for place, part in enumerate(parts)
    )


def anchor(name: str, place: int) -> str:
    """An id for the part of a page that is about `name`, the one at `place` among its like."""
    return name if _SAFE_ID.fullmatch(name) else f"x{place}"


def link(address: str | None) -> str | None:
    """The address if it is one of the web, else None."""
    return address if address is not None and _SAFE_LINK.fullmatch(address) else None
