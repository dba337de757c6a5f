"""Several reports on one implementation put together as if one run had played all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from conformance.lines import (
    CaseLine,
    ClauseLine,
    FiguresLine,
    Footer,
    HandsLine,
    Header,
    Interrupted,
    Line,
    RandomLine,
    Selection,
)
from conformance.remarks import Remark
from conformance.report.at_random import together
from conformance.report.reading import Stream
from conformance.report.summary import counted, random_statuses, statuses
from conformance.verdicts import (
    ADAPTER_UNUSABLE,
    FAILED,
    INCOMPLETE,
    KNOWN_STALE,
    Run,
    exit_code,
    figures_by_rules,
)

T = TypeVar("T")

_ALIKE: Final[tuple[tuple[str, Callable[[Header], object]], ...]] = (
    ("corpora", lambda header: header.corpus),
    ("versions of the kit", lambda header: header.kit),
    ("implementations", lambda header: (header.adapter.name, header.adapter.version)),
    ("claims", lambda header: header.claims),
    ("house options", lambda header: header.selection.options),
    ("tiers of the corpus", lambda header: header.selection.tier),
    ("ways to count rulings", lambda header: header.selection.strict_rulings),
    ("runs", lambda header: _cut(header.selection)),
)
"""What reports must have in common, by what they have if they do not."""


class CannotMerge(ValueError):
    """The reports are not parts of one whole."""


def _cut(selection: Selection) -> object:
    """What the parts of a run have in common that was cut with ``--shard``; None for all other reports."""
    if selection.part is None:
        return None
    asked = selection.rules, selection.clauses, selection.cases, selection.levels
    return asked, replace(selection.part, number=0)


def _in_order(streams: Sequence[Stream]) -> list[Stream]:
    """The parts of a run as they were cut, so that the whole is in the order of the corpus."""
    return sorted(streams, key=lambda stream: _number(stream.header) or 0)


def _number(header: Header | None) -> int | None:
    part = None if header is None else header.selection.part
    return None if part is None else part.number


def merge(streams: Sequence[Stream]) -> list[Line]:
    """The lines of the whole. It is unfinished if a part is, or if one of those is not there that a run was
    cut into. `CannotMerge` if the parts do not belong together or tell of one case differently; a case may
    stand in several parts if they agree."""
    streams = _in_order(streams)
    headers = [stream.header for stream in streams if stream.header is not None]
    _check_alike(streams)
    lines = _lines_of(streams)
    merged: list[Line] = []
    if headers:
        clauses: dict[str, ClauseLine] = {}
        for header in headers:
            clauses |= header.clauses
        selection = _selection([header.selection for header in headers])
        merged.append(replace(headers[0], selection=selection, clauses=clauses))
        merged += lines
        merged += _hands_of(streams)
    random = _random_of(streams)
    merged += random if headers else []
    end = _end(streams, lines)
    merged.append(replace(end, random=random_statuses(random)) if isinstance(end, Footer) else end)
    return merged


def _check_alike(streams: Sequence[Stream]) -> None:
    known = [(stream.name, stream.header) for stream in streams if stream.header is not None]
    for name, header in known[1:]:
        for what, of in _ALIKE:
            if of(header) != of(known[0][1]):
                raise CannotMerge(f"{known[0][0]} and {name} are about different {what}")


def _lines_of(streams: Iterable[Stream]) -> list[CaseLine]:
    lines: dict[str, CaseLine] = {}
    source: dict[str, str] = {}
    for stream in streams:
        for line in stream.lines:
            if lines.setdefault(line.id, line) != line:
                raise CannotMerge(f"{source[line.id]} and {stream.name} tell of {line.id} differently")
            source.setdefault(line.id, stream.name)
    return list(lines.values())


def _hands_of(streams: Iterable[Stream]) -> list[HandsLine]:
    """Each pack once; parts that tell of one differently are not of one whole."""
    hands: dict[str, HandsLine] = {}
    for stream in streams:
        for line in stream.hands:
            if hands.setdefault(line.pack.name, line) != line:
                raise CannotMerge(f"{stream.name} tells of the pack {line.pack.name} differently")
    return list(hands.values())


def _random_of(streams: Iterable[Stream]) -> list[RandomLine]:
    """Random play of every rule set in one line; of one seed, or it is not of one whole."""
    parts: dict[str, list[RandomLine]] = {}
    for stream in streams:
        for line in stream.random:
            others = parts.setdefault(line.rules, [])
            if others and others[0].seed != line.seed:
                raise CannotMerge(f"{stream.name} tells of random play of {line.rules} with another seed")
            others.append(line)
    return [together(lines) for lines in parts.values()]


def _selection(parts: Sequence[Selection]) -> Selection:
    """All that was asked for; where one part asked for everything, everything."""
    return replace(
        parts[0],
        rules=_union(part.rules for part in parts),
        clauses=_union(part.clauses for part in parts),
        cases=_union(part.cases for part in parts),
        levels=_union(part.levels for part in parts),
        part=None,
    )


def _union(parts: Iterable[list[T]]) -> list[T]:
    some = list(parts)
    return list(dict.fromkeys(item for part in some for item in part)) if all(some) else []


def _end(streams: Sequence[Stream], lines: Sequence[CaseLine]) -> Footer | Interrupted:
    unfinished = [stream for stream in streams if not stream.finished]
    codes = {stream.end.exit_code for stream in streams if stream.end is not None}
    missing = _missing(streams)
    if unfinished or missing:
        reasons = "; ".join([*(f"{one.name}: {one.why_unfinished}" for one in unfinished), *missing])
        code = ADAPTER_UNUSABLE if ADAPTER_UNUSABLE in codes else INCOMPLETE
        return Interrupted(reasons, code, _remarks(streams))
    headers = [stream.header for stream in streams if stream.header is not None]
    cases = counted(lines)
    code = exit_code(
        Run(
            cases=cases,
            requested=_union(header.selection.rules for header in headers),
            finished=True,
            unusable=False,
            stale=KNOWN_STALE in codes,
            strict_rulings=headers[0].selection.strict_rulings,
        )
    )
    shares = {
        rules: FiguresLine(firm, rulings, coverage)
        for rules, (firm, rulings, coverage) in figures_by_rules(cases).items()
    }
    failed_beside = code != INCOMPLETE and FAILED in codes  # a project's own tests leave no line
    tier = headers[0].selection.tier
    return Footer(
        FAILED if failed_beside else code,
        shares,
        statuses(lines),
        "" if tier is None else tier.name,
        _remarks(streams),
    )


def _remarks(streams: Iterable[Stream]) -> list[Remark]:
    """What there was to say in any part, once."""
    return sorted({remark for stream in streams if stream.end is not None for remark in stream.end.remarks})


def _missing(streams: Sequence[Stream]) -> list[str]:
    """What there is to say of parts of a run that are not there."""
    parts = [stream.header.selection.part for stream in streams if stream.header is not None]
    there = {part.number for part in parts if part is not None}
    whole = max((part.of for part in parts if part is not None), default=0)
    missing = [str(number) for number in range(1, whole + 1) if number not in there]
    return [f"missing of {whole} parts: {', '.join(missing)}"] if missing else []
