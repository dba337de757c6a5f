"""Cards in free text, told from words.

A card has two characters, and a few cards are words: As, Ad and Ah; 2d and 3d; five seconds are 5s, and two
days and four hours 2d 4h. A text of an implementation's own may say any of that. Who leaks cards does so hand
after hand, with one card after the other, so it is enough to count what can hardly be meant otherwise:

- Cards and nothing else: `5s`, `[5s]`, `5s;`, `5s 4d`, `5s4d`.
- One label and then cards: `top:5s`, `stock-5s`, `x_5s`, `stock 5s 4d`. A card alone has to be tied to its
  label by a mark without a blank (`wait 5s` is none), and must be no word, whatever ties it (`is_3d`).
- In prose three different cards or more in a row, or else those that are neither a word nor a time, as long
  as two different cards are named.

Several times from days down to seconds are no cards anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

CARD: Final = re.compile("[2-9TJQKA][cdhs]")
_CARDS: Final = re.compile(f"(?:{CARD.pattern})+")
_TOKEN: Final = re.compile("[A-Za-z0-9]+")
_LABEL: Final = re.compile(r"[^A-Za-z0-9]*[A-Za-z]+(?:[ _-]?[0-9]+|[_-][A-Za-z]+)?([^A-Za-z0-9]+)")
_TIED: Final = re.compile(r"[:=_\[({#-]+")
_WORDS: Final = frozenset({"As", "Ad", "Ah", "2d", "3d"})
_TIME: Final = re.compile("[2-9][dhs]")
_EXCLAIMED: Final = re.compile(r"[.!?'\"…]")
_ROW: Final = 3
"""Cards one after the other that are no accident."""


def cards_in_text(text: str) -> tuple[str, ...]:
    """The cards that a text can hardly mean otherwise, in its order."""
    if CARD.search(text) is None:
        return ()
    rows = [*_rows(text)]
    cards = tuple(card for row in rows for card in row)
    if not cards or _is_time(cards):
        return ()
    first = next(token.start() for token in _TOKEN.finditer(text) if _CARDS.fullmatch(token[0]))
    if not all(_CARDS.fullmatch(token) for token in _TOKEN.findall(text[first:])):
        return _in_prose(rows)
    before = text[:first]
    if _TOKEN.search(before) is None:
        return () if set(cards) <= _WORDS and _EXCLAIMED.search(text) else cards
    label = _LABEL.fullmatch(before)
    if label is None:
        return _in_prose(rows)
    if len(set(cards)) > 1:
        return cards
    return cards if _TIED.fullmatch(label[1]) and cards[0] not in _WORDS else ()


def _rows(text: str) -> Iterator[tuple[str, ...]]:
    """Cards that no word parts."""
    tokens = _TOKEN.findall(text)
    for are_cards, row in groupby(tokens, lambda token: _CARDS.fullmatch(token) is not None):
        if are_cards:
            yield tuple(card for token in row for card in CARD.findall(token))


def _is_time(cards: Sequence[str]) -> bool:
    """Whether several cards are a length of time, from days down to seconds."""
    falls = all(one[1] < other[1] for one, other in pairwise(cards))  # d, h and s are in this order
    return len(cards) > 1 and falls and all(map(_TIME.fullmatch, cards))


def _in_prose(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    sound = [row for row in rows if not _is_time(row)]
    named = {card for row in sound for card in row} - _WORDS
    told: list[str] = []
    for row in sound:
        if len(set(row)) >= _ROW:
            told += row
        elif len(named) > 1:
            told += [card for card in row if card not in _WORDS and not _TIME.fullmatch(card)]
    return tuple(told)
