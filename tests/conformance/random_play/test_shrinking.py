"""What differs is made small, differs in the same way still, and comes out the same every time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.adapters.reference import Reference
from conformance.claims import Claims
from conformance.random_play.choices import seeded
from conformance.random_play.kinds import manifestation
from conformance.random_play.mending import carry_out, laid, plan_of
from conformance.random_play.ranges import Lane, SessionOutcome
from conformance.random_play.reductions import REDUCTIONS, measure, top_of
from conformance.random_play.reseating import rotated, without_seat
from conformance.random_play.sessions import Session, draw_session
from conformance.random_play.shrinking import Flaky, Shrunk, shrink
from conformance.random_play.tables import Ground, ground_of
from conformance.wire import read_hello
from refengine.cards import FULL_PACK
from refengine.errors import SetupError
from refengine.rulesets.catalogue import GAMES

pytestmark = pytest.mark.plain

LaneOf = Callable[[str, str], Lane]
CLAIMS = Claims(read_hello(Reference().hello([1])))


def first(lane: Lane) -> SessionOutcome:
    return next(outcome for outcome in lane.play(1, range(60)) if outcome.difference is not None)


def shrunk(lane: Lane) -> Shrunk:
    found = shrink(lane, 1, first(lane))
    assert isinstance(found, Shrunk)
    return found


PLANTED = [
    ("loses a chip", "brazilian-pingo"),
    ("loses a chip", "red-dog"),
    ("takes folds any time", "italian-invito"),
    ("tells another reason", "italian-progressive"),
    ("shows a hand", "ton"),
    ("refuses raises", "brazilian-pingo"),
    ("breaks on bets", "brazilian-pingo"),
    ("counts refusals", "red-dog"),
]


def test_planted_faults_are_shrunk_to_a_handful_of_turns_at_small_tables(lane_of: LaneOf) -> None:
    small = [shrunk(lane_of(name, rules)) for name, rules in PLANTED]
    turns = [len(one.session.turns) for one in small]
    assert median(turns) <= 6
    assert max(turns) <= 12
    assert median(one.session.table.seats for one in small) == 2


def test_the_small_session_differs_as_the_large_one_did(lane_of: LaneOf) -> None:
    lane = lane_of("loses a chip", "brazilian-pingo")
    large = first(lane)
    small = shrunk(lane)
    assert large.difference is not None
    game = lane.ground.game
    wanted = manifestation(game, large.session, large.difference.found)
    again = lane.once(small.session)
    assert again is not None
    assert manifestation(game, small.session, again.found) == wanted
    assert again.found.spot.turn == len(small.session.turns) - 1


def test_shrinking_comes_out_the_same_every_time(lane_of: LaneOf) -> None:
    one, other = (shrunk(lane_of("loses a chip", "italian-invito")) for _ in range(2))
    assert one == other


def test_a_difference_that_does_not_come_again_is_no_fault_in_the_rules(lane_of: LaneOf) -> None:
    lane = lane_of("fails now and then", "brazilian-pingo")
    found = shrink(lane, 1, first(lane))
    assert isinstance(found, Flaky)
    assert found.times < found.tries


# -- the ways to make a session smaller


def ground(rules: str) -> Ground:
    found = ground_of(CLAIMS, rules)
    assert isinstance(found, Ground)
    return found


def drawn(rules: str, seed: int) -> Session:
    return draw_session(seeded(seed), ground(rules))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 5000), st.sampled_from(REDUCTIONS), st.data())
def test_what_a_reduction_leads_to_is_a_session(
    rules: str, seed: int, reduction: Callable[..., object], data: st.DataObject
) -> None:
    session = drawn(rules, seed)
    game = GAMES[rules]
    plans = [plan for how in REDUCTIONS if how is reduction for plan in how(game, session)]
    if plans:
        plan = data.draw(st.sampled_from(plans))
        try:
            smaller = carry_out(game, plan)
        except SetupError:
            return
        assert carry_out(game, plan_of(smaller)) == smaller


@pytest.mark.parametrize("rules", sorted(GAMES))
def test_who_stays_at_the_table_is_dealt_the_same_cards(rules: str) -> None:
    game = GAMES[rules]
    full = {"deck": "full"} if rules not in ("red-dog", "ton") else {}
    session = next(
        one
        for one in (drawn(rules, seed) for seed in range(3000))
        if one.table.seats == 4
        and {**one.table.options}.get("deck") == full.get("deck")
        and min(one.table.stacks) > 9
    )
    place = next(
        at for at, turn in enumerate(session.turns) if turn.action["type"] == "shuffle" and not turn.refusal
    )
    for moved in (without_seat(game, session, 0), rotated(game, session, 1)):
        after = carry_out(game, moved)
        seats = after.table.seats
        at = next(
            at for at, turn in enumerate(after.turns) if turn.action["type"] == "shuffle" and not turn.refusal
        )
        old, new = session.turns[place].action["cards"], after.turns[at].action["cards"]
        assert isinstance(old, list)
        assert isinstance(new, list)
        hands = {frozenset(map(str, old[seat:20:4])) for seat in range(4)}
        assert sum(frozenset(map(str, new[seat : 5 * seats : seats])) in hands for seat in range(seats)) >= 3


def test_a_pack_is_laid_as_meant_with_others_in_the_place_of_what_is_not_there() -> None:
    assert laid("cxab", "abcde") == ("c", "d", "a", "b", "e")
    assert laid("xyz", "ab") == ("a", "b")


def test_the_top_of_an_order_is_what_has_to_be_named() -> None:
    assert top_of(list(FULL_PACK)) == 0
    assert top_of([FULL_PACK[3], *FULL_PACK[:3], *FULL_PACK[4:]]) == 1
    assert top_of(list(FULL_PACK[::-1])) == 51


def test_fewer_turns_count_more_than_anything_else() -> None:
    session = drawn("italian-invito", 4)
    shorter = replace(session, turns=session.turns[:-1], table=session.table._replace(stacks=(1, 2, 3)))
    assert measure(shorter) < measure(session)
