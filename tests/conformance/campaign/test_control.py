"""The course of a campaign: it ends for one reason or another, and goes on as if it had not."""

from __future__ import annotations

import errno
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from conformance.adapters.registry import find_adapter
from conformance.adoption import read_cases
from conformance.campaign.control import GIVEN_UP, CrewLost, Perished, Result
from conformance.campaign.journal import FILE, Journal
from conformance.campaign.launch import Refusal
from conformance.campaign.lines import Footer, FoundLine, KindLine, Line, SeenLine, StoppedLine
from conformance.campaign.plan import Job, Look, Shard
from conformance.campaign.player import Unusable
from conformance.exam import Exam
from conformance.random_play import shrinking
from conformance.random_play.ranges import play_range
from conformance.runner import Runner

if TYPE_CHECKING:
    from tests.conformance.campaign.conftest import Table

FAULTY = "conformance.faults:pin-mesa-gives-the-hand-up"
RULES = "brazilian-pingo"


def ending(table: Table) -> tuple[str, int]:
    """The reason for which the campaign was stopped, and the exit code."""
    last = table.lines()[-1]
    assert isinstance(last, StoppedLine)
    return last.reason, last.exit_code


def seen(table: Table) -> list[SeenLine]:
    """What was seen of every kind, by the footer."""
    last = table.lines()[-1]
    assert isinstance(last, Footer)
    return [total.seen for total in last.kinds]


class After:
    """Does something before the job with that number."""

    def __init__(self, number: int, what: BaseException | Result) -> None:
        self._number = number
        self._what = what
        self.jobs: list[Job] = []

    def __call__(self, job: Job) -> Result | None:
        self.jobs.append(job)
        if len(self.jobs) <= self._number:
            return None
        if isinstance(self._what, BaseException):
            raise self._what
        return self._what


@pytest.fixture(scope="module", autouse=True)
def _hardly_smaller() -> Iterator[None]:
    """Making sessions smaller is not what this is about, so it ends early."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shrinking, "FROM_CHOICES", 0)
        patch.setattr(shrinking, "FROM_TURNS", 8)
        yield


@pytest.fixture(scope="module")
def undisturbed(
    _hardly_smaller: None, tmp_path_factory: pytest.TempPathFactory, table_in: Callable[[Path], Table]
) -> Table:
    """A campaign over a faulty engine that nothing happened to."""
    table = table_in(tmp_path_factory.mktemp("undisturbed"))
    table.spec = FAULTY
    table.campaign()
    return table


# -- the end of all sessions


def test_nothing_differs_from_the_reference_itself(table: Table) -> None:
    table.campaign()
    footer = table.lines()[-1]
    assert isinstance(footer, Footer)
    assert (footer.exit_code, footer.sessions, footer.kinds) == (0, 24, [])


def test_every_session_is_played_once_in_shards_of_the_size_asked_for(table: Table) -> None:
    table.campaign(asked=table.asked(rules=["ton", "red-dog"], sessions=5, shard_size=2))
    assert sorted(table.shards()) == [
        Shard(rules, start, stop) for rules in ("red-dog", "ton") for start, stop in ((0, 2), (2, 4), (4, 5))
    ]


def test_the_sessions_of_shards_are_those_of_plain_random_play(undisturbed: Table) -> None:
    kinds: Counter[KindLine] = Counter()
    steps = 0
    for outcome in play_range(find_adapter(FAULTY), RULES, 0, 0, 24):
        steps += len(outcome.session.turns)
        if outcome.difference is not None:
            kinds[KindLine(*outcome.difference.kind)] += 1
    footer = undisturbed.lines()[-1]
    found = [line.kind for line in undisturbed.lines() if isinstance(line, FoundLine)]
    assert isinstance(footer, Footer)
    assert footer.steps == steps
    assert sum(total.seen.sessions for total in footer.kinds) == kinds.total()
    assert set(found) == set(kinds)


def test_a_case_is_written_for_every_kind_and_shows_it(undisturbed: Table) -> None:
    footer = undisturbed.lines()[-1]
    assert isinstance(footer, Footer)
    assert footer.exit_code == 1
    cases = [total.case for total in footer.kinds]
    assert len(cases) > 1
    assert len({case and case.file for case in cases}) == len(cases)
    for case in cases:
        assert case is not None
        path = undisturbed.folder / case.file
        assert [verdict(undisturbed, spec, path) for spec in (FAULTY, "reference")] == ["failed", "passed"]


def verdict(table: Table, spec: str, path: Path) -> str:
    runner = Runner(find_adapter(spec))
    (line,) = Exam(runner, table.corpus, {}).lines(read_cases(path))
    runner.close()
    return line.status


@pytest.mark.parametrize("chance", [1, 2])
def test_the_order_in_which_shards_are_finished_makes_no_difference(
    table: Table, undisturbed: Table, chance: int
) -> None:
    table.spec, table.chance = FAULTY, chance
    table.campaign()
    assert table.shards() != undisturbed.shards()
    assert table.outcome() == undisturbed.outcome()


# -- other ends, and going on


@pytest.mark.parametrize("number", [0, 1, 4, 7])
def test_what_was_interrupted_goes_on_and_repeats_nothing(
    table: Table, undisturbed: Table, number: int
) -> None:
    table.spec = FAULTY
    table.campaign(before=After(number, KeyboardInterrupt()))
    assert ending(table) == ("it was interrupted", 12)
    finished = table.shards()
    found = [line for line in table.lines() if isinstance(line, FoundLine)]
    table.chance = 5
    rest = After(100, KeyboardInterrupt())
    table.campaign(resume=True, before=rest)
    assert not {*rest.jobs} & {*finished, *(Look(line.kind, line.session) for line in found)}
    assert len(table.shards()) == len({*table.shards()}) == 6
    assert table.outcome() == undisturbed.outcome()


@pytest.mark.parametrize("cut", [1, 40, 150])
def test_a_torn_last_line_costs_what_it_was_about(table: Table, undisturbed: Table, cut: int) -> None:
    table.spec = FAULTY
    table.folder.mkdir()
    content = (undisturbed.folder / FILE).read_bytes()
    (table.folder / FILE).write_bytes(content[: content.rindex(b'{"type":"found"') + cut])
    table.campaign(resume=True)
    assert table.lines()[-1] == undisturbed.lines()[-1]


def test_nothing_is_played_when_everything_is_finished(table: Table) -> None:
    table.campaign()
    before = table.lines()
    launched = table.campaign(resume=True, before=After(0, AssertionError()))
    assert launched.campaign.end == before[-1]
    assert table.lines() == before


def test_resume_begins_where_there_is_nothing_yet(table: Table) -> None:
    table.campaign(resume=True)
    assert isinstance(table.lines()[-1], Footer)


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"seed": 1}, "plan.seed is 0 there, 1 here"),
        ({"sessions": 25}, "plan.sessions is 24 there, 25 here"),
        ({"shard_size": 5}, "plan.shard_size is 4 there, 5 here"),
        ({"rules": ["ton"]}, 'plan.rules is ["brazilian-pingo"] there, ["ton"] here'),
        ({"house": {"pingo": 2}}, "plan.options.pingo is null there, 2 here"),
        ({"spec": "conformance.adapters.reference:Reference"}, 'adapter.spec is "reference" there'),
    ],
)
def test_what_does_not_fit_is_not_gone_on_with(table: Table, other: dict[str, Any], told: str) -> None:
    table.campaign(before=After(1, KeyboardInterrupt()))
    before = table.lines()
    with pytest.raises(Refusal, match="is another one") as refusal:
        table.campaign(asked=table.asked(**other), resume=True)
    assert told in str(refusal.value)
    assert refusal.value.exit_code == 2
    assert table.lines() == before


def test_a_full_disk_stops_it_and_it_goes_on_when_there_is_room(
    table: Table, undisturbed: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.spec = FAULTY
    room = [4]
    write = Journal.write

    def scarce(journal: Journal, line: Line) -> None:
        room[0] -= 1
        if room[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(journal, line)

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "write", scarce)
        end = table.campaign().campaign.end
    assert isinstance(end, StoppedLine)
    assert end.exit_code == 12
    assert "No space left" in end.reason
    assert len(table.lines()) == 4
    table.campaign(resume=True)
    assert table.outcome() == undisturbed.outcome()


def test_a_lost_scheduler_is_no_verdict(table: Table) -> None:
    table.campaign(before=After(3, CrewLost("the scheduler is gone")))
    assert ending(table) == ("the scheduler is gone", 12)


def test_an_implementation_that_cannot_be_used_any_more_ends_it(table: Table) -> None:
    table.campaign(before=After(3, Unusable("worker tcp://1: no memory", 10)))
    assert ending(table) == ("worker tcp://1: no memory", 10)


def test_a_shard_that_no_worker_survives_leaves_it_incomplete(table: Table, undisturbed: Table) -> None:
    table.spec = FAULTY
    poisoned = Shard(RULES, 8, 12)
    table.campaign(before=lambda job: Perished("all gone") if job == poisoned else None)
    assert ending(table) == ("1 shard could not be played: all gone", 12)
    assert len(table.shards()) == 5
    table.campaign(resume=True)
    assert table.shards()[-1] == poisoned
    assert seen(table) == seen(undisturbed)


def test_an_implementation_that_takes_every_worker_with_it_ends_it(table: Table) -> None:
    attempts = After(0, Perished("all gone"))
    table.campaign(asked=table.asked(sessions=100), before=attempts)
    assert ending(table)[1] == 10
    assert len(attempts.jobs) == GIVEN_UP


# -- enough


def test_it_ends_after_so_many_kinds(table: Table, undisturbed: Table) -> None:
    table.spec = FAULTY
    launched = table.campaign(stop_after=1)
    assert ending(table) == ("1 kind of differences found, as many as were asked for", 1)
    (kind,) = launched.campaign.kinds()
    footer = undisturbed.lines()[-1]
    assert isinstance(footer, Footer)
    assert kind.case == footer.kinds[0].case
    assert len(list(table.folder.rglob("found-*.json"))) == 1


def test_it_goes_on_for_more_kinds(table: Table, undisturbed: Table) -> None:
    table.spec = FAULTY
    table.campaign(stop_after=1)
    table.campaign(stop_after=1, resume=True, before=After(0, AssertionError()))
    table.campaign(resume=True)
    assert table.outcome() == undisturbed.outcome()


# -- what is told


def test_the_line_of_progress_counts_what_is_finished(table: Table) -> None:
    table.campaign()
    assert [progress.sessions for progress in table.shown] == [4, 8, 12, 16, 20, 24]
    assert table.shown[-1].steps == getattr(table.lines()[-1], "steps", None)


def test_rule_sets_that_are_not_played_are_named_if_nobody_asked_for_them(table: Table) -> None:
    launched = table.campaign(asked=table.asked(spec=FAULTY, rules=[], sessions=2))
    assert launched.header.plan.rules == [RULES]
    assert launched.not_played["ton"] == "does not play ton"


def test_a_rule_set_that_was_asked_for_and_is_not_played_is_refused(table: Table) -> None:
    with pytest.raises(Refusal, match="does not play ton") as refusal:
        table.campaign(asked=table.asked(spec=FAULTY, rules=[RULES, "ton"]))
    assert refusal.value.exit_code == 12


def test_a_spec_that_names_nothing_is_a_mistake_in_the_command(table: Table) -> None:
    with pytest.raises(Refusal, match="there is no adapter 'nobody'") as refusal:
        table.campaign(asked=table.asked(spec="nobody"))
    assert refusal.value.exit_code == 2


def test_an_adapter_that_does_not_start_is_unusable(table: Table) -> None:
    with pytest.raises(Refusal, match="cannot be used") as refusal:
        table.campaign(asked=table.asked(spec="stdio: false"))
    assert refusal.value.exit_code == 10
