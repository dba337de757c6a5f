"""JSON that readers might take differently is refused, with its place, and soon."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from conformance.strict_json import DEEPEST, LARGEST_FILE, JsonError, parse_json, read_json

NOWHERE = Path("file.json")


def refusal(data: bytes) -> JsonError:
    with pytest.raises(JsonError) as caught:
        parse_json(data, NOWHERE)
    return caught.value


def test_plain_json_is_read() -> None:
    data = b'{"a": [1, -2, 2.5, true, null, "\\u00e8 \\ud83d\\ude00"]}'
    assert parse_json(data, NOWHERE) == {"a": [1, -2, 2.5, True, None, "\u00e8 \U0001f600"]}


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ('{"a": 1, "a": 1}', "/a"),
        ('{"b": [0, {"a": 1, "c": 2, "a": 3}]}', "/b/1/a"),
        ('{"x/y": {"~": {"a": 1, "a": 2}}}', "/x~1y/~0/a"),
    ],
)
def test_a_repeated_key_is_refused_at_its_place(text: str, pointer: str) -> None:
    error = refusal(text.encode())
    assert (error.pointer, error.reason) == (pointer, "stands twice in the same object")


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "[-Infinity]", "[1e999]", "[9007199254740992]"])
def test_numbers_that_not_every_reader_knows_are_refused(text: str) -> None:
    assert refusal(text.encode()).reason


def test_a_number_of_very_many_digits_is_refused() -> None:
    error = refusal(b'{"a": ' + b"1" * 100_000 + b"}")
    assert (error.pointer, error.reason) == ("/a", "is a number beyond 2^53")


@pytest.mark.parametrize("text", ['["\\ud800"]', '{"\\udfff": 1}'])
def test_half_a_surrogate_pair_is_refused(text: str) -> None:
    assert refusal(text.encode()).reason == "holds half a surrogate pair"


@pytest.mark.parametrize("depth", [DEEPEST + 2, 1_000, 1_000_000])
@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_deep_nesting_is_refused(depth: int, opening: bytes, closing: bytes) -> None:
    assert "nested more than" in refusal(opening * depth + b"1" + closing * depth).reason


@pytest.mark.parametrize("data", [b"", b"{", b"[1,]", b"[1] 2", b"\xef\xbb\xbf[]", b"\xff", b"'a'"])
def test_what_is_no_json_is_refused(data: bytes) -> None:
    assert refusal(data).pointer == ""


def test_a_file_of_a_hundred_megabytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(JsonError, match=f"larger than {LARGEST_FILE} bytes"):
        read_json(path)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JsonError, match="no such file"):
        read_json(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "pipe.json"
    os.mkfifo(path)
    with pytest.raises(JsonError, match="no such file"):
        read_json(path)


def test_a_message_stays_short_whatever_the_names_are() -> None:
    name = "x" * 1_000_000
    assert len(str(refusal(f'{{"{name}": NaN}}'.encode()))) < 1_000
    assert len(str(refusal(f'{{"{name}": 1, "{name}": 2}}'.encode()))) < 1_000
