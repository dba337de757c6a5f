"""A campaign in words: how far it is, and what came of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from conformance.again import Terms, replay_again
from conformance.campaign.lines import Footer, KindTotal, PlanLine, ProgressLine, StoppedLine
from conformance.campaign.plan import size_of
from conformance.verdicts import CONFORMANT
from conformance.wording import WIDTH, cut


class Display:
    """One line on standard error that tells how far it is, if that is a terminal; else nothing."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()

    def show(self, progress: ProgressLine, whole: int) -> None:
        """Tell how far it is; `whole`: so many sessions there are in all."""
        if self._live:
            self._write(cut(progress_in_words(progress, whole), 98))

    def clear(self) -> None:
        """Leave nothing behind."""
        if self._live:
            self._write("")

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r{text:<98}\r")
        sys.stderr.flush()


def progress_in_words(progress: ProgressLine, whole: int) -> str:
    """How far it is, how fast it goes, and how long that will take."""
    share = progress.sessions / whole
    told = f"{progress.sessions:,} of {whole:,} sessions ({share:.0%}), {progress.speed:,.0f} a second"
    if progress.speed:
        told += f", {_span((whole - progress.sessions) / progress.speed)} left"
    if progress.kinds:
        told += f", {progress.kinds} kind{'s' if progress.kinds > 1 else ''} found"
    return told


def _span(seconds: float) -> str:
    """A span of time, roughly."""
    for unit, length in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


def kind_lines(kind: KindTotal, seed: int, terms: Terms, folder: Path) -> Iterator[str]:
    """A kind of difference with the sessions that show it, and how to see it."""
    seen, case = kind.seen, kind.case
    numbers = ", ".join(map(str, seen.first))
    many = f"{seen.sessions:,} sessions, the first being" if seen.sessions > len(seen.first) else "sessions"
    level = "" if case is None else f", {case.level}"
    yield cut(f"{seen.kind}{level}", WIDTH)
    yield f"  in {'session' if seen.sessions == 1 else many} {numbers} of seed {seed}"
    if case is None:
        yield "  It did not come again: the implementation does not answer the same every time."
        return
    yield cut(f"  {case.title}", WIDTH)
    yield f"  again: {replay_again(terms, str(folder / case.file))}"


def summary_lines(
    progress: ProgressLine, kinds: Sequence[KindTotal], end: Footer | StoppedLine, plan: PlanLine
) -> Iterator[str]:
    """How it ended."""
    whole = size_of(plan)
    played = f"{progress.sessions:,}" if progress.sessions == whole else f"{progress.sessions:,} of {whole:,}"
    yield f"{played} sessions of {', '.join(plan.rules)}: {progress.steps:,} actions"
    if progress.differing:
        many = f"{len(kinds)} kind{'' if len(kinds) == 1 else 's'}"
        yield f"{progress.differing:,} sessions differ; {many} of differences looked into"
    if isinstance(end, StoppedLine):
        yield f"stopped: {end.reason}; --resume goes on"
    elif end.exit_code == CONFORMANT:
        yield "only rulings differ" if kinds else "nothing differs"
    else:
        yield "not conformant"
