"""Actions drawn from a menu as an implementation tells it, and attempts just outside it.

Here no engine is asked: what the menu says is taken at its word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from conformance.adapters.protocol import Json
from conformance.convert import ARGUMENT_NAMES, JsonObject
from conformance.random_play.attempts import Attempt
from conformance.random_play.choices import Choose, by_weight, one_of, some_of
from conformance.random_play.moves import WEIGHTS, draw_amount
from refengine.actions import ARGUMENT_KIND, Verb
from refengine.cards import FULL_PACK, RANK_VALUE
from refengine.seating import TABLE

Pattern = JsonObject
MANY: Final = 30
"""How far above its minimum an amount without a maximum is tried."""
ENDING: Final[tuple[Verb, ...]] = (
    *("end_session", "fold", "decline", "pass", "check", "parola", "stand", "sit_out", "write_off", "call"),
)
"""What brings a session to its end, the surest first."""
OPEN: Final[tuple[Verb, ...]] = ("next_hand", "extend", "raise", "bet", "announce", "divide_pot")
"""What keeps it going, left for last."""


def verb_of(pattern: Pattern) -> Verb | None:
    """The type of action that a pattern is for; None if there is no such type."""
    return next((verb for verb in ARGUMENT_KIND if verb == pattern.get("type")), None)


def draw_listed(choose: Choose, menu: Sequence[Pattern]) -> JsonObject:
    """One of the actions that the menu lists, its edges preferred."""
    order = {verb: place for place, verb in enumerate(WEIGHTS)}
    patterns = sorted(menu, key=lambda pattern: order.get(verb_of(pattern) or "fold", len(order)))
    weights = [WEIGHTS.get(verb_of(pattern) or "fold", 1) for pattern in patterns]
    return fill(choose, patterns[by_weight(choose, weights)])


def nearest_end(choose: Choose, menu: Sequence[Pattern]) -> JsonObject:
    """The action listed that is likeliest to bring the session to its end."""

    def place(pattern: Pattern) -> int:
        verb = verb_of(pattern)
        if verb in ENDING:
            return ENDING.index(verb)
        return len(ENDING) + (OPEN.index(verb) + 1 if verb in OPEN else 0)

    return fill(choose, min(menu, key=place))


def fill(choose: Choose, pattern: Pattern) -> JsonObject:
    """An action that the pattern admits."""
    return {
        name: _pick(choose, value, ordered=pattern.get("type") in ("shuffle", "draw_dealer"))
        for name, value in pattern.items()
    }


def _pick(choose: Choose, value: Json, *, ordered: bool) -> Json:
    match value:
        case {"order_of": [*items]}:
            return some_of(choose, items, len(items))
        case {"one_of": [*items]}:
            picked: Json = one_of(choose, items)
            return picked
        case {"from": [*cards], "min": int(fewest), "max": int(most)}:
            number = one_of(choose, (fewest, most, (fewest + most) // 2))
            drawn = some_of(choose, cards, number)
            return drawn if ordered else sorted(drawn, key=_place)
        case {"min": int(low), "max": high}:
            return draw_amount(choose, low, high if isinstance(high, int) else None)
        case _:
            return value


def _place(card: Json) -> int:
    return next((place for place, known in enumerate(FULL_PACK) if known == card), len(FULL_PACK))


# -- edges


def edges(pattern: Pattern) -> Iterator[JsonObject]:
    """The actions at the edges of a pattern: lowest and highest amount, fewest and most cards, every choice
    of one."""
    rows: list[list[Json]] = [list(_edge_values(pattern[name])) for name in pattern]
    longest = max(map(len, rows), default=0)
    for place in range(longest):
        yield {name: row[min(place, len(row) - 1)] for name, row in zip(pattern, rows, strict=True)}


def _edge_values(value: Json) -> Iterator[Json]:
    match value:
        case {"order_of": [*items]}:
            yield items
            yield items[::-1]
        case {"one_of": [*items]}:
            yield from items
        case {"from": [*cards], "min": int(fewest), "max": int(most)}:
            yield cards[:fewest]
            yield cards[len(cards) - most :]
        case {"min": int(low), "max": int(high)}:
            yield from dict.fromkeys((low, high, min(low + 1, high), max(high - 1, low)))
        case {"min": int(low)}:
            yield from (low, low + 1, low + MANY)
        case _:
            yield value


# -- outside


def draw_outside(choose: Choose, menu: Sequence[Pattern], actor: Json, seats: int) -> Attempt:
    """Something that the menu does not list."""
    what = choose(3)
    if what == 0:
        others: list[Json] = [seat for seat in range(seats) if seat != actor]
        if actor != TABLE:
            others.append(TABLE)
        return Attempt(one_of(choose, [*others, seats]), fill(choose, one_of(choose, menu)))
    outside = [action for pattern in menu for action in _beyond(choose, pattern, menu)]
    if what == 1 and outside:
        return Attempt(actor, one_of(choose, outside))
    listed = {pattern.get("type") for pattern in menu}
    plain = [verb for verb, names in ARGUMENT_NAMES.items() if not names and verb not in listed]
    return Attempt(actor, {"type": one_of(choose, plain)})


def _beyond(choose: Choose, pattern: Pattern, menu: Sequence[Pattern]) -> Iterator[JsonObject]:
    """Just outside a pattern; nothing where another pattern of the type might list it."""
    if sum(other.get("type") == pattern.get("type") for other in menu) > 1:
        return
    action = fill(choose, pattern)
    for name, value in pattern.items():
        match value:
            case int(amount) if name == "amount":
                yield from ({**action, name: amount - 1}, {**action, name: amount + 1})
            case {"min": int(low), "max": high}:
                yield {**action, name: low - 1}
                if isinstance(high, int):
                    yield {**action, name: high + 1}
            case {"one_of": [*cards]} if name in ("card", "keep"):
                yield from ({**action, name: card} for card in FULL_PACK if card not in cards)
            case {"from": [*cards], "min": int(fewest), "max": int(most)}:
                spare = [card for card in FULL_PACK if card not in cards]
                if most < len(cards):
                    yield {**action, name: cards[: most + 1]}
                if fewest:
                    yield {**action, name: cards[: fewest - 1]}
                if spare:
                    yield {**action, name: [*cards[: max(fewest, 1) - 1], spare[0]]}
            case {"order_of": [*items]}:
                yield {**action, name: items[:-1]}
            case _:
                pass


def cards_in(value: Json) -> Iterator[str]:
    """Every card that a value names, wherever it stands in it."""
    if isinstance(value, str) and value[:1] in RANK_VALUE and value in FULL_PACK:
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from cards_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from cards_in(item)
