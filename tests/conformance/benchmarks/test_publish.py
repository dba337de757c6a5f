"""Publishing figures: what the pages show is what was measured, and a stale page is told."""

import json
from pathlib import Path

import pytest

from conformance.benchmarks.publish import COMMAND, KEPT, MARK, main, read
from conformance.marked import marked

NATIVE = [
    ["", "version", "ns a hand", "x fastest", "x empty"],
    ["refengine table, checked", "VERSION", "40.0", "1.00", "2.00"],
    ["pkrbot", "1.1", "80.0", "2.00", "4.00"],
    ["pokerkit, lookup", "0.7", "2,000.0", "50.00", "100.00"],
]
STRINGS = [
    *NATIVE[:2],
    ["pkrbot", "1.1", "160.0", "4.00", "8.00"],
    ["pokerkit, hand object", "0.7", "8", "", ""],
]
HANDS = [
    ["", "version", "hands/s", "x pokerkit", "x fastest", "us an action", "x pokerkit", "x empty"],
    ["empty call", "VERSION", "9", "9", "9", "9", "9", "9"],
    ["refengine, brazilian-pingo", "VERSION", "10,000", "8.00", "1.0", "7.50", "0.1", "80"],
    ["pokerkit, draw", "0.7", "1,250", "1.00", "0.1", "60.00", "1.0", "700"],
]


def measured(engine: str) -> str:
    tables = [("native", NATIVE), ("strings", STRINGS), ("hands", HANDS)]
    told = {"date": "2026-01-02", "python": "CPython 3.11", "system": "Linux", "engine": engine}
    text = json.dumps(
        {"environment": told, "tables": [{"name": n, "title": n, "lines": t} for n, t in tables]}
    )
    return text.replace("VERSION", engine)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    for name in ("README.md", "docs/benchmarks.md"):
        (tmp_path / name).write_text(f"before\n\n{marked(MARK, 'old')}\n\nafter\n", "utf-8")
    for engine in ("pure", "compiled"):
        (tmp_path / f"{engine}.json").write_text(measured(engine), "utf-8")
    return tmp_path


def published(checkout: Path) -> int:
    return main([str(checkout / "pure.json"), str(checkout / "compiled.json")], checkout)


def test_the_readme_has_both_engines_beside_the_peers(checkout: Path) -> None:
    assert published(checkout) == 0
    lines = (checkout / "README.md").read_text("utf-8").splitlines()
    assert f"On 2026-01-02, by `{COMMAND}` (CPython 3.11, Linux, medians):" in lines
    for row in (
        "| **refengine, compiled** | 40 | 0.50 | 40 | 0.25 |",
        "| **refengine, pure** | 40 | 0.50 | 40 | 0.25 |",
        "| pkrbot 1.1 | 80 | 1.00 | 160 | 1.00 |",
        "| pokerkit 0.7 | 2,000 | 25.00 | 8 | 0.05 |",
        "| **refengine, brazilian-pingo** | compiled | 10,000 | 8.00 | 7.50 |",
        "| pokerkit, draw | 0.7 | 1,250 | 1.00 | 60.00 |",
    ):
        assert row in lines
    assert not any("empty call" in line or line == "old" for line in lines)


def test_what_stands_around_the_marks_stays(checkout: Path) -> None:
    published(checkout)
    for name in ("README.md", "docs/benchmarks.md"):
        text = (checkout / name).read_text("utf-8")
        assert text.startswith(f"before\n\n<!-- {MARK}")
        assert text.endswith(f"{MARK} -->\n\nafter\n")


def test_the_long_page_has_every_table_and_where_it_was_measured(checkout: Path) -> None:
    published(checkout)
    text = (checkout / "docs" / "benchmarks.md").read_text("utf-8")
    assert text.count("`conformance bench hands`: hands.") == 2
    assert "2026-01-02; CPython 3.11; Linux; engine compiled." in text
    assert "| empty call | pure | 9 |" in text


def test_the_figures_are_kept(checkout: Path) -> None:
    published(checkout)
    kept = read(checkout / KEPT)
    assert kept.command == COMMAND
    assert kept.compiled.environment["engine"] == "compiled"


def test_a_page_that_was_changed_by_hand_is_told_and_left(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    published(checkout)
    assert main(["--check"], checkout) == 0
    page = checkout / "README.md"
    page.write_text(page.read_text("utf-8").replace("10,000", "90,000"), "utf-8")
    capsys.readouterr()
    assert main(["--check"], checkout) == 1
    assert capsys.readouterr().out == "README.md: not current\n"
    assert "90,000" in page.read_text("utf-8")


def test_a_page_without_marks_is_an_error(checkout: Path) -> None:
    (checkout / "README.md").write_text("nothing here\n", "utf-8")
    with pytest.raises(ValueError, match="0 parts marked as figures"):
        published(checkout)
