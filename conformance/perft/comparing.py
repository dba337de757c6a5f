"""Counting on an implementation beside the reference engine, down to the first position that differs.

The protocol knows no taking back, so every position is reached in a session of its own, from the beginning.
Both trees are walked level by level, and only as long as they are the same: so the position that is found is
one of those nearest to the start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count as numbers
from itertools import islice
from typing import Final, NamedTuple

from conformance.adapters.protocol import (
    Answer,
    Broke,
    Connection,
    Json,
    Lost,
    Outcome,
    Rejected,
    Request,
    Unsupported,
)
from conformance.convert import JsonObject, menu_to_json
from conformance.games import AnyGame
from conformance.patterns import BadMenu, menu_difference
from conformance.perft.counting import after, begin, moves_of
from conformance.perft.deals import Deal
from conformance.perft.edges import Move, moves
from refengine.game import Step

_AT_ONCE: Final = 40
"""Sessions that are played in one batch, each ended before the next begins."""


class NotClaimed(Exception):
    """The implementation does not play this rule set, these options or so many seats."""


class Shown(NamedTuple):
    """What an implementation shows of a position."""

    view: JsonObject


class Trouble(NamedTuple):
    """What it says instead of showing a position; after a `loss` it can be asked nothing more."""

    said: str
    loss: bool = False


class Node(NamedTuple):
    """The position after `path`; `branch` is the number of its first action."""

    path: tuple[Move, ...]
    step: Step[object]
    branch: int


class Level(NamedTuple):
    """Sequences of so many actions, counted by their first one on both sides; of the positions before their
    last action `differing` are not the same."""

    reference: Counter[int]
    other: Counter[int]
    differing: int


class Parting(NamedTuple):
    """A position in which both differ, and what the implementation shows of it."""

    node: Node
    other: Shown | Trouble

    @property
    def is_loss(self) -> bool:
        """Whether the implementation cannot be asked any more."""
        return isinstance(self.other, Trouble) and self.other.loss


class Comparison(NamedTuple):
    """`levels` from one action on, the first that differs included if it could be counted; `parting` is None
    if all are the same."""

    levels: list[Level]
    parting: Parting | None


def compare(connection: Connection, game: AnyGame, rules: str, deal: Deal, depth: int) -> Comparison:
    """Walk both trees to sequences of `depth` actions; `NotClaimed` if the deal is not played at all."""
    look = _Looking(connection, rules, deal)
    nodes = [Node((), begin(game, deal), 0)]
    levels: list[Level] = []
    for reached in range(1, depth + 1):
        seen = list(look.at(nodes))
        partings = [
            Parting(node, other) for node, other in zip(nodes, seen, strict=False) if _differ(node, other)
        ]
        if len(seen) == len(nodes):
            levels.append(_level(nodes, seen, len(partings)))
        if partings:
            return Comparison(levels, partings[0])
        nodes = list(_below(game, nodes)) if reached < depth else []
    return Comparison(levels, None)


def _level(nodes: Sequence[Node], seen: Sequence[Shown | Trouble], differing: int) -> Level:
    level = Level(Counter(), Counter(), differing)
    for node, other in zip(nodes, seen, strict=True):
        _tally(level.reference, node, len(moves_of(node.step)))
        _tally(level.other, node, _size(other))
    return level


def _tally(counts: Counter[int], node: Node, size: int) -> None:
    """Add what follows a position; at the root every action counts for itself."""
    if node.path:
        counts[node.branch] += size
    else:
        counts.update(range(size))


def _below(game: AnyGame, nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        for place, move in enumerate(moves_of(node.step)):
            branch = node.branch if node.path else place
            yield Node((*node.path, move), after(game, node.step, move), branch)


def _size(other: Shown | Trouble) -> int:
    if isinstance(other, Trouble):
        return 0
    try:
        return len(moves(0, other.view["menu"]))
    except BadMenu:
        return 0


def _differ(node: Node, other: Shown | Trouble) -> bool:
    """Whether another has the turn or may do anything else; whose turn it is may be left out."""
    if isinstance(other, Trouble):
        return True
    menu = node.step.menu
    try:
        difference = menu_difference(menu_to_json(menu), other.view["menu"])
    except BadMenu:
        return True
    return difference is not None or other.view.get("actor", menu.actor) != menu.actor


class _Looking:
    """Asks an implementation for positions of one deal."""

    def __init__(self, connection: Connection, rules: str, deal: Deal) -> None:
        self._connection = connection
        self._new: JsonObject = {"rules": rules, **deal.setup}
        self._line = deal.line
        self._numbers = numbers(1)
        self._title = deal.title

    def at(self, nodes: Sequence[Node]) -> Iterator[Shown | Trouble]:
        """What is shown at each node, up to the first loss."""
        waiting = iter(nodes)
        while batch := list(islice(waiting, _AT_ONCE)):
            scripts = [self._script(node) for node in batch]
            outcomes = iter(self._connection.ask([request for script in scripts for request in script]))
            for script in scripts:
                shown = _shown(script, list(islice(outcomes, len(script))))
                yield shown
                if isinstance(shown, Trouble) and shown.loss:
                    return

    def _script(self, node: Node) -> list[Request]:
        session: Json = f"{self._title} #{next(self._numbers)}"
        acts = [
            Request("act", {"session": session, "actor": actor, "action": action})
            for actor, action in (*self._line, *node.path)
        ]
        new = Request("new", {"session": session, **self._new})
        return [new, *acts, Request("end", {"session": session})]


def _shown(script: Sequence[Request], outcomes: Sequence[Outcome]) -> Shown | Trouble:
    """The view in the reply before that to `end`, if all went well."""
    for place, outcome in enumerate(outcomes):
        if isinstance(outcome, Unsupported) and place == 0:
            raise NotClaimed(outcome.message)
        if not isinstance(outcome, Answer):
            return _trouble(script, place, outcome)
    view = outcomes[-2].result if isinstance(outcomes[-2], Answer) else None
    if not isinstance(view, dict):
        return Trouble("its reply is no view")
    if "menu" not in view and not view.get("over"):
        return Trouble("its view has no menu")
    return Shown({**view, "menu": view.get("menu") or []})


def _trouble(script: Sequence[Request], place: int, outcome: Outcome) -> Trouble:
    asked = script[place].method
    which = f"the last {asked}" if place == len(script) - 2 else f"{asked}, the request number {place + 1},"
    match outcome:
        case Rejected(code, clause, message):
            reasons = " ".join(word for word in (code, clause, message and f"({message})") if word)
            return Trouble(f"{which} is refused: {reasons}")
        case Unsupported(message):
            return Trouble(f"{which} is not supported: {message}")
        case Broke(number, message):
            return Trouble(f"{which} is answered with error {number}: {message}")
        case Lost(kind, detail):
            return Trouble(f"{which} gets no reply: {kind}, {detail}", loss=True)
        case Answer():
            return Trouble("")
