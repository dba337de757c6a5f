"""The implementation as the stages meet it: every request has to be answered, or there is trouble.

The reference engine is asked the same in the same order, so that there is always a right message to show.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.protocol import (
    Answer,
    Broke,
    Connection,
    Ending,
    Json,
    Lost,
    Outcome,
    Rejected,
    Request,
    Unsupported,
)
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject
from conformance.doctor.advice import OVER_A_PIPE, OVER_HTTP
from conformance.doctor.trouble import Listener, Trouble
from conformance.wire import Hello, decode, encode_outcome, encode_request
from conformance.wording import LOST_WORDS

Call = Answer | Rejected | Unsupported | Broke
"""What the reference engine gives: it is never lost."""
EMPTY: Final = "(an empty line)"


class Patient:
    """A connection with the reference engine beside it. `hello` is what the implementation claims;
    `over_http`: what goes wrong is told in the words of HTTP."""

    def __init__(self, connection: Connection, listener: Listener, *, over_http: bool) -> None:
        self.over_http = over_http
        self._steps = OVER_HTTP if over_http else OVER_A_PIPE
        self._connection = connection
        self._listener = listener
        self._reference = InProcessConnection(Reference())
        self._sessions = 0
        self._right: Sequence[Call] = ()
        self._asked: Sequence[Request] = ()
        self._place = 0
        self._got: Outcome | None = None
        self.hello = Hello(protocol=1, name="", version="", rules={}, capabilities=[])

    def session(self) -> str:
        """A name for a new session."""
        self._sessions += 1
        return f"doctor-{self._sessions}"

    def claims(self, capability: str) -> bool:
        """Whether the implementation claims it."""
        return capability in self.hello.capabilities

    def ask(self, *requests: Request) -> list[Outcome]:
        """The outcomes of requests that are sent at once; none of them is `Lost`."""
        before = self._asked, self._right
        self._asked = requests
        self._right = [self._reference.call(request) for request in requests]
        self._listener.begin()
        outcomes = self._connection.ask(requests)
        self.look_at(outcomes, len(outcomes) - 1)
        last = outcomes[-1]
        if isinstance(last, Lost):
            self._look_back(*before)
            about = f"{self._request().method}: " if last.kind != "start" else ""
            what = f"{about}{LOST_WORDS[last.kind]} ({last.detail})"
            raise self.trouble(what, self._steps[last.kind], last)
        return outcomes

    def _look_back(self, asked: Sequence[Request], right: Sequence[Call]) -> None:
        """If nothing was sent, what was wrong came in reply to what had been asked before."""
        if not self._listener.sent_lines and asked and self._listener.received_line is not None:
            self._asked, self._right, self._place, self._got = asked, right, len(asked) - 1, None
            self._listener.sent_lines = self._listener.sent_before

    def look_at(self, outcomes: Sequence[Outcome], place: int) -> None:
        """From now on trouble is about this request of the last batch."""
        self._place = place
        self._got = outcomes[place]

    def answer(self, request: Request) -> JsonObject:
        """The result of a request that has to be carried out: an object."""
        return self.result(self.ask(request)[0])

    def result(self, outcome: Outcome) -> JsonObject:
        """The object in an outcome of the last batch; trouble if it has none."""
        method = self._request().method
        match outcome:
            case Answer(dict() as result):
                return result
            case Answer():
                raise self.trouble(
                    f"{method}: the result is no object", "Make the result of this method an object."
                )
            case Rejected(code, _, message):
                raise self.trouble(
                    f"{method}: refused ({code or 'without a code'}: {message})",
                    "The rules allow this here: carry it out.",
                )
            case Unsupported(message):
                raise self.trouble(
                    f"{method}: not supported ({message}), though hello claims it",
                    "Support it, or take it out of the reply to hello.",
                )
            case Broke(code, message):
                raise self.trouble(
                    f"{method}: it broke (error {code}: {message})",
                    "Find the error in the implementation; -32001 is for what the rules forbid, any other "
                    "code means that the program went wrong.",
                )
            case Lost() as lost:
                raise self.trouble(f"{method}: {lost.detail}", self._steps[lost.kind], lost)

    def right(self, place: int) -> JsonObject:
        """The result that the reference engine gave to a request of the last batch."""
        outcome = self._right[place]
        if not isinstance(outcome, Answer) or not isinstance(outcome.result, dict):
            raise AssertionError(f"the reference engine did not carry out {self._asked[place]}: {outcome}")
        return outcome.result

    def right_code(self) -> str | None:
        """The code with which the reference engine refused the present request; None if it did not."""
        outcome = self._right[self._place]
        return outcome.code if isinstance(outcome, Rejected) else None

    def trouble(self, what: str, step: str, lost: Lost | None = None, right: str = "") -> Trouble:
        """Trouble with the present request, the reference engine's reply being the right message."""
        if not right and self._right:
            right = encode_outcome(self._ident(), self._right[self._place]).decode().rstrip("\n")
        return Trouble(what, step, right, lost)

    def sent_line(self) -> str:
        """The present request as it was sent."""
        request = self._asked[self._place] if self._asked else None
        own = [line for line in self._listener.sent_lines if request is not None and _is_of(line, request)]
        if own:
            return own[-1]
        return "" if request is None else encode_request(1, request).decode().rstrip("\n")

    def got_line(self) -> str:
        """What came in reply to the present request; empty if nothing did."""
        if self._got is None or isinstance(self._got, Lost):
            line = self._listener.received_line
            return EMPTY if line is not None and not line.strip() else line or ""
        return encode_outcome(self._ident(), self._got).decode().rstrip("\n")

    def takes_leave(self) -> str:
        """It answers ``bye``, exits with code 0 and leaves nothing behind."""
        self._listener.begin()
        ending = self.close()
        before = self._asked, self._right
        self._asked, self._right, self._place, self._got = (Request("bye", {}),), (Answer({}),), 0, None
        lost = Lost("crash", "", ending.stderr_tail)
        if self._listener.loss is not None:
            kind, detail = self._listener.loss
            self._look_back(*before)
            what = f"{self._request().method}: {LOST_WORDS[kind]} ({detail})"
            raise self.trouble(what, self._steps[kind], lost)
        if ending.signal is not None:
            raise self.trouble(
                "it went on running after bye",
                "Answer bye, flush standard output, and exit with code 0.",
                lost,
            )
        if ending.exit_code:
            raise self.trouble(
                f"after bye it ended with exit code {ending.exit_code}", "Exit with code 0 after bye.", lost
            )
        if ending.left_children:
            raise self.trouble(
                "it left processes behind that it had started",
                "End every process that the implementation starts, and wait for its end, before it exits.",
                lost,
            )
        return ""

    def close(self) -> Ending:
        """Say bye, if that has not been done."""
        return self._connection.close()

    def _request(self) -> Request:
        return self._asked[self._place]

    def _ident(self) -> int:
        message: Json = decode(self.sent_line().encode())
        ident = message.get("id") if isinstance(message, dict) else None
        return ident if isinstance(ident, int) else 1


def _is_of(line: str, request: Request) -> bool:
    """Whether a line carries a request; over HTTP sessions have longer names than they were given."""
    message: Json = decode(line.encode())
    if not isinstance(message, dict) or message.get("method") != request.method:
        return False
    params = message.get("params")
    if not isinstance(params, dict):
        return False
    sent, session = params.get("session"), request.params.get("session")
    if isinstance(sent, str) and isinstance(session, str) and not sent.endswith(session):
        return False
    return {**params, "session": session} == {**request.params, "session": session}
