"""``conformance replay``: one case, step by step."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from conformance.adapters.protocol import AdapterError, SpecError
from conformance.adapters.registry import find_adapter
from conformance.corpus import CorpusError, load_corpus
from conformance.exam import Exam
from conformance.index import entries_of
from conformance.report.replay import replay_lines
from conformance.runner import AdapterUnusable, Runner
from conformance.verdicts import ADAPTER_UNUSABLE, CONFORMANT, FAILED, INCOMPLETE, NOT_PLAYED, USAGE


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = commands.add_parser("replay", help="play one case and show every step")
    parser.add_argument("case", metavar="CASE", help="the id of a case")
    parser.add_argument(
        "--adapter", default="reference", metavar="SPEC", help="who plays it (default: %(default)s)"
    )
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus than the bundled one")


def run(arguments: argparse.Namespace) -> int:
    """Play and tell; the exit code is that of a run of this case alone."""
    try:
        corpus = load_corpus(arguments.corpus)
        adapter = find_adapter(arguments.adapter)
    except (CorpusError, SpecError) as error:
        return _refuse(str(error), USAGE)
    except AdapterError as error:
        return _refuse(f"the adapter cannot be used: {error}. {error.hint}", ADAPTER_UNUSABLE)
    entries = {entry.id: entry for entry in entries_of(corpus)}
    if arguments.case not in entries:
        return _refuse(f"there is no case {arguments.case}", USAGE)
    entry = entries[arguments.case]
    runner = Runner(adapter)
    try:
        (line,) = Exam(runner, corpus, {}, in_full=True).lines([entry])
    except AdapterUnusable as unusable:
        return _refuse(f"the adapter cannot be used: {unusable.text()}", ADAPTER_UNUSABLE)
    finally:
        runner.close()
    if line.status in NOT_PLAYED:
        return _refuse(f"{entry.id} is not played: {line.reason}", INCOMPLETE)
    for text in replay_lines(line, corpus.clauses):
        print(text)
    return CONFORMANT if line.fault is None else FAILED


def _refuse(reason: str, code: int) -> int:
    print(reason.rstrip(), file=sys.stderr)
    return code
