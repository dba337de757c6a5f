"""Making faults of one rule set: every way to change an engine, with what has to be known about the fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar, cast

from conformance.faults.fault import Fault, Kind
from conformance.faults.tools import Altered, Change, Retold, Stepped, Swapped, Viewed, plain
from refengine.actions import Action
from refengine.game import Game, Observation, Step
from refengine.menus import Menu
from refengine.seating import Seat

S = TypeVar("S")


def with_menu(step: Step[S], menu: Menu) -> Step[S]:
    """The step with another menu, which then is the one that judges."""
    state = cast(NamedTuple, step.state)._replace(menu=menu)
    return step._replace(state=cast(S, state), menu=menu)


class Maker(Generic[S]):
    """One rule set. Each method makes a fault of it, given the name of the fault, the clause that it breaks,
    its kind, what it does in a sentence, and the change."""

    def __init__(self, prefix: str, game: Game[S]) -> None:
        self.prefix = prefix
        self.game = game

    def fault(self, name: str, clause: str, kind: Kind, says: str, make: Callable[[], Game[S]]) -> Fault:
        """Any game of this rule set."""
        return Fault(f"{self.prefix}-{name}", self.game.name, clause, kind, says, lambda: plain(make()))

    def swapped(self, name: str, clause: str, kind: Kind, says: str, *swaps: Change) -> Fault:
        """Some functions or values replaced."""
        return self.fault(name, clause, kind, says, lambda: Swapped(self.game, *swaps))

    def menus(
        self, name: str, clause: str, kind: Kind, says: str, change: Callable[[S, Menu], Menu]
    ) -> Fault:
        """Menus changed, and so what is admitted."""

        def changed(step: Step[S]) -> Step[S]:
            return step if step.menu.actor is None else with_menu(step, change(step.state, step.menu))

        return self.stepped(name, clause, kind, says, changed)

    def stepped(
        self, name: str, clause: str, kind: Kind, says: str, change: Callable[[Step[S]], Step[S]]
    ) -> Fault:
        """Steps changed."""
        return self.fault(name, clause, kind, says, lambda: Stepped(self.game, change))

    def views(
        self,
        name: str,
        clause: str,
        says: str,
        change: Callable[[S, Seat | None, Observation], Observation],
        kind: Kind = "views",
    ) -> Fault:
        """Views changed."""
        return self.fault(name, clause, kind, says, lambda: Viewed(self.game, change))

    def retold(
        self, name: str, clause: str, kind: Kind, says: str, change: Callable[[S, Action], Action]
    ) -> Fault:
        """Actions changed before the engine sees them."""
        return self.fault(name, clause, kind, says, lambda: Retold(self.game, change))

    def altered(
        self, name: str, clause: str, kind: Kind, says: str, make: Callable[[Game[S]], Altered[S]]
    ) -> Fault:
        """Some other wrapping of the game."""
        return self.fault(name, clause, kind, says, lambda: make(self.game))
