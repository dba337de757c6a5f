"""No card that a viewer may not know stands anywhere in its view."""

from __future__ import annotations

import pytest

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject
from conformance.lines import CaseLine
from refengine.cards import FULL_PACK

from .conftest import Judge, Look, Telling

RULES = ("brazilian-pingo", "italian-invito", "italian-progressive", "red-dog", "ton")


def found(lines: list[CaseLine]) -> set[str]:
    """Where hidden cards are found."""
    return {
        one.key
        for line in lines
        if line.fault is not None and line.fault.part.startswith("hidden")
        for one in line.fault.differences
    }


def others(view: JsonObject, seat: Json, look: Look) -> list[Json]:
    """The hands of all other seats."""
    stacks = view["stacks"]
    assert isinstance(stacks, list)
    return [look(other)["hand"] for other in range(len(stacks)) if other != seat]


def hands(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    return view if seat is None else {**view, "debug_hands": others(view, seat, look)}


def deep(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    return view if seat is None else {**view, "ui": {"debug": [{"opponents": others(view, seat, look)}]}}


def as_text(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    said: list[Json] = [
        " ".join(map(str, hand)) for hand in others(view, seat, look) if isinstance(hand, list)
    ]
    return view if seat is None else {**view, "opponents": said}


def as_keys(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    held = [str(card) for hand in others(view, seat, look) if isinstance(hand, list) for card in hand]
    return view if seat is None else {**view, "owner": dict.fromkeys(held, "another")}


def next_of(view: JsonObject, seat: Json, look: Look) -> list[str]:
    """What the first of the others holds that is told to a seat, as far as there is anything."""
    held = [str(card) for hand in others(view, seat, look) if isinstance(hand, list) for card in hand]
    return held[:1] if seat is not None else []


def as_top_level_key(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    return {**view, **dict.fromkeys(next_of(view, seat, look), 1)}


def labelled(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    return {**view, "log": [f"top:{card};" for card in next_of(view, seat, look)]}


def in_a_key(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    return {**view, **{f"seen_{card}": True for card in next_of(view, seat, look)}}


def to_referee(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    return {**view, "hands": others(view, None, look)} if seat is None else view


def one_card(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    cards = [card for hand in others(view, seat, look) if isinstance(hand, list) for card in hand]
    return {**view, "hint": cards[0]} if seat is not None and cards else view


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("tell", "key"),
    [
        (hands, "debug_hands"),
        (deep, "ui.debug.0.opponents"),
        (as_text, "opponents"),
        (as_keys, "owner"),
        (one_card, "hint"),
        (as_top_level_key, ""),
        (labelled, "log"),
        (in_a_key, "seen_"),
        (to_referee, "hands"),
    ],
)
def test_cards_of_others_are_found_wherever_they_stand(
    judged: Judge, rules: str, tell: Telling, key: str
) -> None:
    assert any(place.startswith(key) for place in found(judged(rules, tell)))


@pytest.mark.parametrize("rules", RULES)
def test_the_menu_of_another_is_found(judged: Judge, rules: str) -> None:
    def tell(view: JsonObject, seat: Json, look: Look) -> JsonObject:
        del look
        return view if seat is None or "menu" in view else {**view, "menu": [{"type": "fold"}]}

    faults = [line.fault for line in judged(rules, tell) if line.fault is not None]
    assert {fault.part.partition(" for ")[0] for fault in faults} >= {"form"}
    assert {one.key for fault in faults for one in fault.differences} >= {"menu"}


def actor_menu(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    actor = view["actor"]
    if seat is None or not isinstance(actor, int) or seat == actor:
        return view
    return {**view, "ui": {"offers": look(actor)["menu"]}}


@pytest.mark.parametrize("rules", RULES)
def test_the_menu_of_another_is_found_in_a_further_key(judged: Judge, rules: str) -> None:
    faults = [line.fault for line in judged(rules, actor_menu) if line.fault is not None]
    assert {one.key for fault in faults for one in fault.differences} == {"ui.offers"}


def every_type(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    """The same list whoever is to act, and what the actor may do anyway."""
    del look
    types: list[Json] = [{"type": name} for name in ("fold", "call", "raise", "pass", "bet", "forfeit")]
    return {**view, "types": types, "few": types[:2], "mine": view.get("menu") if seat is not None else None}


@pytest.mark.parametrize("rules", RULES)
def test_types_of_actions_and_ones_own_menu_may_stand_anywhere(judged: Judge, rules: str) -> None:
    assert [line.id for line in judged(rules, every_type, every=2) if line.fault is not None] == []


def own_only(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    if seat is None:
        return view
    hand = view["hand"]
    assert isinstance(hand, list)
    return {**view, "mine": hand, "note": " ".join(map(str, hand))}


def pack(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    by_suit = sorted(FULL_PACK, key=lambda card: (card[1], -FULL_PACK.index(card)))
    return {**view, "pack": [*map(str, FULL_PACK)], "by_suit": " ".join(by_suit), "one": "As usual"}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("tell", [own_only, pack])
def test_what_a_viewer_knows_anyway_may_stand_anywhere(judged: Judge, rules: str, tell: Telling) -> None:
    assert [line.id for line in judged(rules, tell, every=2) if line.fault is not None] == []


class Log:
    """Keeps all that has been shown to everybody, session by session."""

    def __init__(self) -> None:
        self.shown: dict[str, list[Json]] = {}

    def __call__(self, view: JsonObject, seat: Json, look: Look) -> JsonObject:
        del seat
        log, events = self.shown.setdefault(look.session, []), view["events"]
        assert isinstance(events, list)
        log += [one for one in events if isinstance(one, dict) and one["type"] in ("shown", "turned")]
        return {**view, "log": [*log]}


@pytest.mark.parametrize("rules", ["brazilian-pingo", "red-dog"])
def test_what_was_shown_once_may_be_told_again_and_again(judged: Judge, rules: str) -> None:
    assert found(judged(rules, Log(), every=1)) == set()
