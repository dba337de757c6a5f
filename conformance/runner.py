"""Playing scripts on an implementation, through as many connections as it takes.

The requests of many scripts go out at once, and those of the next ones before the replies are taken, so that
an implementation always has something to do. When a connection is lost, the script whose reply did not come
is the guilty one; those answered before it are judged, and those after it are sent again.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from conformance.about import NAME, version
from conformance.adapters.protocol import (
    PROTOCOL_VERSION,
    Adapter,
    AdapterError,
    Answer,
    Broke,
    Connection,
    Json,
    Lost,
    Outcome,
    Rejected,
    Request,
    Unsupported,
)
from conformance.greeting import complaints
from conformance.remarks import Remark, of_ending
from conformance.script import Script
from conformance.visible import visible_line
from conformance.wire import BadLine, Hello, read_hello
from conformance.wording import said

STARTS: Final = 3
"""Failures to start in a row that end a run."""
LOSSES: Final = 10
"""Cases lost in a row, to hangs or crashes, that end a run."""
FATAL: Final = frozenset({"hang", "crash", "start"})
"""What counts as one of those; lines that cannot be used cost their case and nothing more."""
MOST_SAID: Final = 10
"""Lines of standard error that are told of an adapter that cannot be used."""
BATCH: Final = 600
"""Requests that are sent at once; a script is never cut."""
AHEAD: Final = 2
"""Batches that are sent before the replies to the first of them are taken."""

HELLO: Final = Request("hello", {"protocol": [PROTOCOL_VERSION], "kit": {"name": NAME, "version": version()}})


class AdapterUnusable(Exception):
    """The run cannot go on: `reason` says why, `hint` what might help, `stderr` what the adapter said."""

    def __init__(self, reason: str, hint: str = "", stderr: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint
        self.stderr = stderr

    def text(self) -> str:
        """All of it, what the adapter said in its own lines."""
        told = [f"  stderr  {visible_line(line)}" for line in said(self.stderr, MOST_SAID)]
        return "\n".join([visible_line(f"{self.reason}. {self.hint}".rstrip()), *told])


class Played(NamedTuple):
    """A script with its outcomes; after a `Lost`, which is then the last one, there are no more."""

    script: Script
    outcomes: Sequence[Outcome]


class _Batch(NamedTuple):
    """Scripts with the requests of each, which have been sent."""

    scripts: Sequence[Script]
    groups: Sequence[Sequence[Request]]


class Runner:
    """Plays scripts on the implementation that an adapter leads to."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self._connection: Connection | None = None
        self._hello: Hello | None = None
        self._attempts: Counter[str] = Counter()
        self._lost: list[Lost] = []
        self._remarks: dict[Remark, None] = {}

    def hello(self) -> Hello:
        """What the implementation claims; it is started for that. `AdapterUnusable` if it cannot be."""
        if self._hello is None:
            self._connected()
        assert self._hello is not None
        return self._hello

    @property
    def remarks(self) -> list[Remark]:
        """What there is to say so far beside the outcomes, each thing once."""
        return [*self._remarks]

    def note(self, remarks: Iterable[Remark]) -> None:
        """Remember what there is to say."""
        self._remarks |= dict.fromkeys(remarks)

    def close(self) -> None:
        """End the present connection, if there is one. May be called twice."""
        if self._connection is not None:
            self.note(of_ending(self._connection.close()))
            self._connection = None

    def play(self, scripts: Sequence[Script]) -> Iterator[Played]:
        """The scripts with their outcomes, in order; `AdapterUnusable` when it is no use going on."""
        waiting = deque(scripts)
        sent: deque[_Batch] = deque()
        while waiting or sent:
            self._connected()
            while waiting and len(sent) < AHEAD:
                sent.append(self._send(waiting))
            batch = sent.popleft()
            answered = self.ask(batch.groups)
            if self._connection is None:
                sent.appendleft(_Batch(batch.scripts[len(answered) :], ()))
                waiting.extendleft(script for one in reversed(sent) for script in reversed(one.scripts))
                sent.clear()
            yield from map(Played, batch.scripts, answered)
            self.check_losses()

    def _send(self, waiting: deque[Script]) -> _Batch:
        """Send what comes next."""
        scripts = self._take(waiting)
        batch = _Batch(scripts, self._groups(scripts))
        self.post(batch.groups)
        return batch

    def _take(self, waiting: deque[Script]) -> list[Script]:
        """The next batch; what of it is not answered has to go back to the front of the queue."""
        batch: list[Script] = []
        size = 0
        while waiting and (not batch or size + len(waiting[0].calls) <= BATCH):
            size += len(waiting[0].calls)
            batch.append(waiting.popleft())
        return batch

    def _groups(self, batch: Sequence[Script]) -> list[Sequence[Request]]:
        """The requests of one more attempt at each script."""
        self._attempts.update(script.entry.id for script in batch)
        return [script.requests(self._attempts[script.entry.id]) for script in batch]

    def post(self, groups: Sequence[Sequence[Request]]) -> None:
        """Send groups of requests that will be asked next, if there is a connection."""
        if self._connection is not None and groups:
            self._connection.post([request for group in groups for request in group])

    def ask(self, groups: Sequence[Sequence[Request]]) -> list[list[Outcome]]:
        """Send groups of requests at once; the outcomes of each group.

        A group that ends with a `Lost` is the last one answered; the next call begins on a new connection.
        """
        outcomes = self._connected().ask([request for group in groups for request in group])
        answered: list[list[Outcome]] = []
        start = 0
        for group in groups:
            own = outcomes[start : start + len(group)]
            start += len(group)
            answered.append(own)
            lost = own[-1] if own else None
            if isinstance(lost, Lost):
                self._give_up(lost)
                break
            self._lost.clear()
        return answered

    def _give_up(self, lost: Lost) -> None:
        """A connection is of no use any more; how it ends says nothing of the implementation."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if lost.kind in FATAL:
            self._lost.append(lost)
        else:
            self._lost.clear()

    def check_losses(self) -> None:
        """`AdapterUnusable` if so many groups in a row have been lost that it is no use going on."""
        if len(self._lost) >= LOSSES:
            last = self._lost[-1]
            raise AdapterUnusable(
                f"{LOSSES} cases in a row were lost to hangs or crashes, the last one so: {last.kind}, "
                f"{last.detail}",
                "Every further case would cost another start or wait, so the run ends here.",
                stderr=last.stderr_tail,
            )

    def _connected(self) -> Connection:
        """The present connection, else a new one that has said hello."""
        for left in reversed(range(STARTS)):
            if self._connection is not None:
                break
            self._connection = self._start(left)
        assert self._connection is not None
        return self._connection

    def _start(self, left: int) -> Connection | None:
        """One try to start; None if it was lost and there are tries left."""
        try:
            connection = self._adapter.connect()
        except AdapterError as error:
            raise AdapterUnusable(str(error), error.hint) from error
        outcome = connection.ask([HELLO])[-1]
        if isinstance(outcome, Lost):
            connection.close()
            if left:
                return None
            raise AdapterUnusable(
                f"it failed to start {STARTS} times in a row: {outcome.kind}, {outcome.detail}",
                "'conformance doctor' with the same --adapter shows what goes wrong.",
                stderr=outcome.stderr_tail,
            )
        if not isinstance(outcome, Answer):
            connection.close()
            raise AdapterUnusable(f"its reply to hello is an error: {_told(outcome)}")
        try:
            self._greet(outcome.result)
        except BadLine as bad:
            connection.close()
            raise AdapterUnusable(bad.detail) from bad
        except AdapterUnusable:
            connection.close()
            raise
        return connection

    def _greet(self, result: Json) -> None:
        """Take the claims, which are those of the first connection."""
        if self._hello is not None:
            return
        hello = read_hello(result)
        for text, fatal in complaints(hello):
            if fatal:
                raise AdapterUnusable(text, "Mend the reply to hello; nothing has been played.")
            self.note([Remark("hello", text)])
        self._hello = hello


def _told(outcome: Rejected | Unsupported | Broke) -> str:
    return outcome.message or type(outcome).__name__.lower()
