"""Hands in the order of the case, with what an implementation made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject
from conformance.lines import StepLine
from conformance.report.html.told import as_cards
from conformance.wording import value_in_words


class RankedHand(NamedTuple):
    """A hand. `tier` counts from 1, the strongest; `wrong`: what is said of it, or of it and the hand before
    it, is otherwise."""

    cards: tuple[str, ...]
    tier: int
    wanted: str
    got: str
    key: str
    wrong: bool


def ranked_hands(steps: Sequence[StepLine]) -> tuple[RankedHand, ...]:
    """The hands of a ranking that was asked in one request; none for any other case."""
    if len(steps) != 1 or not isinstance(steps[0].expects.get("ranking"), list):
        return ()
    answer = (steps[0].reply or {}).get("answer")
    told: JsonObject = answer if isinstance(answer, dict) else {}
    return tuple(_hands(steps[0].expects["ranking"], _items(told, "keys"), _items(told, "categories")))


def _items(told: JsonObject, name: str) -> list[Json]:
    value = told.get(name)
    return value if isinstance(value, list) else []


def _hands(ranking: Json, keys: list[Json], categories: list[Json]) -> Iterator[RankedHand]:
    place, above = 0, None
    tiers = ranking if isinstance(ranking, list) else []
    for number, tier in enumerate((tier for tier in tiers if isinstance(tier, dict)), start=1):
        hands = tier.get("hands")
        for position, hand in enumerate(hands if isinstance(hands, list) else []):
            key = keys[place] if place < len(keys) else None
            got = categories[place] if place < len(categories) else None
            in_order = above is None or _stand(above, key, ties=position > 0)
            yield RankedHand(
                cards=as_cards(hand),
                tier=number,
                wanted=str(tier.get("category")).replace("_", " "),
                got="nothing" if got is None else _words(got),
                key="none" if key is None else value_in_words(key),
                wrong=got != tier.get("category") or not in_order or type(key) is not int,
            )
            place, above = place + 1, key


def _stand(above: Json, key: Json, *, ties: bool) -> bool:
    """Whether two neighbours stand to each other as they should."""
    if type(above) is not int or type(key) is not int:
        return False
    return above == key if ties else above > key


def _words(category: Json) -> str:
    return category.replace("_", " ") if isinstance(category, str) else value_in_words(category)
