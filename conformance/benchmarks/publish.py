"""Publishing figures: one run of the plain engine and one of the compiled one, on two pages of a checkout.

``python -m conformance.benchmarks.publish PURE.json COMPILED.json`` keeps what ``conformance bench --json``
wrote in ``docs/benchmarks.json`` and writes the tables, between their marks, into the README and into
``docs/benchmarks.md``. Without files it writes them again; with ``--check`` it only looks whether they are
those of the file.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from conformance.benchmarks.contests import OURS, markdown
from conformance.benchmarks.environment import environment_line
from conformance.marked import with_marked

COMMAND: Final = "tox -e figures-pure,figures-compiled,figures"
KEPT: Final = Path("docs/benchmarks.json")
MARK: Final = "figures"

_SCORERS: Final = (
    ("pkrbot", "pkrbot"),
    ("eval7", "eval7"),
    ("phevaluator", "phevaluator"),
    ("treys, public call", "treys, public call"),
    ("deuces, public call", "deuces, public call"),
    ("pokerkit, lookup", "pokerkit, hand object"),
)
"""Rows of the short table: what each is called with native cards, and from strings."""
_OUR_SCORER: Final = "refengine table, checked"
_OUR_GAME: Final = f"{OURS}, brazilian-pingo"


class Table(msgspec.Struct, frozen=True):
    """A contest as `conformance bench` wrote it: a line of titles, then the rows."""

    name: str
    title: str
    lines: list[list[str]]

    def row(self, name: str) -> list[str] | None:
        """The row of a contestant, if it took part."""
        return next((line for line in self.lines[1:] if line[0] == name), None)

    def figure(self, name: str) -> float:
        """The first figure of a contestant."""
        row = self.row(name)
        return 0.0 if row is None else float(row[2].replace(",", ""))


class Run(msgspec.Struct, frozen=True):
    """All that was measured in one process."""

    environment: dict[str, str]
    tables: list[Table]

    def table(self, name: str) -> Table:
        """The contest of that name."""
        return next(table for table in self.tables if table.name == name)


class Figures(msgspec.Struct, frozen=True):
    """What is published: the command, and the runs of both engines."""

    command: str
    pure: Run
    compiled: Run


def short(figures: Figures) -> list[str]:
    """The tables of the README. Every ratio is one within a run."""
    pure, told = figures.pure, figures.pure.environment
    scored = [["five cards", "cards of its own, ns", "x pkrbot", "five strings, ns", "x pkrbot"]]
    scored += [_scored(run, (_OUR_SCORER, _OUR_SCORER)) for run in (figures.compiled, pure)]
    scored += [_scored(pure, names) for names in _SCORERS if pure.table("native").row(names[0])]
    played = [["whole hands", "version", "hands/s", "x PokerKit", "us an action"]]
    ours = [run.table("hands").row(_OUR_GAME) for run in (figures.compiled, pure)]
    others = [row for row in pure.table("hands").lines[1:] if not row[0].startswith((OURS, "empty"))]
    played += [[row[0], row[1], row[2], row[3], row[5]] for row in (*ours, *others) if row is not None]
    return [
        f"On {told['date']}, by `{figures.command}` ({told['python']}, {told['system']}, medians):",
        "",
        *markdown(scored, 1),
        "",
        *markdown(played),
    ]


def _scored(run: Run, names: tuple[str, str]) -> list[str]:
    native, strings = run.table("native"), run.table("strings")
    row = native.row(names[0]) or ["", ""]
    who = f"{OURS}, {row[1]}" if row[0].startswith(OURS) else f"{names[0].partition(',')[0]} {row[1]}"
    cells = [who]
    for table, name in ((native, names[0]), (strings, names[1])):
        cells += [f"{table.figure(name):,.0f}", f"{table.figure(name) / table.figure('pkrbot'):.2f}"]
    return cells


def long(figures: Figures) -> list[str]:
    """Every table of both runs."""
    told = [f"Written by `{figures.command}`."]
    for run, engine in ((figures.pure, "in plain Python"), (figures.compiled, "compiled")):
        told += ["", f"### The engine {engine}", "", f"{environment_line(run.environment)}."]
        for table in run.tables:
            told += ["", f"`conformance bench {table.name}`: {table.title}.", "", *markdown(table.lines)]
    return told


def pages(root: Path, figures: Figures) -> dict[Path, str]:
    """The pages as they should be. `ValueError` where one has no marks."""
    shown = {root / "README.md": short(figures), root / "docs" / "benchmarks.md": long(figures)}
    return {
        path: with_marked(path.read_text(encoding="utf-8"), MARK, "\n".join(["", *lines, ""]))
        for path, lines in shown.items()
    }


def read(path: Path) -> Figures:
    """The figures that are published."""
    return msgspec.json.decode(path.read_bytes(), type=Figures)


def main(arguments: Sequence[str], root: Path) -> int:
    """Exit code 1 if ``--check`` finds a page that is not current."""
    files = [Path(name) for name in arguments if name != "--check"]
    if files:
        pure, compiled = (msgspec.json.decode(path.read_bytes(), type=Run) for path in files)
        figures = Figures(COMMAND, pure, compiled)
        encoded = msgspec.json.format(msgspec.json.encode(figures), indent=1)
        (root / KEPT).write_bytes(encoded + b"\n")
    stale = [
        (path, text)
        for path, text in pages(root, read(root / KEPT)).items()
        if path.read_text(encoding="utf-8") != text
    ]
    for path, text in stale:
        print(f"{path.relative_to(root)}: {'not current' if '--check' in arguments else 'written'}")
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path.cwd()))
