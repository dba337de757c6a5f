"""Engines that play by the rules and keep what they tell too long, or not long enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from conformance.faults.answers import Cell, Leaky, as_it_is
from conformance.faults.fault import Fault
from conformance.faults.maker import Maker
from conformance.faults.protocol import PREFIXES, PROTOCOL
from conformance.faults.tools import Altered
from refengine.actions import Action
from refengine.events import Event
from refengine.game import Game, HandResult, Observation, Setup, Step
from refengine.menus import Menu
from refengine.rulesets.catalogue import GAMES
from refengine.seating import Seat, all_seats

OUTSIDE_A_HAND: Final = ("between", "over")


# -- the last hand
def _forgotten_in_play(_: object, __: object, view: Observation) -> Observation:
    return view if view.phase in OUTSIDE_A_HAND else view._replace(last_hand=None)


class _Held(NamedTuple):
    """A state with the result that is told in it."""

    state: object
    told: HandResult | None


class Late(Altered[object]):
    """The result of a hand is told when the next one has begun."""

    def start(self, setup: Setup) -> Step[object]:
        step = self._game.start(setup)
        return step._replace(state=_Held(step.state, None))

    def menu(self, state: object) -> Menu:
        return self._game.menu(self._held(state).state)

    def apply(self, state: object, action: Action) -> Step[object]:
        held = self._held(state)
        step = self._game.apply(held.state, action)
        now = self._game.observe(step.state, None)
        told = held.told if now.phase in OUTSIDE_A_HAND else now.last_hand
        return step._replace(state=_Held(step.state, told))

    def observe(self, state: object, seat: Seat | None) -> Observation:
        held = self._held(state)
        return self._game.observe(held.state, seat)._replace(last_hand=held.told)

    def _held(self, state: object) -> _Held:
        assert isinstance(state, _Held)
        return state


# -- events
class _Passing(tuple[Event, ...]):
    """Events of a step, gone as soon as something has been refused after it."""

    cell: Cell

    def __iter__(self) -> Iterator[Event]:
        return iter(()) if self.cell.refusals else super().__iter__()


class Forgetful(Leaky):
    """What is refused takes the place of the last action: there are no events any more."""

    def __init__(self, game: Game[object]) -> None:
        super().__init__(game, as_it_is)

    def _kept(self, step: Step[object]) -> Step[object]:
        events = _Passing(step.events)
        events.cell = Cell(step)
        return step._replace(state=events.cell, events=events)


# -- the end
def _in_at_the_end(_: object, __: object, view: Observation) -> Observation:
    return view if view.result is None else view._replace(seats_in=all_seats(len(view.stacks)))


def _of(maker: Maker[object]) -> Iterator[Fault]:
    yield maker.views(
        "last-hand-forgotten",
        PROTOCOL,
        "While a hand is played the result of the one before is not told.",
        _forgotten_in_play,
    )
    yield maker.altered(
        "last-hand-told-late",
        PROTOCOL,
        "views",
        "Until the next hand begins the result told is still that of the hand before.",
        Late,
    )
    yield maker.altered(
        "refusal-empties-events", PROTOCOL, "refusal", "A refused action empties the events.", Forgetful
    )
    yield maker.views(
        "seats-in-at-the-end", PROTOCOL, "After the end every seat counts as in.", _in_at_the_end
    )


FAULTS: Final = tuple(
    fault for rules, prefix in PREFIXES.items() for fault in _of(Maker(prefix, GAMES[rules]))
)
"""Wrong in what they keep."""
