"""What runs on a Dask worker: a plugin that keeps the implementation running, and tasks that it plays for."""

from __future__ import annotations

import asyncio
from typing import Final

from distributed import Worker, WorkerPlugin, get_worker

from conformance.campaign.lines import ShardLine
from conformance.campaign.plan import Job, Shard
from conformance.campaign.player import Order, Player, Small, Unusable, Wavering
from conformance.wire import Hello


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
    return _player(campaign).greet()


def do(campaign: str, job: Job, expected: Hello) -> ShardLine | Small | Wavering | Unusable:
    """Do a job with the implementation of this worker."""
    player = _player(campaign)
    found = player.play(job, expected) if isinstance(job, Shard) else player.look_into(job, expected)
    return _on(get_worker().address, found) if isinstance(found, Unusable) else found


def _on(address: str, unusable: Unusable) -> Unusable:
    return unusable._replace(reason=f"worker {address}: {unusable.reason}")


def _player(campaign: str) -> Player:
    plugin = get_worker().plugins[campaign]
    assert isinstance(plugin, Playing)
    return plugin.player
