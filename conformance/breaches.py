"""Faults of protocol told from differences about the rules.

Where a case rests on a ruling, a house may decide otherwise; that is no fault, and does not count. What no
reading of any rule could excuse does count, whatever the case rests on: no usable answer, something claimed
and missing, a value of the wrong form, a refusal that changes the state. What is malformed no rule decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, get_args

from conformance.adapters.protocol import Answer, Broke, Json, Lost, Outcome
from conformance.compare import Difference, View
from conformance.corpus.rankings import CATEGORIES
from conformance.judge import Fault, FaultKind, unanswered
from conformance.script import Check, Script, Unchanged, Viewed
from conformance.standing import Reply, Wrong, wrong_in
from refengine.errors import RefusalCode

BREACHES: Final[frozenset[FaultKind]] = frozenset({"lost", "broke", "denied", "no_object", "changed"})
"""Kinds of faults that are none of rules."""
_CODES: Final = frozenset({*get_args(RefusalCode), "bad_setup"})


def is_breach(script: Script, outcomes: Sequence[Outcome], fault: Fault, claims: frozenset[str]) -> bool:
    """Whether a fault is one of protocol, and no difference about the rules."""
    match fault.kind:
        case "accepted":
            return _code(fault.expected) == "malformed"
        case "refused":
            return _code(fault.got) == "malformed"
        case "wrong_code":
            got = _code(fault.got)
            return got not in _CODES or "malformed" in (got, _code(fault.expected))
        case "differs" if fault.part == "ranking":
            return any(map(_is_no_ranking, fault.differences))
        case "differs":
            return any(_breaks(wrong, claims) for wrong in _wrongs(script, outcomes, fault, claims))
        case kind:
            return kind in BREACHES


def unanswered_after(script: Script, outcomes: Sequence[Outcome], fault: Fault) -> Fault | None:
    """The first request after a fault that got no answer. An implementation that sees a rule otherwise may
    refuse what follows, but not break; where it began no session, an error is all that can follow."""
    begun = isinstance(outcomes[0], Answer)
    for at, outcome in enumerate(outcomes):
        if at <= fault.at:
            continue
        if isinstance(outcome, Lost) or (begun and isinstance(outcome, Broke)):
            steps = [check.step for check in script.checks if _first_at(check) <= at]
            return unanswered(max(steps, default=fault.step), at, outcome)
    return None


def _first_at(check: Check) -> int:
    return min(check.after) if isinstance(check, Unchanged) else check.at


def _code(told: Json) -> Json:
    return told.get("code") if isinstance(told, dict) else None


def _is_no_ranking(difference: Difference) -> bool:
    """Whether a reply to ``rank`` has not what every such reply has."""
    if difference.key in ("keys", "categories"):
        return True
    return difference.expected in CATEGORIES and difference.got not in CATEGORIES


def _wrongs(
    script: Script, outcomes: Sequence[Outcome], fault: Fault, claims: frozenset[str]
) -> Iterable[Wrong]:
    """What is asked of every view, and is wrong with the one in which the fault shows: a case may have named
    the key before the form was looked at."""
    for check in script.checks:
        if not isinstance(check, Viewed) or check.at != fault.at:
            continue
        moment = check.moment
        view, referee = _view(outcomes, fault.at), _view(outcomes, moment.at)
        before = None if moment.before is None else _view(outcomes, moment.before.at)
        if view is not None and referee is not None:
            wrong = wrong_in(Reply(view, check.viewer, moment, check.again), referee, before, claims)
            if wrong is not None:
                yield wrong


def _view(outcomes: Sequence[Outcome], at: int) -> View | None:
    outcome = outcomes[at]
    return outcome.result if isinstance(outcome, Answer) and isinstance(outcome.result, dict) else None


def _breaks(wrong: Wrong, claims: frozenset[str]) -> bool:
    match wrong.part:
        case "hidden":
            return True
        case "form":
            return any(_is_misshapen(one, claims) for one in wrong.differences)
        case "events":
            return not all(_is_sum(one) for one in wrong.differences)


def _is_misshapen(difference: Difference, claims: frozenset[str]) -> bool:
    """Two things are held against the reference, so that a house can see them otherwise: when a seat may look
    at its hand, and, where the actor is not claimed, whose the menu is."""
    if difference.key == "hand":
        return difference.how != "shown"
    if difference.key == "menu" and "actor" not in claims:
        return difference.how == "no_menu"
    return True


def _is_sum(difference: Difference) -> bool:
    """Whether events of one type come to another sum than the reference's."""
    _, _, kind = difference.key.partition(".")
    return bool(kind) and not kind.isdecimal()
