"""Check the corpus against the reference engine: ``python -m conformance.selfcheck``.

For those who write cases. Every case is played in this process, and whatever differs is shown with its
place in the file. The exit code is 0 if everything holds, 1 if something differs, 2 without a corpus.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from conformance.corpus import (
    Case,
    CheckStep,
    Corpus,
    CorpusError,
    DoStep,
    Entry,
    SeatViewStep,
    SetupCase,
    TryStep,
    load_corpus,
)
from conformance.json_style import one_line
from conformance.player import Difference, play
from refengine.game import Game
from refengine.rulesets.catalogue import GAMES


class Checked(NamedTuple):
    """What came of one entry of the corpus; `unexercised`: clauses claimed but never rested on."""

    entry: Entry
    differences: tuple[Difference, ...]
    unexercised: tuple[str, ...]


def check_entry(entry: Entry, corpus: Corpus, game: Game[object]) -> Checked:
    """Play one entry. An engine that breaks is a difference like any other."""
    try:
        played = play(game, entry)
    except Exception as error:  # whatever the engine raises is to be shown
        last = traceback.extract_tb(error.__traceback__)[-1]
        broke = f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"
        return Checked(entry, (Difference(entry.pointer, "the engine", "answers", broke),), ())
    claims = () if isinstance(entry, SetupCase) else entry.clauses
    claimed = [name for name in claims if corpus.clauses[name].testable]
    return Checked(entry, played.differences, tuple(name for name in claimed if name not in played.cites))


def _tell(entry: Entry, difference: Difference) -> Iterable[str]:
    yield f"  {entry.path}#{difference.pointer}"
    step = _step_in_words(entry, difference.pointer)
    if step:
        yield f"    in: {step}"
    margin = " " * len(difference.what)
    yield f"    {difference.what}: stated {one_line(difference.expected)}"
    yield f"    {margin}  but is {one_line(difference.got)}"


def _step_in_words(entry: Entry, pointer: str) -> str:
    parts = pointer.removeprefix(entry.pointer).split("/")
    if not isinstance(entry, Case) or len(parts) < 3 or parts[1] != "steps":
        return ""
    match entry.steps[int(parts[2])]:
        case DoStep(actor, action):
            return f"{actor} does {one_line(action)}"
        case TryStep(actor, action):
            return f"{actor} tries {one_line(action)}"
        case SeatViewStep(seat):
            return f"the view of seat {seat}"
        case CheckStep():
            return "the view of the referee"


def report(checked: Iterable[Checked], cites: bool) -> tuple[list[str], int]:
    """Lines that say what differs, and how many entries do."""
    lines: list[str] = []
    failed = 0
    for one in checked:
        missing = one.unexercised if cites and not one.differences else ()
        if not one.differences and not missing:
            continue
        failed += 1
        lines.append(f"{one.entry.id}  {one.entry.title}")
        for difference in one.differences:
            lines.extend(_tell(one.entry, difference))
        if missing:
            lines.append(f"  {one.entry.place} claims {', '.join(missing)}, but nothing in it rests on that")
    return lines, failed


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m conformance.selfcheck", description=__doc__)
    parser.add_argument("--rules", metavar="ID", help="only this rule set")
    parser.add_argument("--case", metavar="GLOB", default="*", help="only cases whose id matches")
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus folder")
    parser.add_argument(
        "--cites", action="store_true", help="also show claimed clauses that nothing rests on"
    )
    given = parser.parse_args(arguments)
    try:
        corpus = load_corpus(given.corpus)
    except CorpusError as error:
        print(f"the corpus cannot be used: {error}", file=sys.stderr)
        return 2
    entries: tuple[Entry, ...] = (*corpus.cases, *corpus.setups, *corpus.rankings)
    chosen = [
        entry
        for entry in entries
        if given.rules in (None, entry.rules) and fnmatch.fnmatchcase(entry.id, given.case)
    ]
    unplayable = sorted({entry.rules for entry in chosen} - GAMES.keys())
    checked = [check_entry(entry, corpus, GAMES[entry.rules]) for entry in chosen if entry.rules in GAMES]
    lines, failed = report(checked, given.cites)
    print("\n".join(lines), end="\n" if lines else "")
    for rules in unplayable:
        print(f"{rules}: the reference engine does not play it")
    print(f"{len(checked)} checked, {failed} differ")
    return 1 if failed or unplayable or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
