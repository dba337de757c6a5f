"""A Dask cluster in a process of its own: prints the address of its scheduler and waits to be killed."""

from __future__ import annotations

import signal

from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        protocol="tcp://",
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        signal.pause()
