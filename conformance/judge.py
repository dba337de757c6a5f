"""The replies to a script held against its checks: the first thing that is wrong, if anything is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from conformance.adapters.protocol import Answer, Broke, Json, Lost, Outcome, Rejected, Unsupported
from conformance.compare import Difference, View, differences, same_clause, shown
from conformance.convert import JsonObject
from conformance.corpus import Tier
from conformance.script import Carried, Check, Hides, Ranks, Refused, Script, Shows, Unchanged, Viewed
from conformance.standing import Reply, wrong_in
from conformance.unmoved import changes

FaultKind = Literal[
    "refused",
    "accepted",
    "wrong_code",
    "wrong_clause",
    "differs",
    "changed",
    "no_object",
    "denied",
    "broke",
    "lost",
    "unplayable",
]


class Fault(NamedTuple):
    """The first thing that is wrong, at `step` of the case, in the reply to request `at`.

    `refused`: an action, set-up or hand that is legal was refused; `accepted`: one that is not was accepted;
    `wrong_code`, `wrong_clause`: refused for another reason; `differs`: a view has not what the `part` of
    the step asks for, or, in a part `form`, `hidden` or `events`, what every view must have; `changed`: a
    refused action changed a view; `no_object`: the result is no object; `denied`: said not to be supported
    although it was claimed; `broke`, `lost`: no answer; `unplayable`: the reference engine cannot tell how
    the case goes on.
    """

    step: int
    at: int
    kind: FaultKind
    part: str
    expected: Json
    got: Json
    differences: tuple[Difference, ...] = ()


def judge(script: Script, outcomes: Sequence[Outcome], capabilities: Collection[str]) -> Fault | None:
    """The first fault of a script, given its outcomes as far as there are any."""
    one = _Judge(outcomes, capabilities)
    for check in script.checks:
        fault = one.fault_in(check)
        if fault is not None:
            return fault
    if script.flaw is not None:
        return Fault(script.flaw.step, len(outcomes) - 1, "unplayable", "do", None, script.flaw.reason)
    return None


class _Judge:
    """Holds outcomes against checks. A view is only looked at once its reply has been found in order."""

    def __init__(self, outcomes: Sequence[Outcome], capabilities: Collection[str]) -> None:
        self._outcomes = outcomes
        self._capabilities = frozenset(capabilities)

    def fault_in(self, check: Check) -> Fault | None:
        match check:
            case Carried(step, at):
                return self._carried(step, at)
            case Refused():
                return self._refused(check)
            case Shows(step, at, part, keys):
                found = tuple(differences(keys, self._view(at), self._capabilities))
                return Fault(step, at, "differs", part, None, None, found) if found else None
            case Hides(step, at, keys):
                found = tuple(shown(keys, self._view(at)))
                return Fault(step, at, "differs", "hides", None, None, found) if found else None
            case Unchanged(step, before, after):
                return self._changed(step, before, after)
            case Viewed(step, at, viewer, moment, again):
                return self._viewed(step, at, Reply(self._view(at), viewer, moment, again))
            case Ranks(step, at, tiers):
                view = self._view(at)
                found = tuple(ranking_differences(view.get("keys"), view.get("categories"), tiers))
                return Fault(step, at, "differs", "ranking", None, None, found) if found else None

    def _view(self, at: int) -> View:
        """The view in a reply that has been carried out."""
        outcome = self._outcomes[at]
        if not isinstance(outcome, Answer) or not isinstance(outcome.result, dict):
            raise AssertionError(f"reply {at} is looked at before it was found in order")
        return outcome.result

    def _carried(self, step: int, at: int) -> Fault | None:
        match self._outcomes[at]:
            case Answer(dict()):
                return None
            case Answer(result):
                return Fault(step, at, "no_object", "reply", "an object", result)
            case Rejected() as rejected:
                return Fault(step, at, "refused", "reply", "carried out", _told(rejected))
            case Unsupported() | Broke() | Lost() as outcome:
                return unanswered(step, at, outcome)

    def _refused(self, check: Refused) -> Fault | None:
        step, at, code, clause = check
        expected: JsonObject = {"code": code} if clause is None else {"code": code, "clause": clause}
        match self._outcomes[at]:
            case Answer():
                return Fault(step, at, "accepted", "reply", expected, "accepted")
            case Rejected() as rejected:
                if "codes" not in self._capabilities:
                    return None
                if rejected.code != code:
                    return Fault(step, at, "wrong_code", "reply", expected, _told(rejected))
                if clause and rejected.clause and not same_clause(clause, rejected.clause):
                    return Fault(step, at, "wrong_clause", "reply", expected, _told(rejected))
                return None
            case Unsupported() | Broke() | Lost() as outcome:
                return unanswered(step, at, outcome)

    def _viewed(self, step: int, at: int, reply: Reply) -> Fault | None:
        moment = reply.moment
        before = None if moment.before is None else self._view(moment.before.at)
        wrong = wrong_in(reply, self._view(moment.at), before, self._capabilities)
        if wrong is None:
            return None
        part = wrong.part if reply.viewer is None else f"{wrong.part} for seat {reply.viewer}"
        return Fault(step, at, "differs", part, None, None, wrong.differences)

    def _changed(self, step: int, before: tuple[int, ...], after: tuple[int, ...]) -> Fault | None:
        for place, (was, now) in enumerate(zip(before, after, strict=True)):
            found = tuple(changes(self._view(was), self._view(now), self._capabilities))
            if found:
                viewer = "the referee's view" if place == 0 else f"the view of seat {place - 1}"
                return Fault(step, now, "changed", viewer, None, None, found)
        return None


def unanswered(step: int, at: int, outcome: Unsupported | Broke | Lost) -> Fault:
    """Neither carried out nor refused: a fault, whatever was expected."""
    match outcome:
        case Unsupported(message):
            return Fault(step, at, "denied", "reply", "supported, as claimed", message)
        case Broke(code, message):
            return Fault(step, at, "broke", "reply", "an answer", {"code": code, "message": message})
        case Lost(kind, detail, stderr):
            told: JsonObject = {"kind": kind, "detail": detail, "stderr": stderr}
            return Fault(step, at, "lost", "reply", "an answer", told)


def _told(rejected: Rejected) -> JsonObject:
    told: JsonObject = {"code": rejected.code, "clause": rejected.clause, "message": rejected.message}
    return {key: value for key, value in told.items() if value}


def ranking_differences(keys: Json, categories: Json, tiers: Sequence[Tier]) -> list[Difference]:
    """What is wrong with the reply to hands of these tiers, asked in their order."""
    hands = [(" ".join(hand), tier.category) for tier in tiers for hand in tier.hands]
    if not isinstance(keys, list) or len(keys) != len(hands):
        return [Difference("differs", "keys", f"{len(hands)} whole numbers", keys)]
    if not isinstance(categories, list) or len(categories) != len(hands):
        return [Difference("differs", "categories", f"{len(hands)} categories", categories)]
    found = [
        Difference("differs", f"the category of {hand}", category, got)
        for (hand, category), got in zip(hands, categories, strict=True)
        if got != category
    ]
    numbers = [key for key in keys if type(key) is int]
    if len(numbers) != len(keys):
        return [*found, Difference("differs", "keys", "whole numbers", keys)]
    return [*found, *_order_differences(numbers, tiers)]


def _order_differences(keys: Sequence[int], tiers: Sequence[Tier]) -> list[Difference]:
    """Neighbours suffice: each hand against the one before it."""
    found: list[Difference] = []
    hands = [(place, hand) for place, tier in enumerate(tiers) for hand in tier.hands]
    for at in range(1, len(hands)):
        (upper, strong), (lower, weak) = hands[at - 1], hands[at]
        wanted = "ties with" if upper == lower else "beats"
        got = "ties with" if keys[at - 1] == keys[at] else "beats" if keys[at - 1] > keys[at] else "loses to"
        if got != wanted:
            found.append(Difference("differs", f"{' '.join(strong)} and {' '.join(weak)}", wanted, got))
    return found
