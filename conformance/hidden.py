"""Hidden cards in views: what a viewer may not know must not stand anywhere in what it is shown.

The keys of the protocol hold cards where cards belong; those are compared where a case names them. Here it
is about everything else: keys of an implementation's own may tell what they like, but no card that the
viewer has never been allowed to see. What that is, the reference engine tells, which plays along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.cards_in_text import CARD, cards_in_text
from conformance.compare import Difference, View
from conformance.convert import ARGUMENT_NAMES, JsonObject, events_to_json, menu_to_json, view_to_json
from conformance.forms import keys_of
from conformance.games import AnyGame
from conformance.patterns import BadMenu, menu_difference
from refengine.cards import RANK_VALUE
from refengine.game import Step
from refengine.seating import TABLE, Seat

OPEN_ACTIONS: Final = frozenset({"draw_dealer", "play", "take_trump"})
"""Actions whose cards everybody sees."""
SHOWN_BY: Final = ("hand", "turned", "turned_up", "talon", "trick", "last_trick", "last_hand")
"""Keys of the protocol whose cards the viewer sees anyway."""


class Found(NamedTuple):
    """Cards that stand together at `path`."""

    path: str
    cards: tuple[str, ...]


class Past(NamedTuple):
    """How a session has come to where it is: each action (None at the start) with the reference's step, None
    from where it does not follow. The course is only gone over where something is suspect."""

    game: AnyGame
    course: Callable[[], Iterable[tuple[JsonObject | None, Step[object] | None]]]


def leaks(view: View, viewer: int | None, past: Past, capabilities: frozenset[str]) -> Iterator[Difference]:
    """Where in a view there are cards that the viewer may not know; nothing if the reference cannot tell."""
    own = keys_of(past.game.name)
    if viewer is None:
        own -= {"hand"}
    if "events" not in capabilities:
        own -= {"events"}
    if view.keys() <= own:
        return
    found = [one for key, value in view.items() if key not in own for one in _below(key, value)]
    if not found:
        return
    hidden = _hidden_from(viewer, past)
    hidden -= {
        card for key in SHOWN_BY if key in own for one in _cards(key, view.get(key)) for card in one.cards
    }
    for path, cards in found:
        told = [card for card in cards if card in hidden]
        if told and not (hidden.issubset(cards) and _is_sorted(cards)):
            yield Difference("shown", path, None, [*told])


def menus_of_others(view: View, viewer: int | None, past: Past) -> Iterator[Difference]:
    """Where below a further key the menu of another seat stands. It has to admit exactly the same, and an
    argument besides: a list of types alone may be of all that there are, whoever is to act."""
    own = keys_of(past.game.name)
    if viewer is None or view.keys() <= own:
        return
    found = [one for key, value in view.items() if key not in own for one in _menus(key, value)]
    if not found:
        return
    *_, (_, now) = past.course()
    if now is None or now.menu.actor in (None, TABLE, viewer):
        return
    menu = menu_to_json(now.menu)
    for path, patterns in found:
        if _same_menu(menu, patterns):
            yield Difference("shown", path, None, patterns)


def _menus(path: str, value: Json) -> Iterator[tuple[str, Json]]:
    """Every list below `path` that may be a menu."""
    if isinstance(value, list):
        patterns = [item for item in value if isinstance(item, dict) and item.get("type") in ARGUMENT_NAMES]
        if patterns and len(patterns) == len(value) and any(len(one) > 1 for one in patterns):
            yield path, value
            return
    for name, item in _members(value):
        yield from _menus(f"{path}.{name}", item)


def _members(value: Json) -> Iterable[tuple[object, Json]]:
    if isinstance(value, list):
        return enumerate(value)
    return value.items() if isinstance(value, dict) else ()


def _same_menu(one: Json, other: Json) -> bool:
    try:
        return menu_difference(one, other) is None
    except BadMenu:
        return False


def _below(key: str, value: Json) -> Iterator[Found]:
    """The cards of a member of an object: those of its key as well."""
    if cards := cards_in_text(key):
        yield Found(key, cards)
    yield from _cards(key, value)


def _cards(path: str, value: Json) -> Iterator[Found]:
    """Every card below `path`, those of one list or one text together."""
    match value:
        case str():
            if cards := cards_in_text(value):
                yield Found(path, cards)
        case list():
            single = [item for item in value if isinstance(item, str) and CARD.fullmatch(item)]
            if single:
                yield Found(path, tuple(single))
            for place, item in enumerate(value):
                if not isinstance(item, str) or item not in single:
                    yield from _cards(f"{path}.{place}", item)
        case dict():
            for key, item in value.items():
                yield from _cards(path, key)
                yield from _cards(f"{path}.{key}", item)
        case _:
            pass


def cards_told(value: Json) -> list[str]:
    """Every card that a value names, as a text, in a text of several or as the name of a member."""
    return [card for one in _cards("", value) for card in one.cards]


def _is_sorted(cards: Sequence[str]) -> bool:
    """Whether the order tells nothing: by rank, or suit by suit and in each by rank."""
    suits = [[RANK_VALUE[card[0]] for card in block] for _, block in groupby(cards, lambda card: card[1])]
    if _is_monotone([RANK_VALUE[card[0]] for card in cards]):
        return True
    return len(suits) == len({card[1] for card in cards}) and all(map(_is_monotone, suits))


def _is_monotone(ranks: Sequence[int]) -> bool:
    return all(one <= other for one, other in pairwise(ranks)) or all(
        one >= other for one, other in pairwise(ranks)
    )


def _hidden_from(viewer: int | None, past: Past) -> set[str]:
    """The cards that have been shuffled in this session and that the viewer has never been shown."""
    shuffled: set[str] = set()
    known: set[str] = set()
    course = [*past.course()]
    for place, (done, now) in enumerate(course):
        if now is None:
            return set()
        action = done or {}
        cards = {card for one in _cards("", {**action}) for card in one.cards}
        if action.get("type") == "shuffle":
            shuffled |= cards
        elif action.get("type") in OPEN_ACTIONS:
            known |= cards
        shown = _shown_to(viewer, past.game, now)
        if viewer is None and place < len(course) - 1:
            shown.pop("menu", None)  # it names what is hidden, for as long as it is the menu
        known |= {card for one in _cards("", shown) for card in one.cards}
    return shuffled - known


def _shown_to(viewer: int | None, game: AnyGame, now: Step[object]) -> JsonObject:
    """The view that the reference shows."""
    seat = None if viewer is None else Seat(viewer)
    view = view_to_json(game.observe(now.state, seat))
    view["events"] = events_to_json(now.events, seat)
    return view
