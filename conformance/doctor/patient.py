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
    LostKind,
    Outcome,
    Rejected,
    Request,
    Unsupported,
)
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject
from conformance.doctor.trouble import Listener, Trouble
from conformance.wire import Hello, decode, encode_outcome, encode_requests

LOST_STEPS: Final[dict[LostKind, str]] = {
    "start": "Start the command by hand, in this folder: it has to stay and wait for a line on its standard "
    "input. Its standard error tells why it ended.",
    "crash": "Send this one line to the command by hand and see why it ends; its standard error may tell.",
    "hang": "Read standard input line by line, and flush standard output after every reply: a reply that "
    "stays in a buffer never arrives.",
    "not_json": "Write nothing but replies to standard output, each as one line of JSON; whatever else the "
    "program says belongs on standard error.",
    "wrong_reply": "Answer every request exactly once and in order, with 'jsonrpc', the number of the "
    "request as 'id', and either 'result' or 'error'.",
    "too_long": "Keep a reply below 1 MiB, and end it with a line end.",
}


class Patient:
    """A connection with the reference engine beside it. `hello` is what the implementation claims."""

    def __init__(self, connection: Connection, listener: Listener) -> None:
        self._connection = connection
        self._listener = listener
        self._reference = InProcessConnection(Reference())
        self._sessions = 0
        self._right: Sequence[Answer | Rejected | Unsupported | Broke] = ()
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
        self._asked = requests
        self._right = [self._reference.call(request) for request in requests]
        outcomes = self._connection.ask(requests)
        self.look_at(outcomes, len(outcomes) - 1)
        last = outcomes[-1]
        if isinstance(last, Lost):
            about = f"{self._request().method}: " if last.kind != "start" else ""
            raise self.trouble(f"{about}{LOST_WORDS[last.kind]} ({last.detail})", LOST_STEPS[last.kind], last)
        return outcomes

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
                raise self.trouble(f"{method}: {lost.detail}", LOST_STEPS[lost.kind], lost)

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
        lines = self._listener.sent_lines
        if self._place < len(lines):
            return lines[self._place]
        return encode_requests(1, self._asked).decode().splitlines()[self._place] if self._asked else ""

    def got_line(self) -> str:
        """What came in reply to the present request; empty if nothing did."""
        if self._got is None or isinstance(self._got, Lost):
            return self._listener.received_line
        return encode_outcome(self._ident(), self._got).decode().rstrip("\n")

    def takes_leave(self) -> str:
        """It answers ``bye``, exits with code 0 and leaves nothing behind."""
        self._listener.forget()
        ending = self.close()
        self._asked, self._right, self._place, self._got = (Request("bye", {}),), (Answer({}),), 0, None
        lost = Lost("crash", "", ending.stderr_tail)
        if self._listener.loss is not None:
            kind, detail = self._listener.loss
            raise self.trouble(f"bye: {LOST_WORDS[kind]} ({detail})", LOST_STEPS[kind], lost)
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


LOST_WORDS: Final[dict[LostKind, str]] = {
    "start": "it ended before it answered anything",
    "crash": "it ended instead of answering",
    "hang": "no reply came",
    "not_json": "what came is no JSON",
    "wrong_reply": "what came is not the awaited reply",
    "too_long": "the reply is too long",
}
