"""Who scores five cards, and how each likes to be asked.

A contestant is prepared with the hands to score, in its own form of a card where it may, and then only the
passes over all of them are measured. All are called from the same kind of loop, once a hand, so the empty
call tells what the loop itself takes. Whatever a pass computes is thrown away.
"""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module, metadata
from itertools import combinations, starmap
from random import Random
from types import ModuleType
from typing import Final, NamedTuple, Protocol

from refengine import table_scorer
from refengine.cards import FULL_PACK, Card
from refengine.ranking import Ranking, strength
from refengine.table_scorer import ids_of, scorer_for

Hand = tuple[Card, ...]
Pass = Callable[[], object]
"""Scores every hand once."""

OURS: Final = "refengine"
ALL_HANDS: Final = 2_598_960


class Contestant(NamedTuple):
    """`prepare` may import what `distribution` brings; that package is the project itself for `OURS`."""

    name: str
    distribution: str
    prepare: Callable[[Sequence[Hand]], Pass]


def some_hands(count: int, seed: int = 20) -> list[Hand]:
    """Hands of the full pack, each as likely as any other, the same for the same seed."""
    chance = Random(seed)
    return [tuple(chance.sample(FULL_PACK, 5)) for _ in range(count)]


class Distributed(Protocol):
    """Whatever comes from a distribution."""

    @property
    def distribution(self) -> str: ...


def version_of(contestant: Distributed) -> str | None:
    """The version measured, empty for what has none; None if it is not installed."""
    if contestant.distribution == OURS:
        compiled = not str(table_scorer.__file__).endswith(".py")
        return "compiled" if compiled else "pure"
    try:
        return metadata.version(contestant.distribution)
    except metadata.PackageNotFoundError:
        return None


def _peer(package: str) -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a peer uses that is deprecated is not for us to mend
        return import_module(package)


def _each(score: Callable[..., object], hands: Sequence[object]) -> Pass:
    def one_pass() -> None:
        for hand in hands:
            score(hand)

    return one_pass


def _each_of_five(score: Callable[..., object], hands: Sequence[Sequence[object]]) -> Pass:
    def one_pass() -> None:
        for a, b, c, d, e in hands:
            score(a, b, c, d, e)

    return one_pass


def _nothing(_: object) -> None:
    pass


def _empty(hands: Sequence[Hand]) -> Pass:
    return _each(_nothing, hands)


def _ids(hands: Sequence[Hand]) -> list[tuple[int, ...]]:
    return [tuple(ids_of(hand)) for hand in hands]


def _table(hands: Sequence[Hand]) -> Pass:
    return _each_of_five(scorer_for("2", "standard").score, _ids(hands))


def _table_trusted(hands: Sequence[Hand]) -> Pass:
    return _each_of_five(scorer_for("2", "standard").score_trusted, _ids(hands))


def _table_strings(hands: Sequence[Hand]) -> Pass:
    return _each(scorer_for("2", "standard").score_hand, hands)


def _table_bulk(hands: Sequence[Hand]) -> Pass:
    scorer, many = scorer_for("2", "standard"), b"".join(map(ids_of, hands))
    return lambda: scorer.scores(many)


def _definition(hands: Sequence[Hand]) -> Pass:
    ranking = Ranking("2", "standard", "split", "linear")
    return _each(lambda hand: strength(hand, ranking), hands)


def _treys(hands: Sequence[Hand]) -> Pass:
    treys = _peer("treys")
    cards = [[treys.Card.new(card) for card in hand] for hand in hands]
    evaluate = treys.Evaluator().evaluate

    def one_pass() -> None:
        for hand, board in halves:
            evaluate(hand, board)

    halves = [(hand[:2], hand[2:]) for hand in cards]
    return one_pass


def _treys_private(hands: Sequence[Hand]) -> Pass:
    treys = _peer("treys")
    return _each(treys.Evaluator()._five, [[treys.Card.new(card) for card in hand] for hand in hands])


def _treys_strings(hands: Sequence[Hand]) -> Pass:
    treys = _peer("treys")
    new, evaluate = treys.Card.new, treys.Evaluator().evaluate

    def score(hand: Hand) -> object:
        cards = [new(card) for card in hand]
        return evaluate(cards[:2], cards[2:])

    return _each(score, hands)


def _phevaluator(hands: Sequence[Hand]) -> Pass:
    return _each_of_five(_peer("phevaluator").evaluate_cards, _ids(hands))


def _phevaluator_strings(hands: Sequence[Hand]) -> Pass:
    return _each_of_five(_peer("phevaluator").evaluate_cards, hands)


def _of_cards(package: str) -> Callable[[Sequence[Hand]], Pass]:
    def prepare(hands: Sequence[Hand]) -> Pass:
        module = _peer(package)
        return _each(module.evaluate, [[module.Card(card) for card in hand] for hand in hands])

    return prepare


def _of_cards_strings(package: str) -> Callable[[Sequence[Hand]], Pass]:
    def prepare(hands: Sequence[Hand]) -> Pass:
        module = _peer(package)
        new, evaluate = module.Card, module.evaluate
        return _each(lambda hand: evaluate([new(card) for card in hand]), hands)

    return prepare


def _pokerkit_lookup(hands: Sequence[Hand]) -> Pass:
    pokerkit = _peer("pokerkit")
    cards = [tuple(pokerkit.Card.parse(*hand)) for hand in hands]
    return _each(pokerkit.StandardLookup().get_entry, cards)


def _pokerkit_hand(hands: Sequence[Hand]) -> Pass:
    pokerkit = _peer("pokerkit")
    return _each(pokerkit.StandardHighHand, [tuple(pokerkit.Card.parse(*hand)) for hand in hands])


def _pokerkit_strings(hands: Sequence[Hand]) -> Pass:
    pokerkit = _peer("pokerkit")
    return _each(lambda hand: pokerkit.StandardHighHand("".join(hand)), hands)


NATIVE: Final = (
    Contestant("empty call", OURS, _empty),
    Contestant("refengine table, checked", OURS, _table),
    Contestant("refengine table, unchecked", OURS, _table_trusted),
    Contestant("refengine table, many in one call, checked", OURS, _table_bulk),
    Contestant("pkrbot", "pkrbot", _of_cards("pkrbot")),
    Contestant("eval7", "eval7", _of_cards("eval7")),
    Contestant("phevaluator", "phevaluator", _phevaluator),
    Contestant("treys, public call", "treys", _treys),
    Contestant("treys, private call", "treys", _treys_private),
    Contestant("pokerkit, lookup", "pokerkit", _pokerkit_lookup),
    Contestant("pokerkit, hand object", "pokerkit", _pokerkit_hand),
)
"""Cards in each contestant's own form, made beforehand."""

STRINGS: Final = (
    Contestant("empty call", OURS, _empty),
    Contestant("refengine table, checked", OURS, _table_strings),
    Contestant("refengine definition, checked", OURS, _definition),
    Contestant("pkrbot", "pkrbot", _of_cards_strings("pkrbot")),
    Contestant("eval7", "eval7", _of_cards_strings("eval7")),
    Contestant("phevaluator", "phevaluator", _phevaluator_strings),
    Contestant("treys, public call", "treys", _treys_strings),
    Contestant("pokerkit, hand object", "pokerkit", _pokerkit_strings),
)
"""From five strings, whatever has to be made of them included."""


def _count_by_table(_: Sequence[Hand]) -> Pass:
    scorer = scorer_for("2", "standard")
    return lambda: Counter(scorer.scores_of_pack())


def _count_one_by_one(_: Sequence[Hand]) -> Pass:
    score = scorer_for("2", "standard").score_trusted
    return lambda: Counter(starmap(score, combinations(range(52), 5)))


def _count_of_cards(package: str) -> Callable[[Sequence[Hand]], Pass]:
    def prepare(_: Sequence[Hand]) -> Pass:
        module = _peer(package)
        cards = [module.Card(card) for card in FULL_PACK]
        return lambda: Counter(map(module.evaluate, combinations(cards, 5)))

    return prepare


def _count_treys(_: Sequence[Hand]) -> Pass:
    treys = _peer("treys")
    cards = [treys.Card.new(card) for card in FULL_PACK]
    evaluate = treys.Evaluator()._five
    return lambda: Counter(map(evaluate, combinations(cards, 5)))


def _count_phevaluator(_: Sequence[Hand]) -> Pass:
    evaluate = _peer("phevaluator").evaluate_cards
    return lambda: Counter(starmap(evaluate, combinations(range(52), 5)))


def _count_pokerkit(_: Sequence[Hand]) -> Pass:
    pokerkit = _peer("pokerkit")
    cards = [next(pokerkit.Card.parse(card)) for card in FULL_PACK]
    entry = pokerkit.StandardLookup().get_entry
    return lambda: Counter(entry(hand).index for hand in combinations(cards, 5))


COUNTS: Final = (
    Contestant("refengine table, all in one call", OURS, _count_by_table),
    Contestant("refengine table, one by one, unchecked", OURS, _count_one_by_one),
    Contestant("pkrbot", "pkrbot", _count_of_cards("pkrbot")),
    Contestant("eval7", "eval7", _count_of_cards("eval7")),
    Contestant("phevaluator", "phevaluator", _count_phevaluator),
    Contestant("treys, private call", "treys", _count_treys),
    Contestant("pokerkit, lookup", "pokerkit", _count_pokerkit),
)
"""All hands of the full pack, and how many have each score: each in its fastest way."""


def _process(code: str) -> Callable[[Sequence[Hand]], Pass]:
    def prepare(_: Sequence[Hand]) -> Pass:
        return lambda: subprocess.run([sys.executable, "-c", code], check=True, stdin=subprocess.DEVNULL)

    return prepare


_ROYAL: Final = '"As", "Ks", "Qs", "Js", "Ts"'
_CARDS: Final = "import {0}; {0}.evaluate([{0}.Card(card) for card in (" + _ROYAL + ")])"

COLD: Final = (
    Contestant("empty process", OURS, _process("pass")),
    Contestant(
        "refengine table",
        OURS,
        _process(
            "from refengine.table_scorer import scorer_for; "
            f'scorer_for("2", "standard").score_hand(({_ROYAL}))'
        ),
    ),
    Contestant("pkrbot", "pkrbot", _process(_CARDS.format("pkrbot"))),
    Contestant("eval7", "eval7", _process(_CARDS.format("eval7"))),
    Contestant(
        "phevaluator",
        "phevaluator",
        _process(f"import phevaluator; phevaluator.evaluate_cards({_ROYAL})"),
    ),
    Contestant(
        "treys",
        "treys",
        _process(
            f"import treys; cards = [treys.Card.new(card) for card in ({_ROYAL})]; "
            "treys.Evaluator().evaluate(cards[:2], cards[2:])"
        ),
    ),
    Contestant("pokerkit", "pokerkit", _process('import pokerkit; pokerkit.StandardHighHand("AsKsQsJsTs")')),
)
"""A process that imports, scores one hand and ends."""


class Workload(NamedTuple):
    """What is measured together. A pass scores `hands`, or all hands of the pack, or is a whole process."""

    title: str
    contestants: tuple[Contestant, ...]
    floor: str
    """The contestant that does nothing, empty if none."""
    hands: int
    rounds: int


WORKLOADS: Final = {
    "native": Workload("one hand, cards in the scorer's own form", NATIVE, "empty call", 2000, 21),
    "strings": Workload("one hand, from five strings", STRINGS, "empty call", 2000, 21),
    "all": Workload(f"all {ALL_HANDS:,} hands with counts", COUNTS, "", ALL_HANDS, 3),
    "cold": Workload("a process that imports and scores one hand", COLD, "empty process", 1, 9),
}
