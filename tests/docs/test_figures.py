"""Figures that the README quotes are those that were published with the corpus."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

import pytest

from conformance.benchmarks import publish
from conformance.benchmarks.publish import KEPT, pages, read
from conformance.benchmarks.tables import TABLES
from conformance.benchmarks.workloads import WORKLOADS
from conformance.faults.proof.quoted import MARK, quoted
from conformance.faults.proof.results import read_published
from conformance.marked import marked

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


def test_the_part_of_the_readme_that_a_command_writes_is_that_of_the_published_proof() -> None:
    proof = read_published((ROOT / "fixtures" / "MUTATION.json").read_bytes())
    head = re.search(r"On (\d+ \w+ \d{4}), in (\d+) minutes? with (\d+) workers?:", README)
    assert head is not None
    day = datetime.strptime(head[1], "%d %B %Y").date()
    assert marked(MARK, quoted(proof, day, float(head[2]), int(head[3]))) in README


def test_the_readme_counts_the_engines_that_are_right_but_unlike() -> None:
    assert f"Of {len(PROOF['unlike'])} engines" in README
    assert not any(engine["failed"] for engine in PROOF["unlike"])


# -- engines that nobody here wrote

TABLE = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
QUOTED = README.partition("## On engines that nobody here wrote")[2].partition("\n## ")[0]


def rows(page: str) -> list[list[str]]:
    """The cells of all tables of a page."""
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def published() -> set[tuple[str, str]]:
    """Adapters with their versions, as the table has them."""
    return {(cells[0], cells[1]) for cells in rows(TABLE) if len(cells) > 2}


def test_the_readme_quotes_the_date_of_the_table() -> None:
    made = re.search(r"Made on (\d{4}-\d{2}-\d{2}) by", TABLE)
    quoted = re.search(r"On (\d+ [A-Z][a-z]+ \d{4}):", QUOTED)
    assert made is not None
    assert quoted is not None
    assert datetime.strptime(quoted[1], "%d %B %Y").date().isoformat() == made[1]


def test_the_readme_quotes_the_versions_of_the_table() -> None:
    named = {
        (name.lower().replace("openspiel", "openspiel-poker"), version)
        for name, version in re.findall(r"(\w+) (\d+\.\d+\.\d+)", QUOTED)
    }
    assert named
    for name, version in named:
        assert {(name, version), (f"{name}-eval", version)} & published(), name


def test_the_readme_quotes_what_pokerkit_has_passed() -> None:
    (cells,) = (cells for cells in rows(TABLE) if cells[:1] == ["pokerkit"] and "brazilian-pingo" in cells)
    passed, asked = cells[3].split("/")
    assert f"{passed} of {asked} must and option cases" in QUOTED
    failed = int(asked) - int(passed)
    assert f"not conformant ({failed} must or option case{'' if failed == 1 else 's'} failed)" in README


def test_every_hand_was_right_where_the_readme_says_so() -> None:
    hands = [cells for cells in rows(TABLE) if "of 7,462 kinds" in "".join(cells) and len(cells) == 5]
    full = [cells for cells in hands if cells[3].startswith("2,598,960")]
    (quoted,) = (cells for cells in rows(QUOTED) if cells[1] == "hands")
    assert len(full) == len(quoted[0].split(", "))
    assert {cells[4] for cells in full} == {"all right"}


def test_nothing_was_found_where_the_readme_says_so() -> None:
    found = {cells[0] for cells in rows(TABLE) if len(cells) == 7 and cells[3] == "nothing found"}
    wrong = {cells[0] for cells in rows(TABLE) if len(cells) == 7 and cells[3] != "nothing found"}
    assert found == {"openspiel"}
    assert wrong - {"engine", "---"} == {"openspiel-poker", "pokerfast", "rlcard", "texasholdem"}


def test_every_row_of_the_table_is_shown_again_below_it() -> None:
    table, _, below = TABLE.partition("## Shown without the kit")
    again = re.findall(r"`(conformance table [^`]* --session \d+)` \|$", table, re.MULTILINE)
    assert again
    assert [line for line in again if line not in below] == []


def test_the_pages_show_the_figures_that_were_measured() -> None:
    for path, text in pages(ROOT, read(ROOT / KEPT)).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: python -m {publish.__name__}"


def test_the_figures_are_of_a_plain_and_a_compiled_engine() -> None:
    figures = read(ROOT / KEPT)
    assert (figures.pure.environment["engine"], figures.compiled.environment["engine"]) == (
        "pure",
        "compiled",
    )
    for run in (figures.pure, figures.compiled):
        assert {table.name for table in run.tables} == {*WORKLOADS, *TABLES}
