"""Links in docs/ lead somewhere: to a file that is there, and to a heading that it has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conformance.adapters.registry import BUNDLED

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```\s*$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors_of(page: Path) -> set[str]:
    """The anchors that a page's headings have where it is published: small letters, hyphens for blanks."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-") for name in HEADING.findall(text)}


def dead_links(page: Path) -> list[str]:
    """The links to nowhere, those to other sites left out."""
    dead = []
    for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        if "://" in link:
            continue
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            dead.append(link)
    return dead


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    assert dead_links(page) == []


def test_the_index_names_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {
        (index.parent / link.partition("#")[0]).resolve() for link in LINK.findall(index.read_text("utf-8"))
    }
    assert [page.name for page in PAGES if page != index and page.resolve() not in linked] == []


def test_the_changelog_names_every_bundled_adapter() -> None:
    told = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert [name for name in BUNDLED if f"`{name}`" not in told] == []


def test_dead_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A b-c: d!\n[ok](#a-b-c-d) [no](#a) [gone](gone.md) [far](https://example.org/#x)\n",
        encoding="utf-8",
    )
    assert dead_links(page) == ["#a", "gone.md"]
