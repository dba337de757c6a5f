"""What shards say is put together in the order of the plan, whatever the order they come in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conformance.campaign.lines import CaseRef, FoundLine, KindLine, PlanLine, SeenLine, ShardLine
from conformance.campaign.plan import Look, Shard, shards_of, size_of
from conformance.campaign.tally import Tally, totals

POT, TURN = (KindLine("ton", "play", "TON-1", what) for what in ("differs: pot", "differs: actor"))
PLAN = PlanLine(0, 50, 10, ["ton"], {})


def line(start: int, *seen: SeenLine) -> ShardLine:
    return ShardLine("ton", start, start + 10, 100, list(seen))


LINES = [
    line(0),
    line(10, SeenLine(POT, 2, [11, 15])),
    line(20, SeenLine(TURN, 1, [20]), SeenLine(POT, 4, [21, 22, 23, 24])),
    line(30, SeenLine(POT, 9, [30, 31, 32, 33, 34])),
    line(40),
]


def test_the_rule_sets_take_turns_and_the_last_shard_is_what_is_left() -> None:
    plan = PlanLine(0, 25, 10, ["ton", "red-dog"], {})
    assert list(shards_of(plan))[:3] == [Shard("ton", 0, 10), Shard("red-dog", 0, 10), Shard("ton", 10, 20)]
    assert list(shards_of(plan))[-1] == Shard("red-dog", 20, 25)
    assert size_of(plan) == 50


@given(st.permutations(LINES))
def test_the_order_of_finishing_makes_no_difference(lines: list[ShardLine]) -> None:
    tally = Tally(PLAN)
    looks = [look for one in lines for look in tally.finished(one)]
    assert looks == [Look(POT, 11), Look(TURN, 20)]
    assert list(tally.kinds.values()) == [SeenLine(POT, 15, [11, 15, 21, 22, 23]), SeenLine(TURN, 1, [20])]
    assert (tally.sessions, tally.steps, tally.differing) == (50, 500, 16)
    assert not list(tally.left())


@given(st.sets(st.sampled_from(range(5))))
def test_what_is_left_is_what_is_not_finished(finished: set[int]) -> None:
    tally = Tally(PLAN)
    for number in finished:
        tally.finished(LINES[number])
    assert [shard.start // 10 for shard in tally.left()] == sorted(set(range(5)) - finished)


def test_a_shard_that_is_given_up_holds_nothing_back() -> None:
    tally = Tally(PLAN)
    assert tally.finished(LINES[1]) == []
    assert tally.given_up(Shard("ton", 0, 10)) == [Look(POT, 11)]


CASE = CaseRef("found.json", "the pot is right", "must")


def test_kinds_that_come_down_to_the_same_are_one() -> None:
    kinds = {TURN: SeenLine(TURN, 7, [3, 8]), POT: SeenLine(POT, 2, [1, 4])}
    found = [FoundLine(TURN, 3, POT, CASE), FoundLine(POT, 1, POT)]
    (total,) = totals(kinds, found)
    assert total.seen == SeenLine(POT, 9, [1, 3, 4, 8])
    assert total.case == CASE


def test_what_does_not_come_again_stays_apart() -> None:
    kinds = {TURN: SeenLine(TURN, 7, [3]), POT: SeenLine(POT, 2, [1])}
    found = [FoundLine(TURN, 3, again=(1, 3)), FoundLine(POT, 1, TURN, CASE)]
    assert [total.case for total in totals(kinds, found)] == [None, CASE]
