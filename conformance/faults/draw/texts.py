"""The three texts of five-card draw, as makers of faults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.fault import Fault, Kind
from conformance.faults.maker import Maker
from refengine.draw.machine import DrawGame, DrawText
from refengine.draw.rules import DrawRules
from refengine.draw.state import Speaking, State
from refengine.options import OptionSpec, OptionValue, Settled
from refengine.rulesets import brazilian_pingo, italian_invito, italian_progressive
from refengine.values import Value

RulesChange = Callable[[DrawRules], DrawRules]


class Text(Maker[State]):
    """One text, whose policies can be changed besides."""

    def __init__(self, prefix: str, game: DrawGame, rules: Callable[[Settled, int], DrawRules]) -> None:
        super().__init__(prefix, game)
        self._rules = rules

    def ruled(self, name: str, clause: str, kind: Kind, says: str, change: RulesChange) -> Fault:
        """Another policy in the rules of the text."""
        return self.fault(name, clause, kind, says, lambda: self._with_rules(change))

    def _with_rules(self, change: RulesChange) -> DrawGame:
        def rules(options: Settled, seats: int) -> DrawRules:
            return change(self._rules(options, seats))

        return DrawGame(DrawText(self.game.name, self.game.options, rules))

    def agreed(self, name: str, clause: str, says: str, **defaults: OptionValue) -> Fault:
        """Another default for some options."""
        return self.fault(name, clause, "setup", says, lambda: self._with_defaults(defaults))

    def _with_defaults(self, defaults: dict[str, OptionValue]) -> DrawGame:
        def spec_of(spec: OptionSpec) -> OptionSpec:
            return spec._replace(default=defaults.get(spec.name, spec.default))

        return DrawGame(DrawText(self.game.name, tuple(map(spec_of, self.game.options)), self._rules))


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
        terms: Value = rules.pot.blind
        return policy("pot", blind=terms._replace(**changes))(rules)

    return change


def ladder(**changes: object) -> RulesChange:
    """Another ladder of opening ranks."""

    def change(rules: DrawRules) -> DrawRules:
        rungs: Value = rules.opening.openers
        return policy("opening", openers=rungs._replace(**changes))(rules)

    return change


def is_speaking(state: State, phase: str) -> bool:
    """Whether a seat speaks before a bet in that round."""
    return state.phase == phase and isinstance(state.turn, Speaking)
