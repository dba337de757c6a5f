"""Every entry of the corpus is a test of its own, called after the entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conformance.session.judging import Judging


def test_case(conformance_case: str, conformance_judge: Judging, request: pytest.FixtureRequest) -> None:
    """A scripted session goes as the case says."""
    conformance_judge.check(conformance_case, request)


def test_setup(conformance_setup: str, conformance_judge: Judging, request: pytest.FixtureRequest) -> None:
    """A session that cannot begin like this is refused, and its legal neighbour is not."""
    conformance_judge.check(conformance_setup, request)


def test_ranking(
    conformance_ranking: str, conformance_judge: Judging, request: pytest.FixtureRequest
) -> None:
    """Hands rank in the order given, or are refused."""
    conformance_judge.check(conformance_ranking, request)
