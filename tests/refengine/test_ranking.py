"""The definition of hand ranking: what each rule of the ranking decides, told by hands worked out by hand."""

from itertools import combinations, permutations
from random import Random

import pytest

from refengine.cards import RANK_VALUE, RANKS, Card, Cards, pack_from, parse_cards
from refengine.errors import HandError
from refengine.ranking import (
    Category,
    Order,
    Ranking,
    StraightFlushes,
    Ties,
    category,
    check_hand,
    holds_openers,
    strength,
    winners,
)


def ranking(
    lowest: str = "7",
    order: Order = "flush_over_full",
    ties: Ties = "suits",
    straight_flushes: StraightFlushes = "circular",
) -> Ranking:
    return Ranking(lowest, order, ties, straight_flushes)


def hands(*written: str) -> list[Cards]:
    return [parse_cards(hand) for hand in written]


@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("Ah Kh Qd Jc 9s", "high_card"),
        ("7h 7d Ad Kc Qs", "pair"),
        ("9h 9d Td Tc As", "two_pair"),
        ("8h Ad 8d Kc 8s", "three_of_a_kind"),
        ("9c Jd Th Ks Qc", "straight"),
        ("As 9d Th 7s 8c", "straight"),
        ("As Qs 9s 8s 7s", "flush"),
        ("7s Ks 7d Kd 7c", "full_house"),
        ("7s 7h 7d Kd 7c", "four_of_a_kind"),
        ("Ts Js Qs Ks As", "straight_flush"),
        ("Td Ad 9d 8d 7d", "straight_flush"),
    ],
)
def test_a_hand_is_called_by_its_ranks_and_suits_in_any_order_of_cards(hand: str, called: Category) -> None:
    for cards in permutations(parse_cards(hand)):
        assert category(cards, ranking()) == called


@pytest.mark.parametrize(
    ("lowest", "called"), [("7", "straight"), ("6", "high_card"), ("8", None), ("2", "high_card")]
)
def test_the_ace_is_low_only_below_the_lowest_rank_of_the_pack(lowest: str, called: Category | None) -> None:
    hand = parse_cards("As 7d 8h 9s Tc")
    if called is None:
        with pytest.raises(HandError):
            category(hand, ranking(lowest))
    else:
        assert category(hand, ranking(lowest)) == called


def test_strengths_of_the_two_orders_differ_in_flush_and_full_house_only() -> None:
    flush, full, straight, fours = hands(
        "Ks Qs 9s 8s 7s", "Ks Kd Kh 8s 8d", "As Ks Qd Js Ts", "7s 7d 7h 7c 8c"
    )
    by_flush = [strength(hand, ranking(order="flush_over_full")) for hand in (straight, full, flush, fours)]
    by_full = [strength(hand, ranking(order="standard")) for hand in (straight, flush, full, fours)]
    assert by_flush == sorted(set(by_flush))
    assert by_full == sorted(set(by_full))


@pytest.mark.parametrize(
    ("shown", "winning"),
    [
        pytest.param(
            ["Kh Kd 9c 8s 7d", "Ah Qd Jc Ts 8d", "Ks Kc 9d 8h 7h"], (2,), id="suit of the side card"
        ),
        pytest.param(["Ah Kd Qc Js 9d", "Ad Kh Qh Jh 9s", "Ac Kc Qd Jd 9h"], (0,), id="suit of the ace"),
        pytest.param(["Ah Td 9c 8s 7d", "Ad Tc 9h 8h 7s", "As Th 9d 8c 7c"], (2,), id="suit of the ten"),
        pytest.param(["Qh Qd 8h 8d 7c", "Qs Qc 8s 8c 7d"], (1,), id="suit of the fifth card"),
        pytest.param(["As Qs 9s 8s 7s", "Ac Qc 9c 8c 7c", "Ad Qd 9d 8d 7d"], (2,), id="suit of the flush"),
        pytest.param(["7h 7d 8c 9s Jd"], (0,), id="the only hand"),
    ],
)
def test_equal_hands_are_told_apart_by_suit(shown: list[str], winning: tuple[int, ...]) -> None:
    assert winners(hands(*shown), ranking(ties="suits")) == winning


def test_equal_hands_share_where_ties_are_split() -> None:
    shown = hands("Ah Kd Qc Js 9d", "7d 7c Ts 9s 8s", "Ad Kh Qh Jh 9s", "7s 7h Th 9h 8d")
    assert winners(shown, ranking(ties="split")) == (1, 3)
    assert winners(shown[::2], ranking(ties="split")) == (0, 1)


def test_hands_that_share_are_those_equal_in_suit_too() -> None:
    shown = hands("Ah Kd Qc Js 9d", "Ad Kh Qh Jh 9s", "Ah Kd Qc Js 9d")
    assert winners(shown, ranking(ties="suits")) == (0, 2)


MASSIMA = "Ac Kc Qc Jc Tc"
MASSIMA_IN_HEARTS = "Ah Kh Qh Jh Th"
MIDDLE = "Ks Qs Js Ts 9s"
LOWER_MIDDLE = "Jd Td 9d 8d 7d"
MINIMA = "Ad Td 9d 8d 7d"
MINIMA_IN_SPADES = "As Ts 9s 8s 7s"
FOURS = "8c 8d 8h 8s 9c"


@pytest.mark.parametrize(
    ("shown", "winning"),
    [
        pytest.param([MIDDLE, MASSIMA], (1,), id="massima beats middle"),
        pytest.param([MIDDLE, MINIMA], (0,), id="middle beats minima"),
        pytest.param([MASSIMA, MINIMA], (1,), id="minima beats massima"),
        pytest.param([MINIMA, LOWER_MIDDLE], (1,), id="the lowest middle one beats minima"),
        pytest.param([MASSIMA, MIDDLE, MINIMA], (0, 1, 2), id="each beaten once: all share"),
        pytest.param([LOWER_MIDDLE, MIDDLE, MASSIMA, MINIMA], (1, 2, 3), id="the best of each kind share"),
        pytest.param([LOWER_MIDDLE, FOURS, MIDDLE], (2,), id="the higher top card within a kind"),
        pytest.param([MASSIMA, MASSIMA_IN_HEARTS], (1,), id="the suit within massima"),
        pytest.param([MASSIMA, MINIMA_IN_SPADES, MINIMA], (2,), id="the suit within minima"),
        pytest.param([FOURS, MINIMA], (1,), id="any straight flush beats fours"),
        pytest.param([FOURS, "7c 7d 7h 7s Ac"], (0,), id="the circle touches nothing below"),
    ],
)
def test_straight_flushes_go_round_in_a_circle(shown: list[str], winning: tuple[int, ...]) -> None:
    assert winners(hands(*shown), ranking(straight_flushes="circular")) == winning


def test_in_the_circle_equal_straight_flushes_of_a_kind_share_where_ties_are_split() -> None:
    shown = hands(MASSIMA, MINIMA_IN_SPADES, MASSIMA_IN_HEARTS, LOWER_MIDDLE, MIDDLE)
    assert winners(shown, ranking(ties="split")) == (0, 1, 2, 4)


def test_linear_straight_flushes_go_by_their_top_card() -> None:
    linear = ranking(straight_flushes="linear")
    assert winners(hands(MINIMA, MASSIMA, MIDDLE), linear) == (1,)
    assert winners(hands(MINIMA, LOWER_MIDDLE), linear) == (1,)


def test_strength_knows_no_circle() -> None:
    circular = ranking(straight_flushes="circular")
    strengths = [
        strength(hand, circular) for hand in hands(MINIMA, LOWER_MIDDLE, MIDDLE, MASSIMA, MASSIMA_IN_HEARTS)
    ]
    assert strengths == sorted(set(strengths))


def beats(one: Cards, other: Cards, rules: Ranking) -> bool:
    """The circle clause word by word, for two straight flushes."""

    def kind(hand: Cards) -> str:
        ranks = {card[0] for card in hand}
        return "middle" if "A" not in ranks else "massima" if "K" in ranks else "minima"

    if kind(one) != kind(other):
        return (kind(one), kind(other)) in {
            ("massima", "middle"),
            ("middle", "minima"),
            ("minima", "massima"),
        }
    return strength(one, rules) > strength(other, rules)


@pytest.mark.parametrize("ties", ["suits", "split"])
def test_the_circle_is_decided_hand_by_hand_unless_all_three_kinds_are_shown(ties: Ties) -> None:
    rules = ranking(ties=ties)
    pack = pack_from("7")
    every = [hand for suit in "cdhs" for hand in combinations([c for c in pack if c[1] == suit], 5)]
    flushes = [hand for hand in every if category(hand, rules) == "straight_flush"]
    assert len(flushes) == 20
    decided = 0
    for shown in combinations(flushes, 3):
        unbeaten = tuple(
            place for place, hand in enumerate(shown) if not any(beats(other, hand, rules) for other in shown)
        )
        decided += bool(unbeaten)
        assert winners(shown, rules) == (unbeaten or (0, 1, 2))
    assert 0 < decided < 1140


def test_some_hand_has_to_be_shown() -> None:
    with pytest.raises(HandError, match="no hand is shown"):
        winners([], ranking())


@pytest.mark.parametrize("order", ["standard", "flush_over_full"])
@pytest.mark.parametrize("ties", ["suits", "split"])
def test_winners_are_those_of_the_greatest_strength(order: Order, ties: Ties) -> None:
    rules = Ranking("9", order, ties, "linear")
    chance = Random(20)
    shared = 0
    for _ in range(2000):
        cards = chance.sample(pack_from("9"), 20)
        shown = [tuple(cards[start : start + 5]) for start in range(0, 20, 5)]
        strengths = [strength(hand, rules) for hand in shown]
        best = tuple(place for place, number in enumerate(strengths) if number == max(strengths))
        shared += len(best) > 1
        assert winners(shown, rules) == best
    assert (shared > 0) == (ties == "split")


@pytest.mark.parametrize(
    ("hand", "rank", "holds"),
    [
        ("Jh Jd 9c 8s 7d", "J", True),
        ("Th Td Ac Ks Qd", "J", False),
        ("Qh Qd 9c 8s 7d", "J", True),
        ("Qh Qd 9c 8s 7d", "Q", True),
        ("Jh Jd Ac Ks Qd", "Q", False),
        ("Kh Kd 9c 8s 7d", "K", True),
        ("Qh Qd Ac Ks Jd", "K", False),
        ("Ah Ad 9c 8s 7d", "K", True),
        ("Ah Kd Qc Js 9d", "J", False),
        ("7h 7d 8c 8s 9d", "K", True),
        ("7h 7d 7c Qs 9d", "K", True),
        ("Ah 7d 8c 9s Td", "K", True),
        ("7h 8h 9h Jh Qh", "K", True),
        ("7h 7d 7c 8s 8d", "K", True),
        ("7h 7d 7c 7s 8d", "K", True),
        ("7h 8h 9h Th Ah", "K", True),
    ],
)
def test_openers_are_a_pair_of_the_rank_or_anything_better(hand: str, rank: str, holds: bool) -> None:
    for order in ("standard", "flush_over_full"):
        assert holds_openers(parse_cards(hand), rank, ranking(order=order)) is holds


def test_openers_as_the_definition_says_them_for_every_hand_of_the_smallest_pack() -> None:
    rules = ranking("9")
    for hand in combinations(pack_from("9"), 5):
        called = category(hand, rules)
        pair = max((RANK_VALUE[c[0]] for c in hand if sum(d[0] == c[0] for d in hand) == 2), default=0)
        for rank in "JQK":
            expected = called not in ("high_card", "pair") or pair >= RANK_VALUE[rank]
            assert holds_openers(hand, rank, rules) is expected


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ((), "five cards, not 0"),
        (("As", "Ks", "Qs", "Js"), "five cards, not 4"),
        (("As", "Ks", "Qs", "Js", "Ts", "9s"), "five cards, not 6"),
        (("As", "Ks", "Qs", "Js", "10s"), "'10s' is no card"),
        (("As", "Ks", "Qs", "Js", "ts"), "'ts' is no card"),
        (("As", "Ks", "Qs", "Js", "6s"), "6s is not in the pack, whose lowest rank is 7"),
        (("As", "Ks", "Qs", "Js", "As"), "twice"),
    ],
)
def test_what_is_no_hand_of_the_pack_is_refused_everywhere(hand: tuple[str, ...], reason: str) -> None:
    cards = tuple(Card(card) for card in hand)
    with pytest.raises(HandError, match=reason) as refused:
        check_hand(hand, ranking())
    assert refused.value.code == "bad_cards"
    for ask in (category, strength):
        with pytest.raises(HandError, match=reason):
            ask(cards, ranking())
    with pytest.raises(HandError):
        winners([parse_cards("Ah Kd Qc Js 9d"), cards], ranking())
    with pytest.raises(HandError):
        holds_openers(cards, "J", ranking())


def test_a_good_hand_comes_back_as_it_was() -> None:
    hand = parse_cards("7s Ah Td 9d 8c")
    assert check_hand(list(hand), ranking()) == hand


def test_every_card_of_a_pack_may_stand_in_a_hand() -> None:
    for lowest in RANKS[:8]:
        pack = pack_from(lowest)
        for card in pack:
            others = [other for other in pack if other != card][:4]
            assert check_hand((card, *others), ranking(lowest)) == (card, *others)
