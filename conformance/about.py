"""What the kit calls itself."""

from __future__ import annotations

from importlib import metadata
from typing import Final

NAME: Final = "pytest-cardrules"


def version() -> str:
    """The installed version; a checkout that is not installed has none."""
    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        return "0+checkout"
