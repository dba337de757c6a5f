"""Every hand as part of a run: a test for each pack, with a line in the report and in the summary."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import jsonschema
import pytest

from conformance.lines import Footer, HandsLine, Interrupted, Line, decode_line
from conformance.report.merge import CannotMerge, merge
from conformance.report.reading import read_stream

pytest_plugins = ["pytester"]

HERE = Path(__file__).parent
CORPUS = HERE / "corpus" / "playable"
SCHEMA = json.loads((HERE.parent.parent / "fixtures" / "schema" / "report.json").read_text("utf-8"))
SUITE = (
    *("-p", "conformance.plugin", "-p", "no:cacheprovider", "--pyargs", "conformance.suite"),
    *(f"--conformance-corpus={CORPUS}", "--conformance-case=PIN.0001", "--conformance-report=report.jsonl"),
    "--conformance-all-hands",
)
PACK = "24-standard-split"
RANKERS = '''
import os

from conformance.adapters.reference import Reference


class Small(Reference):
    """Plays a game, and of hands ranks only those of 24 cards."""

    def hello(self, protocol, **more):
        told = super().hello(protocol, **more)
        small = {"deck": ["stripped"], "ranking": ["standard"], "ties": ["split"]}
        invito = {"seats": {"min": 2, "max": 2}, "options": small}
        pingo = {**told["rules"]["brazilian-pingo"], "seats": {"min": 3, "max": 3}}
        return {**told, "rules": {"brazilian-pingo": pingo, "italian-invito": invito}}


class Suits(Small):
    """Aces of hearts count a little more."""

    def rank(self, hands, **params):
        answer = super().rank(hands=hands, **params)
        return {**answer, "keys": [2 * key + ("Ah" in hand) for key, hand in zip(answer["keys"], hands)]}


class Dies(Small):
    def rank(self, hands, **params):
        if any({"As", "Ah", "Ad", "Ac"} <= {*hand} for hand in hands):
            os._exit(9)
        return super().rank(hands=hands, **params)


class Plays(Small):
    """Ranks no hands."""

    def hello(self, protocol, **more):
        told = super().hello(protocol, **more)
        return {**told, "capabilities": [word for word in told["capabilities"] if word != "rank"]}


class Strange(Small):
    """Says hello, and then nothing starts any more."""

    def new(self, **params):
        with open("seen", "w"):
            return super().new(**params)

    def hello(self, protocol, **more):
        if os.path.exists("seen"):
            os._exit(3)
        return super().hello(protocol, **more)
'''


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with rankers in it; other plugins are left out to save their time."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(rankers=RANKERS)
    return pytester


def judge(project: pytest.Pytester, name: str, *more: str) -> pytest.RunResult:
    """In the folder's own Python path, and only the packs that italian-invito has for two."""
    return project.runpytest_inprocess(
        *SUITE, f"--conformance-adapter=rankers:{name}", "-k", f"PIN.0001 or {PACK}", *more
    )


def lines(project: pytest.Pytester) -> list[Line]:
    text = (project.path / "report.jsonl").read_bytes()
    for line in text.splitlines():
        jsonschema.validate(json.loads(line), SCHEMA)
    return [decode_line(line) for line in text.splitlines()]


def told_of_hands(project: pytest.Pytester) -> HandsLine:
    *_, hands, _ = lines(project)
    assert isinstance(hands, HandsLine)
    return hands


def test_every_hand_is_ranked_and_told_in_summary_and_report(project: pytest.Pytester) -> None:
    result = judge(project, "Small")
    result.assert_outcomes(passed=2, deselected=31)
    result.stdout.fnmatch_lines(
        [
            "every hand of 24 cards, standard, ties split: 42,504 hands of *",
            "  ranked and named as by the rules",
        ]
    )
    assert result.ret == 0
    hands = told_of_hands(project)
    assert (hands.pack.name, hands.pack.rules, hands.pack.seats) == (PACK, "italian-invito", 2)
    assert (hands.hands, hands.wrong, hands.lost) == (42_504, {}, "")
    assert isinstance(lines(project)[-1], Footer)


def test_hands_ranked_wrongly_count_only_if_rulings_are_strict(project: pytest.Pytester) -> None:
    result = judge(project, "Suits")
    result.assert_outcomes(passed=1, xfailed=1, deselected=31)
    result.stdout.fnmatch_lines(["*against DRW-18 (ruling)", "  the first: *does not tie with*(DRW-18)"])
    assert result.ret == 0
    assert told_of_hands(project).wrong.keys() == {"DRW-18"}
    strict = judge(project, "Suits", "--conformance-strict-rulings")
    strict.assert_outcomes(passed=1, failed=1, deselected=31)
    assert strict.ret == 1
    last = lines(project)[-1]
    assert isinstance(last, Footer)
    assert last.exit_code == 1


def test_a_ranker_that_dies_at_a_hand_leaves_the_run_unfinished(project: pytest.Pytester) -> None:
    spec = f"stdio: {shlex.quote(sys.executable)} -m conformance serve rankers:Dies"
    result = project.runpytest_inprocess(*SUITE, f"--conformance-adapter={spec}", "-k", f"PIN.0001 or {PACK}")
    result.stdout.fnmatch_lines(["  broken off: no answer: crash, exit code 9; first at Ac Ad Ah As 9c"])
    assert result.ret == 12
    last = lines(project)[-1]
    assert isinstance(last, Interrupted)
    assert last.reason.startswith(f"not every hand was ranked: {PACK}: no answer: crash")


def test_who_ranks_no_hands_cannot_be_asked_for_all(project: pytest.Pytester) -> None:
    result = judge(project, "Plays")
    result.assert_outcomes(passed=1, skipped=1, deselected=31)
    assert result.ret == 12
    last = lines(project)[-1]
    assert isinstance(last, Interrupted)
    assert last.reason == "every hand was asked for, and no pack of hands was ranked"


def test_a_ranker_that_starts_no_more_is_unusable(project: pytest.Pytester) -> None:
    spec = f"stdio: {shlex.quote(sys.executable)} -m conformance serve rankers:Strange"
    result = project.runpytest_inprocess(*SUITE, f"--conformance-adapter={spec}", "-k", f"PIN.0001 or {PACK}")
    assert result.ret == 10
    assert isinstance(lines(project)[-1], Interrupted)


def test_nobody_is_asked_who_has_not_asked_for_it(project: pytest.Pytester) -> None:
    result = project.runpytest_inprocess(*SUITE[:-1], "--conformance-adapter=rankers:Small")
    result.assert_outcomes(passed=1)
    assert not any(isinstance(line, HandsLine) for line in lines(project))


def test_only_the_packs_of_the_rule_sets_asked_for(project: pytest.Pytester) -> None:
    result = project.runpytest_inprocess(
        *SUITE,
        "--conformance-adapter=rankers:Small",
        "--conformance-rules=brazilian-pingo",
        "--collect-only",
        "-q",
    )
    names = [line.partition("[")[2].rstrip("]") for line in result.outlines if "test_every_hand" in line]
    assert len(names) == len({*names}) == 24
    assert not any(name.startswith("24-") for name in names)


def test_every_hand_is_not_asked_in_parts(project: pytest.Pytester) -> None:
    assert judge(project, "Small", "--conformance-shard=1/2").ret == pytest.ExitCode.USAGE_ERROR


def test_a_report_with_hands_is_read_and_merged(project: pytest.Pytester) -> None:
    judge(project, "Suits")
    stream = read_stream(project.path / "report.jsonl")
    (hands,) = stream.hands
    assert merge([stream, stream._replace(hands=())])[-2] == hands
    other = HandsLine(hands.pack, hands.hands, hands.kinds)
    with pytest.raises(CannotMerge, match=PACK):
        merge([stream, stream._replace(hands=(other,))])


def test_the_page_of_a_run_tells_of_every_hand(project: pytest.Pytester) -> None:
    judge(project, "Small", "--conformance-html=report.html")
    page = (project.path / "report.html").read_text("utf-8")
    assert "24 cards, standard, ties split: 42,504 hands of" in page
    assert "ranked and named as by the rules" in page
