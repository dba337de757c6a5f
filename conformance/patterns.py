"""Menus compared by the actions that they admit, however their patterns are written.

Every menu is brought into one form: for each type of action a set of parts, each of which stands for many
arguments. Parts of one type are merged so far that equal menus have equal parts; where menus differ, the
difference is written as patterns again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from math import comb
from typing import Final, NamedTuple, TypeVar

from conformance.adapters.protocol import Json
from conformance.convert import ARGUMENT_NAMES, JsonObject
from refengine.actions import ARGUMENT_KIND, LARGEST_AMOUNT, Verb
from refengine.cards import Card, in_written_order, is_card

T = TypeVar("T")

ORDER_COUNTS: Final[frozenset[Verb]] = frozenset({"shuffle", "draw_dealer"})
"""Types of action in which the order of several cards matters."""
_MOST_EXPANDED: Final = 5_000
"""Choices of cards that are still told apart one by one."""


class BadMenu(ValueError):
    """A menu that is no list of the protocol's patterns."""


class MenuDifference(NamedTuple):
    """Patterns of the actions that the second menu lacks, and of those that only it has."""

    missing: list[Json]
    extra: list[Json]


class _Plain(NamedTuple):
    """The action without an argument."""


class _Span(NamedTuple):
    """Whole numbers from `low` to `high`."""

    low: int
    high: int


class _One(NamedTuple):
    """A single card."""

    card: Card


class _AnyOf(NamedTuple):
    """`number` different cards of `cards`, in any order."""

    number: int
    cards: frozenset[Card]


class _AnyOrder(NamedTuple):
    """These seats, in any order."""

    seats: frozenset[int]


class _Row(NamedTuple):
    """These cards or seats, in this order."""

    items: tuple[Card | int, ...]


class _Agreed(NamedTuple):
    """Numbers of hands with one agreement."""

    hands: _Span
    seats: _AnyOrder | _Row


_Part = _Plain | _Span | _One | _AnyOf | _AnyOrder | _Row | _Agreed
_Parts = frozenset[_Part]


def menu_difference(expected: Json, got: Json) -> MenuDifference | None:
    """How `got` differs from `expected`; None if both admit the same. `BadMenu` if `got` is no menu."""
    wanted, found = _read_menu(expected), _read_menu(got)
    if wanted == found:
        return None
    missing: list[Json] = []
    extra: list[Json] = []
    for verb in sorted(wanted.keys() | found.keys()):
        ours, theirs = wanted.get(verb, frozenset()), found.get(verb, frozenset())
        if ours != theirs:
            missing.extend(_write(verb, _minus(ours, theirs)))
            extra.extend(_write(verb, _minus(theirs, ours)))
    return MenuDifference(missing, extra) if missing or extra else None


# -- reading


def _read_menu(menu: Json) -> dict[Verb, _Parts]:
    if not isinstance(menu, list):
        raise BadMenu(f"a menu is a list, not {menu!r}")
    gathered: dict[Verb, list[_Part]] = {}
    for pattern in menu:
        verb, parts = _read_pattern(pattern)
        gathered.setdefault(verb, []).extend(parts)
    merged = {verb: _merge(parts) for verb, parts in gathered.items()}
    return {verb: parts for verb, parts in merged.items() if parts}


def _read_pattern(pattern: Json) -> tuple[Verb, Iterable[_Part]]:
    if not isinstance(pattern, dict):
        raise BadMenu(f"a pattern is an object, not {pattern!r}")
    verb = pattern.get("type")
    if not isinstance(verb, str) or verb not in ARGUMENT_KIND:
        raise BadMenu(f"there is no type of action {verb!r}")
    names = ARGUMENT_NAMES[verb]
    lacking = [name for name in names if name not in pattern]
    if lacking:
        raise BadMenu(f"the pattern for {verb} lacks {' and '.join(lacking)}")
    values = [pattern[name] for name in names]
    match ARGUMENT_KIND[verb]:
        case "nothing":
            return verb, (_Plain(),)
        case "amount":
            return verb, _read_numbers(values[0])
        case "card":
            return verb, map(_One, _read_one_of(values[0], _card))
        case "cards":
            return verb, _read_choices(values[0], verb in ORDER_COUNTS)
        case "seats":
            return verb, (_read_order(values[0]),)
        case "extension":
            order = _read_order(values[1])
            return verb, (_Agreed(span, order) for span in _merge_spans(_read_numbers(values[0])))


def _card(value: Json) -> Card:
    if not is_card(value):
        raise BadMenu(f"{value!r} is no card")
    return Card(str(value))


def _whole(value: Json) -> int:
    if type(value) is not int:
        raise BadMenu(f"{value!r} is no whole number")
    return value


def _read_one_of(value: Json, read: Callable[[Json], T]) -> list[T]:
    if isinstance(value, dict):
        return _list(value, "one_of", read)
    return [read(value)]


def _list(pattern: JsonObject, key: str, read: Callable[[Json], T]) -> list[T]:
    listed = pattern.get(key)
    if not isinstance(listed, list):
        raise BadMenu(f"{pattern!r} is no pattern of this argument")
    return [read(item) for item in listed]


def _read_numbers(value: Json) -> list[_Span]:
    """An amount, or a number of hands: a constant, ``{"min", "max"}`` or ``{"one_of"}``."""
    if not isinstance(value, dict) or "one_of" in value:
        return [_Span(number, number) for number in _read_one_of(value, _whole)]
    if "min" not in value or "max" not in value:
        raise BadMenu(f"{value!r} is no pattern of an amount")
    high = LARGEST_AMOUNT if value["max"] is None else _whole(value["max"])
    return [_Span(_whole(value["min"]), high)]


def _read_choices(value: Json, ordered: bool) -> list[_Part]:
    """Several cards: a constant, ``{"from", "min", "max"}`` or ``{"order_of"}``."""
    if isinstance(value, list):
        cards = tuple(map(_card, value))
        if ordered and len(cards) > 1:
            return [_Row(cards)]
        return [_AnyOf(len(cards), frozenset(cards))]
    if not isinstance(value, dict):
        raise BadMenu(f"{value!r} is no pattern of cards")
    if "order_of" in value:
        listed = _list(value, "order_of", _card)
        return [_AnyOf(len(listed), frozenset(listed))]
    pool = frozenset(_list(value, "from", _card))
    fewest, most = _whole(value.get("min")), _whole(value.get("max"))
    return [_AnyOf(count, pool) for count in range(max(fewest, 0), min(most, len(pool)) + 1)]


def _read_order(value: Json) -> _AnyOrder | _Row:
    """Seats: a constant or ``{"order_of"}``."""
    if isinstance(value, dict):
        return _AnyOrder(frozenset(_list(value, "order_of", _whole)))
    if not isinstance(value, list):
        raise BadMenu(f"{value!r} is no pattern of seats")
    seats = tuple(map(_whole, value))
    return _Row(seats) if len(seats) > 1 else _AnyOrder(frozenset(seats))


# -- merging


def _merge(parts: list[_Part]) -> _Parts:
    """The parts of one type of action, brought into the form in which equal sets are equal."""
    spans = [part for part in parts if isinstance(part, _Span)]
    choices = [part for part in parts if isinstance(part, _AnyOf)]
    merged: set[_Part] = {part for part in parts if not isinstance(part, _Span | _AnyOf | _Agreed)}
    merged.update(_merge_spans(spans), _merge_choices(choices))
    agreed = [part for part in parts if isinstance(part, _Agreed)]
    for seats in {part.seats for part in agreed}:
        hands = _merge_spans(part.hands for part in agreed if part.seats == seats)
        merged.update(_Agreed(span, seats) for span in hands)
    return frozenset(merged)


def _merge_spans(spans: Iterable[_Span]) -> list[_Span]:
    """The same numbers in spans that neither overlap nor touch, ascending."""
    merged: list[_Span] = []
    for low, high in sorted(span for span in spans if span.low <= span.high):
        if merged and low <= merged[-1].high + 1:
            merged[-1] = _Span(merged[-1].low, max(high, merged[-1].high))
        else:
            merged.append(_Span(low, high))
    return merged


def _merge_choices(choices: list[_AnyOf]) -> list[_AnyOf]:
    """The same choices without those that are part of another; single cards in one set, no card once."""
    merged: list[_AnyOf] = []
    for count in {choice.number for choice in choices}:
        pools = {choice.cards for choice in choices if choice.number == count and count <= len(choice.cards)}
        if count == 0:
            pools = {frozenset()}
        elif count == 1:
            pools = {frozenset().union(*pools)} if pools else set()
        merged += [_AnyOf(count, pool) for pool in pools if not any(pool < other for other in pools)]
    return merged


# -- differences


def _minus(ours: _Parts, theirs: _Parts) -> list[_Part]:
    """What is in `ours` and not in `theirs`."""
    left: list[_Part] = [part for part in ours - theirs if not isinstance(part, _Span | _AnyOf | _Agreed)]
    left += _minus_spans([part for part in ours if isinstance(part, _Span)], _spans(theirs))
    left += _minus_choices(ours, theirs)
    for part in ours:
        if isinstance(part, _Agreed):
            same = [p.hands for p in theirs if isinstance(p, _Agreed) and p.seats == part.seats]
            left += [_Agreed(span, part.seats) for span in _minus_spans([part.hands], same)]
    return left


def _spans(parts: _Parts) -> list[_Span]:
    return [part for part in parts if isinstance(part, _Span)]


def _minus_spans(ours: list[_Span], theirs: list[_Span]) -> list[_Span]:
    left = ours
    for gone in theirs:
        pieces = [
            (_Span(low, min(high, gone.low - 1)), _Span(max(low, gone.high + 1), high)) for low, high in left
        ]
        left = _merge_spans(piece for pair in pieces for piece in pair)
    return left


def _minus_choices(ours: _Parts, theirs: _Parts) -> list[_Part]:
    """Choices of cards; one by one where they are few, so that nothing depends on how pools were cut."""
    left: list[_Part] = []
    mine = {part for part in ours if isinstance(part, _AnyOf)}
    other = {part for part in theirs if isinstance(part, _AnyOf)}
    for count in {part.number for part in mine - other}:
        pools = [part for part in mine if part.number == count]
        others = [part for part in other if part.number == count]
        if sum(comb(len(part.cards), count) for part in (*pools, *others)) > _MOST_EXPANDED:
            left += [part for part in pools if part not in others]
            continue
        single = _expand(pools) - _expand(others)
        whole = [part for part in pools if _expand([part]) <= single]
        left += whole
        left += [_AnyOf(count, cards) for cards in single - _expand(whole)]
    return left


def _expand(parts: Iterable[_AnyOf]) -> set[frozenset[Card]]:
    return {frozenset(some) for part in parts for some in combinations(part.cards, part.number)}


# -- writing


def _write(verb: Verb, parts: list[_Part]) -> list[Json]:
    """The parts as patterns, small before large."""
    names = ARGUMENT_NAMES[verb]
    cards = [part.card for part in parts if isinstance(part, _One)]
    choices = [part for part in parts if isinstance(part, _AnyOf)]
    rest = sorted(part for part in parts if isinstance(part, _Span))
    others = [part for part in parts if not isinstance(part, _One | _AnyOf | _Span)]
    values: list[tuple[Json, ...]] = [_one_of(cards)] if cards else []
    values += _write_choices(choices)
    values += [_values(part) for part in (*rest, *sorted(others, key=repr))]
    return [{"type": verb, **dict(zip(names, value, strict=True))} for value in values]


def _one_of(cards: Iterable[Card]) -> tuple[Json]:
    ordered = in_written_order(cards)
    return (ordered[0] if len(ordered) == 1 else {"one_of": list(ordered)},)


def _write_choices(choices: list[_AnyOf]) -> list[tuple[Json, ...]]:
    """Neighbouring numbers of the same cards in one pattern."""
    pools = {choice.cards for choice in choices if choice.number > 0} or {frozenset[Card]()}
    written: list[tuple[Json, ...]] = []
    none_too = any(choice.number == 0 for choice in choices)
    for pool in sorted(pools, key=in_written_order):
        numbers = [choice.number for choice in choices if choice.cards == pool and choice.number > 0]
        if none_too:
            numbers.append(0)
            none_too = False
        for low, high in _merge_spans(_Span(number, number) for number in numbers):
            written.append(_choice(pool, low, high))
    return written if choices else []


def _choice(pool: Iterable[Card], low: int, high: int) -> tuple[Json]:
    listed: list[Json] = list(in_written_order(pool))
    if high == 0:
        return ([],)
    return ({"from": listed, "min": low, "max": high},)


def _values(part: _Plain | _Span | _AnyOrder | _Row | _Agreed) -> tuple[Json, ...]:
    match part:
        case _Plain():
            return ()
        case _Span(low, high):
            limit = None if high == LARGEST_AMOUNT else high
            return (low if low == high else {"min": low, "max": limit},)
        case _AnyOrder(seats):
            order: list[Json] = [*sorted(seats)]
            return ({"order_of": order},)
        case _Row(items):
            return (list(items),)
        case _Agreed(hands, seats):
            return (*_values(hands), *_values(seats))
