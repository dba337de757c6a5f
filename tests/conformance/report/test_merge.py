"""Parts of a run are put together as if one run had played it all."""

import pytest
from msgspec.structs import replace

from conformance.lines import CaseLine, Footer, Header, Interrupted
from conformance.report.merge import CannotMerge, merge
from conformance.report.reading import Stream
from conformance.report.summary import statuses


def part(stream: Stream, begin: int, end: int, name: str, *, code: int = 0) -> Stream:
    """Some of the lines as a report of their own; its figures do not matter."""
    lines = stream.lines[begin:end]
    return Stream(name, stream.header, lines, Footer(code, {}, statuses(lines)))


def lines_of(lines: object) -> list[CaseLine]:
    assert isinstance(lines, list)
    return [line for line in lines if isinstance(line, CaseLine)]


def test_the_parts_of_a_run_make_the_whole(wrong: Stream) -> None:
    merged = merge([part(wrong, 0, 2, "one", code=1), part(wrong, 2, 5, "two", code=1)])
    assert merged == [wrong.header, *wrong.lines, wrong.end]


def test_a_case_may_stand_in_two_parts_that_agree(wrong: Stream) -> None:
    merged = merge([part(wrong, 0, 3, "one"), part(wrong, 2, 5, "two")])
    assert lines_of(merged) == list(wrong.lines)


def test_two_verdicts_on_one_case_are_refused(wrong: Stream, right: Stream) -> None:
    other = part(right, 0, 2, "two")._replace(header=wrong.header)
    with pytest.raises(CannotMerge, match=r"one and two tell of PIN\.9001 differently"):
        merge([part(wrong, 0, 2, "one"), other])


def test_a_part_that_did_not_finish_leaves_the_whole_unfinished(wrong: Stream) -> None:
    broken = part(wrong, 2, 4, "two")._replace(end=None)
    merged = merge([part(wrong, 0, 2, "one"), broken])
    assert merged[-1] == Interrupted("two: the report breaks off after 2 verdicts", 12)


def test_an_adapter_that_was_unusable_in_one_part_is_so_in_the_whole(wrong: Stream) -> None:
    dead = Stream("two", None, (), Interrupted("no such command", 10))
    merged = merge([part(wrong, 0, 2, "one"), dead])
    assert merged[-1] == Interrupted("two: no such command", 10)


@pytest.mark.parametrize(("codes", "expected"), [((0, 0), 0), ((0, 11), 11), ((11, 1), 1), ((0, 12), 0)])
def test_the_exit_code_is_that_of_the_whole(right: Stream, codes: tuple[int, int], expected: int) -> None:
    merged = merge([part(right, 0, 2, "one", code=codes[0]), part(right, 2, 5, "two", code=codes[1])])
    end = merged[-1]
    assert isinstance(end, Footer)
    assert end.exit_code == expected


def test_what_was_asked_for_adds_up(right: Stream) -> None:
    def asking(stream: Stream, rules: list[str], levels: list[str]) -> Stream:
        assert stream.header is not None
        selection = replace(stream.header.selection, rules=rules, levels=levels)
        return stream._replace(header=replace(stream.header, selection=selection))

    one = asking(part(right, 0, 1, "one"), ["brazilian-pingo"], ["must"])
    two = asking(part(right, 1, 2, "two"), ["italian-invito"], [])
    header = merge([one, two])[0]
    assert isinstance(header, Header)
    assert header.selection.rules == ["brazilian-pingo", "italian-invito"]
    assert header.selection.levels == []


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"corpus": "other"}, "corpora"),
        ({"kit": "9"}, "versions of the kit"),
        ({"adapter": {"name": "Other"}}, "implementations"),
        ({"selection": {"options": {"ante": 7}}}, "house options"),
        ({"selection": {"strict_rulings": True}}, "ways to count rulings"),
        ({"claims": {"capabilities": []}}, "claims"),
    ],
)
def test_reports_about_different_things_are_not_put_together(
    right: Stream, change: dict[str, object], what: str
) -> None:
    header = right.header
    assert header is not None
    for name, value in change.items():
        inner = replace(getattr(header, name), **value) if isinstance(value, dict) else value
        header = replace(header, **{name: inner})
    with pytest.raises(CannotMerge, match=f"one and two are about different {what}"):
        merge([part(right, 0, 2, "one"), part(right, 2, 5, "two")._replace(header=header)])


@pytest.mark.parametrize(("protocol", "code"), [(False, 0), (True, 1)])
def test_a_fault_of_protocol_decides_the_whole_whatever_the_case_is_about(
    wrong: Stream, protocol: bool, code: int
) -> None:
    rulings = [line for line in wrong.lines if line.about.level == "ruling"]
    lines = tuple(replace(one, fault=replace(one.fault, protocol=protocol)) for one in rulings if one.fault)
    assert isinstance(wrong.end, Footer)
    end = replace(wrong.end, exit_code=0, statuses=statuses(lines))
    last = merge([wrong._replace(lines=lines, end=end)])[-1]
    assert isinstance(last, Footer)
    assert last.exit_code == code
