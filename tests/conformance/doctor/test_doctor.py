"""The doctor finds the first thing that is wrong, says what to do about it, and shows the right message."""

from __future__ import annotations

import shlex
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.limits import Limits
from conformance.adapters.protocol import Adapter, AdapterError, Answer, Rejected
from conformance.adapters.reference import Reference
from conformance.adapters.stdio import StdioAdapter
from conformance.cli import main
from conformance.doctor.report import lines_of
from conformance.doctor.trouble import Listener
from conformance.doctor.visit import Failed, Passed, visit
from conformance.wire import decode, decode_reply, encode_outcome
from refengine.rulesets.catalogue import GAMES

HERE = Path(__file__).parent
BROKEN = HERE.parent / "adapters" / "broken"


def load_flawed() -> ModuleType:
    spec = spec_from_file_location("flawed", HERE / "flawed.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FLAWED = load_flawed()


def in_process(name: str) -> InProcessAdapter:
    return InProcessAdapter(name, getattr(FLAWED, name))


def command(script: str, *words: str) -> str:
    return "stdio: " + shlex.join([sys.executable, str(BROKEN / script), *words])


def failure_of(adapter: Adapter, rules: str | None = None, listener: Listener | None = None) -> Failed:
    """What is found wrong; everything before it has passed."""
    *passed, last = visit(adapter, listener or Listener(), rules)
    assert all(isinstance(one, Passed) for one in passed)
    assert isinstance(last, Failed), "nothing was found"
    return last


STAGES = [
    "it starts",
    "it answers hello",
    "what it claims can be tried",
    "its views have the right form",
    "the shortest hand goes as it should",
    "what is forbidden is refused and changes nothing",
    "its menus have the right form",
    "the same hand brings the same replies",
    "it ranks hands",
    "the same hands rank the same",
    "a hand that cannot be is refused",
    "it ends when told so",
]


@pytest.mark.parametrize("rules", sorted(GAMES))
def test_nothing_is_wrong_with_the_reference_engine(rules: str) -> None:
    found = list(visit(InProcessAdapter("reference", Reference), Listener(), rules))
    assert [(type(one), one.title) for one in found] == [(Passed, title) for title in STAGES]


def test_who_claims_little_is_asked_little() -> None:
    found = list(visit(in_process("Little"), Listener(), None))
    assert [(type(one), one.title) for one in found] == [
        (Passed, title) for title in [*STAGES[:6], STAGES[7], STAGES[11]]
    ]


def test_who_only_ranks_gets_stages_that_fit() -> None:
    found = list(visit(in_process("OnlyRanks"), Listener(), None))
    assert [(type(one), one.title) for one in found] == [
        (Passed, title) for title in [*STAGES[:3], *STAGES[8:]]
    ]


@pytest.mark.parametrize(
    ("flaw", "stage", "what"),
    [
        ("NoHello", 1, "hello: not supported"),
        ("OldProtocol", 1, "speaks protocol 0, not 1"),
        ("NoName", 1, "name"),
        ("UnknownCapability", 2, "unknown capabilities: seatview"),
        ("NothingToTry", 2, "neither 'play' nor 'rank'"),
        ("UnknownRules", 2, "does not name italian-invito or"),
        ("UnknownOption", 2, "an option 'antes' of red-dog, which has none of that name"),
        ("UnknownValue", 2, "cards=6 for red-dog"),
        ("NoTable", 2, "no table of red-dog fits"),
        ("ViewInAList", 3, "new: the result is no object"),
        ("NoPot", 3, "the view has no 'pot', though hello claims 'pot'"),
        ("StacksByName", 3, "'stacks' is an object, but should be a list"),
        ("RefusesAll", 4, "act: refused (not_available"),
        ("WrongPot", 4, "'pot' in the view should be 1, not 1000"),
        ("TellsMenus", 4, "the view of seat 0 has the menu of another actor"),
        ("Accepts", 5, "is not refused"),
        ("Breaks", 5, "gets error -32603 (ValueError: illegal move"),
        ("Denies", 5, "is told that this is not supported"),
        ("WrongCode", 5, "refused with 'not_available' instead of 'not_your_turn'"),
        ("Changes", 5, "is refused, but 'pot' is 50 now and was"),
        ("MenuByType", 6, "a menu is a list"),
        ("NoPass", 6, "has no 'pass', which is legal here"),
        ("Counts", 7, "'table_number' was 2 and is 5"),
        ("KeysAsText", 8, "'keys' is no list with a whole number for each hand"),
        ("LowWins", 8, "beats"),
        ("NoCategories", 8, "'categories' is no list"),
        ("TripsForShort", 8, "is called 'trips' instead of 'three_of_a_kind'"),
        ("Ages", 9, "ranked otherwise"),
        ("RanksAnything", 10, "the same card twice is not refused"),
    ],
)
def test_a_flaw_is_found_where_it_first_shows(flaw: str, stage: int, what: str) -> None:
    found = failure_of(in_process(flaw))
    assert found.title == STAGES[stage]
    assert what in found.trouble.what
    assert found.trouble.step.endswith(".")


@pytest.mark.parametrize(
    "flaw", ["NoHello", "NoName", "NoPot", "WrongPot", "MenuByType", "Counts", "LowWins"]
)
def test_the_right_message_is_a_reply_to_what_was_sent(flaw: str) -> None:
    found = failure_of(in_process(flaw))
    request = decode(found.sent.encode())
    assert isinstance(request, dict)
    ident = request["id"]
    assert isinstance(ident, int)
    assert isinstance(decode_reply(found.trouble.right.encode(), ident), Answer)
    assert decode(found.got.encode()) != decode(found.trouble.right.encode())


def test_the_right_message_for_what_is_forbidden_is_a_refusal() -> None:
    right = decode_reply(failure_of(in_process("Accepts")).trouble.right.encode(), 1)
    assert isinstance(right, Rejected)
    assert right.code == "not_your_turn"


BRIEF = Limits(first=20.0, later=0.7, grace=0.5)


@pytest.mark.parametrize(
    ("words", "stage", "what", "step"),
    [
        (("misbehave.py", "dies_at_once"), 0, "ended before it answered anything (exit code 1)", "by hand"),
        (("misbehave.py", "shows_a_banner"), 1, "no JSON", "nothing but replies"),
        (
            ("reference_but.py", "exits", "all"),
            4,
            "act: it ended instead of answering (exit code 3)",
            "by hand",
        ),
        (("reference_but.py", "hangs", "all"), 4, "act: no reply came", "flush standard output"),
        (("reference_but.py", "makes noise", "all"), 4, "what came is no JSON", "nothing but replies"),
        (("reference_but.py", "sends a long line", "all"), 4, "too long", "1 MiB"),
        (
            ("reference_but.py", "ends without a word", ""),
            11,
            "bye: it ended instead of answering",
            "by hand",
        ),
        (("reference_but.py", "exits badly", ""), 11, "exit code 7", "Exit with code 0"),
        (("reference_but.py", "stays after bye", ""), 11, "went on running after bye", "exit with code 0"),
        (("reference_but.py", "leaves a child", ""), 11, "left processes behind", "End every process"),
    ],
)
def test_a_command_that_goes_wrong_is_told_what_to_do(
    words: tuple[str, ...], stage: int, what: str, step: str
) -> None:
    listener = Listener()
    adapter = StdioAdapter(command(*words), BRIEF, listener)
    found = failure_of(adapter, "italian-invito", listener)
    assert found.title == STAGES[stage]
    assert what in found.trouble.what
    assert step in found.trouble.step


def test_the_line_that_was_no_reply_is_shown() -> None:
    listener = Listener()
    found = failure_of(
        StdioAdapter(command("misbehave.py", "shows_a_banner"), BRIEF, listener), None, listener
    )
    assert found.got == "misbehave 1.0, ready"
    assert '"method":"hello"' in found.sent


@pytest.mark.parametrize(
    ("way", "what"),
    [
        (
            "again",
            "hello: what came is not the awaited reply (an extra line came after the reply to request 1",
        ),
        (
            "empty",
            "hello: what came is no JSON (an extra line came after the reply to request 1 (hello), an ",
        ),
    ],
)
def test_a_line_too_many_is_told_with_the_request_that_it_came_after(way: str, what: str) -> None:
    listener = Listener()
    found = failure_of(StdioAdapter(command("extra_lines.py", way), BRIEF, listener), None, listener)
    assert what in found.trouble.what
    assert '"method":"hello"' in found.sent
    assert decode(found.trouble.right.encode()) == decode_right_hello()
    assert found.got == ("(an empty line)" if way == "empty" else listener.received_line)


def decode_right_hello() -> object:
    answer = Answer(Reference().hello([1]))
    return decode(encode_outcome(1, answer).rstrip())


def test_an_error_before_a_long_stack_is_shown() -> None:
    adapter = StdioAdapter(command("reference_but.py", "throws as node does", "all"), BRIEF)
    told = list(lines_of(failure_of(adapter, "italian-invito")))
    at = told.index("On standard error it said:")
    assert "    Error: the deck is empty" in told[at : at + 16]
    assert "    Node.js v20" in told[at : at + 16]


def test_the_end_of_standard_error_is_shown() -> None:
    found = failure_of(StdioAdapter(command("misbehave.py", "dies_at_once"), BRIEF))
    assert "    no module named engine" in lines_of(found)


def test_the_report_has_one_next_step_and_what_was_not_looked_at() -> None:
    lines = list(lines_of(failure_of(in_process("NoPot"))))
    assert len([line for line in lines if line.startswith("Next: ")]) == 1
    rest = " ".join(lines[lines.index(next(line for line in lines if line.startswith("Not looked"))) :])
    assert all(title in " ".join(rest.split()) for title in STAGES[4:])


def test_all_is_well_with_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["doctor", "--adapter", "stdio: " + shlex.join([sys.executable, "-m", "conformance", "serve"])])
        == 0
    )
    assert capsys.readouterr().out.count("  ok  ") == len(STAGES)


def test_something_wrong_is_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--adapter", command("misbehave.py", "dies_at_once")]) == 1
    assert "FAIL  it starts" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("spec", "code"),
    [("stdio:", 2), ("no-such-adapter", 2), ("stdio: no-such-command", 10), ("no_such_module:x", 10)],
)
def test_an_adapter_that_cannot_be_tried_has_its_own_exit_code(spec: str, code: int) -> None:
    assert main(["doctor", "--adapter", spec]) == code


@pytest.mark.parametrize("words", [[], ["--adapter", "reference", "--timeout-factor", "0"]])
def test_a_call_that_makes_no_sense_is_exit_code_2(words: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["doctor", *words])
    assert caught.value.code == 2


def test_the_wire_can_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "wire.jsonl"
    main(["doctor", "--adapter", command("misbehave.py", "nothing"), "--trace", str(path)])
    assert "misbehave" in path.read_text("utf-8")


def test_an_adapter_that_cannot_be_built_is_not_tried() -> None:
    def fail() -> object:
        raise RuntimeError("no database")

    with pytest.raises(AdapterError, match="no database"):
        list(visit(InProcessAdapter("x", fail), Listener(), None))
