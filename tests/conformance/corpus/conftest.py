"""A small corpus, good in every part, and the means to break it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.adapters.protocol import Json

GOOD = Path(__file__).parent / "good"
PLAYABLE = Path(__file__).parent / "playable"

Break = Callable[[str, Callable[[dict[str, Json]], object]], Path]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A copy of the good corpus."""
    return Path(shutil.copytree(GOOD, tmp_path / "corpus"))


@pytest.fixture
def broken(corpus: Path) -> Break:
    """Change one file of the corpus by a function on its content."""

    def change(name: str, edit: Callable[[dict[str, Json]], object]) -> Path:
        path = corpus / name
        content = json.loads(path.read_text("utf-8"))
        edit(content)
        path.write_text(json.dumps(content), "utf-8")
        return corpus

    return change


@pytest.fixture
def playable(tmp_path: Path) -> Path:
    """A copy of a small corpus that the reference engine plays."""
    return Path(shutil.copytree(PLAYABLE, tmp_path / "playable"))
