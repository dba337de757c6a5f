"""What reports tell of random play, put together and compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from conformance.lines import FindingLine, PlayedLine, RandomLine
from conformance.report.summary import random_in_words

DIGITS: Final = 3
"""Of seconds."""


def added(some: Iterable[PlayedLine]) -> PlayedLine:
    """All of it together."""
    rows = [msgspec.structs.astuple(one) for one in some]
    sessions, steps, refusals, seconds = (sum(column) for column in zip(*rows, strict=True))
    return PlayedLine(sessions, steps, refusals, round(seconds, DIGITS))


def together(lines: Sequence[RandomLine]) -> RandomLine:
    """Parts of one random play in one line: the first difference of all is that of the whole. Some parts may
    be the same one."""
    parts = list({_apart_from_time(line): line for line in lines}.values())
    played = [line for line in parts if line.status != "not_played"] or parts
    found = [line for line in played if line.finding is not None]
    first = min(found, key=lambda line: line.finding.session if line.finding else 0, default=played[0])
    return msgspec.structs.replace(first, played=added(line.played for line in played))


def _apart_from_time(line: RandomLine) -> bytes:
    played = msgspec.structs.replace(line.played, seconds=0)
    return msgspec.json.encode(msgspec.structs.replace(line, played=played))


class RandomChanges(msgspec.Struct, frozen=True):
    """Rule sets in words: those that differ now and did not, or otherwise; and those that agree now, and did
    not in the same sessions."""

    failing: list[str]
    fixed: list[str]


def random_changes(old: Sequence[RandomLine], new: Sequence[RandomLine]) -> RandomChanges:
    """What has changed in random play."""
    before = {line.rules: line for line in old}
    changes = RandomChanges([], [])
    for line in new:
        was = before.get(line.rules)
        then = None if was is None else was.finding
        if line.finding is not None and (then is None or then.kind != line.finding.kind):
            changes.failing.append(f"{line.rules}: {random_in_words(line)}: {line.finding.kind}")
        elif was is not None and then is not None and _plays_again(line, was, then):
            changes.fixed.append(f"{line.rules}: session {then.session} agrees now: {then.kind}")
    return changes


def _plays_again(line: RandomLine, was: RandomLine, then: FindingLine) -> bool:
    """Whether the session that differed was played again, and agrees."""
    return line.status == "agrees" and line.seed == was.seed and line.played.sessions > then.session


def change_lines(changes: RandomChanges) -> Iterator[str]:
    """All of it in words."""
    for title, some in (("new random differences", changes.failing), ("fixed in random play", changes.fixed)):
        if some:
            yield f"{title}: {len(some)}"
            yield from (f"  {text}" for text in some)
