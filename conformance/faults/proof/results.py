"""What comes of a proof, as it is published."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal

import msgspec
from msgspec import Struct

from conformance.adapters.protocol import Json
from conformance.json_style import write

Lane = Literal["corpus", "random", "hang", "none", "equivalent"]
"""Who found a wrong engine: a case; random play only; nobody, it hung; nobody. `equivalent`: nobody can."""

PROTOCOL: Final = "protocol"
"""Stands for the clause of a fault that breaks the protocol."""


class FaultResult(Struct, frozen=True):
    """`killers`: how many entries found it; `attributed`: one of those that claim its clause did."""

    id: str
    rules: str
    clause: str
    kind: str
    lane: Lane
    killers: int
    attributed: bool


class MutantResult(Struct, frozen=True, omit_defaults=True):
    """`why`: for what reason an equivalent mutant is none."""

    id: str
    module: str
    function: str
    operator: str
    before: str
    after: str
    lane: Lane
    smoke: bool = False
    why: str = ""


class UnlikeResult(Struct, frozen=True):
    """An engine that is right: entries passed and not played, and those that it failed."""

    id: str
    passed: int
    not_played: int
    failed: list[str]


class Tried(Struct, frozen=True):
    """With what the proof was made: the corpus, the seed of the samples, the sites that mutants were taken
    from, random sessions for each rule set."""

    corpus: str
    entries: int
    seed: int
    sites: int
    sessions: int


class Proof(Struct, frozen=True):
    """All results, sorted by id."""

    tried: Tried
    faults: list[FaultResult]
    mutants: list[MutantResult]
    unlike: list[UnlikeResult]


class Count(Struct, frozen=True):
    """How many wrong engines there were and who found them."""

    total: int
    corpus: int
    random: int
    hang: int
    equivalent: int
    survived: int


def count(lanes: Collection[Lane]) -> Count:
    """The lanes counted."""
    found = list(lanes)
    return Count(
        len(found),
        found.count("corpus"),
        found.count("random"),
        found.count("hang"),
        found.count("equivalent"),
        found.count("none"),
    )


def published(proof: Proof) -> str:
    """The text of ``MUTATION.json``: the figures first, then every result on a line of its own."""
    attributed = sum(one.attributed for one in proof.faults)
    content: Mapping[str, object] = {
        "format": 1,
        "tried": proof.tried,
        "figures": {
            "faults": {**_plain(count([one.lane for one in proof.faults])), "attributed": attributed},
            "mutants": {
                **_plain(count([one.lane for one in proof.mutants])),
                "smoke": sum(one.smoke for one in proof.mutants),
            },
            "unlike": {
                "total": len(proof.unlike),
                "false_alarms": sum(bool(one.failed) for one in proof.unlike),
            },
        },
        "faults": proof.faults,
        "mutants": proof.mutants,
        "unlike": proof.unlike,
    }
    plain: Json = msgspec.to_builtins(content)
    return write(plain, lambda path, _: len(path) < 2 and path not in (("tried",),))


def _plain(counted: Count) -> dict[str, Json]:
    plain: dict[str, Json] = msgspec.to_builtins(counted)
    return plain


def read_published(text: bytes) -> Proof:
    """The results of a published proof."""
    return msgspec.json.decode(text, type=Proof)
