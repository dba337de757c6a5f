"""Every way in which a command can go wrong is an outcome of its own, found at the right request."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.adapters.limits import Limits
from conformance.adapters.process import Process
from conformance.adapters.protocol import (
    AdapterError,
    Answer,
    Lost,
    LostKind,
    Outcome,
    Request,
    SpecError,
)
from conformance.adapters.stdio import StdioAdapter, StdioConnection, words_of
from conformance.trace import FileTrace

BROKEN = Path(__file__).parent / "broken"

Start = Callable[..., StdioAdapter]

PATIENT = Limits(first=20.0, later=20.0, grace=0.5)
BRIEF = Limits(first=20.0, later=0.6, grace=0.3)
HELLO = Request("hello", {"protocol": [1], "kit": {"name": "test", "version": "1"}})


def look(session: str) -> Request:
    return Request("view", {"session": session, "seat": None})


def greeted(adapter: StdioAdapter) -> StdioConnection:
    """A connection on which hello was answered."""
    connection = adapter.connect()
    assert isinstance(connection.ask([HELLO])[0], Answer)
    return connection


def among_innocents(connection: StdioConnection) -> list[Outcome]:
    """Two good requests, the one that goes wrong and two good ones, all sent at once."""
    return connection.ask([look("a"), look("b"), look("guilty"), look("c"), look("d")])


def lost_as(outcomes: list[Outcome], kind: LostKind) -> Lost:
    """The guilty request is found: the two before it are answered and the third is lost in that way."""
    assert [type(outcome) for outcome in outcomes] == [Answer, Answer, Lost]
    lost = outcomes[-1]
    assert isinstance(lost, Lost)
    assert lost.kind == kind
    return lost


@pytest.mark.parametrize(
    ("way", "kind", "detail"),
    [
        ("exits", "crash", "exit code 3"),
        ("is_killed", "crash", "killed by signal 11 (SIGSEGV)"),
        ("makes_noise", "not_json", "dealing cards now"),
        ("sends_half_a_line", "crash", 'exit code 0, after a line without its end: {"jsonrpc": "2.0", "'),
        ("sends_a_long_line", "too_long", "longer than 1048576 bytes"),
        ("sends_a_line_without_end", "too_long", "longer than 1048576 bytes"),
        ("answers_another", "wrong_reply", "awaited the reply to request 4 (view), got"),
        (
            "answers_twice",
            "wrong_reply",
            "an extra line, a second reply to request 4 (view), was taken for",
        ),
        ("answers_out_of_order", "wrong_reply", "awaited the reply to request 4 (view), got"),
        ("leaves_the_form", "wrong_reply", "not a JSON-RPC 2.0 reply"),
        ("answers_with_a_list", "wrong_reply", "not a JSON-RPC 2.0 reply"),
        ("repeats_a_key", "not_json", "'pot' stands twice"),
        ("sends_bytes", "not_json", "utf-8"),
        ("closes_its_output", "crash", "closed its standard output and went on running"),
        ("dies_over_a_child", "crash", "exit code 4"),
    ],
)
def test_a_reply_that_cannot_be_used_is_lost_in_its_own_way(
    misbehaving: Start, way: str, kind: LostKind, detail: str
) -> None:
    connection = greeted(misbehaving(way))
    assert detail in lost_as(among_innocents(connection), kind).detail
    connection.close()


def test_a_line_that_is_none_is_told_with_the_request_that_it_was_taken_for(misbehaving: Start) -> None:
    connection = greeted(misbehaving("leaves_a_line_empty"))
    detail = lost_as(among_innocents(connection), "not_json").detail
    assert detail == "an empty line was taken for the reply to request 4 (view)"
    connection.close()


def test_an_extra_line_is_told_with_the_request_that_it_came_after(misbehaving: Start) -> None:
    connection = greeted(misbehaving("answers_twice"))
    connection.ask([look("guilty")])
    lost = connection.ask([look("a")])[0]
    assert isinstance(lost, Lost)
    assert lost.detail.startswith("an extra line came after the reply to request 2 (view): {")
    connection.close()


@pytest.mark.parametrize("way", ["hangs", "hangs_for_good", "only_complains"])
def test_a_reply_that_does_not_come_is_a_hang(misbehaving: Start, way: str) -> None:
    connection = greeted(misbehaving(way, BRIEF))
    assert lost_as(among_innocents(connection), "hang").detail == "no reply within 0.6 s"
    connection.close()


def test_a_hang_tells_of_a_line_that_was_not_ended(misbehaving: Start) -> None:
    connection = greeted(misbehaving("forgets_the_line_end", BRIEF))
    detail = lost_as(among_innocents(connection), "hang").detail
    assert 'after a line without its end: {"jsonrpc": "2.0", "id": 4' in detail
    connection.close()


def test_the_time_of_a_request_counts_from_when_it_is_the_oldest_unanswered_one(
    mark: str, answering: Callable[[str, Limits], StdioAdapter]
) -> None:
    """Together these replies take longer than one may; none takes too long alone."""
    connection = greeted(answering("time.sleep(0.3)", Limits(first=20.0, later=0.9)))
    outcomes = connection.ask([look("a"), look("b"), look("c"), look("d"), look("e")])
    assert [type(outcome) for outcome in outcomes] == [Answer] * 5
    connection.close()


def test_an_adapter_that_reads_nothing_hangs(misbehaving: Start) -> None:
    connection = misbehaving("reads_nothing", Limits(first=0.5, grace=0.3)).connect()
    assert connection.ask([HELLO]) == [Lost("hang", "no first reply within 0.5 s", "")]
    connection.close()


def test_an_adapter_that_stops_reading_a_large_batch_hangs(misbehaving: Start) -> None:
    connection = greeted(misbehaving("leaves_the_rest_unread", BRIEF))
    large = [Request("view", {"session": str(place), "pad": "x" * 1000}) for place in range(1000)]
    outcomes = connection.ask([look("guilty"), *large])
    assert isinstance(outcomes[-1], Lost)
    assert outcomes[-1].kind == "hang"
    connection.close()


def test_death_while_starting_is_told_with_the_last_words(misbehaving: Start) -> None:
    connection = misbehaving("dies_at_once").connect()
    assert connection.ask([HELLO]) == [Lost("start", "exit code 1", "no module named engine\n")]
    connection.close()


def test_a_banner_is_not_json(misbehaving: Start) -> None:
    connection = misbehaving("shows_a_banner").connect()
    outcome = connection.ask([HELLO])[-1]
    assert isinstance(outcome, Lost)
    assert outcome.kind == "not_json"
    assert "misbehave 1.0, ready" in outcome.detail
    connection.close()


def test_what_comes_unasked_is_held_against_the_next_request(misbehaving: Start) -> None:
    connection = greeted(misbehaving("answers_twice"))
    assert isinstance(connection.ask([look("guilty")])[0], Answer)
    outcome = connection.ask([look("a"), look("b")])[-1]
    assert isinstance(outcome, Lost)
    assert outcome.kind == "wrong_reply"
    connection.close()


def test_the_longest_line_that_is_allowed_is_read(misbehaving: Start) -> None:
    connection = greeted(misbehaving("sends_the_longest_line"))
    assert [type(outcome) for outcome in among_innocents(connection)] == [Answer] * 5
    connection.close()


def test_a_flood_on_standard_error_holds_nothing_up_and_its_end_is_kept(misbehaving: Start) -> None:
    connection = greeted(misbehaving("floods_its_errors"))
    assert [type(outcome) for outcome in among_innocents(connection)] == [Answer] * 5
    tail = connection.close().stderr_tail
    assert tail.endswith("the last words\n")
    assert len(tail) < 10_000


def test_a_crash_brings_the_end_of_standard_error(misbehaving: Start) -> None:
    connection = greeted(misbehaving("exits"))
    assert among_innocents(connection)[-1] == Lost("crash", "exit code 3", "Traceback: the deck is empty\n")
    connection.close()


def test_where_a_lot_was_said_of_an_error_its_beginning_is_kept_too(misbehaving: Start) -> None:
    connection = greeted(misbehaving("throws_as_node_does"))
    said = lost_as(among_innocents(connection), "crash").stderr_tail
    assert said.startswith("/app/adapter.js:12\n\nError: the deck is empty\n")
    assert said.endswith("Node.js v20\n")
    assert len(said) < 6000
    connection.close()


def test_a_batch_larger_than_any_pipe_goes_both_ways_at_once(
    mark: str, answering: Callable[[str, Limits], StdioAdapter]
) -> None:
    connection = greeted(answering("pass", PATIENT))
    requests = [Request("view", {"session": str(place), "pad": "x" * 2000}) for place in range(2000)]
    outcomes = connection.ask(requests)
    expected = [Answer({"did": "view", "in": str(place), "pad": "x" * 2000}) for place in range(2000)]
    assert outcomes == expected
    connection.close()


def test_after_a_loss_every_further_request_is_lost_too(misbehaving: Start) -> None:
    connection = greeted(misbehaving("exits"))
    lost = among_innocents(connection)[-1]
    assert connection.ask([look("a"), look("b")]) == [lost]
    assert connection.ask([]) == []
    connection.close()


def test_an_interrupted_connection_is_ended_without_a_word(mark: str, tmp_path: Path) -> None:
    trace = FileTrace(tmp_path / "wire.jsonl")
    command = shlex.join([sys.executable, str(BROKEN / "misbehave.py"), "hangs"])
    connection = greeted(StdioAdapter(f"stdio: {command}", PATIENT, trace))
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    with pytest.raises(KeyboardInterrupt):
        connection.ask([look("guilty")])
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    assert connection.close().signal == signal.SIGTERM
    trace.close()
    assert "bye" not in (tmp_path / "wire.jsonl").read_text()


def test_a_good_end_is_exit_code_0_and_nothing_left(misbehaving: Start) -> None:
    connection = greeted(misbehaving("nothing"))
    ending = connection.close()
    assert (ending.exit_code, ending.signal, ending.left_children) == (0, None, False)
    assert connection.close() == ending


def test_the_exit_code_after_bye_is_told(misbehaving: Start) -> None:
    connection = greeted(misbehaving("exits_badly"))
    connection.ask([look("guilty")])
    assert connection.close().exit_code == 7


def test_an_adapter_that_stays_after_bye_is_ended(misbehaving: Start) -> None:
    connection = greeted(misbehaving("stays", BRIEF))
    connection.ask([look("guilty")])
    ending = connection.close()
    assert (ending.exit_code, ending.signal) == (None, 15)


def test_an_adapter_deaf_to_a_request_to_end_is_killed(misbehaving: Start) -> None:
    connection = greeted(misbehaving("hangs_for_good", BRIEF))
    connection.ask([look("guilty")])
    assert connection.close().signal == 9


@pytest.mark.parametrize("way", ["leaves_a_child", "lets_a_child_escape"])
def test_a_child_that_is_left_behind_is_told(misbehaving: Start, way: str) -> None:
    connection = greeted(misbehaving(way))
    connection.ask([look("guilty")])
    ending = connection.close()
    assert (ending.exit_code, ending.left_children) == (0, True)


def test_children_of_a_crashed_adapter_are_ended(misbehaving: Start) -> None:
    connection = greeted(misbehaving("dies_over_a_child"))
    connection.ask([look("guilty")])
    assert connection.close().left_children


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("stdio: node my-adapter.js", ["node", "my-adapter.js"]),
        ("stdio:./run 'two words' a\\ b", ["./run", "two words", "a b"]),
    ],
)
def test_a_command_is_split_as_a_shell_does(spec: str, words: list[str]) -> None:
    assert words_of(spec) == words


@pytest.mark.parametrize("spec", ["stdio:", "stdio:   ", "stdio: run 'two"])
def test_a_spec_without_a_command_is_a_mistake_of_its_author(spec: str) -> None:
    with pytest.raises(SpecError):
        StdioAdapter(spec)


@pytest.mark.parametrize("name", ["no-such-command-anywhere", "/", "bad\0name"])
def test_a_command_that_cannot_be_started_is_told_with_a_hint(name: str) -> None:
    with pytest.raises(AdapterError) as caught:
        StdioAdapter(f"stdio: {shlex.quote(name)}").connect()
    assert caught.value.hint


def test_a_process_has_all_its_pipes_closed_when_it_has_ended(mark: str) -> None:
    gc.collect()  # what other tests have left may go at any time
    before = len(os.listdir("/dev/fd"))
    for _ in range(3):
        Process([sys.executable, "-c", "input()"], PATIENT).end()
    assert len(os.listdir("/dev/fd")) == before


def test_connections_may_be_used_from_several_threads_one_each(misbehaving: Start) -> None:
    answered: list[int] = []

    def use() -> None:
        connection = greeted(misbehaving("nothing"))
        answered.append(len(connection.ask([look(str(place)) for place in range(50)])))
        connection.close()

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answered == [50] * 4
