"""What can come of a case, how cases are counted, and which exit code a run ends with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final, Literal, NamedTuple, get_args

from conformance.corpus import Level

Status = Literal[
    "passed",
    "failed",
    "broke",
    "crash",
    "hang",
    "not_json",
    "wrong_reply",
    "too_long",
    "start",
    "unsupported",
    "not_covered",
]
"""`failed`: an expectation was not met; `broke`: an error reply; then the ways to get no reply at all; the
last two were not played."""

STATUSES: Final[tuple[Status, ...]] = get_args(Status)
NOT_PLAYED: Final[frozenset[Status]] = frozenset({"unsupported", "not_covered"})

CONFORMANT: Final = 0
FAILED: Final = 1
USAGE: Final = 2
ADAPTER_UNUSABLE: Final = 10
KNOWN_STALE: Final = 11
INCOMPLETE: Final = 12


class Counted(NamedTuple):
    """What counts about one case. `known`: its failure is listed as known; `protocol`: it is no difference
    about the rules."""

    rules: str
    level: Level
    status: Status
    known: bool = False
    protocol: bool = False


class Share(NamedTuple):
    """So many of so many."""

    part: int
    whole: int

    def __str__(self) -> str:
        return f"{self.part}/{self.whole}"


class Figures(NamedTuple):
    """The three figures that are always told together.

    `firm`: cases of the levels must and option, passed of applicable; `rulings` likewise; `coverage`:
    applicable of all. A case is applicable if it could be played.
    """

    firm: Share
    rulings: Share
    coverage: Share


class Failures(NamedTuple):
    """How many applicable cases did not pass, by what that means; `known` ones count in no other.

    `protocol`: cases of rulings that failed by no difference about the rules. They count like `firm` ones.
    """

    firm: int
    rulings: int
    known: int
    protocol: int = 0

    @property
    def counting(self) -> int:
        """Those that fail a run, however rulings count."""
        return self.firm + self.protocol


def figures(cases: Iterable[Counted]) -> Figures:
    """The three figures over some cases."""
    count: Counter[str] = Counter()
    for case in cases:
        count["all"] += 1
        if case.status in NOT_PLAYED:
            continue
        level = "rulings" if case.level == "ruling" else "firm"
        count[level] += 1
        count[f"{level} passed"] += case.status == "passed"
    return Figures(
        Share(count["firm passed"], count["firm"]),
        Share(count["rulings passed"], count["rulings"]),
        Share(count["firm"] + count["rulings"], count["all"]),
    )


def figures_by_rules(cases: Iterable[Counted]) -> dict[str, Figures]:
    """The figures for each rule set, in the order in which the rule sets first appear."""
    by_rules: dict[str, list[Counted]] = {}
    for case in cases:
        by_rules.setdefault(case.rules, []).append(case)
    return {rules: figures(some) for rules, some in by_rules.items()}


def failures(cases: Iterable[Counted]) -> Failures:
    """How many did not pass."""
    failed = [case for case in cases if case.status != "passed" and case.status not in NOT_PLAYED]
    known = sum(case.known for case in failed)
    rulings = [case for case in failed if case.level == "ruling" and not case.known]
    protocol = sum(case.protocol for case in rulings)
    return Failures(len(failed) - known - len(rulings), len(rulings) - protocol, known, protocol)


class Run(NamedTuple):
    """All that decides how a run ends. `requested`: the rule sets that were asked for, none: any will do.
    `part`: what was not played may be played in another part of the run. `false_claims`: something is
    claimed, and missing, that no case asks for; sessions mixed up too."""

    cases: Collection[Counted]
    requested: Collection[str]
    finished: bool
    unusable: bool
    stale: bool
    strict_rulings: bool
    part: bool = False
    false_claims: bool = False


def exit_code(run: Run) -> int:
    """The first that applies; a usage error ends a run before there is one."""
    if run.unusable:
        return ADAPTER_UNUSABLE
    if not run.finished or _lacks_cases(run):
        return INCOMPLETE
    failed = failures(run.cases)
    if failed.counting or (run.strict_rulings and failed.rulings) or run.false_claims:
        return FAILED
    if run.stale:
        return KNOWN_STALE
    return CONFORMANT


def _lacks_cases(run: Run) -> bool:
    """Whether a rule set that was asked for, or the whole run, had nothing to play."""
    if run.part:
        return False
    played = {case.rules for case in run.cases if case.status not in NOT_PLAYED}
    return not played or not played.issuperset(run.requested)
