"""One long session, in small: what is counted, never what is timed."""

import pytest

from conformance.benchmarks.long import LONG, LongWorkload, lines_of_long, parts_of
from refengine.draw.state import State
from refengine.game import Game

GAMES = LONG["long"].games


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_memory_holds_no_more_after_the_last_part_than_after_an_early_one(game: Game[State]) -> None:
    blocks = [part.blocks for part in parts_of(game, 1200, 6)]
    assert blocks[-1] - blocks[1] < 2_000


def test_what_is_kept_of_every_action_would_be_seen() -> None:
    kept: list[list[int]] = []
    blocks: list[int] = []
    for part in parts_of(GAMES[0], 1200, 6):
        kept.extend([number] for number in range(part.actions))
        blocks.append(part.blocks)
    assert blocks[-1] - blocks[1] > 2_000


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_parts_have_as_many_hands_each_and_about_as_many_actions(game: Game[State]) -> None:
    parts = list(parts_of(game, 600, 3))
    assert [part.hands for part in parts] == [200, 400, 600]
    actions = [part.actions for part in parts]
    assert max(actions) < 1.2 * min(actions)


def test_a_line_is_written_for_each_part_of_each_game() -> None:
    workload = LongWorkload("short", GAMES[:2], 20, 2)
    lines = lines_of_long(workload)
    assert [line[:2] for line in lines[1:]] == [
        [game.name, hands] for game in GAMES[:2] for hands in ("10", "20")
    ]
    assert all(len(line) == len(lines[0]) for line in lines)


def test_the_first_part_of_each_game_is_what_the_others_are_compared_with() -> None:
    lines = lines_of_long(LongWorkload("short", GAMES[:2], 20, 2))
    assert [line[3] for line in lines[1::2]] == ["1.00", "1.00"]
