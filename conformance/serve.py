"""An in-process implementation behind standard input and output, one message a line.

Each reply is written before the next request is looked at, so that a request that hangs holds back no reply
but its own.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.protocol import Request
from conformance.wire import BadCall, decode_call, encode_outcome


def serve(connection: InProcessConnection, lines: BinaryIO, replies: BinaryIO) -> None:
    """Answer requests until ``bye`` or the end of input."""
    for line in lines:
        if not line.strip():
            continue
        try:
            call = decode_call(line)
        except BadCall as bad:
            replies.write(bad.reply)
            replies.flush()
            continue
        outcome = connection.call(Request(call.method, call.params))
        if call.ident is not None:
            replies.write(encode_outcome(call.ident, outcome))
            replies.flush()
        if call.method == "bye":
            return


def serve_standard_streams(connection: InProcessConnection) -> int:
    """Serve on standard input and output; returns the exit code.

    Whatever the implementation prints goes to standard error, where it cannot be taken for a reply.
    """
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout.flush()
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        serve(connection, sys.stdin.buffer, replies)
    except (BrokenPipeError, KeyboardInterrupt):
        return 0  # nobody is listening any more
    return 0
