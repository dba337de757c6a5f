"""``conformance report``: what can be made of reports that runs have left."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from conformance.ending import say
from conformance.json_style import one_line
from conformance.lines import Footer, Interrupted, encode_line
from conformance.outputs import Named, check_distinct, write_output
from conformance.report.badge import LABEL, badge_json, badge_of, badge_svg
from conformance.report.diff import OtherCorpus, compare, diff_code, diff_lines
from conformance.report.merge import CannotMerge, merge
from conformance.report.reading import ReportError, Stream, read_stream
from conformance.verdicts import CONFORMANT, INCOMPLETE, USAGE
from conformance.visible import visible_line

_CODES: Final = "Exit codes: 0 written, 2 usage or input error, 12 written, but a report did not finish."
_DIFF_CODES: Final = (
    "Exit codes: 0 no new failures, 1 new failures, 2 usage or input error or other corpora, 12 a report "
    "did not finish."
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command, one part for each thing that can be made."""
    parser = commands.add_parser(
        "report",
        help="merge, compare and draw reports",
        description="Make something of reports that 'conformance run --report FILE.jsonl' has written.",
    )
    parts = parser.add_subparsers(title="what to make", metavar="PART", dest="part", required=True)
    _add_html(parts)
    _add_merge(parts)
    _add_diff(parts)
    _add_badge(parts)


def _part(
    parts: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    does: str,
    codes: str,
    examples: Sequence[str],
) -> argparse.ArgumentParser:
    shown = "\n".join(f"  {example}" for example in examples)
    return parts.add_parser(
        name,
        help=does,
        description=does[0].upper() + does[1:] + ".",
        epilog=f"{codes}\n\nfor example:\n{shown}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_html(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    examples = (
        "conformance report html mine.jsonl -o mine.html",
        "conformance report html mine.jsonl theirs.jsonl -o both.html",
    )
    parser = _part(parts, "html", "draw reports in one page, beside each other if several", _CODES, examples)
    parser.add_argument("reports", nargs="+", metavar="FILE.jsonl", type=Path)
    parser.add_argument("-o", "--output", required=True, metavar="FILE.html", type=Path)


def _add_merge(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    examples = ("conformance report merge part-1.jsonl part-2.jsonl -o whole.jsonl",)
    parser = _part(parts, "merge", "put reports on one implementation together", _CODES, examples)
    parser.add_argument("reports", nargs="+", metavar="FILE.jsonl", type=Path)
    parser.add_argument("-o", "--output", required=True, metavar="FILE.jsonl", type=Path)


def _add_diff(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    examples = (
        "conformance report diff before.jsonl after.jsonl",
        "conformance report diff --common released.jsonl today.jsonl",
    )
    parser = _part(
        parts, "diff", "tell new failures first, then what is fixed, then coverage", _DIFF_CODES, examples
    )
    parser.add_argument("old", metavar="OLD.jsonl", type=Path)
    parser.add_argument("new", metavar="NEW.jsonl", type=Path)
    parser.add_argument(
        "--common", action="store_true", help="only the cases that both have, even of different corpora"
    )


def _add_badge(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    examples = (
        "conformance report badge mine.jsonl -o badge.json",
        "conformance report badge mine.jsonl --rules ton --svg badge.svg",
    )
    parser = _part(parts, "badge", "put the three figures into a badge", _CODES, examples)
    parser.add_argument("report", metavar="FILE.jsonl", type=Path)
    parser.add_argument(
        "-o", "--output", metavar="FILE.json", type=Path, help="what badge services read (default: printed)"
    )
    parser.add_argument("--svg", metavar="FILE.svg", type=Path, help="a picture that needs no service")
    parser.add_argument("--rules", action="append", default=[], metavar="ID", help="only this rule set")
    parser.add_argument("--label", default=LABEL, help="its left part (default: %(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Make it; returns the exit code."""
    make: Callable[[argparse.Namespace], int] = _PARTS[arguments.part]
    try:
        return make(arguments)
    except (ReportError, CannotMerge, OtherCorpus) as error:
        return _refuse(str(error))


def _html(arguments: argparse.Namespace) -> int:
    from conformance.report.html.page import MOST_STREAMS, report_page

    _check_names(arguments.reports, [arguments.output])
    streams = [read_stream(path) for path in arguments.reports]
    if len(streams) > MOST_STREAMS:
        return _refuse(f"a page has room for {MOST_STREAMS} reports")
    write_output(arguments.output, report_page(streams))
    return _code(streams)


def _merge(arguments: argparse.Namespace) -> int:
    _check_names(arguments.reports, [arguments.output])
    lines = merge([read_stream(path) for path in arguments.reports])
    write_output(arguments.output, b"".join(map(encode_line, lines)))
    if isinstance(lines[-1], Interrupted):
        say(visible_line(f"{arguments.output} is incomplete: {lines[-1].reason}"))
    return CONFORMANT if isinstance(lines[-1], Footer) else INCOMPLETE


def _diff(arguments: argparse.Namespace) -> int:
    old, new = read_stream(arguments.old), read_stream(arguments.new)
    changes = compare(old, new, common=arguments.common)
    for text in diff_lines(old, new, changes):
        print(text)
    return diff_code(old, new, changes)


def _badge(arguments: argparse.Namespace) -> int:
    _check_names([arguments.report], filter(None, [arguments.output, arguments.svg]))
    stream = read_stream(arguments.report)
    known = {line.about.rules for line in stream.lines}
    for rules in arguments.rules:
        if rules not in known and stream.finished:
            return _refuse(f"{arguments.report} has no case of {rules!r}")
    badge = badge_of(stream, arguments.rules, arguments.label)
    text = f"{one_line(badge_json(badge))}\n"
    if arguments.output is not None:
        write_output(arguments.output, text)
    elif arguments.svg is None:
        print(text, end="")
    if arguments.svg is not None:
        write_output(arguments.svg, badge_svg(badge))
    return _code([stream])


_PARTS: Final = {"html": _html, "merge": _merge, "diff": _diff, "badge": _badge}


def _check_names(reports: Iterable[Path], outputs: Iterable[Path]) -> None:
    """`OutputError` if what is made would overwrite what it is made of, or itself."""
    inputs = {path.resolve(): Named("reading", path) for path in reports}  # a report may be read twice
    check_distinct([Named("output", path) for path in outputs], inputs.values())


def _code(streams: Sequence[Stream]) -> int:
    for stream in streams:
        if not stream.finished:
            say(visible_line(f"{stream.name} did not finish: {stream.why_unfinished}"))
    return CONFORMANT if all(stream.finished for stream in streams) else INCOMPLETE


def _refuse(reason: str) -> int:
    say(reason)
    return USAGE
