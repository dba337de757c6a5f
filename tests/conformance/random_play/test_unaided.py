"""What breaks an invariant is found without any reference, and what plays by other rules breaks none."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Json, Rejection
from conformance.adapters.reference import Reference
from conformance.adapters.registry import find_adapter
from conformance.convert import JsonObject
from conformance.faults import adapter_for
from conformance.faults.different import unlike
from conformance.random_play.unaided import CourseOutcome, play_unaided
from refengine.rulesets.catalogue import GAMES


class Views(Reference):
    """Subclasses change the views that are told."""

    def seen(self, view: JsonObject) -> JsonObject:
        return view

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        return self.seen(super().new(session, rules, **params))

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        return self.seen(super().act(session, actor, action))

    def view(self, session: str, seat: Json = None) -> JsonObject:
        return self.seen(super().view(session, seat))


class ChipVanishes(Views):
    """Somebody's last chips are not told."""

    def seen(self, view: JsonObject) -> JsonObject:
        stacks = view["stacks"]
        assert isinstance(stacks, list)
        return {**view, "stacks": [0 if stack == 1 else stack for stack in stacks]}


class CardTwice(Views):
    """Seats 0 and 1 hold the same hand."""

    def view(self, session: str, seat: Json = None) -> JsonObject:
        view = super().view(session, seat)
        return view if seat != 1 else {**view, "hand": super().view(session, 0)["hand"]}


class PackShrinks(Views):
    """The pack of every hand after the first has no aces of hearts."""

    def seen(self, view: JsonObject) -> JsonObject:
        menu, number = view.get("menu"), view["hand_number"]
        if view["phase"] != "shuffle" or number == 1 or not isinstance(menu, list):
            return view
        cards = [card for card in _pack(menu) if card != "Ah"]
        return {**view, "menu": [{"type": "shuffle", "cards": {"order_of": cards}}]}


def _pack(menu: list[Json]) -> list[Json]:
    (pattern,) = menu
    assert isinstance(pattern, dict)
    assert isinstance(pattern["cards"], dict)
    cards = pattern["cards"]["order_of"]
    assert isinstance(cards, list)
    return cards


class ListsTooMuch(Views):
    """A bet is listed up to one chip more than is accepted."""

    def seen(self, view: JsonObject) -> JsonObject:
        menu = view.get("menu")
        return view if not isinstance(menu, list) else {**view, "menu": [*map(_widened, menu)]}


def _widened(pattern: Json) -> Json:
    if isinstance(pattern, dict) and pattern["type"] == "bet" and isinstance(pattern["amount"], dict):
        low, high = pattern["amount"]["min"], pattern["amount"]["max"]
        assert isinstance(high, int)
        return {**pattern, "amount": {"min": low, "max": high + 1}}
    return pattern


class ListsTooLittle(Views):
    """A fold is accepted and not listed."""

    def seen(self, view: JsonObject) -> JsonObject:
        menu = view.get("menu")
        if not isinstance(menu, list):
            return view
        rest = [one for one in menu if not isinstance(one, dict) or one["type"] != "fold"]
        return {**view, "menu": rest or menu}


class MenuAtTheEnd(Views):
    """When the session is over another hand is offered."""

    def seen(self, view: JsonObject) -> JsonObject:
        return {**view, "menu": [{"type": "next_hand"}]} if view["over"] else view


class NobodyActs(Views):
    """In the phase `draw` nobody is named as the actor."""

    def seen(self, view: JsonObject) -> JsonObject:
        return {**view, "actor": None} if view["phase"] == "draw" else view


class RefusalCounts(Views):
    """What is refused is seen in the pot afterwards."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: set[str] = set()

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        try:
            return super().act(session, actor, action)
        except Rejection:
            self.refused.add(session)
            raise

    def view(self, session: str, seat: Json = None) -> JsonObject:
        view = super().view(session, seat)
        return {**view, "owes": 77} if session in self.refused else view


class TellsOfHiddenCards(Views):
    """The highest card of all hands is told as what is owed."""

    def view(self, session: str, seat: Json = None) -> JsonObject:
        view = super().view(session, seat)
        stacks = view["stacks"]
        assert isinstance(stacks, list)
        hands = [super(TellsOfHiddenCards, self).view(session, other)["hand"] for other in range(len(stacks))]
        cards = [str(card) for hand in hands if isinstance(hand, list) for card in hand]
        return {**view, "owes": sum(map(ord, "".join(card[0] for card in cards[::2])))}


class TellsOnTheSide(Views):
    """A key of its own holds the hand of seat 0, in a text."""

    def view(self, session: str, seat: Json = None) -> JsonObject:
        hand = super().view(session, 0)["hand"]
        note = " ".join(map(str, hand)) if isinstance(hand, list) else ""
        return {**super().view(session, seat), "note": note}


class ShowsMenus(Views):
    """Every seat sees the menu of the actor."""

    def view(self, session: str, seat: Json = None) -> JsonObject:
        return {**super().view(session, seat), "menu": super().view(session)["menu"]}


class SeatsDisagree(Views):
    """Seat 1 is told another pot than the referee."""

    def view(self, session: str, seat: Json = None) -> JsonObject:
        view = super().view(session, seat)
        return {**view, "pot": 7} if seat == 1 else view


class NeverTheSame(Views):
    """A session that is played again begins with another dealer."""

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        if session.endswith("again") and params["dealer"] is not None:
            params["dealer"] = 0 if params["dealer"] else 1
        return super().new(session, rules, **params)


class NeverEnds(Views):
    """The session cannot be ended."""

    def seen(self, view: JsonObject) -> JsonObject:
        between = view["phase"] == "between" and "menu" in view
        return {**view, "menu": [{"type": "next_hand"}]} if between else view


class MenuUnreadable(Views):
    """A menu is told as a word."""

    def seen(self, view: JsonObject) -> JsonObject:
        return {**view, "menu": "fold"} if view["phase"] == "opening" and "menu" in view else view


class TakesAnyStacks(Views):
    """Stacks that are missing are made up."""

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        seats, stacks = params["seats"], params["stacks"]
        if type(seats) is int and 2 <= seats <= 6 and isinstance(stacks, list):
            params["stacks"] = [*stacks, 100][:seats]
        return super().new(session, rules, **params)


class KeepsTheName(Views):
    """The name of a session that was refused is taken all the same."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: set[str] = set()

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        if session in self.refused:
            raise ValueError(f"there is a session {session!r} already")
        try:
            return super().new(session, rules, **params)
        except Rejection:
            self.refused.add(session)
            raise


class RefusesForAnotherReason(Views):
    """A set-up that makes no sense is called malformed."""

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        try:
            return super().new(session, rules, **params)
        except Rejection as rejection:
            raise Rejection("malformed", None, str(rejection)) from rejection


BREAKS: dict[type[Reference], tuple[str, str]] = {
    ChipVanishes: ("brazilian-pingo", "chips are conserved"),
    CardTwice: ("brazilian-pingo", "every card is in one place"),
    PackShrinks: ("italian-invito", "no card is lost"),
    ListsTooMuch: ("brazilian-pingo", "what the menu lists is accepted"),
    ListsTooLittle: ("brazilian-pingo", "what the menu does not list is refused"),
    MenuAtTheEnd: ("red-dog", "the menu is empty exactly at the end"),
    NobodyActs: ("italian-invito", "the menu is empty exactly at the end"),
    RefusalCounts: ("red-dog", "a refusal changes nothing"),
    TellsOfHiddenCards: ("ton", "a seat's view does not tell of hidden cards"),
    TellsOnTheSide: ("ton", "a seat's view does not tell of hidden cards"),
    ShowsMenus: ("red-dog", "nobody sees the menu of another"),
    SeatsDisagree: ("italian-invito", "seats see what the referee sees"),
    NeverTheSame: ("italian-invito", "the same script leads to the same session"),
    NeverEnds: ("italian-invito", "sessions end"),
    MenuUnreadable: ("brazilian-pingo", "menus can be read"),
    TakesAnyStacks: ("brazilian-pingo", "a set-up that makes no sense is refused"),
    RefusesForAnotherReason: ("ton", "a set-up that makes no sense is refused"),
    KeepsTheName: ("red-dog", "a session that is claimed can begin"),
}


def first_broken(make: Callable[[], object], rules: str, sessions: int = 40) -> CourseOutcome | None:
    outcomes = play_unaided(InProcessAdapter("planted", make), rules, 1, 0, sessions)
    return next((outcome for outcome in outcomes if outcome.broken is not None), None)


@pytest.mark.parametrize("make", BREAKS, ids=lambda make: make.__name__)
def test_what_breaks_an_invariant_is_found(make: type[Reference]) -> None:
    rules, name = BREAKS[make]
    outcome = first_broken(make, rules)
    assert outcome is not None
    assert outcome.broken is not None
    assert outcome.broken.name == name


@pytest.mark.parametrize("rules", sorted(GAMES))
def test_the_reference_breaks_none(rules: str) -> None:
    assert first_broken(Reference, rules, 25) is None


def test_further_keys_are_not_compared() -> None:
    assert first_broken(unlike()["more-keys"].make, "red-dog") is None


@pytest.mark.plain
def test_other_house_rules_break_none() -> None:
    make = adapter_for("pin-odd-chips-from-the-dealer-on")
    outcomes = play_unaided(InProcessAdapter("another house", make), "brazilian-pingo", 1, 0, 25)
    assert all(outcome.broken is None for outcome in outcomes)


def test_the_same_seed_plays_the_same_sessions() -> None:
    one, other = (
        [
            [done.attempt for done in outcome.history]
            for outcome in play_unaided(InProcessAdapter("reference", Reference), "red-dog", 4, first, last)
        ]
        for first, last in ((0, 30), (20, 30))
    )
    assert one[20:] == other


def test_little_is_played_where_little_is_claimed() -> None:
    class Mute(Reference):
        def hello(self, protocol: Json, **more: Json) -> JsonObject:
            return {**super().hello(protocol, **more), "capabilities": ["play", "pot"]}

    assert list(play_unaided(InProcessAdapter("mute", Mute), "ton", 1, 0, 5)) == []


def test_no_more_sessions_are_open_than_the_implementation_allows() -> None:
    class Narrow(Reference):
        open = 0
        most = 0

        def hello(self, protocol: Json, **more: Json) -> JsonObject:
            return {**super().hello(protocol, **more), "session_limit": 3}

        def new(self, session: str, rules: str, **params: Json) -> JsonObject:
            view = super().new(session, rules, **params)
            Narrow.open += 1
            Narrow.most = max(Narrow.open, Narrow.most)
            return view

        def end(self, session: str) -> JsonObject:
            Narrow.open -= 1
            return super().end(session)

    assert first_broken(Narrow, "red-dog", 12) is None
    assert Narrow.most == 3


CRASHING = """
import os
from conformance.adapters.reference import Reference

class Crashes(Reference):
    def act(self, session, actor=None, action=None):
        if session == "unaided-red-dog-5":
            os._exit(4)
        return super().act(session, actor, action)
"""


def test_a_crash_is_the_fault_of_the_session_that_it_happens_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "crashing.py").write_text(CRASHING, "utf-8")
    monkeypatch.chdir(tmp_path)
    spec = f"stdio: {shlex.quote(sys.executable)} -m conformance serve crashing:Crashes"
    outcomes = list(play_unaided(find_adapter(spec), "red-dog", 1, 0, 9))
    assert [outcome.number for outcome in outcomes] == list(range(9))
    (broken,) = (outcome for outcome in outcomes if outcome.broken is not None)
    assert broken.number == 5
    assert broken.broken is not None
    assert broken.broken.name == "every request is answered"
