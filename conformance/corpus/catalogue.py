"""Reading the clause catalogues."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, get_args

from conformance.corpus.cases import CLAUSE_ID, OPTION, RULES, read_format
from conformance.corpus.model import Catalogue, Clause, Kind, Place, Source
from conformance.corpus.node import Node

COMMON: Final = "draw-poker"
"""The catalogue whose clauses the cases of every rule set may claim."""
PREFIX: Final = re.compile("[A-Z]{3}")
LANGUAGE: Final = re.compile("[a-z]{2,3}")
KINDS: Final[dict[str, Kind]] = {kind: kind for kind in get_args(Kind)}
CAPABILITIES: Final = (
    "play",
    "menu",
    "codes",
    "pot",
    "stacks",
    "actor",
    "phase",
    "last_hand",
    "details",
    "seat_view",
    "events",
    "rank",
    "carry",
)
"""What an implementation may claim in its `hello`."""


def read_catalogue(file: Node) -> tuple[Catalogue, list[Clause]]:
    """`fixtures/clauses/<rule set>.json`."""
    members = file.members(("format", "rules", "prefix", "source", "clauses"))
    read_format(members["format"])
    source = members["source"].members(("title", "language"))
    catalogue = Catalogue(
        rules=members["rules"].text(RULES, "id of a rule set"),
        prefix=members["prefix"].text(PREFIX, "prefix of clauses"),
        source=Source(source["title"].text(), source["language"].text(LANGUAGE, "language code")),
    )
    if catalogue.rules != Path(file.path).stem:
        members["rules"].contradict(f"{catalogue.rules!r} is not what the file is called")
    return catalogue, [_read_clause(item, catalogue) for item in members["clauses"].items(1)]


def _read_clause(node: Node, catalogue: Catalogue) -> Clause:
    members = node.members(
        ("id", "kind", "text", "heading", "options", "forbids", "testable"), ("why_not", "capabilities")
    )
    name = members["id"].text(CLAUSE_ID, "id of a clause")
    if not name.startswith(f"{catalogue.prefix}-"):
        members["id"].contradict(f"{name} does not have the prefix of this catalogue, {catalogue.prefix}")
    testable = members["testable"].flag()
    if testable == ("why_not" in members):
        node.fail("a clause that no case can test, and no other, should say in 'why_not' why")
    kind = KINDS[members["kind"].one_of(KINDS, "kind of clause")]
    if name.endswith("r") and kind != "ruling":
        members["kind"].fail(f"{name} marks a ruling by its trailing r")
    heading = members["heading"]
    capabilities = members["capabilities"].different("a capability") if "capabilities" in members else ()
    return Clause(
        id=name,
        kind=kind,
        text=members["text"].text(),
        heading=None if heading.value is None else heading.text(),
        options=tuple(
            item.text(OPTION, "name of an option") for item in members["options"].different("an option")
        ),
        forbids=members["forbids"].flag(),
        why_not=members["why_not"].text() if "why_not" in members else None,
        capabilities=tuple(item.one_of(CAPABILITIES, "capability") for item in capabilities),
        catalogue=catalogue,
        place=Place(node.path, node.pointer),
    )
