"""Menus as the sets of actions that they admit, so that two ways to write one menu are equal."""

from __future__ import annotations

import json

from conformance.adapters.protocol import Json

Span = tuple[int, int | None]
"""Whole numbers from the first to the second, both included; None: no upper bound."""
Admitted = dict[str, object]
"""What each type of action may take as its argument, written in one way only."""


def _spans(pattern: Json) -> list[Span]:
    match pattern:
        case int():
            return [(pattern, pattern)]
        case {"min": int(low), "max": int() | None as high}:
            return [(low, high)]
        case {"one_of": [*values]}:
            return [(value, value) for value in values if isinstance(value, int)]
        case _:
            raise ValueError(f"{pattern!r} is no pattern of amounts")


def _joined(spans: list[Span]) -> tuple[Span, ...]:
    """The same numbers in as few spans as possible."""
    joined: list[Span] = []
    for low, high in sorted(spans, key=lambda span: span[0]):
        if not joined or (joined[-1][1] is not None and low > joined[-1][1] + 1):
            joined.append((low, high))
            continue
        first, last = joined[-1]
        joined[-1] = (first, None if last is None or high is None else max(last, high))
    return tuple(joined)


def _choice(verb: str, pattern: Json) -> object:
    """Cards or seats to choose from: which, how many, and whether their order counts."""
    match pattern:
        case {"from": [*cards], "min": int(fewest), "max": int(most)}:
            return frozenset(map(str, cards)) if most else frozenset(), fewest, most
        case {"order_of": [*things]} | {"one_of": [*things]}:
            return frozenset(map(str, things))
        case [*things] if verb in ("shuffle", "draw_dealer") and len(things) > 1:
            return tuple(map(str, things))
        case [*things]:
            return frozenset(map(str, things)), len(things), len(things)
        case _:
            return frozenset({str(pattern)})


def admitted(menu: Json) -> Admitted:
    """The menu in a form that is equal for equal sets of actions; `ValueError` for what is no menu."""
    amounts: dict[str, list[Span]] = {}
    others: dict[str, set[object]] = {}
    for pattern in menu if isinstance(menu, list) else []:
        if not isinstance(pattern, dict) or not isinstance(verb := pattern.get("type"), str):
            raise ValueError(f"{pattern!r} is no pattern of an action")
        if "amount" in pattern:
            amounts.setdefault(verb, []).extend(_spans(pattern["amount"]))
            continue
        arguments = [name for name in pattern if name != "type"]
        choices = tuple(
            _joined(_spans(pattern[name])) if name == "hands" else _choice(verb, pattern[name])
            for name in sorted(arguments)
        )
        others.setdefault(verb, set()).add(choices)
    return {
        **{verb: _joined(spans) for verb, spans in amounts.items()},
        **{verb: frozenset(choices) for verb, choices in others.items()},
    }


def same_menu(one: Json, other: Json) -> bool:
    """Whether two menus admit the same actions."""
    return admitted(one) == admitted(other)


def menu_differences(stated: Json, got: Json) -> tuple[list[Json], list[Json]]:
    """The patterns of `stated` that `got` has not, and those that only `got` has."""
    return _beyond(stated, got), _beyond(got, stated)


def _beyond(menu: Json, other: Json) -> list[Json]:
    there = admitted(other)
    mine = admitted(menu)
    patterns = menu if isinstance(menu, list) else []
    return [
        pattern
        for pattern in patterns
        if isinstance(pattern, dict) and mine[verb := str(pattern["type"])] != there.get(verb)
    ]


def written(value: Json) -> str:
    """The value on one line."""
    return json.dumps(value, ensure_ascii=False)
