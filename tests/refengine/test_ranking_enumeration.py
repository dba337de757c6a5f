"""Every hand of every pack: how many are called what, and that the table scores as the definition ranks.

The definition is asked about every hand of every pack in both orders; about each kind of hand (its ranks,
and whether it is of one suit) once more in four sets of suits. That a score of the table depends on nothing
but the kind of the hand is shown for every hand of every pack in both orders.
"""

import json
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, zip_longest
from math import comb
from pathlib import Path

import pytest

from refengine.cards import FULL_PACK, SUITS, Cards, pack_from
from refengine.categories import FLUSH_OVER_FULL, STANDARD
from refengine.hand_scorer import RANK_KEYS
from refengine.ranking import Category, Order, Ranking, category, strength
from refengine.table_scorer import ids_of, scorer_for

FIXTURES = Path(__file__).parents[2] / "fixtures" / "ranking"
LOWEST = "98765432"
ORDERS: tuple[Order, ...] = ("standard", "flush_over_full")

KNOWN: dict[str, tuple[int, ...]] = {
    "7": (52020, 107520, 24192, 10752, 5100, 204, 1344, 224, 20),
    "2": (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40),
}
"""Hands of 32 and 52 cards in the standard order, from high card up."""


def counts_by_arithmetic(ranks: int) -> tuple[int, ...]:
    """In the standard order, from high card up, for a pack of so many ranks."""
    straights, fives = ranks - 3, comb(ranks, 5)
    return (
        (fives - straights) * (4**5 - 4),
        ranks * 6 * comb(ranks - 1, 3) * 4**3,
        comb(ranks, 2) * 6 * 6 * (ranks - 2) * 4,
        ranks * 4 * comb(ranks - 1, 2) * 4**2,
        straights * (4**5 - 4),
        (fives - straights) * 4,
        ranks * 4 * (ranks - 1) * 6,
        ranks * (ranks - 1) * 4,
        straights * 4,
    )


@pytest.mark.parametrize("lowest", LOWEST)
def test_counts_by_arithmetic_are_those_of_the_fixtures(lowest: str) -> None:
    pack = pack_from(lowest)
    file = json.loads((FIXTURES / f"{len(pack)}.json").read_text("utf-8"))
    counted = counts_by_arithmetic(len(pack) // 4)
    assert file["pack"] == {"lowest": lowest, "cards": len(pack)}
    assert file["counts"] == dict(zip(STANDARD, counted, strict=True))
    assert sum(counted) == comb(len(pack), 5)
    assert counted == KNOWN.get(lowest, counted)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("lowest", LOWEST)
def test_the_table_calls_as_many_hands_by_each_name(lowest: str, order: Order) -> None:
    scorer = scorer_for(lowest, order)
    counts: Counter[Category] = Counter()
    for score, hands in Counter(scorer.scores_of_pack()).items():
        counts[scorer.category(score)] += hands
    ranks = len(pack_from(lowest)) // 4
    assert counts == dict(zip(STANDARD, counts_by_arithmetic(ranks), strict=True))


def difference(found: Iterable[object], expected: Iterable[object]) -> tuple[int, object, object] | None:
    """The first place where two long rows differ; pytest would compare them whole, and for minutes."""
    pairs = enumerate(zip_longest(found, expected))
    return next(((place, one, other) for place, (one, other) in pairs if one != other), None)


def check_ladder(strengths: dict[int, int], hands: dict[int, Cards], rules: Ranking) -> None:
    """`strengths` by score: scores without a gap, rising together, and the same names on both sides."""
    scorer = scorer_for(rules.lowest, rules.order)
    assert difference(sorted(strengths), range(1, scorer.best + 1)) is None
    ladder = [strengths[score] for score in sorted(strengths)]
    assert difference(ladder, sorted(set(ladder))) is None
    for score, hand in hands.items():
        assert scorer.category(score) == category(hand, rules)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("lowest", LOWEST)
def test_the_table_ranks_every_hand_as_the_definition(lowest: str, order: Order) -> None:
    rules = Ranking(lowest, order, "split", "linear")
    strengths: dict[int, int] = {}
    hands: dict[int, Cards] = {}
    every = combinations(pack_from(lowest), 5)
    for hand, score in zip(every, scorer_for(lowest, order).scores_of_pack(), strict=True):
        number = strength(hand, rules)
        if strengths.setdefault(score, number) != number:
            pytest.fail(f"{hand} scores {score}, as does {hands[score]}, and they are not equal")
        hands.setdefault(score, hand)
    check_ladder(strengths, hands, rules)


def one_of_each_kind(lowest: str, turned: int = 0) -> list[Cards]:
    """A hand for each choice of five ranks, and the same in one suit if the ranks differ."""
    suits = SUITS[turned:] + SUITS[:turned]
    pack = pack_from(lowest)
    ranks = [card[0] for card in pack[::4]]
    cards = {str(card): card for card in pack}
    hands = []
    for five in combinations_with_replacement(ranks, 5):
        if five[0] == five[4]:
            continue
        hands.append(tuple(cards[rank + suits[place % 4]] for place, rank in enumerate(five)))
        if len(set(five)) == 5:
            hands.append(tuple(cards[rank + suits[0]] for rank in five))
    return hands


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("lowest", LOWEST)
def test_the_table_ranks_every_kind_of_hand_as_the_definition(lowest: str, order: Order) -> None:
    rules = Ranking(lowest, order, "split", "linear")
    for turned in range(4):
        kinds = one_of_each_kind(lowest, turned)
        by_score = {scorer_for(lowest, order).score_hand(hand): hand for hand in kinds}
        assert len(by_score) == len(kinds)
        check_ladder({score: strength(hand, rules) for score, hand in by_score.items()}, by_score, rules)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("lowest", LOWEST)
def test_a_score_depends_on_the_kind_of_hand_only(lowest: str, order: Order) -> None:
    scorer = scorer_for(lowest, order)
    by_ranks: dict[tuple[int, ...], int] = {}
    suited: dict[tuple[int, ...], int] = {}
    for hand in one_of_each_kind(lowest):
        ids = ids_of(hand)
        one_suit = len({card & 3 for card in ids}) == 1
        (suited if one_suit else by_ranks)[tuple(sorted(card >> 2 for card in ids))] = scorer.score_hand(hand)
    rank_of = [place >> 2 for place in range(52)]
    for (a, b, c, d, e), score in zip(
        combinations(ids_of(pack_from(lowest)), 5), scorer.scores_of_pack(), strict=True
    ):
        kinds = suited if a & 3 == b & 3 == c & 3 == d & 3 == e & 3 else by_ranks
        if kinds[rank_of[a], rank_of[b], rank_of[c], rank_of[d], rank_of[e]] != score:
            pytest.fail(f"{[FULL_PACK[card] for card in (a, b, c, d, e)]} scores {score}")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("lowest", LOWEST)
def test_hands_are_counted_by_score(lowest: str, order: Order) -> None:
    scorer = scorer_for(lowest, order)
    by_score = Counter(scorer.scores_of_pack())
    counts = scorer.counts_of_pack()
    assert difference(counts, [by_score[score] for score in range(scorer.best + 1)]) is None


@pytest.mark.parametrize("lowest", "97")
def test_all_ways_to_ask_for_a_score_agree(lowest: str) -> None:
    scorer = scorer_for(lowest, "flush_over_full")
    scores = scorer.scores_of_pack()
    ids = list(combinations(ids_of(pack_from(lowest)), 5))
    strings = combinations(pack_from(lowest), 5)
    assert difference((scorer.score(*hand) for hand in ids), scores) is None
    assert difference((scorer.score_trusted(*hand) for hand in ids), scores) is None
    assert difference((scorer.score_hand(hand) for hand in strings), scores) is None
    assert difference(scorer.scores(b"".join(bytes(hand) for hand in ids)), scores) is None


def test_all_hands_of_the_full_pack_score_in_one_call() -> None:
    scorer = scorer_for("2", "standard")
    hands = [bytes(reversed(hand)) for hand in combinations(ids_of(FULL_PACK), 5)]
    assert difference(scorer.scores(b"".join(hands)), scorer.scores_of_pack()) is None


def test_rank_keys_of_a_hand_have_a_sum_of_their_own() -> None:
    hands = [five for five in combinations_with_replacement(RANK_KEYS, 5) if five[0] != five[4]]
    assert len({sum(five) for five in hands}) == len(hands) == 6175


def test_five_of_a_rank_never_have_the_sum_of_five_different_ranks() -> None:
    """Where they share the sum of a pair or better, comparing the cards with each other finds them out."""
    assert {5 * key for key in RANK_KEYS}.isdisjoint(map(sum, combinations(RANK_KEYS, 5)))


@pytest.mark.parametrize(("order", "upwards"), [("standard", STANDARD), ("flush_over_full", FLUSH_OVER_FULL)])
def test_scores_rise_through_the_categories_in_order(order: Order, upwards: tuple[Category, ...]) -> None:
    scorer = scorer_for("7", order)
    called = [scorer.category(score) for score in range(1, scorer.best + 1)]
    assert tuple(dict.fromkeys(called)) == upwards
    assert difference(called, sorted(called, key=upwards.index)) is None
