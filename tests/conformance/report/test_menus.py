"""Menus are marked where they admit different actions."""

from conformance.adapters.protocol import Json
from conformance.report.html.menus import Pattern, compare_menus

FOLD: Json = {"type": "fold"}


def bet(low: int, high: int) -> Json:
    return {"type": "bet", "amount": {"min": low, "max": high}}


def test_menus_that_admit_the_same_are_not_marked() -> None:
    menus = compare_menus([FOLD, bet(1, 4)], [bet(1, 2), bet(3, 4), FOLD])
    assert not menus.differ
    assert menus.wanted == (Pattern("fold", ""), Pattern("bet 1 to 4", ""))
    assert menus.got == (Pattern("bet 1 to 2", ""), Pattern("bet 3 to 4", ""), Pattern("fold", ""))


def test_a_pattern_is_marked_whole_or_in_part() -> None:
    menus = compare_menus([FOLD, bet(1, 9)], [bet(1, 5), {"type": "check"}])
    assert menus.wanted == (Pattern("fold", "all"), Pattern("bet 1 to 9", "part"))
    assert menus.got == (Pattern("bet 1 to 5", ""), Pattern("check", "all"))
    assert menus.missing == "bet 6 to 9, fold"
    assert menus.extra == "check"


def test_what_is_no_menu_is_shown_as_it_is() -> None:
    menus = compare_menus([FOLD], "fold")
    assert menus.unreadable == '"fold"'
    assert menus.differ
    assert compare_menus([FOLD], [{"type": "sing"}]).unreadable


def test_a_menu_that_is_not_told_or_not_stated_is_compared_with_nothing() -> None:
    assert compare_menus([FOLD], None) == ((Pattern("fold", ""),), None, "", "", "")
    assert compare_menus(None, [FOLD]) == (None, (Pattern("fold", ""),), "", "", "")
