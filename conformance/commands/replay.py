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
from conformance.lines import CaseLine, Header, Selection
from conformance.narrate import header_line
from conformance.report.colour import paint_for
from conformance.report.replay import replay_lines
from conformance.runner import AdapterUnusable, Runner
from conformance.strict_json import JsonError
from conformance.verdicts import ADAPTER_UNUSABLE, CONFORMANT, FAILED, INCOMPLETE, NOT_PLAYED, USAGE


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = commands.add_parser(
        "replay",
        help="play one case and show every step",
        description="Play one case and show every step, in text or drawn in a page of its own.",
        epilog="Exit codes: 0 it passed, 1 it did not, 2 usage or input error, 10 adapter unusable, 12 not "
        "played. For example: conformance replay PIN.0002 --html hand.html",
    )
    parser.add_argument("case", metavar="CASE", help="the id of a case, or a file that holds one")
    parser.add_argument(
        "--adapter", default="reference", metavar="SPEC", help="who plays it (default: %(default)s)"
    )
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus than the bundled one")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="fix a house option"
    )
    parser.add_argument(
        "--html", metavar="FILE.html", type=Path, help="draw it in a page instead, to be opened from disk"
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
        return _refuse(error.text(), ADAPTER_UNUSABLE)
    if entry is None:
        return _refuse(f"there is no case {arguments.case}", USAGE)
    runner = Runner(adapter)
    try:
        hello = runner.hello()
        (line,) = Exam(runner, corpus, house, in_full=True).lines([entry])
    except AdapterUnusable as unusable:
        return _refuse(f"the adapter cannot be used: {unusable.text()}", ADAPTER_UNUSABLE)
    finally:
        runner.close()
    if line.status in NOT_PLAYED:
        return _refuse(f"{entry.id} is not played: {line.reason}", INCOMPLETE)
    if arguments.html is not None:
        folder = None if arguments.corpus is None else str(arguments.corpus)
        selection = Selection([], [], [entry.id], [], {**house}, False, folder)
        header = header_line(arguments.adapter, hello, corpus, selection, [entry])
        return _draw(arguments, header, line)
    for text in replay_lines(line, corpus.clauses, paint_for(sys.stdout)):
        print(text)
    return CONFORMANT if line.fault is None else FAILED


def _draw(arguments: argparse.Namespace, header: Header, line: CaseLine) -> int:
    from conformance.report.html.page import replay_page  # what draws is not imported by those who read text

    page = replay_page(header, line, arguments.case)
    try:
        arguments.html.write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        return _refuse(f"the page cannot be written: {error}", USAGE)
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
