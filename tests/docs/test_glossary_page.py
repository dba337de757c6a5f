"""The glossary leads to clauses and words that there are, and to all words of the protocol."""

from __future__ import annotations

import re
from pathlib import Path

from conformance.corpus import load_corpus
from conformance.corpus.views import VIEW_KEYS
from refengine.actions import ARGUMENT_KIND
from refengine.rulesets.catalogue import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")


def test_every_clause_that_the_glossary_names_exists() -> None:
    named = set(re.findall(r"\b(?:INV|PRO|PIN|TON|DOG|DRW)-\d+r?\b", PAGE))
    assert len(named) > 60
    assert not named - load_corpus().clauses.keys()


def test_words_in_code_style_are_words_of_the_protocol() -> None:
    known = {*ARGUMENT_KIND, *VIEW_KEYS, *GAMES, "keep", "transfers", "hello", "must", "option", "ruling"}
    known |= {spec.name for game in GAMES.values() for spec in game.options}
    rows = [line for line in PAGE.splitlines() if line.startswith("|")]
    assert not {word for row in rows for word in re.findall(r"`(\w+)`", row)} - known


def test_every_type_of_action_with_a_word_of_its_own_is_there() -> None:
    plain = {"next_hand", "end_session", "stand"}
    assert not ARGUMENT_KIND.keys() - plain - set(re.findall(r"`(\w+)`", PAGE))
