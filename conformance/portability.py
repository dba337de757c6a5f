"""Under which options, of those that an entry leaves open, what it states holds word for word.

Engines differ most in five options: the pack, the order of hands, what tells equal hands apart, how straight
flushes beat each other, and what a stack is. A case fixes those that it is about. The reference engine tells
under which values of the others it holds as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from conformance.corpus import Case, Entry, RankingCase
from conformance.corpus.model import OptionValue
from conformance.games import PORTABLE, AnyGame, values_of
from conformance.player import Played, play

Open = Mapping[str, tuple[OptionValue, ...]]
"""Options that are left open with their values, the default first."""


class Box(NamedTuple):
    """Every combination of these values; an open option that is not named may have any."""

    values: Mapping[str, tuple[OptionValue, ...]]

    def holds(self, settings: Mapping[str, OptionValue]) -> bool:
        """Whether a combination is among them."""
        return all(settings.get(name) in values for name, values in self.values.items())


def fixed_options(entry: Entry) -> Collection[str]:
    """The options that an entry fixes."""
    if isinstance(entry, Case | RankingCase):
        return entry.options if isinstance(entry, RankingCase) else entry.setup.options
    own = entry.setup.get("options")
    return own if isinstance(own, dict) else ()


def open_options(game: AnyGame, entry: Entry) -> dict[str, tuple[OptionValue, ...]]:
    """The options of the five that the rule set has and the entry leaves open."""
    fixed = fixed_options(entry)
    ranks_only = isinstance(entry, RankingCase)
    return {
        spec.name: values_of(spec)
        for name in PORTABLE
        for spec in game.options
        if spec.name == name and name not in fixed and not (ranks_only and name == "stakes")
    }


def settings(options: Open) -> Iterator[dict[str, OptionValue]]:
    """Every combination, defaults first."""
    for values in product(*options.values()):
        yield dict(zip(options, values, strict=True))


def portability(game: AnyGame, entry: Entry) -> tuple[Box, ...]:
    """The combinations under which the entry holds, as few boxes as will do; none if it never holds."""
    return boxes(open_options(game, entry), [setting for setting, _ in holding(game, entry)])


def holding(game: AnyGame, entry: Entry) -> Iterator[tuple[dict[str, OptionValue], Played]]:
    """Every combination under which the entry holds, defaults first, with what came of playing it."""
    for setting in settings(open_options(game, entry)):
        played = play(game, entry, setting)
        if not played.differences:
            yield setting, played


def boxes(options: Open, held: Sequence[Mapping[str, OptionValue]]) -> tuple[Box, ...]:
    """The combinations of `held`, without repeats and nothing beside them, largest box first."""
    left = {_point(options, setting) for setting in held}
    found: list[Box] = []
    while left:
        largest = max(_all_boxes(options, left), key=len)
        left -= set(largest)
        found.append(_box(options, largest))
    return tuple(found)


def _point(options: Open, setting: Mapping[str, OptionValue]) -> tuple[int, ...]:
    return tuple(values.index(setting[name]) for name, values in options.items())


def _all_boxes(options: Open, within: set[tuple[int, ...]]) -> Iterator[list[tuple[int, ...]]]:
    """The points of every box that lies wholly within, boxes of defaults first."""
    sides = [
        [side for size in range(len(values), 0, -1) for side in combinations(range(len(values)), size)]
        for values in options.values()
    ]
    for chosen in product(*sides):
        points = list(product(*chosen))
        if all(point in within for point in points):
            yield points


def _box(options: Open, points: Sequence[tuple[int, ...]]) -> Box:
    named: dict[str, tuple[OptionValue, ...]] = {}
    for place, (name, values) in enumerate(options.items()):
        used = sorted({point[place] for point in points})
        if len(used) < len(values):
            named[name] = tuple(values[number] for number in used)
    return Box(named)
