"""``conformance list``: what is in the corpus."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from conformance.arguments import add_command, level
from conformance.catalogue_text import Row, aligned, case_rows, clause_rows, rules_rows, tab_separated
from conformance.corpus import Corpus, CorpusError, load_corpus
from conformance.selection import Choice, SelectionError, check_clause, check_rules, select
from conformance.verdicts import CONFORMANT, USAGE


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "list",
        "list rule sets, clauses and cases",
        "List what is in the corpus. Options that may be given several times add up.",
        codes="0 listed, 2 nothing is called so",
        examples=(
            "conformance list rules",
            "conformance list clauses --rules red-dog",
            "conformance list --rules ton --clause 'TON-1*' --level must",
            "conformance list --tsv | cut -f1",
        ),
    )
    parser.add_argument(
        "what",
        nargs="?",
        default="cases",
        choices=("cases", "clauses", "rules"),
        help="default: %(default)s (set-ups and rankings included)",
    )
    parser.add_argument("--rules", metavar="ID", action="append", default=[], help="only this rule set")
    parser.add_argument("--clause", metavar="GLOB", action="append", default=[], help="only these clauses")
    parser.add_argument("--case", metavar="GLOB", action="append", default=[], help="only these cases")
    parser.add_argument(
        "--level",
        action="append",
        default=[],
        type=level,
        metavar="LEVEL",
        help="only cases of this level: must, option or ruling",
    )
    parser.add_argument("--tier", metavar="NAME", default="", help="only cases of this tier, such as smoke")
    parser.add_argument("--tsv", action="store_true", help="tab-separated, for other programs")
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus folder")


def run(arguments: argparse.Namespace) -> int:
    """List."""
    try:
        rows = _rows(load_corpus(arguments.corpus), arguments)
    except CorpusError as error:
        print(f"the corpus cannot be used: {error}", file=sys.stderr)
        return USAGE
    except SelectionError as error:
        print(error, file=sys.stderr)
        return USAGE
    for line in (tab_separated if arguments.tsv else aligned)(rows):
        print(line)
    return CONFORMANT


def _rows(corpus: Corpus, arguments: argparse.Namespace) -> list[Row]:
    """What is asked for; `SelectionError` if nothing is called so."""
    if arguments.what == "cases":
        chosen = Choice(
            arguments.rules, arguments.clause, arguments.case, arguments.level, tier=arguments.tier
        )
        return list(case_rows(select(corpus, chosen)))
    check_rules(arguments.rules, (catalogue.rules for catalogue in corpus.catalogues))
    if arguments.what == "rules":
        return list(rules_rows(corpus, arguments.rules))
    for pattern in arguments.clause:
        check_clause(pattern, corpus.clauses)
    return list(clause_rows(corpus, arguments.rules, arguments.clause))
