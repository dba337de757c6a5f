"""Tests of the suite in groups, so that the requests of many cases go out at once.

A group is told from the id of a test alone. With pytest-xdist a whole group goes to one worker.
"""

from __future__ import annotations

import re
from typing import Final

GROUP_SIZE: Final = 25
_TEST: Final = re.compile(r"(?:^|/)test_corpus\.py::test_(?:case|setup|ranking)\[([^\]]+)\]$")
_SUITE: Final = re.compile(
    r"(?:^|/)test_(?:corpus|random|hands)\.py::test_(?:case|setup|ranking|random_play|every_hand)(?:\[|$)"
)
_ENTRY: Final = re.compile(r"(.*?)(\d+)")


def entry_of(nodeid: str) -> str | None:
    """The id of the entry that a test is about; None for tests that are not the suite's."""
    found = _TEST.search(nodeid)
    return found[1] if found else None


def is_of_suite(nodeid: str) -> bool:
    """Whether a test is one of the kit's own, which fails by a verdict or by an error in the kit."""
    return _SUITE.search(nodeid) is not None


def group_of(entry: str) -> str:
    """The group of an entry: those of one rule set and kind whose numbers are near."""
    found = _ENTRY.fullmatch(entry)
    return f"{found[1]}{int(found[2]) // GROUP_SIZE}" if found else entry


def scope_of(nodeid: str) -> str:
    """What has to stay on one worker: a group, else the test by itself."""
    entry = entry_of(nodeid)
    return nodeid if entry is None else f"conformance {group_of(entry)}"
