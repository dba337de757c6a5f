"""What is claimed is there in every view and of its form, whether or not a case names it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject
from conformance.wire import CAPABILITIES

from .conftest import Judge

Change = Callable[[JsonObject], JsonObject]


def without(key: str) -> Change:
    return lambda view: {name: value for name, value in view.items() if name != key}


def with_key(key: str, value: Json) -> Change:
    return lambda view: {**view, key: value} if key in view else view


def changed(key: str, change: Callable[[Json], Json]) -> Change:
    return lambda view: {**view, key: change(view[key])} if key in view else view


def found(judged: Judge, rules: str, change: Change, **more: object) -> set[str]:
    """The keys of views that are found out of form."""
    lines = judged(rules, lambda view, *_: change(view), **more)
    return {
        one.key
        for line in lines
        if line.fault is not None and line.fault.part.startswith("form")
        for one in line.fault.differences
    }


DRAW = ("opener", "carried")
ITALIAN = (*DRAW, "opening_rank")
TON = ("trump", "five", "talon", "talon_holder", "trick", "tricks_taken", "last_trick", "turned_up")
KEYS = {
    "brazilian-pingo": DRAW,
    "italian-invito": ITALIAN,
    "italian-progressive": ITALIAN,
    "red-dog": ("turned",),
    "ton": (*TON, "scores", "pluses"),
}
COMMON = ("phase", "actor", "pot", "stacks", "last_hand", "dealer", "hand_number", "seats_in", "owes", "over")
MISSING = [(rules, key) for rules, keys in KEYS.items() for key in (*keys, *COMMON)]


@pytest.mark.parametrize(("rules", "key"), MISSING)
def test_a_key_that_is_claimed_and_missing_is_found(judged: Judge, rules: str, key: str) -> None:
    assert key in found(judged, rules, without(key), every=40)


def listed(change: Callable[[list[Json]], Json]) -> Callable[[Json], Json]:
    """A change of lists; other values stay as they are."""
    return lambda value: change(value) if isinstance(value, list) else value


def inside(**members: Json) -> Callable[[Json], Json]:
    """A change of members of objects; other values stay as they are."""
    return lambda value: {**value, **members} if isinstance(value, dict) else value


def cards_only(plays: list[Json]) -> Json:
    return [play["card"] for play in plays if isinstance(play, dict)]


NONSENSE: list[tuple[str, str, Change, str]] = [
    ("italian-invito", "owes", with_key("owes", -1), "owes"),
    ("italian-invito", "owes as text", changed("owes", str), "owes"),
    ("italian-invito", "owes as a bool", changed("owes", bool), "owes"),
    ("italian-invito", "owes with a fraction", changed("owes", lambda value: float(str(value))), "owes"),
    (
        "brazilian-pingo",
        "seats_in descending",
        changed("seats_in", listed(lambda seats: seats[::-1])),
        "seats_in",
    ),
    (
        "brazilian-pingo",
        "seats_in twice",
        changed("seats_in", listed(lambda seats: [*seats, *seats])),
        "seats_in",
    ),
    ("brazilian-pingo", "seats_in always", with_key("seats_in", [0, 1]), "seats_in"),
    ("brazilian-pingo", "seats_in never", with_key("seats_in", []), "seats_in"),
    ("brazilian-pingo", "seats_in beyond", with_key("seats_in", [0, 11]), "seats_in"),
    ("italian-progressive", "hand_number from 0", with_key("hand_number", 0), "hand_number"),
    ("italian-progressive", "no dealer", with_key("dealer", None), "dealer"),
    ("italian-progressive", "a dealer in no seat", with_key("dealer", 10), "dealer"),
    ("italian-progressive", "opening_rank A", with_key("opening_rank", "A"), "opening_rank"),
    ("italian-progressive", "carried 0", with_key("carried", 0), "carried"),
    ("italian-progressive", "thinking false", lambda view: {**view, "thinking": False}, "thinking"),
    ("italian-progressive", "opener true", with_key("opener", True), "opener"),
    ("red-dog", "actor true", changed("actor", lambda value: True if value == 1 else value), "actor"),
    ("red-dog", "stacks in true", changed("stacks", listed(lambda stacks: [True, *stacks[1:]])), "stacks"),
    ("red-dog", "stacks too short", changed("stacks", listed(lambda stacks: stacks[1:])), "stacks"),
    ("red-dog", "no actor", with_key("actor", None), "actor"),
    ("red-dog", "over always", with_key("over", True), "result"),
    ("red-dog", "over never", with_key("over", False), "result"),
    ("red-dog", "over as a number", changed("over", lambda value: 1 if value else 0), "over"),
    ("red-dog", "no result", without("result"), "result"),
    ("red-dog", "half a result", with_key("result", {"stacks": []}), "result"),
    ("red-dog", "a result too early", lambda view: {"result": {"winners": [0]}, **view}, "result"),
    ("red-dog", "another's phase", with_key("phase", "tricks"), "phase"),
    ("red-dog", "turned twice", with_key("turned", ["Ah", "Ah"]), "turned"),
    ("red-dog", "turned as text", with_key("turned", "Ah"), "turned"),
    ("red-dog", "a key of another game", lambda view: {**view, "trump": "h"}, "trump"),
    ("ton", "scores with a fraction", with_key("scores", [0.5, 0, 0, 0]), "scores"),
    ("ton", "tricks_taken too short", with_key("tricks_taken", [0]), "tricks_taken"),
    ("ton", "trump as a word", with_key("trump", "hearts"), "trump"),
    ("ton", "trick as cards", changed("trick", listed(cards_only)), "trick"),
    ("ton", "talon_holder -1", with_key("talon_holder", -1), "talon_holder"),
    ("ton", "no menu", with_key("menu", []), "menu"),
    ("ton", "menu missing", without("menu"), "menu"),
    ("ton", "menu of words", with_key("menu", ["play"]), "menu"),
    ("red-dog", "menu with true", with_key("menu", [{"type": "bet", "amount": True}]), "menu"),
    (
        "red-dog",
        "menu with 2.0",
        with_key("menu", [{"type": "bet", "amount": {"min": 1, "max": 2.0}}]),
        "menu",
    ),
    ("brazilian-pingo", "no hand", without("hand"), "hand"),
    ("brazilian-pingo", "hand as null", with_key("hand", None), "hand"),
    ("italian-invito", "a hand too early", with_key("hand", ["Ah"]), "hand"),
    ("brazilian-pingo", "last_hand as a word", with_key("last_hand", "folds"), "last_hand"),
    (
        "brazilian-pingo",
        "last_hand by number",
        changed("last_hand", inside(payouts=[3])),
        "last_hand",
    ),
    (
        "brazilian-pingo",
        "last_hand and more",
        changed("last_hand", inside(rake=0)),
        "last_hand",
    ),
]


@pytest.mark.parametrize(
    ("rules", "change", "key"),
    [(rules, *more) for rules, _, *more in NONSENSE],
    ids=[one[1] for one in NONSENSE],
)
def test_a_key_that_is_claimed_and_cannot_be_so_is_found(
    judged: Judge, rules: str, change: Change, key: str
) -> None:
    """By one entry in five, or else, as the key may be rare, by any."""
    assert key in found(judged, rules, change, every=5) or key in found(judged, rules, change, every=1)


@pytest.mark.parametrize(("menu", "faults"), [(None, set()), ([], set()), ([{"type": "shuffle"}], {"menu"})])
@pytest.mark.parametrize("rules", sorted(KEYS))
def test_a_seat_that_is_not_the_actor_sees_no_menu_or_an_empty_one(
    judged: Judge, rules: str, menu: Json, faults: set[str]
) -> None:
    def change(view: JsonObject) -> JsonObject:
        return {"menu": menu, **view} if "hand" in view else view

    assert found(judged, rules, change, every=40) == faults


@pytest.mark.parametrize("key", ["owes", "last_hand", "pot", "menu", "hand"])
def test_what_is_not_claimed_need_not_be_there(judged: Judge, key: str) -> None:
    claimed = [
        name for name in CAPABILITIES if name not in ("details", "last_hand", "pot", "menu", "seat_view")
    ]
    lines = judged("brazilian-pingo", lambda view, *_: without(key)(view), capabilities=claimed)
    assert lines
    assert [line.id for line in lines if line.status != "passed"] == []


@pytest.mark.parametrize("key", ["actor", "phase"])
def test_menus_need_no_actor_and_no_phase_beside_them(judged: Judge, key: str) -> None:
    claimed = [name for name in CAPABILITIES if name != key]
    lines = judged("red-dog", lambda view, *_: without(key)(view), capabilities=claimed, every=3)
    assert lines
    assert [line.id for line in lines if line.status != "passed"] == []


def test_keys_of_its_own_may_hold_anything(judged: Judge) -> None:
    own: JsonObject = {"clock": 1.5, "note": {"en": ["As usual"]}, "trumps": None, "winner": True}
    assert [line.id for line in judged("red-dog", lambda view, *_: {**view, **own}) if line.fault] == []
