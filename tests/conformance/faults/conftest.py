"""The corpus with its scripts, made once."""

from __future__ import annotations

import pytest

from conformance.corpus import load_corpus
from conformance.faults.proof.trial import Scripts


@pytest.fixture(scope="package")
def prepared() -> Scripts:
    """The whole corpus, ready to be played on any engine."""
    return Scripts(load_corpus(None))
