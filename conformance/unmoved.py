"""Two views of one state held against each other: what the protocol knows in them must be the same.

What an implementation adds for purposes of its own may move as it likes, such as a clock or a counter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from conformance.compare import Difference, View, capability_of, in_key, same_as_written
from conformance.forms import EVERY_KEY


def compared(keys: Collection[str], capabilities: Collection[str]) -> set[str]:
    """Those of the keys that the protocol knows and that are claimed."""
    return {key for key in keys if key in EVERY_KEY and capability_of(key) in capabilities}


def changes(before: View, after: View, capabilities: Collection[str]) -> Iterator[Difference]:
    """What has changed in one viewer's view. What was refused is no action that happened: events stay
    those of the last one that did."""
    if same_as_written(before, after):
        return
    for key in sorted(compared(before | after, capabilities)):
        if key not in before:
            yield Difference("shown", key, None, after[key])
        elif key not in after:
            yield Difference("absent", key, before[key], None)
        else:
            yield from in_key(key, before[key], after[key])
