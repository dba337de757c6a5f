"""Golden transcripts: sessions as they go over the wire, to write an adapter by without running the kit.

``fixtures/transcripts/<rule set>.jsonl`` has one object a line, with a `note` for the reader, a `request` or
the `reply` to the request before it. Notes and requests are written by hand; ``python -m
conformance.transcripts`` asks the reference engine for the replies, and with ``--check`` it only says which
files would change.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.protocol import Answer, Broke, Json, Request
from conformance.adapters.reference import Reference
from conformance.corpus import corpus_dir, corpus_to_write
from conformance.strict_json import JsonError, JsonObject, parse_json
from conformance.wire import decode, encode, encode_outcome
from refengine.rulesets.catalogue import GAMES

FOLDER: Final = "transcripts"
"""The folder of the corpus in which they are."""
VERSION: Final = "0"
"""Stands for the versions that a reply to `hello` tells, which change though nothing else does."""

_PLACE: Final = re.compile(r" \(\w+\.py:\d+\)$")
"""Where in the program something broke, which changes too."""


class TranscriptError(ValueError):
    """A file that is no transcript."""


def transcript_path(root: Path, rules: str) -> Path:
    """The file of one rule set."""
    return root / FOLDER / f"{rules}.jsonl"


def read_lines(path: Path) -> list[JsonObject]:
    """The lines of a transcript: each an object with one of `note`, `request` and `reply`."""
    lines: list[JsonObject] = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            value = parse_json(line, path)
        except JsonError as error:
            raise TranscriptError(f"line {number}: {error}") from error
        if not isinstance(value, dict) or len(value) != 1 or not value.keys() <= {"note", "request", "reply"}:
            raise TranscriptError(f"{path}: line {number} has not one of 'note', 'request' and 'reply'")
        lines.append(value)
    return lines


def with_replies(rules: str, lines: Sequence[JsonObject]) -> Iterator[JsonObject]:
    """Notes and requests as they stand, each request with the reply of the reference engine after it."""
    connection = InProcessConnection(Reference({rules: GAMES[rules]}))
    for line in lines:
        if "reply" in line:
            continue
        yield line
        if "request" in line:
            yield {"reply": _reply(connection, line["request"])}


def _reply(connection: InProcessConnection, request: Json) -> Json:
    match request:
        case {"jsonrpc": "2.0", "id": int() as ident, "method": str() as method, "params": dict() as params}:
            outcome = connection.call(Request(method, params))
        case _:
            raise TranscriptError(f"{request!r} is no request")
    if method == "hello" and isinstance(outcome, Answer) and isinstance(outcome.result, dict):
        outcome = Answer({**outcome.result, "version": VERSION})
    if isinstance(outcome, Broke):
        outcome = Broke(outcome.code, _PLACE.sub("", outcome.message))
    return decode(encode_outcome(ident, outcome))


def transcript_text(lines: Sequence[JsonObject]) -> str:
    """The lines as a file."""
    return "".join(f"{encode(line).decode()}\n" for line in lines)


def main(*, check: bool) -> int:
    """Write the replies anew, or only look; the exit code is 1 if something would change."""
    root = corpus_dir() if check else corpus_to_write(None)
    stale = False
    for rules in GAMES:
        path = transcript_path(root, rules)
        text = transcript_text(list(with_replies(rules, read_lines(path))))
        if text != path.read_text("utf-8"):
            stale = True
            print(f"{path} {'is out of date' if check else 'written'}")
            if not check:
                path.write_text(text, "utf-8")
    return int(stale and check)


if __name__ == "__main__":
    raise SystemExit(main(check="--check" in sys.argv[1:]))
