"""A batch can be sent before it is asked: it is answered as ever, and nobody gets another's replies."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.adapters.limits import Limits
from conformance.adapters.protocol import Answer, Lost, Request
from conformance.adapters.stdio import StdioAdapter, StdioConnection

Connect = Callable[[str], StdioConnection]
LIMITS = Limits(first=20.0, later=20.0, grace=0.5)
MISBEHAVE = Path(__file__).parent / "broken" / "misbehave.py"


def views(*sessions: str) -> list[Request]:
    return [Request("view", {"session": session, "seat": None}) for session in sessions]


def replies(*sessions: str) -> list[Answer]:
    return [Answer({"did": "view", "in": session}) for session in sessions]


@pytest.fixture
def connect() -> Connect:
    def connected(way: str) -> StdioConnection:
        connection = StdioAdapter(f"stdio: '{sys.executable}' '{MISBEHAVE}' {way}", LIMITS).connect()
        (hello,) = connection.ask([Request("hello", {"protocol": [1]})])
        assert isinstance(hello, Answer)
        return connection

    return connected


def test_what_was_posted_is_not_sent_again_when_it_is_asked(
    connect: Connect,
) -> None:
    connection = connect("exits")
    posted = views("a", "b", "c")
    connection.post(posted)
    assert connection.ask(posted) == replies("a", "b", "c")
    assert connection.ask(views("d")) == replies("d")
    assert connection.close().exit_code == 0


def test_replies_to_what_was_posted_and_is_not_asked_are_dropped(
    connect: Connect,
) -> None:
    connection = connect("exits")
    connection.post(views("a", "b"))
    connection.post(views("c", "d"))
    assert connection.ask(views("e")) == replies("e")
    assert connection.close().exit_code == 0


def test_what_was_posted_is_worked_on_before_it_is_asked(connect: Connect) -> None:
    connection = connect("exits")
    posted = views("a", "guilty", "b")
    connection.post(posted)
    for _ in range(2000):  # nobody asks, and it gets as far as to where it exits
        if not connection._process.runs:
            break
        time.sleep(0.01)
    assert not connection._process.runs
    outcomes = connection.ask(posted)
    assert outcomes[:1] == replies("a")
    assert isinstance(outcomes[1], Lost)
    assert (len(outcomes), outcomes[1].kind) == (2, "crash")


def test_the_end_does_not_wait_for_what_was_posted(connect: Connect) -> None:
    connection = connect("hangs")
    connection.post(views("guilty"))
    ending = connection.close()
    assert (ending.signal, ending.farewell) == (signal.SIGTERM, None)


def test_a_loss_in_what_nobody_asks_any_more_is_told_by_the_next_request(
    connect: Connect,
) -> None:
    connection = connect("exits")
    connection.post(views("guilty"))
    (lost,) = connection.ask(views("a"))
    assert isinstance(lost, Lost)
    connection.post(views("b"))
    assert connection.ask(views("c")) == [lost]
    connection.close()
