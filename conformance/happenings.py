"""Events held against what is known of the action that caused them.

Where events are word for word those of the reference engine nothing more is asked. Others may be right as
well: in another order, or told in other portions. They must have their forms, account for the chips that
the views show to have moved, and, as long as the views agree with the reference in everything, come to the
same sums, seat by seat and type by type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.compare import Difference, View, differences, same, same_as_written
from conformance.convert import JsonObject, events_to_json, view_to_json
from conformance.corpus.views import EVENTS
from conformance.forms import is_cards, is_count, is_seat
from conformance.script import Moment
from refengine.cards import is_card
from refengine.seating import Seat

OWN_CARDS: Final = frozenset({"dealt", "drawn"})
"""Events that also carry `cards` in the view of the seat that gets them."""

Events = Sequence[JsonObject]


class Reply(NamedTuple):
    """A view with who looks at what; `again`: it was asked for after an attempt that had to be refused."""

    view: View
    viewer: int | None
    moment: Moment
    again: bool


def unlike(reply: Reply, referee: View, before: View | None, claims: frozenset[str]) -> Iterator[Difference]:
    """What is wrong with the events of a reply. `referee` is the referee's view of the same moment, `before`
    that of the moment before."""
    if "events" not in reply.view:
        yield Difference("absent", "events", "a list of events", None)
        return
    events = reply.view["events"]
    if _as_the_reference(reply, events):
        return
    if not isinstance(events, list):
        yield Difference("differs", "events", "a list of events", events)
        return
    wrong = [*_misshapen(events, reply)]
    yield from wrong
    if wrong or reply.again:
        return
    sound = [event for event in events if isinstance(event, dict)]
    if reply.viewer is not None:
        yield from _unlike_referee(sound, referee)
    elif before is not None:
        yield from _unlike_last_hand(sound, reply.view, before)
        yield from _unlike_chips(sound, reply, before, claims)
        yield from _unlike_sums(sound, reply, before, claims)


def _as_the_reference(reply: Reply, events: Json) -> bool:
    told = reply.moment.told
    if told is None:
        return False
    expected = events_to_json(told.events, None if reply.viewer is None else Seat(reply.viewer))
    return same_as_written(expected, events)


# -- forms
def _misshapen(events: Sequence[Json], reply: Reply) -> Iterator[Difference]:
    for place, event in enumerate(events):
        words = _complaint(event, reply)
        if words:
            yield Difference("differs", f"events.{place}", words, event)


def _complaint(event: Json, reply: Reply) -> str:
    """What the event should be; empty if it is that."""
    if not isinstance(event, dict):
        return "an object"
    kind = event.get("type")
    if not isinstance(kind, str) or kind not in EVENTS:
        return f"an event of one of the types {', '.join(EVENTS)}"
    members = EVENTS[kind]
    if kind in OWN_CARDS and _tells_cards(event, reply):
        members = (*members, "cards")
    if event.keys() != {"type", *members}:
        return f"with {', '.join(members)} beside its type, and nothing else"
    for name in members:
        if not _fits(name, event[name], reply.moment.table.seats):
            return _WORDS[name]
    if kind in OWN_CARDS and "cards" in members:
        cards = event["cards"]
        if not isinstance(cards, list) or len(cards) != event["count"]:
            return "with as many cards as it counts"
        hand = reply.view.get("hand")
        if isinstance(hand, list) and hand and not all(card in hand for card in cards):
            return "with cards of the seat's hand"
    return ""


def _tells_cards(event: JsonObject, reply: Reply) -> bool:
    """Whether the viewer has to be told the cards of an event, or may be: its own, once it may look. When a
    hand is over nobody has one any more, so it may be left out what cards came last."""
    if event.get("seat") != reply.viewer or reply.view.get("phase") == "blind":
        return False
    return "cards" in event or (bool(reply.view.get("hand")) and event.get("count") != 0)


_WORDS: Final = {
    "seat": "with a seat of the table",
    "amount": "with an amount, a whole number of at least 0",
    "count": "with a count, a whole number of at least 0",
    "card": "with a card",
    "cards": "with a list of different cards",
}


def _fits(name: str, value: Json, seats: int) -> bool:
    match name:
        case "seat":
            return is_seat(value, seats)
        case "card":
            return is_card(value)
        case "cards":
            return is_cards(value)
        case _:
            return is_count(value)


# -- sums
def _number(event: JsonObject, name: str) -> int:
    value = event.get(name)
    return value if isinstance(value, int) else 0


def _sums(events: Events, kind: str, member: str) -> dict[str, int]:
    """What the events of a type come to for each seat; seats that come to nothing are left out. With `seat`
    as the member, how many there are; with `card`, how often each card; with `cards`, how often each seat
    shows just these, in this order."""
    sums: Counter[str] = Counter()
    for event in events:
        if event["type"] == kind:
            single = member in ("seat", "card", "cards")
            name = str(event["card" if member == "card" else "seat"])
            cards = event["cards"] if member == "cards" else None
            shown = f" {' '.join(map(str, cards))}" if isinstance(cards, list) else ""
            sums[name + shown] += 1 if single else _number(event, member)
    return {name: number for name, number in sorted(sums.items()) if number}


def _unlike_referee(events: Events, referee: View) -> Iterator[Difference]:
    """A seat is told the same as the referee, and its own cards."""
    theirs = referee.get("events")
    ours: list[Json] = [
        {key: value for key, value in event.items() if key != "cards" or event["type"] not in OWN_CARDS}
        for event in events
    ]
    if isinstance(theirs, list) and not same(theirs, ours):
        yield Difference("differs", "events", theirs, ours)


def _unlike_last_hand(events: Events, view: View, before: View) -> Iterator[Difference]:
    """The hands of a showdown are the same in the events and in `last_hand`, if that is told."""
    last = view.get("last_hand")
    if last == before.get("last_hand") or not isinstance(last, dict):
        return
    expected = last.get("shown")
    told: JsonObject = {str(one["seat"]): one["cards"] for one in events if one["type"] == "shown"}
    if last.get("ended_by") == "showdown" and not same(expected, told):
        yield Difference("differs", "events.shown", expected, told)


def _unlike_chips(events: Events, reply: Reply, before: View, claims: frozenset[str]) -> Iterator[Difference]:
    """Stacks change by what the action moves and by what the events say, seat by seat."""
    moment = reply.moment
    action = moment.action or {}
    if "stacks" not in claims or not _is_accounted_for(reply, action):
        return
    taken, back, posted = (_sums(events, kind, "amount") for kind in ("paid", "uncalled", "ante"))
    amount = action.get("amount")
    for seat, change in enumerate(_changes(before.get("stacks"), reply.view.get("stacks"))):
        name = str(seat)
        gained = taken.get(name, 0) + back.get(name, 0) - posted.get(name, 0)
        own = amount if seat == moment.actor and type(amount) is int else 0
        allowed = {gained - own}
        if moment.table.rules == "red-dog" and action.get("type") == "bet":
            allowed.add(gained)  # a bet that wins comes back
        if change not in allowed:
            words = f"events by which the stack of seat {seat} changes by {change}"
            yield Difference("differs", "events", words, [*events])
            return


def _changes(was: Json, now: Json) -> Iterator[int]:
    """What every stack has gained, as far as both are numbers."""
    if isinstance(was, list) and isinstance(now, list):
        for before, after in zip(was, now, strict=False):
            if type(before) is int and type(after) is int:
                yield after - before


def _is_accounted_for(reply: Reply, action: JsonObject) -> bool:
    """Whether events tell of all chips that an action moves: players change seats with their chips, what a
    plus costs is the action's own, and debts are settled without events."""
    if action.get("type") in ("draw_seats", "mark_plus"):
        return False
    result = reply.view.get("result")
    return not isinstance(result, dict) or not result.get("transfers")


# -- beside the reference
class _Row(NamedTuple):
    """Events of type `kind` are summed by `member`; after actions of the types `after`, or all (None)."""

    kind: str
    member: str
    after: Collection[str] | None = None


_DRAW: Final = (
    _Row("ante", "amount"),
    _Row("uncalled", "amount"),
    _Row("paid", "amount"),
    _Row("shown", "cards"),
    _Row("mucked", "seat"),
    _Row("dealt", "count"),
    _Row("drawn", "count"),
)
COMPARED: Final[Mapping[str, tuple[_Row, ...]]] = {
    "italian-invito": _DRAW,
    "italian-progressive": _DRAW,
    "brazilian-pingo": _DRAW,
    "red-dog": (
        _Row("ante", "amount"),
        _Row("paid", "amount"),
        _Row("shown", "seat", ("bet",)),
        _Row("dealt", "count"),
        _Row("turned", "card"),
    ),
    "ton": (
        _Row("paid", "amount"),
        _Row("dealt", "count", ("shuffle",)),
        _Row("drawn", "count", ("exchange",)),
        _Row("turned", "card"),
        _Row("trick", "seat"),
    ),
}
"""What follows from the rules and the views, however events are told. The others can be told or not: cards
drawn for the deal as shown, the dealer's sixth card as dealt, what a plus costs as an ante."""


def _unlike_sums(events: Events, reply: Reply, before: View, claims: frozenset[str]) -> Iterator[Difference]:
    """The same sums as the reference has, if there is no other difference between the two."""
    moment = reply.moment
    if moment.told is None or not _agree([before, reply.view], moment, claims):
        return
    expected = [event for event in events_to_json(moment.told.events, None) if isinstance(event, dict)]
    verb = (moment.action or {}).get("type")
    for kind, member, after in _rows(moment.table.rules, expected):
        if after is None or verb in after:
            ours, theirs = _sums(expected, kind, member), _sums(events, kind, member)
            if ours != theirs:
                yield Difference("differs", f"events.{kind}", {**ours}, {**theirs})


def _rows(rules: str, expected: Events) -> Iterator[_Row]:
    """What is compared; the cut where one is known, which is when a hand is dealt; of a bet the whole hand
    where it has lost, since which card is shown for a win is a ruling."""
    yield from COMPARED[rules]
    if rules == "red-dog" and not any(event["type"] == "paid" for event in expected):
        yield _Row("shown", "cards", ("bet",))
    if any(event["type"] == "cut" for event in expected):
        yield _Row("cut", "seat")


def _agree(views: Sequence[View], moment: Moment, claims: frozenset[str]) -> bool:
    """Whether the last views up to a moment are the reference's in all keys that are claimed, menus aside."""
    steps = [now for _, now in moment.course()][-len(views) :]
    for view, now in zip(views, steps, strict=True):
        if now is None:
            return False
        expected = view_to_json(moment.table.game.observe(now.state, None))
        expected.pop("menu", None)
        if any(differences(expected, view, claims)):
            return False
    return True
