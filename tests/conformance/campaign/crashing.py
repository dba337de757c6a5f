"""The reference engine behind standard input and output, gone with about one session in fifty.

Which ones depends on how they are dealt, so it is the same sessions whoever plays them. Every start leaves a
file in the folder that is named on the command line, called after the process, with that of its parent. With
another word, "never", nothing crashes.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.protocol import Json
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject
from conformance.serve import serve_standard_streams


class Crashing(Reference):
    """Crashes at some shuffles: `often` in 256."""

    def __init__(self, often: int) -> None:
        super().__init__()
        self._often = often

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        if isinstance(action, dict) and action.get("type") == "shuffle":
            digest = hashlib.sha256(json.dumps(action.get("cards")).encode()).digest()
            if digest[0] < self._often:
                os._exit(3)
        return super().act(session, actor, action)


if __name__ == "__main__":
    starts = Path(sys.argv[1])
    starts.mkdir(exist_ok=True)
    (starts / str(os.getpid())).write_text(str(os.getppid()))
    crashing = Crashing(0 if "never" in sys.argv else 2)
    sys.exit(serve_standard_streams(InProcessConnection(crashing)))
