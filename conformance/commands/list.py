"""``conformance list``: what is in the corpus."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from conformance.catalogue_text import Choice, aligned, case_rows, clause_rows, rules_rows, tab_separated
from conformance.corpus import CorpusError, load_corpus
from conformance.selection import SelectionError, in_tier
from conformance.verdicts import CONFORMANT, USAGE


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = commands.add_parser(
        "list",
        help="list rule sets, clauses and cases",
        description="List what is in the corpus. Options that may be given several times add up.",
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
        "--level", action="append", default=[], choices=("must", "option", "ruling"), help="only this level"
    )
    parser.add_argument("--tier", metavar="NAME", default="", help="only cases of this tier, such as smoke")
    parser.add_argument("--tsv", action="store_true", help="tab-separated, for other programs")
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus folder")


def run(arguments: argparse.Namespace) -> int:
    """List."""
    try:
        corpus = load_corpus(arguments.corpus)
        among = {entry.id for entry in in_tier(corpus, arguments.tier)} if arguments.tier else None
    except SelectionError as error:
        print(error, file=sys.stderr)
        return USAGE
    except CorpusError as error:
        print(f"the corpus cannot be used: {error}", file=sys.stderr)
        return USAGE
    known = [catalogue.rules for catalogue in corpus.catalogues]
    for rules in arguments.rules:
        if rules not in known:
            print(f"there is no rule set {rules!r}; known are {', '.join(known)}", file=sys.stderr)
            return USAGE
    choice = Choice(arguments.rules, arguments.clause, arguments.level, arguments.case, among)
    if arguments.what == "cases":
        rows = list(case_rows(corpus, choice))
    else:
        rows = list(clause_rows(corpus, choice) if arguments.what == "clauses" else rules_rows(corpus))
    for line in (tab_separated if arguments.tsv else aligned)(rows):
        print(line)
    return CONFORMANT
