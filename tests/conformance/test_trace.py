"""The wire is kept as it was, in the order of what happened."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.limits import DEFAULT_LIMITS
from conformance.adapters.protocol import Request
from conformance.adapters.registry import find_adapter
from conformance.outputs import OutputError
from conformance.trace import FileTrace

ECHO = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "view":
        print("noise \\udcff", flush=True)
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": "Zoë"}), flush=True)
    if message["method"] == "bye":
        break
"""
SPEC = "stdio: " + shlex.join(["env", "PYTHONIOENCODING=utf-8:surrogateescape", sys.executable, "-c", ECHO])


def traced(path: Path, *methods: str) -> list[dict[str, Any]]:
    """What is kept of connections on each of which one request is made."""
    trace = FileTrace(path)
    adapter = find_adapter(SPEC, DEFAULT_LIMITS, trace)
    for method in methods:
        connection = adapter.connect()
        connection.ask([Request(method, {"name": "Zoë"})])
        connection.close()
    trace.close()
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_both_directions_are_kept_word_for_word(tmp_path: Path) -> None:
    kept = traced(tmp_path / "wire.jsonl", "hello")
    assert [line["what"] for line in kept] == [
        "started", "sent", "received", "sent", "received", "ended",
    ]  # fmt: skip
    assert kept[1]["line"] == '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"name":"Zoë"}}'
    assert kept[2]["line"] == '{"jsonrpc": "2.0", "id": 1, "result": "Zo\\u00eb"}'
    assert kept[-1]["exit_code"] == 0


def test_a_loss_is_kept_with_the_line_that_was_no_reply(tmp_path: Path) -> None:
    kept = traced(tmp_path / "wire.jsonl", "view")
    assert [line["what"] for line in kept] == ["started", "sent", "received", "lost", "ended"]
    assert kept[2]["line"] == "noise \\xff"
    assert kept[3]["kind"] == "not_json"


def test_connections_are_told_apart_and_time_goes_on(tmp_path: Path) -> None:
    kept = traced(tmp_path / "wire.jsonl", "hello", "hello")
    assert [line["connection"] for line in kept] == [1] * 6 + [2] * 6
    assert [line["at"] for line in kept] == sorted(line["at"] for line in kept)


def test_a_trace_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot be written"):
        FileTrace(tmp_path / "no-such-folder" / "wire.jsonl")
