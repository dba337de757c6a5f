"""Every hand of a pack: the implementation ranks and names each as the rules do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conformance.session.hands_runs import EveryHand


def test_every_hand(
    conformance_pack: str, conformance_hands: EveryHand, request: pytest.FixtureRequest
) -> None:
    """Each hand has its category, hands of one kind tie, and a stronger kind beats a weaker one."""
    conformance_hands.check(conformance_pack, request)
