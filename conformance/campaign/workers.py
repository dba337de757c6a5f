"""What runs on a Dask worker: a plugin that keeps the implementation running, and tasks that it plays for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from distributed import Worker, WorkerPlugin, get_worker

from conformance.campaign.lines import ShardLine
from conformance.campaign.plan import Job, Shard
from conformance.campaign.player import Order, Player, Small, Unusable, Wavering
from conformance.verdicts import INCOMPLETE
from conformance.wire import Hello

T = TypeVar("T")


class Playing(WorkerPlugin):
    """Gives a worker a player of its own, that ends with the worker or with the campaign."""

    def __init__(self, order: Order) -> None:
        self._order: Final = order
        self._player: Player | None = None

    def setup(self, worker: Worker) -> None:  # noqa: ARG002 - the scheduler's protocol
        """Called on every worker, when it joins too. The implementation is started with the first shard."""
        self._player = Player(self._order)

    async def teardown(self, worker: Worker) -> None:  # noqa: ARG002 - the scheduler's protocol
        """End the implementation; meanwhile the worker goes on answering its scheduler."""
        if self._player is not None:
            await asyncio.to_thread(self._player.close)

    @property
    def player(self) -> Player:
        """The player of this worker."""
        assert self._player is not None
        return self._player


def greet(campaign: str) -> Hello | Unusable:
    """What the implementation of this worker claims."""
    return _told(lambda player: player.greet(), campaign)


def do(campaign: str, job: Job, expected: Hello) -> ShardLine | Small | Wavering | Unusable:
    """Do a job with the implementation of this worker."""
    if isinstance(job, Shard):
        return _told(lambda player: player.play(job, expected), campaign)
    return _told(lambda player: player.look_into(job, expected), campaign)


def _told(ask: Callable[[Player], T | Unusable], campaign: str) -> T | Unusable:
    """What the player of this worker says; if it is no use, together with the worker's address."""
    worker = get_worker()
    plugin = worker.plugins[campaign]
    assert isinstance(plugin, Playing)
    try:
        said = ask(plugin.player)
    except OSError as error:  # no more processes, no room for files: nothing to do with the scheduler
        said = Unusable(str(error), INCOMPLETE)
    return (
        said._replace(reason=f"worker {worker.address}: {said.reason}")
        if isinstance(said, Unusable)
        else said
    )
