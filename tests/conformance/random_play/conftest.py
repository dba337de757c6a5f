"""Implementations that are wrong in one way each, and lanes to play them in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Json, Rejection
from conformance.adapters.reference import Reference
from conformance.claims import Claims
from conformance.convert import JsonObject
from conformance.random_play.ranges import Lane, make_lane
from conformance.random_play.tables import Ground, ground_of
from conformance.runner import Runner
from conformance.wire import read_hello

Make = Callable[[], object]


class Wrong(Reference):
    """The reference engine; subclasses do one thing wrong."""

    def change(self, view: JsonObject) -> JsonObject:
        """What becomes of a view before it is told."""
        return view

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        return self.change(super().new(session, rules, **params))

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        return self.change(super().act(session, actor, action))

    def view(self, session: str, seat: Json = None) -> JsonObject:
        return self.change(super().view(session, seat))


class LosesAChip(Wrong):
    """After a showdown the pot keeps a chip that was paid out."""

    def change(self, view: JsonObject) -> JsonObject:
        hand = view["last_hand"]
        if isinstance(hand, dict) and hand["shown"] and isinstance(view["pot"], int):
            view["pot"] += 1
        return view


class TakesFoldsAnyTime(Wrong):
    """A fold is accepted where it is not offered, and ignored."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        try:
            return super().act(session, actor, action)
        except Rejection as rejection:
            if isinstance(action, dict) and action.get("type") == "fold" and rejection.code != "malformed":
                return self.view(session)
            raise


class TellsAnotherReason(Wrong):
    """A bad amount is said to be not available."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        try:
            return super().act(session, actor, action)
        except Rejection as rejection:
            if rejection.code == "bad_amount":
                raise Rejection("not_available", None, str(rejection)) from rejection
            raise


class ShowsAHand(Wrong):
    """Seat 0 sees the hand of seat 1."""

    def view(self, session: str, seat: Json = None) -> JsonObject:
        return super().view(session, 1 if seat == 0 else seat)


class RefusesRaises(Wrong):
    """Every raise is refused."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        if isinstance(action, dict) and action.get("type") == "raise" and type(action.get("amount")) is int:
            before = super().view(session)
            if before["actor"] == actor:
                raise Rejection("raise_forbidden", None, "no raises here")
        return super().act(session, actor, action)


class RefusesNotes(Wrong):
    """An action with an argument beyond those of its type is malformed."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        if isinstance(action, dict) and "note" in action:
            raise Rejection("malformed", None, "what is a note?")
        return super().act(session, actor, action)


class BreaksOnBets(Wrong):
    """A bet ends in an exception."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        told = super().act(session, actor, action)
        if isinstance(action, dict) and action.get("type") == "bet":
            raise ZeroDivisionError("no chips to divide")
        return told


class CountsRefusals(Wrong):
    """What is refused puts a chip into the pot all the same."""

    def __init__(self) -> None:
        super().__init__()
        self._added: dict[str, int] = {}

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        try:
            return super().act(session, actor, action)
        except Rejection:
            self._added[session] = self._added.get(session, 0) + 1
            raise

    def view(self, session: str, seat: Json = None) -> JsonObject:
        view = super().view(session, seat)
        assert isinstance(view["pot"], int)
        return {**view, "pot": view["pot"] + self._added.get(session, 0)}


class FailsNowAndThen(Wrong):
    """Every 999th view has another pot, whatever is played."""

    def __init__(self) -> None:
        super().__init__()
        self._views = 0

    def change(self, view: JsonObject) -> JsonObject:
        self._views += 1
        return {**view, "pot": 77} if self._views % 999 == 0 else view


class KeepsSessions(Wrong):
    """A session cannot be given up."""

    def end(self, session: str) -> JsonObject:
        raise KeyError(session)


class OnlyRanks(Wrong):
    """It plays no sessions."""

    def hello(self, protocol: Json, **more: Json) -> JsonObject:
        return {**super().hello(protocol, **more), "capabilities": ["rank"]}


class CutsAnywhere(Reference):
    """Tells that seat 0 cuts, whoever does."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        view = super().act(session, actor, action)
        events = view["events"]
        assert isinstance(events, list)
        told: list[Json] = [
            {"type": "cut", "seat": 0} if isinstance(event, dict) and event.get("type") == "cut" else event
            for event in events
        ]
        return {**view, "events": told}


class TellsThePack(Wrong):
    """Seats are told the pack as it was shuffled last."""

    def __init__(self) -> None:
        super().__init__()
        self._packs: dict[str, Json] = {}

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        view = super().act(session, actor, action)
        if isinstance(action, dict) and action.get("type") == "shuffle":
            self._packs[session] = action["cards"]
        return view

    def view(self, session: str, seat: Json = None) -> JsonObject:
        view = super().view(session, seat)
        return view if seat is None else {**view, "debug": {"pack": self._packs.get(session)}}


class TellsMenus(Wrong):
    """Every seat is told the menu of the actor, in a key of its own."""

    def view(self, session: str, seat: Json = None) -> JsonObject:
        return {**super().view(session, seat), "offers": super().view(session)["menu"]}


class TellsItsOwn(Wrong):
    """Seats are told what they know anyway, once more."""

    def view(self, session: str, seat: Json = None) -> JsonObject:
        view = super().view(session, seat)
        return {**view, "mine": [view.get("hand"), view.get("menu")], "said": "As usual, up 2d 4h"}


PLANTED: dict[str, Make] = {
    "cuts anywhere": CutsAnywhere,
    "loses a chip": LosesAChip,
    "takes folds any time": TakesFoldsAnyTime,
    "tells another reason": TellsAnotherReason,
    "shows a hand": ShowsAHand,
    "refuses raises": RefusesRaises,
    "refuses notes": RefusesNotes,
    "breaks on bets": BreaksOnBets,
    "counts refusals": CountsRefusals,
    "fails now and then": FailsNowAndThen,
    "keeps sessions": KeepsSessions,
    "only ranks": OnlyRanks,
    "tells the pack": TellsThePack,
    "tells menus": TellsMenus,
    "tells its own": TellsItsOwn,
    "nothing": Reference,
}


@pytest.fixture(scope="session")
def adapter_of() -> Callable[[str], InProcessAdapter]:
    """The adapter of what is planted by that name."""
    return lambda name: InProcessAdapter(name, PLANTED[name])


@pytest.fixture
def lane_of() -> Iterator[Callable[[str, str], Lane]]:
    """The lane for what is planted and a rule set; connections are closed in the end."""
    runners: list[Runner] = []

    def make(name: str, rules: str) -> Lane:
        adapter = InProcessAdapter(name, PLANTED[name])
        runners.append(Runner(adapter))
        lane = make_lane(runners[-1], rules)
        assert isinstance(lane, Lane)
        return lane

    yield make
    for runner in runners:
        runner.close()


@pytest.fixture
def grounds() -> dict[str, Ground]:
    """Everything that the reference claims, by rule set."""
    claims = Claims(read_hello(Reference().hello([1])))
    grounds: dict[str, Ground] = {}
    for rules in claims.hello.rules:
        ground = ground_of(claims, rules)
        assert isinstance(ground, Ground)
        grounds[rules] = ground
    return grounds
