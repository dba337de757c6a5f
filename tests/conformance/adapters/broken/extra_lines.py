"""The reference engine behind standard input and output, with a line too many behind every reply.

Called with what the line is: "again", the reply once more, or "empty".
"""

from __future__ import annotations

import io
import sys

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.reference import Reference
from conformance.serve import serve


class Replies(io.BytesIO):
    """Standard output, on which a reply and what is behind it arrive together."""

    def write(self, reply: object) -> int:
        assert isinstance(reply, bytes)
        sys.stdout.buffer.write(reply + (reply if sys.argv[1] == "again" else b"\n"))
        sys.stdout.buffer.flush()
        return len(reply)


if __name__ == "__main__":
    serve(InProcessConnection(Reference()), sys.stdin.buffer, Replies())
