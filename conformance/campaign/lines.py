"""The lines of a campaign's stream.

A header, then a line for every shard as it is finished and for every kind of difference that has been looked
into, between them progress, and in the end a footer, without which the campaign is unfinished. Only progress
depends on machines and on time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from conformance.corpus import Level
from conformance.lines import Claimed, Subject

if TYPE_CHECKING:
    from conformance.convert import JsonObject
else:  # msgspec cannot follow a type that names itself
    JsonObject = dict[str, Any]

FORMAT: Final = 1
FIRST: Final = 5
"""So many of the sessions with a kind of difference are named."""


class PlanLine(Struct, frozen=True):
    """Which sessions are played: `sessions` of each of the rule sets, with the options of one house."""

    seed: int
    sessions: int
    shard_size: int
    rules: list[str]
    options: JsonObject


class Header(Struct, frozen=True, tag="campaign", tag_field="type"):
    """The first line: all that a shard depends on. `corpus` is the digest of the corpus."""

    format: int
    kit: str
    corpus: str
    adapter: Subject
    claims: Claimed
    plan: PlanLine


class KindLine(Struct, frozen=True):
    """A kind of difference; see `conformance.random_play.kinds.Kind`."""

    rules: str
    phase: str
    clause: str
    what: str

    def __str__(self) -> str:
        under = f" ({self.clause})" if self.clause else ""
        return f"{self.rules}, {self.phase}: {self.what}{under}"


class SeenLine(Struct, frozen=True):
    """How often a kind was seen, and in which sessions first."""

    kind: KindLine
    sessions: int
    first: list[int]


class ShardLine(Struct, frozen=True, tag="shard", tag_field="type", omit_defaults=True):
    """A finished shard: its sessions, how many actions they had, the kinds of differences in order."""

    rules: str
    start: int
    stop: int
    steps: int
    seen: list[SeenLine] = []


class CaseRef(Struct, frozen=True):
    """The case that shows a kind: its file, relative to the stream's folder."""

    file: str
    title: str
    level: Level


class FoundLine(Struct, frozen=True, tag="found", tag_field="type", omit_defaults=True):
    """What came of looking into a kind, as it was seen first in a session.

    `shown` is the kind of the small session that was made of it. Of several that come down to the same, the
    first has the `case`. Without `shown` the difference did not come again: in `again` of so many tries.
    """

    kind: KindLine
    session: int
    shown: KindLine | None = None
    case: CaseRef | None = None
    again: tuple[int, int] | None = None


class ProgressLine(Struct, frozen=True, tag="progress", tag_field="type"):
    """How far it is. `sessions`, `steps`, `differing` sessions and `kinds` count everything so far, `speed`
    is in sessions a second since this start, `seconds` ago."""

    seconds: int
    speed: float
    sessions: int
    steps: int
    differing: int
    kinds: int
    workers: int


class StoppedLine(Struct, frozen=True, tag="stopped", tag_field="type"):
    """It ended before its end; more lines may follow when it is taken up again."""

    reason: str
    exit_code: int


class KindTotal(Struct, frozen=True):
    """A kind with all the sessions that come down to it. `case` None: it did not come again."""

    seen: SeenLine
    case: CaseRef | None


class Footer(Struct, frozen=True, tag="footer", tag_field="type"):
    """The last line, written only when every shard is finished and every kind has been looked into."""

    exit_code: int
    sessions: int
    steps: int
    kinds: list[KindTotal]


Line = Header | ShardLine | FoundLine | ProgressLine | StoppedLine | Footer

_DECODER: Final = msgspec.json.Decoder(Line)


def encode_line(line: Line) -> bytes:
    """The line with its end."""
    return msgspec.json.encode(line) + b"\n"


def decode_line(text: bytes) -> Line:
    """The line that a text holds; `msgspec.DecodeError` or `msgspec.ValidationError` if it holds none."""
    return _DECODER.decode(text)
