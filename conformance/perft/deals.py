"""The published deals: `fixtures/perft/<rule set>.json`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject
from conformance.corpus.cases import SETUP_KEYS, check_setup_shape, read_format
from conformance.corpus.node import Node
from conformance.json_style import Path as ValuePath
from conformance.json_style import write
from conformance.perft.edges import Move
from conformance.strict_json import JsonError, read_json

FOLDER: Final = "perft"
"""The folder of the corpus in which they are."""
DEEPEST: Final = 40


class PerftError(Exception):
    """There is nothing to count: no such deal, or one that cannot be played."""


class Deal(NamedTuple):
    """A small game to count.

    `setup` is what ``new`` is told; `line` is done before counting begins; `counts[d]` is the number of
    sequences of d actions from there, for d from 0 to `depth`.
    """

    title: str
    setup: JsonObject
    line: tuple[Move, ...]
    depth: int
    counts: tuple[int, ...]


def deals_path(root: Path, rules: str) -> Path:
    """The file with the deals of one rule set."""
    return root / FOLDER / f"{rules}.json"


def read_deals(path: Path) -> list[Deal]:
    """The deals of a file; `PerftError` if it is not there or not such a file."""
    try:
        members = Node(read_json(path), path).members(("format", "rules", "deals"))
        read_format(members["format"])
        if members["rules"].text() != path.stem:
            members["rules"].contradict("is not what the file is called")
        return [_read_deal(item) for item in members["deals"].items(1)]
    except JsonError as error:
        raise PerftError(str(error)) from error


def _read_deal(node: Node) -> Deal:
    members = node.members(("title", "setup", "line", "depth", "counts"))
    check_setup_shape(members["setup"])
    members["setup"].members(("seats", "stacks", "dealer", "options"), SETUP_KEYS)
    depth = members["depth"].whole(1, DEEPEST)
    counts = tuple(item.whole(0) for item in members["counts"].items(depth + 1, depth + 1))
    line = tuple(map(_read_move, members["line"].items()))
    return Deal(members["title"].text(), members["setup"].object(), line, depth, counts)


def _read_move(node: Node) -> Move:
    members = node.members(("actor", "do"))
    actor = members["actor"]
    who = actor.text() if isinstance(actor.value, str) else actor.whole()
    return Move(who, members["do"].object())


def deals_text(rules: str, deals: Sequence[Deal]) -> str:
    """The deals as a file of the corpus, every action of a line of play on a line of its own."""
    whole: Json = {"format": 1, "rules": rules, "deals": [_deal_to_json(deal) for deal in deals]}

    def expands(path: ValuePath, line: str) -> bool:
        return len(path) < 3 or (len(path) == 3 and path[-1] == "line" and line != "[]")

    return write(whole, expands)


def _deal_to_json(deal: Deal) -> JsonObject:
    return {
        "title": deal.title,
        "setup": deal.setup,
        "line": [{"actor": actor, "do": action} for actor, action in deal.line],
        "depth": deal.depth,
        "counts": [*deal.counts],
    }
