"""``conformance table``: the kit and engines that nobody here wrote, side by side."""

from __future__ import annotations

import argparse
import platform
import shlex
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from conformance.about import NAME, version
from conformance.adapters.registry import find_adapter
from conformance.all_hands import Progress
from conformance.arguments import add_command, any_whole, one_of, whole
from conformance.corpus import Corpus, load_corpus
from conformance.outputs import write_output
from conformance.runner import AdapterUnusable
from conformance.table.corpus_play import examine
from conformance.table.peers import BY_NAME, PEERS, Peer
from conformance.table.play import CHECKS, Played, greet, play
from conformance.table.ranks import rank
from conformance.table.sheet import Made, Result, page
from conformance.verdicts import USAGE
from conformance.visible import visible_line
from conformance.wording import WIDTH, action_in_words, actor_in_words, cut, value_in_words


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "table",
        "show what comes out for engines that nobody here wrote",
        "Ask the implementations that are installed, each in a process of its own: evaluators about hands, "
        "PokerKit about the corpus, engines of other games about what holds in every game. Writes a page of "
        "Markdown.",
        codes="0 the table was made, 2 usage error",
        examples=(
            "conformance table --out table.md",
            "conformance table --peers treys,eval7 --all-hands",
            "conformance table --peers rlcard --rules x-holdem --session 3",
        ),
    )
    parser.add_argument(
        "--peers",
        type=_peers,
        metavar="NAME,...",
        help=f"only these (of {', '.join(BY_NAME)}; default: all installed)",
    )
    parser.add_argument("--out", metavar="FILE.md", help="write the table to a file")
    parser.add_argument(
        "--sessions",
        type=whole(1),
        default=100,
        metavar="N",
        help="random sessions a game (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=any_whole, default=1, metavar="S", help="of the random sessions (default: 1)"
    )
    parser.add_argument(
        "--all-hands",
        action="store_true",
        help="ask evaluators about every hand of their packs, not only one of each kind",
    )
    parser.add_argument(
        "--rules", metavar="ID", type=one_of("game", sorted(CHECKS)), help="only this game of an engine"
    )
    parser.add_argument(
        "--session", type=whole(0), metavar="N", help="show this session of an engine step by step"
    )


def _peers(text: str) -> list[str]:
    return list(map(one_of("peer", [*BY_NAME]), text.split(",")))


def run(arguments: argparse.Namespace) -> int:
    """Make the table, or show one session."""
    named = arguments.peers or list(BY_NAME)
    peers = [peer for peer in PEERS if peer.name in named]
    if arguments.session is not None:
        return _show(arguments, peers)
    corpus = load_corpus(None)
    installed = [peer for peer in peers if peer.version is not None]
    results = [_ask(peer, corpus, arguments) for peer in installed]
    made = Made(
        date=date.today().isoformat(),
        command=_command(arguments),
        kit=f"{NAME} {version()}, {platform.python_implementation()} {platform.python_version()}",
        corpus=corpus.digest,
        seed=arguments.seed,
    )
    missing = [peer for peer in peers if peer.version is None]
    text = "\n".join(page(made, results, missing)) + "\n"
    if arguments.out is None:
        sys.stdout.write(text)
        return 0
    write_output(Path(arguments.out), text)
    return 0


def _command(arguments: argparse.Namespace) -> str:
    words = ["conformance", "table"]
    if arguments.peers:
        words += ["--peers", ",".join(arguments.peers)]
    if arguments.rules:
        words += ["--rules", arguments.rules]
    words += ["--sessions", str(arguments.sessions), "--seed", str(arguments.seed)]
    return shlex.join(words + (["--all-hands"] if arguments.all_hands else []))


def _ask(peer: Peer, corpus: Corpus, arguments: argparse.Namespace) -> Result:
    """All that one peer is asked."""
    adapter = find_adapter(peer.spec)
    _say(peer.name)
    try:
        match peer.kind:
            case "evaluator":
                ranked = rank(adapter, corpus, all_hands=arguments.all_hands, progress=_progress(peer.name))
                return Result(peer, ranked=ranked)
            case "draw":
                return Result(peer, lines=examine(adapter, corpus))
            case "engine":
                numbers = range(arguments.sessions)
                return Result(peer, played=_play(peer, arguments, numbers))
    except AdapterUnusable as unusable:
        return Result(peer, trouble=visible_line(unusable.reason))


def _play(peer: Peer, arguments: argparse.Namespace, numbers: range) -> tuple[Played, ...]:
    adapter = find_adapter(peer.spec)
    games = [rules for rules in greet(adapter).rules if arguments.rules in (None, rules)]
    return tuple(play(adapter, rules, arguments.seed, numbers) for rules in games)


def _say(text: str) -> None:
    """On a terminal, where it is overwritten by what is said next."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text:<70}")
        sys.stderr.flush()


def _progress(name: str) -> Progress:
    return lambda done, total: _say(f"{name}: {done:,} of {total:,} hands")


# -- one session


def _show(arguments: argparse.Namespace, peers: Sequence[Peer]) -> int:
    engines = [peer for peer in peers if peer.kind == "engine"]
    if len(engines) != 1 or engines[0].version is None:
        print("--session needs --peers with one engine that is installed", file=sys.stderr)
        return USAGE
    numbers = range(arguments.session, arguments.session + 1)
    try:
        for played in _play(engines[0], arguments, numbers):
            _tell(played)
    except AdapterUnusable as unusable:
        print(f"{engines[0].name} cannot be asked: {unusable.text()}", file=sys.stderr)
    return 0


def _tell(played: Played) -> None:
    if not played.findings:
        print(f"{played.rules}: {played.trouble or 'nothing found in this session'}")
        return
    longest = max((finding.shortest for finding in played.findings), key=lambda one: len(one.history))
    table, stacks = longest.table, " ".join(map(str, longest.table.stacks))
    print(f"{played.rules}, session {longest.number}, {table.seats} seats")
    print(f"  stacks {stacks}, dealer {table.dealer}")
    for done in longest.history:
        view = done.sight.referee
        said = f"{actor_in_words(done.attempt.actor)}: {action_in_words(done.attempt.action)}"
        print(cut(f"  {said}", WIDTH))
        keys = [
            key for key in ("stacks", "pot", "board", "actor", "trump") if view.get(key) not in (None, [])
        ]
        print(cut(f"      {'; '.join(f'{key} {value_in_words(view[key])}' for key in keys)}", WIDTH))
    dealt = longest.history[0].sight.seats if longest.history else ()  # it can break at the deal
    for seat, view in enumerate(dealt):
        print(f"  seat {seat} was dealt {value_in_words(view.get('hand'))}")
    for finding in played.findings:
        print(f"does not hold: {finding.name}")
        print(f"  {finding.detail}")
