"""Figures that the README quotes are those that were published with the corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROOF = json.loads((ROOT / "fixtures" / "MUTATION.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "row"),
    [("faults", "| one rule wrong, written by hand |"), ("mutants", "| mutants, a seeded sample |")],
)
def test_the_readme_quotes_the_proof_that_was_published(name: str, row: str) -> None:
    figures = PROOF["figures"][name]
    cells = [figures[key] for key in ("total", "corpus", "random", "equivalent", "survived")]
    assert f"{row} {' | '.join(map(str, cells))} |" in README


def test_the_readme_counts_the_engines_that_are_right_but_unlike() -> None:
    assert f"Of {len(PROOF['unlike'])} engines" in README
    assert not any(engine["failed"] for engine in PROOF["unlike"])
