"""``conformance campaign``: random play in shards, spread over many processes or machines by Dask."""

from __future__ import annotations

import argparse
import secrets
import sys
from contextlib import AbstractContextManager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from conformance.about import version
from conformance.adapters.protocol import SpecError
from conformance.adapters.registry import check_spec
from conformance.again import Terms
from conformance.arguments import SPECS, TIMEOUTS, add_command, any_whole, factor, one_of, whole
from conformance.campaign.control import Watch
from conformance.campaign.launch import Asked, Launched, Refusal, Team, launch
from conformance.campaign.player import Order
from conformance.campaign.telling import Display, kind_lines, summary_lines
from conformance.corpus import CorpusError, load_corpus
from conformance.house import HouseError, read_house
from conformance.verdicts import INCOMPLETE, USAGE
from conformance.visible import visible, visible_line
from refengine.rulesets.catalogue import GAMES

SHARD_SIZE: Final = 1000
"""Sessions; some ten seconds of play."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "campaign",
        "play at random on many machines",
        "Play random sessions beside the reference engine, in shards that Dask spreads over processes or "
        "machines. Differences are told with the case they were shrunk to.",
        codes="0 nothing differs, 1 something does, 2 usage or input error, 10 adapter unusable, 12 "
        "incomplete",
        examples=(
            "conformance campaign --adapter 'stdio: ./my-adapter' --sessions 100000",
            "conformance campaign --adapter my_adapter:Adapter --sessions 1000000 --rules ton --workers 8",
            "conformance campaign --adapter 'stdio: ./my-adapter' --sessions 100000 --resume",
        ),
    )
    parser.add_argument("--adapter", required=True, metavar="SPEC", help=SPECS)
    parser.add_argument(
        "--sessions", required=True, type=whole(1), metavar="N", help="so many sessions of each rule set"
    )
    parser.add_argument(
        "--rules",
        action="append",
        default=[],
        type=one_of("rule set", [*GAMES]),
        metavar="ID",
        help="only this rule set",
    )
    parser.add_argument(
        "--seed", type=any_whole, default=1, metavar="S", help="where sessions come from (%(default)s)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("campaign"), metavar="DIR", help="where to write (%(default)s)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with what is there")
    parser.add_argument("--stop-after", type=whole(1), metavar="K", help="end after K kinds of differences")
    parser.add_argument(
        "--shard-size", type=whole(1), default=SHARD_SIZE, metavar="M", help="sessions a shard (%(default)s)"
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--workers", type=whole(1), metavar="K", help="processes here (default: one a core)")
    who.add_argument("--scheduler", metavar="ADDRESS", help="the Dask scheduler whose workers play")
    _add_judging(parser)


def _add_judging(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="fix a house option"
    )
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="another corpus than the bundled one")
    parser.add_argument("--strict-rulings", action="store_true", help="rulings that differ count too")
    parser.add_argument("--timeout-factor", type=factor, default=1.0, metavar="X", help=TIMEOUTS)


def run(arguments: argparse.Namespace) -> int:
    """Play; returns the exit code."""
    if find_spec("distributed") is None:
        return _refuse(
            "campaign needs Dask distributed: pip install 'pytest-cardrules[campaign]'. "
            "Without it: conformance run --random N -n WORKERS",
            USAGE,
        )
    from conformance.campaign.cluster import ClusterError

    try:
        asked = _asked(arguments)
        launched = _launch(arguments, asked)
    except SpecError as error:
        return _refuse(error.text(), USAGE)
    except (CorpusError, HouseError, ClusterError) as error:
        return _refuse(str(error), USAGE)
    except Refusal as refusal:
        return _refuse(str(refusal), refusal.exit_code)
    except KeyboardInterrupt:
        return _refuse("interrupted before anything was played", INCOMPLETE)
    folder = None if arguments.corpus is None else str(arguments.corpus)
    return _told(launched, asked, Terms(asked.spec, {**asked.house}, folder, arguments.timeout_factor))


def _asked(arguments: argparse.Namespace) -> Asked:
    if arguments.scheduler is None:  # elsewhere other names may be known
        check_spec(arguments.adapter)
    return Asked(
        spec=arguments.adapter,
        rules=list(dict.fromkeys(arguments.rules)),
        seed=arguments.seed,
        sessions=arguments.sessions,
        shard_size=arguments.shard_size,
        house=read_house(arguments.option),
        folder=arguments.out,
    )


def _launch(arguments: argparse.Namespace, asked: Asked) -> Launched:
    from conformance.campaign.cluster import Where, cluster

    order = Order(
        name=f"conformance-{secrets.token_hex(4)}",
        kit=version(),
        spec=asked.spec,
        timeout_factor=arguments.timeout_factor,
        seed=asked.seed,
        house=asked.house,
    )

    def gather() -> AbstractContextManager[Team]:
        return cluster(Where(arguments.scheduler, arguments.workers), order)

    display = Display()
    watch = Watch(arguments.stop_after, arguments.strict_rulings, display.show)
    try:
        return launch(asked, load_corpus(arguments.corpus), gather, watch, resume=arguments.resume)
    finally:
        display.clear()


def _told(launched: Launched, asked: Asked, terms: Terms) -> int:
    campaign, header = launched.campaign, launched.header
    assert campaign.end is not None
    kinds = campaign.kinds()
    for kind in kinds:
        print("\n".join(map(visible_line, [*kind_lines(kind, header.plan.seed, terms, asked.folder), ""])))
    for rules, reason in launched.not_played.items():
        print(visible_line(f"not played: {rules}: {reason}"))
    for text in summary_lines(campaign.progress, kinds, campaign.end, header.plan):
        print(visible_line(text))
    return campaign.end.exit_code


def _refuse(reason: str, code: int) -> int:
    print(visible(reason), file=sys.stderr)
    return code
