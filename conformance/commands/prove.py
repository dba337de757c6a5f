"""``conformance prove``: show that the corpus finds what is wrong, and fails nothing that is right."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from time import monotonic
from typing import Final

from conformance.adapters.inprocess import InProcessConnection
from conformance.adapters.reference import Reference
from conformance.arguments import add_command, any_whole, whole
from conformance.claims import Claims
from conformance.corpus import CorpusError
from conformance.corpus.loading import corpus_to_write
from conformance.faults.proof.jobs import Bench, Wrong
from conformance.faults.proof.proving import Plan, Proven, Prover, shortcomings
from conformance.faults.proof.quoted import MARK, quoted
from conformance.faults.proof.results import published
from conformance.faults.proof.table import page
from conformance.faults.proof.workers import Limits
from conformance.faults.registry import faults
from conformance.faults.tools import NotPlain, require_plain
from conformance.json_style import write
from conformance.marked import write_marked
from conformance.random_play import hunting
from conformance.random_play.lockstep import Comparer, Script, first_difference, script_of
from conformance.random_play.sessions import Session, draw_session, session_seed
from conformance.random_play.tables import Ground, Unplayable, ground_of
from conformance.verdicts import CONFORMANT, FAILED, USAGE
from conformance.wire import read_hello

MUTANTS: Final = 500
SESSIONS: Final = 60
HUNTED: Final = 1000
SEED: Final = 1
PAGE: Final = "mutation.md"
RANDOM_PAGE: Final = "random-play.md"
HUNTING_MARK: Final = "hunting"
MISSED: Final = 0.05
"""The share of wrong engines that random play may miss."""
LIMITS: Final = Limits(processor=60, clock=600)
"""Seconds for one wrong engine before it counts as hanging."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command's arguments."""
    parser = add_command(
        subparsers,
        "prove",
        "show that the kit finds faults",
        "Play the corpus on engines that are wrong, on mutants of the reference engine, and on engines "
        "that are "
        "right in another way. Writes MUTATION.json and tiers.json into the folder of the corpus and, in a "
        "checkout, docs/mutation.md and the table in the README.",
        codes="0 proven, 1 a wrong engine is not found by a case that claims its clause, or a right one "
        "fails, 2 usage or input error",
        examples=(
            "conformance prove --dry -n 4",
            "conformance prove --random-faults 258",
            "conformance prove --list",
        ),
    )
    parser.add_argument("--list", action="store_true", help="only list the wrong engines")
    parser.add_argument(
        "--mutants", type=whole(0), default=MUTANTS, metavar="N", help=f"how many mutants ({MUTANTS})"
    )
    parser.add_argument(
        "--random",
        type=whole(0),
        default=SESSIONS,
        metavar="N",
        help=f"random sessions for what is left ({SESSIONS})",
    )
    parser.add_argument(
        "--seed", type=any_whole, default=SEED, metavar="S", help=f"seed of the samples ({SEED})"
    )
    parser.add_argument(
        "--random-faults",
        type=whole(1),
        metavar="N",
        help="instead, play at random on N of the wrong engines, and tell how soon that finds them and how "
        "small it makes what it finds: RANDOM.json, and a table in random-play.md",
    )
    parser.add_argument(
        "--sessions",
        type=whole(1),
        default=HUNTED,
        metavar="N",
        help=f"with --random-faults, so many sessions of each at most ({HUNTED})",
    )
    parser.add_argument("-n", "--workers", type=whole(1), default=2, metavar="WORKERS", help="processes (2)")
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="another corpus folder")
    parser.add_argument("--dry", action="store_true", help="write nothing, only tell the figures")


def run(arguments: argparse.Namespace) -> int:
    """Prove, write what came of it, and say what is missing."""
    if arguments.list:
        for fault in faults().values():
            print(f"conformance.faults:{fault.id}  {fault.clause or 'protocol'}  {fault.says}")
        return 0
    if arguments.random_faults is not None:
        return _hunt(arguments)
    bench = Bench(arguments.corpus, f"{__name__}:RandomLane", arguments.random, arguments.seed)
    plan = Plan(bench, arguments.mutants, arguments.workers, LIMITS)
    begun = monotonic()
    try:
        require_plain()
        root = None if arguments.dry else corpus_to_write(arguments.corpus)
        proven = Prover(plan, _progress()).prove()
    except CorpusError as error:
        print(f"the corpus cannot be used: {error}", file=sys.stderr)
        return USAGE
    except NotPlain as error:
        print(error, file=sys.stderr)
        return USAGE
    if root is not None:
        _write(root, proven, quoted(proven.proof, date.today(), (monotonic() - begun) / 60, plan.workers))
    print(page(proven.proof, proven.smoke).partition("## Mutants")[0] if arguments.dry else _told(proven))
    missing = shortcomings(proven.proof)
    print("\n".join(missing), end="\n" if missing else "")
    return FAILED if missing else 0


def _hunt(arguments: argparse.Namespace) -> int:
    """Random play alone, on a sample of the wrong engines."""
    try:
        require_plain()
        root = None if arguments.dry else corpus_to_write(arguments.corpus)
    except (CorpusError, NotPlain) as error:
        print(error, file=sys.stderr)
        return USAGE
    number, sessions = arguments.random_faults, arguments.sessions
    content = hunting.hunting(number, sessions, arguments.seed, arguments.workers, _progress())
    if root is not None:
        (root / hunting.FILE).write_text(hunting.published(content), "utf-8")
        page_of = root.parent / "docs" / RANDOM_PAGE
        if page_of.is_file():
            write_marked(page_of, HUNTING_MARK, hunting.table(content))
    print(hunting.table(content))
    enough = len(hunting.missed(content)) <= MISSED * len(content.hunted)
    return CONFORMANT if enough else FAILED


def _told(proven: Proven) -> str:
    proof = proven.proof
    found = sum(one.lane == "corpus" for one in proof.faults)
    attributed = sum(one.attributed for one in proof.faults)
    killed = sum(one.lane in ("corpus", "hang") for one in proof.mutants)
    alarms = sum(bool(one.failed) for one in proof.unlike)
    return (
        f"{found} of {len(proof.faults)} wrong engines found, {attributed} by their clause; "
        f"{killed} of {len(proof.mutants)} mutants; "
        f"{alarms} false alarms in {len(proof.unlike)} right engines; "
        f"{len(proven.smoke)} entries are enough"
    )


def _write(root: Path, proven: Proven, for_readme: str) -> None:
    """All that is published of a proof; pages where there is a checkout of the whole."""
    (root / "MUTATION.json").write_text(published(proven.proof), "utf-8")
    tiers = write({"format": 1, "tiers": {"smoke": [*proven.smoke]}}, lambda path, _: len(path) < 2)
    (root / "tiers.json").write_text(tiers, "utf-8")
    docs = root.parent / "docs"
    if docs.is_dir():
        (docs / PAGE).write_text(page(proven.proof, proven.smoke), "utf-8")
        readme = root.parent / "README.md"
        if readme.is_file():
            write_marked(readme, MARK, for_readme)


def _progress() -> Callable[[str, int, int], None]:
    """A line on a terminal that tells how far it is; nothing elsewhere."""
    if not sys.stderr.isatty():
        return lambda *_: None

    def tell(what: str, done: int, of: int) -> None:
        end = "\n" if done == of else ""
        print(f"\r{what}: {done} of {of}   ", end=end, file=sys.stderr, flush=True)

    return tell


class RandomLane:
    """Sessions drawn once with the right engines, and played on what no case has found to be wrong.

    The reference draws and judges outside the context in which the implementation is wrong: a mutant would
    otherwise be compared with itself.
    """

    def __init__(self, sessions: int, seed: int) -> None:
        self._sessions = sessions
        self._seed = seed
        self._claims = Claims(read_hello(Reference().hello([1])))
        self._drawn: dict[str, list[tuple[Session, Script]]] = {}

    def finds(self, rules: str, implementation: Callable[[], object], wrong: Wrong) -> bool:
        ground = ground_of(self._claims, rules)
        if isinstance(ground, Unplayable):
            return False
        drawn = self._draw(rules, ground)
        with wrong():
            connection = InProcessConnection(implementation())
            answered = [connection.ask(script.requests) for _, script in drawn]
        comparer = Comparer(ground.capabilities)
        return any(
            first_difference(ground.game, session, script, outcomes, comparer) is not None
            for (session, script), outcomes in zip(drawn, answered, strict=True)
        )

    def _draw(self, rules: str, ground: Ground) -> list[tuple[Session, Script]]:
        if rules not in self._drawn:
            drawn = [
                draw_session(session_seed(self._seed, rules, number), ground)
                for number in range(self._sessions)
            ]
            self._drawn[rules] = [
                (session, script_of(session, f"{rules}-{number}", "in_turn"))
                for number, session in enumerate(drawn)
            ]
        return self._drawn[rules]
