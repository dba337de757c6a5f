"""The wire: JSON-RPC 2.0, one message a line, on standard input and output.

Only replies go to standard output. Whatever else the program says belongs on standard error, and the kit
shows it when something fails.
"""

import json
import sys
import traceback
from typing import Any

from refusals import Rejected, Unsupported
from session import CLAIM, RULES, Session

Json = Any
PARSE_ERROR, NO_REQUEST, NO_METHOD, NO_PARAMS, BROKEN = -32700, -32600, -32601, -32602, -32603
REJECTED = -32001


class Adapter:
    """The methods of the protocol. Each takes the parameters of its request and returns the result."""

    METHODS = ("hello", "new", "act", "view", "end", "bye")

    def __init__(self) -> None:
        self.sessions: dict[str, Session] = {}
        self.is_done = False

    def hello(self, protocol: Json, **_: Json) -> Json:
        if not isinstance(protocol, list) or 1 not in protocol:
            raise Unsupported("this adapter speaks protocol 1")
        return {
            "protocol": 1,
            "name": "my-adapter",
            "version": "0.1.0",
            "language": "Python",
            "rules": {RULES: CLAIM},
            # What is not claimed is not compared. Left to claim: events, rank, carry.
            "capabilities": [
                *("play", "menu", "codes", "pot", "stacks"),
                *("actor", "phase", "last_hand", "details", "seat_view"),
            ],
        }

    def new(self, session: str, rules: Json, **setup: Json) -> Json:
        if session in self.sessions:
            raise ValueError(f"there is a session {session!r} already")
        if rules != RULES:
            raise Unsupported(f"{rules} is not played here")
        self.sessions[session] = Session(**setup)
        return self.sessions[session].view(None)

    def act(self, session: str, actor: Json = None, action: Json = None) -> Json:
        playing = self.sessions[session]
        playing.act(actor, action)
        return playing.view(None)

    def view(self, session: str, seat: Json = None) -> Json:
        return self.sessions[session].view(seat)

    def end(self, session: str) -> Json:
        del self.sessions[session]
        return {}

    def bye(self) -> Json:
        self.is_done = True
        return {}

    def answer(self, line: bytes) -> Json:
        """The reply to a line. Whatever is raised becomes one of three kinds of error, never a crash."""
        try:
            request = json.loads(line)
        except (ValueError, RecursionError) as error:
            return failure(None, PARSE_ERROR, f"not JSON: {error}")
        if not isinstance(request, dict) or not isinstance(request.get("method"), str):
            return failure(None, NO_REQUEST, "not a request")
        ident, method, params = request.get("id"), request["method"], request.get("params", {})
        if not isinstance(params, dict):
            return failure(ident, NO_PARAMS, "params is an object")
        if method not in self.METHODS:
            return failure(ident, NO_METHOD, f"there is no method {method}")
        try:
            return {"jsonrpc": "2.0", "id": ident, "result": getattr(self, method)(**params)}
        except Rejected as refusal:
            data = {"code": refusal.code, **({"clause": refusal.clause} if refusal.clause else {})}
            return failure(ident, REJECTED, str(refusal), data)
        except Unsupported as missing:
            return failure(ident, NO_METHOD, str(missing))
        except Exception as error:
            traceback.print_exc()
            return failure(ident, BROKEN, f"{type(error).__name__}: {error}")


def failure(ident: Json, code: int, message: str, data: Json = None) -> Json:
    error = {"code": code, "message": message, **({} if data is None else {"data": data})}
    return {"jsonrpc": "2.0", "id": ident, "error": error}


def main() -> None:
    adapter = Adapter()
    replies, sys.stdout = sys.stdout, sys.stderr  # so that a print() cannot be taken for a reply
    for line in sys.stdin.buffer:
        if line.strip():
            print(json.dumps(adapter.answer(line)), file=replies, flush=True)
        if adapter.is_done:
            break


if __name__ == "__main__":
    main()
