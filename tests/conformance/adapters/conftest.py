"""Adapters that go wrong."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.adapters.limits import Limits
from conformance.adapters.stdio import StdioAdapter

BROKEN = Path(__file__).parent / "broken"
PATIENT = Limits(first=20.0, later=20.0, grace=0.5)
"""For adapters that have to be waited for: a slow machine is no fault."""
BRIEF = Limits(first=20.0, later=0.6, grace=0.3)
"""For adapters that hang once they have started."""

Start = Callable[..., StdioAdapter]


def command(name: str, *arguments: str) -> str:
    """A spec that runs a script of the folder of broken adapters."""
    return "stdio: " + shlex.join([sys.executable, str(BROKEN / name), *arguments])


@pytest.fixture
def misbehaving(mark: str) -> Start:
    """An adapter that goes wrong in the named way; `mark` sees to it that nothing of it stays."""

    def adapter(way: str, limits: Limits = PATIENT) -> StdioAdapter:
        return StdioAdapter(command("misbehave.py", way), limits)

    return adapter


ANSWERING = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    before = {before!r}
    exec(before)
    params, method = message["params"], message["method"]
    result = {{"did": method, "in": params.get("session"), "pad": params.get("pad")}}
    print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}), flush=True)
    if method == "bye":
        break
"""


@pytest.fixture
def answering() -> Callable[[str, Limits], StdioAdapter]:
    """An adapter that repeats what it is told, and carries out a statement before every reply."""

    def adapter(before: str, limits: Limits) -> StdioAdapter:
        program = ANSWERING.format(before=before)
        return StdioAdapter("stdio: " + shlex.join([sys.executable, "-c", program]), limits)

    return adapter
