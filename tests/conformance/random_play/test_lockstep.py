"""Whatever differs from the reference is found at the turn where it shows, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conformance.adapters.protocol import Json, Request
from conformance.compare import Difference as KeyDifference
from conformance.random_play.choices import seeded
from conformance.random_play.lockstep import START, Comparer, Spot, script_of
from conformance.random_play.ranges import Difference, Lane, SessionOutcome
from conformance.random_play.sessions import Session, draw_session
from conformance.random_play.tables import Ground
from conformance.wire import CAPABILITIES
from refengine.rulesets.catalogue import GAMES

LaneOf = Callable[[str, str], Lane]
EVERYTHING = frozenset(CAPABILITIES)
VIEW: dict[str, Json] = {"pot": 3, "stacks": [1, 2], "over": False, "menu": [{"type": "fold"}]}


def first(lane: Lane, numbers: range = range(60)) -> SessionOutcome:
    return next(outcome for outcome in lane.play(1, numbers) if outcome.difference is not None)


def difference(lane: Lane) -> Difference:
    found = first(lane).difference
    assert found is not None
    return found


@pytest.mark.parametrize("rules", sorted(GAMES))
def test_the_reference_agrees_with_itself(rules: str, lane_of: LaneOf) -> None:
    assert all(outcome.difference is None for outcome in lane_of("nothing", rules).play(3, range(40)))


@pytest.mark.parametrize("rules", sorted(GAMES))
def test_further_keys_may_hold_what_a_viewer_knows(rules: str, lane_of: LaneOf) -> None:
    assert all(outcome.difference is None for outcome in lane_of("tells its own", rules).play(3, range(20)))


PLANTED = {
    "loses a chip": "differs: pot",
    "takes folds any time": "accepted",
    "tells another reason": "wrong_code: not_available",
    "refuses raises": "refused: raise_forbidden",
    "breaks on bets": "broke",
    "counts refusals": "changed: pot",
    "tells the pack": "tells what is hidden",
    "tells menus": "tells what is hidden",
}


@pytest.mark.parametrize("name", sorted(PLANTED))
def test_a_planted_fault_is_found_and_told_by_its_kind(name: str, lane_of: LaneOf) -> None:
    assert difference(lane_of(name, "brazilian-pingo")).kind.what == PLANTED[name]


def test_a_hand_shown_to_another_seat_is_found_in_that_seats_view(lane_of: LaneOf) -> None:
    found = difference(lane_of("shows a hand", "red-dog")).found
    assert found.spot.viewer == 0
    assert {one.key for one in found.differences} >= {"hand"}


def test_a_difference_is_found_at_its_turn(lane_of: LaneOf) -> None:
    outcome = first(lane_of("breaks on bets", "red-dog"))
    assert outcome.difference
    turns = outcome.session.turns
    place = outcome.difference.found.spot.turn
    assert (turns[place].action["type"], turns[place].refusal) == ("bet", None)
    assert all(turn.action["type"] != "bet" for turn in turns[:place] if turn.refusal is None)


def test_kinds_can_be_counted(lane_of: LaneOf) -> None:
    lane = lane_of("loses a chip", "brazilian-pingo")
    kinds = {outcome.difference.kind for outcome in lane.play(1, range(40)) if outcome.difference is not None}
    assert {kind.what for kind in kinds} == {"differs: pot"}
    assert {kind.rules for kind in kinds} == {"brazilian-pingo"}


def test_what_is_not_claimed_is_not_compared() -> None:
    claimed = Comparer(EVERYTHING - {"pot", "menu"})
    assert claimed.view(VIEW, {"stacks": [1, 2], "over": False}) == ()
    assert [one.key for one in claimed.view(VIEW, {"stacks": [2, 1], "over": False})] == ["stacks"]


def test_what_is_claimed_and_missing_differs() -> None:
    assert [one.how for one in Comparer(EVERYTHING).view(VIEW, {**VIEW} | {"pot": None})] == ["differs"]
    shorter = {key: value for key, value in VIEW.items() if key != "pot"}
    assert Comparer(EVERYTHING).view(VIEW, shorter) == (KeyDifference("absent", "pot", 3, None),)


def test_a_key_too_many_differs_unless_it_is_empty_or_unknown() -> None:
    comparer = Comparer(EVERYTHING)
    assert [one.how for one in comparer.view(VIEW, {**VIEW, "hand": ["Ah"]})] == ["shown"]
    assert comparer.view(VIEW, {**VIEW, "hand": [], "result": None, "debug": {"stub": ["Ah"]}}) == ()


@pytest.mark.parametrize("pot", [True, 3.0, "3"])
def test_numbers_of_another_kind_differ(pot: Json) -> None:
    one: dict[str, Json] = {"pot": 1 if pot is True else 3}
    assert Comparer(EVERYTHING).view(one, {"pot": pot})


def test_menus_are_compared_by_what_they_admit_and_keys_in_any_order() -> None:
    menu: Json = [{"type": "bet", "amount": {"min": 4, "max": 4}}, {"type": "fold"}]
    written: Json = [{"type": "fold"}, {"amount": 4, "type": "bet"}]
    assert Comparer(EVERYTHING).view({"menu": menu, "pot": 1}, {"pot": 1, "menu": written}) == ()


def session(grounds: dict[str, Ground]) -> Session:
    """One at a table of four, with an attempt."""
    every = (draw_session(seeded(number), grounds["brazilian-pingo"]) for number in range(100))
    return next(
        one for one in every if one.table.seats == 4 and any(turn.refusal is not None for turn in one.turns)
    )


def asked(requests: list[Request]) -> list[tuple[str, Json]]:
    return [(request.method, request.params.get("seat", "-")) for request in requests]


def test_after_an_attempt_the_referee_looks_again(grounds: dict[str, Ground]) -> None:
    drawn = session(grounds)
    place = next(place for place, turn in enumerate(drawn.turns) if turn.refusal is not None)
    script = script_of(drawn, "s", "everybody")
    at = script.spots.index(Spot(place, None))
    assert asked(script.requests[at : at + 6]) == [
        ("act", "-"),
        ("view", None),
        *(("view", seat) for seat in range(4)),
    ]


def test_after_a_shuffle_everybody_looks_and_else_one_seat_after_the_other(
    grounds: dict[str, Ground],
) -> None:
    drawn = session(grounds)
    lookers: dict[int, list[int]] = {}
    for spot in script_of(drawn, "s", "in_turn").spots:
        if spot.viewer is not None and spot.turn != START:
            lookers.setdefault(spot.turn, []).append(spot.viewer)
    alone = set()
    for place, turn in enumerate(drawn.turns):
        if turn.action.get("type") == "shuffle":
            assert lookers[place] == [0, 1, 2, 3]
        else:
            (viewer,) = lookers[place]
            alone.add(viewer)
    assert len(alone) > 1


def test_nobody_looks_where_seat_views_are_not_claimed(grounds: dict[str, Ground]) -> None:
    script = script_of(session(grounds), "s", "nobody")
    assert {request.params.get("seat") for request in script.requests if request.method == "view"} <= {None}


def test_a_script_begins_and_ends_one_session(grounds: dict[str, Ground]) -> None:
    requests = script_of(session(grounds), "s", "everybody").requests
    assert [request.method for request in requests if request.method in ("new", "end")] == ["new", "end"]
    assert {request.params["session"] for request in requests} == {"s"}


def test_a_session_that_cannot_be_given_up_differs_at_its_last_turn(lane_of: LaneOf) -> None:
    outcome = first(lane_of("keeps sessions", "red-dog"))
    assert outcome.difference is not None
    assert outcome.difference.kind.what == "broke"
    assert outcome.difference.found.spot.turn == len(outcome.session.turns) - 1
