"""What the shards say, put together in the order of the plan.

Shards are finished in any order. What is said of kinds, which was the first session with one above all, must
not depend on that, so a shard is held back here until all before it are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import dropwhile

from msgspec.structs import replace

from conformance.campaign.lines import FIRST, FoundLine, KindLine, KindTotal, PlanLine, SeenLine, ShardLine
from conformance.campaign.plan import Look, Shard, shards_of


class Tally:
    """Shards as they are finished, and the kinds of differences in them.

    `sessions`, `steps` and `differing` sessions are those of all finished shards. `kinds` has what was seen
    in the shards before the first unfinished one, in the order in which it was seen first.
    """

    def __init__(self, plan: PlanLine) -> None:
        self._plan = plan
        self._order = shards_of(plan)
        self._next = next(self._order, None)
        self._waiting: dict[Shard, ShardLine | None] = {}
        self.sessions = 0
        self.steps = 0
        self.differing = 0
        self.kinds: dict[KindLine, SeenLine] = {}

    def left(self) -> Iterator[Shard]:
        """The shards that are not finished now, in order."""
        finished = frozenset(self._waiting)
        if (first := self._next) is not None:
            ahead = dropwhile(lambda shard: shard != first, shards_of(self._plan))
            yield from (shard for shard in ahead if shard not in finished)

    def finished(self, line: ShardLine) -> list[Look]:
        """A shard has been played. Returns the kinds that are new now, with where they were seen first."""
        self.sessions += line.stop - line.start
        self.steps += line.steps
        self.differing += sum(seen.sessions for seen in line.seen)
        return self._hold(Shard(line.rules, line.start, line.stop), line)

    def given_up(self, shard: Shard) -> list[Look]:
        """A shard cannot be played: what comes after it does not wait any longer."""
        return self._hold(shard, None)

    def _hold(self, shard: Shard, line: ShardLine | None) -> list[Look]:
        self._waiting[shard] = line
        new: list[Look] = []
        while self._next is not None and self._next in self._waiting:
            held = self._waiting.pop(self._next)
            self._next = next(self._order, None)
            new += self._add([] if held is None else held.seen)
        return new

    def _add(self, several: Iterable[SeenLine]) -> Iterator[Look]:
        for seen in several:
            if seen.kind not in self.kinds:
                yield Look(seen.kind, seen.first[0])
            self.kinds[seen.kind] = _together(self.kinds.get(seen.kind), seen)


def _together(one: SeenLine | None, other: SeenLine) -> SeenLine:
    """What was seen in two places, under the kind of the first."""
    if one is None:
        return other
    first = sorted({*one.first, *other.first})[:FIRST]
    return replace(one, sessions=one.sessions + other.sessions, first=first)


def totals(kinds: Mapping[KindLine, SeenLine], found: Iterable[FoundLine]) -> list[KindTotal]:
    """The kinds that have been looked into, those that come down to the same put together."""
    totals: dict[tuple[KindLine, bool], KindTotal] = {}
    for line in found:
        kind = line.shown or line.kind
        key = kind, line.shown is None  # what did not come again is another thing, though it looks alike
        before = totals.get(key)
        seen = _together(before.seen if before else None, replace(kinds[line.kind], kind=kind))
        totals[key] = KindTotal(seen, line.case if before is None else before.case or line.case)
    return list(totals.values())
