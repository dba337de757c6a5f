"""Why a verb is not in a menu, where the corpus does not ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.refengine.draw.conftest import Sit


def test_the_table_posts_no_blind_and_no_clause_says_why(sit: Sit) -> None:
    assert sit("italian-progressive", 50, 50).refusal("table", "blind", 2) == ("not_available", "")


def test_a_text_without_blinds_has_no_clause_against_them(sit: Sit) -> None:
    table = sit("brazilian-pingo", 50, 50).shuffle()
    assert table.refusal(0, "blind", 4) == ("not_available", "")
    assert table.refusal(0, "counter_blind", 4) == ("not_available", "")


def test_a_draw_of_the_dealer_belongs_to_the_lots_alone(sit: Sit) -> None:
    table = sit("italian-progressive", 50, 50)
    assert table.refusal("table", "draw_dealer", ()) == ("not_available", "")
