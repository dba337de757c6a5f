"""A badge has the three figures together, and no figures for a run that did not finish."""

from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from conformance.report.badge import Badge, badge_json, badge_of, badge_svg
from conformance.report.reading import Stream


def test_a_badge_has_the_three_figures(wrong: Stream, right: Stream) -> None:
    assert badge_of(right) == Badge(
        "card rules", "3/3 must and option, 2/2 rulings, 5/5 covered", "brightgreen"
    )
    assert badge_of(wrong).colour == "red"
    assert badge_of(wrong).message == "0/3 must and option, 0/2 rulings, 5/5 covered"


def test_a_failed_ruling_alone_counts_only_where_rulings_count(wrong: Stream) -> None:
    assert badge_of(wrong, ["ton"]).colour == "yellow"
    assert wrong.header is not None
    strict = replace(wrong.header.selection, strict_rulings=True)
    assert badge_of(wrong._replace(header=replace(wrong.header, selection=strict)), ["ton"]).colour == "red"


def test_a_fault_of_protocol_counts_whatever_the_case_is_about(wrong: Stream) -> None:
    lines = tuple(
        replace(line, fault=replace(line.fault, protocol=True))
        for line in wrong.lines
        if line.fault is not None
    )
    assert badge_of(wrong._replace(lines=lines), ["ton"]).colour == "red"


def test_rulings_alone_are_not_green_even_if_all_pass(right: Stream) -> None:
    assert badge_of(right, ["ton"]).message == "0/0 must and option, 1/1 rulings, 1/1 covered"
    assert badge_of(right, ["ton"]).colour == "yellow"


def test_known_failures_are_not_green(wrong: Stream) -> None:
    lines = tuple(replace(line, known=True) for line in wrong.lines)
    assert badge_of(wrong._replace(lines=lines), ["red-dog"]).colour == "orange"


@pytest.mark.parametrize("code", [1, 12])
def test_a_run_that_ended_badly_is_red_whatever_its_cases_say(right: Stream, code: int) -> None:
    assert right.end is not None
    assert badge_of(right._replace(end=replace(right.end, exit_code=code))).colour == "red"


def test_a_run_that_did_not_finish_has_no_figures(right: Stream) -> None:
    assert badge_of(right._replace(end=None)) == Badge("card rules", "incomplete", "lightgrey")


def test_where_nothing_was_played_there_are_no_figures(right: Stream) -> None:
    assert badge_of(right, ["bridge"]).message == "nothing played"


def test_services_read_its_four_members(right: Stream) -> None:
    assert badge_json(badge_of(right)) == {
        "schemaVersion": 1,
        "label": "card rules",
        "message": "3/3 must and option, 2/2 rulings, 5/5 covered",
        "color": "brightgreen",
    }


def test_the_picture_is_well_formed_whatever_the_label() -> None:
    root = ElementTree.fromstring(badge_svg(Badge('<&">', "1/2", "orange")))
    assert root.attrib["aria-label"] == '<&">: 1/2'
    assert [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")] == ['<&">', "1/2"]


def test_the_picture_grows_with_its_text() -> None:
    def width(message: str) -> int:
        return int(ElementTree.fromstring(badge_svg(Badge("rules", message, "red"))).attrib["width"])

    assert width("1/2") < width("1/2 must and option")
