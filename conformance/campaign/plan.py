"""What a campaign consists of: which sessions, cut into which shards, in which order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conformance.campaign.lines import KindLine, PlanLine


class Shard(NamedTuple):
    """The sessions `start` up to `stop` of a rule set. What comes of them depends on the header of the
    campaign alone, so a shard that was lost with a worker is played again."""

    rules: str
    start: int
    stop: int


class Look(NamedTuple):
    """A kind of difference to be looked into, in the session that showed it first."""

    kind: KindLine
    number: int


Job = Shard | Look


def shards_of(plan: PlanLine) -> Iterator[Shard]:
    """All shards, the rule sets by turns, so that each of them is heard of early."""
    for start in range(0, plan.sessions, plan.shard_size):
        for rules in plan.rules:
            yield Shard(rules, start, min(start + plan.shard_size, plan.sessions))


def size_of(plan: PlanLine) -> int:
    """How many sessions there are in all."""
    return plan.sessions * len(plan.rules)
