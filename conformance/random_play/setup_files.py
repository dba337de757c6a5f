"""A false start that did not go as it should, as a file of set-ups to be refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from conformance.convert import JsonObject
from conformance.corpus import Corpus, SetupCase
from conformance.corpus.cases import FORMAT
from conformance.corpus.node import Node
from conformance.corpus.setups import read_setup_file
from conformance.lint import level_of
from conformance.random_play.false_starts import FalseStart
from conformance.wording import table_in_words

NO_NUMBER: Final = "S000"


def setup_content(one: FalseStart, corpus: Corpus, told: str, seed: str, where: str) -> JsonObject:
    """The file's content; `told` are its notes, `where` is the session that it was found in."""
    rules = str(one.params["rules"])
    catalogue = next(catalogue for catalogue in corpus.catalogues if catalogue.rules == rules)
    setup = {key: value for key, value in one.params.items() if key != "rules"}
    clauses = list(_claimed(one, corpus))
    entry: JsonObject = {
        "id": f"{catalogue.prefix}.{NO_NUMBER}",
        "title": f"a session cannot begin with {table_in_words(setup)} ({where})",
        "clauses": [*clauses],
        "level": level_of(clauses, corpus),
        "setup": {},
        "notes": told,
        "origin": "found",
        "seed": seed,
        "code": "bad_setup",
    }
    return {"format": FORMAT, "rules": rules, "defaults": setup, "refusals": [entry]}


def _claimed(one: FalseStart, corpus: Corpus) -> Iterator[str]:
    clause = one.refusal.clause
    if clause is not None and clause in corpus.clauses and corpus.clauses[clause].testable:
        yield clause


def read_setup_content(content: JsonObject, rules: str) -> SetupCase:
    """The one set-up of a file with this content."""
    return read_setup_file(Node(content, Path(f"{rules}.json")))[0]
