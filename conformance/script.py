"""A case as a script: all requests that play it, in order, with what must be true of each reply.

Chance is an action like any other, so nothing in a script depends on a reply: the whole of it can be sent
at once. Nothing in the requests tells which of them are meant to be refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from conformance.adapters.protocol import Json, Request
from conformance.convert import JsonObject
from conformance.corpus import Entry, Tier

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


Check = Carried | Refused | Shows | Hides | Unchanged | Ranks


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
