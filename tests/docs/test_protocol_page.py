"""The page on the protocol leaves out nothing that the kit sends, compares or understands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conformance.adapters.inprocess import METHODS
from conformance.corpus.views import ENDINGS, PHASES, VIEW_KEYS
from conformance.wire import CAPABILITIES
from refengine.actions import ARGUMENT_KIND
from refengine.rulesets.catalogue import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
NAMED = set(re.findall(r"`(\w[\w-]*)`", PAGE))
CODES = (
    "malformed session_over not_your_turn not_available openers_required raise_forbidden "
    "bad_amount bad_cards must_follow consent_required bad_setup"
)


@pytest.mark.parametrize(
    "names",
    [METHODS, ARGUMENT_KIND, CAPABILITIES, VIEW_KEYS, PHASES, ENDINGS, GAMES, CODES.split()],
    ids=[
        "methods",
        "types of action",
        "capabilities",
        "keys of views",
        "phases",
        "endings",
        "rule sets",
        "codes",
    ],
)
def test_the_page_names_all(names: object) -> None:
    assert isinstance(names, (tuple, list, dict, frozenset, set))
    assert not set(names) - NAMED
