"""The reference engine as an implementation under test, with every rule set and every capability."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from conformance.about import version
from conformance.adapters.protocol import PROTOCOL_VERSION, Json, NotSupported, Rejection
from conformance.convert import (
    JsonObject,
    Malformed,
    action_from_json,
    events_to_json,
    setup_from_json,
    view_to_json,
)
from conformance.games import AnyGame
from conformance.wire import CAPABILITIES
from refengine.draw.rules import DrawRules
from refengine.errors import CardRulesError
from refengine.game import Setup, Step
from refengine.options import Choice, OptionSpec, Settled, settle
from refengine.ranking import Ranking, category, check_hand, strength
from refengine.rulesets import brazilian_pingo, italian_invito, italian_progressive
from refengine.rulesets.catalogue import GAMES
from refengine.seating import Seat

DRAW_TEXTS: Final[Mapping[str, Callable[[Settled, int], DrawRules]]] = {
    text.GAME.name: text.rules for text in (brazilian_pingo, italian_invito, italian_progressive)
}
"""The rule sets in which hands rank, by their rules."""


class _Session:
    """A game being played."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        self._game = game
        self._seats = setup.seats
        self._now: Step[object] = game.start(setup)

    def act(self, actor: Json, action: Json) -> None:
        self._now = self._game.apply(self._now.state, action_from_json(actor, action))

    def view(self, viewer: Json) -> JsonObject:
        if viewer is None:
            return self._seen(None)
        if type(viewer) is not int or not 0 <= viewer < self._seats:
            raise ValueError(f"there is no seat {viewer!r} to see anything from")
        return self._seen(Seat(viewer))

    def _seen(self, viewer: Seat | None) -> JsonObject:
        view = view_to_json(self._game.observe(self._now.state, viewer))
        view["events"] = events_to_json(self._now.events, viewer)
        return view


class Reference:
    """The methods of the protocol, played by any number of games."""

    def __init__(self, games: Mapping[str, AnyGame] = GAMES) -> None:
        self._games = games
        self._sessions: dict[str, _Session] = {}

    def hello(self, protocol: Json, **_: Json) -> JsonObject:
        """What is claimed: everything."""
        if not isinstance(protocol, list) or PROTOCOL_VERSION not in protocol:
            raise NotSupported(f"only protocol {PROTOCOL_VERSION} is spoken")
        return {
            "protocol": PROTOCOL_VERSION,
            "name": "refengine",
            "version": version(),
            "language": "Python",
            "rules": {name: _claim(game) for name, game in self._games.items()},
            "capabilities": list(CAPABILITIES),
        }

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        """Begin a session."""
        if session in self._sessions:
            raise ValueError(f"there is a session {session!r} already")
        game = self._game(rules)
        try:
            self._sessions[session] = _Session(game, setup_from_json(params))
        except CardRulesError as error:
            raise _rejection(error) from error
        return self._sessions[session].view(None)

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        """Carry out an action."""
        playing = self._session(session)
        try:
            playing.act(actor, action)
        except Malformed as error:
            raise Rejection("malformed", None, str(error)) from error
        except CardRulesError as error:
            raise _rejection(error) from error
        return playing.view(None)

    def view(self, session: str, seat: Json = None) -> JsonObject:
        """Look at a session, as a seat or as the referee."""
        return self._session(session).view(seat)

    def end(self, session: str) -> JsonObject:
        """Forget a session."""
        self._session(session)
        del self._sessions[session]
        return {}

    def bye(self) -> JsonObject:
        """Nothing is left to do."""
        return {}

    def rank(self, rules: str, seats: Json, hands: Json, options: Json = None) -> JsonObject:
        """Rank hands by what a session with that many seats and these options would play."""
        if not isinstance(hands, list):
            raise Rejection("malformed", None, "hands is a list of hands")
        try:
            ranking = self._ranking(rules, seats, options)
            checked = [check_hand(_cards(hand), ranking) for hand in hands]
        except CardRulesError as error:
            raise _rejection(error) from error
        return {
            "keys": [strength(hand, ranking) for hand in checked],
            "categories": [category(hand, ranking) for hand in checked],
        }

    def _ranking(self, rules: str, seats: Json, options: Json) -> Ranking:
        game = self._game(rules)
        if rules not in DRAW_TEXTS:
            raise NotSupported(f"hands do not rank in {rules}")
        setup = setup_from_json({"seats": seats, "stacks": [], "options": options})
        game.start(setup._replace(stacks=(1,) * setup.seats, dealer=Seat(0)))  # refuses what cannot be played
        return DRAW_TEXTS[rules](settle(game.options, setup.options), setup.seats).pack.ranking

    def _game(self, rules: str) -> AnyGame:
        if rules not in self._games:
            raise NotSupported(f"there is no rule set {rules!r}")
        return self._games[rules]

    def _session(self, session: str) -> _Session:
        if session not in self._sessions:
            raise ValueError(f"there is no session {session!r}")
        return self._sessions[session]


def _claim(game: AnyGame) -> JsonObject:
    return {
        "seats": {"min": game.fewest, "max": game.most},
        "options": {spec.name: _values(spec) for spec in game.options},
    }


def _values(spec: OptionSpec) -> Json:
    if isinstance(spec.range, Choice):
        return list(spec.range.values)
    return {"min": spec.range.low, "max": None}


def _cards(hand: Json) -> list[str]:
    if not isinstance(hand, list) or not all(isinstance(card, str) for card in hand):
        raise Rejection("malformed", None, f"{hand!r} is no list of cards")
    return [str(card) for card in hand]


def _rejection(error: CardRulesError) -> Rejection:
    return Rejection(error.code, error.clause or None, str(error))
