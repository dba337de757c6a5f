"""The corpus with its scripts, made once."""

from __future__ import annotations

import pytest

from conformance.corpus import load_corpus
from conformance.faults.proof.trial import Exam


@pytest.fixture(scope="package")
def exam() -> Exam:
    """The whole corpus, ready to be played on any engine."""
    return Exam(load_corpus(None))
