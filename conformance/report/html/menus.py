"""Two menus side by side, pattern by pattern, with what only one of them admits."""

from __future__ import annotations

from typing import Literal, NamedTuple

from conformance.adapters.protocol import Json
from conformance.patterns import BadMenu, MenuDifference, menu_difference
from conformance.wording import menu_in_words, pattern_in_words, value_in_words

Mark = Literal["", "all", "part"]
"""How much of a pattern the other menu lacks."""


class Pattern(NamedTuple):
    """A pattern in words."""

    text: str
    mark: Mark


class Menus(NamedTuple):
    """The menu of an actor before it acts. `wanted` is None where the case does not say; `got` None where
    the implementation has not told it. `missing` and `extra`: what the one has and the other lacks, in
    words; `unreadable`: what was told in the place of a menu."""

    wanted: tuple[Pattern, ...] | None
    got: tuple[Pattern, ...] | None
    missing: str = ""
    extra: str = ""
    unreadable: str = ""

    @property
    def differ(self) -> bool:
        """Whether they admit different actions."""
        return bool(self.missing or self.extra or self.unreadable)


def compare_menus(wanted: list[Json] | None, got: Json) -> Menus:
    """The menus, marked where they differ."""
    if wanted is None or got is None:
        return Menus(_plain(wanted), _plain(got) if isinstance(got, list) else None)
    try:
        difference = menu_difference(wanted, got)
    except BadMenu:
        return Menus(_plain(wanted), None, unreadable=value_in_words(got))
    if difference is None or not isinstance(got, list):
        return Menus(_plain(wanted), _plain(got))
    return Menus(
        wanted=tuple(_marked(pattern, got) for pattern in wanted),
        got=tuple(_marked(pattern, wanted) for pattern in got),
        missing=menu_in_words(difference.missing) if difference.missing else "",
        extra=menu_in_words(difference.extra) if difference.extra else "",
    )


def _plain(menu: Json) -> tuple[Pattern, ...] | None:
    return tuple(Pattern(pattern_in_words(item), "") for item in menu) if isinstance(menu, list) else None


def _marked(pattern: Json, other: list[Json]) -> Pattern:
    """The pattern, marked if the other menu does not have all that it admits."""
    alone: list[Json] = [pattern]
    difference = menu_difference(alone, other)
    missing = difference.missing if difference is not None else []
    if not missing:
        return Pattern(pattern_in_words(pattern), "")
    whole = menu_difference(alone, missing) or MenuDifference([], [])
    return Pattern(pattern_in_words(pattern), "part" if whole.missing else "all")
