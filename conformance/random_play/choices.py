"""Choices: where the random in random play comes from, and nothing else.

Whatever is drawn for a session is drawn through one function that picks a number below a bound. So one
generator serves two masters. The fast one is Python's own generator, seeded: Hypothesis draws a session in
some ten milliseconds, and a run that is to play hundreds of sessions a second cannot wait for it. The other
is Hypothesis, for property tests and for shrinking: what the fast one chose is recorded, and Hypothesis takes
up that very record and makes it smaller. Small numbers stand for simple things, since it shrinks towards 0.

Only ``Random.random`` is used of the standard generator. Its sequence for a seed is the same in every version
of Python, which the other methods do not promise.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import TypeVar

T = TypeVar("T")

Choose = Callable[[int], int]
"""Picks a whole number from 0 up to, but not including, the one given (at least 1)."""


def seeded(*seed: int | str) -> Choose:
    """Choices that depend on the parts of the seed alone, on every machine."""
    draw = Random("\0".join(map(str, seed))).random

    def choose(count: int) -> int:
        return int(draw() * count)

    return choose


class Recorder:
    """Choices that remember what was chosen, where there was a choice."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.chosen: list[int] = []

    def __call__(self, count: int) -> int:
        choice = self._choose(count)
        if count > 1:
            self.chosen.append(choice)
        return choice


class Replayed:
    """Choices taken from a record; what is out of bounds is cut, and after its end everything is simplest."""

    def __init__(self, chosen: Iterable[int]) -> None:
        self._chosen = iter(chosen)

    def __call__(self, count: int) -> int:
        return 0 if count == 1 else min(next(self._chosen, 0), count - 1)


def one_of(choose: Choose, things: Sequence[T]) -> T:
    """One of the things, the first being the simplest."""
    return things[choose(len(things))] if len(things) > 1 else things[0]


def by_weight(choose: Choose, weights: Sequence[int]) -> int:
    """The place of one of the weights, each as likely as it is heavy."""
    bounds = list(accumulate(weights))
    return bisect_right(bounds, choose(bounds[-1]))


def chance(choose: Choose, of: int) -> bool:
    """True once in `of` times; False is the simpler."""
    return choose(of) == of - 1


def some_of(choose: Choose, things: Sequence[T], number: int) -> list[T]:
    """So many different things, or all, in random order; in the simplest case the first as they stand."""
    left = list(things)
    for place in range(min(number, len(left))):
        other = place + choose(len(left) - place)
        left[place], left[other] = left[other], left[place]
    return left[:number]
