"""Cards are found in free text, and words and times are not taken for cards."""

from __future__ import annotations

import pytest

from conformance.cards_in_text import cards_in_text


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("5s", "5s"),
        ("5s;", "5s"),
        ("[5s]", "5s"),
        ("As", "As"),
        ("top:5s", "5s"),
        ("stock-5s", "5s"),
        ("x_5s", "5s"),
        ("stock 5s 4d", "5s 4d"),
        ("deck: [As, Kd]", "As Kd"),
        ("seat 2: Kd 5c", "Kd 5c"),
        ("AsKd5c", "As Kd 5c"),
        ("5s,4d|3c", "5s 4d 3c"),
        ("seat 1 has 5s 4d Ah and bets", "5s 4d Ah"),
        ("next come Kd and then Tc, I think", "Kd Tc"),
        ("he holds Kd and 5s, I think", "Kd"),
    ],
)
def test_cards_are_found_in_what_can_hardly_mean_anything_else(text: str, cards: str) -> None:
    assert " ".join(cards_in_text(text)) == cards


@pytest.mark.parametrize(
    "text",
    [
        "",
        "As usual",
        "Ah!",
        "Bob: Ah",
        "As Ad hoc as it gets",
        "wait 5s",
        "it took 5s",
        "first 5s, then 4h",
        "2d 4h 5s",
        "up 2d 4h",
        "up 2d4h, idle 5s",
        "is_3d",
        "render: 3d",
        "As Kd was turned, seat 1 wins",
        "A2s",
        "5sx",
        "x5s",
        "AS 5S tc",
    ],
)
def test_words_and_times_are_no_cards(text: str) -> None:
    assert cards_in_text(text) == ()
