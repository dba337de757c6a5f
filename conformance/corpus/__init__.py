"""The corpus: reading it strictly, and the types of what is in it."""

from conformance.corpus.digest import case_digest
from conformance.corpus.loading import Entry, corpus_dir, corpus_to_write, load_corpus
from conformance.corpus.model import (
    Case,
    CaseSetup,
    Catalogue,
    CheckStep,
    Clause,
    Corpus,
    DoStep,
    Level,
    Origin,
    Place,
    RankingCase,
    SeatViewStep,
    SetupCase,
    Step,
    Tier,
    TryStep,
)
from conformance.corpus.node import CorpusError

__all__ = [
    "Case",
    "CaseSetup",
    "Catalogue",
    "CheckStep",
    "Clause",
    "Corpus",
    "CorpusError",
    "DoStep",
    "Entry",
    "Level",
    "Origin",
    "Place",
    "RankingCase",
    "SeatViewStep",
    "SetupCase",
    "Step",
    "Tier",
    "TryStep",
    "case_digest",
    "corpus_dir",
    "corpus_to_write",
    "load_corpus",
]
