"""Playing the corpus on an engine in this process, without the runner and its transports.

A case is played step by step, and everything it states is compared. What differs is collected, not raised:
a case that goes wrong early can still show what else it says, until an action is refused that had to be
legal. Beside the differences the player records which clauses the engine rested on, and the actions as an
engine has to be told them, with shuffles completed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Generic, NamedTuple, TypeVar

from conformance.adapters.protocol import Json, Rejection
from conformance.adapters.reference import Reference
from conformance.compare import How, differences, same_clause, shown
from conformance.convert import (
    Malformed,
    action_from_json,
    events_to_json,
    menu_to_json,
    setup_from_json,
    view_to_json,
)
from conformance.corpus import Case, CheckStep, DoStep, Entry, RankingCase, SeatViewStep, SetupCase, TryStep
from conformance.corpus.model import OptionValue
from conformance.plan import Incomplete, clauses_of_menu, complete
from conformance.strict_json import JsonObject
from conformance.unmoved import changes
from conformance.wire import CAPABILITIES
from refengine.errors import NO_CLAUSE, IllegalAction, SetupError
from refengine.game import Game, Step
from refengine.seating import Seat

S = TypeVar("S")

EVERYTHING: Final = frozenset(CAPABILITIES)
_SAID: Final[dict[How, str]] = {
    "differs": "differs",
    "absent": "is absent",
    "shown": "is there but should not be",
    "menu": "lacks the first and has the second beyond",
    "no_menu": "is no menu",
}


class Difference(NamedTuple):
    """At `pointer` in the case's file `what` should have been `expected` and was `got`."""

    pointer: str
    what: str
    expected: Json
    got: Json


class Played(NamedTuple):
    """What came of a case. `actions` has an entry for each step played, None where it is no action."""

    differences: tuple[Difference, ...]
    cites: frozenset[str]
    actions: tuple[JsonObject | None, ...]


class Player(Generic[S]):
    """Plays one case on one game, under options that the case leaves open."""

    def __init__(self, game: Game[S], case: Case, options: Mapping[str, OptionValue]) -> None:
        self._game = game
        self._case = case
        self._options = options
        self._differences: list[Difference] = []
        self._cites: set[str] = set()
        self._actions: list[JsonObject | None] = []

    def play(self) -> Played:
        """Play the case to its end, or to the first action that should have been legal and is not."""
        self._run()
        self._cites.discard(NO_CLAUSE)
        return Played(tuple(self._differences), frozenset(self._cites), tuple(self._actions))

    def _run(self) -> None:
        setup = self._case.setup
        params: dict[str, Json] = {
            "seats": setup.seats,
            "stacks": list(setup.stacks),
            "dealer": setup.dealer,
            "options": {**setup.options, **self._options},
            "state": setup.state,
        }
        try:
            now = self._game.start(setup_from_json(params))
        except SetupError as error:
            self._note("", "the set-up", "accepted", f"refused: {error}")
            return
        self._cite(now)
        for place, step in enumerate(self._case.steps):
            at = f"/steps/{place}"
            match step:
                case DoStep():
                    after = self._do(now, step, at)
                    if after is None:
                        return
                    now = after
                case TryStep():
                    self._try(now, step, at)
                case SeatViewStep():
                    self._actions.append(None)
                    self._see(now, step, at)
                case CheckStep(keys):
                    self._actions.append(None)
                    self._compare(keys, self._view(now, None), f"{at}/check")

    def _view(self, now: Step[S], seat: Seat | None) -> JsonObject:
        view = view_to_json(self._game.observe(now.state, seat))
        view["events"] = events_to_json(now.events, seat)
        return view

    def _note(self, at: str, what: str, expected: Json, got: Json) -> None:
        self._differences.append(Difference(f"{self._case.pointer}{at}", what, expected, got))

    def _cite(self, now: Step[S]) -> None:
        self._cites.update(now.cites)
        self._cites.update(event.clause for event in now.events)

    def _do(self, now: Step[S], step: DoStep, at: str) -> Step[S] | None:
        if step.menu is not None:
            self._cites.update(clauses_of_menu(now.menu))
            self._compare({"menu": [*step.menu]}, {"menu": menu_to_json(now.menu)}, at)
        try:
            action = complete(step.action, now.menu)
            self._actions.append(action)
            after = self._game.apply(now.state, action_from_json(step.actor, action))
        except (IllegalAction, Malformed, Incomplete) as error:
            self._note(f"{at}/do", "the action", "accepted", f"refused: {error}")
            return None
        self._cite(after)
        if step.then is not None:
            self._compare(step.then, self._view(after, None), f"{at}/then")
        return after

    def _try(self, now: Step[S], step: TryStep, at: str) -> None:
        try:
            action = complete(step.action, now.menu)
        except Incomplete as incomplete:
            self._actions.append(None)
            self._note(f"{at}/try", "the attempt", step.code, str(incomplete))
            return
        self._actions.append(action)
        viewers = [None, *map(Seat, range(self._case.setup.seats))]
        before = [self._view(now, viewer) for viewer in viewers]
        code, clause = "accepted", str(NO_CLAUSE)
        try:
            self._game.apply(now.state, action_from_json(step.actor, action))
        except Malformed:
            code = "malformed"
        except IllegalAction as error:
            code, clause = error.code, error.clause
            self._cites.add(clause)
        if code != step.code:
            self._note(f"{at}/code", "the attempt", step.code, f"{code} {clause}".rstrip())
        elif step.clause is not None and not same_clause(step.clause, clause):
            self._note(f"{at}/clause", "the clause of the refusal", step.clause, clause)
        for viewer, view in zip(viewers, before, strict=True):
            for _, key, expected, got in changes(view, self._view(now, viewer), EVERYTHING):
                self._note(at, f"{key} after the attempt", expected, got)

    def _see(self, now: Step[S], step: SeatViewStep, at: str) -> None:
        view = self._view(now, Seat(step.seat))
        self._compare(step.sees, view, f"{at}/sees")
        for _, key, _, got in shown(step.hides, view):
            self._note(f"{at}/hides", key, "absent or empty", got)

    def _compare(self, stated: JsonObject, view: JsonObject, at: str) -> None:
        for how, key, expected, got in differences(stated, view, EVERYTHING):
            self._note(f"{at}/{key.replace('.', '/')}", f"{key} {_SAID[how]}", expected, got)


def play(game: Game[S], entry: Entry, options: Mapping[str, OptionValue] | None = None) -> Played:
    """Play a case, or ask a set-up or a ranking, under further `options` that it leaves open."""
    match entry:
        case Case():
            return Player(game, entry, options or {}).play()
        case SetupCase():
            return _ask_setup(game, entry, options or {})
        case RankingCase():
            return _ask_ranking(entry, options or {})


def _ask_setup(game: Game[S], entry: SetupCase, options: Mapping[str, OptionValue]) -> Played:
    """Whether a set-up is accepted or refused as stated."""
    own = entry.setup.get("options", {})
    params = {**entry.setup, "options": {**options, **own} if isinstance(own, dict) else own}
    cites: set[str] = set()
    try:
        cites.update(game.start(setup_from_json(params)).cites)
        got = "accepted"
    except SetupError as error:
        cites.add(error.clause)
        got = f"refused: {error}"
    cites.discard(NO_CLAUSE)
    if entry.accepted == (got == "accepted"):
        return Played((), frozenset(cites), ())
    expected = "accepted" if entry.accepted else "refused"
    return Played((Difference(entry.pointer, "the set-up", expected, got),), frozenset(cites), ())


def _ask_ranking(entry: RankingCase, options: Mapping[str, OptionValue]) -> Played:
    """Whether the tiers stand in the order stated, or every hand is refused. A ranking cites nothing."""
    asked = {**options, **entry.options}
    found = [*_tiers(entry, asked), *_refusals(entry, asked)]
    return Played(tuple(found), frozenset(entry.clauses), ())


def _rank(entry: RankingCase, hands: list[tuple[str, ...]], options: Mapping[str, OptionValue]) -> JsonObject:
    written: Json = [list(hand) for hand in hands]
    return Reference().rank(entry.rules, entry.seats, written, dict(options))


def _tiers(entry: RankingCase, options: Mapping[str, OptionValue]) -> Iterator[Difference]:
    above: int | None = None
    for place, tier in enumerate(entry.tiers):
        at = f"{entry.pointer}/strongest_first/{place}"
        ranked = _rank(entry, list(tier.hands), options)
        keys, categories = ranked["keys"], ranked["categories"]
        assert isinstance(keys, list)
        if categories != [tier.category] * len(tier.hands):
            yield Difference(f"{at}/category", "the category", tier.category, categories)
        if len(set(map(repr, keys))) > 1:
            yield Difference(f"{at}/hands", "the strengths", "equal", keys)
        key = keys[0]
        assert isinstance(key, int)
        if above is not None and key >= above:
            yield Difference(at, "the strength", f"below {above}", key)
        above = key


def _refusals(entry: RankingCase, options: Mapping[str, OptionValue]) -> Iterator[Difference]:
    for place, hand in enumerate(entry.refused):
        try:
            got: Json = _rank(entry, [hand], options)
        except Rejection as rejection:
            if rejection.code == "bad_cards":
                continue
            got = str(rejection)
        yield Difference(f"{entry.pointer}/hands/{place}", "the hand", "refused: bad_cards", got)
