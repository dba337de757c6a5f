"""``conformance explain``: a clause in words, and its cases."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from conformance.arguments import add_command
from conformance.catalogue_text import explain
from conformance.corpus import Corpus, CorpusError, load_corpus
from conformance.index import entries_of
from conformance.nearest import nearest
from conformance.verdicts import CONFORMANT, USAGE


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "explain",
        "tell what a clause means and which cases are about it",
        "Tell what a clause says, where it comes from and which cases are about it.",
        codes="0 told, 2 there is no such clause",
        examples=("conformance explain PIN-7", "conformance explain DOG-7r"),
    )
    parser.add_argument("clause", metavar="CLAUSE", help="its id, as in PIN-7 or PIN-7r")
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus folder")


def run(arguments: argparse.Namespace) -> int:
    """Explain."""
    try:
        corpus = load_corpus(arguments.corpus)
    except CorpusError as error:
        print(f"the corpus cannot be used: {error}", file=sys.stderr)
        return USAGE
    clause = corpus.clauses.get(arguments.clause)
    if clause is None:
        print(f"there is no clause {arguments.clause!r}{_hint(corpus, arguments.clause)}", file=sys.stderr)
        return USAGE
    for line in explain(corpus, clause):
        print(line)
    return CONFORMANT


def _hint(corpus: Corpus, name: str) -> str:
    """What was meant instead, as far as it can be told."""
    if any(entry.id == name for entry in entries_of(corpus)):
        return f"; it is a case: 'conformance replay {name}' shows it"
    return nearest(name, corpus.clauses)
