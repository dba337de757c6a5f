"""Who scores five cards, and how each likes to be asked.

A contestant is prepared with the hands to score, in its own form of a card where it may. All are called from
the same kind of loop, once a hand, so the empty call tells what the loop itself takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from conformance.benchmarks.contests import EMPTY, OURS, Contestant, Hand, Pass, peer
from refengine.ranking import Ranking, strength
from refengine.table_scorer import ids_of, scorer_for


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


def _definition(hands: Sequence[Hand]) -> Pass:
    ranking = Ranking("2", "standard", "split", "linear")
    return _each(lambda hand: strength(hand, ranking), hands)


def _of_two_piles(package: str) -> Callable[[Sequence[Hand]], Pass]:
    """treys and deuces: a hand and a board."""

    def prepare(hands: Sequence[Hand]) -> Pass:
        module = peer(package)
        cards = [[module.Card.new(card) for card in hand] for hand in hands]
        evaluate = module.Evaluator().evaluate
        halves = [(hand[:2], hand[2:]) for hand in cards]

        def one_pass() -> None:
            for hand, board in halves:
                evaluate(hand, board)

        return one_pass

    return prepare


def _treys_private(hands: Sequence[Hand]) -> Pass:
    treys = peer("treys")
    return _each(treys.Evaluator()._five, [[treys.Card.new(card) for card in hand] for hand in hands])


def _of_two_piles_strings(package: str) -> Callable[[Sequence[Hand]], Pass]:
    def prepare(hands: Sequence[Hand]) -> Pass:
        module = peer(package)
        new, evaluate = module.Card.new, module.Evaluator().evaluate

        def score(hand: Hand) -> object:
            cards = [new(card) for card in hand]
            return evaluate(cards[:2], cards[2:])

        return _each(score, hands)

    return prepare


def _phevaluator(hands: Sequence[Hand]) -> Pass:
    return _each_of_five(peer("phevaluator").evaluate_cards, _ids(hands))


def _phevaluator_strings(hands: Sequence[Hand]) -> Pass:
    return _each_of_five(peer("phevaluator").evaluate_cards, hands)


def _of_cards(package: str) -> Callable[[Sequence[Hand]], Pass]:
    def prepare(hands: Sequence[Hand]) -> Pass:
        module = peer(package)
        return _each(module.evaluate, [[module.Card(card) for card in hand] for hand in hands])

    return prepare


def _of_cards_strings(package: str) -> Callable[[Sequence[Hand]], Pass]:
    def prepare(hands: Sequence[Hand]) -> Pass:
        module = peer(package)
        new, evaluate = module.Card, module.evaluate
        return _each(lambda hand: evaluate([new(card) for card in hand]), hands)

    return prepare


def _pokerkit_lookup(hands: Sequence[Hand]) -> Pass:
    pokerkit = peer("pokerkit")
    cards = [tuple(pokerkit.Card.parse(*hand)) for hand in hands]
    return _each(pokerkit.StandardLookup().get_entry, cards)


def _pokerkit_hand(hands: Sequence[Hand]) -> Pass:
    pokerkit = peer("pokerkit")
    return _each(pokerkit.StandardHighHand, [tuple(pokerkit.Card.parse(*hand)) for hand in hands])


def _pokerkit_strings(hands: Sequence[Hand]) -> Pass:
    pokerkit = peer("pokerkit")
    return _each(lambda hand: pokerkit.StandardHighHand("".join(hand)), hands)


NATIVE: Final = (
    Contestant(EMPTY, OURS, _empty),
    Contestant("refengine table, checked", OURS, _table),
    Contestant("refengine table, unchecked", OURS, _table_trusted),
    Contestant("pkrbot", "pkrbot", _of_cards("pkrbot")),
    Contestant("eval7", "eval7", _of_cards("eval7")),
    Contestant("phevaluator", "phevaluator", _phevaluator),
    Contestant("deuces, public call", "deuces", _of_two_piles("deuces")),
    Contestant("treys, public call", "treys", _of_two_piles("treys")),
    Contestant("treys, private call", "treys", _treys_private),
    Contestant("pokerkit, lookup", "pokerkit", _pokerkit_lookup),
    Contestant("pokerkit, hand object", "pokerkit", _pokerkit_hand),
)
"""Cards in each contestant's own form, made beforehand."""

STRINGS: Final = (
    Contestant(EMPTY, OURS, _empty),
    Contestant("refengine table, checked", OURS, _table_strings),
    Contestant("refengine definition, checked", OURS, _definition),
    Contestant("pkrbot", "pkrbot", _of_cards_strings("pkrbot")),
    Contestant("eval7", "eval7", _of_cards_strings("eval7")),
    Contestant("phevaluator", "phevaluator", _phevaluator_strings),
    Contestant("deuces, public call", "deuces", _of_two_piles_strings("deuces")),
    Contestant("treys, public call", "treys", _of_two_piles_strings("treys")),
    Contestant("pokerkit, hand object", "pokerkit", _pokerkit_strings),
)
"""From five strings, whatever has to be made of them included."""
