"""The seam between the runner and whatever carries its requests: pipes, HTTP, or a call in this process.

The messages are JSON-RPC 2.0. Here they are values without ids: a transport adds and checks those. A batch
of requests goes out at once and is answered in order, so outcomes pair with requests by position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from conformance.visible import visible

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

PROTOCOL_VERSION = 1

REJECTED = -32001
"""JSON-RPC error code: the rules forbid the action and the state is unchanged."""

UNSUPPORTED = -32601
"""JSON-RPC error code: a method, rule set, option value or number of seats that `hello` does not claim."""

INVALID_PARAMS = -32602
"""JSON-RPC error code: the parameters are not those of the method."""

INTERNAL = -32603
"""JSON-RPC error code that this kit's own servers use when the implementation broke."""

LostKind = Literal["crash", "hang", "not_json", "wrong_reply", "too_long", "start"]


class Request(NamedTuple):
    """One JSON-RPC request without its id."""

    method: str
    params: dict[str, Json]


class Answer(NamedTuple):
    """The request was carried out."""

    result: Json


class Rejected(NamedTuple):
    """Error -32001. `code` and `clause` are from the error's data, None where it does not name them."""

    code: str | None
    clause: str | None
    message: str


class Unsupported(NamedTuple):
    """Error -32601."""

    message: str


class Broke(NamedTuple):
    """Any other error: the adapter or the implementation broke, but still answers."""

    code: int | None
    message: str


class Lost(NamedTuple):
    """No usable reply; the connection is dead afterwards.

    `detail` says what happened in a few words: the exit code or signal, the line received (shortened), the
    time waited. `stderr_tail` is the end of what the adapter wrote to standard error.
    """

    kind: LostKind
    detail: str
    stderr_tail: str


Outcome = Answer | Rejected | Unsupported | Broke | Lost


class Ending(NamedTuple):
    """How a connection ended. All None and False where there is no process of its own to look at.

    `farewell`: what came of ``bye``, None if it was not said; `extra`: the beginning of what it wrote to its
    standard output after that.
    """

    exit_code: int | None
    signal: int | None
    stderr_tail: str
    left_children: bool
    farewell: Outcome | None = None
    extra: bytes = b""


class Connection(Protocol):
    """A running implementation."""

    def ask(self, requests: Sequence[Request]) -> list[Outcome]:
        """Send a batch at once and return its outcomes in order.

        There are as many outcomes as requests, or fewer, and then the last one is `Lost`.
        """
        ...

    def post(self, requests: Sequence[Request]) -> None:
        """Send a batch that will be asked soon, so that it is worked on meanwhile, where that is possible.

        Batches are asked in the order in which they were posted. Whatever goes wrong is told by the next
        `ask`. Replies to what was posted before that and is not asked are dropped.
        """
        ...

    def close(self) -> Ending:
        """Say `bye` and clean up. Never raises and may be called twice."""
        ...


class Adapter(Protocol):
    """How to get connections to one implementation: what an adapter spec names."""

    @property
    def spec(self) -> str: ...

    def connect(self) -> Connection:
        """Start the implementation; the caller sends `hello`.

        Raises `AdapterError` if it cannot even be tried: no such command, no such module.
        """
        ...


class AdapterError(Exception):
    """An adapter cannot be used at all. `hint` tells its author what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def text(self) -> str:
        """What is wrong, and what to do about it."""
        return visible(f"the adapter cannot be used: {self}. {self.hint}".rstrip())


class SpecError(AdapterError):
    """An adapter spec that names nothing: a mistake of whoever gave it, not of an adapter."""

    def text(self) -> str:
        return visible(f"{self}. {self.hint}".rstrip())


class Rejection(Exception):
    """Raised by an in-process adapter's method: the rules forbid the action and nothing has changed."""

    def __init__(self, code: str, clause: str | None = None, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code
        self.clause = clause


class NotSupported(Exception):
    """Raised by an in-process adapter's method for what its `hello` does not claim."""
