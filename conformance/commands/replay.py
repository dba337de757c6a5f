"""``conformance replay``: one case, step by step, played now or as a report has it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from conformance.adapters.limits import DEFAULT_LIMITS
from conformance.adapters.protocol import AdapterError, SpecError
from conformance.adapters.registry import find_adapter
from conformance.adoption import read_cases
from conformance.again import Terms
from conformance.arguments import SPECS, TIMEOUTS, add_command, factor
from conformance.corpus import Corpus, CorpusError, Entry, load_corpus
from conformance.ending import say
from conformance.exam import Exam
from conformance.house import HouseError, read_house
from conformance.index import entries_of
from conformance.lines import CaseLine, Header, Selection
from conformance.narrate import header_line
from conformance.nearest import nearest
from conformance.outputs import write_output
from conformance.report.colour import paint_for
from conformance.report.reading import ReportError, read_stream
from conformance.report.replay import replay_lines
from conformance.runner import AdapterUnusable, Runner
from conformance.strict_json import JsonError
from conformance.verdicts import ADAPTER_UNUSABLE, CONFORMANT, FAILED, INCOMPLETE, NOT_PLAYED, USAGE

T = TypeVar("T")
_NAMED: Final = 12
"""Names that a complaint lists."""


class NothingToShow(Exception):
    """There is no such case, file or report; `code` is the exit code."""

    def __init__(self, reason: str, code: int = USAGE) -> None:
        super().__init__(reason)
        self.code = code


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "replay",
        "play one case and show every step",
        "Play one case and show every step, in text or drawn in a page of its own. Of a report, show what it "
        "tells of a failed case; nothing is played then.",
        codes="0 it passed, 1 it did not, 2 usage or input error, 10 adapter unusable, 12 not played",
        examples=(
            "conformance replay PIN.0002 --html hand.html",
            "conformance replay PIN.0002 --adapter 'stdio: node my-adapter.js'",
            "conformance replay conformance-found/red-dog/found-1-17.json --adapter my_adapter:Adapter",
            "conformance replay report.jsonl PIN.0002",
        ),
    )
    parser.add_argument(
        "case",
        metavar="CASE",
        help="the id of a case, a file of cases such as random play writes, or a report (FILE.jsonl)",
    )
    parser.add_argument(
        "which",
        nargs="?",
        metavar="ID",
        help="which case of a file or report (default: the only one that is there)",
    )
    parser.add_argument("--adapter", metavar="SPEC", help=f"{SPECS} (default: reference)")
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus than the bundled one")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="fix a house option"
    )
    parser.add_argument("--timeout-factor", type=factor, default=1.0, metavar="X", help=TIMEOUTS)
    parser.add_argument(
        "--html", metavar="FILE.html", type=Path, help="draw it in a page instead, to be opened from disk"
    )


def run(arguments: argparse.Namespace) -> int:
    """Show it; the exit code is that of a run of this case alone."""
    try:
        corpus = load_corpus(arguments.corpus)
        if _is_report(Path(arguments.case)):
            header, line = _reported(arguments)
        else:
            header, line = _played(arguments, corpus)
    except (JsonError, HouseError, ReportError) as error:
        return _refuse(str(error), USAGE)
    except NothingToShow as nothing:
        return _refuse(str(nothing), nothing.code)
    except AdapterError as error:
        return _refuse(error.text(), USAGE if isinstance(error, SpecError) else ADAPTER_UNUSABLE)
    except AdapterUnusable as unusable:
        return _refuse(f"the adapter cannot be used: {unusable.text()}", ADAPTER_UNUSABLE)
    if arguments.html is not None:
        played = line.id if _is_report(Path(arguments.case)) else arguments.case
        return _draw(arguments.html, header, line, played)
    for text in replay_lines(line, corpus.clauses, paint_for(sys.stdout)):
        print(text)
    return CONFORMANT if line.fault is None else FAILED


# -- played now


def _played(arguments: argparse.Namespace, corpus: Corpus) -> tuple[Header, CaseLine]:
    """The verdict on a case, told in full; who gave it stands in the header."""
    entry = _find(arguments.case, arguments.which, corpus)
    house = read_house(arguments.option)
    folder = None if arguments.corpus is None else str(arguments.corpus)
    terms = Terms(arguments.adapter or "reference", {**house}, folder, arguments.timeout_factor)
    runner = Runner(find_adapter(terms.spec, DEFAULT_LIMITS.scaled(terms.timeout_factor)))
    try:
        hello = runner.hello()
        (line,) = Exam(runner, corpus, house, in_full=True).lines([entry])
    finally:
        runner.close()
    if line.status in NOT_PLAYED:
        raise NothingToShow(f"{entry.id} is not played: {line.reason}", INCOMPLETE)
    selection = Selection([], [], [entry.id], [], terms.options, False, folder)
    return header_line(terms, hello, corpus, selection, [entry]), line


def _find(name: str, which: str | None, corpus: Corpus) -> Entry:
    """The entry of that id, or the case in the file of that name; the corpus knows its clauses."""
    entries = {entry.id: entry for entry in entries_of(corpus)}
    if name in entries:
        if which is not None:
            raise NothingToShow(f"{name} is a case itself, {which!r} is one too many")
        return entries[name]
    path = Path(name)
    if not _may_be_file(name):
        raise NothingToShow(
            f"there is no case and no file {name!r}{nearest(name, entries) or ', see conformance list'}"
        )
    if not path.is_file():
        raise NothingToShow(f"there is no file {name}")
    case = _of_several({case.id: case for case in _cases_of(path)}, which, path, "case")
    for clause in case.clauses:
        if clause not in corpus.clauses:
            raise CorpusError(path, case.pointer, f"there is no clause {clause} in the catalogues")
    return case


def _of_several(there: Mapping[str, T], which: str | None, path: Path, what: str) -> T:
    """The one that is meant of what a file holds."""
    if which is None and len(there) == 1:
        return next(iter(there.values()))
    names = f"{', '.join([*there][:_NAMED])}{', ...' if len(there) > _NAMED else ''}"
    if which is None:
        raise NothingToShow(
            f"{path} has {len(there)} {what}s; name one behind it: {names}"
            if there
            else f"{path} has no {what}"
        )
    if which not in there:
        raise NothingToShow(f"{path} has no {what} {which!r}{nearest(which, there)}; there are {names}")
    return there[which]


def _may_be_file(name: str) -> bool:
    """Whether a name that is no case's can only be meant as that of a file."""
    return Path(name).exists() or "/" in name or Path(name).suffix.startswith(".json")


def _cases_of(path: Path) -> Sequence[Entry]:
    try:
        return read_cases(path)
    except JsonError as error:
        raise NothingToShow(f"{path} is neither a file of cases nor a report: {error}") from error


# -- as a report has it


def _is_report(path: Path) -> bool:
    """Whether a file is meant as a report; those of cases end in .json, and begin otherwise."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return path.suffix == ".jsonl" or file.read(40).startswith(b'{"type":"')


def _reported(arguments: argparse.Namespace) -> tuple[Header, CaseLine]:
    """A verdict of a report with the header of that."""
    path, which = Path(arguments.case), arguments.which
    if arguments.adapter is not None or arguments.option:
        raise NothingToShow(
            f"{path} is a report, which tells what came already; to play a case again, name the case alone"
        )
    stream = read_stream(path)
    lines = {line.id: line for line in stream.lines}
    told = {name: line for name, line in lines.items() if line.course.steps}
    if which in lines and which not in told:
        line = lines[which]
        why = f"it was not played, {line.reason}" if line.status in NOT_PLAYED else "it passed"
        raise NothingToShow(f"{path} does not tell the steps of {which}: {why}", INCOMPLETE)
    line = _of_several(told, which, path, "failed case" if len(told) == 1 else "failed cases")
    if stream.header is None:
        raise NothingToShow(f"{path} does not say who was judged")
    return stream.header, line


# -- what is shown


def _draw(file: Path, header: Header, line: CaseLine, name: str) -> int:
    from conformance.report.html.page import replay_page  # what draws is not imported by those who read text

    write_output(file, replay_page(header, line, name))
    return CONFORMANT if line.fault is None else FAILED


def _refuse(reason: str, code: int) -> int:
    say(reason.rstrip())
    return code
