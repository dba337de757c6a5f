"""Random sessions, in blocks: the implementation does what the reference engine does, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conformance.session.random_runs import RandomPlay


def test_random_play(
    conformance_block: tuple[str, int], conformance_random: RandomPlay, request: pytest.FixtureRequest
) -> None:
    """The sessions of a block go as the reference has them."""
    conformance_random.check(conformance_block, request)
