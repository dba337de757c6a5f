"""What `hello` claims, held against what the rules of this kit know.

What nobody could play ends a run before it begins: it is a mistake, and whatever followed would be about
something else. What this kit does not know is only told: a newer kit may know it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from conformance.games import AnyGame, is_admitted
from conformance.wire import CAPABILITIES, Hello, Interval, Scalar, SeatSpan, encode
from refengine.options import Choice, OptionSpec
from refengine.rulesets.catalogue import GAMES

OWN: Final = "x-"
"""How the ids of rule sets begin that are an implementation's own business."""


class Complaint(NamedTuple):
    """What is odd about `hello`. `fatal`: it cannot be true."""

    text: str
    fatal: bool = False


def complaints(hello: Hello) -> Iterator[Complaint]:
    """All that is odd, in the order of the reply."""
    for rules, claim in hello.rules.items():
        game = GAMES.get(rules)
        if game is None:
            if not rules.startswith(OWN):
                yield _unknown("the rule set", rules, [*GAMES])
            continue
        if claim.seats is not None:
            yield from _seats(game, claim.seats)
        for name, values in claim.options.items():
            yield from _option(game, name, values)
    for name in dict.fromkeys(hello.capabilities):
        if name not in CAPABILITIES:
            yield _unknown("the capability", name, CAPABILITIES)
    if not {"play", "rank"} & set(hello.capabilities):
        yield Complaint("hello claims neither 'play' nor 'rank': nothing can be asked")
    elif "rank" in hello.capabilities and not ranking_rules(hello):
        yield Complaint("hello claims 'rank', but hands rank in no rule set that it names")


def ranking_rules(hello: Hello) -> list[str]:
    """The rule sets named in which hands rank."""
    return [name for name in hello.rules if name in GAMES and _ranks(GAMES[name])]


def _ranks(game: AnyGame) -> bool:
    return any(spec.name == "ranking" for spec in game.options)


def _unknown(what: str, name: str, known: Sequence[str]) -> Complaint:
    near = get_close_matches(name, known, n=1)
    hint = f"; the nearest is {near[0]!r}" if near else ""
    return Complaint(f"hello names {what} {name!r}, which this kit does not know{hint}")


def _seats(game: AnyGame, span: SeatSpan) -> Iterator[Complaint]:
    told = f"hello claims {span.min} to {span.max} seats for {game.name}"
    if span.min > span.max:
        yield Complaint(f"{told}, which is no range", fatal=True)
    elif span.max < game.fewest or span.min > game.most:
        yield Complaint(f"{told}, where the rules admit {game.fewest} to {game.most}", fatal=True)
    elif span.min < game.fewest or span.max > game.most:
        yield Complaint(f"{told}; the rules admit {game.fewest} to {game.most} only")


def _option(game: AnyGame, name: str, values: Sequence[Scalar] | Interval) -> Iterator[Complaint]:
    spec = next((spec for spec in game.options if spec.name == name), None)
    if spec is None:
        yield _unknown("the option", name, [spec.name for spec in game.options])
    elif isinstance(values, Interval):
        yield from _interval(game, spec, values)
    elif not values:
        yield Complaint(f"hello claims no value of {name} for {game.name}", fatal=True)
    else:
        for value in values:
            if not is_admitted(game, name, value):
                told = f"hello claims {name}={encode(value).decode()} for {game.name}"
                yield Complaint(f"{told}, a value that the rules do not admit", fatal=True)


def _interval(game: AnyGame, spec: OptionSpec, span: Interval) -> Iterator[Complaint]:
    most = "no end" if span.max is None else span.max
    told = f"hello claims {spec.name} from {span.min} to {most} for {game.name}"
    if span.max is not None and span.min > span.max:
        yield Complaint(f"{told}, which is no range", fatal=True)
    elif isinstance(spec.range, Choice):
        numbers = [value for value in spec.range.values if type(value) is int]
        if not any(span.min <= value and (span.max is None or value <= span.max) for value in numbers):
            yield Complaint(f"{told}, values that the rules do not admit", fatal=True)
    elif span.max is not None and span.max < spec.range.low:
        yield Complaint(f"{told}, values that the rules do not admit", fatal=True)
    elif span.min < spec.range.low:
        yield Complaint(f"{told}; the rules admit no value below {spec.range.low}")
