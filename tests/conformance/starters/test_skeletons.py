"""Every skeleton is built as its README says and answers as the reference does, as far as it goes."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.protocol import (
    Answer,
    Broke,
    Connection,
    Json,
    Outcome,
    Rejected,
    Request,
    Unsupported,
)
from conformance.adapters.reference import Reference
from conformance.adapters.registry import find_adapter
from conformance.cli import main
from conformance.compare import same
from conformance.corpus import SetupCase, load_corpus
from conformance.exam import Exam
from conformance.runner import HELLO, Runner
from conformance.starters import STARTERS
from conformance.wire import read_hello
from refengine.cards import pack_from

from .conftest import NAME, Project

RULES = "brazilian-pingo"
REVERSED: Json = [*reversed(pack_from("7"))]


@pytest.fixture
def connection(project: Project) -> Iterator[Connection]:
    made = find_adapter(project.spec).connect()
    yield made
    assert made.close().exit_code == 0


def new(session: str, **setup: Json) -> Request:
    params: dict[str, Json] = {
        "seats": 2,
        "stacks": [9, 7],
        "dealer": 0,
        "options": {},
        "rules": RULES,
        **setup,
    }
    return Request("new", {"session": session, **params})


def act(session: str, actor: Json, action: Json) -> Request:
    return Request("act", {"session": session, "actor": actor, "action": action})


def outcomes(connection: Connection, *requests: Request) -> list[Outcome]:
    return connection.ask([HELLO, *requests])[1:]


def of_reference(*requests: Request) -> list[Outcome]:
    return outcomes(InProcessConnection(Reference()), *requests)


def test_it_says_who_it_is_and_what_it_claims(project: Project, connection: Connection) -> None:
    outcome = connection.ask([HELLO])[0]
    assert isinstance(outcome, Answer)
    hello = read_hello(outcome.result)
    assert (hello.name, hello.language) == (NAME, project.starter.language)
    assert list(hello.rules) == [RULES]
    assert "menu" in hello.capabilities


def first_turns() -> Iterator[Request]:
    """For every number of seats: all views before and after the deal."""
    for seats in range(2, 10):
        name = f"table of {seats}"
        pack: Json = [*reversed(pack_from(str(min(7, 11 - seats))))]
        stacks: Json = [*range(10, 10 + seats)]
        looks = [Request("view", {"session": name, "seat": seat}) for seat in (None, *range(seats))]
        yield new(name, seats=seats, stacks=stacks, dealer=seats // 2, options={"pingo": 3})
        yield from looks
        yield act(name, "table", {"type": "shuffle", "cards": pack})
        yield from looks
        yield Request("end", {"session": name})


def test_its_views_are_those_of_the_reference(connection: Connection) -> None:
    requests = list(first_turns())
    for got, wanted in zip(outcomes(connection, *requests), of_reference(*requests), strict=True):
        assert isinstance(got, Answer)
        assert isinstance(wanted, Answer)
        assert isinstance(wanted.result, dict)
        wanted.result.pop("events", None)  # not claimed
        assert same(wanted.result, got.result)


ATTEMPTS: list[tuple[Json, Json]] = [
    ("table", {"type": "shuffle"}),
    ("table", {"type": "shuffle", "cards": "7c"}),
    ("table", {"type": "shuffle", "cards": ["7c", "10h"]}),
    ("table", {"type": "shuffle", "cards": ["7c"]}),
    ("table", {"type": "shuffle", "cards": ["7c"] * 32}),
    ("table", {"type": "shuffle", "cards": ["2c", *pack_from("7")[1:]]}),
    ("table", {"type": "end_session"}),
    ("table", {"type": "draw_seats", "seats": [0, 0]}),
    ("table", {"type": "draw_seats", "seats": [1, 0]}),
    ("table", {"type": "dance"}),
    ("table", {"type": ["shuffle"]}),
    ("table", "shuffle"),
    ("table", None),
    ("chair", {"type": "fold"}),
    (None, {"type": "fold"}),
    (True, {"type": "fold"}),
    (0, {"type": "fold"}),
    (1, {"type": "fold", "amount": "ignored"}),
    (7, {"type": "fold"}),
    (-1, {"type": "fold"}),
    (1, {"type": "bet"}),
    (1, {"type": "bet", "amount": 0}),
    (1, {"type": "bet", "amount": -1}),
    (1, {"type": "bet", "amount": 7}),
    (1, {"type": "bet", "amount": 2.5}),
    (1, {"type": "bet", "amount": "2"}),
    (1, {"type": "bet", "amount": True}),
    (1, {"type": "bet", "amount": None}),
    (1, {"type": "raise", "amount": 2}),
    (1, {"type": "play", "card": "7c"}),
    (1, {"type": "play", "card": "7x"}),
    (1, {"type": "exchange", "keep": 7}),
    (1, {"type": "extend", "hands": 1}),
    (1, {"type": "extend", "hands": 1, "agreed": [0, 1]}),
    (1, {"type": "discard", "cards": []}),
]


@pytest.mark.parametrize("dealt", [False, True], ids=["at the shuffle", "at the first turn"])
def test_it_refuses_for_the_reasons_of_the_reference(connection: Connection, dealt: bool) -> None:
    shuffle = act("a", "table", {"type": "shuffle", "cards": REVERSED})
    legal = ["shuffle"] if not dealt else ["fold"]
    tries = [
        act("a", actor, action)
        for actor, action in ATTEMPTS
        if not (
            isinstance(action, dict) and action.get("type") in legal and actor == (1 if dealt else "table")
        )
        or action.get("cards") not in (None, REVERSED)
    ]
    requests = [new("a"), *([shuffle] if dealt else []), *tries]
    got, wanted = outcomes(connection, *requests), of_reference(*requests)
    for request, one, other in zip(requests, got, wanted, strict=True):
        assert type(one) is type(other), (request, one, other)
        if isinstance(other, Rejected):
            assert isinstance(one, Rejected)
            assert one.code == other.code, request
    assert sum(isinstance(one, Rejected) for one in got) == len(tries)


with_whole_numbers = pytest.mark.parametrize(
    "project",
    [starter for starter in STARTERS if starter.folder != "javascript"],
    ids=lambda starter: starter.folder,
    indirect=True,
)
"""JavaScript has one kind of number: there 2.0 is 2, and beyond 2**53 one is missing here and there."""


@with_whole_numbers
def test_a_number_with_a_fraction_of_zero_is_no_amount(connection: Connection) -> None:
    shuffle = act("a", "table", {"type": "shuffle", "cards": REVERSED})
    bet = act("a", 1, {"type": "bet", "amount": 2.0})
    requests = [new("a"), shuffle, bet]
    got, wanted = outcomes(connection, *requests)[-1], of_reference(*requests)[-1]
    assert isinstance(got, Rejected)
    assert isinstance(wanted, Rejected)
    assert got.code == wanted.code == "malformed"


@with_whole_numbers
def test_whole_numbers_beyond_2_to_the_53_are_kept(connection: Connection) -> None:
    begin = new("a", stacks=[2**53 + 3, 2**53 + 5], options={"pingo": 2})
    shuffle = act("a", "table", {"type": "shuffle", "cards": REVERSED})
    too_much = act("a", 1, {"type": "bet", "amount": 2**53 + 4})
    _, after, refused = outcomes(connection, begin, shuffle, too_much)
    assert isinstance(after, Answer)
    assert isinstance(after.result, dict)
    assert after.result["stacks"] == [2**53 + 1, 2**53 + 3]
    assert isinstance(refused, Rejected)
    assert refused.code == "bad_amount"


def test_a_refused_action_changes_nothing(connection: Connection) -> None:
    look = Request("view", {"session": "a", "seat": None})
    wrong = act("a", "table", {"type": "shuffle", "cards": ["7c"]})
    _, before, _, after = outcomes(connection, new("a"), look, wrong, look)
    assert before == after


UNCLAIMED = [
    Request("rank", {}),
    Request("constructor", {}),
    new("a", rules="hearts"),
    new("a", options={"deck": "full"}),
    new("a", options={"bet_min": 2}),
    new("a", options={"stakes": "credit"}),
]


def test_what_it_does_not_claim_is_unsupported(connection: Connection) -> None:
    got = outcomes(connection, *UNCLAIMED)
    assert [type(one) for one in got] == [Unsupported] * len(UNCLAIMED)


WRONG = [
    Request("view", {"session": "nowhere", "seat": None}),
    Request("view", {"session": "table", "seat": 2}),
    Request("view", {"session": "table", "seat": "0"}),
    Request("end", {"session": "nowhere"}),
    act("nowhere", 0, {"type": "fold"}),
    new("table"),
    new("another", stacks=[1, 9]),
    act("table", 1, {"type": "fold"}),
]


def test_what_goes_wrong_is_an_error_of_its_own_and_it_goes_on(connection: Connection) -> None:
    shuffle = act("table", "table", {"type": "shuffle", "cards": REVERSED})
    _, _, *broken, right = outcomes(connection, new("table"), shuffle, *WRONG, new("another"))
    assert [type(one) for one in broken] == [Broke] * len(WRONG)
    assert isinstance(right, Answer)


def test_it_settles_every_setup_of_the_corpus_that_it_does_not_leave_to_its_author(project: Project) -> None:
    corpus = load_corpus()
    entries = [entry for entry in corpus.setups if entry.rules == RULES]
    runner = Runner(find_adapter(project.spec))
    lines = list(Exam(runner, corpus, {}).lines(entries))
    runner.close()
    assert {line.status for line in lines} <= {"passed", "unsupported", "broke"}
    assert all(line.about.level == "ruling" for line in lines if line.status == "broke")
    assert sum(line.status == "passed" for line in lines) > len(lines) // 2
    assert all(isinstance(entry, SetupCase) for entry in entries)


def say(project: Project, said: bytes) -> list[dict[str, Json]]:
    """What it replies to raw input; it has to end well by itself."""
    words = shlex.split(project.starter.command)
    done = subprocess.run(words, input=said, stdout=subprocess.PIPE, timeout=60, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


HELLO_LINE = b'{"jsonrpc":"2.0","id":7,"method":"hello","params":{"protocol":[1]}}\n'


def test_lines_that_are_no_requests_are_answered_and_it_goes_on(project: Project) -> None:
    nonsense = [
        b"oops",
        b'{"id":1',
        b"[1,2]",
        b"17",
        b'{"id":1}',
        b'{"id":1,"method":7}',
        b'{"id":1,"method":"view","params":[1]}',
        b'"\xff\xfe"',
        b"[" * 100_000,
        b'{"id":1,"method":"view","params":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ]
    replies = say(project, b"".join(line + b"\n" for line in [*nonsense, b"", b"  "]) + HELLO_LINE)
    assert len(replies) == len(nonsense) + 1
    assert all("error" in reply for reply in replies[:-1])
    assert (replies[-1]["id"], "result" in replies[-1]) == (7, True)


def test_a_reply_bears_the_number_of_its_request(project: Project) -> None:
    numbers: list[Json] = [0, 3, "seven", None]
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": "view", "params": {"session": "x"}})
        for number in numbers
    ]
    replies = say(project, "".join(f"{line}\n" for line in lines).encode())
    assert [(reply["jsonrpc"], reply["id"]) for reply in replies] == [("2.0", number) for number in numbers]


def test_of_two_members_with_the_same_name_the_last_counts(project: Project) -> None:
    (reply,) = say(project, HELLO_LINE.replace(b'"id":7', b'"id":6,"id":7'))
    assert (reply["id"], "result" in reply) == (7, True)


def test_a_line_of_a_mebibyte_is_read(project: Project) -> None:
    params = {"protocol": [1], "kit": {"name": "x" * 2**20}}
    long = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "hello", "params": params})
    reply, following = say(project, f"{long}\n".encode() + HELLO_LINE)
    assert reply["id"] == 1
    assert reply["result"] == following["result"]


def test_what_is_no_utf_8_is_answered(project: Project) -> None:
    said = HELLO_LINE.replace(b'"protocol"', b'"k":"\xff\xfe\xc3\x28","protocol"') + HELLO_LINE
    replies = say(project, said)
    assert len(replies) == 2
    assert "result" in replies[1]


def test_two_sessions_do_not_know_each_other(connection: Connection) -> None:
    deal = {"type": "shuffle", "cards": REVERSED}
    looks = [Request("view", {"session": name, "seat": seat}) for name in ("a", "b") for seat in (None, 0, 1)]
    requests = [new("a"), new("b", stacks=[30, 40], dealer=1), act("b", "table", deal), *looks]
    requests += [Request("end", {"session": "a"}), looks[3], looks[0], new("a", stacks=[20, 20]), *looks]
    for got, wanted in zip(outcomes(connection, *requests), of_reference(*requests), strict=True):
        assert type(got) is type(wanted)
        if isinstance(got, Answer) and isinstance(wanted, Answer):
            assert isinstance(wanted.result, dict)
            wanted.result.pop("events", None)  # not claimed
            assert same(wanted.result, got.result)


def test_it_ends_at_bye_and_reads_no_further(project: Project) -> None:
    bye = b'{"jsonrpc":"2.0","id":8,"method":"bye","params":{}}\n'
    assert [reply["id"] for reply in say(project, HELLO_LINE + bye + HELLO_LINE)] == [7, 8]


def test_it_ends_with_its_input(project: Project) -> None:
    assert say(project, b"") == []


def test_the_doctor_passes_its_first_stages_and_asks_for_what_is_next(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--adapter", project.spec]) == 1
    told = capsys.readouterr().out
    assert told.count("  ok    ") == 4
    assert "FAIL  the shortest hand goes as it should" in told
    assert "not written yet: what comes of fold" in told


def test_the_readme_tells_how_to_build_and_run_it(project: Project) -> None:
    readme = Path("README.md").read_text("utf-8")
    assert readme.startswith(f"# {NAME}\n")
    for words in (project.starter.build, project.starter.command, f'--adapter "{project.spec}"'):
        assert words in readme
    for path in Path("src").glob("*.*") if Path("src").is_dir() else Path().glob("*.[jp][sy]"):
        assert f"`{path}`" in readme
