"""How much the plain scorer does for a score, counted in instructions: times drift, counts do not."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from refengine.cards import parse_cards
from refengine.ranking import Ranking, winners
from refengine.table_scorer import ids_of, scorer_for

pytestmark = pytest.mark.plain

FULL = scorer_for("2", "standard")
HIGH_CARD, PAIR, FLUSH = (
    parse_cards(text) for text in ("As Kd Jc 9h 7s", "As Ad Jc 9h 7s", "As Ks Js 9s 7s")
)


def work_of(ask: Callable[[], object]) -> int:
    """The instructions that are executed in the engine's functions."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if "refengine" not in frame.f_code.co_filename:
            return None
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        ask()
    finally:
        sys.settrace(before)
    return count


work_of(lambda: FULL.score_hand(PAIR))  # Python 3.12 sees no instructions the first time


@pytest.mark.parametrize(("hand", "most"), [(HIGH_CARD, 60), (PAIR, 115), (FLUSH, 115)])
def test_a_hand_is_scored_in_few_instructions(hand: tuple[str, ...], most: int) -> None:
    assert 10 < work_of(lambda: FULL.score_hand(hand)) < most
    assert 10 < work_of(lambda: FULL.score(*ids_of(hand))) < most + 65


def test_without_checks_it_takes_little_more_than_half() -> None:
    ids = tuple(ids_of(PAIR))
    assert 5 * work_of(lambda: FULL.score_trusted(*ids)) < 3 * work_of(lambda: FULL.score(*ids))


def test_a_hand_of_many_takes_as_much_as_one_alone() -> None:
    many = ids_of(PAIR) * 1000
    assert work_of(lambda: FULL.scores(many)) < 1100 * work_of(lambda: FULL.score_hand(PAIR))


def test_the_winner_of_a_deal_is_looked_up() -> None:
    rules = Ranking("2", "standard", "suits", "circular")
    hands = (HIGH_CARD, PAIR, FLUSH)
    alone = work_of(lambda: [FULL.score_hand(hand) for hand in hands])
    assert work_of(lambda: winners(hands, rules)) < 2 * alone


def test_a_scorer_is_filled_with_few_instructions_a_kind_of_hand() -> None:
    assert work_of(lambda: type(FULL)("2", "standard")) < 18 * FULL.best
