"""The three texts of five-card draw, as makers of faults: what can be changed about one, and how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from conformance.faults.fault import Fault, Kind
from conformance.faults.tools import Altered, Retold, Stepped, Swap, Swapped, Viewed, plain
from refengine.actions import Action
from refengine.draw.machine import DrawGame, DrawText
from refengine.draw.rules import DrawRules
from refengine.draw.state import Speaking, State
from refengine.game import Game, Observation, Step
from refengine.menus import Menu
from refengine.options import OptionSpec, OptionValue, Settled
from refengine.rulesets import brazilian_pingo, italian_invito, italian_progressive
from refengine.seating import Seat

RulesChange = Callable[[DrawRules], DrawRules]


class Text(NamedTuple):
    """One text. Each method makes a fault of it, given the name of the fault, the clause that it breaks, its
    kind, what it does in a sentence, and the change."""

    prefix: str
    game: DrawGame
    rules: Callable[[Settled, int], DrawRules]

    def fault(self, name: str, clause: str, kind: Kind, says: str, make: Callable[[], Game[State]]) -> Fault:
        """Any game of this text."""
        return Fault(f"{self.prefix}-{name}", self.game.name, clause, kind, says, lambda: plain(make()))

    def ruled(self, name: str, clause: str, kind: Kind, says: str, change: RulesChange) -> Fault:
        """Another policy in the rules of the text."""
        return self.fault(name, clause, kind, says, lambda: self._with_rules(change))

    def _with_rules(self, change: RulesChange) -> DrawGame:
        def rules(options: Settled, seats: int) -> DrawRules:
            return change(self.rules(options, seats))

        return DrawGame(DrawText(self.game.name, self.game.options, rules))

    def agreed(self, name: str, clause: str, says: str, **defaults: OptionValue) -> Fault:
        """Another default for some options."""
        return self.fault(name, clause, "setup", says, lambda: self._with_defaults(defaults))

    def _with_defaults(self, defaults: dict[str, OptionValue]) -> DrawGame:
        def spec_of(spec: OptionSpec) -> OptionSpec:
            return spec._replace(default=defaults.get(spec.name, spec.default))

        return DrawGame(DrawText(self.game.name, tuple(map(spec_of, self.game.options)), self.rules))

    def swapped(self, name: str, clause: str, kind: Kind, says: str, *swaps: Swap) -> Fault:
        """Some functions replaced."""
        return self.fault(name, clause, kind, says, lambda: Swapped(self.game, *swaps))

    def menus(
        self, name: str, clause: str, kind: Kind, says: str, change: Callable[[State, Menu], Menu]
    ) -> Fault:
        """Menus changed, and so what is admitted."""

        def stepped(step: Step[State]) -> Step[State]:
            if step.menu.actor is None:
                return step
            menu = change(step.state, step.menu)
            return step._replace(state=step.state._replace(menu=menu), menu=menu)

        return self.fault(name, clause, kind, says, lambda: Stepped(self.game, stepped))

    def views(
        self,
        name: str,
        clause: str,
        says: str,
        change: Callable[[State, Seat | None, Observation], Observation],
        kind: Kind = "views",
    ) -> Fault:
        """Views changed."""
        return self.fault(name, clause, kind, says, lambda: Viewed(self.game, change))

    def retold(
        self, name: str, clause: str, kind: Kind, says: str, change: Callable[[State, Action], Action]
    ) -> Fault:
        """Actions changed before the engine sees them."""
        return self.fault(name, clause, kind, says, lambda: Retold(self.game, change))

    def altered(
        self, name: str, clause: str, kind: Kind, says: str, make: Callable[[Game[State]], Altered[State]]
    ) -> Fault:
        """Some other wrapping of the game."""
        return self.fault(name, clause, kind, says, lambda: make(self.game))


PIN: Final = Text("pin", brazilian_pingo.GAME, brazilian_pingo.rules)
INV: Final = Text("inv", italian_invito.GAME, italian_invito.rules)
PRO: Final = Text("pro", italian_progressive.GAME, italian_progressive.rules)
TEXTS: Final = (PIN, INV, PRO)
ITALIAN: Final = (INV, PRO)


def policy(section: str, **changes: object) -> RulesChange:
    """Other policies in one section of the rules, by their names there."""

    def change(rules: DrawRules) -> DrawRules:
        part = getattr(rules, section)._replace(**changes)
        return rules._replace(**{section: part})

    return change


def blind_play(**changes: object) -> RulesChange:
    """Other terms of blind play."""

    def change(rules: DrawRules) -> DrawRules:
        terms: NamedTuple = rules.pot.blind
        return policy("pot", blind=terms._replace(**changes))(rules)

    return change


def ladder(**changes: object) -> RulesChange:
    """Another ladder of opening ranks."""

    def change(rules: DrawRules) -> DrawRules:
        rungs: NamedTuple = rules.opening.openers
        return policy("opening", openers=rungs._replace(**changes))(rules)

    return change


def is_speaking(state: State, phase: str) -> bool:
    """Whether a seat speaks before a bet in that round."""
    return state.phase == phase and isinstance(state.turn, Speaking)
