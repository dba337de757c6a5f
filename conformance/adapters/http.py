"""Implementations behind HTTP: every message is a POST of its own, and sessions run side by side.

Requests of one session go out one after the other, as their order matters; different sessions do not wait
for each other. A request is repeated only if no connection could be made for it: what may have arrived is
never sent twice. No ``bye`` is sent: the server belongs to whoever has started it, and others may be using
it. For the same reason sessions are named so that they meet no other run's.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import Sequence
from typing import Final
from uuid import uuid4

import httpx

from conformance.adapters.limits import DEFAULT_LIMITS, Limits
from conformance.adapters.protocol import (
    AdapterError,
    Answer,
    Ending,
    Json,
    Lost,
    Outcome,
    Request,
    SpecError,
)
from conformance.trace import NO_TRACE, Trace
from conformance.wire import BadLine, decode_reply, encode_request, shorten

AUTHORIZATION: Final = "CONFORMANCE_HTTP_AUTHORIZATION"
"""The environment variable whose value is sent as the header ``Authorization``."""

HIDDEN: Final = b"[authorization]"
"""Stands for that value wherever a server sends it back: it is neither told nor kept."""
CERTIFICATE: Final = "; the environment variable SSL_CERT_FILE can name a certificate to trust"

_AT_ONCE: Final = 8
"""Sessions that run side by side."""
_RETRIES: Final = 2
_IDLE: Final = 1.0
"""Seconds for which an idle connection is kept: less than servers do, so that they do not close it first."""


class HttpConnection:
    """A conversation with a server, over as many connections as it takes."""

    def __init__(self, client: httpx.AsyncClient, url: httpx.URL, limits: Limits, trace: Trace) -> None:
        self._client = client
        self._url = url
        self._limits = limits
        self._trace = trace
        self._loop = asyncio.Runner()
        self._secret = client.headers.get("Authorization", "").encode()
        self._token = uuid4().hex[:8]
        self._at_once = _AT_ONCE
        self._asked = 0
        self._answered = False
        self._open: set[Json] = set()
        self._dead: Lost | None = None
        self._closed = False
        trace.started(f"POST {url.copy_with(username=None, password=None, query=None)}")

    def ask(self, requests: Sequence[Request]) -> list[Outcome]:
        """All outcomes, or those up to the first `Lost`; what else was under way is then given up."""
        if self._dead is not None or self._closed:
            return [self._dead or Lost("crash", "the connection is closed", "")] if requests else []
        try:
            outcomes = self._loop.run(self._ask([self._own(request) for request in requests]))
        except BaseException:
            self._dead = Lost("crash", "the kit was interrupted", "")
            raise
        if outcomes and isinstance(outcomes[-1], Lost):
            self._dead = outcomes[-1]
            self._trace.lost(self._dead.kind, self._dead.detail)
        self._trace.flush()
        return outcomes

    def post(self, requests: Sequence[Request]) -> None:
        """Nothing is sent ahead: sessions run side by side anyway."""

    def close(self) -> Ending:
        """End the sessions that are still open, as far as the server lets us, and every connection."""
        ending = Ending(None, None, "", False)
        if not self._closed:
            self._closed = True
            self._loop.run(self._leave())
            self._loop.close()
            self._trace.ended(ending)
        return ending

    def _own(self, request: Request) -> Request:
        """The request with a name of ours for its session."""
        session = request.params.get("session")
        if not isinstance(session, str):
            return request
        return request._replace(params={**request.params, "session": f"{self._token}:{session}"})

    async def _ask(self, requests: Sequence[Request]) -> list[Outcome]:
        batch = Batch(requests)
        since, oldest = time.monotonic(), 0
        workers = [asyncio.create_task(self._work(batch)) for _ in range(self._at_once)]
        try:
            while not batch.is_decided():
                if batch.oldest != oldest:
                    since, oldest = time.monotonic(), batch.oldest
                limit = self._limits.later if self._answered else self._limits.first
                if not await batch.progress(since + limit - time.monotonic()):
                    which = "no reply" if self._answered else "no first reply"
                    batch.settle(batch.oldest, Lost("hang", f"{which} within {limit:g} s", ""))
                for worker in workers:
                    if worker.done():
                        worker.result()
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        return batch.decided()

    async def _work(self, batch: Batch) -> None:
        """Play one session after the other."""
        while batch.groups:
            for place in batch.groups.popleft():
                if batch.is_pointless(place):
                    return
                batch.settle(place, await self._one(batch.requests[place]))

    async def _one(self, request: Request) -> Outcome:
        self._asked += 1
        ident = self._asked
        line = encode_request(ident, request)
        self._trace.sent(line)
        data = b""
        try:
            async with self._client.stream("POST", self._url, content=line) as response:
                async for chunk in response.aiter_bytes():
                    data += chunk
                    if len(data) > self._limits.line:
                        return Lost("too_long", f"a reply longer than {self._limits.line} bytes", "")
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            hint = CERTIFICATE if "CERTIFICATE_VERIFY_FAILED" in str(error) else ""
            return Lost("crash" if self._answered else "start", f"no connection: {error}{hint}", "")
        except httpx.RequestError as error:
            return Lost("crash", f"the connection was dropped: {str(error) or type(error).__name__}", "")
        if self._secret:  # a server may send it back
            data = data.replace(self._secret, HIDDEN)
        self._trace.received(data.rstrip(b"\r\n"))
        return self._read(request, ident, data, response)

    def _read(self, request: Request, ident: int, data: bytes, response: httpx.Response) -> Outcome:
        """The outcome that a reply tells; errors of the protocol may come with any status."""
        try:
            outcome = decode_reply(data, ident)
        except BadLine as bad:
            status = f"HTTP status {response.status_code} {response.reason_phrase}"
            if response.is_success:
                form = response.headers.get("content-type", "no content type")
                return Lost(bad.kind, f"{status}, {form}: {bad.detail if data else 'an empty body'}", "")
            hint = f", is {AUTHORIZATION} right?" if response.status_code in (401, 403) else ""
            return Lost("wrong_reply", f"{status}{hint}: {shorten(data)}", "")
        self._answered = True
        if isinstance(outcome, Answer):
            self._note(request, outcome.result)
        return outcome

    def _note(self, request: Request, result: Json) -> None:
        """Remember which sessions are open, and how many may be."""
        match request.method, result:
            case "new", _:
                self._open.add(request.params.get("session"))
            case "end", _:
                self._open.discard(request.params.get("session"))
            case "hello", {"session_limit": int(limit)} if type(limit) is int and limit > 0:
                self._at_once = min(limit, _AT_ONCE)

    async def _leave(self) -> None:
        ends = [self._one(Request("end", {"session": session})) for session in self._open]
        try:
            async with asyncio.timeout(self._limits.grace):
                await asyncio.gather(*ends)
        except TimeoutError:
            pass
        await self._client.aclose()


class Batch:
    """Requests that are under way together. `groups` are the places of the requests of one session each."""

    def __init__(self, requests: Sequence[Request]) -> None:
        self.requests = requests
        self.groups = deque(_by_session(requests))
        self.oldest = 0
        self._outcomes: list[Outcome | None] = [None] * len(requests)
        self._end = len(requests)
        self._moved = asyncio.Event()

    def settle(self, place: int, outcome: Outcome) -> None:
        """The outcome of a request; nothing after a loss counts."""
        self._outcomes[place] = outcome
        if isinstance(outcome, Lost):
            self._end = min(self._end, place + 1)
        while self.oldest < self._end and self._outcomes[self.oldest] is not None:
            self.oldest += 1
        self._moved.set()

    def is_pointless(self, place: int) -> bool:
        """Whether a request need not be sent any more."""
        return place >= self._end

    def is_decided(self) -> bool:
        """Whether all outcomes that count are there."""
        return self.oldest >= self._end

    def decided(self) -> list[Outcome]:
        """The outcomes that count."""
        return [outcome for outcome in self._outcomes[: self._end] if outcome is not None]

    async def progress(self, seconds: float) -> bool:
        """Wait for an outcome, so long at most; whether there was one."""
        try:
            async with asyncio.timeout(max(seconds, 0)):
                await self._moved.wait()
        except TimeoutError:
            return False
        self._moved.clear()
        return True


def _by_session(requests: Sequence[Request]) -> list[list[int]]:
    """The places of the requests of each session, and of each request without one."""
    groups: dict[Json, list[int]] = {}
    for place, request in enumerate(requests):
        session = request.params.get("session")
        groups.setdefault(session if isinstance(session, str) else place, []).append(place)
    return list(groups.values())


class HttpAdapter:
    """A server that is running already, by its address."""

    def __init__(self, spec: str, limits: Limits = DEFAULT_LIMITS, trace: Trace = NO_TRACE) -> None:
        self.spec = spec
        self._limits = limits
        self._trace = trace
        try:
            self._url = httpx.URL(spec)
        except httpx.InvalidURL as error:
            raise SpecError(f"{spec!r} is no address: {error}") from error
        if not self._url.host:
            raise SpecError(f"{spec!r} is no address: it names no host")

    def connect(self) -> HttpConnection:
        """Nothing is sent yet."""
        transport = httpx.AsyncHTTPTransport(
            retries=_RETRIES,
            verify=self._url.scheme == "https",
            limits=httpx.Limits(max_connections=_AT_ONCE, keepalive_expiry=_IDLE),
        )
        client = httpx.AsyncClient(transport=transport, headers=_headers(), timeout=None)
        return HttpConnection(client, self._url, self._limits, self._trace)


def _headers() -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    authorization = os.environ.get(AUTHORIZATION, "").strip()
    if not (authorization.isascii() and authorization.isprintable()):
        raise AdapterError(f"{AUTHORIZATION} cannot be sent", "A header is one line of ASCII.")
    return {**headers, "Authorization": authorization} if authorization else headers
