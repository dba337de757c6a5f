"""Sessions: a table, the moves and attempts at it, and the reference engine's states along the way.

The reference plays a session in advance, so that it is a script like a case: chance is an action of the
table, and nothing that is sent depends on a reply.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject, Malformed, action_from_json, action_to_json
from conformance.games import AnyGame
from conformance.random_play.attempts import Attempt, Scene, draw_attempt
from conformance.random_play.choices import Choose, chance, one_of, seeded
from conformance.random_play.false_starts import FalseStart, Refusal, draw_false_starts
from conformance.random_play.moves import MOODS, Changes, Manner, draw_move
from conformance.random_play.packs import NO_DEAL, STYLES, Deal, Style
from conformance.random_play.tables import Ground, Table, draw_start
from conformance.wording import action_in_words, actor_in_words
from refengine.actions import Verb
from refengine.errors import NO_CLAUSE, IllegalAction
from refengine.game import Step
from refengine.seating import TABLE

LENGTHS: Final = (12, 24, 18, 36)
"""Moves after which a session is broken off, unless it has ended; so that some are of several hands."""
ATTEMPTS: Final = 7
"""One move in so many is preceded by an attempt."""
NOTED: Final = 4
"""One session in so many has an action with a note."""
NOTE: Final = "of no meaning"
"""An argument beyond those of its type, `note`, with this value has to be ignored."""
CHANGES: Final[dict[Style, tuple[Changes, ...]]] = {
    "plain": ("any", "any", "none", "most"),
    "mixed": ("none", "none", "any", "most"),
    "kindred": ("none", "none", "any", "most"),
    "alike": ("none", "none", "none", "any"),
}
"""How many cards are changed, by how hands were dealt."""
NOTHING_AVOIDED: Final[frozenset[Verb]] = frozenset()
ANOTHER_HAND: Final[frozenset[Verb]] = frozenset({"next_hand"})


class Turn(NamedTuple):
    """One action that is sent. Without `refusal` it is carried out and leads to `after`; with one, nothing
    changes and `after` is the state that it was tried in."""

    actor: Json
    action: JsonObject
    refusal: Refusal | None
    after: Step[object]

    @property
    def noted(self) -> bool:
        """Whether the action has an argument beyond those of its type."""
        return "note" in self.action


@dataclass(frozen=True, slots=True)
class Session:
    """All of a session. `first` is the state in which it begins; the `false_starts` come before that."""

    table: Table
    first: Step[object]
    turns: tuple[Turn, ...]
    false_starts: tuple[FalseStart, ...] = ()

    def __repr__(self) -> str:
        turns = (f"{actor_in_words(turn.actor)}: {action_in_words(turn.action)}" for turn in self.turns)
        return f"Session({self.table}, {'; '.join(turns)})"

    def to_json(self) -> JsonObject:
        """All that an implementation is told of it. Hypothesis asks for this when it is being observed; the
        states of the engine would take it far longer to write down than to make."""
        turns: list[Json] = [[turn.actor, turn.action] for turn in self.turns]
        told: JsonObject = {"table": self.table.params(), "turns": turns}
        if self.false_starts:
            told["false_starts"] = [one.params for one in self.false_starts]
        return told

    def before(self, place: int) -> Step[object]:
        """The state in which the turn at `place` comes."""
        return self.turns[place - 1].after if place else self.first


def session_seed(seed: int, rules: str, index: int) -> Choose:
    """The choices of the session `index` of a run with that seed, whoever plays it and on what machine."""
    return seeded("session", seed, rules, index)


def draw_session(choose: Choose, ground: Ground) -> Session:
    """A random session at a random table."""
    table, first = draw_start(choose, ground)
    length = LENGTHS[choose(len(LENGTHS))]
    turns = tuple(_draw_turns(choose, ground, table, first, length))
    false_starts = draw_false_starts(choose, ground, table)
    return Session(table, first, _with_a_note(choose, turns), false_starts)


def _with_a_note(choose: Choose, turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The turns, at times with a note on one of those that are legal; not on a shuffle, which is written
    shorter in cases. It is chosen last, so that a session is the same with and without."""
    places = [place for place, turn in enumerate(turns) if _may_be_noted(turn)]
    if not places or not chance(choose, NOTED):
        return turns
    place = one_of(choose, places)
    turn = turns[place]
    return (*turns[:place], turn._replace(action={**turn.action, "note": NOTE}), *turns[place + 1 :])


def _may_be_noted(turn: Turn) -> bool:
    return turn.refusal is None and turn.action["type"] != "shuffle"


def _draw_turns(
    choose: Choose, ground: Ground, table: Table, now: Step[object], length: int
) -> Iterator[Turn]:
    game = ground.game
    manner = Manner(avoided=NOTHING_AVOIDED if ground.carries else ANOTHER_HAND)
    seen: dict[Verb, None] = {}
    for _ in range(length):
        if choose(ATTEMPTS) == ATTEMPTS - 1:
            attempt = draw_attempt(choose, Scene(now.menu, table.seats, tuple(seen)))
            refusal = tried(game, now, attempt)
            if isinstance(refusal, Refusal):
                yield turn_of(attempt, now, refusal)
        seats = _seats_dealt_to(game, now)
        manner = _for_a_hand(choose, manner, seats) if seats else manner._replace(deal=NO_DEAL)
        move = draw_move(choose, now.menu, manner)
        if move is None:
            return
        seen.update(dict.fromkeys(offer.verb for offer in now.menu.offers))
        now = game.apply(now.state, move)
        yield Turn(move.actor, action_to_json(move), None, now)


def _for_a_hand(choose: Choose, manner: Manner, seats: int) -> Manner:
    """How the next hand is dealt and played."""
    style = one_of(choose, STYLES)
    changes = one_of(choose, CHANGES[style])
    return manner._replace(weights=one_of(choose, MOODS), changes=changes, deal=Deal(seats, style))


def _seats_dealt_to(game: AnyGame, now: Step[object]) -> int:
    """How many seats the pack to be shuffled is dealt to; 0 if nothing is to be dealt now."""
    if now.menu.actor != TABLE or now.menu.offers[0].verb != "shuffle":
        return 0
    seen = game.observe(now.state, None)
    return len(seen.seats_in) if seen.phase == "shuffle" else 0


def tried(game: AnyGame, now: Step[object], attempt: Attempt) -> Step[object] | Refusal:
    """What the reference makes of an attempt."""
    try:
        return game.apply(now.state, action_from_json(attempt.actor, attempt.action))
    except Malformed:
        return Refusal("malformed", None)
    except IllegalAction as error:
        return Refusal(error.code, error.clause if error.clause != NO_CLAUSE else None)


def turn_of(attempt: Attempt, now: Step[object], outcome: Step[object] | Refusal) -> Turn:
    """The attempt with what came of it."""
    if isinstance(outcome, Refusal):
        return Turn(attempt.actor, attempt.action, outcome, now)
    return Turn(attempt.actor, attempt.action, None, outcome)
