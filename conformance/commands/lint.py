"""``conformance lint``: what is wrong with a corpus that reads well."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from conformance.arguments import add_command
from conformance.corpus import CorpusError, corpus_dir, load_corpus
from conformance.index import read_index
from conformance.lint import lint
from conformance.verdicts import CONFORMANT, FAILED, USAGE
from refengine.rulesets.catalogue import GAMES


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "lint",
        "check the corpus",
        "Say what is wrong with a corpus: levels, idle claims, clauses without a case, ids.",
        codes="0 nothing is wrong, 1 something is, 2 the corpus cannot be used",
        examples=("conformance lint --corpus my-corpus",),
    )
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus folder")


def run(arguments: argparse.Namespace) -> int:
    """Lint."""
    try:
        root = arguments.corpus or corpus_dir()
        findings = list(lint(load_corpus(root), GAMES, read_index(root)))
    except CorpusError as error:
        print(f"the corpus cannot be used: {error}", file=sys.stderr)
        return USAGE
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings" if findings else "nothing is wrong")
    return FAILED if findings else CONFORMANT
