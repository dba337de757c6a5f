"""``conformance perft``: count the positions of small deals, on the reference or beside it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from conformance.adapters.limits import DEFAULT_LIMITS
from conformance.adapters.protocol import AdapterError, Answer, Connection, SpecError
from conformance.adapters.registry import find_adapter
from conformance.arguments import TIMEOUTS, add_command, factor, one_of, whole
from conformance.convert import menu_to_json
from conformance.corpus import CorpusError, corpus_dir
from conformance.games import AnyGame
from conformance.perft.comparing import Comparison, Level, NotClaimed, Parting, Trouble, compare
from conformance.perft.counting import begin, count, divide, moves_of
from conformance.perft.deals import DEEPEST, Deal, PerftError, deals_path, read_deals
from conformance.perft.edges import Move
from conformance.runner import HELLO
from conformance.verdicts import ADAPTER_UNUSABLE, CONFORMANT, FAILED, INCOMPLETE, USAGE
from conformance.wire import BadLine, read_hello
from conformance.wording import action_in_words, actor_in_words, menu_in_words, table_in_words
from refengine.rulesets.catalogue import GAMES


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "perft",
        "count the positions of a game",
        "Count all sequences of so many actions from small published deals on: of amounts the lowest and the "
        "highest, of cards to change none and the first of the hand. With an adapter, count there too, and "
        "show the first position that differs.",
        codes="0 the counts agree, 1 they do not, 2 usage or input error, 10 adapter unusable, 12 the "
        "adapter "
        "plays none of the deals",
        examples=(
            "conformance perft red-dog",
            "conformance perft ton --deal 1 --depth 3 --divide",
            "conformance perft red-dog --adapter 'stdio: node my-adapter.js'",
        ),
    )
    parser.add_argument("rules", type=one_of("rule set", [*GAMES]), metavar="RULES", help="the rule set")
    parser.add_argument("--deal", type=whole(1), metavar="N", help="only this deal, counted from 1")
    parser.add_argument(
        "--depth", type=whole(1), metavar="D", help="so many actions, not as many as published"
    )
    parser.add_argument("--divide", action="store_true", help="the last count by first action too")
    parser.add_argument(
        "--adapter", metavar="SPEC", help="an implementation to count on beside the reference"
    )
    parser.add_argument(
        "--timeout-factor",
        type=factor,
        default=1.0,
        metavar="X",
        help=TIMEOUTS,
    )
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus folder")


def run(arguments: argparse.Namespace) -> int:
    """Count."""
    game = GAMES[arguments.rules]
    try:
        deals = _chosen(arguments)
        if arguments.adapter is not None:
            return _beside(arguments, game, deals)
        return max([_alone(arguments, game, number, deal) for number, deal in deals.items()])
    except (PerftError, CorpusError) as error:
        print(error, file=sys.stderr)
        return USAGE
    except AdapterError as error:
        print(error.text(), file=sys.stderr)
        return USAGE if isinstance(error, SpecError) else ADAPTER_UNUSABLE
    except NotClaimed as missing:
        print(f"the adapter does not play it: {missing}", file=sys.stderr)
        return INCOMPLETE


def _chosen(arguments: argparse.Namespace) -> dict[int, Deal]:
    """The deals by number, to the depth that is asked for."""
    deals = read_deals(deals_path(arguments.corpus or corpus_dir(), arguments.rules))
    if arguments.deal is not None and not 1 <= arguments.deal <= len(deals):
        raise PerftError(f"{arguments.rules} has deals 1 to {len(deals)}")
    if arguments.depth is not None and not 1 <= arguments.depth <= DEEPEST:
        raise PerftError(f"the depth is 1 to {DEEPEST}")
    return {
        number: deal if arguments.depth is None else deal._replace(depth=arguments.depth)
        for number, deal in enumerate(deals, start=1)
        if arguments.deal in (None, number)
    }


def _heading(rules: str, number: int, deal: Deal) -> str:
    actions = "1 action" if len(deal.line) == 1 else f"{len(deal.line)} actions"
    more = f", after {actions}" if deal.line else ""
    return f"{rules}, deal {number}: {deal.title}\n  {table_in_words(deal.setup)}{more}"


# -- the reference alone


def _alone(arguments: argparse.Namespace, game: AnyGame, number: int, deal: Deal) -> int:
    start = begin(game, deal)
    print(_heading(arguments.rules, number, deal))
    print(f"{'actions':>9}{'sequences':>13}")
    code = CONFORMANT
    for depth, sequences in enumerate(count(game, start, deal.depth)):
        published = deal.counts[depth] if depth < len(deal.counts) else sequences
        note = "" if sequences == published else f"   published: {published}"
        code = FAILED if note else code
        print(f"{depth:9}{sequences:13,}{note}")
    if arguments.divide:
        for move, sequences in divide(game, start, deal.depth):
            print(f"  {sequences:11,}   {_in_words(move)}")
    return code


# -- an implementation beside it


def _beside(arguments: argparse.Namespace, game: AnyGame, deals: dict[int, Deal]) -> int:
    limits = DEFAULT_LIMITS.scaled(arguments.timeout_factor)
    connection = find_adapter(arguments.adapter, limits).connect()
    codes: list[int] = []
    try:
        _greet(connection, arguments.rules)
        for number, deal in deals.items():
            print(_heading(arguments.rules, number, deal))
            try:
                found = compare(connection, game, arguments.rules, deal, deal.depth)
            except NotClaimed as missing:
                print(f"  not claimed by the adapter: {missing}")
                continue
            print("\n".join(_comparison(game, deal, found, divided=arguments.divide)))
            codes.append(CONFORMANT if found.parting is None else FAILED)
            if found.parting is not None and found.parting.is_loss:
                break
    finally:
        connection.close()
    return max(codes, default=INCOMPLETE)


def _greet(connection: Connection, rules: str) -> None:
    """Say hello; `NotClaimed` if no menus of this rule set can be had."""
    outcome = connection.ask([HELLO])[-1]
    if not isinstance(outcome, Answer):
        raise AdapterError(f"its reply to hello is no result: {outcome}")
    try:
        hello = read_hello(outcome.result)
    except BadLine as bad:
        raise AdapterError(bad.detail) from bad
    if rules not in hello.rules:
        raise NotClaimed(f"its hello does not name {rules}")
    for capability in ("play", "menu"):
        if capability not in hello.capabilities:
            raise NotClaimed(f"its hello does not claim {capability!r}")


def _comparison(game: AnyGame, deal: Deal, found: Comparison, *, divided: bool) -> Iterator[str]:
    yield f"{'actions':>9}{'reference':>13}{'adapter':>13}"
    for depth, level in enumerate(found.levels, start=1):
        ours, theirs = level.reference.total(), level.other.total()
        note = "" if not level.differing else f"   {level.differing} of the positions before differ"
        yield f"{depth:9}{ours:13,}{theirs:13,}{note}"
    if found.levels and (divided or found.parting is not None):
        yield from _divided(game, deal, found.levels[-1], only_different=not divided)
    if found.parting is not None:
        yield from _parting(deal, found.parting)


def _divided(game: AnyGame, deal: Deal, level: Level, *, only_different: bool) -> Iterator[str]:
    for branch, move in enumerate(moves_of(begin(game, deal))):
        ours, theirs = level.reference[branch], level.other[branch]
        if ours != theirs or not only_different:
            yield f"{'':9}{ours:13,}{theirs:13,}   {_in_words(move)}"


def _parting(deal: Deal, parting: Parting) -> Iterator[str]:
    node, other = parting
    path = [*deal.line, *node.path]
    yield "  The first position that differs, after:" if path else "  The very first position differs:"
    for place, move in enumerate(path, start=1):
        yield f"  {place:5}  {_in_words(move)}"
    menu = node.step.menu
    yield f"    reference  {actor_in_words(menu.actor)} may {menu_in_words(menu_to_json(menu))}"
    if isinstance(other, Trouble):
        yield f"    adapter    {other.said}"
    else:
        actor = other.view.get("actor", menu.actor)
        yield f"    adapter    {actor_in_words(actor)} may {menu_in_words(other.view['menu'])}"


def _in_words(move: Move) -> str:
    return f"{actor_in_words(move.actor)}: {action_in_words(move.action)}"
