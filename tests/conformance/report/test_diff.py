"""What has changed is told in the order in which it matters."""

import pytest
from msgspec.structs import replace

from conformance.lines import CaseLine
from conformance.report.diff import OtherCorpus, compare, diff_code, diff_lines
from conformance.report.reading import Stream
from conformance.verdicts import Status


def told(old: Stream, new: Stream, *, common: bool = False) -> str:
    return "\n".join(diff_lines(old, new, compare(old, new, common=common)))


def unplayed(line: CaseLine, status: Status = "not_covered") -> CaseLine:
    return CaseLine(line.id, line.about, status, reason="does not claim menu")


def test_new_failures_come_first_then_what_is_fixed_then_coverage(wrong: Stream, right: Stream) -> None:
    lines = list(right.lines)
    old = right._replace(lines=(lines[0], wrong.lines[1], lines[2], unplayed(lines[3]), lines[4]))
    new = right._replace(lines=(wrong.lines[0], lines[1], unplayed(lines[2]), lines[3], lines[4]))
    text = told(old, new)
    order = ["new failures: 1", "PIN.9001", "fixed: 1", "INV.9001", "not played any more: 1", "PRO.9001"]
    order += ["played now, and passed: 1", "DOG.9001", "brazilian-pingo: must and option 0/0, rulings 1/1"]
    places = [text.index(word) for word in order]
    assert places == sorted(places)
    assert "TON.9001" not in text
    assert diff_code(old, new, compare(old, new)) == 1


def test_a_failure_tells_how_it_failed_and_what_it_is_about(wrong: Stream, right: Stream) -> None:
    crashed = replace(wrong.lines[0], status="crash")
    text = told(right, right._replace(lines=(crashed, *right.lines[1:])))
    assert "  PIN.9001  ruling, PIN-17: the flush takes the pot at the showdown (crash)" in text.splitlines()


def test_reports_alike_have_no_changes(wrong: Stream) -> None:
    assert told(wrong, wrong).splitlines() == ["no case has changed", "5 fail as before"]
    assert diff_code(wrong, wrong, compare(wrong, wrong)) == 0


def test_a_case_that_fails_at_another_step_fails_in_another_way(wrong: Stream) -> None:
    fault = wrong.lines[0].fault
    assert fault is not None
    elsewhere = replace(wrong.lines[0], fault=replace(fault, step=0))
    changes = compare(wrong, wrong._replace(lines=(elsewhere, *wrong.lines[1:])))
    assert [pair.line.id for pair in changes.otherwise] == ["PIN.9001"]
    assert (changes.failing, changes.still) == ([], 4)


def test_words_of_a_failure_may_change(wrong: Stream) -> None:
    fault = wrong.lines[3].fault
    assert fault is not None
    otherwise = replace(wrong.lines[3], fault=replace(fault, got={"message": "oh"}))
    lines = (*wrong.lines[:3], otherwise, wrong.lines[4])
    assert compare(wrong, wrong._replace(lines=lines)).otherwise == []


def test_a_case_that_is_gone_is_not_played_any_more(right: Stream) -> None:
    assert "not in the report" in told(right, right._replace(lines=right.lines[1:]))


def of_another_corpus(stream: Stream) -> Stream:
    assert stream.header is not None
    return stream._replace(header=replace(stream.header, corpus="other"))


def test_other_corpora_are_refused(wrong: Stream, right: Stream) -> None:
    with pytest.raises(OtherCorpus, match="--common"):
        compare(right, of_another_corpus(wrong))


def test_of_other_corpora_the_common_cases_can_be_compared(wrong: Stream, right: Stream) -> None:
    new = of_another_corpus(wrong)._replace(lines=wrong.lines[:3])
    changes = compare(right._replace(lines=right.lines[1:]), new, common=True)
    assert [pair.line.id for pair in changes.failing] == ["INV.9001", "PRO.9001"]
    assert changes.lost == []


def test_a_report_that_did_not_finish_is_told_first_and_last(right: Stream) -> None:
    new = right._replace(name="new.jsonl", end=None, lines=right.lines[:4])
    assert told(right, new).startswith("new.jsonl IS INCOMPLETE: the report breaks off after 4 verdicts")
    assert diff_code(right, new, compare(right, new)) == 12
