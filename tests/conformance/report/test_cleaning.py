"""Nothing that somebody else wrote does more in a page than to be read."""

import pytest
from markupsafe import Markup

from conformance.report.html.cleaning import anchor, brief, finalize, in_code, link
from conformance.visible import visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain, 5 chips", "plain, 5 chips"),
        ("Ünïcode ♠ 日本", "Ünïcode ♠ 日本"),
        ("two\nlines", "two\nlines"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200b\u2066b\ufeff", "a\\u200b\\u2066b\\ufeff"),
        ("\x1b[31m\x00", "\\u001b[31m\\u0000"),
        ("\u3164\u2800", "\\u3164\\u2800"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, expected: str) -> None:
    assert visible(text) == expected


def test_texts_without_end_are_cut() -> None:
    written = finalize("x" * 100_000)
    assert isinstance(written, str)
    assert len(written) < 2100
    assert written.endswith("... (100000 characters)")


def test_markup_of_our_own_and_numbers_stay_as_they_are() -> None:
    assert finalize(Markup("<b>\u200b</b>")) == "<b>\u200b</b>"
    assert finalize(7) == 7


def test_a_brief_text_is_one_line_of_so_many_letters() -> None:
    assert brief("seat\nzero", 20) == "seat zero"
    assert brief("a very long phase", 8) == "a very …"


def test_names_between_backticks_become_code_and_nothing_else() -> None:
    assert in_code("pays `ante`, or <b>") == "pays <code>ante</code>, or &lt;b&gt;"
    assert in_code("a lone ` <i>") == "a lone ` &lt;i&gt;"


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://example.org/a?b=c#d", True),
        ("http://example.org:8080", True),
        ("javascript:alert(1)", False),
        ("https://example.org/<script>", False),
        ('https://example.org/" onclick="', False),
        ("https://user@example.org/", False),
        ("data:text/html,x", False),
        (None, False),
    ],
)
def test_only_addresses_of_the_web_become_links(address: str | None, kept: bool) -> None:
    assert link(address) == (address if kept else None)


def test_ids_of_a_page_are_made_of_plain_letters() -> None:
    assert anchor("PIN.0001", 3) == "PIN.0001"
    assert anchor('x" onload="', 3) == "x3"
    assert anchor("", 4) == "x4"
