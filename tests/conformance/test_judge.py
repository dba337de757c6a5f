"""A script that the reference plays is in order; whatever goes wrong in its replies is found and placed."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.protocol import (
    Answer,
    Broke,
    Json,
    Lost,
    Outcome,
    Rejected,
    Request,
    Unsupported,
)
from conformance.adapters.reference import Reference
from conformance.corpus import (
    Case,
    CaseSetup,
    CheckStep,
    DoStep,
    RankingCase,
    SeatViewStep,
    SetupCase,
    Step,
    Tier,
    TryStep,
)
from conformance.judge import Fault, judge
from conformance.plan import make_script
from conformance.script import Script
from conformance.wire import CAPABILITIES
from refengine.rulesets.catalogue import GAMES

PINGO = GAMES["brazilian-pingo"]
SHUFFLE = DoStep("table", {"type": "shuffle", "top": "Ah Kd"}, None, {"phase": "opening", "actor": 0})
TOO_LITTLE = TryStep(0, {"type": "bet", "amount": 0}, "bad_amount", "PIN-4")
BET = DoStep(
    0,
    {"type": "bet", "amount": 5},
    [{"type": "fold"}, {"type": "check"}, {"type": "bet", "amount": {"min": 1, "max": 19}}],
    {"pot": 8},
)
STEPS: tuple[Step, ...] = (
    SHUFFLE,
    TryStep(1, {"type": "fold"}, "not_your_turn", None),
    BET,
    SeatViewStep(1, {"actor": 1}, ("trump",)),
    SeatViewStep(0, {}, ("menu",)),
    CheckStep({"stacks": [14, 19, 19]}),
)


def case(*steps: Step, **options: int | str | None) -> Case:
    setup = CaseSetup(3, (20, 20, 20), 2, options, None)
    return Case(
        id="PIN.0001",
        title="t",
        rules="brazilian-pingo",
        clauses=("PIN-4",),
        level="must",
        origin="authored",
        flags=(),
        notes=None,
        seed=None,
        setup=setup,
        steps=steps,
        path=Path("x.json"),
        pointer="/cases/0",
    )


def script_of(*steps: Step) -> Script:
    return make_script(PINGO, case(*steps), {})


def play(script: Script) -> list[Outcome]:
    return InProcessConnection(Reference()).ask(script.requests(1))


def fault(script: Script, outcomes: Sequence[Outcome], capabilities: Sequence[str] = CAPABILITIES) -> Fault:
    found = judge(script, outcomes, capabilities)
    assert found is not None
    return found


def attempt_of(script: Script) -> int:
    """The request of the second action, which is the one to be refused."""
    return [place for place, call in enumerate(script.calls) if call.method == "act"][1]


def changed(outcomes: list[Outcome], at: int, **keys: Json) -> list[Outcome]:
    outcome = outcomes[at]
    assert isinstance(outcome, Answer)
    assert isinstance(outcome.result, dict)
    return [*outcomes[:at], Answer({**outcome.result, **keys}), *outcomes[at + 1 :]]


def test_what_the_reference_plays_is_in_order() -> None:
    script = script_of(*STEPS)
    assert judge(script, play(script), CAPABILITIES) is None


def test_a_shuffle_is_completed_with_the_other_cards_in_written_order() -> None:
    cards = script_of(SHUFFLE).calls[1].params["action"]
    assert isinstance(cards, dict)
    order = cards["cards"]
    assert isinstance(order, list)
    assert len(order) == 32
    assert order[:4] == ["Ah", "Kd", "7c", "7d"]
    assert order[-3:] == ["Ac", "Ad", "As"]


def test_new_sends_every_option_that_differs_from_its_default() -> None:
    script = make_script(PINGO, case(SHUFFLE, bet_min=3, pingo=1), {"deck": "full", "ties": "split"})
    assert script.calls[0].params["options"] == {"bet_min": 3, "deck": "full"}


def test_nothing_is_asked_twice_and_every_session_is_ended() -> None:
    methods = [call.method for call in script_of(*STEPS).calls]
    looks = 1 + 3 + 4  # after the attempt the referee and three seats, before it three seats, then two seats
    assert methods.count("new") == 1
    assert methods.count("act") == 3
    assert methods.count("view") == looks + 1
    assert methods[-1] == "end"


def test_without_seat_views_no_seat_is_asked() -> None:
    script = make_script(PINGO, case(*STEPS), {}, seat_views=False)
    assert {call.params["seat"] for call in script.calls if call.method == "view"} == {None}


def test_no_request_tells_which_actions_are_to_be_refused() -> None:
    shapes = {frozenset(call.params) for call in script_of(*STEPS).calls if call.method == "act"}
    assert shapes == {frozenset({"actor", "action"})}


def test_a_menu_before_a_step_is_compared() -> None:
    script = script_of(SHUFFLE, BET)
    found = fault(script, changed(play(script), 1, menu=[{"type": "fold"}, {"type": "check"}]))
    assert (found.step, found.kind, found.part) == (1, "differs", "menu")
    assert found.differences[0].expected == [{"type": "bet", "amount": {"min": 1, "max": 19}}]


def test_keys_after_a_step_are_compared() -> None:
    script = script_of(SHUFFLE, BET)
    found = fault(script, changed(play(script), 2, pot=7))
    assert (found.step, found.part, found.differences[0].key) == (1, "then", "pot")


def test_what_is_not_claimed_is_not_compared() -> None:
    script = script_of(SHUFFLE, BET)
    outcomes = changed(changed(play(script), 2, pot=7), 1, menu=[])
    assert judge(script, outcomes, set(CAPABILITIES) - {"pot", "menu"}) is None


def test_a_refused_action_has_to_be_refused() -> None:
    script = script_of(SHUFFLE, TOO_LITTLE)
    outcomes = play(script)
    outcomes[attempt_of(script)] = outcomes[1]
    found = fault(script, outcomes)
    assert (found.step, found.kind, found.expected) == (
        1,
        "accepted",
        {"code": "bad_amount", "clause": "PIN-4"},
    )


def attempt_replied(outcome: Outcome) -> tuple[Script, list[Outcome]]:
    script = script_of(SHUFFLE, TOO_LITTLE)
    outcomes = play(script)
    outcomes[attempt_of(script)] = outcome
    return script, outcomes


@pytest.mark.parametrize("clause", [None, "PIN-4", "PIN-4r"])
def test_a_refusal_with_the_code_is_right_whether_or_not_it_knows_the_clause(clause: str | None) -> None:
    script, outcomes = attempt_replied(Rejected("bad_amount", clause, ""))
    assert judge(script, outcomes, CAPABILITIES) is None


@pytest.mark.parametrize(
    ("outcome", "kind"),
    [
        (Rejected("not_available", "PIN-4", ""), "wrong_code"),
        (Rejected(None, None, ""), "wrong_code"),
        (Rejected("bad_amount", "PIN-7", ""), "wrong_clause"),
        (Unsupported("never"), "denied"),
        (Broke(-32603, "oh"), "broke"),
    ],
)
def test_any_other_reply_to_a_forbidden_action_is_a_fault(outcome: Outcome, kind: str) -> None:
    script, outcomes = attempt_replied(outcome)
    assert fault(script, outcomes).kind == kind


def test_without_the_capability_codes_any_refusal_will_do() -> None:
    script, outcomes = attempt_replied(Rejected(None, "PIN-7", ""))
    assert judge(script, outcomes, set(CAPABILITIES) - {"codes"}) is None


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_refused_action_may_change_no_view(viewer: int | None) -> None:
    script = script_of(SHUFFLE, TOO_LITTLE)
    after = [
        place
        for place, call in enumerate(script.calls)
        if call.method == "view" and call.params["seat"] == viewer
    ][-1]
    found = fault(script, changed(play(script), after, stacks=[19, 19, 18]))
    assert (found.step, found.kind) == (1, "changed")
    assert ("referee" if viewer is None else f"seat {viewer}") in found.part


def test_a_seat_has_to_see_and_must_not_see_what_the_case_says() -> None:
    script = script_of(SHUFFLE, SeatViewStep(1, {"pot": 3}, ("menu",)))
    at = script.calls.index(Request("view", {"seat": 1}))
    assert fault(script, changed(play(script), at, pot=4)).part == "sees"
    assert fault(script, changed(play(script), at, menu=[{"type": "fold"}])).part == "hides"


@pytest.mark.parametrize(
    ("outcome", "kind"),
    [
        (Rejected("not_available", None, "no"), "refused"),
        (Unsupported("never"), "denied"),
        (Broke(None, "oh"), "broke"),
        (Answer([]), "no_object"),
        (Answer(None), "no_object"),
    ],
)
def test_a_legal_action_has_to_be_carried_out(outcome: Outcome, kind: str) -> None:
    script = script_of(SHUFFLE, BET)
    outcomes = play(script)
    outcomes[2] = outcome
    found = fault(script, outcomes)
    assert (found.step, found.kind) == (1, kind)


def test_the_first_fault_counts_even_if_the_connection_is_lost_later() -> None:
    script = script_of(SHUFFLE, BET, CheckStep({"pot": 8}))
    outcomes = changed(play(script), 1, phase="x")[:2]
    lost = Lost("crash", "exit code 1", "")
    assert fault(script, [*outcomes, lost]).kind == "differs"
    assert fault(script, [*play(script)[:2], lost]).kind == "lost"


def test_a_case_that_the_reference_cannot_follow_is_never_passed() -> None:
    script = script_of(SHUFFLE, DoStep(1, {"type": "fold"}, None, None), SHUFFLE)
    assert script.flaw is not None
    accepting = [Answer({"phase": "opening", "actor": 0})] * len(script.calls)
    assert fault(script, accepting, ("play", "phase", "actor")).kind == "unplayable"


def test_a_case_goes_on_without_the_reference_as_long_as_it_can() -> None:
    script = script_of(SHUFFLE, DoStep(1, {"type": "fold"}, None, None), CheckStep({"pot": 9}))
    assert script.flaw is None
    assert fault(script, play(script)).kind == "refused"


def test_a_script_cites_what_decides_in_it() -> None:
    assert {"PIN-1", "PIN-4"} <= script_of(SHUFFLE, TOO_LITTLE).cites


def setup_case(accepted: bool, **setup: Json) -> SetupCase:
    table: dict[str, Json] = {"seats": 2, "stacks": [9, 9], "dealer": 0, "options": {}}
    return SetupCase(
        "PIN.S001", "t", "brazilian-pingo", (), "must", {**table, **setup}, accepted, Path("x"), ""
    )


@pytest.mark.parametrize(
    "entry", [setup_case(True), setup_case(False, stacks=[9, -1]), setup_case(False, options={"x": [1]})]
)
def test_setups_are_accepted_or_refused(entry: SetupCase) -> None:
    script = make_script(PINGO, entry, {})
    outcomes = play(script)
    assert judge(script, outcomes, CAPABILITIES) is None
    other: Outcome = Rejected("bad_setup", None, "") if entry.accepted else Answer({})
    assert fault(script, [other, *outcomes[1:]]).step == -1


def test_a_setup_has_to_be_refused_with_its_code() -> None:
    script = make_script(PINGO, setup_case(False, stacks=[9]), {})
    assert fault(script, [Rejected("malformed", None, "")]).kind == "wrong_code"


def ranking(*tiers: Tier, refused: tuple[tuple[str, ...], ...] = ()) -> RankingCase:
    return RankingCase(
        "PIN.R001", "t", "brazilian-pingo", (), "must", 4, {"ties": "split"}, tiers, refused, Path("x"), ""
    )


PAIR = ("Ac", "Ad", "Kc", "Qc", "Jd")
OTHER_PAIR = ("Ah", "As", "Kd", "Qd", "Jc")
HIGH = ("Ac", "Kd", "Qc", "Jd", "9c")
TIERS = (Tier("pair", (PAIR, OTHER_PAIR)), Tier("high_card", (HIGH,)))


def test_ranked_hands_are_asked_at_once() -> None:
    script = make_script(PINGO, ranking(*TIERS), {})
    assert len(script.calls) == 1
    assert script.calls[0].params["options"] == {
        "deck": "stripped",
        "ranking": "flush_over_full",
        "ties": "split",
        "straight_flushes": "linear",
    }
    assert judge(script, play(script), CAPABILITIES) is None


@pytest.mark.parametrize(
    "change",
    [
        {"keys": [3, 3, 3]},
        {"keys": [3, 2, 1]},
        {"keys": [1, 1, 2]},
        {"keys": [3, 3]},
        {"keys": [3.0, 3.0, 1]},
        {"keys": None},
        {"categories": ["pair", "pair", "pair"]},
        {"categories": []},
    ],
)
def test_hands_that_rank_otherwise_are_a_fault(change: dict[str, Json]) -> None:
    script = make_script(PINGO, ranking(*TIERS), {})
    found = fault(script, changed(play(script), 0, **change))
    assert (found.kind, found.part) == ("differs", "ranking")


def test_any_numbers_in_the_right_order_will_do() -> None:
    script = make_script(PINGO, ranking(*TIERS), {})
    assert judge(script, changed(play(script), 0, keys=[-5, -5, -9]), CAPABILITIES) is None


def test_every_hand_that_has_to_be_refused_is_asked_by_itself() -> None:
    script = make_script(PINGO, ranking(refused=(PAIR[:4], ("Ac", "Ac", *PAIR[2:]))), {})
    assert len(script.calls) == 2
    assert judge(script, play(script), CAPABILITIES) is None
    assert fault(script, [Rejected("bad_cards", None, ""), Answer({})]).at == 1
