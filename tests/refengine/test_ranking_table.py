"""The table scorer's own promises: which input it takes, and that no other input gets a score."""

from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, product

import pytest

from refengine.cards import FULL_PACK, RANKS, pack_from, parse_cards
from refengine.errors import HandError
from refengine.table_scorer import ids_of, scorer_for

SEVENS_UP = scorer_for("7", "flush_over_full")
FULL = scorer_for("2", "standard")
ROYAL = ids_of(parse_cards("As Ks Qs Js Ts"))


def test_ids_are_places_in_the_full_pack() -> None:
    assert ids_of(FULL_PACK) == bytes(range(52))
    assert ids_of(["2c", "2d", "2h", "2s", "3c", "As"]) == bytes([0, 1, 2, 3, 4, 51])


@pytest.mark.parametrize("cards", [["As", "1s"], ["as"], ["10h"], [5], [["As"]]])
def test_what_is_no_card_has_no_id(cards: list[str]) -> None:
    with pytest.raises(HandError):
        ids_of(cards)


@pytest.mark.parametrize("lowest", RANKS[:8])
def test_the_best_hand_has_the_highest_score(lowest: str) -> None:
    scorer = scorer_for(lowest, "standard")
    assert scorer.score(*ROYAL) == scorer.best
    assert scorer.category(scorer.best) == "straight_flush"
    assert scorer.category(1) == "high_card"


def test_the_full_pack_has_7462_kinds_of_hands() -> None:
    assert FULL.best == 7462


@pytest.mark.parametrize("score", [0, -1, 7463])
def test_a_score_that_no_hand_has_has_no_category(score: int) -> None:
    with pytest.raises(HandError, match="scores go from 1 to 7462"):
        FULL.category(score)


def test_a_scorer_is_built_once() -> None:
    assert scorer_for("7", "flush_over_full") is SEVENS_UP
    assert scorer_for("7", "standard") is not SEVENS_UP


WRONG_IDS = [
    pytest.param((51, 50, 49, 48, 52), id="past the pack"),
    pytest.param((51, 50, 49, 48, 255), id="far past the pack"),
    pytest.param((51, 50, 49, 48, 19), id="below the pack"),
    pytest.param((0, 1, 2, 3, 4), id="all below the pack"),
    pytest.param((3, 7, 11, 15, 19), id="all below the pack, of one suit"),
    pytest.param((51, 47, 43, 39, 39), id="twice, of one suit"),
    pytest.param((51, 51, 50, 47, 43), id="twice"),
    pytest.param((51, 50, 47, 43, 51), id="first and last"),
    pytest.param((40, 40, 40, 40, 40), id="five times"),
    pytest.param((51, 51, 51, 51, 51), id="five times the last"),
]
WRONG_NUMBERS = [
    pytest.param((-1, 50, 46, 42, 38), id="negative"),
    pytest.param((51, 47, 43, 39, -17), id="negative, of one suit"),
    pytest.param((51, 50, 49, 48, -52), id="negative, in the place of a card"),
    pytest.param((51, 50, 49, 48, -53), id="negative, past the list"),
    pytest.param((51, 50, 49, 48, 256 + 44), id="a card's id in its last eight bits"),
    pytest.param((51, 50, 49, 48, 2**63), id="no number of 64 bits"),
    pytest.param((-(2**64), 50, 46, 42, 38), id="negative, no number of 64 bits"),
]


@pytest.mark.parametrize("ids", WRONG_NUMBERS)
def test_numbers_that_are_no_bytes_are_refused(ids: tuple[int, ...]) -> None:
    a, b, c, d, e = ids
    with pytest.raises(HandError):
        FULL.score(a, b, c, d, e)


@pytest.mark.parametrize("ids", WRONG_IDS)
def test_ids_that_are_not_five_different_cards_of_the_pack_are_refused(ids: tuple[int, ...]) -> None:
    a, b, c, d, e = ids
    with pytest.raises(HandError, match="not five different cards of the pack whose lowest rank is 7"):
        SEVENS_UP.score(a, b, c, d, e)
    with pytest.raises(HandError):
        SEVENS_UP.scores(ROYAL + bytes(ids))


@pytest.mark.parametrize(
    "ids",
    [
        pytest.param((51, 50, 49, 48, 44.0), id="a fraction"),
        pytest.param((51, 50, 49, 48, "As"), id="a string"),
        pytest.param((51, 50, 49, 48, None), id="nothing"),
    ],
)
@pytest.mark.untyped
def test_what_is_no_id_is_refused(ids: tuple[int, ...]) -> None:
    a, b, c, d, e = ids
    with pytest.raises(HandError):
        FULL.score(a, b, c, d, e)


@pytest.mark.parametrize(
    "hand",
    [
        (),
        ("As", "Ks", "Qs", "Js"),
        ("As", "Ks", "Qs", "Js", "Ts", "9s"),
        ("As", "Ks", "Qs", "Js", "6s"),
        ("6s", "5s", "4s", "3s", "2s"),
        ("As", "Ks", "Qs", "Js", "1s"),
        ("As", "Ks", "Qs", "Js", "Asx"),
        ("As", "Ks", "Qs", "Js", "as"),
        ("As", "Ks", "Qs", "Js", "sT"),
        ("As", "Ks", "Qs", "Js", "T♠"),
        ("As", "Ks", "Qs", "Js", "Ťs"),
        ("As", "Ks", "Qs", "Js", ""),
        ("As", "Ks", "Qs", "Js", None),
        ("As", "As", "Ks", "Qs", "Js"),
        ("As", "Ah", "Ks", "Qs", "As"),
        ("As", "As", "As", "As", "As"),
        "AsKs",
        "AKQJT",
        (51, 47, 43, 39, 35),
        (["As"], "Ks", "Qs", "Js", "Ts"),
        None,
        5,
    ],
    ids=repr,
)
def test_what_is_no_hand_of_the_pack_is_refused(hand: tuple[str, ...]) -> None:
    with pytest.raises(HandError, match="not five different cards of the pack whose lowest rank is 7"):
        SEVENS_UP.score_hand(hand)


def test_a_hand_may_be_any_sequence() -> None:
    royal = ["As", "Ks", "Qs", "Js", "Ts"]
    assert SEVENS_UP.score_hand(royal) == SEVENS_UP.score_hand(tuple(royal)) == SEVENS_UP.best


def refused(ask: Callable[..., object], *arguments: object) -> bool:
    try:
        ask(*arguments)
    except HandError:
        return True
    return False


def test_of_all_sets_of_five_ids_those_with_a_repetition_and_no_others_are_refused() -> None:
    nines_up = scorer_for("9", "standard")
    for hand in combinations_with_replacement(ids_of(pack_from("9")), 5):
        assert refused(nines_up.score, *hand) is (len(set(hand)) < 5)


@pytest.mark.parametrize("lowest", RANKS[:8])
def test_of_all_sets_of_five_ranks_those_with_a_rank_below_the_pack_and_no_others_are_refused(
    lowest: str,
) -> None:
    scorer = scorer_for(lowest, "standard")
    first = FULL_PACK.index(pack_from(lowest)[0])
    cards = [rank * 4 + suit for rank in range(13) for suit in (rank % 4, (rank + 1) % 4)]
    for hand in combinations(cards, 5):
        assert refused(scorer.score, *hand) is (hand[0] < first)


def test_a_repetition_is_found_wherever_it_stands() -> None:
    nines = ["9c", "9d", "9h", "9s", "Tc"]
    for hand in product(nines, repeat=5):
        repeated = len(set(hand)) < 5
        ids = ids_of(hand)
        assert refused(SEVENS_UP.score_hand, hand) is repeated
        assert refused(SEVENS_UP.score, *ids) is repeated
        assert refused(SEVENS_UP.scores, ids) is repeated


@pytest.mark.parametrize("length", [1, 4, 6, 9, 11])
def test_bytes_that_are_not_whole_hands_are_refused(length: int) -> None:
    with pytest.raises(HandError, match=f"{length} bytes are not hands of five cards"):
        SEVENS_UP.scores(bytes(range(30, 30 + length)))


@pytest.mark.parametrize("stranger", [0, 19, 52, 255])
def test_a_byte_that_is_no_card_of_the_pack_is_named(stranger: int) -> None:
    with pytest.raises(HandError, match=f"id {stranger} is not in the pack, whose lowest rank is 7"):
        SEVENS_UP.scores(ROYAL + bytes([20, 24, 28, 32, stranger]))


def test_no_hands_have_no_scores() -> None:
    assert len(SEVENS_UP.scores(b"")) == 0


@pytest.mark.parametrize(
    ("rank", "weakest"), [("J", "Js Jd 9c 8h 7c"), ("Q", "Qs Qd 9c 8h 7c"), ("7", "7s 7d Tc 9h 8c")]
)
def test_openers_begin_with_the_weakest_pair_of_the_rank(rank: str, weakest: str) -> None:
    score = SEVENS_UP.score_hand(parse_cards(weakest))
    assert SEVENS_UP.openers_from(rank) == score
    assert SEVENS_UP.category(score) == "pair"
