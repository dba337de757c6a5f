"""Messages are read strictly and written plainly."""

import json

import pytest

from conformance import wire
from conformance.adapters.protocol import Answer, Broke, Json, Rejected, Request, Unsupported


def test_a_request_is_one_line_with_its_id() -> None:
    line = wire.encode_request(7, Request("view", {"session": "a\nb", "seat": None}))
    assert line == b'{"jsonrpc":"2.0","id":7,"method":"view","params":{"session":"a\\nb","seat":null}}\n'


def test_a_batch_counts_its_ids_up() -> None:
    lines = wire.encode_requests(3, [Request("bye", {}), Request("bye", {})]).splitlines()
    assert [wire.decode_call(line).ident for line in lines] == [3, 4]


@pytest.mark.parametrize(
    "line",
    [
        b'{"a":1,"a":2}',
        b'{"a" : 1, "a" : 2}',
        b'{"a" :1,"a":2}',
        b'{"a":1,"a":"\\u003a"}',
        b'{"x":"\\":","a" :1,"b":{"c":1,"c":1}}',
        b"NaN",
        b'"\xff"',
        b"",
        b"{}{}",
        b'["\\ud800"]',
    ],
)
def test_lines_that_readers_differ_on_are_no_json(line: bytes) -> None:
    with pytest.raises(wire.BadLine) as caught:
        wire.decode(line)
    assert caught.value.kind == "not_json"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (b"[" * 900 + b"]" * 900, "nested more than 100 levels deep, a limit of this kit"),
        (b"[" * 90_000 + b"]" * 90_000, "nested more than 100 levels deep, a limit of this kit"),
        (b"7" * 5000, "a number of more than 4300 digits, a limit of this kit"),
        (b"-" + b"7" * 5000, "a number of more than 4300 digits, a limit of this kit"),
    ],
)
def test_what_is_beyond_the_limits_of_the_kit_is_told_as_that(value: bytes, told: str) -> None:
    with pytest.raises(wire.BadLine) as caught:
        wire.decode(b'{"further":' + value + b"}")
    assert caught.value.kind == "wrong_reply"
    assert caught.value.detail.startswith(told)


def test_a_long_line_need_not_be_a_deep_one() -> None:
    line = b'{"a":[' + b"[[{}]]," * 1000 + b"0]}"
    assert wire.decode(line) == {"a": [*[[[{}]]] * 1000, 0]}


def test_the_same_key_in_two_objects_is_no_repetition() -> None:
    assert wire.decode(b'[{"a": 1}, {"a" : {"a":"\\":"}}]') == [{"a": 1}, {"a": {"a": '":'}}]


def test_a_number_too_large_for_a_float_is_still_read() -> None:
    assert wire.decode(b"[1e400, 36893488147419103232]") == [float("inf"), 2**65]


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        (b'{"jsonrpc":"2.0","id":1,"result":{}}', Answer({})),
        (b'{"jsonrpc":"2.0","id":1,"result":null}', Answer(None)),
        (
            b'{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no",'
            b'"data":{"code":"bad_amount","clause":"PIN-4"}}}',
            Rejected("bad_amount", "PIN-4", "no"),
        ),
        (b'{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no"}}', Rejected(None, None, "no")),
        (b'{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}', Unsupported("no")),
        (b'{"jsonrpc":"2.0","id":1,"error":{"code":5,"message":"oh"}}', Broke(5, "oh")),
    ],
)
def test_a_reply_tells_its_outcome(line: bytes, outcome: object) -> None:
    assert wire.decode_reply(line, 1) == outcome


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b'{"jsonrpc":"2.0","id":2,"result":{}}',
        b'{"jsonrpc":"2.0","id":"1","result":{}}',
        b'{"jsonrpc":"2.0","id":true,"result":{}}',
        b'{"id":1,"result":{}}',
        b'{"jsonrpc":"2.0","id":1}',
        b'{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}',
        b'{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}',
        b'{"jsonrpc":"2.0","id":1,"error":"oh"}',
    ],
)
def test_a_line_that_is_not_the_awaited_reply_is_a_wrong_reply(line: bytes) -> None:
    with pytest.raises(wire.BadLine) as caught:
        wire.decode_reply(line, 1)
    assert caught.value.kind == "wrong_reply"


TOGETHER: list[Answer | Rejected | Unsupported | Broke] = [
    Answer({"pot": 2, "menu": [{"type": "bet", "amount": {"min": 1}}], "note": "a: {b}"}),
    Rejected("bad_amount", "PIN-4", "no: not so"),
    Answer(None),
    Unsupported("no"),
    Broke(5, "oh \\"),
    Answer([[1.5, 2**70, True], "\u00e9\n"]),
]


def test_replies_that_are_read_together_tell_what_each_tells() -> None:
    lines = [wire.encode_outcome(ident, one).rstrip(b"\n") for ident, one in enumerate(TOGETHER, 7)]
    assert wire.decode_replies(lines, 7) == TOGETHER
    assert (
        wire.decode_replies([json.dumps(wire.decode(line)).encode() for line in lines[:5]], 7) == TOGETHER[:5]
    )
    assert [wire.decode_reply(line, ident) for ident, line in enumerate(lines, 7)] == TOGETHER


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"[]",
        b"dealing cards now",
        b'{"jsonrpc":"2.0","id":3,"result":{}}',
        b'{"jsonrpc":"2.0","id":"2","result":{}}',
        b'{"jsonrpc":"2.0","id":true,"result":{}}',
        b'{"jsonrpc":"1.0","id":2,"result":{}}',
        b'{"id":2,"result":{}}',
        b'{"jsonrpc":"2.0","id":2}',
        b'{"jsonrpc":"2.0","id":2,"result":1,"error":{"code":1,"message":""}}',
        b'{"jsonrpc":"2.0","id":2,"result":1,"error":null}',
        b'{"jsonrpc":"2.0","id":2,"error":{"code":"1","message":""}}',
        b'{"jsonrpc":"2.0","id":2,"error":"oh"}',
        b'{"jsonrpc":"2.0","id":2,"result":{}}{"jsonrpc":"2.0","id":2,"result":{}}',
        b'{"jsonrpc":"2.0","id":2,"id":2,"result":{}}',
        b'{"jsonrpc":"2.0","id":2,"result":{"pot":1,"pot":1}}',
        b'{"jsonrpc":"2.0","id":2,"result":{"pot":1,"pot":"\\u003a"}}',
        b'{"jsonrpc":"2.0","id":2,"error":{"code":5,"message":"","data":{"a":1,"a":1}}}',
        b'{"jsonrpc":"2.0","id":2,"result":"\xff"}',
        b'{"jsonrpc":"2.0","id":2,"result":NaN}',
        b'{"jsonrpc":"2.0","id":2,"result":"\\ud800"}',
        b'{"jsonrpc":"2.0","id":2,"result":' + b"7" * 5000 + b"}",
        b'{"jsonrpc":"2.0","id":2,"result":' + b"[" * 100 + b"]" * 100 + b"}",
        b'{"jsonrpc":"2.0","id":2,"result":' + b'{"a":' * 100 + b"1" + b"}" * 101,
        b'{"jsonrpc":"2.0","id":2,"result":' + b"[" * 90_000 + b"]" * 90_000 + b"}",
    ],
)
def test_a_line_that_is_refused_by_itself_is_not_taken_among_others(line: bytes) -> None:
    """Nor is what is beside it, so that nothing can be hidden there."""
    others = [b'{"jsonrpc":"2.0","id":%d,"result":{"pot": {}}}' % ident for ident in (1, 2, 3)]
    assert wire.decode_replies(others, 1) is not None
    with pytest.raises(wire.BadLine):
        wire.decode_reply(line, 2)
    assert wire.decode_replies([others[0], line, others[2]], 1) is None


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":1,"result":1e400}',
        b'{"jsonrpc":"2.0","id":1,"result":"\\u00e9"}',
        b'{"jsonrpc":"2.0","id":1,"result":{},"took":{"ms":1}}',
        b'{"jsonrpc":"2.0","id":1,"result":[' + b"[]," * 200 + b"0]}",
    ],
)
def test_an_unusual_reply_is_left_to_be_read_by_itself(line: bytes) -> None:
    assert isinstance(wire.decode_reply(line, 1), Answer)
    assert wire.decode_replies([line], 1) is None


@pytest.mark.parametrize(
    "outcome", [Answer([1, None]), Rejected("malformed", None, "no"), Unsupported("no"), Broke(-32603, "oh")]
)
def test_what_the_serving_side_writes_the_asking_side_reads(
    outcome: Answer | Rejected | Unsupported | Broke,
) -> None:
    assert wire.decode_reply(wire.encode_outcome(9, outcome), 9) == outcome


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"act","params":{"amount":1,"amount":2}}', -32700),
        (b"3", -32600),
        (b'{"jsonrpc":"2.0","id":1}', -32600),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"bye"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"bye","params":[]}', -32602),
    ],
)
def test_a_line_that_is_no_request_is_answered_with_an_error(line: bytes, code: int) -> None:
    with pytest.raises(wire.BadCall) as caught:
        wire.decode_call(line)
    reply = wire.decode(caught.value.reply)
    assert isinstance(reply, dict)
    error = reply["error"]
    assert isinstance(error, dict)
    assert error["code"] == code


HELLO: dict[str, Json] = {
    "protocol": 1,
    "name": "x",
    "version": "1",
    "rules": {"ton": {"seats": {"min": 2, "max": 6}, "options": {"stake": {"min": 0}, "five": ["exchange"]}}},
    "capabilities": ["play"],
}


def test_hello_is_read_into_its_claims() -> None:
    hello = wire.read_hello({**HELLO, "extra": 1})
    assert hello.rules["ton"].seats == wire.SeatSpan(2, 6)
    assert hello.rules["ton"].options == {"stake": wire.Interval(0, None), "five": ["exchange"]}


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"protocol": 2}, "protocol 2"),
        ({"capabilities": "menu"}, "capabilities"),
        ({"capabilities": [1]}, "capabilities"),
        ({"rules": []}, "rules"),
        ({"name": None}, "name"),
        ({"session_limit": 0}, "session_limit"),
    ],
)
def test_a_hello_that_cannot_be_used_says_what_is_wrong(change: dict[str, Json], word: str) -> None:
    with pytest.raises(wire.BadLine, match=word):
        wire.read_hello({**HELLO, **change})
