"""Every code block of the README and of docs/ runs as written.

A page is run from top to bottom in an empty folder. What a block is for stands behind its language:

- ``sh`` runs in bash and must exit with 0, or with N where it says ``exit=N``;
- ``python`` runs as a script; any language with ``file=NAME`` is written to that file instead;
- ``text output`` must be found, line by line and in order, in what the last ``sh`` block printed; a line
  ``...`` stands for any number of lines, and blanks count as one;
- ``sh norun=REASON`` is not run: the reason is a word that `REASONS` knows;
- ``sh needs=NAME,NAME`` needs commands, files or packages that a reader may lack: without them the page ends
  here; ``python needs=NAME,NAME`` is passed over without them. A file's name may be a pattern.

Other blocks (``text``, ``mermaid``, ``json`` without a file) only show something.
"""

from __future__ import annotations

import glob
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "refengine").rglob("README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
REASONS = {
    "gate": "the gate runs this very line in a fresh clone",
    "yours": "it names files or a server of the reader's own",
    "fetches": "it fetches from a registry, which a test does not rely on",
    "long": "it takes minutes to hours, or more machines than a test has",
}
FENCE = re.compile(r"^```(\S*)([^\n]*)\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: language, what stands behind it, content, and the line it begins on."""

    language: str
    marks: dict[str, str]
    content: str
    line: int


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        marks = {word.partition("=")[0]: word.partition("=")[2] for word in match[2].split()}
        found.append(Block(match[1], marks, match[3], text.count("\n", 0, match.start()) + 1))
    return found


def lacks(block: Block) -> str:
    """What the block needs and there is not, by name; else empty."""
    for name in filter(None, block.marks.get("needs", "").split(",")):
        if shutil.which(name) is None and not glob.glob(name) and find_spec(name) is None:
            return name
    return ""


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    scripts = sysconfig.get_path("scripts")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")},
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "NO_COLOR": "1",
        "COLUMNS": "120",
    }
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def shows(printed: str, wanted: str) -> bool:
    """Whether the lines of `wanted` follow one another in `printed`."""
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    at, gap = 0, True
    for line in (" ".join(line.split()) for line in wanted.splitlines()):
        if line == "...":
            gap = True
            continue
        places = range(at, len(lines)) if gap else range(at, min(at + 1, len(lines)))
        found = next((place for place in places if lines[place] == line), None)
        if found is None:
            return False
        at, gap = found + 1, False
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_code_blocks_of_a_page_run_as_written(page: Path, tmp_path: Path) -> None:
    printed, passed_over = "", list[str]()
    for block in blocks_of(page):
        where = f"{page.relative_to(ROOT)}:{block.line}"
        if "file" in block.marks:
            target = tmp_path / block.marks["file"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.content, encoding="utf-8")
        elif "norun" in block.marks:
            assert block.marks["norun"] in REASONS, f"{where}: {block.marks['norun']} is no reason"
        elif block.language in ("sh", "python"):
            shell = block.language == "sh"
            if lacking := lacks(block):
                if shell:
                    pytest.skip(f"{where}: {lacking} is not installed")
                passed_over.append(f"{where}: {lacking}")
                continue
            command = ["bash", "-euo", "pipefail", "-c"] if shell else [sys.executable, "-c"]
            done = run([*command, block.content], tmp_path)
            printed = done.stdout
            assert done.returncode == int(block.marks.get("exit", "0")), f"{where}:\n{printed[-4000:]}"
        elif "output" in block.marks:
            assert shows(printed, block.content), f"{where}: not found in\n{printed[-4000:]}"
    if passed_over:
        pytest.skip(f"not installed: {'; '.join(passed_over)}")


def test_lines_must_follow_one_another() -> None:
    assert shows("a\nb  c\nd\n", "b c\nd")
    assert not shows("a\nb\nd\n", "a\nd")


def test_dots_stand_for_any_lines() -> None:
    assert shows("a\nb\nc\n", "a\n...\nc")
    assert not shows("a\nb\n", "...\nc")


def test_what_a_block_lacks_is_named() -> None:
    block = Block("python", {"needs": "pytest,no-such-package"}, "", 1)
    assert lacks(block) == "no-such-package"
    assert lacks(block._replace(marks={"needs": "pytest,python3"})) == ""


def test_what_a_block_needs_may_be_a_pattern_of_files(tmp_path: Path) -> None:
    block = Block("sh", {"needs": f"{tmp_path}/crate-1*"}, "", 1)
    assert lacks(block)
    (tmp_path / "crate-1.2.3").mkdir()
    assert lacks(block) == ""
