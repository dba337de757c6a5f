"""An in-process implementation behind HTTP, on this machine only.

Every request is a POST with one message of the protocol as its body; the path does not matter. ``bye`` is
answered and changes nothing: several runs may share a server, which goes on until it is interrupted.
"""

from __future__ import annotations

import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar, Final

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.protocol import Answer, Broke, Rejected, Request, Unsupported
from conformance.wire import BadCall, decode_call, encode_outcome

HOST: Final = "127.0.0.1"
_LONGEST: Final = 1 << 24
"""Bytes of a request that are read."""


class Server(ThreadingHTTPServer):
    """Answers requests one at a time, however many connections there are; port 0 takes a free one."""

    daemon_threads = True

    def __init__(self, connection: InProcessConnection, port: int) -> None:
        super().__init__((HOST, port), Handler)
        self._connection = connection
        self._turn = threading.Lock()

    @property
    def address(self) -> str:
        """What the adapter spec is."""
        return f"http://{HOST}:{self.server_port}/"

    def reply_to(self, line: bytes) -> bytes:
        """The reply to a message; empty for one that is not answered."""
        try:
            call = decode_call(line)
        except BadCall as bad:
            return bad.reply
        outcome: Answer | Rejected | Unsupported | Broke = Answer({})
        if call.method != "bye":
            with self._turn:
                outcome = self._connection.call(Request(call.method, call.params))
        return b"" if call.ident is None else encode_outcome(call.ident, outcome)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is no error of ours; everything else is told as usual."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # typeshed names private types


class Handler(BaseHTTPRequestHandler):
    """One connection, kept open."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # head and body leave together: sent apart, each would wait for the other's receipt
    timeout: ClassVar[float | None] = 60.0

    def do_POST(self) -> None:
        """Answer a message."""
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > _LONGEST:
            self.close_connection = True
            self.send_error(HTTPStatus.LENGTH_REQUIRED, "The length of the message has to be given")
            return
        assert isinstance(self.server, Server)
        reply = self.server.reply_to(self.rfile.read(int(length)))
        self.send_response(HTTPStatus.OK if reply else HTTPStatus.NO_CONTENT)
        if reply:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: a run sends thousands of requests."""


def serve_http(connection: InProcessConnection, port: int) -> int:
    """Serve until interrupted; returns the exit code. `OSError` if the port is not to be had."""
    with Server(connection, port) as server:
        print(f"serving at {server.address}", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
        finally:
            connection.close()
    return 0
