"""What has been looked into, written down: a case for every kind that comes again."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from conformance.campaign.lines import CaseRef, FoundLine, KindLine
from conformance.campaign.plan import Look
from conformance.campaign.player import Small, Wavering
from conformance.corpus import Corpus
from conformance.random_play.case_files import Origin, save, write_case
from conformance.random_play.mending import carry_out
from refengine.rulesets.catalogue import GAMES


class Desk(NamedTuple):
    """Where cases are written: the campaign's folder, its seed, and the corpus whose clauses they claim."""

    folder: Path
    seed: int
    corpus: Corpus


def write_found(
    desk: Desk, look: Look, result: Small | Wavering, known: Collection[KindLine | None]
) -> FoundLine:
    """The line on a kind. Its case is written, unless it comes down to one of the `known` kinds; `OSError` if
    it cannot be."""
    if isinstance(result, Wavering):
        return FoundLine(look.kind, look.number, again=(result.times, result.tries))
    shown = KindLine(*result.difference.kind)
    if shown in known:
        return FoundLine(look.kind, look.number, shown)
    game = GAMES[shown.rules]
    session = carry_out(game, result.plan)
    found = write_case(game, session, result.difference, desk.corpus, Origin(desk.seed, look.number))
    path = save(found, desk.folder / "cases")
    case = CaseRef(str(path.relative_to(desk.folder)), found.case.title, found.case.level)
    return FoundLine(look.kind, look.number, shown, case)
