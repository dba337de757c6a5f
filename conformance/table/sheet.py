"""The table as a page of Markdown, with a line to paste for everything that does not hold."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from conformance.lines import CaseLine
from conformance.report.summary import counted
from conformance.table.peers import Peer
from conformance.table.play import Played
from conformance.table.ranks import NO_HANDS, Ranked
from conformance.verdicts import NOT_PLAYED, figures_by_rules


class Result(NamedTuple):
    """What one peer was asked and answered; of the three kinds of answers it has one. `trouble`: why there
    is none."""

    peer: Peer
    ranked: Ranked | None = None
    lines: tuple[CaseLine, ...] = ()
    played: tuple[Played, ...] = ()
    trouble: str = ""


class Made(NamedTuple):
    """How the table was made, in words: when, by which command and kit, and the seed of random sessions."""

    date: str
    command: str
    kit: str
    corpus: str
    seed: int


def page(made: Made, results: Sequence[Result], missing: Sequence[Peer]) -> Iterator[str]:
    """The lines of the page."""
    yield f"Made on {made.date} by `{made.command}`: {made.kit}, corpus {made.corpus[:12]}."
    yield "Each implementation ran in a process of its own."
    yield from _evaluators([result for result in results if result.ranked is not None])
    yield from _draw([result for result in results if result.lines])
    yield from _engines(made.seed, [result for result in results if result.played])
    yield from _rest(results, missing)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _head(*cells: str) -> Iterator[str]:
    yield ""
    yield _row(*cells)
    yield _row(*("---" for _ in cells))


def _named(result: Result) -> tuple[str, str]:
    return result.peer.name, result.peer.version or "?"


# -- evaluators


def _evaluators(results: Sequence[Result]) -> Iterator[str]:
    if not results:
        return
    yield ""
    yield "## Evaluators"
    yield ""
    yield "How the rankings of the corpus came out, and every hand of the packs that can be asked:"
    yield from _head(
        "evaluator", "version", "rankings of the corpus", "hands of the pack", "order, ties, names"
    )
    for result in results:
        ranked = _ranked(result)
        for sweep in ranked.sweeps:
            what = f"{sweep.hands:,}, of {sweep.kinds:,} kinds"
            wrong = ", ".join(f"{count:,} against {clause}" for clause, count in sorted(sweep.wrong.items()))
            verdict = sweep.lost or wrong or "all right"
            yield _row(*_named(result), _share(ranked.lines), what, verdict)
    yield ""
    yield "What became of hands that are none. The protocol asks for a refusal; an error is told by its name,"
    yield "and any category means that the hand was ranked:"
    yield from _head("evaluator", *NO_HANDS)
    for result in results:
        yield _row(result.peer.name, *_ranked(result).bad.values())
    yield from _failed_cases(results)


def _ranked(result: Result) -> Ranked:
    assert result.ranked is not None
    return result.ranked


def _share(lines: Sequence[CaseLine]) -> str:
    asked = [line for line in lines if line.status not in NOT_PLAYED]
    passed = sum(line.status == "passed" for line in asked)
    return f"{passed} of {len(asked)} (of {len(lines)} in the corpus)"


def _failed_cases(results: Sequence[Result]) -> Iterator[str]:
    """Each case that did not pass, with who failed it and how to see that; of games no rulings."""
    failed: dict[str, tuple[CaseLine, list[str]]] = {}
    for result in results:
        firm = [line for line in result.lines if not line.is_excused]
        for line in (*firm, *(result.ranked.lines if result.ranked else ())):
            if line.fault is not None:
                failed.setdefault(line.id, (line, []))[1].append(result.peer.name)
    if not failed:
        return
    yield ""
    yield "Cases that did not pass; `conformance run --adapter NAME --case ID` shows one step by step:"
    yield from _head("case", "level", "what it says", "not passed by")
    for line, names in failed.values():
        yield _row(line.id, line.about.level, line.about.title, ", ".join(names))


# -- games of the corpus


def _draw(results: Sequence[Result]) -> Iterator[str]:
    if not results:
        return
    yield ""
    yield "## Whole games of the corpus"
    yield from _head("engine", "version", "rule set", "must and option", "rulings", "coverage")
    for result in results:
        for rules, (firm, rulings, coverage) in figures_by_rules(counted(result.lines)).items():
            yield _row(*_named(result), rules, str(firm), str(rulings), str(coverage))
    yield ""
    yield "Rulings are decisions of this project where the source is silent: to decide otherwise is no fault."
    yield "They are told by `conformance run --adapter NAME --level ruling`."
    for result in results:
        yield ""
        yield f"{result.peer.name} was not asked {_not_asked(result.lines)}."
    yield from _failed_cases(results)


def _not_asked(lines: Sequence[CaseLine]) -> str:
    """How many cases were not played, by the reasons, the most frequent first."""
    reasons = Counter(line.reason for line in lines if line.status in NOT_PLAYED)
    told = "; ".join(f"{number}: {reason}" for reason, number in reasons.most_common())
    return f"{reasons.total()} of {len(lines)} cases ({told})" if reasons else "nothing less than all cases"


# -- other games

_NOTHING: Final = "nothing found"


def _engines(seed: int, results: Sequence[Result]) -> Iterator[str]:
    if not results:
        return
    yield ""
    yield "## Engines of other games"
    yield ""
    yield "Random sessions without a reference: what holds in every game, and what holds in hold'em or in"
    yield "trick games everywhere. `again` is the shortest session in which it shows."
    yield from _head("engine", "version", "game", "what does not hold", "sessions", "how it shows", "again")
    for result in results:
        for played in result.played:
            yield from _findings(seed, result, played)


def _findings(seed: int, result: Result, played: Played) -> Iterator[str]:
    name, version = _named(result)
    if played.trouble:
        yield _row(name, version, played.rules, "not played to the end", "", _flat(played.trouble), "")
    elif not played.findings:
        yield _row(name, version, played.rules, _NOTHING, f"0 of {played.sessions}", "", "")
    for finding in played.findings:
        again = again_command(name, played.rules, seed, finding.shortest.number)
        share = f"{finding.sessions} of {played.sessions}"
        yield _row(name, version, played.rules, finding.name, share, _flat(finding.detail), f"`{again}`")


def again_command(name: str, rules: str, seed: int, number: int) -> str:
    """The command that plays one session again and tells it step by step."""
    words = ["conformance", "table", "--peers", name, "--rules", rules, "--session", str(number)]
    return shlex.join([*words, *(["--seed", str(seed)] if seed != 1 else [])])


def _flat(text: str) -> str:
    flat = " ".join(text.split()).replace("|", "\\|")
    return flat if len(flat) <= 240 else f"{flat[:236]} ..."


# -- what else there is to say


def _rest(results: Sequence[Result], missing: Sequence[Peer]) -> Iterator[str]:
    yield ""
    yield "## What was not asked"
    yield ""
    for result in results:
        yield f"- {result.peer.name}: {result.peer.not_asked}"
    for result in results:
        if result.trouble:
            yield f"- {result.peer.name} could not be asked at all: {_flat(result.trouble)}"
    if missing:
        yield ""
        yield f"Not installed, and so not in the table: {', '.join(peer.name for peer in missing)}."
