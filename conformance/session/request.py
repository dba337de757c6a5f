"""What a run was asked to do, read from the plugin's options."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

from conformance.again import Terms, run_again
from conformance.corpus import Corpus, CorpusError, Entry, load_corpus
from conformance.house import HouseError, read_house
from conformance.index import entries_of
from conformance.known import KnownError, KnownFailures, load_known
from conformance.lines import CaseLine
from conformance.selection import WHOLE, Choice, SelectionError, read_part, select
from refengine.options import OptionValue


class Policy(NamedTuple):
    """Which failures count: `known` ones do not, nor do differences about rulings unless `strict_rulings`."""

    known: KnownFailures
    strict_rulings: bool

    def counts(self, line: CaseLine) -> bool:
        """Whether this failure counts."""
        return not line.known and (not line.is_excused or self.strict_rulings)


class Asked(NamedTuple):
    """`terms` name the implementation and what its verdicts depend on; `entries` are asked of it, by id and
    in the order of the corpus; `house` are the options that it plays with. `pytest`: the command line of
    this run, where the adapter is the project's own, so that no other command knows it."""

    terms: Terms
    corpus: Corpus
    choice: Choice
    entries: Mapping[str, Entry]
    house: Mapping[str, OptionValue]
    verdicts: Policy
    pytest: Sequence[str] = ()

    def again(self, entry: str) -> str:
        """The command that plays one entry once more."""
        return shlex.join([*self.pytest, "-k", entry]) if self.pytest else run_again(self.terms, entry)


def read_request(config: pytest.Config) -> Asked:
    """What the options ask for; `pytest.UsageError` if it cannot be done."""
    folder: str | None = config.getoption("conformance_corpus")
    rules, clauses, cases, levels = (_several(config, name) for name in ("rules", "clause", "case", "level"))
    part: str | None = config.getoption("conformance_shard")
    tier: str = config.getoption("conformance_tier")
    try:
        choice = Choice(rules, clauses, cases, levels, WHOLE if part is None else read_part(part), tier)
        corpus = load_corpus(None if folder is None else Path(folder))
        house = read_house(_several(config, "option"))
        strict: bool = config.getoption("conformance_strict_rulings")
        return Asked(
            terms=Terms(
                spec=config.getoption("conformance_adapter"),
                options={**house},
                folder=folder,
                timeout_factor=config.getoption("conformance_timeout_factor"),
                strict_rulings=strict,
            ),
            corpus=corpus,
            choice=choice,
            entries={entry.id: entry for entry in _only(config, select(corpus, choice))},
            house=house,
            verdicts=Policy(_known(config, corpus), strict),
        )
    except CorpusError as error:
        raise pytest.UsageError(f"the corpus cannot be used: {error}") from error
    except (SelectionError, HouseError, KnownError) as error:
        raise pytest.UsageError(str(error)) from error


def _only(config: pytest.Config, entries: list[Entry]) -> list[Entry]:
    """Those that are asked for by their ids; all if none of these is among them."""
    given: str | None = config.getoption("conformance_only")
    names = [] if given is None else given.split(",")
    return [entry for entry in entries if entry.id in names] or entries


def _known(config: pytest.Config, corpus: Corpus) -> KnownFailures:
    path: str | None = config.getoption("conformance_known")
    update: bool = config.getoption("conformance_known_update")
    if update and path is None:
        raise pytest.UsageError("--conformance-known-update needs the list: --conformance-known")
    if path is None or update:
        return KnownFailures({}, date.today())
    return KnownFailures(load_known(Path(path), [entry.id for entry in entries_of(corpus)]), date.today())


def _several(config: pytest.Config, name: str) -> Sequence[str]:
    given: list[str] = config.getoption(f"conformance_{name}")
    return given
