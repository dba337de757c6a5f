"""How soon random play finds wrong engines: what is measured is what was played, and is told as published."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.cli import main
from conformance.corpus import corpus_dir
from conformance.faults import faults
from conformance.marked import marked, with_marked
from conformance.random_play.hunting import (
    FILE,
    Hunt,
    Hunted,
    Hunting,
    Tried,
    figures,
    hunt,
    missed,
    published,
    read_published,
    sample,
    steps_to,
    table,
)

pytestmark = pytest.mark.plain

PATH = corpus_dir() / FILE
CONTENT = Hunting(
    Tried("2026-11-30", 1000, 1, 1032),
    [
        Hunted("dog-ace-is-low", 3, 20, 4, 1),
        Hunted("dog-accepts-after-the-end", 40, 30, 2),
        Hunted("dog-any-higher-card-wins", 400, 60, 30, 3),
        Hunted("dog-bets-above-the-pool"),
    ],
)


def test_a_sample_is_spread_over_all_engines_and_always_the_same() -> None:
    names = sorted(faults())
    assert sample(4) == [names[place * len(names) // 4] for place in range(4)]
    assert sample(10**6) == names


def test_a_wrong_engine_is_found_and_made_small() -> None:
    hunted = hunt(Hunt("dog-any-higher-card-wins", 300, 1))
    assert hunted.session is not None
    assert 0 < hunted.small <= hunted.turns
    assert hunt(Hunt("dog-any-higher-card-wins", hunted.session, 1)) == Hunted("dog-any-higher-card-wins")
    assert hunt(Hunt("dog-any-higher-card-wins", hunted.session + 1, 1)) == hunted


def test_false_starts_are_steps_too() -> None:
    assert steps_to(["one", "two"], 3) == 6
    assert steps_to(["one", "two"], -2) == 1


def test_the_figures_are_those_of_what_was_hunted() -> None:
    assert [figure for _, figure in figures(CONTENT)] == [
        *("3 of 4", "50 %", "25 %"),
        *("30", "4", "33 %"),
        *("50 %", "100 %"),
    ]
    assert missed(CONTENT) == ["dog-bets-above-the-pool"]
    assert "on 30 November 2026, seed 1:" in table(CONTENT)
    assert "Not found: `dog-bets-above-the-pool`." in table(CONTENT)


def test_it_is_read_as_it_was_published() -> None:
    assert read_published(published(CONTENT).encode()) == CONTENT


def test_a_part_of_a_page_is_replaced_between_its_marks() -> None:
    page, other = (f"before\n{marked('x', text)}\nafter\n" for text in ("old", r"new \1"))
    assert with_marked(page, "x", r"new \1") == other
    with pytest.raises(ValueError, match="has 0 parts marked as y"):
        with_marked(page, "y", "new")


def test_the_command_writes_nothing_when_dry(capsys: pytest.CaptureFixture[str]) -> None:
    before = {path.name for path in corpus_dir().iterdir()}
    assert main(["prove", "--random-faults", "1", "--sessions", "200", "--dry", "-n", "1"]) == 0
    assert "| faults found within 200 sessions | 1 of 1 |" in capsys.readouterr().out
    assert {path.name for path in corpus_dir().iterdir()} == before


# -- what is published
def test_the_page_tells_what_was_published() -> None:
    page = Path(__file__).parents[3] / "docs" / "random-play.md"
    assert marked("hunting", table(read_published(PATH.read_bytes()))) in page.read_text("utf-8")


def test_enough_is_found_and_it_is_made_small_enough() -> None:
    content = read_published(PATH.read_bytes())
    assert len(content.hunted) >= 250
    assert content.tried.sessions == 1000
    assert len(missed(content)) <= 0.05 * len(content.hunted)
    small = sorted(one.small for one in content.hunted if one.session is not None)
    assert small[len(small) // 2] <= 12


def test_what_is_published_names_engines_that_there_are() -> None:
    assert {one.id for one in read_published(PATH.read_bytes()).hunted} <= faults().keys()


@pytest.mark.parametrize("place", [3, 50, 100])
def test_an_engine_is_still_found_where_it_was(place: int) -> None:
    """Sessions may become others; that an engine is found at all may not."""
    found = [one for one in read_published(PATH.read_bytes()).hunted if one.session is not None]
    assert hunt(Hunt(found[place].id, 1000, 1)).session is not None
