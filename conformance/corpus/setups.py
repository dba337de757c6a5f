"""Reading the files of set-ups that have to be refused, with their legal neighbours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from conformance.corpus.cases import (
    LEVELS,
    RULES,
    SETUP_KEYS,
    merged,
    merged_options,
    read_clauses,
    read_format,
    read_seed,
)
from conformance.corpus.model import SetupCase
from conformance.corpus.node import Node
from conformance.strict_json import JsonObject

SETUP_ID: Final = re.compile(r"[A-Z]{3}\.S[0-9]{3}")


_OPTIONAL: Final = ("code", "accepted", "notes", "origin", "seed")


def _check(node: Node) -> None:
    """The known parts, of whatever value: being wrong is the point."""
    node.members((), SETUP_KEYS)


def _read_setup(node: Node, rules: str, defaults: Node) -> SetupCase:
    members = node.members(("id", "title", "clauses", "level", "setup"), _OPTIONAL)
    accepted = "accepted" in members
    if accepted and not members["accepted"].flag():
        members["accepted"].fail("should be true; what is not accepted has a 'code' instead")
    if accepted == ("code" in members):
        node.fail("should have either 'accepted' or 'code'")
    if not accepted:
        members["code"].one_of(("bad_setup",), "code of a refused set-up")
    if "origin" in members:
        members["origin"].one_of(("found",), "origin of a set-up")
    if "notes" in members:
        members["notes"].text()
    own = members["setup"]
    _check(own)
    setup: JsonObject = {key: part.value for key, part in merged(defaults, own).items()}
    if all(isinstance(part.object().get("options", {}), dict) for part in (defaults, own)):
        setup["options"] = {name: value.value for name, value in merged_options(defaults, own).items()}
    return SetupCase(
        id=members["id"].text(SETUP_ID, "id of a set-up"),
        title=members["title"].text(),
        rules=rules,
        clauses=read_clauses(members["clauses"], 0),
        level=LEVELS[members["level"].one_of(LEVELS, "level")],
        setup=setup,
        accepted=accepted,
        path=node.path,
        pointer=node.pointer,
        origin="found" if "origin" in members else "authored",
        seed=read_seed(members, node),
    )


def read_setup_file(file: Node) -> list[SetupCase]:
    """`fixtures/setups/<rule set>.json`."""
    members = file.members(("format", "rules", "defaults", "refusals"))
    read_format(members["format"])
    rules = members["rules"].text(RULES, "id of a rule set")
    if rules != Path(file.path).stem:
        members["rules"].contradict(f"{rules!r} is not what the file is called")
    _check(members["defaults"])
    return [_read_setup(item, rules, members["defaults"]) for item in members["refusals"].items(1)]
