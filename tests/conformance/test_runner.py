"""Scripts reach the implementation in batches, and a lost connection costs only the guilty case."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from conformance import runner
from conformance.adapters.protocol import (
    AdapterError,
    Answer,
    Broke,
    Ending,
    Json,
    Lost,
    LostKind,
    Outcome,
    Request,
    Unsupported,
)
from conformance.corpus import SetupCase
from conformance.runner import AdapterUnusable, Runner
from conformance.script import Script

HELLO: Json = {"protocol": 1, "name": "fake", "version": "1", "rules": {}, "capabilities": ["play"]}
CRASH = Lost("crash", "exit code 3", "it hurts")
Reply = Callable[[Request], Outcome]


class Fake:
    """An adapter whose connections answer as `reply` says, and write down what they were asked."""

    spec = "fake"

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.connections: list[FakeConnection] = []

    def connect(self) -> "FakeConnection":
        self.connections.append(FakeConnection(self.reply))
        return self.connections[-1]


class FakeConnection:
    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.batches: list[list[Request]] = []
        self.posted: list[list[Request]] = []
        self.closed = False

    def ask(self, requests: Sequence[Request]) -> list[Outcome]:
        assert not self.closed
        self.batches.append(list(requests))
        outcomes: list[Outcome] = []
        for request in requests:
            outcomes.append(self.reply(request))
            if isinstance(outcomes[-1], Lost):
                break
        return outcomes

    def post(self, requests: Sequence[Request]) -> None:
        assert not self.closed
        self.posted.append(list(requests))

    def close(self) -> Ending:
        self.closed = True
        return Ending(0, None, "", False)


def script(name: str, size: int = 3) -> Script:
    entry = SetupCase(name, "t", "ton", (), "must", {}, True, Path("x"), "")
    calls = tuple(Request("view", {"place": place}) for place in range(size))
    return Script(entry, {}, calls, (), None, frozenset())


def session(request: Request) -> str:
    return str(request.params.get("session", ""))


def fine(request: Request) -> Outcome:
    return Answer(HELLO if request.method == "hello" else {})


def crashing_in(*names: str) -> Reply:
    """Dies at the second request of these cases."""

    def reply(request: Request) -> Outcome:
        if session(request).partition("#")[0] in names and request.params["place"] == 1:
            return CRASH
        return fine(request)

    return reply


def test_hello_is_said_once_and_first_on_every_connection() -> None:
    fake = Fake(crashing_in("b"))
    play = Runner(fake)
    assert play.hello().name == "fake"
    assert play.hello() is play.hello()
    list(play.play([script("a"), script("b"), script("c")]))
    assert len(fake.connections) == 2
    for connection in fake.connections:
        methods = [request.method for batch in connection.batches for request in batch]
        assert methods[0] == "hello"
        assert methods.count("hello") == 1


def test_the_requests_of_many_scripts_go_out_at_once_each_in_its_session() -> None:
    fake = Fake(fine)
    played = list(Runner(fake).play([script("a"), script("b")]))
    assert [one.script.entry.id for one in played] == ["a", "b"]
    assert [len(one.outcomes) for one in played] == [3, 3]
    (_, batch) = fake.connections[0].batches
    assert [session(request) for request in batch] == ["a#1"] * 3 + ["b#1"] * 3


def test_a_batch_ends_before_it_grows_too_large_but_never_within_a_script() -> None:
    fake = Fake(fine)
    list(Runner(fake).play([script("a", runner.BATCH - 1), script("b", 2), script("c", runner.BATCH + 5)]))
    assert [len(batch) for batch in fake.connections[0].batches] == [1, runner.BATCH - 1, 2, runner.BATCH + 5]


def test_two_batches_are_under_way_before_replies_are_taken_and_one_while_they_are_judged() -> None:
    fake = Fake(fine)
    names = ("a", "b", "c", "d")
    played = Runner(fake).play([script(name, runner.BATCH) for name in names])
    next(played)
    (connection,) = fake.connections
    assert [session(batch[0]) for batch in connection.posted] == ["a#1", "b#1"]
    assert [len(batch) for batch in connection.batches] == [1, runner.BATCH]
    list(played)
    assert connection.posted == connection.batches[1:]
    assert [session(batch[0]) for batch in connection.posted] == [f"{name}#1" for name in names]


def test_what_was_sent_ahead_on_a_lost_connection_is_sent_again_in_its_order() -> None:
    fake = Fake(crashing_in("b"))
    names = ("a", "b", "c", "d", "e")
    played = list(Runner(fake).play([script(name, runner.BATCH) for name in names]))
    assert [one.script.entry.id for one in played] == list(names)
    assert [one.outcomes[-1] for one in played] == [Answer({}), CRASH, *[Answer({})] * 3]
    first, second = fake.connections
    assert [session(batch[0]) for batch in first.posted] == ["a#1", "b#1", "c#1"]
    assert [session(batch[0]) for batch in second.posted] == ["c#2", "d#1", "e#1"]
    assert second.posted == second.batches[1:]


def test_the_case_that_was_not_answered_is_guilty_and_those_after_it_are_sent_again() -> None:
    fake = Fake(crashing_in("b"))
    played = {
        one.script.entry.id: one.outcomes
        for one in Runner(fake).play([script(name) for name in ("a", "b", "c")])
    }
    assert played == {"a": [Answer({})] * 3, "b": [Answer({}), CRASH], "c": [Answer({})] * 3}
    assert fake.connections[0].closed
    assert {session(request) for request in fake.connections[1].batches[1]} == {"c#2"}


def test_three_failures_to_start_in_a_row_end_the_run() -> None:
    fake = Fake(lambda _: Lost("start", "exit code 1", "no such file"))
    with pytest.raises(AdapterUnusable) as caught:
        Runner(fake).hello()
    assert len(fake.connections) == runner.STARTS
    assert "exit code 1" in caught.value.reason
    assert "no such file" in caught.value.text()


def test_a_start_that_succeeds_at_last_is_good_enough() -> None:
    tries = iter([Lost("start", "x", ""), Lost("hang", "x", "")])
    fake = Fake(lambda request: next(tries, fine(request)))
    assert Runner(fake).hello().name == "fake"
    assert len(fake.connections) == 3


def test_ten_cases_lost_in_a_row_end_the_run() -> None:
    names = [f"c{number}" for number in range(20)]
    played = Runner(Fake(crashing_in(*names))).play([script(name) for name in names])
    assert [next(played).script.entry.id for _ in range(runner.LOSSES)] == names[: runner.LOSSES]
    with pytest.raises(AdapterUnusable, match="exit code 3"):
        next(played)


@pytest.mark.parametrize("kind", ["not_json", "wrong_reply", "too_long"])
def test_cases_lost_to_lines_that_cannot_be_used_never_end_the_run(kind: LostKind) -> None:
    names = [f"c{number}" for number in range(20)]

    def reply(request: Request) -> Outcome:
        return Lost(kind, "so", "") if session(request) else fine(request)

    assert len(list(Runner(Fake(reply)).play([script(name) for name in names]))) == 20


def test_such_a_line_begins_the_count_anew() -> None:
    names = [f"c{number}" for number in range(19)]

    def reply(request: Request) -> Outcome:
        if not session(request):
            return fine(request)
        return Lost("not_json", "so", "") if session(request).startswith("c9#") else CRASH

    assert len(list(Runner(Fake(reply)).play([script(name) for name in names]))) == 19


def test_a_case_that_is_answered_begins_the_count_of_lost_cases_anew() -> None:
    names = [f"c{number}" for number in range(25)]
    lost = [name for place, name in enumerate(names) if place % 9]
    played = list(Runner(Fake(crashing_in(*lost))).play([script(name) for name in names]))
    assert len(played) == 25


@pytest.mark.parametrize(
    "outcome",
    [Unsupported("never"), Broke(-32603, "oh"), Answer([]), Answer({**HELLO, "protocol": 2})],  # type: ignore[dict-item]
)
def test_a_hello_that_cannot_be_used_ends_the_run_at_once(outcome: Outcome) -> None:
    fake = Fake(lambda _: outcome)
    with pytest.raises(AdapterUnusable):
        Runner(fake).hello()
    assert len(fake.connections) == 1
    assert fake.connections[0].closed


def test_an_adapter_that_cannot_even_be_tried_is_unusable_with_its_hint() -> None:
    class Missing:
        spec = "missing"

        def connect(self) -> FakeConnection:
            raise AdapterError("there is no command 'x'", "Is it installed?")

    with pytest.raises(AdapterUnusable) as caught:
        Runner(Missing()).hello()
    assert caught.value.text() == "there is no command 'x'. Is it installed?"


def test_closing_ends_the_connection_and_may_be_repeated() -> None:
    fake = Fake(fine)
    play = Runner(fake)
    play.close()
    play.hello()
    play.close()
    play.close()
    assert fake.connections[0].closed
