"""Dask's part: who plays what and when, and what is played again because a worker was lost."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Final, NamedTuple, TypeVar

from distributed import (
    CancelledError,
    Client,
    Future,
    KilledWorker,
    LocalCluster,
    TimeoutError,  # before Python 3.11 it is not the builtin one
    as_completed,
)

from conformance.adapters.guard import deaf_children
from conformance.campaign.control import CrewLost, Perished, Result
from conformance.campaign.plan import Job, Shard
from conformance.campaign.player import Order, Unusable
from conformance.campaign.workers import Playing, do, greet
from conformance.verdicts import ADAPTER_UNUSABLE
from conformance.wire import Hello

AHEAD: Final = 3
"""Jobs that are with the scheduler for every thread of its workers. Few, so that a plan of a million shards
does not fill its memory."""


Said = TypeVar("Said")


class ClusterError(Exception):
    """There is no cluster to play on: why."""


class _Lookout:
    """Whoever waits for workers, and looks from time to time whether there are any."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._seen = self._looked = time.monotonic()

    def look(self) -> None:
        """`CrewLost` if none has been there for long."""
        now = time.monotonic()
        if now - self._looked < _pause():
            return
        self._looked = now
        if self._client.nthreads():
            self._seen = now
        elif now - self._seen >= LONELY:
            raise CrewLost(f"no worker has been there for {LONELY:g} seconds")


class Cluster:
    """The workers of a scheduler at the service of a campaign. After `lost` nothing comes from them."""

    def __init__(self, client: Client, order: Order) -> None:
        self._client = client
        self._name = order.name
        self._jobs: dict[str, Job] = {}
        self._futures = as_completed(loop=client.loop)
        self._expected: Hello | None = None
        self.lost = False

    def greet(self) -> Hello | Unusable:
        """What the implementation claims on some worker; from now on it has to claim that on all of them."""
        with self._connected():
            future = self._client.submit(greet, self._name, pure=False)
            self._wait(future.done)
            try:
                said: Hello | Unusable = self._result(future)
            except KilledWorker:
                return Unusable(_PERISHED, ADAPTER_UNUSABLE)
        if isinstance(said, Hello):
            self._expected = said
        return said

    def workers(self) -> int:
        """How many there are now."""
        with self._connected():
            return len(self._client.nthreads())

    def room(self) -> int:
        """How many more jobs they should be given now."""
        with self._connected():
            threads: int = sum(self._client.nthreads().values())
        return max(threads, 1) * AHEAD - len(self._jobs)

    def give(self, job: Job, *, first: bool) -> None:
        """A job more; `first`: before those that nobody has begun."""
        key = "-".join(_key(self._name, job))
        self._jobs[key] = job
        with self._connected():
            future = self._client.submit(
                do, self._name, job, self._expected, key=key, priority=int(first), pure=False
            )
            self._futures.add(future)

    def take(self) -> tuple[Job, Result]:
        """Wait for a job to be done. `CrewLost` if none will be."""
        with self._connected():
            self._wait(self._futures.has_ready)
            future: Future[Result] = next(self._futures)
            job = self._jobs.pop(str(future.key))
            try:
                result: Result = self._result(future)
            except KilledWorker:
                return job, Perished(_PERISHED)
            return job, result

    def _wait(self, done: Callable[[], bool]) -> None:
        """Until something is done. `CrewLost` if there is no worker for long, and so nobody who does it."""
        lookout = _Lookout(self._client)
        while not done():
            time.sleep(_POLL)
            lookout.look()

    def _result(self, future: Future[Said]) -> Said:
        """What it came to. A worker can be lost when it has done something and has not yet told of it:
        then another one does it again, and without any there is `CrewLost` as in `_wait`."""
        lookout = _Lookout(self._client)
        while True:
            failed = future.status == "error"  # so that a TimeoutError is its own
            try:
                said: Said = future.result(timeout=_pause())
            except TimeoutError:
                if failed:
                    raise
                lookout.look()
            else:
                return said

    @contextmanager
    def _connected(self) -> Iterator[None]:
        """Tell a scheduler that has gone from what goes wrong elsewhere."""
        try:
            yield
        except (OSError, CancelledError) as error:
            self.lost = True
            raise CrewLost("the scheduler is gone") from error


LONELY = 120.0
"""Seconds without any worker after which none is waited for any more; one that was killed is back sooner."""
_POLL: Final = 0.005
"""Seconds between two looks whether something is done."""
_LOOK: Final = 1.0
"""Seconds between two looks at the workers, unless `LONELY` is less."""
PATIENCE: Final = "30s"
"""How long a scheduler may take to answer at first."""
TRIES: Final = 5
"""How often the workers are told of a campaign if one of them is lost meanwhile."""
_PERISHED: Final = (
    "every worker that tried it was lost; behind 'stdio: ... conformance serve SPEC' an implementation "
    "cannot take its worker with it"
)


def _pause() -> float:
    """Seconds between two looks at the workers."""
    return min(_LOOK, LONELY)


def _key(campaign: str, job: Job) -> tuple[str, ...]:
    """The name of a job among all that a scheduler has to do."""
    if isinstance(job, Shard):
        return "shard", campaign, job.rules, str(job.start)
    return "look", campaign, job.kind.rules, str(job.number)


class Where(NamedTuple):
    """The cluster: an existing scheduler, or so many workers on this machine (None: one a core)."""

    scheduler: str | None
    workers: int | None


@contextmanager
def cluster(where: Where, order: Order) -> Iterator[Cluster]:
    """A cluster that plays for a campaign. `ClusterError` if there is none."""
    _hush()
    with _client(where) as client:
        playing = Cluster(client, order)
        try:
            _introduce(client, order)
        except ImportError as error:
            raise ClusterError(f"this kit is not installed on a worker: {error}") from error
        except OSError as error:
            raise ClusterError(f"the scheduler is gone: {error}") from error
        try:
            yield playing
        finally:
            if not playing.lost:
                with suppress(OSError):
                    client.unregister_worker_plugin(order.name)


def _introduce(client: Client, order: Order) -> None:
    """Give every worker its part, those that come later too. One that is lost just then makes it fail for
    all, so it is done again, as long as the scheduler is there."""
    for _ in range(TRIES - 1):
        with suppress(OSError):
            client.register_plugin(Playing(order), name=order.name)
            return
        if client.status != "running":
            break
    client.register_plugin(Playing(order), name=order.name)


def _hush() -> None:
    """What Dask logs of lost workers and schedulers is told by the campaign in its own words."""
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] in ("distributed", "asyncio", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def _client(where: Where) -> Iterator[Client]:
    if where.scheduler is not None:
        try:
            client = Client(where.scheduler, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"no scheduler answers at {where.scheduler}: {error}") from error
        with client:
            yield client
        return
    with ExitStack() as stack:
        with deaf_children():
            local = stack.enter_context(
                LocalCluster(
                    n_workers=where.workers,
                    threads_per_worker=1,
                    dashboard_address=None,
                    scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # its port is taken all the same
                    silence_logs=logging.CRITICAL,
                    preload="conformance.campaign.deaf",
                )
            )
            client = stack.enter_context(Client(local, set_as_default=False))
        yield client
