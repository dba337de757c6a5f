"""Counting on the reference engine."""

from __future__ import annotations

from typing import NamedTuple

from conformance.convert import Malformed, action_from_json, menu_to_json, setup_from_json
from conformance.games import AnyGame
from conformance.perft.deals import Deal, PerftError
from conformance.perft.edges import Move, moves
from refengine.errors import IllegalAction, SetupError
from refengine.game import Step


class Share(NamedTuple):
    """How many of the sequences begin with `move`."""

    move: Move
    sequences: int


def begin(game: AnyGame, deal: Deal) -> Step[object]:
    """Where counting begins; `PerftError` if the deal cannot be played so far."""
    try:
        step = game.start(setup_from_json(deal.setup))
        for move in deal.line:
            step = after(game, step, move)
    except (SetupError, IllegalAction, Malformed) as error:
        raise PerftError(f"the deal {deal.title!r} cannot be played: {error}") from error
    return step


def after(game: AnyGame, step: Step[object], move: Move) -> Step[object]:
    """The step that a move leads to."""
    return game.apply(step.state, action_from_json(move.actor, move.action))


def moves_of(step: Step[object]) -> list[Move]:
    """The actions that are counted after a step; none once the session is over."""
    actor = step.menu.actor
    return [] if actor is None else moves(actor, menu_to_json(step.menu))


def count(game: AnyGame, step: Step[object], depth: int) -> list[int]:
    """For every d from 0 to `depth` the number of sequences of d actions."""
    counts = [1] + [0] * depth
    _count(game, step, 1, counts)
    return counts


def _count(game: AnyGame, step: Step[object], level: int, counts: list[int]) -> None:
    if level == len(counts):
        return
    found = moves_of(step)
    counts[level] += len(found)
    if level + 1 < len(counts):
        for move in found:
            _count(game, after(game, step, move), level + 1, counts)


def divide(game: AnyGame, step: Step[object], depth: int) -> list[Share]:
    """The sequences of `depth` actions, at least 1, by their first."""
    return [Share(move, count(game, after(game, step, move), depth - 1)[-1]) for move in moves_of(step)]
