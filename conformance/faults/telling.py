"""Engines that play by the rules and tell too much, or not what has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, cast

from conformance.faults.fault import Fault
from conformance.faults.maker import Maker
from conformance.faults.protocol import PREFIXES, PROTOCOL
from refengine.draw.state import State
from refengine.events import Cut, Dealt, Drawn, Event
from refengine.game import Detail, Game, Observation, Step
from refengine.rulesets.catalogue import GAMES
from refengine.seating import Seat, all_seats

Change = Callable[[object, Seat | None, Observation], Observation]

FACE_DOWN: Final = {"pin": "DRW-4", "inv": "DRW-4", "pro": "PRO-4", "dog": "DOG-5", "ton": "TON-2"}
"""The clause by which cards are dealt face down."""
CUTS: Final = {"pin": "DRW-3", "inv": "DRW-3", "pro": "DRW-3", "dog": "DOG-5", "ton": "DRW-3"}
NOT_YET: Final = {"inv": "INV-8", "pro": "PRO-32"}


def _with(view: Observation, key: str, value: Detail) -> Observation:
    return view._replace(details={**view.details, key: value})


def _hands(game: Game[object], state: object, but: Seat | None) -> Detail:
    seats = all_seats(len(game.observe(state, None).stacks))
    return tuple(tuple(map(str, game.observe(state, seat).hand or ())) for seat in seats if seat != but)


def _hands_on_the_side(game: Game[object]) -> Change:
    def change(state: object, seat: Seat | None, view: Observation) -> Observation:
        return view if seat is None else _with(view, "debug", {"hands": _hands(game, state, seat)})

    return change


def _hands_for_the_referee(game: Game[object]) -> Change:
    def change(state: object, seat: Seat | None, view: Observation) -> Observation:
        return view if seat is not None else _with(view, "hands", _hands(game, state, None))

    return change


def _unseen_on_the_side(state: object, seat: Seat | None, view: Observation) -> Observation:
    if seat is None or view.phase != "blind":
        return view
    return _with(view, "cards", tuple(map(str, cast(State, state).hand.layout.hands[seat])))


# -- events
def _cut_at_the_left(step: Step[object]) -> Step[object]:
    first = next((event.seat for event in step.events if isinstance(event, Dealt)), None)
    if first is None:
        return step
    events = tuple(Cut(first, event.clause) if isinstance(event, Cut) else event for event in step.events)
    return step._replace(events=events)


def _nothing_told(step: Step[object]) -> Step[object]:
    return step._replace(events=())


def _drawn_openly(step: Step[object]) -> Step[object]:
    def openly(event: Event) -> Event:
        if not isinstance(event, Drawn):
            return event
        return Drawn(event.seat, event.cards, all_seats(10), event.clause)

    return step._replace(events=tuple(map(openly, step.events)))


def _of(maker: Maker[object]) -> Iterator[Fault]:
    game, prefix = maker.game, maker.prefix
    yield maker.views(
        "hands-told-on-the-side",
        FACE_DOWN[prefix],
        "In a key of its own a seat is told the hands of the others.",
        _hands_on_the_side(game),
    )
    yield maker.views(
        "referee-told-hands",
        PROTOCOL,
        "In a key of its own the referee is told all hands.",
        _hands_for_the_referee(game),
    )
    yield maker.stepped(
        "cut-at-the-left",
        CUTS[prefix],
        "order",
        "The seat at the dealer's left cuts.",
        _cut_at_the_left,
    )
    yield maker.stepped(
        "no-events-told", PROTOCOL, "views", "Events are claimed and none told.", _nothing_told
    )
    if prefix in NOT_YET:
        yield maker.views(
            "unseen-cards-on-the-side",
            NOT_YET[prefix],
            "While nobody may look a seat is told its own cards in a key of its own.",
            _unseen_on_the_side,
        )
    if prefix == "pin":
        yield maker.stepped(
            "drawn-cards-for-all",
            "PIN-12",
            "views",
            "The cards that a seat draws are told to all seats.",
            _drawn_openly,
        )


FAULTS: Final = tuple(
    fault for rules, prefix in PREFIXES.items() for fault in _of(Maker(prefix, GAMES[rules]))
)
"""Wrong in what they tell."""
