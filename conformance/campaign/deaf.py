"""Loaded by the workers of a campaign on one machine: an interrupt is meant for the campaign, not for them.

A terminal sends it to every process. The campaign then ends its workers in an orderly way.
"""

from __future__ import annotations

import signal

from distributed import Worker


def dask_setup(worker: Worker) -> None:  # noqa: ARG001 - the scheduler's protocol
    """Called by Dask when a worker starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
