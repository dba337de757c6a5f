"""A server that answers everything, and goes wrong in one way where a session is called "guilty".

Called with the name of the way, and with "always" if all sessions are guilty; says its port. A reply repeats
the method, the session without the name that every run puts before it, and some of what came with the
request.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HELLO = {"protocol": 1, "name": "misbehave", "version": "1", "rules": {}, "capabilities": ["play"]}
PAGE = b"<!doctype html><title>Bad gateway</title><p>The engine is not there."
WAY = sys.argv[1]
ALWAYS = sys.argv[2:] == ["always"]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    busy = 0
    most_busy = 0
    guilty = 0
    lock = threading.Lock()

    def do_POST(self) -> None:
        with Handler.lock:
            Handler.busy += 1
            Handler.most_busy = max(Handler.most_busy, Handler.busy)
        try:
            message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            session = str(message["params"].get("session")).partition(":")[2]
            Handler.guilty += session == "guilty"
            if session == "guilty" or ALWAYS:
                self.go_wrong(message)
            else:
                self.answer(self.right(message))
        finally:
            with Handler.lock:
                Handler.busy -= 1

    def right(self, message: dict[str, object]) -> bytes:
        params = message["params"]
        assert isinstance(params, dict)
        result: dict[str, object] = {
            "did": message["method"],
            "in": str(params.get("session")).partition(":")[2],
            "authorization": self.headers.get("Authorization"),
            "type": self.headers.get("Content-Type"),
            "most at once": Handler.most_busy,
            "guilty so far": Handler.guilty,
        }
        if message["method"] == "hello":
            result = {**HELLO, "session_limit": 2} if WAY == "has few tables" else HELLO
        if WAY == "is slow":
            time.sleep(0.1)
        return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()

    def answer(self, body: bytes, status: int = 200, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def go_wrong(self, message: dict[str, object]) -> None:
        match WAY:
            case "hangs":
                time.sleep(600)
            case "drips":
                self.send_response(200)
                self.send_header("Content-Length", "1000000")
                self.end_headers()
                while True:
                    self.wfile.write(b" ")
                    self.wfile.flush()
                    time.sleep(0.05)
            case "drops":
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
            case "drops halfway":
                self.send_response(200)
                self.send_header("Content-Length", "1000")
                self.end_headers()
                self.wfile.write(b'{"jsonrpc":')
                self.close_connection = True
            case "shows a page":
                self.answer(PAGE, 200, "text/html")
            case "shows an error page":
                self.answer(PAGE, 502, "text/html")
            case "asks for a password":
                self.answer(b"", 401)
            case "shows who asks":
                self.answer(f"no, {self.headers.get('Authorization')}".encode(), 403, "text/html")
            case "sends elsewhere":
                self.answer(b"", 301)
            case "answers another":
                self.answer(b'{"jsonrpc":"2.0","id":0,"result":{}}')
            case "sends a long reply":
                self.answer(b" " * 2_000_000 + self.right(message))
            case "sends nothing":
                self.answer(b"", 204)
            case "refuses with a status":
                error = {"code": -32001, "message": "no", "data": {"code": "bad_amount"}}
                reply = {"jsonrpc": "2.0", "id": message["id"], "error": error}
                self.answer(json.dumps(reply).encode(), 400)
            case _:
                self.answer(self.right(message))

    def log_message(self, format: str, *args: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        pass


if __name__ == "__main__":
    with Server(("127.0.0.1", 0), Handler) as server:
        print(server.server_port, flush=True)
        server.serve_forever()
