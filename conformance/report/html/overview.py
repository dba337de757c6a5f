"""What a page begins with: who was judged by what, how it came out, what was not played, and what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from conformance.lines import CaseLine, Footer, Header
from conformance.report.html.cases import ClausePage
from conformance.report.html.cleaning import anchor, brief, link, shorten
from conformance.report.reading import Stream
from conformance.report.summary import (
    counted,
    hands_in_words,
    random_in_words,
    tier_in_words,
    verdict_in_words,
)
from conformance.verdicts import (
    CONFORMANT,
    KNOWN_STALE,
    NOT_PLAYED,
    Figures,
    failures,
    figures,
    figures_by_rules,
)
from conformance.wire import CAPABILITIES
from conformance.wording import options_in_words

_LONGEST_LABEL: Final = 60
_LONGEST_FACT: Final = 300


class Identity(NamedTuple):
    """Who was judged by what. `facts` are terms with their values; `homepage` only an address of the web;
    `tier`: by what alone, if not by the corpus."""

    key: str
    label: str
    homepage: str | None
    facts: tuple[tuple[str, str], ...]
    tier: str = ""


class NotPlayed(NamedTuple):
    """So many cases of a rule set that were not played, for one reason."""

    number: int
    rules: str
    status: str
    reason: str


class FailedCase(NamedTuple):
    """A case that did not pass; `also`: the further clauses that it offends."""

    line: CaseLine
    anchor: str
    also: tuple[str, ...]


class FailedClause(NamedTuple):
    """A clause with the cases in which it is the first that is offended."""

    clause: ClausePage
    cases: tuple[FailedCase, ...]


class Overview(NamedTuple):
    """One report. `verdict` in words with its `tone`: good, bad or doubtful; `unfinished`: why there is
    none, else empty."""

    identity: Identity
    verdict: str
    tone: str
    unfinished: str
    figures: dict[str, Figures]
    not_played: tuple[NotPlayed, ...]
    failures: tuple[FailedClause, ...]


def overview(stream: Stream, key: str, label: str) -> Overview:
    """The first screen about a report whose ids in the page begin with `key`."""
    return Overview(
        identity=_identity(stream, key, label),
        verdict=_verdict(stream),
        tone=_tone(stream),
        unfinished=stream.why_unfinished,
        figures=figures_by_rules(counted(stream.lines)),
        not_played=tuple(_not_played(stream)),
        failures=tuple(_failures(stream, key)),
    )


def label_of(stream: Stream) -> str:
    """The implementation by name and version, or the file if it did not say."""
    if stream.header is None:
        return f"nobody that said a name ({stream.name})"
    adapter = stream.header.adapter
    return brief(f"{adapter.name} {adapter.version}".strip() or adapter.spec, _LONGEST_LABEL)


def _identity(stream: Stream, key: str, label: str) -> Identity:
    header = stream.header
    return Identity(
        key=key,
        label=label,
        homepage=link(header.adapter.homepage) if header else None,
        facts=tuple((term, shorten(value, _LONGEST_FACT)) for term, value in _facts(header, stream))
        if header
        else (),
        tier=header.selection.tier.name if header and header.selection.tier else "",
    )


def _facts(header: Header, stream: Stream) -> Iterator[tuple[str, str]]:
    yield "Adapter", header.adapter.spec
    if header.adapter.language:
        yield "Written in", header.adapter.language
    yield "Corpus", f"{header.corpus}, of kit {header.kit}"
    unclaimed = [name for name in CAPABILITIES if name not in header.claims.capabilities]
    yield "Does not claim", ", ".join(unclaimed) or "nothing: it claims every capability"
    selection = header.selection
    asked = [*selection.rules, *selection.clauses, *selection.cases, *selection.levels]
    if selection.tier is not None:
        yield "Only a part of the corpus", tier_in_words(selection.tier)
    if asked:
        yield "Only asked for", ", ".join(asked)
    if selection.options:
        yield "House options", ", ".join(options_in_words(selection.options))
    remarks = [] if stream.end is None else stream.end.remarks
    if remarks:
        yield "Beside the cases", "; ".join(remark.text for remark in remarks)
    for random in stream.random:
        yield f"Random play of {random.rules}, seed {random.seed}", random_in_words(random)
    for line in stream.hands:
        yield (
            "Every hand",
            "; ".join(text.strip().removeprefix("every hand of ") for text in hands_in_words(line)),
        )


def _verdict(stream: Stream) -> str:
    if not isinstance(stream.end, Footer):
        return "no verdict"
    return verdict_in_words(stream.lines, stream.end.exit_code, stream.end.tier, stream.random)


def _tone(stream: Stream) -> str:
    if not isinstance(stream.end, Footer):
        return "doubtful"
    code, cases = stream.end.exit_code, counted(stream.lines)
    if code not in (CONFORMANT, KNOWN_STALE):
        return "bad"
    praised = figures(cases).firm.whole and not failures(cases).rulings
    return "good" if code == CONFORMANT and praised else "doubtful"


def _not_played(stream: Stream) -> Iterator[NotPlayed]:
    """The same reasons of a rule set together, the most frequent first."""
    rules = dict.fromkeys(line.about.rules for line in stream.lines)
    for name in rules:
        count = Counter(
            (line.status.replace("_", " "), line.reason)
            for line in stream.lines
            if line.about.rules == name and line.status in NOT_PLAYED
        )
        for (status, reason), number in count.most_common():
            yield NotPlayed(number, name, status, reason)


def case_anchor(key: str, line: CaseLine, place: int) -> str:
    """The id of a case in the page, at `place` in the report with that key."""
    return f"{key}.{anchor(line.id, place)}"


def _failures(stream: Stream, key: str) -> Iterator[FailedClause]:
    known = stream.header.clauses if stream.header else {}
    groups: dict[str, list[FailedCase]] = {}
    texts: dict[str, str] = {}
    for place, line in enumerate(stream.drawn):
        if line.fault is not None:
            first, *also = [*line.fault.clauses, *line.about.clauses] or ["no clause"]
            others = tuple(name for name in dict.fromkeys(also) if name != first)
            texts.setdefault(first, line.fault.clauses.get(first, ""))
            groups.setdefault(first, []).append(FailedCase(line, case_anchor(key, line, place), others))
    places = {name: place for place, name in enumerate(known)}
    for name in sorted(groups, key=lambda name: places.get(name, len(places))):
        clause = known.get(name)
        kind, text = (clause.kind, clause.text) if clause else ("", texts[name])
        yield FailedClause(ClausePage(name, kind, text), tuple(groups[name]))
