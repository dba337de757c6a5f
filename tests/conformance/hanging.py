"""The reference engine behind standard input and output, with a child, hanging from some moment on.

Called with that moment, ``start`` or the session that it does not begin any more, and the name of a file that
tells that it hangs.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.protocol import Json
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject
from conformance.serve import serve_standard_streams


class Hanging(Reference):
    """Hangs."""

    def __init__(self, since: str, told: Path) -> None:
        super().__init__()
        self._since = since
        self._told = told

    def hello(self, protocol: Json, **rest: Json) -> JsonObject:
        if self._since == "start":
            self._hang()
        return super().hello(protocol, **rest)

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        if self._since in session:
            self._hang()
        return super().new(session, rules, **params)

    def _hang(self) -> None:
        self._told.touch()
        time.sleep(600)


if __name__ == "__main__":
    null = subprocess.DEVNULL
    subprocess.Popen(["sleep", "600"], stdin=null, stdout=null, stderr=null)
    sys.exit(serve_standard_streams(InProcessConnection(Hanging(sys.argv[1], Path(sys.argv[2])))))
