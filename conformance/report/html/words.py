"""A picture of a table in words, for those who do not see it and for those who would rather read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from conformance.report.html.table import Middle, Panel, Picture
from refengine.cards import is_card

_GLYPHS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class SeatWords(NamedTuple):
    """A seat in words; `cards` face up, if it has any, else `backs` says how many there are."""

    seat: int
    text: str
    cover: str
    cards: str
    backs: str


def card_in_words(card: str) -> str:
    """Rank and suit, or what stands in the card's place."""
    if not is_card(card):
        return card or "a card face down"
    rank = "10" if card[0] == "T" else card[0]
    return f"{rank}{_GLYPHS[card[1]]}"


def middle_in_words(middle: Middle) -> str:
    """What lies in the middle, in one sentence."""
    parts = [fact.text for fact in middle.facts]
    parts.append(f"{middle.pot_label} {middle.pot.text}")
    for row in middle.rows:
        cards = ", ".join(f"{card_in_words(card)} {below}".rstrip() for card, below in row.cards)
        parts.append(f"{row.label} {cards}".lstrip())
    return f"{'; '.join(parts)}."


def seats_in_words(picture: Picture) -> Iterator[SeatWords]:
    """Every seat."""
    for panel in picture.panels:
        held = panel.held
        number = len(held.cards)
        yield SeatWords(
            panel.seat,
            _seat(panel, panel.seat == picture.actor),
            held.cover,
            " ".join(map(card_in_words, held.cards)),
            f"{number} {'card' if number == 1 else 'cards'} face down",
        )


def _seat(panel: Panel, acts: bool) -> str:
    words = [f"Seat {panel.seat}"]
    if panel.dealer:
        words.append("dealer")
    if acts:
        words.append("to act")
    words.append(f"{panel.chips.text} chips")
    words += [note for note in panel.notes if note]
    return ", ".join(words)


def in_short(picture: Picture) -> str:
    """What there is to see, in a line."""
    actor = "" if picture.actor is None else f", seat {picture.actor} to act"
    first, middle = picture.middle.facts[0].text, picture.middle
    return (
        f"Card table with {len(picture.panels)} seats: {first}, {middle.pot_label} {middle.pot.text}{actor}"
    )
