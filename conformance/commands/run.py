"""``conformance run``: the pytest plugin and its suite, with the output of a command of its own."""

from __future__ import annotations

import argparse
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from conformance.arguments import SPECS, TIMEOUTS, add_command, any_whole, factor, level, whole, workers
from conformance.ending import say
from conformance.verdicts import ADAPTER_UNUSABLE, INCOMPLETE, USAGE
from conformance.visible import visible

if TYPE_CHECKING:
    from conformance.session.display import Display

_PASSED_ON: Final = ("rules", "clause", "case", "level", "option")
"""Options that the plugin has under the same name and that may be given more than once."""
_PASSED_ON_ONCE: Final = (
    *("corpus", "known", "report", "html", "trace", "timeout_factor"),
    *("random", "seed", "found", "shard", "tier"),
)
_OF_CASES: Final = (
    *("clause", "case", "level", "tier", "corpus", "known", "known_update", "report", "html", "junit"),
    *("trace", "found", "strict_rulings", "workers", "fail_fast", "last_failed"),
)
"""Options that mean nothing where no cases are played."""
_SUITE: Final = Path(__file__).parent.parent / "suite"
_QUIET: Final = (
    *("-qq", "--tb=no", "-rN", "--no-header", "--show-capture=no"),
    *("-p", "no:warnings", "-p", "no:tmpdir", "-p", "no:cacheprovider"),
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "run",
        "judge an implementation by the corpus",
        "Judge an implementation by the corpus.",
        codes="0 conformant, 1 a must or option case, or a random session, failed, 2 usage or input error, "
        "10 adapter unusable, 11 known failures out of date, 12 incomplete",
        examples=(
            "conformance run --adapter 'stdio: node my-adapter.js'",
            "conformance run --adapter http://127.0.0.1:8080/ --rules red-dog",
            "conformance run --adapter my_adapter:Adapter --clause 'DOG-1*' --level must",
            "conformance run --adapter 'stdio: ./my-adapter' --random 1000 -n auto --html report.html",
        ),
    )
    parser.add_argument(
        "--adapter", metavar="SPEC", help=f"{SPECS} (default: the reference engine behind a pipe)"
    )
    _add_selection(parser)
    _add_random_play(parser)
    _add_files(parser)
    parser.add_argument(
        "--all-hands",
        action="store_true",
        help="then rank every hand of the packs that are claimed, too: about a minute for 52 cards",
    )
    parser.add_argument("--timeout-factor", type=factor, metavar="X", help=TIMEOUTS)
    parser.add_argument(
        "-n",
        type=workers,
        metavar="WORKERS",
        dest="workers",
        help="play on so many workers, or 'auto': one a core; needs pytest-cardrules[xdist]",
    )
    parser.add_argument("-x", "--fail-fast", action="store_true", help="end at the first failure")
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="do not show on the terminal how far the run is"
    )
    parser.add_argument(
        "--last-failed", action="store_true", help="only what failed the last time, if anything"
    )


def _add_selection(parser: argparse.ArgumentParser) -> None:
    choice = parser.add_argument_group("which cases (each can be given more than once)")
    choice.add_argument("--rules", action="append", metavar="ID", help="only this rule set")
    choice.add_argument("--clause", action="append", metavar="GLOB", help="only cases about these clauses")
    choice.add_argument("--case", action="append", metavar="GLOB", help="only these cases")
    choice.add_argument(
        "--level",
        action="append",
        type=level,
        metavar="LEVEL",
        help="only cases of this level: must, option or ruling",
    )
    choice.add_argument("--option", action="append", metavar="NAME=VALUE", help="fix a house option")
    parser.add_argument(
        "--tier",
        metavar="NAME",
        help="only this tier of the corpus; smoke: as few entries as find every fault known to the kit",
    )
    parser.add_argument(
        "--shard", metavar="I/N", help="only the I-th of N parts of the cases and of random play, from 1"
    )
    parser.add_argument("--strict-rulings", action="store_true", help="a failed ruling counts too")


def _add_random_play(parser: argparse.ArgumentParser) -> None:
    play = parser.add_argument_group("random play")
    play.add_argument(
        "--random", type=whole(0), metavar="N", help="then play N random sessions of every rule set, too"
    )
    play.add_argument("--seed", type=any_whole, metavar="S", help="the seed of random play (default: 1)")
    play.add_argument(
        "--found", metavar="DIR", help="where cases go that it has found (default: conformance-found)"
    )
    play.add_argument(
        "--invariants-only",
        action="store_true",
        help="no cases, and no reference beside the random sessions: only what holds under any house rules",
    )


def _add_files(parser: argparse.ArgumentParser) -> None:
    files = parser.add_argument_group("files")
    files.add_argument("--corpus", metavar="DIR", help="another corpus than the bundled one")
    files.add_argument("--known", metavar="FILE", help="failures that are known (TOML)")
    files.add_argument(
        "--known-update", action="store_true", help="bring that list up to date; it does not count here"
    )
    files.add_argument("--report", metavar="FILE.jsonl", help="write a line for every case")
    files.add_argument(
        "--html", metavar="FILE.html", help="write a page that shows it all, to be opened from disk"
    )
    files.add_argument("--junit", metavar="FILE.xml", help="write a report in JUnit's format")
    files.add_argument("--trace", metavar="FILE", help="keep every line exchanged with the adapter")


def run(arguments: argparse.Namespace) -> int:
    """Judge; returns the exit code."""
    from conformance.session.display import Display
    from conformance.session.last_failed import Memory

    own = arguments.adapter is not None
    spec = arguments.adapter if own else f"stdio: {shlex.quote(sys.executable)} -m conformance serve"
    if arguments.workers is not None and find_spec("xdist") is None:
        print("-n needs pytest-xdist: install pytest-cardrules[xdist]", file=sys.stderr)
        return USAGE
    if arguments.shard is not None and (arguments.invariants_only or arguments.all_hands):
        print("--shard parts the cases and --random, nothing else", file=sys.stderr)
        return USAGE
    if arguments.invariants_only:
        idle = [f"--{name.replace('_', '-')}" for name in _OF_CASES if getattr(arguments, name)]
        if idle:
            print(f"--invariants-only plays no cases: {', '.join(idle)} would do nothing", file=sys.stderr)
            return USAGE
        return _invariants_only(arguments, spec)
    display = Display([] if own else _ADVICE, quiet=arguments.quiet)
    memory = Memory(spec, arguments.corpus)
    code = _judge(arguments, spec, display, memory.failed() if arguments.last_failed else [])
    display.remember(memory)
    for warning in memory.warnings:
        say(f"warning: {warning}")
    return _EXIT_CODES.get(code, code)


def _judge(arguments: argparse.Namespace, spec: str, display: Display, only: Sequence[str]) -> int:
    """Let pytest play what was asked for, or `only` some of it, and tell what came of it; the exit code."""
    import pytest

    unseen, complaint = io.StringIO(), io.StringIO()
    try:
        with _alone(), _junit(arguments.junit) as more, display.progress.shown():
            given = [*_pytest_arguments(arguments, spec), *more]
            if only:
                given.append(f"--conformance-only={','.join(only)}")
            with redirect_stdout(unseen), redirect_stderr(complaint):
                code = int(pytest.main(given, plugins=[display]))
    except KeyboardInterrupt as interrupt:  # once more, while pytest was about to end
        display.broken_off(interrupt)
        code = INCOMPLETE
    if said := in_own_words(complaint.getvalue()):
        say(said.rstrip("\n"))
    if told := list(display.report()):
        print(visible("\n".join(told)))
    elif reason := display.why_nothing():
        say(reason)
    elif code == pytest.ExitCode.NO_TESTS_COLLECTED:
        say("nothing was played: no case is left of all that was asked for")
    elif code == pytest.ExitCode.INTERNAL_ERROR or (code and not said):
        say(f"{unseen.getvalue()}\n{KIT_ERROR}")
    return code


def in_own_words(complaint: str) -> str:
    """What pytest and the plugin say on standard error, as this command says it."""
    lines = [re.sub(r"^(?:ERROR|Exit): ", "", line) for line in complaint.splitlines() if line.strip()]
    return "".join(f"{line.replace('--conformance-', '--')}\n" for line in lines)


def _invariants_only(arguments: argparse.Namespace, spec: str) -> int:
    """Random play without reference and corpus."""
    from conformance.adapters.limits import DEFAULT_LIMITS
    from conformance.adapters.protocol import AdapterError, SpecError
    from conformance.adapters.registry import find_adapter
    from conformance.house import HouseError, read_house
    from conformance.session.unaided_runs import unaided_run

    if not arguments.random or arguments.random < 1:
        print("--invariants-only needs a number of sessions: --random N", file=sys.stderr)
        return USAGE
    try:
        adapter = find_adapter(spec, DEFAULT_LIMITS.scaled(arguments.timeout_factor or 1.0))
        house = read_house(arguments.option or ())
    except HouseError as error:
        print(error, file=sys.stderr)
        return USAGE
    except AdapterError as error:
        print(error.text(), file=sys.stderr)
        return USAGE if isinstance(error, SpecError) else ADAPTER_UNUSABLE
    seed = 1 if arguments.seed is None else arguments.seed
    return unaided_run(adapter, arguments.rules or [], house, arguments.random, seed)


_EXIT_CODES: Final = {2: INCOMPLETE, 3: INCOMPLETE, 4: USAGE, 5: INCOMPLETE}
"""What pytest's own exit codes mean here: interrupted, an internal and a usage error, no tests collected."""

KIT_ERROR: Final = (
    "This is an error in the kit, not in the implementation, and no verdict on it: please report it."
)

_ADVICE: Final = [
    "",
    "This judged the reference engine of the kit itself. To judge your own implementation, name it:",
    "  conformance run --adapter 'stdio: COMMAND ...'    (any language, by JSON-RPC over a pipe)",
    "  conformance run --adapter module:callable         (Python, in process)",
]


def _pytest_arguments(arguments: argparse.Namespace, spec: str) -> list[str]:
    given = ["--pyargs", "conformance.suite", "-p", "conformance.plugin", *_QUIET]
    given += ["-c", str(_SUITE / "pytest.ini"), f"--rootdir={_SUITE}"]
    given += [f"--conformance-adapter={spec}"]
    for name in _PASSED_ON:
        given += [f"--conformance-{name}={value}" for value in getattr(arguments, name) or ()]
    for name in _PASSED_ON_ONCE:
        if getattr(arguments, name) is not None:
            given.append(f"--conformance-{name.replace('_', '-')}={getattr(arguments, name)}")
    if arguments.strict_rulings:
        given.append("--conformance-strict-rulings")
    if arguments.all_hands:
        given.append("--conformance-all-hands")
    if arguments.known_update:
        given.append("--conformance-known-update")
    if arguments.workers is not None:
        given += ["-p", "xdist.plugin", "-n", arguments.workers]
    if arguments.fail_fast:
        given.append("-x")
    return given


@contextmanager
def _junit(path: str | None) -> Iterator[list[str]]:
    """Options for a report in JUnit's format. Pytest draws it up elsewhere: its file is opened at the end."""
    if path is None:
        yield []
        return
    with TemporaryDirectory(prefix="conformance-") as folder:
        yield [f"--junitxml={Path(folder) / 'junit.xml'}", f"--conformance-junit={path}"]


@contextmanager
def _alone() -> Iterator[None]:
    """Without the plugins and the options that a user has set for other runs of pytest."""
    before = {name: os.environ.get(name) for name in ("PYTEST_ADDOPTS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD")}
    os.environ.pop("PYTEST_ADDOPTS", None)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
