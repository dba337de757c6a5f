"""Who plays whole hands at random, and how each likes to be asked.

A contestant deals, asks for the legal actions, picks one of them at random, and applies it through its public
functions, hand after hand: four seats with deep stacks wherever it lets one choose. A pass plays
so many hands and says how many actions that took, chance included where the contestant is told what chance
did. The picking is part of what is measured, and so is the making of the action, by its public constructor;
no contestant looks at a view of the state. Peers shuffle in their own code, this engine is told the order: so
orders of cards come from a store that the first pass fills, which is not timed.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import starmap
from operator import itemgetter
from random import Random
from statistics import median
from time import perf_counter_ns, thread_time_ns
from types import ModuleType
from typing import Final, NamedTuple, Protocol, TypeVar

from conformance.benchmarks.kit import KIT
from conformance.benchmarks.scorers import OURS, version_of
from refengine.actions import Action, Argument
from refengine.cards import Cards
from refengine.game import Game, Setup, Step
from refengine.menus import NOTHING, Amounts, Domain, OneOf, OrderOfCards, SomeOf
from refengine.rulesets import brazilian_pingo, italian_invito, italian_progressive, ton
from refengine.seating import Seat

Pass = Callable[[], int]
"""Plays some hands to their end; the number of actions."""

S = TypeVar("S")

STACK: Final = 1_000_000
SEATS: Final = 4


class TableContestant(NamedTuple):
    """`prepare` makes the pass over so many hands; it may import what `distribution` brings."""

    name: str
    distribution: str
    prepare: Callable[[int], Pass]


def _peer(package: str) -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a peer uses that is deprecated is not for us to mend
        return import_module(package)


# -- ours
class _Chance:
    """Picks arguments. Orders of cards are picked from a store, so that shuffling is not what is measured."""

    def __init__(self, orders: dict[int, list[Callable[[Cards], Cards]]]) -> None:
        self.number: Final = Random(1).random
        self.orders: Final = orders

    def order(self, cards: Cards) -> Cards:
        """The cards in one of fifty orders for their number."""
        size = len(cards)
        if size < 2:
            return cards
        if size not in self.orders:
            chance = Random(size)
            orders = [chance.sample(range(size), size) for _ in range(50)]
            self.orders[size] = [itemgetter(*order) for order in orders]
        return self.orders[size][int(self.number() * 50)](cards)

    def argument(self, domain: Domain) -> Argument:
        """Some argument that `domain`, which is not `NOTHING`, admits: the least amount, any cards."""
        if isinstance(domain, OneOf):
            cards = domain.cards
            return cards[int(self.number() * len(cards))]
        if isinstance(domain, Amounts):
            return domain.low
        if isinstance(domain, OrderOfCards):
            return self.order(domain.cards)
        if isinstance(domain, SomeOf):
            more = int(self.number() * (domain.most - domain.fewest + 1))
            return self.order(domain.cards)[: domain.fewest + more]
        return None


def _session(game: Game[S], seats: int, hands: int) -> Pass:
    """A session that the table does not end before `hands` hands. One that ends by itself is begun anew."""
    setup = Setup(seats, (STACK,) * seats, Seat(0), {})
    orders: dict[int, list[Callable[[Cards], Cards]]] = {}  # filled by the pass that is not timed

    def one_pass() -> int:
        chance = _Chance(orders)
        number, argument = chance.number, chance.argument
        apply = game.apply
        step: Step[S] = game.start(setup)
        played = actions = 0
        while played < hands:
            menu = step.menu
            offers, actor = menu.offers, menu.actor
            if actor is None:
                played += 1
                step = game.start(setup)
                continue
            offer = offers[int(number() * len(offers))]
            verb, domain = offer.verb, offer.domain
            if verb == "end_session":
                continue
            if verb == "next_hand":
                played += 1
            action = Action(actor, verb, None if domain is NOTHING else argument(domain))
            step = apply(step.state, action)
            actions += 1
        return actions

    return one_pass


# -- peers
def _pokerkit_state(pokerkit: ModuleType) -> Callable[[], _AnyState]:
    """Five-card draw put together from the parts that it has; the cards it deals itself."""
    kept = {"CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING", "RUNOUT_COUNT_SELECTION"}
    automations = tuple(one for one in pokerkit.Automation if one.name not in kept)
    position = pokerkit.Opening.POSITION
    streets = (
        pokerkit.Street(False, (False,) * 5, 0, False, position, 1, None),
        pokerkit.Street(False, (), 0, True, position, 1, None),
    )
    return partial(
        pokerkit.State,
        automations,
        pokerkit.Deck.STANDARD,
        (pokerkit.StandardHighHand,),
        streets,
        pokerkit.BettingStructure.NO_LIMIT,
        False,
        1,
        0,
        0,
        (STACK,) * SEATS,
        SEATS,
        mode=pokerkit.Mode.CASH_GAME,
    )


def _pokerkit(hands: int) -> Pass:
    new = _pokerkit_state(_peer("pokerkit"))

    def one_pass() -> int:
        chance = Random(1)
        return sum(_pokerkit_hand(new(), chance) for _ in range(hands))

    return one_pass


class _AnyState(Protocol):
    """What is used of PokerKit's state, which need not be installed to be typed."""

    status: bool
    bets: list[int]
    hole_cards: list[list[object]]
    actor_index: int | None
    stand_patter_or_discarder_index: int | None
    min_completion_betting_or_raising_to_amount: int | None

    def deal_hole(self) -> object: ...
    def can_fold(self) -> bool: ...
    def fold(self) -> object: ...
    def check_or_call(self) -> object: ...
    def can_complete_bet_or_raise_to(self) -> bool: ...
    def complete_bet_or_raise_to(self, amount: int | None) -> object: ...
    def stand_pat_or_discard(self, cards: list[object]) -> object: ...


def _pokerkit_hand(s: _AnyState, chance: Random) -> int:
    actions = 0
    for _ in range(5 * SEATS):
        s.deal_hole()
    while s.status:
        if s.actor_index is not None:
            words = [s.check_or_call]
            if max(s.bets) > s.bets[s.actor_index] and s.can_fold():
                words.append(s.fold)
            if s.can_complete_bet_or_raise_to():
                least = s.min_completion_betting_or_raising_to_amount
                words.append(partial(s.complete_bet_or_raise_to, least))
            words[int(chance.random() * len(words))]()
            actions += 1
        elif s.stand_patter_or_discarder_index is not None:
            cards = list(s.hole_cards[s.stand_patter_or_discarder_index])
            s.stand_pat_or_discard(cards[: int(chance.random() * 4)])
            actions += 1
        else:
            s.deal_hole()
    return actions


def _pokerfast(hands: int) -> Pass:
    new = _peer("pokerfast").FastHand

    def one_pass() -> int:
        chance = Random(1)
        actions = 0
        for _ in range(hands):
            hand = new(player_count=SEATS, rng=chance, min_stack=STACK, max_stack=STACK)
            while space := hand.get_action_space():
                words = [word for word in space if word not in ("player", "max_bet")]
                word = words[int(chance.random() * len(words))]
                if word == "min_bet":
                    hand.bet_or_raise(space["min_bet"])
                else:
                    getattr(hand, word)()
                actions += 1
        return actions

    return one_pass


def _pokers(hands: int) -> Pass:
    """Its showdowns print to standard output, so that goes nowhere meanwhile."""
    pokers = _peer("pokers")

    def one_pass() -> int:
        number = Random(1).random
        new, act, raising = pokers.State.from_seed, pokers.Action, pokers.ActionEnum.Raise
        actions = 0
        with _printing_nothing():
            for hand in range(hands):
                state = new(SEATS, hand % SEATS, 1, 2, float(STACK), hand)
                while not state.final_state:
                    legal = state.legal_actions
                    word = legal[int(number() * len(legal))]
                    state = state.apply_action(act(word, state.min_bet if word == raising else 0))
                    actions += 1
        return actions

    return one_pass


@contextmanager
def _printing_nothing() -> Iterator[None]:
    sys.stdout.flush()
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _open_spiel(game: str) -> Callable[[int], Pass]:
    """One of its games with its default table, chance included among the actions."""

    def prepare(hands: int) -> Pass:
        new = _peer("pyspiel").load_game(game).new_initial_state

        def one_pass() -> int:
            number = Random(1).random
            actions = 0
            for _ in range(hands):
                state = new()
                while not state.is_terminal():
                    legal = state.legal_actions()
                    state.apply_action(legal[int(number() * len(legal))])
                    actions += 1
            return actions

        return one_pass

    return prepare


DRAW: Final = (
    TableContestant("refengine, brazilian-pingo", OURS, partial(_session, brazilian_pingo.GAME, SEATS)),
    TableContestant("refengine, italian-invito", OURS, partial(_session, italian_invito.GAME, SEATS)),
    TableContestant(
        "refengine, italian-progressive", OURS, partial(_session, italian_progressive.GAME, SEATS)
    ),
    TableContestant("pokerkit, five-card draw", "pokerkit", _pokerkit),
    TableContestant("pokerfast, hold'em", "pokerfast", _pokerfast),
    TableContestant("pokers, hold'em", "pokers", _pokers),
    TableContestant("open_spiel, universal_poker", "open_spiel", _open_spiel("universal_poker")),
)
TRICKS: Final = (
    TableContestant("refengine, ton, four seats", OURS, partial(_session, ton.GAME, SEATS)),
    TableContestant("refengine, ton, three seats", OURS, partial(_session, ton.GAME, 3)),
    TableContestant("refengine, ton, two seats", OURS, partial(_session, ton.GAME, 2)),
    TableContestant("open_spiel, euchre", "open_spiel", _open_spiel("euchre")),
)


class TableWorkload(NamedTuple):
    """What is measured together: `hands` to a pass."""

    title: str
    contestants: tuple[TableContestant, ...]
    hands: int
    rounds: int
    clock: Callable[[], int] = thread_time_ns
    """In nanoseconds: the work of the thread, or, where another process works, the time that passes."""


TABLES: Final = {
    "hands": TableWorkload("whole hands of poker, random play", DRAW, 200, 9),
    "tricks": TableWorkload("whole deals of five tricks, random play", TRICKS, 200, 9),
    "corpus": TableWorkload(
        "200 cases of the corpus, asked of the reference engine: a case for a hand, a request for an action",
        tuple(starmap(TableContestant, KIT)),
        200,
        3,
        perf_counter_ns,
    ),
}


class HandsRow(NamedTuple):
    """One contestant's median pass: nanoseconds of the thread, and the actions that it took."""

    name: str
    version: str
    nanoseconds: float
    actions: int


def measure_tables(workload: TableWorkload, rounds: int) -> list[HandsRow]:
    """The contestants take turns, pass by pass, after one pass each that is not timed."""
    passes = [
        (one.name, version, one.prepare(workload.hands))
        for one in workload.contestants
        if (version := version_of(one)) is not None
    ]
    actions = {name: one_pass() for name, _, one_pass in passes}
    times: dict[str, list[int]] = {name: [] for name, _, _ in passes}
    for _ in range(rounds):
        for name, _, one_pass in passes:
            start = workload.clock()
            one_pass()
            times[name].append(workload.clock() - start)
    return [HandsRow(name, version, median(times[name]), actions[name]) for name, version, _ in passes]


def table_of_hands(workload: TableWorkload, rows: list[HandsRow]) -> str:
    """The rows from fast to slow, each with its ratios to the first peer: of hands, and of time an action."""
    first = next((row for row in rows if not row.name.startswith(OURS)), rows[0])
    lines = [["", "version", "hands/s", "us an action", "x hands", "x time an action"]]
    for row in sorted(rows, key=lambda row: row.nanoseconds):
        an_action = row.nanoseconds / row.actions
        lines.append(
            [
                row.name,
                row.version,
                f"{workload.hands / row.nanoseconds * 10**9:,.0f}",
                f"{an_action / 1000:.2f}",
                f"{first.nanoseconds / row.nanoseconds:.2f}",
                f"{an_action / (first.nanoseconds / first.actions):.3f}",
            ]
        )
    return "\n".join([f"{workload.title}; ratios to {first.name}", *aligned(lines)])


def aligned(lines: list[list[str]]) -> list[str]:
    """Cells in columns, the first two to the left."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]
