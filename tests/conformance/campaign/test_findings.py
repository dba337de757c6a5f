"""What a campaign finds in implementations that are wrong: every kind once, with what belongs to it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from conformance.adapters.registry import find_adapter
from conformance.adoption import read_cases
from conformance.again import Terms
from conformance.campaign.lines import Footer, FoundLine, KindLine, KindTotal
from conformance.campaign.telling import kind_lines
from conformance.exam import Exam
from conformance.random_play import shrinking
from conformance.random_play.ranges import play_range
from conformance.runner import Runner

if TYPE_CHECKING:
    from tests.conformance.campaign.conftest import Table

HERE = Path(__file__).parent
SPEC = "three_faults:ThreeFaults"
RULES = ("brazilian-pingo", "red-dog", "ton")


@pytest.fixture(scope="module")
def faulty(table_in: Callable[[Path], Table], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A campaign over three faults at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(HERE)
        patch.setattr(shrinking, "FROM_CHOICES", 0)
        patch.setattr(shrinking, "FROM_TURNS", 60)
        table = table_in(tmp_path_factory.mktemp("faulty"))
        table.spec, table.rules, table.sessions = SPEC, RULES, 12
        table.campaign()
        yield table


def kinds(table: Table) -> list[KindTotal]:
    footer = table.lines()[-1]
    assert isinstance(footer, Footer)
    return footer.kinds


def differing(rules: str) -> dict[KindLine, list[int]]:
    """The sessions that differ, by kinds, in plain random play."""
    numbers: dict[KindLine, list[int]] = {}
    for outcome in play_range(find_adapter(SPEC), rules, 0, 0, 12):
        if outcome.difference is not None:
            numbers.setdefault(KindLine(*outcome.difference.kind), []).append(outcome.number)
    return numbers


def test_every_kind_is_reported_once_with_its_sessions(faulty: Table) -> None:
    shown = {line.kind: line.shown for line in faulty.lines() if isinstance(line, FoundLine)}
    expected: dict[KindLine, list[int]] = {}
    for rules in RULES:
        for kind, numbers in differing(rules).items():
            small = shown[kind]
            assert small is not None
            expected.setdefault(small, []).extend(numbers)
    assert {kind.rules for kind in expected} == set(RULES)
    told = {total.seen.kind: (total.seen.sessions, total.seen.first) for total in kinds(faulty)}
    assert told == {kind: (len(numbers), sorted(numbers)[:5]) for kind, numbers in expected.items()}
    assert len(kinds(faulty)) == len(expected) < len(shown)


def test_the_case_of_a_kind_shows_it(faulty: Table) -> None:
    files = [total.case.file for total in kinds(faulty) if total.case is not None]
    assert len(files) == len(set(files)) == len(kinds(faulty))
    assert sorted(faulty.folder.rglob("found-*.json")) == sorted(faulty.folder / file for file in files)
    for spec, expected in ((SPEC, "failed"), ("reference", "passed")):
        runner = Runner(find_adapter(spec))
        cases = [case for file in files for case in read_cases(faulty.folder / file)]
        assert {line.status for line in Exam(runner, faulty.corpus, {}).lines(cases)} == {expected}
        runner.close()


def test_a_kind_is_told_with_the_command_that_shows_it(faulty: Table) -> None:
    total = kinds(faulty)[0]
    assert total.case is not None
    terms = Terms(SPEC, {"ties": "suits"}, "my corpus")
    told = list(kind_lines(total, 0, terms, Path("out")))
    assert told[0] == f"{total.seen.kind}, {total.case.level}"
    numbers = ", ".join(map(str, total.seen.first))
    assert told[1] == f"  in {total.seen.sessions} sessions, the first being {numbers} of seed 0"
    given = "--corpus 'my corpus' --option ties=suits"
    assert told[-1] == f"  again: conformance replay out/{total.case.file} --adapter {SPEC} {given}"


def test_crashes_are_a_kind_of_difference_and_cost_nothing_else(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shrinking, "FROM_CHOICES", 0)
    monkeypatch.setattr(shrinking, "FROM_TURNS", 0)
    table.spec = f"stdio: {sys.executable} {HERE / 'crashing.py'} {tmp_path / 'starts'}"
    table.rules, table.sessions, table.shard_size = ["red-dog"], 100, 20
    table.campaign()
    seen = [total.seen for total in kinds(table)]
    assert seen
    assert {one.kind.what for one in seen} == {"lost: crash"}
    lost = sum(one.sessions for one in seen)
    assert 1 <= lost <= 6
    # One start for all shards, and one after each crash: in a shard, or on the three looks at its session.
    assert len(list((tmp_path / "starts").iterdir())) == 1 + lost + 3 * len(table_found(table))


def table_found(table: Table) -> list[FoundLine]:
    return [line for line in table.lines() if isinstance(line, FoundLine)]


def test_a_difference_that_does_not_come_again_is_no_word_on_the_rules(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(HERE)
    table.spec = "now_and_then:NowAndThen"
    table.campaign()
    (line,) = table_found(table)
    assert (line.shown, line.case, line.again) == (None, None, (0, 3))
    (total,) = kinds(table)
    assert total.case is None
    assert getattr(table.lines()[-1], "exit_code", None) == 1
    told = list(kind_lines(total, 0, Terms(table.spec, {}), table.folder))
    assert told[-1] == "  It did not come again: the implementation does not answer the same every time."
