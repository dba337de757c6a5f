"""Sessions that are open side by side have to be kept apart, which no case shows where cases are played one
after the other: two are opened, and what happens in one of them must not be seen in the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from conformance.adapters.protocol import Answer, Json, Lost, Outcome, Request
from conformance.claims import Claims
from conformance.convert import JsonObject, action_to_json
from conformance.random_play.choices import seeded
from conformance.random_play.moves import Manner, draw_move
from conformance.random_play.tables import Table, Unplayable, draw_start, ground_of
from conformance.remarks import Remark
from conformance.runner import Runner
from conformance.unmoved import changes
from refengine.errors import SetupError
from refengine.rulesets.catalogue import GAMES

CHIPS: Final = (97, 131)
"""What every seat has in the one session and in the other: no two of these tables hold as much."""
MANY: Final = 20
"""Tables that are drawn until one can be played with these stacks."""
HINT: Final = "if it can have only one open, let hello say session_limit 1"


class _Ended(Exception):
    """Something was refused or not answered: cases will tell."""


class _Lost(_Ended):
    """Nobody is there any more to end the sessions."""


class _MixedUp(Exception):
    """One session shows what belongs to another."""


def keep_apart(runner: Runner, claims: Claims) -> None:
    """Note if sessions are mixed up; `AdapterUnusable` if it cannot be asked at all."""
    limit = claims.hello.session_limit
    if "play" not in claims.capabilities or (limit is not None and limit < len(CHIPS)):
        return
    tables = next(_tables(claims), None)
    if tables is None:
        return
    probe = _Probe(runner, claims.capabilities, *tables)
    try:
        probe.play()
    except _Lost:
        pass
    except _Ended:
        probe.leave()
    except _MixedUp as mixed:
        probe.leave()
        runner.note([Remark("sessions", f"sessions are mixed up: {mixed}; {HINT}", counts=True)])


def _tables(claims: Claims) -> Iterator[tuple[tuple[Table, Table], Json, JsonObject]]:
    """Two tables that differ only in their stacks, with a first action that is legal at both."""
    for rules in GAMES:
        ground = ground_of(claims, rules)
        if isinstance(ground, Unplayable):
            continue
        for number in range(MANY):
            choose = seeded("apart", rules, number)
            drawn, _ = draw_start(choose, ground)
            first, second = (drawn._replace(stacks=(chips,) * drawn.seats, state=None) for chips in CHIPS)
            try:
                menus = [table.start(ground.game).menu for table in (first, second)]
            except SetupError:
                continue
            move = draw_move(choose, menus[0], Manner())
            if move is not None and menus[0] == menus[1]:
                yield (first, second), move.actor, action_to_json(move)
                break


class _Probe:
    """Two sessions, and what was last seen of each."""

    def __init__(
        self,
        runner: Runner,
        capabilities: frozenset[str],
        tables: tuple[Table, Table],
        actor: Json,
        action: JsonObject,
    ) -> None:
        self._runner = runner
        self._capabilities = capabilities
        self._tables = tables
        self._act: JsonObject = {"actor": actor, "action": action}
        self._round = 1
        self._seen: list[JsonObject] = [{}, {}]

    def play(self) -> None:
        """Twice, since an action may end up in the session that was opened first, or in the last one."""
        for acting in (0, 1):
            self._open()
            self._go_on(acting, 1 - acting)
            self._round += 1

    def _open(self) -> None:
        self._carry_out(0, "new", self._tables[0].params())
        self._look(0)
        self._carry_out(1, "new", self._tables[1].params())
        self._look_again(0, "when another was opened")
        self._look(1)
        self._hold_chips_apart()

    def _go_on(self, acting: int, other: int) -> None:
        """Whatever happens in one session, the other is looked at before and after it."""
        self._carry_out(acting, "act", self._act)
        self._look_again(other, f"by {self._named()!r} in the other")
        self._carry_out(acting, "end", {})
        self._look_again(other, "when the other was ended")
        self._carry_out(other, "end", {})

    def leave(self) -> None:
        """End both sessions, so that none is left open beside those of the cases."""
        with suppress(_Lost):
            for session in (0, 1):
                self._ask(session, "end", {})

    def _named(self) -> str:
        action = self._act["action"]
        return str(action["type"]) if isinstance(action, dict) else "an action"

    def _ask(self, session: int, method: str, params: JsonObject) -> Outcome:
        """One request by itself: requests of different sessions might be worked on side by side."""
        named: JsonObject = {"session": f"apart-{self._round}-{session}", **params}
        outcome = self._runner.ask([[Request(method, named)]])[0][-1]
        if isinstance(outcome, Lost):
            raise _Lost
        return outcome

    def _carry_out(self, session: int, method: str, params: JsonObject) -> None:
        if not isinstance(self._ask(session, method, params), Answer):
            raise _Ended

    def _view(self, session: int) -> JsonObject | None:
        match self._ask(session, "view", {"seat": None}):
            case Answer(dict() as view):
                return view
            case _:
                return None

    def _look(self, session: int) -> None:
        view = self._view(session)
        if view is None:
            raise _Ended
        self._seen[session] = view

    def _look_again(self, session: int, happened: str) -> None:
        """It was seen before, so it has to be seen now, and as it was."""
        view = self._view(session)
        if view is None:
            raise _MixedUp(f"one was lost {happened}")
        for difference in changes(self._seen[session], view, self._capabilities):
            raise _MixedUp(f"{difference.key} of one changed {happened}")

    def _hold_chips_apart(self) -> None:
        """The second session has what its seats brought, and not what those of the first did."""
        if {"pot", "stacks"} <= self._capabilities:
            stacks, pot = self._seen[1].get("stacks"), self._seen[1].get("pot")
            chips = [*(stacks if isinstance(stacks, list) else []), pot]
            held = sum(count for count in chips if type(count) is int)
            if held == sum(self._tables[0].stacks):
                raise _MixedUp("the second one has the chips of the first")
