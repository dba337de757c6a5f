"""Implementations in any language: a command that answers JSON-RPC on its standard input and output.

A batch goes out at once and its replies are taken in the order of the requests. More may be posted before
that, so that kit and implementation work at the same time. Whatever is wrong with a reply ends the
connection, since nothing that comes after it can be trusted to belong where it seems to.
"""

from __future__ import annotations

import shlex
import signal
import time
from collections import deque
from collections.abc import Callable, Sequence
from operator import attrgetter, is_
from typing import Final, NoReturn

from conformance.adapters.limits import DEFAULT_LIMITS, Limits
from conformance.adapters.process import Process
from conformance.adapters.protocol import Ending, Lost, LostKind, Outcome, Request, SpecError
from conformance.garbage import collector_paused
from conformance.trace import NO_TRACE, Trace
from conformance.wire import BadLine, decode, decode_replies, decode_reply, encode_requests, shorten

PREFIX: Final = "stdio:"
BYE: Final = Request("bye", {})
_METHOD: Final[Callable[[Request], str]] = attrgetter("method")
_LOOK: Final = 0.25
"""Seconds of silence after which it is looked whether the process still runs."""
_FEW: Final = 16
"""Replies that are waited for one by one. Of more, several are let come together: to be woken for each of
them costs more than to read it."""
_GATHER: Final = 0.0005
"""Seconds in which they come together; time in which others were looked at counts."""
_TOGETHER: Final = 100
"""Replies that are read together: few enough to be at hand until they are done with."""


class _Gone(Exception):
    """No usable reply came."""

    def __init__(self, kind: LostKind, detail: str) -> None:
        super().__init__(detail)
        self.kind: LostKind = kind
        self.detail = detail


class StdioConnection:
    """One process and what is said to it."""

    def __init__(self, words: Sequence[str], limits: Limits, trace: Trace) -> None:
        self._limits = limits
        self._trace = trace
        self._process = Process(words, limits)
        self._started = time.monotonic()
        self._heard = self._started
        """When something came last that was waited for."""
        self._has_answered = False
        self._asked = 0
        """The number of the last request that was sent."""
        self._answered = 0
        """The number of the last one whose reply was taken."""
        self._methods: list[str] = []
        """Of the requests since then, and of that one."""
        self._lines: deque[bytes] = deque()
        """What has arrived and nobody has taken."""
        self._posted: deque[Sequence[Request]] = deque()
        """What has been sent and not been asked yet."""
        self._dead: Lost | None = None
        self._ending: Ending | None = None
        trace.started(shlex.join(words))

    def ask(self, requests: Sequence[Request]) -> list[Outcome]:
        """All outcomes, or those up to the first `Lost`; after that the process has ended."""
        if self._dead is not None:
            return [self._dead] if requests else []
        outcomes: list[Outcome] = []
        try:
            if not self._find_posted(requests):
                self._send(requests)
            with collector_paused():
                self._receive(len(requests), outcomes)
        except _Gone as gone:
            outcomes.append(self._end(gone))
        except BaseException:
            self._dead = Lost("crash", "the kit was interrupted", "")  # what comes now answers nobody
            self._process.hurry()
            raise
        self._trace.flush()
        return outcomes

    def post(self, requests: Sequence[Request]) -> None:
        """Send them, to be asked after what was posted before."""
        if self._dead is not None:
            return
        try:
            self._send(requests)
            self._posted.append(requests)
        except _Gone as gone:
            self._end(gone)

    def _find_posted(self, requests: Sequence[Request]) -> bool:
        """Whether they were posted. Replies to what was posted and is not asked now are dropped."""
        while self._posted:
            posted = self._posted.popleft()
            if len(posted) == len(requests) and all(map(is_, posted, requests)):
                return True
            self._receive(len(posted), [])
        return False

    def _end(self, gone: _Gone) -> Lost:
        ending = self._process.end()
        self._dead = Lost(gone.kind, gone.detail, ending.stderr_tail)
        self._trace.lost(gone.kind, gone.detail)
        return self._dead

    def close(self) -> Ending:
        """Say ``bye`` and let it exit; if it does not, end it. Nobody waits for what was posted."""
        farewell: Outcome | None = None
        if self._posted and self._dead is None:
            self._dead = Lost("crash", "the connection is closed", "")
        if self._dead is None:
            farewell = self.ask([BYE])[-1]
        if self._dead is None:
            self._process.close_input()
            self._process.ignore_output()
            self._process.exit_code(self._limits.later)
            self._dead = Lost("crash", "the connection is closed", "")
        if self._ending is None:
            ending = self._process.end()
            said = b"\n".join([*self._lines, self._process.unheard])
            self._ending = ending._replace(farewell=farewell, extra=b"" if farewell is None else said)
            self._trace.ended(self._ending)
        return self._ending

    def _send(self, requests: Sequence[Request]) -> None:
        if self._asked == self._answered:
            self._refuse_unasked()
            self._process.errors.mark()
        data = encode_requests(self._asked + 1, requests)
        last = len(self._methods) - (self._asked - self._answered) - 1
        self._methods = [*self._methods[max(last, 0) :], *map(_METHOD, requests)]
        self._asked += len(requests)
        self._trace.sent(data)
        self._process.write(data)

    def _receive(self, awaited: int, outcomes: list[Outcome]) -> None:
        """The outcomes of the next requests, so many as are `awaited`."""
        last = self._answered + awaited
        while self._answered < last:
            left = last - self._answered
            if not self._have_come():  # all that has come is looked at, so time begins to count now
                self._wait(self._deadline(), left)
            lines = [self._lines.popleft() for _ in range(min(left, len(self._lines), _TOGETHER))]
            replies = self._read_together(lines, self._answered + 1)
            if replies is None:
                self._read_apart(lines, self._answered + 1, outcomes)
            else:
                outcomes += replies
            self._has_answered = True
            self._answered += len(lines)
        self._process.errors.mark()

    def _read_together(self, lines: Sequence[bytes], first: int) -> Sequence[Outcome] | None:
        """The outcomes that lines tell, None if each has to be looked at by itself."""
        if self._trace is not NO_TRACE or max(map(len, lines)) > self._limits.line:
            return None
        return decode_replies(lines, first)

    def _read_apart(self, lines: Sequence[bytes], first: int, outcomes: list[Outcome]) -> None:
        """The outcomes of as many lines as are replies."""
        for ident, line in enumerate(lines, first):
            self._look_at(line)
            try:
                outcomes.append(decode_reply(line, ident))
            except BadLine as bad:
                raise self._misplaced(line, bad, ident, outcomes) from bad
            self._has_answered = True

    def _deadline(self) -> float:
        """Until when the oldest unanswered request has to be answered."""
        if not self._has_answered:
            return self._started + self._limits.first
        return time.monotonic() + self._limits.later

    def _misplaced(self, line: bytes, bad: BadLine, awaited: int, outcomes: list[Outcome]) -> _Gone:
        """A line that was taken for the reply to request `awaited` and is none. If it is a second one to a
        request of this batch, that one is the last that counts."""
        taken = f"was taken for the reply to request {self._named(awaited)}"
        ident = _ident(line)
        if not line.strip():
            return _Gone(bad.kind, f"an empty line {taken}")
        if not 0 < ident < awaited:
            detail = bad.detail.replace(f"request {awaited},", f"request {self._named(awaited)},", 1)
            return _Gone(bad.kind, detail if detail != bad.detail else f"{detail}; it {taken}")
        first = awaited - len(outcomes)
        if ident >= first:
            del outcomes[ident - first :]
        what = f"an extra line, a second reply to request {self._named(ident)}"
        return _Gone("wrong_reply", f"{what}, {taken}: {shorten(line)}")

    def _named(self, ident: int) -> str:
        """The number of a request with its method, as far back as that is known."""
        place = ident - self._asked - 1 + len(self._methods)
        return f"{ident} ({self._methods[place]})" if place in range(len(self._methods)) else str(ident)

    def _refuse_unasked(self) -> None:
        """What was written since the last reply belongs to no request."""
        self._process.pump(0)
        if not self._have_come():
            return
        line = self._lines.popleft()
        self._look_at(line)
        told = "nothing was asked, but this came"
        if self._asked:
            told = f"an extra line came after the reply to request {self._named(self._answered)}"
        told += f": {shorten(line)}" if line.strip() else ", an empty one"
        try:
            decode(line)
        except BadLine as bad:
            raise _Gone(bad.kind, told) from bad
        raise _Gone("wrong_reply", told)

    def _wait(self, deadline: float, awaited: int) -> None:
        """Until the next of `awaited` lines has arrived. Time that passes after that does not count."""
        while not self._have_come():
            if awaited > _FEW and (pause := self._heard + _GATHER - time.monotonic()) > 0:
                time.sleep(pause)
            if not self._process.speaks:
                self._crashed()
            if self._process.pump(min(deadline - time.monotonic(), _LOOK)):
                self._heard = time.monotonic()
                continue
            if not self._process.runs and not self._process.pump(0):
                self._crashed()
            if time.monotonic() >= deadline:
                self._hung()

    def _have_come(self) -> bool:
        """Whether there are lines that nobody has taken. What has come is parted into lines for that; the
        beginning of one that has not ended stays where it is."""
        if self._lines:
            return True
        incoming = self._process.incoming
        end = incoming.rfind(b"\n")
        if end >= 0:
            self._lines.extend(bytes(incoming[:end]).split(b"\n"))
            del incoming[: end + 1]
        elif len(incoming) > self._limits.line:
            self._refuse_long(incoming)
        return end >= 0

    def _look_at(self, line: bytes) -> None:
        """A line is taken: it must not be too long."""
        if len(line) > self._limits.line:
            self._refuse_long(line)
        self._trace.received(line)

    def _refuse_long(self, line: bytes | bytearray) -> NoReturn:
        start = shorten(bytes(line[:100]))
        raise _Gone("too_long", f"a line longer than {self._limits.line} bytes: {start}...")

    def _hung(self) -> NoReturn:
        limit = self._limits.later if self._has_answered else self._limits.first
        which = "no reply" if self._has_answered else "no first reply"
        raise _Gone("hang", f"{which} within {limit:g} s{self._half()}")

    def _crashed(self) -> NoReturn:
        code = self._process.exit_code(self._limits.grace)
        if code is None:
            told = "it closed its standard output and went on running"
        else:
            told = in_words(code)
        kind: LostKind = "crash" if self._has_answered else "start"
        raise _Gone(kind, f"{told}{self._half()}")

    def _half(self) -> str:
        """What of an unfinished line has come."""
        rest = bytes(self._process.incoming)
        return f", after a line without its end: {shorten(rest)}" if rest else ""


def _ident(line: bytes) -> int:
    """The id of the request that a reply is to; 0, which is none, where it does not say so."""
    try:
        message = decode(line)
    except BadLine:
        return 0
    ident = message.get("id") if isinstance(message, dict) else None
    return ident if type(ident) is int else 0


def in_words(code: int) -> str:
    """An exit code as `subprocess` gives it, a signal being negative."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by signal {-code} ({signal.Signals(-code).name})"
    except ValueError:
        return f"killed by signal {-code}"


class StdioAdapter:
    """The command of a ``stdio:`` spec, started anew for every connection."""

    def __init__(self, spec: str, limits: Limits = DEFAULT_LIMITS, trace: Trace = NO_TRACE) -> None:
        self.spec = spec
        self._words = words_of(spec)
        self._limits = limits
        self._trace = trace

    def connect(self) -> StdioConnection:
        return StdioConnection(self._words, self._limits, self._trace)


def words_of(spec: str) -> list[str]:
    """The command of a spec, split as a POSIX shell does; `SpecError` if there is none."""
    try:
        words = shlex.split(spec.removeprefix(PREFIX))
    except ValueError as error:
        raise SpecError(f"{spec!r} cannot be split into words: {error}", "Are all quotes closed?") from error
    if not words:
        raise SpecError(f"{spec!r} names no command", "Write 'stdio: COMMAND ARGUMENT ...'.")
    return words
