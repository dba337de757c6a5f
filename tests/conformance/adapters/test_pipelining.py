"""How much work many requests at once are: counted, since times drift."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable
from types import FrameType

import pytest

from conformance.adapters import process, stdio
from conformance.adapters.limits import Limits
from conformance.adapters.protocol import Answer, Lost, Outcome, Request, Unsupported
from conformance.adapters.stdio import StdioAdapter, StdioConnection

PATIENT = Limits(first=20.0, later=20.0, grace=0.5)
MANY = 1000

AT_ONCE = f"""
import json, sys
awaited = [1]
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "bye":
        break
    if message["id"] == awaited[-1]:
        replies = [{{"jsonrpc": "2.0", "id": ident, "result": {{"pot": ident}}}} for ident in awaited]
        sys.stdout.write("".join(json.dumps(reply) + "\\n" for reply in replies))
        sys.stdout.flush()
        awaited = range(message["id"] + 1, message["id"] + {MANY} + 1)
"""
"""Says nothing before all of a batch has come."""

UNUSUAL = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    ident, asked = message["id"], message["params"].get("session")
    reply = {"jsonrpc": "2.0", "id": ident, "result": {"pot": asked}}
    if asked == "refused":
        reply = {"jsonrpc": "2.0", "id": ident, "error": {"code": -32601, "message": "no"}}
    if asked == "twice":
        print(json.dumps(reply))
    print(json.dumps(reply))
    if asked in ("last", None):
        sys.stdout.flush()
"""
"""Writes its replies when the last of a batch has come."""


def started(program: str) -> StdioConnection:
    spec = "stdio: " + shlex.join([sys.executable, "-c", program])
    connection = StdioAdapter(spec, PATIENT).connect()
    assert isinstance(connection.ask([Request("hello", {})])[0], Answer)
    return connection


def looks(*sessions: str) -> list[Request]:
    return [Request("view", {"session": session}) for session in sessions]


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the kit reads and writes, waits for pipes and sleeps."""
    count: Counter[str] = Counter()

    def counted(owner: object, name: str) -> None:
        does: Callable[..., object] = getattr(owner, name)

        def do(*arguments: object) -> object:
            count[name] += 1
            return does(*arguments)

        monkeypatch.setattr(owner, name, do)

    counted(os, "read")
    counted(os, "write")
    counted(process.Process, "pump")
    counted(time, "sleep")
    return count


def test_a_thousand_requests_are_one_write_and_few_reads(mark: str, system: Counter[str]) -> None:
    connection = started(AT_ONCE)
    requests = looks(*map(str, range(MANY)))
    system.clear()
    connection.post(requests)
    assert len(connection.ask(requests)) == MANY
    pages = -(-MANY * 60 // 4096)  # as many as their replies fill, which no read has less of
    assert system["write"] <= 3
    assert system["read"] <= 2 * pages
    assert system["pump"] + system["sleep"] <= 6 * pages
    connection.close()


def test_replies_are_read_by_the_hundred(mark: str) -> None:
    """Neither to ask nor to read takes a call of a function in Python for each."""
    connection = started(AT_ONCE)
    requests = looks(*map(str, range(MANY)))
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        connection.post(requests)
        outcomes = connection.ask(requests)
    finally:
        sys.setprofile(None)
    assert [type(outcome) for outcome in outcomes] == [Answer] * MANY
    assert calls < 2 * MANY
    connection.close()


def test_one_unusual_reply_among_many_changes_none(mark: str) -> None:
    connection = started(UNUSUAL)
    sessions = [*map(str, range(250)), "Zo\u00eb", "refused", *map(str, range(250)), "last"]
    expected: list[Outcome] = [Answer({"pot": session}) for session in sessions]
    expected[sessions.index("refused")] = Unsupported("no")
    assert connection.ask(looks(*sessions)) == expected
    connection.close()


def test_those_before_a_wrong_one_count_and_those_after_it_do_not(mark: str) -> None:
    connection = started(UNUSUAL)
    before = list(map(str, range(stdio._TOGETHER + 40)))
    outcomes = connection.ask(looks(*before, "twice", "last"))
    lost = outcomes.pop()
    assert isinstance(lost, Lost)
    assert outcomes == [Answer({"pot": session}) for session in before]
    assert lost.detail.startswith(f"an extra line, a second reply to request {len(before) + 2} (view)")
    connection.close()


def test_batches_that_were_posted_are_asked_in_their_order(mark: str) -> None:
    connection = started(UNUSUAL)
    batches = [looks(name, "last") for name in ("a", "b", "c", "d")]
    for batch in batches:
        connection.post(batch)
    asked = [connection.ask(batches[0]), connection.ask(batches[2])]  # the second is dropped
    assert asked == [[Answer({"pot": name}), Answer({"pot": "last"})] for name in ("a", "c")]
    assert connection.ask(looks("last")) == [Answer({"pot": "last"})]
    assert connection.ask(batches[3])[0] == Answer({"pot": "d"})  # sent once more
    connection.close()


def test_a_second_reply_in_a_batch_is_told_in_the_next(mark: str) -> None:
    connection = started(UNUSUAL)
    first, second = looks("a", "twice"), looks("b", "last")
    connection.post(first)
    connection.post(second)
    assert connection.ask(first) == [Answer({"pot": "a"}), Answer({"pot": "twice"})]
    (lost,) = connection.ask(second)
    assert isinstance(lost, Lost)
    assert lost.detail.startswith(
        "an extra line, a second reply to request 3 (view), was taken for the reply"
    )
    assert connection.close().farewell is None
