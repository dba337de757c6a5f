"""``conformance ids``: give every new entry of a corpus the next free id."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from conformance.arguments import add_command
from conformance.corpus import CorpusError, corpus_to_write
from conformance.ids import NEW, assign
from conformance.index import read_index
from conformance.strict_json import JsonError
from conformance.verdicts import CONFORMANT, USAGE


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "ids",
        "give new cases their ids",
        f"Give the next free id to every entry of the corpus whose id is {NEW!r} or missing. An id is never "
        "given twice, not even that of an entry that is gone.",
        codes="0 done, 2 the corpus cannot be used",
        examples=(
            "conformance ids",
            "conformance ids --corpus my-corpus",
        ),
    )
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus folder")


def run(arguments: argparse.Namespace) -> int:
    """Assign."""
    try:
        root = corpus_to_write(arguments.corpus)
        index = read_index(root)
        assigned = assign(root, {} if index is None else index.highest)
    except (CorpusError, JsonError) as error:
        print(f"the corpus cannot be used: {error}", file=sys.stderr)
        return USAGE
    for path, pointer, name in assigned:
        print(f"{path}#{pointer}: {name}")
    return CONFORMANT
