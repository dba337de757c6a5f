# ruff: noqa: ARG002 - what overrides a method keeps its arguments
"""The reference engine with one flaw each: what authors of adapters get wrong first."""

from __future__ import annotations

from itertools import count
from typing import ClassVar

from conformance.adapters.protocol import Json, NotSupported, Rejection
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject


class Claims(Reference):
    """Says something else in reply to ``hello``."""

    change: ClassVar[JsonObject] = {}

    def hello(self, protocol: Json, **_: Json) -> JsonObject:
        return {**super().hello(protocol), **self.change}


class OldProtocol(Claims):
    change: ClassVar[JsonObject] = {"protocol": 0}


class NoName(Claims):
    change: ClassVar[JsonObject] = {"name": None}


class UnknownCapability(Claims):
    change: ClassVar[JsonObject] = {"capabilities": ["play", "seatview"]}


class NothingToTry(Claims):
    change: ClassVar[JsonObject] = {"capabilities": ["menu", "pot"]}


class UnknownRules(Claims):
    change: ClassVar[JsonObject] = {"rules": {"texas-holdem": {"options": {}}}}


class UnknownOption(Claims):
    change: ClassVar[JsonObject] = {"rules": {"red-dog": {"options": {"antes": [1]}}}}


class UnknownValue(Claims):
    change: ClassVar[JsonObject] = {"rules": {"red-dog": {"options": {"cards": [6]}}}}


class NoTable(Claims):
    change: ClassVar[JsonObject] = {"rules": {"red-dog": {"seats": {"min": 11, "max": 12}, "options": {}}}}


class Little(Claims):
    """No flaw: it claims little and has little in its views."""

    change: ClassVar[JsonObject] = {
        "capabilities": ["play", "actor"],
        "rules": {"italian-invito": {"options": {"ante": [3]}}},
    }

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        return {"actor": super().act(session, actor, action)["actor"]}

    def view(self, session: str, seat: Json = None) -> JsonObject:
        return {"actor": super().view(session, seat)["actor"]}


class OnlyRanks(Claims):
    """No flaw: it only ranks."""

    change: ClassVar[JsonObject] = {"capabilities": ["rank"]}

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        raise AssertionError("nobody should begin a session")


class NoHello(Reference):
    def hello(self, protocol: Json, **_: Json) -> JsonObject:
        raise NotSupported("there is no method hello")


class Shown(Reference):
    """Every view goes through `show`."""

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        return self.show(super().new(session, rules, **params), None)

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        return self.show(super().act(session, actor, action), None)

    def view(self, session: str, seat: Json = None) -> JsonObject:
        return self.show(super().view(session, seat), seat)

    def show(self, view: JsonObject, seat: Json) -> JsonObject:
        return view


class NoPot(Shown):
    def show(self, view: JsonObject, seat: Json) -> JsonObject:
        return {key: value for key, value in view.items() if key != "pot"}


class StacksByName(Shown):
    def show(self, view: JsonObject, seat: Json) -> JsonObject:
        return {**view, "stacks": {"0": 100, "1": 100}}


class ViewInAList(Shown):
    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        return [super().new(session, rules, **params)]  # type: ignore[return-value]  # the point of it


class WrongPot(Shown):
    def show(self, view: JsonObject, seat: Json) -> JsonObject:
        return {**view, "pot": 1_000} if view["phase"] == "opening" else view


class TellsMenus(Shown):
    def view(self, session: str, seat: Json = None) -> JsonObject:
        return {**super().view(session, seat), "menu": super().view(session, None)["menu"]}


class MenuByType(Shown):
    def show(self, view: JsonObject, seat: Json) -> JsonObject:
        return {**view, "menu": {"fold": True}} if view["phase"] == "opening" and "menu" in view else view


class NoPass(Shown):
    def show(self, view: JsonObject, seat: Json) -> JsonObject:
        menu = view.get("menu")
        if not isinstance(menu, list):
            return view
        return {**view, "menu": [item for item in menu if item != {"type": "pass"}]}


class Counts(Shown):
    """Tells hands of all sessions apart by one counter."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = count(1)
        self._number: JsonObject = {}

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        self._number[session] = next(self._begun)
        view = super().new(session, rules, **params)
        return {**view, "table_number": self._number[session]}


class RefusesAll(Reference):
    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        raise Rejection("not_available")


class Refuses(Reference):
    """Every refusal goes through `refuse`."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        try:
            return super().act(session, actor, action)
        except Rejection as rejection:
            return self.refuse(session, rejection)

    def refuse(self, session: str, rejection: Rejection) -> JsonObject:
        raise rejection


class Accepts(Refuses):
    def refuse(self, session: str, rejection: Rejection) -> JsonObject:
        return self.view(session)


class Breaks(Refuses):
    def refuse(self, session: str, rejection: Rejection) -> JsonObject:
        raise ValueError("illegal move")


class Denies(Refuses):
    def refuse(self, session: str, rejection: Rejection) -> JsonObject:
        raise NotSupported("illegal move")


class WrongCode(Refuses):
    def refuse(self, session: str, rejection: Rejection) -> JsonObject:
        raise Rejection("not_available")


class Changes(Refuses):
    def __init__(self) -> None:
        super().__init__()
        self._fined: set[str] = set()

    def refuse(self, session: str, rejection: Rejection) -> JsonObject:
        self._fined.add(session)
        raise rejection

    def view(self, session: str, seat: Json = None) -> JsonObject:
        view = super().view(session, seat)
        return {**view, "pot": 50} if session in self._fined else view


class Ranked(Claims):
    """Only ranks, and every result goes through `rate`."""

    change: ClassVar[JsonObject] = {"capabilities": ["rank"]}

    def rank(self, rules: str, seats: Json, hands: Json, options: Json = None) -> JsonObject:
        return self.rate(super().rank(rules, seats, hands, options))

    def rate(self, result: JsonObject) -> JsonObject:
        return result


class KeysAsText(Ranked):
    def rate(self, result: JsonObject) -> JsonObject:
        keys = result["keys"]
        assert isinstance(keys, list)
        return {**result, "keys": [str(key) for key in keys]}


class LowWins(Ranked):
    def rate(self, result: JsonObject) -> JsonObject:
        keys = result["keys"]
        assert isinstance(keys, list)
        return {**result, "keys": [-key for key in keys if isinstance(key, int)]}


class NoCategories(Ranked):
    def rate(self, result: JsonObject) -> JsonObject:
        return {"keys": result["keys"]}


class TripsForShort(Ranked):
    def rate(self, result: JsonObject) -> JsonObject:
        names = result["categories"]
        assert isinstance(names, list)
        return {**result, "categories": ["trips" if name == "three_of_a_kind" else name for name in names]}


class RanksAnything(Ranked):
    def rank(self, rules: str, seats: Json, hands: Json, options: Json = None) -> JsonObject:
        try:
            return super().rank(rules, seats, hands, options)
        except Rejection:
            return {"keys": [1], "categories": ["pair"]}


class Ages(Ranked):
    def __init__(self) -> None:
        super().__init__()
        self._age = count()

    def rate(self, result: JsonObject) -> JsonObject:
        keys, age = result["keys"], next(self._age)
        assert isinstance(keys, list)
        return {**result, "keys": [key + age for key in keys if isinstance(key, int)]}
