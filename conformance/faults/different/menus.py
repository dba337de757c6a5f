"""Other ways to write the same menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject

Patterns = Callable[[JsonObject], Iterator[JsonObject]]


def in_menu(rewrite: Patterns) -> Callable[[JsonObject], JsonObject]:
    """Views in which each pattern of the menu is written as one or more others."""

    def rephrase(view: JsonObject) -> JsonObject:
        menu = view.get("menu")
        if not isinstance(menu, list):
            return view
        return {**view, "menu": [other for one in menu if isinstance(one, dict) for other in rewrite(one)]}

    return rephrase


def backwards(view: JsonObject) -> JsonObject:
    """Menus in the opposite order."""
    menu = view.get("menu")
    return {**view, "menu": menu[::-1]} if isinstance(menu, list) else view


def _range(value: Json) -> tuple[int, int | None] | None:
    if not isinstance(value, dict) or value.keys() != {"min", "max"}:
        return None
    low, high = value["min"], value["max"]
    if type(low) is not int or not (high is None or type(high) is int):
        return None
    return low, high


def _ranges(pattern: JsonObject) -> Iterator[tuple[str, int, int | None]]:
    for key, value in pattern.items():
        span = _range(value)
        if span is not None and key in ("amount", "hands"):
            yield key, *span


def one_by_one(pattern: JsonObject) -> Iterator[JsonObject]:
    """A pattern for every amount of a range, if there are no more than forty."""
    for key, low, high in _ranges(pattern):
        if high is not None and high - low < 40:
            yield from ({**pattern, key: amount} for amount in range(low, high + 1))
            return
    yield pattern


def in_halves(pattern: JsonObject) -> Iterator[JsonObject]:
    """Every range as two, which overlap."""
    for key, low, high in _ranges(pattern):
        middle = low + 10 if high is None else (low + high) // 2
        yield {**pattern, key: {"min": low, "max": middle}}
        yield {**pattern, key: {"min": middle, "max": high}}
        return
    yield pattern


def with_single_ranges(pattern: JsonObject) -> Iterator[JsonObject]:
    """A single amount as a range of one."""
    amount = pattern.get("amount")
    yield {**pattern, "amount": {"min": amount, "max": amount}} if type(amount) is int else pattern


def with_single_choices(pattern: JsonObject) -> Iterator[JsonObject]:
    """A single amount as a choice of one."""
    amount = pattern.get("amount")
    yield {**pattern, "amount": {"one_of": [amount]}} if type(amount) is int else pattern


def card_by_card(pattern: JsonObject) -> Iterator[JsonObject]:
    """A pattern for every card of a choice."""
    for key, value in pattern.items():
        if isinstance(value, dict) and isinstance(cards := value.get("one_of"), list):
            yield from ({**pattern, key: card} for card in cards)
            return
    yield pattern


def in_other_order(pattern: JsonObject) -> Iterator[JsonObject]:
    """Cards and seats listed backwards, where their order means nothing."""

    def turned(value: Json) -> Json:
        if not isinstance(value, dict):
            return value
        return {key: part[::-1] if isinstance(part, list) else part for key, part in value.items()}

    yield {key: turned(value) for key, value in pattern.items()}


def number_by_number(pattern: JsonObject) -> Iterator[JsonObject]:
    """A pattern for every number of cards that may be chosen."""
    for key, value in pattern.items():
        if isinstance(value, dict) and "from" in value:
            fewest, most = value["min"], value["max"]
            assert isinstance(fewest, int)
            assert isinstance(most, int)
            for number in range(fewest, most + 1):
                yield {**pattern, key: {**value, "min": number, "max": number}}
            return
    yield pattern


def twice(pattern: JsonObject) -> Iterator[JsonObject]:
    """Every pattern two times."""
    yield pattern
    yield dict(pattern)
