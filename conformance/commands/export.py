"""``conformance export``: the corpus in one JSON file, completed, with a reader's guide."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from conformance.arguments import add_command
from conformance.corpus import CorpusError, load_corpus
from conformance.export import export, export_text
from conformance.outputs import write_output
from conformance.verdicts import CONFORMANT, USAGE
from refengine.rulesets.catalogue import GAMES


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "export",
        "write the corpus, completed, for use without this kit",
        "Write the corpus as one JSON file in which nothing is left to be completed.",
        codes="0 written, 2 usage or input error",
        examples=(
            "conformance export corpus.json",
            "conformance export | gzip > corpus.json.gz",
        ),
    )
    parser.add_argument("file", nargs="?", metavar="FILE", type=Path, help="default, and -: standard output")
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus folder")


def run(arguments: argparse.Namespace) -> int:
    """Export."""
    try:
        text = export_text(export(load_corpus(arguments.corpus), GAMES))
    except CorpusError as error:
        print(f"the corpus cannot be used: {error}", file=sys.stderr)
        return USAGE
    if arguments.file in (None, Path("-")):
        sys.stdout.write(text)
        return CONFORMANT
    write_output(arguments.file, text)
    return CONFORMANT
