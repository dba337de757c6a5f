"""What the way to an implementation costs: requests to programs that do next to nothing.

Each program answers every request with the same view, in the kit's own language and, if it is installed, in
JavaScript. Both write a reply before they look at the next request, as an adapter should. What is measured
is the kit's writing and reading, the two pipes, and being woken.
"""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Callable
from functools import partial
from typing import Final

from conformance.adapters.protocol import Json, Request
from conformance.benchmarks.contests import OURS
from conformance.benchmarks.kit import ask_all, connection_to
from conformance.runner import BATCH

_VIEW: Final[Json] = {
    "phase": "opening",
    "actor": 1,
    "dealer": 3,
    "hand_number": 1,
    "pot": 12,
    "stacks": [95, 95, 95, 95],
    "seats_in": [0, 1, 2, 3],
    "owes": 5,
    "menu": [{"type": "fold"}, {"type": "call", "amount": 5}, {"type": "raise", "amount": {"min": 10}}],
    "last_hand": None,
    "over": False,
    "opening_rank": "J",
    "opener": 0,
    "carried": False,
}
_REPLY: Final = '{"jsonrpc":"2.0","id":', f',"result":{json.dumps(_VIEW)}' + "}\n"

_PYTHON: Final = f"""
import sys
before, after = {[part.encode() for part in _REPLY]!r}
write, flush = sys.stdout.buffer.write, sys.stdout.buffer.flush
for line in sys.stdin.buffer:
    number = line.partition(b'"id":')[2].partition(b",")[0]
    write(before + number + after)
    flush()
"""
_JAVASCRIPT: Final = f"""
const [before, after] = {json.dumps(_REPLY)};
require("node:readline").createInterface({{ input: process.stdin }}).on("line", (line) => {{
  process.stdout.write(before + JSON.parse(line).id + after);
}});
"""
_ACT: Final = Request("act", {"session": "s", "actor": 1, "action": {"type": "call", "amount": 5}})

NODE: Final = shutil.which("node")


def _asked(spec: str, batch: int, requests: int) -> Callable[[], int]:
    return lambda: ask_all(connection_to(spec), [_ACT] * requests, batch)


_PROGRAMS: Final = {
    "Python": (sys.executable, "-I", "-c", _PYTHON),
    **({} if NODE is None else {"JavaScript": (NODE, "-e", _JAVASCRIPT)}),
}
PIPE: Final = tuple(
    (f"{language}, {told}", OURS, partial(_asked, f"stdio: {shlex.join(words)}", batch))
    for language, words in _PROGRAMS.items()
    for told, batch in (("one request at a time", 1), ("many requests at once", BATCH))
)
