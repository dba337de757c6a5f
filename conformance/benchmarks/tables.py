"""Who plays whole hands at random, and how each likes to be asked.

A contestant deals, asks for the legal actions, picks one of them at random, and applies it through its public
functions, hand after hand: four seats with deep stacks wherever it lets one choose. A pass plays
so many hands and says how many actions that took, chance included where the contestant is told what chance
did. The picking is part of what is measured, and so is the making of the action, by its public constructor;
no contestant looks at a view of the state. Peers list actions one by one and draw one number for each; this
engine lists verbs, and then what a verb may take, so where only one of them can be picked no number is drawn.
Peers shuffle in their own code, this engine is told the order: so orders of cards come from a store that the
first pass fills, which is not timed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import starmap
from operator import itemgetter
from random import Random
from statistics import median
from time import perf_counter_ns, thread_time_ns
from typing import Final, NamedTuple, TypeVar

from conformance.benchmarks.contests import EMPTY, OURS, version_of
from conformance.benchmarks.engines import (
    SEATS,
    STACK,
    Pass,
    open_spiel,
    pokerfast,
    pokerkit,
    pokers,
    rlcard,
)
from conformance.benchmarks.kit import KIT
from conformance.benchmarks.pipe import PIPE
from refengine.actions import Action, Argument
from refengine.cards import Cards
from refengine.game import Game, Setup, Step
from refengine.menus import NOTHING, Amounts, Domain, OneOf, OrderOfCards, SomeOf
from refengine.rulesets import brazilian_pingo, italian_invito, italian_progressive, ton
from refengine.seating import Seat

S = TypeVar("S")


class TableContestant(NamedTuple):
    """`prepare` makes the pass over so many hands; it may import what `distribution` brings."""

    name: str
    distribution: str
    prepare: Callable[[int], Pass]


# -- ours
Orders = dict[int, list[Callable[[Cards], Cards]]]
"""By their number, fifty orders of cards."""


class Chance:
    """Picks arguments. Orders of cards are picked from a store, so that shuffling is not what is measured."""

    def __init__(self, orders: Orders) -> None:
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
        if isinstance(domain, Amounts):
            return domain.low
        if isinstance(domain, OneOf):
            cards = domain.cards
            return cards[int(self.number() * len(cards))]
        if isinstance(domain, OrderOfCards):
            return self.order(domain.cards)
        if isinstance(domain, SomeOf):
            more = int(self.number() * (domain.most - domain.fewest + 1))
            return self.order(domain.cards)[: domain.fewest + more]
        return None


def _session(game: Game[S], seats: int, hands: int) -> Pass:
    """A session that the table does not end before `hands` hands. One that ends by itself is begun anew."""
    setup = Setup(seats, (STACK,) * seats, Seat(0), {})
    orders: Orders = {}  # filled by the pass that is not timed

    def one_pass() -> int:
        chance = Chance(orders)
        number, argument = chance.number, chance.argument
        apply = game.apply
        step: Step[S] = game.start(setup)
        actions = 0
        for _ in range(hands):
            verb = ""
            while verb != "next_hand":
                menu = step.menu
                actor = menu.actor
                if actor is None:
                    step = game.start(setup)
                    break
                offers = menu.offers
                offer = offers[0] if len(offers) == 1 else offers[int(number() * len(offers))]
                verb, domain = offer.verb, offer.domain
                if domain is NOTHING:
                    if verb == "end_session":
                        continue
                    action = Action(actor, verb)
                elif type(domain) is OneOf:
                    cards = domain.cards
                    card = cards[0] if len(cards) == 1 else cards[int(number() * len(cards))]
                    action = Action(actor, verb, card)
                elif type(domain) is Amounts:
                    action = Action(actor, verb, domain.low)
                else:
                    action = Action(actor, verb, argument(domain))
                step = apply(step.state, action)
                actions += 1
        return actions

    return one_pass


AN_EMPTY_HAND: Final = 20
"""Actions of a hand in which nothing is played."""


def _nothing(_: object) -> None:
    pass


def _empty(hands: int) -> Pass:
    """As many calls as a hand has actions, each of one word out of three, that do nothing."""

    def one_pass() -> int:
        chance, words = Random(1).random, ("fold", "call", "raise")
        for _ in range(AN_EMPTY_HAND * hands):
            _nothing(words[int(chance() * len(words))])
        return AN_EMPTY_HAND * hands

    return one_pass


DRAW: Final = (
    TableContestant(EMPTY, OURS, _empty),
    TableContestant("refengine, brazilian-pingo", OURS, partial(_session, brazilian_pingo.GAME, SEATS)),
    TableContestant("refengine, italian-invito", OURS, partial(_session, italian_invito.GAME, SEATS)),
    TableContestant(
        "refengine, italian-progressive", OURS, partial(_session, italian_progressive.GAME, SEATS)
    ),
    TableContestant("pokerkit, five-card draw", "pokerkit", pokerkit),
    TableContestant("pokerfast, hold'em", "pokerfast", pokerfast),
    TableContestant("pokers, hold'em", "pokers", pokers),
    TableContestant("rlcard, no-limit hold'em", "rlcard", rlcard),
    TableContestant("open_spiel, universal_poker", "open_spiel", open_spiel("universal_poker")),
)
TRICKS: Final = (
    TableContestant(EMPTY, OURS, _empty),
    TableContestant("refengine, ton, four seats", OURS, partial(_session, ton.GAME, SEATS)),
    TableContestant("refengine, ton, three seats", OURS, partial(_session, ton.GAME, 3)),
    TableContestant("refengine, ton, two seats", OURS, partial(_session, ton.GAME, 2)),
    TableContestant("open_spiel, euchre", "open_spiel", open_spiel("euchre")),
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
    "pipe": TableWorkload(
        "requests through a pipe to a program that does next to nothing",
        tuple(starmap(TableContestant, PIPE)),
        6000,
        9,
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


def lines_of_hands(workload: TableWorkload, rows: Sequence[HandsRow]) -> list[list[str]]:
    """The rows from fast to slow below a line of titles, each with ratios: of hands to the first peer and to
    the fastest, of time an action to the first peer and to an empty call."""
    played = [row for row in rows if row.name != EMPTY]
    first = next((row for row in played if not row.name.startswith(OURS)), played[0])
    fastest = min(row.nanoseconds for row in played)
    empty = next((row.nanoseconds / row.actions for row in rows if row.name == EMPTY), None)
    other = f"x {first.name.partition(',')[0]}"
    heads = ["", "version", "hands/s", other, "x fastest", "us an action", other]
    lines = [[*heads, *(["x empty"] if empty else [])]]
    for row in sorted(rows, key=lambda row: row.nanoseconds):
        an_action = row.nanoseconds / row.actions
        cells = [
            row.name,
            row.version,
            f"{workload.hands / row.nanoseconds * 10**9:,.0f}",
            f"{first.nanoseconds / row.nanoseconds:.2f}",
            f"{fastest / row.nanoseconds:.3f}",
            f"{an_action / 1000:.2f}",
            f"{an_action / (first.nanoseconds / first.actions):.3f}",
        ]
        lines.append([*cells, *([f"{an_action / empty:.1f}"] if empty else [])])
    return lines
