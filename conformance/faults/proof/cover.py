"""The smallest set of entries that still finds every wrong engine, or nearly the smallest."""

from __future__ import annotations

from collections.abc import Mapping


def cover(killers: Mapping[str, tuple[str, ...]], cost: Mapping[str, int]) -> list[str]:
    """Entries such that each wrong engine with killers has one among them, sorted.

    Greedy: always the entry that finds most of what is left, of equals the cheapest; at the end those that
    have become needless go.
    """
    left = {name for name, some in killers.items() if some}
    finds: dict[str, set[str]] = {}
    for name in left:
        for entry in killers[name]:
            finds.setdefault(entry, set()).add(name)
    chosen: list[str] = []
    while left:
        best = min(finds, key=lambda entry: (-len(finds[entry] & left), cost[entry], entry))
        chosen.append(best)
        left -= finds[best]
    for entry in sorted(chosen, key=lambda entry: (len(finds[entry]), -cost[entry], entry)):
        others = set[str]().union(*(finds[other] for other in chosen if other != entry))
        if finds[entry] <= others:
            chosen.remove(entry)
    return sorted(chosen)
