"""What a corpus holds, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct

from conformance.adapters.protocol import Json
from conformance.strict_json import JsonObject

Level = Literal["must", "option", "ruling"]
Origin = Literal["authored", "found", "recorded"]
Kind = Literal["text", "option", "ruling"]
OptionValue = None | bool | int | str


class Place(NamedTuple):
    """Where something stands: a file and a JSON pointer in it."""

    path: Path
    pointer: str

    def __str__(self) -> str:
        return f"{self.path}#{self.pointer}"


class Source(Struct, frozen=True):
    """The text that a catalogue is about, by its title or opening words."""

    title: str
    language: str


class Clause(Struct, frozen=True):
    """One rule in our own words.

    `forbids`: something that an actor could try is refused because of it. `testable` is False, with the
    reason in `why_not`, for what only events would show. `capabilities`: what an implementation has to tell
    before a case can show anything about the clause; empty where that is what the case itself states.
    """

    id: str
    kind: Kind
    text: str
    heading: str | None
    options: tuple[str, ...]
    forbids: bool
    why_not: str | None
    capabilities: tuple[str, ...]
    catalogue: Catalogue
    place: Place

    @property
    def testable(self) -> bool:
        """Whether a case can show anything about it."""
        return self.why_not is None


class Catalogue(Struct, frozen=True):
    """The clauses of one rule set, or those that several share."""

    rules: str
    prefix: str
    source: Source


class CaseSetup(Struct, frozen=True):
    """How the session of a case begins, defaults merged. `dealer` is None where it is drawn by lot."""

    seats: int
    stacks: tuple[int, ...]
    dealer: int | None
    options: Mapping[str, OptionValue]
    state: JsonObject | None


class DoStep(Struct, frozen=True):
    """`actor`, whose complete menu is `menu` if that is stated, does `action`; the view then has `then`.

    The action is as written: a shuffle may have `top`, the first cards, instead of `cards`.
    """

    actor: int | str
    action: JsonObject
    menu: list[JsonObject] | None
    then: JsonObject | None


class TryStep(Struct, frozen=True):
    """`actor` tries `action`, is refused with `code` and, if stated, under `clause`; nothing changes."""

    actor: Json
    action: JsonObject
    code: str
    clause: str | None


class SeatViewStep(Struct, frozen=True):
    """The view of `seat` has the keys and values of `sees`; the keys of `hides` are absent or empty in it."""

    seat: int
    sees: JsonObject
    hides: tuple[str, ...]


class CheckStep(Struct, frozen=True):
    """The referee's view has these keys and values."""

    keys: JsonObject


Step = DoStep | TryStep | SeatViewStep | CheckStep


class Case(Struct, frozen=True):
    """A scripted session with what must be true of it. `seed` is that of the random run that found it."""

    id: str
    title: str
    rules: str
    clauses: tuple[str, ...]
    level: Level
    origin: Origin
    flags: tuple[str, ...]
    notes: str | None
    seed: int | str | None
    setup: CaseSetup
    steps: tuple[Step, ...]
    path: Path
    pointer: str

    @property
    def place(self) -> Place:
        """Where the case stands."""
        return Place(self.path, self.pointer)


class SetupCase(Struct, frozen=True):
    """Parameters of `new`, right or wrong, and whether a session can begin like that.

    `setup` has what a case's set-up has, of any type and possibly out of range.
    """

    id: str
    title: str
    rules: str
    clauses: tuple[str, ...]
    level: Level
    setup: JsonObject
    accepted: bool
    path: Path
    pointer: str
    origin: Origin = "authored"
    seed: int | str | None = None

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.path, self.pointer)


class Tier(Struct, frozen=True):
    """Hands, of one category, that are equally strong."""

    category: str
    hands: tuple[tuple[str, ...], ...]


class RankingCase(Struct, frozen=True):
    """Hands from the strongest tier to the weakest; or, without tiers, hands that cannot be ranked."""

    id: str
    title: str
    rules: str
    clauses: tuple[str, ...]
    level: Level
    seats: int
    options: Mapping[str, OptionValue]
    tiers: tuple[Tier, ...]
    refused: tuple[tuple[str, ...], ...]
    path: Path
    pointer: str

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.path, self.pointer)


class Corpus(Struct, frozen=True):
    """Everything in a corpus folder. `digest` is over all that it asserts and claims."""

    root: Path
    files: tuple[Path, ...]
    cases: tuple[Case, ...]
    setups: tuple[SetupCase, ...]
    rankings: tuple[RankingCase, ...]
    clauses: Mapping[str, Clause]
    catalogues: tuple[Catalogue, ...]
    digest: str
