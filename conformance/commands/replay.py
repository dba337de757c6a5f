"""``conformance replay``: one case, step by step."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from conformance.adapters.protocol import AdapterError, SpecError
from conformance.adapters.registry import find_adapter
from conformance.adoption import read_cases
from conformance.corpus import Corpus, CorpusError, Entry, load_corpus
from conformance.exam import Exam
from conformance.house import HouseError, read_house
from conformance.index import entries_of
from conformance.report.replay import replay_lines
from conformance.runner import AdapterUnusable, Runner
from conformance.strict_json import JsonError
from conformance.verdicts import ADAPTER_UNUSABLE, CONFORMANT, FAILED, INCOMPLETE, NOT_PLAYED, USAGE


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = commands.add_parser("replay", help="play one case and show every step")
    parser.add_argument("case", metavar="CASE", help="the id of a case, or a file that holds one")
    parser.add_argument(
        "--adapter", default="reference", metavar="SPEC", help="who plays it (default: %(default)s)"
    )
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus than the bundled one")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="fix a house option"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play and tell; the exit code is that of a run of this case alone."""
    try:
        corpus = load_corpus(arguments.corpus)
        entry = _find(arguments.case, corpus)
        house = read_house(arguments.option)
        adapter = find_adapter(arguments.adapter)
    except (JsonError, HouseError, SpecError) as error:
        return _refuse(str(error), USAGE)
    except AdapterError as error:
        return _refuse(f"the adapter cannot be used: {error}. {error.hint}", ADAPTER_UNUSABLE)
    if entry is None:
        return _refuse(f"there is no case {arguments.case}", USAGE)
    runner = Runner(adapter)
    try:
        (line,) = Exam(runner, corpus, house, in_full=True).lines([entry])
    except AdapterUnusable as unusable:
        return _refuse(f"the adapter cannot be used: {unusable.text()}", ADAPTER_UNUSABLE)
    finally:
        runner.close()
    if line.status in NOT_PLAYED:
        return _refuse(f"{entry.id} is not played: {line.reason}", INCOMPLETE)
    for text in replay_lines(line, corpus.clauses):
        print(text)
    return CONFORMANT if line.fault is None else FAILED


def _find(name: str, corpus: Corpus) -> Entry | None:
    """The entry of that id, or the first case of the file of that name; the corpus knows its clauses."""
    if not name.endswith(".json"):
        return next((entry for entry in entries_of(corpus) if entry.id == name), None)
    case = read_cases(Path(name))[0]
    for clause in case.clauses:
        if clause not in corpus.clauses:
            raise CorpusError(Path(name), case.pointer, f"there is no clause {clause} in the catalogues")
    return case


def _refuse(reason: str, code: int) -> int:
    print(reason.rstrip(), file=sys.stderr)
    return code
