"""Campaigns on real clusters of Dask: what is lost is played again, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import dask
import pytest
from distributed import Client, Future, LocalCluster, TimeoutError, WorkerPlugin

from conformance.about import version
from conformance.campaign.cluster import ClusterError, Where, cluster
from conformance.campaign.control import Watch
from conformance.campaign.journal import FILE
from conformance.campaign.launch import Refusal, launch
from conformance.campaign.lines import Footer, ProgressLine, StoppedLine
from conformance.campaign.player import Order

if TYPE_CHECKING:
    from tests.conformance.campaign.conftest import Table

HERE = Path(__file__).parent
FAULTY = "conformance.faults:pin-no-bet-all-in-below-the-minimum"


def wait_until(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture
def workers() -> Iterator[LocalCluster]:
    """Two worker processes that outlive campaigns. No test gets what another has left of them: one that was
    killed takes its time to come back, and the last one that is there cannot leave."""
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        silence_logs=60,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
    ) as local:
        yield local


def play(table: Table, where: Where, show: Callable[[ProgressLine, int], None] = lambda *_: None) -> None:
    asked = table.asked()
    order = Order("campaign-under-test", version(), asked.spec, 1.0, asked.seed, asked.house)
    watch = Watch(None, False, show)
    launch(asked, table.corpus, lambda: cluster(where, order), watch, resume=False)


def starts(folder: Path) -> dict[int, int]:
    """Of every implementation that was started its process, and the one that started it."""
    return {int(path.name): int(path.read_text()) for path in folder.iterdir()}


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_every_worker_starts_one_implementation_for_all_its_shards_and_ends_it(
    table: Table, workers: LocalCluster, tmp_path: Path
) -> None:
    folder = tmp_path / "starts"
    table.spec = f"stdio: {sys.executable} {HERE / 'crashing.py'} {folder} never"
    table.sessions, table.shard_size = 24, 2
    play(table, Where(workers.scheduler_address, None))
    assert isinstance(table.lines()[-1], Footer)
    started = starts(folder)
    with Client(workers, set_as_default=False) as client:
        pids = set(client.run(os.getpid).values())
    assert len(started) == 2
    assert set(started.values()) == pids
    assert not any(map(runs, started))


@pytest.fixture(scope="module")
def undisturbed(table_in: Callable[[Path], Table], tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A campaign over a faulty engine that nothing happened to, and that had no need of Dask."""
    table = table_in(tmp_path_factory.mktemp("undisturbed"))
    table.spec, table.sessions, table.shard_size = FAULTY, 100, 5
    table.campaign()
    return table


@pytest.fixture
def disturbed(table: Table, undisturbed: Table) -> Table:
    """The same campaign, to be played elsewhere."""
    table.spec, table.sessions, table.shard_size = FAULTY, 100, 5
    return table


def test_a_killed_worker_changes_nothing(disturbed: Table, undisturbed: Table, workers: LocalCluster) -> None:
    killed: list[int] = []

    def kill(progress: ProgressLine, whole: int) -> None:
        if not killed and progress.sessions >= 10:
            with Client(workers, set_as_default=False) as client:
                killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    play(disturbed, Where(workers.scheduler_address, None), kill)
    assert killed
    assert disturbed.outcome() == undisturbed.outcome()
    with Client(workers, set_as_default=False) as client:
        assert killed[0] not in client.run(os.getpid).values()


def test_a_worker_that_leaves_changes_nothing(
    disturbed: Table, undisturbed: Table, workers: LocalCluster
) -> None:
    left: list[str] = []

    def leave(progress: ProgressLine, whole: int) -> None:
        if not left and progress.sessions >= 10:
            with Client(workers, set_as_default=False) as client:
                left.append(next(iter(client.nthreads())))
                client.retire_workers(left)

    play(disturbed, Where(workers.scheduler_address, None), leave)
    with Client(workers, set_as_default=False) as client:
        assert not {*left} & {*client.nthreads()}
    assert left
    assert disturbed.outcome() == undisturbed.outcome()


def test_a_worker_that_is_lost_while_the_others_are_told_is_no_loss(
    table: Table, workers: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    register = Client.register_plugin
    refused: list[str] = []

    def once_too_late(client: Client, plugin: WorkerPlugin, name: str) -> object:
        if not refused:
            refused.append(name)
            raise OSError("a worker is gone")
        return register(client, plugin, name)

    monkeypatch.setattr(Client, "register_plugin", once_too_late)
    play(table, Where(workers.scheduler_address, None))
    assert refused
    assert isinstance(table.lines()[-1], Footer)


@pytest.fixture
def elsewhere() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A cluster in another process, and the address of its scheduler."""
    with subprocess.Popen(
        [sys.executable, str(HERE / "a_cluster.py")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
        process.kill()


def test_a_killed_scheduler_leaves_a_stream_to_go_on_with(
    table: Table, elsewhere: tuple[subprocess.Popen[str], str]
) -> None:
    process, address = elsewhere
    table.sessions, table.shard_size = 60, 3
    play(table, Where(address, None), lambda *_: process.kill())
    assert table.lines()[-1] == StoppedLine("the scheduler is gone", 12)
    finished = table.shards()
    assert 0 < len(finished) < 20
    table.campaign(resume=True)
    assert table.shards()[: len(finished)] == finished
    assert isinstance(table.lines()[-1], Footer)
    assert len(table.shards()) == len(set(table.shards())) == 20


def test_a_cluster_without_workers_ends_a_campaign_that_can_be_taken_up_again(
    table: Table, workers: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conformance.campaign.cluster.LONELY", 0.5)
    gone: list[int] = []

    def let_go(progress: ProgressLine, whole: int) -> None:
        if not gone:
            gone.append(progress.sessions)
            workers.scale(0)

    table.sessions, table.shard_size = 60, 3
    play(table, Where(workers.scheduler_address, None), let_go)
    assert table.lines()[-1] == StoppedLine("no worker has been there for 0.5 seconds", 12)
    finished = table.shards()
    assert 0 < len(finished) < 20
    table.campaign(resume=True)
    assert table.shards()[: len(finished)] == finished
    assert isinstance(table.lines()[-1], Footer)


def test_what_is_lost_with_the_last_worker_after_it_was_done_is_not_waited_for(
    table: Table, workers: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conformance.campaign.cluster.LONELY", 0.5)
    result = Future.result
    lost: list[str] = []

    def too_late(future: Future[object], timeout: float | None = None) -> object:
        assert timeout is not None  # or it would be waited for without end
        if not lost and str(future.key).startswith("shard"):
            lost.append(str(future.key))
            workers.scale(0)
            with Client(workers, set_as_default=False) as client:
                wait_until(lambda: not client.nthreads())
        return result(future, timeout=timeout)

    monkeypatch.setattr(Future, "result", too_late)
    table.sessions, table.shard_size = 60, 3
    play(table, Where(workers.scheduler_address, None))
    assert lost
    assert table.lines()[-1] == StoppedLine("no worker has been there for 0.5 seconds", 12)
    assert len(table.shards()) == 0


def test_what_fails_just_when_its_time_is_over_is_asked_once_more(
    table: Table, workers: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, status = Future.result, vars(Future)["status"]
    late: list[str] = []
    failed: set[str] = set()

    def over(future: Future[object], timeout: float | None = None) -> object:
        if not late and str(future.key).startswith("shard"):
            late.append(str(future.key))
            failed.add(str(future.key))
            raise TimeoutError
        failed.clear()
        return result(future, timeout=timeout)

    monkeypatch.setattr(Future, "result", over)
    monkeypatch.setattr(Future, "status", property(lambda f: "error" if f.key in failed else status.fget(f)))
    play(table, Where(workers.scheduler_address, None))
    assert late
    assert isinstance(table.lines()[-1], Footer)


def test_a_cluster_that_never_had_a_worker_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.campaign.cluster.LONELY", 0.5)
    dashboard = {"dashboard_address": "127.0.0.1:0"}
    with (
        LocalCluster(n_workers=0, silence_logs=60, scheduler_kwargs=dashboard) as empty,
        pytest.raises(Refusal, match=r"no worker has been there for 0\.5 seconds") as caught,
    ):
        play(table, Where(empty.scheduler_address, None))
    assert caught.value.exit_code == 12


def command(table: Table, *more: str) -> list[str]:
    return [
        *(sys.executable, "-m", "conformance", "campaign", "--adapter", table.spec, "--rules", *table.rules),
        *("--seed", "0", "--sessions", str(table.sessions), "--shard-size", str(table.shard_size)),
        *("--workers", "2", "--out", str(table.folder), *more),
    ]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_campaign_that_was_killed_is_taken_up_again(
    disturbed: Table, undisturbed: Table, number: signal.Signals
) -> None:
    path = disturbed.folder / FILE
    with subprocess.Popen(
        command(disturbed), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True
    ) as process:
        wait_until(lambda: path.exists() and path.read_bytes().count(b'"shard"') > 1)
        if number == signal.SIGINT:  # a terminal sends it to all of the group
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        told, complaints = process.communicate()
    finished = disturbed.shards()
    assert 1 < len(finished) < 20
    if number == signal.SIGINT:
        assert (process.returncode, complaints) == (12, "")
        assert disturbed.lines()[-1] == StoppedLine("it was interrupted", 12)
        assert "stopped: it was interrupted; --resume goes on" in told
    disturbed.campaign(resume=True)
    assert disturbed.shards()[: len(finished)] == finished
    assert disturbed.outcome() == undisturbed.outcome()


def test_an_implementation_that_takes_every_worker_with_it_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(HERE)  # workers inherit it
    table.spec, table.sessions, table.shard_size = "fatal:Fatal", 6, 3
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):  # one worker is proof enough
        play(table, Where(None, 1))
    last = table.lines()[-1]
    assert isinstance(last, StoppedLine)
    assert last.exit_code == 12
    assert "2 shards could not be played: every worker that tried it was lost" in last.reason


def test_an_address_without_a_scheduler_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.campaign.cluster.PATIENCE", "1s")
    with pytest.raises(ClusterError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        play(table, Where("tcp://127.0.0.1:9", None))
    with pytest.raises(ClusterError, match="no scheduler answers at abc://x"):
        play(table, Where("abc://x", None))
