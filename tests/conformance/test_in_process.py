"""Implementations in this process: how their methods are called, found and put behind a pipe."""

import io
import sys
from pathlib import Path

import pytest

from conformance.adapters.inprocess import InProcessAdapter, InProcessConnection
from conformance.adapters.protocol import (
    AdapterError,
    Answer,
    Broke,
    Json,
    NotSupported,
    Outcome,
    Rejected,
    Rejection,
    Request,
    SpecError,
    Unsupported,
)
from conformance.adapters.registry import find_adapter, find_in_process
from conformance.serve import serve
from conformance.wire import decode_reply, encode_requests


class Implementation:
    """Answers in every possible way."""

    def __init__(self) -> None:
        self.view_of: dict[str, Json] = {"pot": 1}
        self.byes = 0

    def hello(self, protocol: Json) -> Json:
        return {"seen": protocol}

    def new(self) -> Json:
        raise Rejection("bad_setup", "PIN-1", "no")

    def act(self) -> Json:
        raise NotSupported("never")

    def view(self) -> Json:
        self.view_of["pot"] = 2
        return self.view_of

    def end(self) -> Json:
        raise ZeroDivisionError("oh")

    def rank(self) -> object:
        return object()

    def bye(self) -> Json:
        self.byes += 1
        return {}


def ask(method: str, **params: Json) -> Outcome:
    return InProcessConnection(Implementation()).ask([Request(method, params)])[0]


def test_parameters_are_keyword_arguments() -> None:
    assert ask("hello", protocol=[1]) == Answer({"seen": [1]})


def test_the_two_refusals_are_exceptions() -> None:
    assert ask("new") == Rejected("bad_setup", "PIN-1", "no")
    assert ask("act") == Unsupported("never")


def test_a_method_that_is_not_of_the_protocol_is_not_supported() -> None:
    assert isinstance(ask("view_of"), Unsupported)
    assert isinstance(ask("__init__"), Unsupported)


def test_any_other_exception_is_an_implementation_that_broke_and_says_where() -> None:
    outcome = ask("end")
    assert isinstance(outcome, Broke)
    assert outcome.code == -32603
    assert "ZeroDivisionError: oh (test_in_process.py:" in outcome.message


def test_wrong_parameters_are_told_apart_from_a_break() -> None:
    outcome = ask("hello", protokoll=[1])
    assert isinstance(outcome, Broke)
    assert outcome.code == -32602


def test_a_result_that_is_no_json_is_a_break() -> None:
    assert isinstance(ask("rank"), Broke)


def test_what_was_answered_does_not_change_later() -> None:
    implementation = Implementation()
    connection = InProcessConnection(implementation)
    (first,) = connection.ask([Request("view", {})])
    implementation.view_of["pot"] = 3
    assert first == Answer({"pot": 2})


def test_bye_is_said_once() -> None:
    implementation = Implementation()
    connection = InProcessConnection(implementation)
    connection.close()
    connection.close()
    assert implementation.byes == 1


def test_every_connection_is_a_new_implementation() -> None:
    made: list[Implementation] = []

    def make() -> Implementation:
        made.append(Implementation())
        return made[-1]

    adapter = InProcessAdapter("x", make)
    adapter.connect()
    adapter.connect()
    assert len(made) == 2


def test_an_implementation_that_cannot_be_built_is_an_adapter_error() -> None:
    def make() -> object:
        raise OSError("no disk")

    with pytest.raises(AdapterError, match="no disk"):
        InProcessAdapter("x", make).connect()


def test_module_and_callable_are_found_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_little_game.py").write_text("class Here:\n    class Inner: pass\nvalue = 3\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert find_in_process("my_little_game:Here.Inner").spec == "my_little_game:Here.Inner"
    with pytest.raises(AdapterError, match="cannot be called"):
        find_adapter("my_little_game:value")
    with pytest.raises(AdapterError, match="Nowhere"):
        find_adapter("my_little_game:Nowhere")


def test_a_module_that_is_missing_or_broken_is_an_adapter_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_broken_game.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(AdapterError, match="division"):
        find_adapter("my_broken_game:Game")
    with pytest.raises(AdapterError, match="no_such_module"):
        find_adapter("no_such_module:Game")


@pytest.mark.parametrize("spec", ["", "no-such-adapter", ":", "module:", ":callable"])
def test_a_spec_that_names_nothing_is_a_mistake_in_the_spec(spec: str) -> None:
    with pytest.raises(SpecError):
        find_adapter(spec)


def serve_lines(data: bytes) -> list[bytes]:
    replies = io.BytesIO()
    serve(InProcessConnection(Implementation()), io.BytesIO(data), replies)
    return replies.getvalue().splitlines()


def test_serving_answers_in_order_until_bye() -> None:
    methods = ("hello", "new", "act", "end", "bye", "view")
    data = encode_requests(
        1, [Request(name, {"protocol": [1]} if name == "hello" else {}) for name in methods]
    )
    replies = [decode_reply(line, ident) for ident, line in enumerate(serve_lines(data), start=1)]
    kinds = [type(reply) for reply in replies]
    assert kinds == [Answer, Rejected, Unsupported, Broke, Answer]


def test_serving_survives_lines_that_are_no_requests() -> None:
    replies = serve_lines(b'{"x":\n\n[]\n{"jsonrpc":"2.0","id":1,"method":"view"}\n')
    assert len(replies) == 3
    assert decode_reply(replies[2], 1) == Answer({"pot": 2})


def test_a_notification_is_not_answered() -> None:
    assert serve_lines(b'{"jsonrpc":"2.0","method":"view"}\n') == []
