"""Wrong engines behind the adapter protocol, so that the kit can judge them like anybody's implementation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from conformance.adapters.protocol import Json, Rejection
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject, setup_from_json
from conformance.faults.fault import Fault
from conformance.faults.tools import Swapped, require_plain, swapped
from conformance.games import AnyGame
from refengine.draw.state import State
from refengine.ranking import Ranking
from refengine.seating import Seat


@contextmanager
def _without_clause() -> Iterator[None]:
    try:
        yield
    except Rejection as rejection:
        raise Rejection(rejection.code, None, str(rejection)) from rejection


class Uncited(Reference):
    """Games whose refusals name no clause: an engine is to be found by what it does, not by what it cites."""

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        with _without_clause():
            return super().new(session, rules, **params)

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        with _without_clause():
            return super().act(session, actor, action)

    def rank(self, rules: str, seats: Json, hands: Json, options: Json = None) -> JsonObject:
        with _without_clause():
            return super().rank(rules, seats, hands, options)


class WrongImplementation(Uncited):
    """One rule set, played by a wrong engine that claims every capability; `NotPlain` if none can be made."""

    def __init__(self, fault: Fault) -> None:
        require_plain()
        self._wrong: AnyGame = fault.make()
        self._fault = fault
        super().__init__({fault.rules: self._wrong})

    def hello(self, protocol: Json, **more: Json) -> JsonObject:
        """The claims of the reference for this rule set."""
        return {**super().hello(protocol, **more), "name": f"wrong on purpose: {self._fault.id}"}

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        return super().act(session, self._fault.hears(actor), self._fault.hears(action))

    def rank(self, rules: str, seats: Json, hands: Json, options: Json = None) -> JsonObject:
        with self._asked():
            return super().rank(rules, seats, hands, options)

    def _asked(self) -> AbstractContextManager[None]:
        return swapped(*self._wrong.swaps) if isinstance(self._wrong, Swapped) else nullcontext()

    def _ranking(self, rules: str, seats: Json, options: Json) -> Ranking:
        right = super()._ranking(rules, seats, options)
        setup = setup_from_json({"seats": seats, "stacks": [], "options": options})
        state = self._wrong.start(setup._replace(stacks=(1,) * setup.seats, dealer=Seat(0))).state
        return state.rules.pack.ranking if isinstance(state, State) else right
