"""The messages of the adapter protocol as lines of JSON-RPC 2.0: the only code that reads and writes them.

Reading is strict where leniency would hide a fault: a key that stands twice in one object is refused, since
readers differ on which of the two counts, and a reply must be the awaited one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn

import msgspec
from msgspec import UNSET, UnsetType

from conformance.adapters.protocol import (
    INTERNAL,
    PROTOCOL_VERSION,
    REJECTED,
    UNSUPPORTED,
    Answer,
    Broke,
    Json,
    Rejected,
    Request,
    Unsupported,
)

Scalar = None | bool | int | str
Reply = Answer | Rejected | Unsupported | Broke
"""What a line can tell of a request."""

if TYPE_CHECKING:
    _Value = Json
else:  # msgspec cannot follow a type that names itself
    _Value = Any

CAPABILITIES: Final = (
    "play",
    "menu",
    "codes",
    "pot",
    "stacks",
    "actor",
    "phase",
    "last_hand",
    "details",
    "seat_view",
    "events",
    "rank",
    "carry",
)
"""What an implementation may claim, in the order of the protocol page."""

DEEPEST: Final = 100
"""Levels of nesting in a line; no message of the protocol has a tenth of that."""

DIGITS: Final = 4300
"""Digits of a whole number in a line, which is as many as Python reads."""

_SHOWN: Final = 200
"""Characters of a line that an error repeats."""


class BadLine(Exception):
    """A line that cannot be used: no JSON at all (`not_json`), or JSON but not the awaited message, or beyond
    what this kit reads."""

    def __init__(self, kind: Literal["not_json", "wrong_reply"], detail: str) -> None:
        super().__init__(detail)
        self.kind: Literal["not_json", "wrong_reply"] = kind
        self.detail = detail


class SeatSpan(msgspec.Struct, frozen=True):
    """The numbers of seats that an implementation can play, both included."""

    min: int
    max: int


class Interval(msgspec.Struct, frozen=True):
    """A closed interval of a numeric option's values; `max` None: no upper bound."""

    min: int
    max: int | None = None


class RulesClaim(msgspec.Struct, frozen=True):
    """What `hello` says about one rule set; an option that is not named can be played with any value."""

    seats: SeatSpan | None = None
    options: dict[str, list[Scalar] | Interval] = {}


class Hello(msgspec.Struct, frozen=True):
    """The result of `hello`: who the implementation is and what it claims to be able to do."""

    protocol: int
    name: str
    version: str
    rules: dict[str, RulesClaim]
    capabilities: list[str]
    language: str | None = None
    homepage: str | None = None
    session_limit: int | None = None


_ENCODER: Final = msgspec.json.Encoder()


def encode(value: Json) -> bytes:
    """The value as JSON, without blanks or line ends."""
    return msgspec.json.encode(value)


def as_received(value: Json) -> Json:
    """A copy of the value as it comes out at the other end of a wire."""
    received: Json = msgspec.json.decode(msgspec.json.encode(value))
    return received


def shorten(line: bytes | str) -> str:
    """The beginning of a line, fit for a message."""
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    text = text.rstrip("\r\n")
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}... ({len(text)} characters)"


def _object_once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    read = dict(pairs)
    if len(read) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {repeated!r} stands twice in one object")
    return read


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


class _TooLong(Exception):
    """A number has more digits than are read."""


def _whole(text: str) -> int:
    if len(text.removeprefix("-")) > DIGITS:
        raise _TooLong
    return int(text)


def _decode_slowly(line: bytes) -> Json:
    read: Json = json.loads(
        line.decode("utf-8"),
        object_pairs_hook=_object_once,
        parse_constant=_no_constant,
        parse_int=_whole,
    )
    msgspec.json.encode(read)  # refuses half a surrogate pair
    return read


def _check_depth(line: bytes, value: Json) -> None:
    """`BadLine` if the value is nested so deeply that comparing it could exhaust the stack."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            item
            for outer in level
            if isinstance(outer, list | dict)
            for item in (outer if isinstance(outer, list) else outer.values())
        ]
    if level:
        raise _too_deep(line)


def _too_deep(line: bytes) -> BadLine:
    return BadLine(
        "wrong_reply", f"nested more than {DEEPEST} levels deep, a limit of this kit: {shorten(line)}"
    )


def decode(line: bytes) -> Json:
    """The value of one line; `BadLine` (`not_json`) also if a key stands twice in one object.

    msgspec keeps the last of two equal keys without a word. Written anew, the value has fewer colons then:
    those of what was dropped are missing. Only where the counts differ, or an escape may hide a colon, is the
    line read again, slowly.
    """
    value = _decode(line)
    if line.count(b"[") + line.count(b"{") > DEEPEST:
        _check_depth(line, value)
    return value


def _decode(line: bytes) -> Json:
    try:
        value: Json = msgspec.json.decode(line)
        escapes = b"\\" in line and b"\\u" in line  # one byte is looked for much faster than two
        if not escapes and line.count(b":") == msgspec.json.encode(value).count(b":"):
            return value
    except (msgspec.DecodeError, OverflowError, RecursionError):
        pass  # read again for a better message, and for numbers that only Python can hold
    try:
        return _decode_slowly(line)
    except _TooLong as error:
        told = f"a number of more than {DIGITS} digits, a limit of this kit"
        raise BadLine("wrong_reply", f"{told}: {shorten(line)}") from error
    except RecursionError as error:
        raise _too_deep(line) from error
    except ValueError as error:
        raise BadLine("not_json", f"{error}: {shorten(line)}") from error


class _Asked(msgspec.Struct, tag_field="jsonrpc", tag="2.0", gc=False):
    """A request as it is written."""

    id: int
    method: str
    params: dict[str, _Value]


def encode_request(ident: int, request: Request) -> bytes:
    """A request as a line, line end included."""
    return encode_requests(ident, [request])


def encode_requests(first: int, requests: Sequence[Request]) -> bytes:
    """A batch as lines; ids count up from `first`."""
    asked = [_Asked(ident, method, params) for ident, (method, params) in enumerate(requests, first)]
    return _ENCODER.encode_lines(asked)


def decode_reply(line: bytes, ident: int) -> Reply:
    """The outcome that a line tells of the request `ident`; `BadLine` if it is no reply to it."""
    message = decode(line)
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise BadLine("wrong_reply", f"not a JSON-RPC 2.0 reply: {shorten(line)}")
    got = message.get("id")
    if type(got) is not int or got != ident:
        raise BadLine("wrong_reply", f"awaited the reply to request {ident}, got {shorten(line)}")
    if ("result" in message) == ("error" in message):
        raise BadLine("wrong_reply", f"a reply has either a result or an error: {shorten(line)}")
    if "result" in message:
        return Answer(message["result"])
    return _outcome_of_error(message["error"], line)


class _Replied(msgspec.Struct, gc=False):
    """A reply as it is read among others. Any further key counts as one that was dropped."""

    jsonrpc: Literal["2.0"]
    id: int
    result: _Value | UnsetType = UNSET
    error: _Value | UnsetType = UNSET


_READ: Final = msgspec.json.Decoder(_Replied).decode
_ANSWER: Final[Callable[[tuple[Json]], Answer]] = partial(tuple.__new__, Answer)
"""What `Answer` does, without a call of a function in Python."""
_FLESH: Final = bytes(set(range(256)) - set(b"[{:\\\n"))
"""What need not be looked at to see whether replies are plain."""


def decode_replies(lines: Sequence[bytes], first: int) -> list[Reply] | None:
    """The outcomes that lines tell of the requests from `first` on, as `decode_reply` reads them, in half of
    the time.

    None if any of them is wrong, beyond a limit, or unusual (with an escape that may hide a colon, keys
    beside those of a reply, or many brackets): then each has to be read by itself.
    """
    try:
        replies = [*map(_READ, lines)]
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError):
        return None
    if [reply.id for reply in replies] != [*range(first, first + len(lines))]:
        return None
    text = b"\n".join([*lines, b""])
    bones = text.translate(None, _FLESH)
    if b"\\" in bones and b"\\u" in text:
        return None
    written = _ENCODER.encode_lines(replies)
    if written != text and written.count(b":") != bones.count(b":"):  # of no line can it be more
        return None
    if max(map(len, bones.translate(None, b":\\").split(b"\n"))) > DEEPEST:
        return None
    try:
        return [
            _ANSWER((reply.result,))
            if reply.error is UNSET and reply.result is not UNSET
            else _unanswered(reply, line)
            for reply, line in zip(replies, lines, strict=True)
        ]
    except BadLine:
        return None


def _unanswered(reply: _Replied, line: bytes) -> Reply:
    """What a reply tells that has no result alone."""
    if reply.error is UNSET or reply.result is not UNSET:
        raise BadLine("wrong_reply", f"a reply has either a result or an error: {shorten(line)}")
    return _outcome_of_error(reply.error, line)


def _outcome_of_error(error: Json, line: bytes) -> Rejected | Unsupported | Broke:
    if not isinstance(error, dict):
        raise BadLine("wrong_reply", f"an error is an object: {shorten(line)}")
    code, said, data = error.get("code"), error.get("message", ""), error.get("data")
    if type(code) is not int:
        raise BadLine("wrong_reply", f"an error has a whole number as its code: {shorten(line)}")
    message = said if isinstance(said, str) else shorten(encode(said))
    if code == REJECTED:
        reasons = data if isinstance(data, dict) else {}
        reason, clause = reasons.get("code"), reasons.get("clause")
        return Rejected(_text(reason), _text(clause), message)
    if code == UNSUPPORTED:
        return Unsupported(message)
    return Broke(code, message)


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def read_hello(result: Json) -> Hello:
    """The result of `hello`, checked; `BadLine` (`wrong_reply`) says what is wrong with it."""
    try:
        hello = msgspec.convert(result, Hello)
    except msgspec.ValidationError as error:
        raise BadLine("wrong_reply", f"the reply to hello: {error}") from error
    if hello.protocol != PROTOCOL_VERSION:
        raise BadLine("wrong_reply", f"speaks protocol {hello.protocol}, not {PROTOCOL_VERSION}")
    if hello.session_limit is not None and hello.session_limit < 1:
        raise BadLine("wrong_reply", f"hello: session_limit is {hello.session_limit}")
    return hello


class Call(msgspec.Struct, frozen=True):
    """A request as the serving side reads it; `ident` None: a notification, which is not answered."""

    ident: int | str | None
    method: str
    params: dict[str, Json]


class BadCall(Exception):
    """A line that is no request: `reply` is the error to answer with."""

    def __init__(self, reply: bytes) -> None:
        super().__init__()
        self.reply = reply


def decode_call(line: bytes) -> Call:
    """The request that a line holds; `BadCall` with the reply that JSON-RPC asks for if it holds none."""
    try:
        message = decode(line)
    except BadLine as bad:
        raise BadCall(encode_error(None, -32700, f"parse error: {bad.detail}")) from bad
    if not isinstance(message, dict):
        raise BadCall(encode_error(None, -32600, "a request is an object"))
    ident, method, params = message.get("id"), message.get("method"), message.get("params", {})
    if isinstance(ident, bool) or not isinstance(ident, int | str | None):
        raise BadCall(encode_error(None, -32600, "an id is a whole number or a string"))
    if message.get("jsonrpc") != "2.0" or not isinstance(method, str):
        raise BadCall(encode_error(ident, -32600, "not a JSON-RPC 2.0 request"))
    if not isinstance(params, dict):
        raise BadCall(encode_error(ident, -32602, "params is an object"))
    return Call(ident, method, params)


def encode_outcome(ident: int | str | None, outcome: Answer | Rejected | Unsupported | Broke) -> bytes:
    """The reply that tells an outcome, as a line."""
    match outcome:
        case Answer(result):
            return msgspec.json.encode({"jsonrpc": "2.0", "id": ident, "result": result}) + b"\n"
        case Rejected(code, clause, message):
            named = {"code": code, "clause": clause}
            data: Json = {key: value for key, value in named.items() if value is not None}
            return encode_error(ident, REJECTED, message, data)
        case Unsupported(message):
            return encode_error(ident, UNSUPPORTED, message)
        case Broke(code, message):
            return encode_error(ident, INTERNAL if code is None else code, message)


def encode_error(ident: int | str | None, code: int, message: str, data: Json = None) -> bytes:
    """An error reply as a line; no `data` where it is None."""
    error: dict[str, Json] = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return msgspec.json.encode({"jsonrpc": "2.0", "id": ident, "error": error}) + b"\n"
