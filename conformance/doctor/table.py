"""The table at which an implementation is tried, and the shortest hand there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.protocol import Answer, Json, Request
from conformance.adapters.reference import Reference
from conformance.claims import Claims
from conformance.convert import JsonObject, setup_from_json
from conformance.games import AnyGame, values_of, without_defaults
from conformance.wire import Hello
from refengine.errors import SetupError
from refengine.options import OptionValue
from refengine.rulesets.catalogue import GAMES

QUICK: Final = ("end_session", "fold", "pass", "decline", "parola", "check", "stand", "stay", "sit_out")
"""Types of action that bring a hand to its end, the quickest first."""
SLOW: Final = frozenset({"think", "extend", "raise", "announce", "write_off"})
"""Types of action that only make it longer."""
LONGEST: Final = 300
"""Actions after which a hand is given up."""
CHIPS: Final = 100


class Table(NamedTuple):
    """A session that an implementation can be asked to begin."""

    rules: str
    setup: JsonObject

    @property
    def seats(self) -> int:
        seats = self.setup["seats"]
        assert isinstance(seats, int)
        return seats

    def new(self, session: str) -> Request:
        """The request that begins it."""
        return Request("new", {"session": session, "rules": self.rules, **self.setup})


class Move(NamedTuple):
    """Who does what, and the view in which it was to be done."""

    actor: Json
    action: JsonObject
    before: JsonObject


def find_table(hello: Hello, rules: str) -> Table | None:
    """The smallest table that an implementation claims to play; None if the rules know no such table."""
    game: AnyGame = GAMES[rules]
    span = hello.rules[rules].seats
    fewest, most = (game.fewest, game.most) if span is None else (span.min, span.max)
    for seats in range(max(fewest, game.fewest), min(most, game.most) + 1):
        for options in _options(Claims(hello), game):
            setup: JsonObject = {
                "options": {**without_defaults(game, options)},
                "seats": seats,
                "stacks": [CHIPS] * seats,
                "dealer": seats - 1,
            }
            try:
                game.start(setup_from_json(setup))
            except SetupError:
                continue
            return Table(rules, setup)
    return None


def _options(claims: Claims, game: AnyGame) -> Iterator[dict[str, OptionValue]]:
    """What can be played, those in which engines differ most tried in every combination."""
    others = {
        spec.name: value
        for spec in reversed(game.options)
        for value in reversed(values_of(spec))
        if claims.can_have(game, spec.name, value)
    }
    for settings in claims.settings(game, ()):
        yield {**others, **settings}


def shortest_hand(table: Table) -> list[Move]:
    """The moves of a hand that is over soon, by the reference engine."""
    reference = InProcessConnection(Reference())
    view = _view(reference, table.new("hand"))
    moves: list[Move] = []
    while view["last_hand"] is None and not view["over"] and len(moves) < LONGEST:
        move = Move(view["actor"], _quickest(view["menu"]), view)
        moves.append(move)
        view = _view(
            reference, Request("act", {"session": "hand", "actor": move.actor, "action": move.action})
        )
    return moves


def _view(reference: InProcessConnection, request: Request) -> JsonObject:
    outcome = reference.call(request)
    if not isinstance(outcome, Answer) or not isinstance(outcome.result, dict):
        raise AssertionError(f"the reference engine did not carry out {request}: {outcome}")
    return outcome.result


def _quickest(menu: Json) -> JsonObject:
    """The action of a menu that most likely ends the hand soon, with the simplest arguments."""
    assert isinstance(menu, list)
    patterns = [pattern for pattern in menu if isinstance(pattern, dict)]
    return {name: _simplest(choice) for name, choice in min(patterns, key=_slowness).items()}


def _slowness(pattern: JsonObject) -> int:
    verb = pattern["type"]
    if verb in SLOW:
        return len(QUICK) + 1
    return QUICK.index(str(verb)) if verb in QUICK else len(QUICK)


def _simplest(choice: Json) -> Json:
    """The first value that a pattern's argument admits."""
    match choice:
        case {"from": [*cards], "min": int(low)}:
            return _unlike(cards)[:low]
        case {"min": low}:
            return low
        case {"one_of": [first, *_]}:
            return first
        case {"order_of": [*items]}:
            return items
        case _:
            return choice


def _unlike(cards: list[Json]) -> list[Json]:
    """The cards, those before all others that have ranks of their own: drawn by lot they do not tie."""
    firsts = {str(card)[0]: card for card in reversed(cards)}
    return [*firsts.values(), *(card for card in cards if card not in firsts.values())]
