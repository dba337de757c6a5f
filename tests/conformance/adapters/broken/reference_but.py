"""The reference engine behind standard input and output, but going wrong in one way in one case.

Called with the name of the way and the id of the case, which is what its sessions are called after; "all"
means every case.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.protocol import Json, NotSupported, Rejection
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject
from conformance.serve import serve_standard_streams


class But(Reference):
    """Goes wrong in one case."""

    def __init__(self, way: str, case: str) -> None:
        super().__init__()
        self._way = way
        self._case = case
        self._spoilt: set[str] = set()

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        if self._case not in ("all", session.partition("#")[0]):
            return super().act(session, actor, action)
        match self._way:
            case "exits":
                os._exit(3)
            case "throws as node does":
                stack = "".join(f"    at play{depth} (/app/adapter.js:{depth}:1)\n" for depth in range(300))
                os.write(
                    2, f"/app/adapter.js:12\n\nError: the deck is empty\n{stack}\nNode.js v20\n".encode()
                )
                os._exit(1)
            case "hangs":
                time.sleep(600)
            case "makes noise":
                os.write(4, b"what a hand!\n")
            case "sends a long line":
                return {"comment": "x" * 2_000_000}
            case "denies":
                raise NotSupported("not this case")
            case "breaks":
                raise RuntimeError("the deck is empty")
            case "answers with a list":
                return ["the view"]  # type: ignore[return-value]  # the point of it
            case _:
                pass
        try:
            return super().act(session, actor, action)
        except Rejection:
            if self._way == "changes the state by a refusal":
                self._spoilt.add(session)
            raise

    def bye(self) -> JsonObject:
        match self._way:
            case "leaves a child":
                null = subprocess.DEVNULL
                subprocess.Popen(["sleep", "600"], stdin=null, stdout=null, stderr=null)
            case "ends without a word":
                os._exit(0)
            case _:
                pass
        return super().bye()

    def view(self, session: str, seat: Json = None) -> JsonObject:
        view = super().view(session, seat)
        return {**view, "pot": -1} if session in self._spoilt else view


if __name__ == "__main__":
    os.dup2(1, 4)  # the way to standard output that serving does not guard
    way = sys.argv[1]
    code = serve_standard_streams(InProcessConnection(But(way, sys.argv[2])))
    if way == "stays after bye":
        time.sleep(600)
    sys.exit(7 if way == "exits badly" else code)
