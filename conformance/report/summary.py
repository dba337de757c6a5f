"""The end of a run in words: the three figures of every rule set, what was not played, and what it means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from conformance.lines import CaseLine, HandsLine, RandomLine, TierLine
from conformance.remarks import Remark
from conformance.verdicts import (
    ADAPTER_UNUSABLE,
    CONFORMANT,
    FAILED,
    INCOMPLETE,
    KNOWN_STALE,
    NOT_PLAYED,
    STATUSES,
    Counted,
    failures,
    figures,
    figures_by_rules,
)
from conformance.visible import visible
from conformance.wording import WIDTH, cut

_RESULTS: Final = {
    CONFORMANT: "conformant in all that was played",
    FAILED: "not conformant",
    ADAPTER_UNUSABLE: "the adapter cannot be used",
    KNOWN_STALE: "the file of known failures is out of date",
    INCOMPLETE: "incomplete: no verdict on the implementation",
}


MOST_ERRORS: Final = 3
"""Errors in the kit that are told."""


class Extent(NamedTuple):
    """How much was asked for: `part` of a run, empty if all of it; a `tier` of the corpus, None if all;
    beside the cases: `hands`, packs of which every hand was asked, with what came of them, and what was
    played at `random`."""

    part: str = ""
    tier: TierLine | None = None
    hands: Sequence[HandsLine] = ()
    random: Sequence[RandomLine] = ()


class Unfinished(NamedTuple):
    """Why a run is none. `missing`: cases without a verdict; `unusable`: why the adapter cannot be used, else
    empty; `errors`: what went wrong in the kit."""

    missing: Sequence[str] = ()
    unusable: str = ""
    errors: Sequence[str] = ()


Beside = Literal["", "sessions", "tests"]
"""What can fail beside cases: random sessions, and tests that are not the kit's where nothing else failed."""


class Outcome(NamedTuple):
    """What there is to tell of a run. `stale`: what the file of known failures says that is not so;
    `notes`: what became of that file and of others; `beside`: what has failed that is no case; `remarks`:
    what there is to say beside the cases."""

    lines: Sequence[CaseLine]
    unfinished: Unfinished
    stale: Sequence[str]
    exit_code: int
    extent: Extent = Extent()
    notes: Sequence[str] = ()
    beside: Beside = ""
    remarks: Sequence[Remark] = ()


def counted(lines: Iterable[CaseLine]) -> list[Counted]:
    """What counts about the verdicts."""
    return [
        Counted(line.about.rules, line.about.level, line.status, line.known, line.is_of_protocol)
        for line in lines
    ]


def statuses(lines: Iterable[CaseLine]) -> dict[str, int]:
    """How many cases had each outcome, those that none had left out."""
    count = Counter(line.status for line in lines)
    return {status: count[status] for status in STATUSES if count[status]}


def summary_lines(outcome: Outcome) -> Iterator[str]:
    """The summary, without the failures themselves."""
    return map(visible, _summary_lines(outcome))


def _summary_lines(outcome: Outcome) -> Iterator[str]:
    part, tier, hands, random = outcome.extent
    yield from random_lines(random)
    yield from _figures(outcome.lines, "coverage" if tier is None else "of the tier")
    if tier is not None:
        yield f"{tier_in_words(tier)}: the figures are of these"
    yield from _not_played(outcome.lines)
    yield from _kinds(outcome.lines)
    yield from remarks_in_words(outcome.remarks)
    for line in hands:
        yield from hands_in_words(line)
    if outcome.stale:
        yield "known failures that are not as listed:"
        yield from (cut(f"  {complaint}", WIDTH) for complaint in outcome.stale)
    yield from _why_unfinished(outcome.unfinished)
    yield from (cut(note, WIDTH) for note in outcome.notes)
    if part:
        yield f"part {part} of a run: 'conformance report merge' puts the reports of all together"
    if outcome.beside == "tests":
        yield f"{_RESULTS[CONFORMANT]}, but other tests of this run failed"
        return
    yield verdict_in_words(outcome.lines, outcome.exit_code, "" if tier is None else tier.name, random)


def random_lines(random: Sequence[RandomLine]) -> Iterator[str]:
    """What came of random play, a line for each rule set."""
    if random:
        yield f"random play, seed {random[0].seed}:"
    width = max((len(line.rules) for line in random), default=0)
    for line in random:
        yield cut(f"  {line.rules:{width}}  {random_in_words(line)}", WIDTH)


def random_in_words(line: RandomLine) -> str:
    """What came of a rule set."""
    if line.status == "not_played":
        return f"not played: {line.reason}"
    if line.finding is not None:
        steady = "differs" if line.status == "differs" else "differed once, and not again"
        return f"session {line.finding.session} {steady}"
    played = line.played
    speed = played.sessions / max(played.seconds, 0.001)
    return (
        f"{played.sessions} sessions agree, {played.steps} steps and {played.refusals} refusals, "
        f"{speed:.0f} a second"
    )


def random_statuses(random: Iterable[RandomLine]) -> dict[str, int]:
    """How many rule sets came out how."""
    return dict(Counter(line.status for line in random))


def _why_unfinished(unfinished: Unfinished) -> Iterator[str]:
    missing, unusable, errors = unfinished
    if errors:
        yield "errors in the kit, not in the implementation; please report them:"
        yield from (cut(f"  {error}", 2 * WIDTH) for error in errors[:MOST_ERRORS])
    if len(errors) > MOST_ERRORS:
        yield f"  and {len(errors) - MOST_ERRORS} more"
    if unusable:
        yield f"the adapter cannot be used: {unusable}"
    if missing:
        cases = "1 case has" if len(missing) == 1 else f"{len(missing)} cases have"
        yield cut(f"{cases} no verdict: {', '.join(missing)}", WIDTH)


def remarks_in_words(remarks: Sequence[Remark]) -> Iterator[str]:
    """What there is to say beside the cases."""
    if remarks:
        yield "beside the cases:"
    for remark in remarks:
        yield cut(f"  {remark.text}{' (this counts as a failure)' if remark.counts else ''}", 2 * WIDTH)


def tier_in_words(tier: TierLine) -> str:
    """How much of the corpus a tier is."""
    return f"only the tier {tier.name}, {tier.entries} of {tier.of} entries of the corpus"


def _figures(lines: Sequence[CaseLine], coverage: str) -> Iterator[str]:
    found = figures_by_rules(counted(lines))
    width = max(map(len, found), default=0)
    yield f"{'':{width}}  {'must and option':>15}  {'rulings':>11}  {coverage:>11}"
    for rules, (firm, rulings, covered) in found.items():
        yield f"{rules:{width}}  {firm!s:>15}  {rulings!s:>11}  {covered!s:>11}"


def _not_played(lines: Sequence[CaseLine]) -> Iterator[str]:
    """What is not covered and why, the same reasons of a rule set in one line."""
    count = Counter(
        (line.about.rules, line.status, line.reason) for line in lines if line.status in NOT_PLAYED
    )
    if count:
        yield "not played:"
    order = {rules: place for place, rules in enumerate(dict.fromkeys(line.about.rules for line in lines))}
    for (rules, status, reason), number in sorted(
        count.items(), key=lambda item: (order[item[0][0]], -item[1], item[0])
    ):
        yield cut(f"  {number:5}  {rules}, {status.replace('_', ' ')}: {reason}", WIDTH)


def _kinds(lines: Sequence[CaseLine]) -> Iterator[str]:
    """How cases failed, where it was more than an expectation that was not met."""
    found = statuses(line for line in lines if line.fault is not None)
    if found.keys() - {"failed"}:
        kinds = ", ".join(f"{number} {status.replace('_', ' ')}" for status, number in found.items())
        yield f"how cases failed: {kinds}"


def hands_in_words(line: HandsLine) -> Iterator[str]:
    """What came of every hand of a pack."""
    cards, order, ties = line.pack.name.split("-")
    yield f"every hand of {cards} cards, {order}, ties {ties}: {line.hands:,} hands of {line.kinds:,} kinds"
    if line.lost:
        yield f"  broken off: {line.lost}"
    for clause, count in sorted(line.wrong.items()):
        yield f"  {count:,} against {clause} (ruling)"
    if line.first is not None:
        yield f"  the first: {line.first.detail} ({line.first.clause})"
    elif not line.lost:
        yield "  ranked and named as by the rules"


def verdict_in_words(
    lines: Sequence[CaseLine], exit_code: int, tier: str = "", random: Sequence[RandomLine] = ()
) -> str:
    """How a run ended, in a line; `tier`: of what alone, if not of the corpus."""
    where = f", in the tier {tier} alone" if tier else ""
    if exit_code == CONFORMANT:
        return _conformant(lines, where, random)
    failed = failures(counted(lines))
    words = [
        f"{number} {one if number == 1 else many} {how}"
        for number, one, many, how in (
            (failed.firm, "must or option case", "must or option cases", "failed"),
            (failed.protocol, "case of a ruling", "cases of rulings", "failed by the protocol"),
            (failed.rulings, "ruling", "rulings", "failed"),
            (failed.known, "known case", "known cases", "failed"),
        )
        if number
    ]
    words += _random_in_short(random)
    if words and exit_code == FAILED and _is_without_firm(lines):
        words.insert(0, "no must or option case applies")
    result = _RESULTS.get(exit_code, "failed") + where
    return f"{result} ({', '.join(words)})" if words else result


def _random_in_short(random: Sequence[RandomLine]) -> Iterator[str]:
    found = [line.finding for line in random if line.finding is not None]
    if found:
        counts = "" if any(one.counts for one in found) else ", of rulings"
        yield f"{len(found)} random difference{'' if len(found) == 1 else 's'}{counts}"


def _conformant(lines: Sequence[CaseLine], where: str, random: Sequence[RandomLine]) -> str:
    """Nothing has failed that counts. No praise where rulings have failed, or nothing else was asked."""
    cases = counted(lines)
    rulings, failed = figures(cases).rulings, failures(cases)
    nothing_else = _is_without_firm(lines)
    told = ["no must or option case applies"] if nothing_else else []
    if failed.rulings:
        how = "failed" if nothing_else else f"{'was' if failed.rulings == 1 else 'were'} answered otherwise"
        told.append(f"{failed.rulings} of {rulings.whole} rulings {how}")
    elif nothing_else:
        told.append(f"{rulings.part} of {rulings.whole} rulings passed")
    differs = [*_random_in_short(random)]
    notes = ["not counted; --strict-rulings counts them"] if failed.rulings or differs else []
    if failed.known:
        notes.append(f"{failed.known} known case{'' if failed.known == 1 else 's'} failed")
    result = f"conformant{where}" if failed.rulings or differs else f"{_RESULTS[CONFORMANT]}{where}"
    if nothing_else:
        result = where.removeprefix(", ")
    words = "; ".join(filter(None, [result, *told, *differs]))
    return f"{words} ({', '.join(notes)})" if notes else words


def _is_without_firm(lines: Sequence[CaseLine]) -> bool:
    """Whether something was played, and all of it rests on rulings."""
    firm, _, coverage = figures(counted(lines))
    return bool(coverage.part) and not firm.whole
