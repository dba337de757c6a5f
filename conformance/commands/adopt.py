"""``conformance adopt``: take a case that random play has found into the corpus."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from conformance.adoption import adopt
from conformance.arguments import add_command
from conformance.corpus import CorpusError, corpus_to_write
from conformance.strict_json import JsonError
from conformance.verdicts import CONFORMANT, USAGE
from refengine.rulesets.catalogue import GAMES


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "adopt",
        "take a found case into the corpus",
        "Take the cases of a file, such as random play writes, into the corpus, and give them their ids. "
        "Read "
        "them first: the title should say what is so, and the clause claimed is only the one that is most "
        "likely meant. 'conformance index' has to follow.",
        codes="0 adopted, 2 not adopted",
        examples=("conformance adopt conformance-found/red-dog/found-1-17.json --corpus my-corpus",),
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a file of cases")
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus folder")


def run(arguments: argparse.Namespace) -> int:
    """Adopt; an exit code."""
    try:
        names = adopt(arguments.file, corpus_to_write(arguments.corpus), GAMES)
    except (CorpusError, JsonError) as error:
        print(f"not adopted: {error}", file=sys.stderr)
        return USAGE
    except OSError as error:
        print(f"not adopted: {arguments.file}: {error.strerror}", file=sys.stderr)
        return USAGE
    for name in names:
        print(name)
    return CONFORMANT
