"""A case as a script: all requests that play it, in order, with what must be true of each reply.

Chance is an action like any other, so nothing in a script depends on a reply: the whole of it can be sent
at once. Nothing in the requests tells which of them are meant to be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json, Request
from conformance.convert import JsonObject, action_from_json, setup_from_json
from conformance.corpus import Entry, Tier
from conformance.games import AnyGame
from refengine.events import Events
from refengine.game import Step

BEFORE_STEPS = -1
"""Stands for the place of a step where the session is only being set up."""


class Carried(NamedTuple):
    """Request `at` has to be carried out."""

    step: int
    at: int


class Refused(NamedTuple):
    """Request `at` has to be refused with `code` and, if that is stated, under `clause`."""

    step: int
    at: int
    code: str
    clause: str | None


class Shows(NamedTuple):
    """The view that came with request `at` has these keys and values; `part` is where the step says so."""

    step: int
    at: int
    part: str
    keys: JsonObject


class Hides(NamedTuple):
    """In the view that came with request `at` these keys are absent or empty."""

    step: int
    at: int
    keys: tuple[str, ...]


class Unchanged(NamedTuple):
    """The views in the replies `before` are those in the replies `after`; both are by viewer."""

    step: int
    before: tuple[int, ...]
    after: tuple[int, ...]


class Ranks(NamedTuple):
    """The reply `at` ranks the hands of the tiers: equal in a tier, and every tier above the next."""

    step: int
    at: int
    tiers: tuple[Tier, ...]


class Table(NamedTuple):
    """Where a session is played, and the parameters of the request that begins it."""

    game: AnyGame
    seats: int
    params: JsonObject

    @property
    def rules(self) -> str:
        return self.game.name


class Told(NamedTuple):
    """What the reference engine tells of a state: what led to it, and who is to act."""

    events: Events
    actor: Json


class Moment:
    """A state of a session. The reference engine plays along: `told` is what it says, None where it does not
    follow. Its states are not kept, as there are many and they are seldom asked for.

    `at`: the request whose reply brings the referee's view; `actor` and `action` led here from the moment
    `before`, which is None at the start.
    """

    def __init__(
        self,
        table: Table,
        at: int,
        told: Told | None,
        before: Moment | None = None,
        *,
        actor: Json = None,
        action: JsonObject | None = None,
    ) -> None:
        self.table: Final = table
        self.at: Final = at
        self.told: Final = told
        self.before: Final = before
        self.actor: Final = actor
        self.action: Final = action

    def course(self) -> Iterator[tuple[Moment, Step[object] | None]]:
        """All moments up to this one, each with the reference's step, None from where it does not follow."""
        way = [self]
        while way[-1].before is not None:
            way.append(way[-1].before)
        now: Step[object] | None = None
        for moment in reversed(way):
            now = moment.step(now)
            yield moment, now

    def step(self, before: Step[object] | None) -> Step[object] | None:
        """The reference's step to this moment from that before."""
        if self.told is None:
            return None
        if self.action is None:
            return self.table.game.start(setup_from_json(self.table.params))
        assert before is not None
        return self.table.game.apply(before.state, action_from_json(self.actor, self.action))


class Viewed(NamedTuple):
    """The reply `at` brings a view of the `moment`: of the referee (None) or of a seat. It has all that is
    claimed, and nothing that is hidden. `again`: it was asked for after an attempt that had to be refused."""

    step: int
    at: int
    viewer: int | None
    moment: Moment
    again: bool


Check = Carried | Refused | Shows | Hides | Unchanged | Ranks | Viewed


class Flaw(NamedTuple):
    """The script breaks off at `step`: the reference engine cannot tell how it goes on, for that reason."""

    step: int
    reason: str


class Script(NamedTuple):
    """All of an entry. `options` differ from the defaults; the reference rested on the clauses in `cites`."""

    entry: Entry
    options: Mapping[str, Json]
    calls: tuple[Request, ...]
    checks: tuple[Check, ...]
    flaw: Flaw | None
    cites: frozenset[str]

    def requests(self, attempt: int) -> list[Request]:
        """The requests, with a session of their own for every attempt."""
        session: Json = f"{self.entry.id}#{attempt}"
        return [
            Request(method, params if method == "rank" else {"session": session, **params})
            for method, params in self.calls
        ]
