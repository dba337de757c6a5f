"""The code of the guide answers whatever may come: what it cannot do it refuses, and it never breaks."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "write-an-adapter.md"
CODE = re.compile(
    r"^```python file=(reddog|refusals|adapter|session)\.py\n(.*?)^```", re.MULTILINE | re.DOTALL
)
BROKEN = -32603

NONSENSE: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    2.5,
    "4",
    "9c",
    "9x",
    "table",
    [],
    [2],
    ["9x"],
    [["x"]],
    {},
    {"a": [1]},
)
SETUP: dict[str, object] = {
    "rules": "red-dog",
    "options": {"first_dealer": "given"},
    "seats": 2,
    "stacks": [5, 5],
    "dealer": 0,
}
OPTIONS = ("ante", "cards", "ante_each_deal", "first_dealer", "jokers")
ARGUMENTS = ("amount", "cards", "seats", "hands", "agreed", "keep", "card")
TYPES = ("bet", "forfeit", "shuffle", "draw_dealer", "draw_seats", "extend", "exchange", "play", *NONSENSE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The last state of every file that the guide builds up, the kit's own exceptions left out."""
    made = tmp_path_factory.mktemp("guide")
    for name, code in CODE.findall(GUIDE.read_text("utf-8")):
        if "from conformance" not in code:
            (made / f"{name}.py").write_text(code, "utf-8")
    return made


def replies(folder: Path, calls: list[tuple[str, dict[str, object]]]) -> list[dict[str, object]]:
    """What the guide's adapter answers."""
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        for number, (method, params) in enumerate(calls, start=1)
    ]
    done = subprocess.run(
        [sys.executable, "adapter.py"],
        cwd=folder,
        input="\n".join(lines) + "\n",
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_no_set_up_breaks_it(folder: Path) -> None:
    setups = [
        {**SETUP, name: value} for name in ("options", "seats", "stacks", "dealer") for value in NONSENSE
    ]
    setups += [{**SETUP, "options": {name: value}} for name in OPTIONS for value in NONSENSE]
    setups += [{**SETUP, "stacks": [5, value]} for value in NONSENSE]
    told = replies(folder, [("new", {"session": "a", **setup}) for setup in setups])
    assert len(told) == len(setups)
    assert [setup for setup, one in zip(setups, told, strict=True) if code_of(one) == BROKEN] == []


def test_no_action_breaks_it(folder: Path) -> None:
    actions: list[object] = [*NONSENSE, {"type": "bet"}]
    actions += [{"type": kind, name: value} for kind in TYPES for name in ARGUMENTS for value in NONSENSE]
    calls: list[tuple[str, dict[str, object]]] = [("new", {"session": "a", **SETUP})]
    calls += [("act", {"session": "a", "actor": "table", "action": action}) for action in actions]
    calls += [
        ("act", {"session": "a", "actor": actor, "action": {"type": "bet", "amount": 1}})
        for actor in NONSENSE
    ]
    first, *told = replies(folder, calls)
    assert code_of(first) is None
    assert len(told) == len(calls) - 1
    assert {code_of(one) for one in told} == {-32001}


def code_of(reply: dict[str, object]) -> object:
    error = reply.get("error")
    return error.get("code") if isinstance(error, dict) else None
