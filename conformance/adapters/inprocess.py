"""Implementations that live in this process: an object with the methods of the protocol.

Every method takes the parameters of its request as keyword arguments and returns the result. `Rejection`
and `NotSupported` are the two refusals; any other exception is an implementation that broke. No time limit
can hold here: put the implementation behind ``conformance serve`` for that.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from conformance.adapters.protocol import (
    INTERNAL,
    INVALID_PARAMS,
    AdapterError,
    Answer,
    Broke,
    Ending,
    NotSupported,
    Outcome,
    Rejected,
    Rejection,
    Request,
    Unsupported,
)
from conformance.trace import NO_TRACE, Trace
from conformance.wire import as_received, encode_outcome, encode_request

METHODS: Final = ("hello", "new", "act", "view", "end", "rank", "bye")


class InProcessConnection:
    """Calls the methods of `implementation` one after the other."""

    def __init__(self, implementation: object) -> None:
        self._implementation = implementation
        self._closed = False
        self._farewell: Answer | Rejected | Unsupported | Broke | None = None

    @property
    def implementation(self) -> object:
        """What is asked: it may have methods beyond the protocol's."""
        return self._implementation

    def ask(self, requests: Sequence[Request]) -> list[Outcome]:
        """Every request is answered; nothing can be lost in this process."""
        return [self.call(request) for request in requests]

    def post(self, requests: Sequence[Request]) -> None:
        """Nothing is done ahead: whoever is called here need not care about threads."""

    def call(self, request: Request) -> Answer | Rejected | Unsupported | Broke:
        """The outcome of one request."""
        method = getattr(self._implementation, request.method, None)
        if request.method not in METHODS or not callable(method):
            return Unsupported(f"there is no method {request.method!r}")
        try:
            result = as_received(method(**request.params))  # what is returned may change later
        except Rejection as rejection:
            return Rejected(rejection.code, rejection.clause, str(rejection))
        except NotSupported as missing:
            return Unsupported(str(missing))
        except Exception as error:
            return _broken(error, method)
        return Answer(result)

    def close(self) -> Ending:
        """Say ``bye`` once; whatever comes of it."""
        if not self._closed:
            self._closed = True
            self._farewell = self.call(Request("bye", {}))
        return Ending(None, None, "", False, self._farewell)


def _broken(error: Exception, method: Callable[..., object]) -> Broke:
    """What broke and where: the last line of the implementation's own that was reached."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    if not frames and isinstance(error, TypeError):
        return Broke(
            INVALID_PARAMS, f"{getattr(method, '__name__', 'the method')} was not callable so: {error}"
        )
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return Broke(INTERNAL, f"{type(error).__name__}: {error}{place}")


class TracingConnection(InProcessConnection):
    """Writes down the lines that would have gone over a wire."""

    def __init__(self, implementation: object, trace: Trace) -> None:
        super().__init__(implementation)
        self._trace = trace
        self._asked = 0

    def call(self, request: Request) -> Answer | Rejected | Unsupported | Broke:
        self._asked += 1
        self._trace.sent(encode_request(self._asked, request))
        outcome = super().call(request)
        self._trace.received(encode_outcome(self._asked, outcome).rstrip())
        return outcome

    def close(self) -> Ending:
        ending = super().close()
        self._trace.ended(ending)
        return ending


class InProcessAdapter:
    """An implementation that `make` builds anew for every connection."""

    def __init__(self, spec: str, make: Callable[[], object], trace: Trace = NO_TRACE) -> None:
        self.spec = spec
        self._make = make
        self._trace = trace

    def connect(self) -> InProcessConnection:
        try:
            implementation = self._make()
        except Exception as error:
            raise AdapterError(f"building {self.spec} failed: {type(error).__name__}: {error}") from error
        if self._trace is NO_TRACE:
            return InProcessConnection(implementation)
        self._trace.started(self.spec)
        return TracingConnection(implementation, self._trace)
