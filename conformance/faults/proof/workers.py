"""Work shared out to processes that may hang or die.

Each worker is a process of its own that gets one job after the other. A job that takes too much processor
time is broken off by the worker itself, where the system can tell; so a busy machine makes nothing look
hung. One that takes far too long by the clock is killed and replaced, and so is one that dies. What became
of the job is then told in place of a result.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from conformance.adapters.guard import deaf_children

J = TypeVar("J")
R = TypeVar("R")

MEMORY = 2 * 1024**3
"""Bytes that a worker may have; what asks for more gets a `MemoryError`."""


class Lost(NamedTuple):
    """A job without a result: its worker took too long, or died."""

    why: Literal["hang", "crash"]


class Done(NamedTuple, Generic[J, R]):
    """A job with its result."""

    job: J
    result: R | Lost


class Limits(NamedTuple):
    """Seconds of processor time, and by the clock for what does not use any."""

    processor: float
    clock: float


class _Worker(NamedTuple):
    process: BaseProcess
    pipe: Connection


class Failed(Exception):
    """A worker could not do its work at all: a mistake of this package, not of what it tries out."""


class TooLong(BaseException):
    """A job has used up its processor time. No `Exception`: what a job catches must not catch this."""


def _break_off(*_: object) -> None:
    raise TooLong


def _timed(work: Callable[[object], object], job: object, seconds: float) -> object:
    """The result of a job, or that it hangs: it has used more processor time than that."""
    if not hasattr(signal, "setitimer"):
        return work(job)
    signal.signal(signal.SIGVTALRM, _break_off)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        return work(job)
    except TooLong:
        return Lost("hang")
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _serve(pipe: Connection, make: Callable[[], Callable[[object], object]], seconds: float) -> None:
    """What a worker does: build what it needs once, then answer jobs. Whatever goes wrong is sent back."""
    try:
        _limit_memory()
        work = make()
        pipe.send(READY)
        while True:
            pipe.send((_timed(work, pipe.recv(), seconds),))
    except (EOFError, BrokenPipeError):
        pass  # whoever gave the jobs has gone
    except Exception:
        pipe.send(traceback.format_exc())


READY: Final = None
"""What a worker says once it has been built; results come in tuples, and what went wrong as text."""


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Workers(Generic[J, R]):
    """`count` workers, each of which calls `make` once and the result for every job.

    `make` and the jobs have to be importable: they are sent to processes that start afresh. `limits` are the
    longest times, in seconds, that a job may take.
    """

    def __init__(self, make: Callable[[], Callable[[J], R]], count: int, limits: Limits) -> None:
        self._make = make
        self._limits = limits
        self._context = multiprocessing.get_context("spawn")
        self._ready: set[Connection] = set()
        self._idle = [self._start() for _ in range(count)]

    def run(self, jobs: Sequence[J]) -> Iterator[Done[J, R]]:
        """The jobs as they get done, in any order."""
        waiting = deque(jobs)
        busy: dict[Connection, tuple[_Worker, J, float]] = {}
        while waiting or busy:
            while waiting and self._idle:
                worker, job = self._idle.pop(), waiting.popleft()
                worker.pipe.send(job)
                busy[worker.pipe] = worker, job, time.monotonic() + self._limits.clock
            soonest = min(until for _, _, until in busy.values())
            for pipe in wait(list(busy), max(0.0, soonest - time.monotonic())):
                assert isinstance(pipe, Connection)
                yield from self._received(pipe, busy)
            for pipe in [pipe for pipe, (_, _, until) in busy.items() if until < time.monotonic()]:
                worker, job, _ = busy.pop(pipe)
                self._replace(worker)
                yield Done(job, Lost("hang"))

    def _received(
        self, pipe: Connection, busy: dict[Connection, tuple[_Worker, J, float]]
    ) -> Iterator[Done[J, R]]:
        worker, job, _ = busy[pipe]
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            if pipe not in self._ready:
                raise Failed("a worker died before it had begun") from None
            del busy[pipe]
            self._replace(worker)
            yield Done(job, Lost("crash"))
            return
        if message is READY:  # its time begins now
            self._ready.add(pipe)
            busy[pipe] = worker, job, time.monotonic() + self._limits.clock
            return
        if isinstance(message, str):
            raise Failed(f"a worker failed at {job!r}:\n{message}")
        del busy[pipe]
        self._idle.append(worker)
        yield Done(job, message[0])

    def close(self) -> None:
        """End all workers."""
        for worker in self._idle:
            worker.pipe.close()
            worker.process.join(2)
            worker.process.kill()
        self._idle.clear()

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=_serve, args=(theirs, self._make, self._limits.processor), daemon=True
        )
        with deaf_children():
            process.start()
        theirs.close()
        return _Worker(process, ours)

    def _replace(self, worker: _Worker) -> None:
        worker.process.kill()
        worker.process.join()
        self._ready.discard(worker.pipe)
        worker.pipe.close()
        self._idle.append(self._start())
