"""Implementations behind HTTP, in server processes of their own."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from conformance.adapters.http import AUTHORIZATION, HIDDEN, HttpAdapter, HttpConnection
from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.limits import Limits
from conformance.adapters.protocol import (
    AdapterError,
    Answer,
    Ending,
    Json,
    Lost,
    LostKind,
    Outcome,
    Rejected,
    Request,
    SpecError,
)
from conformance.adapters.reference import Reference
from conformance.adapters.registry import find_adapter
from conformance.cli import main
from conformance.corpus import load_corpus
from conformance.doctor.trouble import Listener
from conformance.doctor.visit import Failed, visit
from conformance.exam import Exam
from conformance.http_server import Handler, Server
from conformance.runner import HELLO, Runner
from conformance.trace import FileTrace

BROKEN = Path(__file__).parent / "broken"
PATIENT = Limits(first=20.0, later=20.0, grace=0.5)
BRIEF = Limits(first=20.0, later=0.8, grace=0.3)

Serve = Callable[..., str]
Encrypted = Callable[[Server], None]


@pytest.fixture
def serve(mark: str) -> Iterator[Serve]:
    """Start a server that goes wrong in the named way; its address."""
    running: list[subprocess.Popen[bytes]] = []

    def start(*command: str) -> str:
        server = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE)
        running.append(server)
        assert server.stdout is not None
        return server.stdout.readline().decode().split()[-1]

    yield start
    for server in running:
        server.kill()
        server.wait()
        assert server.stdout is not None
        server.stdout.close()


@pytest.fixture
def misbehaving_server(serve: Serve) -> Callable[[str], str]:
    return lambda way: f"http://127.0.0.1:{serve(str(BROKEN / 'misbehave_http.py'), way)}/"


Misbehaving = Callable[[str], str]


@contextmanager
def reference_server() -> Iterator[Server]:
    """The reference engine behind HTTP, in a thread."""
    with Server(InProcessConnection(Reference()), 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def encrypted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Encrypted:
    """Puts a server behind TLS, with a certificate of its own that the environment names."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=127.0.0.1"
    named = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*words.split(), *named], check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))

    def encrypt(server: Server) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        accept = server.get_request

        def get_request() -> tuple[socket.socket, object]:
            request, address = accept()
            return context.wrap_socket(request, server_side=True, do_handshake_on_connect=False), address

        server.get_request = get_request  # type: ignore[method-assign]  # the handshake is the handler's

    return encrypt


def look(session: str) -> Request:
    return Request("view", {"session": session, "seat": None})


def greeted(address: str, limits: Limits = PATIENT) -> HttpConnection:
    connection = HttpAdapter(address, limits).connect()
    assert isinstance(connection.ask([HELLO])[0], Answer)
    return connection


def among_innocents(connection: HttpConnection) -> list[Outcome]:
    return connection.ask([look("a"), look("b"), look("guilty"), look("c"), look("d")])


def part(outcome: Outcome, key: str) -> Json:
    assert isinstance(outcome, Answer)
    assert isinstance(outcome.result, dict)
    return outcome.result[key]


@pytest.mark.parametrize(
    ("way", "kind", "detail"),
    [
        ("hangs", "hang", "no reply within 0.8 s"),
        ("drips", "hang", "no reply within 0.8 s"),
        ("drops", "crash", "the connection was dropped"),
        ("drops halfway", "crash", "the connection was dropped"),
        ("shows a page", "not_json", "<!doctype html><title>Bad gateway"),
        ("shows an error page", "wrong_reply", "HTTP status 502 Bad Gateway: <!doctype html>"),
        ("asks for a password", "wrong_reply", f"HTTP status 401 Unauthorized, is {AUTHORIZATION} right?"),
        ("sends elsewhere", "wrong_reply", "HTTP status 301"),
        ("answers another", "wrong_reply", "awaited the reply to request"),
        ("sends a long reply", "too_long", "longer than 1048576 bytes"),
        ("sends nothing", "not_json", ""),
    ],
)
def test_a_reply_that_cannot_be_used_is_lost_in_its_own_way(
    misbehaving_server: Misbehaving, way: str, kind: LostKind, detail: str
) -> None:
    limits = BRIEF if kind == "hang" else PATIENT
    connection = greeted(misbehaving_server(way), limits)
    outcomes = among_innocents(connection)
    assert [type(outcome) for outcome in outcomes] == [Answer, Answer, Lost]
    lost = outcomes[-1]
    assert isinstance(lost, Lost)
    assert lost.kind == kind
    assert detail in lost.detail
    assert connection.ask([look("a")]) == [lost]
    connection.close()


def test_an_error_of_the_protocol_may_come_with_any_status(misbehaving_server: Misbehaving) -> None:
    connection = greeted(misbehaving_server("refuses with a status"))
    assert among_innocents(connection)[2] == Rejected("bad_amount", None, "no")
    connection.close()


def test_replies_stand_in_the_order_of_the_requests(misbehaving_server: Misbehaving) -> None:
    connection = greeted(misbehaving_server("is slow"))
    sessions = ["a", "b", "a", "c", "b", "d", "e", "f", "g", "h", "i", "j"]
    outcomes = connection.ask([look(session) for session in sessions])
    assert [part(outcome, "in") for outcome in outcomes] == sessions
    connection.close()


def test_sessions_run_side_by_side(misbehaving_server: Misbehaving) -> None:
    connection = greeted(misbehaving_server("is slow"))
    outcomes = connection.ask([look(str(place)) for place in range(16)])
    most = part(outcomes[-1], "most at once")
    assert isinstance(most, int)
    assert 2 <= most <= 8
    connection.close()


def test_one_session_runs_in_order(misbehaving_server: Misbehaving) -> None:
    connection = greeted(misbehaving_server("is slow"))
    outcomes = connection.ask([look("a") for _ in range(5)])
    assert part(outcomes[-1], "most at once") == 1
    connection.close()


def test_no_more_sessions_run_than_the_server_has_tables(misbehaving_server: Misbehaving) -> None:
    connection = greeted(misbehaving_server("has few tables"))
    outcomes = connection.ask([look(str(place)) for place in range(16)])
    assert part(outcomes[-1], "most at once") in (1, 2)
    connection.close()


def test_the_time_of_a_request_counts_from_when_it_is_the_oldest_unanswered_one(
    misbehaving_server: Misbehaving,
) -> None:
    """Together these replies take longer than one may; none takes too long alone."""
    connection = greeted(misbehaving_server("is slow"), Limits(first=20.0, later=0.9, grace=0.5))
    outcomes = connection.ask([look("a") for _ in range(14)])
    assert [type(outcome) for outcome in outcomes] == [Answer] * 14
    connection.close()


def test_a_server_that_is_not_there_fails_to_start(mark: str) -> None:
    connection = HttpAdapter("http://127.0.0.1:9/", PATIENT).connect()
    outcome = connection.ask([HELLO])[-1]
    assert isinstance(outcome, Lost)
    assert outcome.kind == "start"
    assert "no connection" in outcome.detail
    connection.close()


def test_a_message_is_json_and_carries_the_authorization(
    misbehaving_server: Misbehaving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(AUTHORIZATION, "Bearer abc\n")
    connection = greeted(misbehaving_server("nothing"))
    outcome = connection.ask([look("a")])[0]
    assert part(outcome, "authorization") == HIDDEN.decode()
    assert part(outcome, "type") == "application/json"
    connection.close()


def test_without_the_variable_there_is_no_authorization(
    misbehaving_server: Misbehaving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(AUTHORIZATION, raising=False)
    connection = greeted(misbehaving_server("nothing"))
    assert part(connection.ask([look("a")])[0], "authorization") is None
    connection.close()


def test_the_server_gets_the_authorization_as_it_is(mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str | None] = []

    class Seeing(Handler):
        def do_POST(self) -> None:
            seen.append(self.headers.get("Authorization"))
            super().do_POST()

    monkeypatch.setenv(AUTHORIZATION, "Bearer abc\n")
    with reference_server() as server:
        server.RequestHandlerClass = Seeing
        greeted(server.address).close()
    assert seen == ["Bearer abc"]


def test_the_authorization_is_neither_told_nor_kept(
    misbehaving_server: Misbehaving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(AUTHORIZATION, "Bearer s3cret")
    trace = FileTrace(tmp_path / "wire.jsonl")
    connection = HttpAdapter(misbehaving_server("shows who asks"), PATIENT, trace).connect()
    connection.ask([HELLO, look("a")])
    lost = connection.ask([look("guilty")])[0]
    connection.close()
    trace.close()
    assert isinstance(lost, Lost)
    assert "no, [authorization]" in lost.detail
    assert "s3cret" not in lost.detail + (tmp_path / "wire.jsonl").read_text()


def test_an_authorization_that_is_no_header_is_refused_without_being_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(AUTHORIZATION, "Bearer s3cret\nX-Other: 1")
    with pytest.raises(AdapterError) as caught:
        HttpAdapter("http://127.0.0.1:9/").connect()
    assert "s3cret" not in str(caught.value) + caught.value.hint


def test_the_wire_is_kept_without_passwords(misbehaving_server: Misbehaving, tmp_path: Path) -> None:
    trace = FileTrace(tmp_path / "wire.jsonl")
    address = misbehaving_server("nothing").replace("http://", "http://me:s3cret@")
    connection = HttpAdapter(address, PATIENT, trace).connect()
    connection.ask([HELLO])
    connection.close()
    trace.close()
    kept = [json.loads(line) for line in (tmp_path / "wire.jsonl").read_text().splitlines()]
    assert [line["what"] for line in kept] == ["started", "sent", "received", "ended"]
    assert "s3cret" not in json.dumps(kept)


# -- what is sent again


def test_what_may_have_arrived_is_not_sent_again(misbehaving_server: Misbehaving) -> None:
    address = misbehaving_server("drops")
    connection = greeted(address)
    assert isinstance(connection.ask([look("guilty")])[0], Lost)
    connection.close()
    again = greeted(address)
    assert part(again.ask([look("a")])[0], "guilty so far") == 1
    again.close()


def test_where_no_connection_could_be_made_it_is_tried_again(mark: str, encrypted: Encrypted) -> None:
    """The first connection ends before anything can be said on it."""
    with reference_server() as server:
        encrypted(server)
        accept, accepted = server.get_request, list[object]()

        def once_without() -> tuple[socket.socket, object]:
            request, address = accept()
            accepted.append(address)
            if len(accepted) == 1:
                request.close()
            return request, address

        server.get_request = once_without  # type: ignore[method-assign]  # as a server under load does
        connection = greeted(server.address.replace("http:", "https:"))
        assert len(accepted) == 2
        connection.close()


# -- certificates


def test_a_certificate_of_ones_own_is_trusted_if_the_environment_names_it(
    mark: str, encrypted: Encrypted
) -> None:
    with reference_server() as server:
        encrypted(server)
        connection = greeted(server.address.replace("http:", "https:"))
        assert isinstance(connection.ask([HELLO])[0], Answer)
        connection.close()


def test_an_unknown_certificate_is_not_trusted(
    mark: str, encrypted: Encrypted, monkeypatch: pytest.MonkeyPatch
) -> None:
    with reference_server() as server:
        encrypted(server)
        monkeypatch.delenv("SSL_CERT_FILE")
        connection = HttpAdapter(server.address.replace("http:", "https:"), PATIENT).connect()
        lost = connection.ask([HELLO])[0]
        connection.close()
    assert isinstance(lost, Lost)
    assert (lost.kind, "SSL_CERT_FILE" in lost.detail) == ("start", True)


# -- many sessions


def test_a_hundred_sessions_are_open_at_once_and_keep_apart(serve: Serve) -> None:
    connection = greeted(serve("-m", "conformance", "serve", "--http", "0"))
    names = [f"s{number}" for number in range(100)]
    setup: dict[str, Json] = {"rules": "red-dog", "seats": 2, "options": {}}
    begun = connection.ask(
        [Request("new", {"session": name, "stacks": [9, 9 + at], **setup}) for at, name in enumerate(names)]
    )
    assert [type(outcome) for outcome in begun] == [Answer] * 100
    seen = connection.ask([look(name) for name in names])
    assert [part(outcome, "stacks") for outcome in seen] == [
        [8, 8 + at] for at in range(100)
    ]  # after an ante
    connection.close()


@pytest.mark.parametrize("spec", ["http://", "https:///path", "http://[::1"])
def test_an_address_without_a_host_is_a_mistake_of_its_author(spec: str) -> None:
    with pytest.raises(SpecError):
        find_adapter(spec)


def test_without_httpx_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "conformance.adapters.http")
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(AdapterError) as caught:
        find_adapter("http://127.0.0.1:9/")
    assert "pytest-cardrules[http]" in caught.value.hint


# -- conformance serve --http


def test_the_reference_engine_can_be_examined_over_http(serve: Serve) -> None:
    corpus = load_corpus(None)
    cases = corpus.cases[:20]
    runner = Runner(HttpAdapter(serve("-m", "conformance", "serve", "--http", "0"), PATIENT))
    lines = list(Exam(runner, corpus, {}).lines(cases))
    runner.close()
    assert [line.status for line in lines] == ["passed"] * 20


def test_the_doctor_visits_over_http(serve: Serve) -> None:
    assert main(["doctor", "--adapter", serve("-m", "conformance", "serve", "--http", "0")]) == 0


@pytest.mark.parametrize(
    ("way", "what", "step"),
    [
        ("shows a page", "HTTP status 200 OK, text/html: ", "'Content-Type: application/json'"),
        ("shows an error page", "HTTP status 502 Bad Gateway: <!doctype", "with status 200"),
        ("drops", "the connection was dropped", "the server's own log"),
        ("hangs", "no first reply within", "Content-Length"),
    ],
)
def test_the_doctor_speaks_of_http_to_a_server(serve: Serve, way: str, what: str, step: str) -> None:
    listener = Listener()
    address = f"http://127.0.0.1:{serve(str(BROKEN / 'misbehave_http.py'), way, 'always')}/"
    adapter = HttpAdapter(address, BRIEF._replace(first=1.0), listener)
    *_, found = visit(adapter, listener, None)
    assert isinstance(found, Failed)
    assert what in found.trouble.what
    assert step in found.trouble.step
    assert "standard" not in found.trouble.step


def test_the_doctor_tells_a_server_that_is_not_there_by_its_address(mark: str) -> None:
    listener = Listener()
    *_, found = visit(HttpAdapter("http://127.0.0.1:1/", PATIENT, listener), listener, None)
    assert isinstance(found, Failed)
    assert "no connection" in found.trouble.what
    assert "listens at the host and port" in found.trouble.step


def test_a_server_outlives_its_connections_and_keeps_their_sessions_apart(serve: Serve) -> None:
    address = serve("-m", "conformance", "serve", "--http", "0")
    params: dict[str, Json] = {
        "session": "same",
        "rules": "brazilian-pingo",
        "options": {},
        "seats": 2,
        "stacks": [9, 9],
        "dealer": 0,
    }
    first, second = greeted(address), greeted(address)
    for connection in (first, second):
        assert isinstance(connection.ask([Request("new", params)])[0], Answer)
    assert first.close() == Ending(None, None, "", False)
    assert isinstance(second.ask([look("same"), Request("bye", {})])[1], Answer)
    assert isinstance(second.ask([look("same")])[0], Answer)
    second.close()
    assert second.close() == Ending(None, None, "", False)


def test_sessions_that_are_left_open_are_ended_on_the_server(serve: Serve) -> None:
    address = serve("-m", "conformance", "serve", "--http", "0")
    connection = greeted(address)
    params: dict[str, Json] = {"session": "s", "rules": "red-dog", "seats": 2, "stacks": [9, 9]}
    connection.ask([Request("new", params)])
    token = connection._token
    connection.close()
    message = {"jsonrpc": "2.0", "id": 1, "method": "view", "params": {"session": f"{token}:s"}}
    assert (
        "there is no session" in httpx.post(address, json=message, trust_env=False).json()["error"]["message"]
    )


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [(b"{", 200, -32700), (b"[]", 200, -32600), (b'{"jsonrpc":"2.0","method":"hello"}', 204, None)],
)
def test_the_server_answers_what_is_no_request(
    serve: Serve, content: bytes, status: int, code: int | None
) -> None:
    reply = httpx.post(serve("-m", "conformance", "serve", "--http", "0"), content=content, trust_env=False)
    assert reply.status_code == status
    assert code is None or reply.json()["error"]["code"] == code


def test_the_server_wants_to_know_the_length_of_a_message(serve: Serve) -> None:
    address = serve("-m", "conformance", "serve", "--http", "0")
    reply = httpx.post(address, content=iter([b"{}"]), trust_env=False)
    assert reply.status_code == 411


def test_the_server_ends_when_interrupted(mark: str) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "conformance", "serve", "--http", "0"], stdout=subprocess.PIPE
    )
    assert server.stdout is not None
    assert server.stdout.readline().startswith(b"serving at http://127.0.0.1:")
    server.stdout.close()
    time.sleep(0.1)
    server.send_signal(signal.SIGINT)
    assert server.wait(20) == 0


def test_a_port_that_is_taken_is_told(serve: Serve) -> None:
    port = serve("-m", "conformance", "serve", "--http", "0").rstrip("/").rpartition(":")[2]
    done = subprocess.run(
        [sys.executable, "-m", "conformance", "serve", "--http", port], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert f"port {port} cannot be listened on" in done.stderr
