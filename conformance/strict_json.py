"""JSON read strictly: what other readers might take differently is refused, and every refusal says where.

Python's reader keeps the last of two equal keys, admits NaN and lone surrogates, and reads files of any
size. Here all of that is an error with the file and a JSON pointer (RFC 6901) to the place.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Final, NoReturn

from conformance.adapters.protocol import Json

JsonObject = dict[str, Json]

LARGEST_FILE: Final = 8 * 1024 * 1024
"""Bytes. A file of the corpus holds one topic and is hundreds of times smaller."""
DEEPEST: Final = 24
"""Levels of nesting. The deepest true value, a card inside a menu inside a step, has fewer than half."""
LARGEST_WHOLE: Final = 2**53 - 1
"""Beyond this, readers that hold every number as a float no longer agree."""


_DIGITS: Final = 100
_SHOWN: Final = 300
"""Characters of a pointer that a message repeats; names can be of any length."""


class JsonError(ValueError):
    """`reason` is what is wrong at `pointer` (empty: the whole file) in the file `path`."""

    def __init__(self, path: Path, pointer: str, reason: str) -> None:
        place = f"{path}#{pointer[:_SHOWN]}" if pointer else str(path)
        super().__init__(f"{place}: {reason}")
        self.path = path
        self.pointer = pointer
        self.reason = reason


class _Repeats(dict[str, Json]):
    """An object in which a key stands twice; it is looked for once the file has been read."""

    def __init__(self, pairs: list[tuple[str, Json]], key: str) -> None:
        super().__init__(pairs)
        self.key = key


def _object(pairs: list[tuple[str, Json]]) -> JsonObject:
    read = dict(pairs)
    if len(read) == len(pairs):
        return read
    counts = Counter(key for key, _ in pairs)
    return _Repeats(pairs, next(key for key in counts if counts[key] > 1))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _whole(text: str) -> int:
    """What is beyond the limit by its length alone is not made a number, which would take long."""
    return int(text) if len(text) <= _DIGITS else LARGEST_WHOLE + 1


def pointer_to(pointer: str, step: str | int) -> str:
    """`pointer` prolonged by one member's name or one item's place."""
    return f"{pointer}/{str(step).replace('~', '~0').replace('/', '~1')}"


def _bytes_of(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise JsonError(path, "", "there is no such file")
        with path.open("rb") as file:
            read = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise JsonError(path, "", f"cannot be read: {error.strerror}") from error
    if len(read) > LARGEST_FILE:
        raise JsonError(path, "", f"is larger than {LARGEST_FILE} bytes")
    return read


def read_json(path: Path) -> Json:
    """The value in the file; `JsonError` if it is not strictly JSON or beyond the limits of this module."""
    return parse_json(_bytes_of(path), path)


def parse_json(data: bytes, path: Path) -> Json:
    """The value that `data` holds; `path` is where it came from, for the errors."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise JsonError(path, "", f"is not UTF-8: byte {error.start}") from error
    try:
        value: Json = json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise JsonError(path, "", f"is not JSON: {where}: {error.msg}") from error
    except RecursionError as error:
        raise JsonError(path, "", f"is nested more than {DEEPEST} levels deep") from error
    except ValueError as error:  # NaN
        raise JsonError(path, "", f"is not JSON: {error}") from error
    _check(value, path, "", 0)
    return value


def _check(value: Json, path: Path, pointer: str, depth: int) -> None:
    """Refuse what the reader let through."""
    if depth > DEEPEST:
        raise JsonError(path, pointer[:200], f"is nested more than {DEEPEST} levels deep")
    match value:
        case str():
            _check_text(value, path, pointer)
        case bool() | None:
            pass
        case int():
            if abs(value) > LARGEST_WHOLE:
                raise JsonError(path, pointer, "is a number beyond 2^53")
        case list():
            for place, item in enumerate(value):
                _check(item, path, pointer_to(pointer, place), depth + 1)
        case dict():
            if isinstance(value, _Repeats):
                raise JsonError(path, pointer_to(pointer, value.key), "stands twice in the same object")
            for key, member in value.items():
                _check_text(key, path, pointer)
                _check(member, path, pointer_to(pointer, key), depth + 1)
        case float():
            if value in (float("inf"), float("-inf")):
                raise JsonError(path, pointer, "is a number beyond 2^53")


def _check_text(text: str, path: Path, pointer: str) -> None:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise JsonError(path, pointer, "holds half a surrogate pair")
