"""Reports have their published form, and a failure is told in a screenful."""

import json
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Json
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject
from conformance.corpus import Corpus, load_corpus
from conformance.exam import Exam
from conformance.index import entries_of
from conformance.lines import (
    CaseLine,
    Course,
    DifferenceLine,
    FaultLine,
    FiguresLine,
    Footer,
    Header,
    Interrupted,
    Line,
    Place,
    Selection,
    StepLine,
    Subject,
    decode_line,
    encode_line,
)
from conformance.lines import Claimed as ClaimedLine
from conformance.report.failure import MOST_LINES, failure_lines
from conformance.report.stream import ReportWriter
from conformance.report.summary import Outcome, Unfinished, summary_lines
from conformance.runner import Runner
from conformance.verdicts import Status
from conformance.wire import RulesClaim, SeatSpan

HERE = Path(__file__).parent
SCHEMA = json.loads((HERE.parent.parent / "fixtures" / "schema" / "report.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
CORPUS = load_corpus(HERE / "corpus" / "playable")
PLACE = Place("case", "ton", "a title", "must", ["TON-1"])
HEADER = Header(
    format=1,
    kit="1",
    corpus="abc",
    adapter=Subject("x:y", "x", "1", None, None),
    claims=ClaimedLine(["play"], {"ton": RulesClaim(SeatSpan(2, 6), {"five": ["exchange"]})}),
    selection=Selection(["ton"], [], [], ["must"], {"stake": 2}, False),
)


class Broken(Reference):
    """Goes wrong in another way with every action."""

    count = 0

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        view = super().act(session, actor, action)
        Broken.count += 1
        if Broken.count % 4 == 2:
            raise ValueError("oh")
        changes: list[JsonObject] = [{"pot": 999}, {"menu": []}, {}, {}]
        return {**view, **changes[Broken.count % 4]}

    def rank(self, rules: str, seats: Json, hands: Json, options: Json = None) -> JsonObject:
        ranked = super().rank(rules, seats, hands, options)
        return {**ranked, "keys": [0] * len(hands)} if isinstance(hands, list) else ranked


def lines_of(corpus: Corpus, make: type[Reference], few: int = 1000) -> list[CaseLine]:
    entries = list(entries_of(corpus))[:few]
    return list(Exam(Runner(InProcessAdapter("x", make)), corpus, {}).lines(entries))


def valid(line: Line) -> bool:
    return bool(VALIDATOR.is_valid(json.loads(encode_line(line))))


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_all_lines_of_a_run_are_of_the_published_form_and_can_be_read_again() -> None:
    lines = lines_of(load_corpus(), Broken, few=250) + lines_of(CORPUS, Broken)
    assert {line.status for line in lines} >= {"passed", "failed", "broke"}
    for line in lines:
        assert valid(line), line
        assert decode_line(encode_line(line)) == line


@pytest.mark.parametrize(
    "line",
    [
        HEADER,
        CaseLine("TON.0001", PLACE, "unsupported", reason="does not play ton"),
        CaseLine(
            "TON.0001",
            PLACE,
            "crash",
            course=Course(steps=[StepLine("new")]),
            fault=FaultLine(-1, "lost", "reply", {}),
        ),
        Footer(0, {"ton": FiguresLine((1, 2), (0, 0), (2, 3))}, {"passed": 1, "failed": 1}),
        Interrupted("1 of 2 cases have no verdict", 12),
    ],
)
def test_every_kind_of_line_has_the_published_form(line: Line) -> None:
    assert valid(line) == (not isinstance(line, CaseLine) or line.status != "crash")
    assert decode_line(encode_line(line)) == line


@pytest.mark.parametrize(
    "line",
    [
        CaseLine("TON.0001", PLACE, "failed"),
        CaseLine("TON.0001", PLACE, "unsupported"),
        CaseLine("TON.0001", PLACE, "passed", fault=FaultLine(0, "accepted", "reply", {})),
        Footer(3, {}, {}),
        Footer(0, {}, {"won": 1}),
    ],
)
def test_lines_that_say_too_little_or_nonsense_have_not(line: Line) -> None:
    assert not valid(line)


def case_lines(*names: str) -> list[CaseLine]:
    return [CaseLine(name, PLACE, "passed") for name in names]


def ids_in(path: Path) -> Iterator[str]:
    for text in path.read_bytes().splitlines():
        line = decode_line(text)
        yield line.id if isinstance(line, CaseLine) else type(line).__name__


def test_lines_are_written_in_order_as_soon_as_they_can_be(tmp_path: Path) -> None:
    writer = ReportWriter(tmp_path / "r")
    writer.begin(HEADER)
    writer.expect(["a", "b", "c"])
    a, b, c = case_lines("a", "b", "c")
    writer.add(c)
    writer.add(a)
    assert list(ids_in(tmp_path / "r")) == ["Header", "a"]
    writer.add(b)
    assert list(ids_in(tmp_path / "r")) == ["Header", "a", "b", "c"]
    writer.end(Footer(0, {}, {}))
    assert list(ids_in(tmp_path / "r"))[-1] == "Footer"


def test_a_report_that_is_broken_off_keeps_its_lines_in_order(tmp_path: Path) -> None:
    writer = ReportWriter(tmp_path / "r")
    writer.expect(["a", "b", "c"])
    for line in reversed(case_lines("b", "c")):
        writer.add(line)
    writer.end(Interrupted("stopped", 12))
    assert list(ids_in(tmp_path / "r")) == ["b", "c", "Interrupted"]


def test_an_old_report_is_gone_as_soon_as_a_run_begins(tmp_path: Path) -> None:
    (tmp_path / "r").write_text("old")
    writer = ReportWriter(tmp_path / "r")
    assert (tmp_path / "r").read_bytes() == b""
    writer.close()


def test_a_failure_takes_at_most_thirty_lines_and_ends_with_the_line_that_repeats_it() -> None:
    lines = [line for line in lines_of(load_corpus(), Broken, few=250) if line.fault is not None]
    assert lines
    for line in lines:
        told = failure_lines(line, "AGAIN")
        assert len(told) <= MOST_LINES
        assert told[0].startswith(f"{line.id}  ")
        assert told[-1] == "  again: AGAIN"


def test_a_failure_with_everything_too_long_is_cut_but_keeps_clause_and_command() -> None:
    differences = [DifferenceLine("differs", f"key{n}", ["Ac"] * 40, "x" * 500) for n in range(40)]
    line = CaseLine(
        id="TON.0001",
        about=PLACE,
        status="failed",
        course=Course(
            setup={"seats": 4, "stacks": [1] * 90, "options": {"a": "b" * 300}},
            steps=[StepLine("new"), *[StepLine("do", 0, {"type": "discard", "cards": ["Ac"] * 60})] * 80],
        ),
        fault=FaultLine(
            79,
            "differs",
            "then",
            {"TON-1": "word " * 300, "TON-2": "word " * 300, "TON-3": "y"},
            got={"stderr": "said\n" * 50},
            differences=differences,
        ),
    )
    told = failure_lines(line, "AGAIN")
    assert len(told) == MOST_LINES
    assert told[-1] == "  again: AGAIN"
    assert any(text.startswith("  TON-1: word") for text in told)
    assert all(len(text) <= 130 for text in told)


@pytest.mark.parametrize(
    ("kind", "headline"),
    [
        ("crash", "it ended instead of answering"),
        ("hang", "no reply came"),
        ("not_json", "what came is no JSON"),
        ("wrong_reply", "what came is not the awaited reply"),
        ("too_long", "the reply is too long"),
    ],
)
def test_the_headline_of_a_loss_is_the_way_in_which_it_was_lost(kind: Status, headline: str) -> None:
    got: JsonObject = {"kind": kind, "detail": "some detail", "stderr": ""}
    fault = FaultLine(0, "lost", "reply", {}, expected="an answer", got=got)
    told = failure_lines(CaseLine("TON.0001", PLACE, kind, fault=fault), "AGAIN")
    assert f"  step 1: {headline}" in told
    assert f"    got       {kind}: some detail" in told


def test_a_failure_tells_the_last_steps_up_to_the_fault_and_none_after_it() -> None:
    steps = [StepLine("new"), *(StepLine("do", n % 3, {"type": "bet", "amount": n}) for n in range(1, 20))]
    line = CaseLine(
        "TON.0001", PLACE, "failed", course=Course(steps=steps), fault=FaultLine(14, "refused", "reply", {})
    )
    told = "\n".join(failure_lines(line, "AGAIN"))
    assert "steps 1 to 5" in told
    assert "bet 6" in told
    assert "bet 15" in told
    assert "bet 16" not in told


def test_the_summary_groups_what_was_not_played_by_its_reason() -> None:
    lines = [
        CaseLine("a", PLACE, "passed"),
        *(CaseLine(n, PLACE, "not_covered", reason="does not claim menu") for n in "bcd"),
        CaseLine("e", PLACE, "unsupported", reason="does not play 7 seats"),
    ]
    told = "\n".join(summary_lines(Outcome(lines, Unfinished(), [], 0)))
    assert "3  ton, not covered: does not claim menu" in told
    assert "1  ton, unsupported: does not play 7 seats" in told
    assert "1/1" in told
    assert "1/5" in told
