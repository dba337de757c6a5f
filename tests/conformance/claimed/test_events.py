"""Events that are claimed are there, of their form, and tell what has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject

from .conftest import Judge, Look, Telling

Events = list[JsonObject]
RULES = ("brazilian-pingo", "italian-invito", "italian-progressive", "red-dog", "ton")


def faulty(judged: Judge, rules: str, tell: Telling, every: int = 5) -> set[str]:
    """The keys in which events are found wrong."""
    return {
        one.key
        for line in judged(rules, tell, every=every)
        if line.fault is not None and line.fault.part.startswith("events")
        for one in line.fault.differences
    }


def told(change: Callable[[Events], Sequence[Json] | JsonObject | None]) -> Telling:
    """Events changed in every view."""

    def tell(view: JsonObject, seat: Json, look: Look) -> JsonObject:
        del seat, look
        events = view["events"]
        assert isinstance(events, list)
        said = change([dict(one) for one in events if isinstance(one, dict)])
        return {**view, "events": said if said is None or isinstance(said, str | dict) else [*said]}

    return tell


def each(change: Callable[[JsonObject], JsonObject | None], *kinds: str) -> Telling:
    """Events of these types changed or, for None, left out."""

    def changed(events: Events) -> Events:
        every = [change(one) if not kinds or one["type"] in kinds else one for one in events]
        return [one for one in every if one is not None]

    return told(changed)


def missing(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    del seat, look
    return {key: value for key, value in view.items() if key != "events"}


def missing_for_seats(view: JsonObject, seat: Json, look: Look) -> JsonObject:
    return view if seat is None else missing(view, seat, look)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    "tell",
    [
        missing,
        missing_for_seats,
        told(lambda _: None),
        told(lambda _: "nothing"),
        told(lambda _: {}),
        told(lambda _: []),
        told(lambda events: [*events, "dealt"]),
        told(lambda events: [*events, {}]),
        told(lambda events: [*events, {"type": "sneezed", "seat": 0}]),
        told(lambda events: [*events, {"type": "cut"}]),
        told(lambda events: [*events, {"type": "cut", "seat": 10}]),
        told(lambda events: [*events, {"type": "cut", "seat": "0"}]),
        told(lambda events: [*events, {"type": "cut", "seat": True}]),
        told(lambda events: [*events, {"type": "ante", "seat": 0, "amount": -1}]),
        told(lambda events: [*events, {"type": "ante", "seat": 0, "amount": 1.0}]),
        told(lambda events: [*events, {"type": "shown", "seat": 0, "cards": ["1h"]}]),
        told(lambda events: [*events, {"type": "paid", "seat": 0, "amount": 7}]),
        each(lambda one: {**one, "why": "because"}),
        each(lambda one: {**one, "count": 4}, "dealt"),
        each(lambda one: {**one, "count": True}, "dealt"),
        each(lambda _: None, "dealt"),
        each(lambda _: None, "cut"),
        each(lambda one: {**one, "seat": 0}, "cut"),
        each(lambda _: None, "paid"),
    ],
)
def test_events_that_are_missing_or_nonsense_are_found(judged: Judge, rules: str, tell: Telling) -> None:
    assert faulty(judged, rules, tell, every=15)


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ("brazilian-pingo", "ante"),
        ("brazilian-pingo", "uncalled"),
        ("brazilian-pingo", "drawn"),
        ("brazilian-pingo", "shown"),
        ("brazilian-pingo", "mucked"),
        ("italian-invito", "ante"),
        ("italian-invito", "uncalled"),
        ("italian-progressive", "ante"),
        ("red-dog", "ante"),
        ("red-dog", "turned"),
        ("red-dog", "shown"),
        ("ton", "turned"),
        ("ton", "trick"),
        ("ton", "drawn"),
    ],
)
def test_an_event_that_is_left_out_is_found(judged: Judge, rules: str, kind: str) -> None:
    assert faulty(judged, rules, each(lambda _: None, kind))


def with_cards(change: Callable[[list[Json]], list[Json]]) -> Telling:
    """Whole hands shown otherwise."""

    def shown(one: JsonObject) -> JsonObject:
        cards = one["cards"]
        return {**one, "cards": change(cards)} if isinstance(cards, list) and len(cards) > 1 else one

    return each(shown, "shown")


def in_next_suits(cards: list[Json]) -> list[Json]:
    return [f"{str(card)[0]}{'dhsc'['cdhs'.index(str(card)[1])]}" for card in cards]


@pytest.mark.parametrize("rules", ["brazilian-pingo", "italian-invito", "italian-progressive", "red-dog"])
@pytest.mark.parametrize("change", [in_next_suits, lambda cards: cards[:-1], lambda cards: cards[::-1]])
def test_a_hand_that_is_shown_otherwise_is_found(
    judged: Judge, rules: str, change: Callable[[list[Json]], list[Json]]
) -> None:
    assert faulty(judged, rules, with_cards(change)) == {"events.shown"}


def test_events_that_contradict_the_last_hand_are_found_where_views_are_wrong_too(judged: Judge) -> None:
    change = with_cards(in_next_suits)

    def tell(view: JsonObject, seat: Json, look: Look) -> JsonObject:
        return {**change(view, seat, look), "hand_number": 77}

    assert "events.shown" in faulty(judged, "brazilian-pingo", tell)


def test_the_cards_of_another_are_found_in_its_events(judged: Judge) -> None:
    def tell(view: JsonObject, seat: Json, look: Look) -> JsonObject:
        def open_(one: Json) -> Json:
            if not isinstance(one, dict) or one["type"] != "dealt" or not isinstance(one["seat"], int):
                return one
            return {**one, "cards": look(one["seat"])["hand"]}

        events = view["events"]
        return {**view, "events": [open_(one) for one in events]} if isinstance(events, list) else view

    assert faulty(judged, "brazilian-pingo", tell)


def test_own_cards_that_are_not_told_are_found(judged: Judge) -> None:
    tell = each(lambda one: {key: value for key, value in one.items() if key != "cards"}, "dealt")
    assert faulty(judged, "brazilian-pingo", tell)


def test_own_cards_that_are_others_are_found(judged: Judge) -> None:
    def tell(view: JsonObject, seat: Json, look: Look) -> JsonObject:
        events = view["events"]
        if seat is None or not isinstance(events, list):
            return view
        other: Json = look(0 if seat else 1)["hand"]
        return {
            **view,
            "events": [
                {**one, "cards": other}
                if isinstance(one, dict) and "cards" in one and one["count"] == 5
                else one
                for one in events
            ],
        }

    assert faulty(judged, "brazilian-pingo", tell)


@pytest.mark.parametrize("rules", ["italian-invito", "italian-progressive"])
def test_cards_that_nobody_may_look_at_yet_are_found(judged: Judge, rules: str) -> None:
    def tell(view: JsonObject, seat: Json, look: Look) -> JsonObject:
        del look
        if seat is None or view["phase"] != "blind" or not isinstance(view["events"], list):
            return view
        cards: list[Json] = ["Ah", "Kh", "Qh", "Jh", "Th"]
        own = [one for one in view["events"] if isinstance(one, dict) and one.get("seat") == seat]
        return {
            **view,
            "events": [
                {**one, "cards": cards} if one in own and one["type"] == "dealt" else one
                for one in view["events"]
                if isinstance(one, dict)
            ],
        }

    lines = judged(rules, tell, every=1)
    assert [line.id for line in lines if line.fault is not None and line.fault.part.startswith("events")]


def one_by_one(events: Events) -> Events:
    """Cards are dealt one at a time, round after round."""

    def portions() -> Iterator[JsonObject]:
        for one in events:
            count = one.get("count")
            if one["type"] == "dealt" and isinstance(count, int) and "cards" not in one:
                yield from ({**one, "count": 1} for _ in range(count))
            elif one["type"] == "dealt" and isinstance(cards := one.get("cards"), list):
                yield from ({**one, "count": 1, "cards": [card]} for card in cards)
            elif one["type"] != "drawn" or count:
                yield one

    return [*portions()]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("tell", [told(lambda events: events[::-1]), told(one_by_one)])
def test_another_order_and_other_portions_are_right_too(judged: Judge, rules: str, tell: Telling) -> None:
    lines = judged(rules, tell, every=2)
    assert [
        line.id for line in lines if line.fault is not None and line.fault.part.startswith("events")
    ] == []
