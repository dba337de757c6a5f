"""Sessions that are mixed up fail a run, though cases are played one after the other."""

# ruff: noqa: ARG002 (sessions are mixed up by leaving their names out)
from __future__ import annotations

from collections.abc import Callable

import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Json, NotSupported, Rejection
from conformance.adapters.reference import Reference
from conformance.claims import Claims
from conformance.convert import JsonObject
from conformance.faults.different import Unlike, unlike
from conformance.runner import Runner
from conformance.session.apart import keep_apart

RULES = ("italian-invito", "italian-progressive", "brazilian-pingo", "red-dog", "ton")


class OneTable(Reference):
    """Has one table, which every new session clears."""

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        self._sessions.clear()
        return super().new("", rules, **params)

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        return super().act("", actor, action)

    def view(self, session: str, seat: Json = None) -> JsonObject:
        return super().view("", seat)

    def end(self, session: str) -> JsonObject:
        return super().end("")


class ActsOnTheLast(Reference):
    """Looks at the session that is named, and acts in the one that was opened last."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        return super().act([*self._sessions][-1], actor, action)


class ActsOnTheFirst(Reference):
    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        return super().act(next(iter(self._sessions)), actor, action)


class EndsAll(Reference):
    def end(self, session: str) -> JsonObject:
        self._sessions.clear()
        return {}


class KeepsTheFirstChips(Reference):
    """Takes the chips of the first session for those of the second."""

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        self._stacks = getattr(self, "_stacks", params["stacks"])
        return super().new(session, rules, **{**params, "stacks": self._stacks})


class OneTableAndSaysSo(OneTable):
    def hello(self, protocol: Json, **more: Json) -> JsonObject:
        return {**super().hello(protocol, **more), "session_limit": 1}


class OneRules(OneTable):
    """One table, of one rule set."""

    rules = ""

    def hello(self, protocol: Json, **more: Json) -> JsonObject:
        hello = super().hello(protocol, **more)
        rules = hello["rules"]
        assert isinstance(rules, dict)
        return {**hello, "rules": {self.rules: rules[self.rules]}}


class RefusesAll(OneTable):
    """One table at which nothing can be done."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        raise Rejection("not_available")

    def view(self, session: str, seat: Json = None) -> JsonObject:
        raise NotSupported("view")


class RefusesASecond(Reference):
    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        if self._sessions:
            raise RuntimeError("there is one already")
        return super().new(session, rules, **params)


def told(make: Callable[[], object]) -> list[str]:
    """What the probe notes; all of it has to count."""
    runner = Runner(InProcessAdapter("apart", make))
    keep_apart(runner, Claims(runner.hello()))
    of_sessions = [remark for remark in runner.remarks if remark.about == "sessions"]
    assert all(remark.counts for remark in of_sessions)
    return [remark.text for remark in of_sessions]


@pytest.mark.parametrize(
    ("make", "how"),
    [
        (OneTable, "stacks of one changed when another was opened"),
        (ActsOnTheLast, "of one changed by '"),
        (ActsOnTheFirst, "of one changed by '"),
        (EndsAll, "one was lost when the other was ended"),
        (KeepsTheFirstChips, "the second one has the chips of the first"),
    ],
)
def test_sessions_that_are_mixed_up_are_told(make: type[Reference], how: str) -> None:
    (text,) = told(make)
    assert text.startswith("sessions are mixed up: ")
    assert how in text
    assert "session_limit 1" in text


@pytest.mark.parametrize("rules", RULES)
def test_any_rule_set_shows_it(rules: str) -> None:
    class Mixed(OneRules):
        pass

    Mixed.rules = rules
    assert len(told(Mixed)) == 1


@pytest.mark.parametrize("make", [Reference, OneTableAndSaysSo, RefusesAll, RefusesASecond])
def test_what_is_right_claims_less_or_breaks_elsewhere_is_not_told(make: type[Reference]) -> None:
    assert told(make) == []


@pytest.mark.parametrize("one", unlike().values(), ids=lambda one: one.id)
def test_an_engine_that_is_right_in_another_way_is_not_told(one: Unlike) -> None:
    assert told(one.make) == []


@pytest.mark.parametrize("make", [Reference, OneTable, EndsAll, RefusesASecond, RefusesAll])
def test_no_session_is_left_open(make: type[Reference]) -> None:
    made = make()
    told(lambda: made)
    assert made._sessions == {} or make is RefusesAll
