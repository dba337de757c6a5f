"""What every draw text says about the pack, the stub and openers, done wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from conformance.faults.draw.texts import ITALIAN, PIN, PRO, TEXTS, Text
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped
from refengine.actions import Action
from refengine.cards import RANK_VALUE, RANKS, Cards, pack_from
from refengine.draw import exchange, house, machine, speaking
from refengine.draw.rules import PackRules
from refengine.draw.state import Outcome, Play, Recycling, Serving
from refengine.game import Setup
from refengine.menus import Menu, Offer, OrderOfCards, cards_of
from refengine.ranking import Ranking, category
from refengine.seating import TABLE, Seat

# -- the pack
Lowest = Callable[[str, int, str], str]
HIGHEST_LOW: Final = RANKS.index("9")


def _shifted(steps: int) -> Callable[..., str]:
    def wrong(right: Lowest, deck: str, seats: int, highest_low: str) -> str:
        rank = right(deck, seats, highest_low)
        return rank if deck == "full" else RANKS[min(max(RANKS.index(rank) + steps, 0), HIGHEST_LOW)]

    return wrong


def _never_full(right: Lowest, _: str, seats: int, highest_low: str) -> str:
    return right("stripped", seats, highest_low)


def _other_cap(right: Lowest, deck: str, seats: int, highest_low: str) -> str:
    return right(deck, seats, "9" if highest_low == "7" else "7")


def _for_those_dealt_in(right: Callable[[Play], Outcome], play: Play) -> Outcome:
    pack = play.rules.pack
    if len(pack.cards) < 52:
        rank = house.lowest_rank("stripped", len(play.hand.dealt_in), "9")
        changed = PackRules(pack_from(rank), pack.ranking._replace(lowest=rank))
        play.rules = play.rules._replace(pack=changed)
    return right(play)


def _from_the_last_hand(right: Callable[[Play], Outcome], play: Play) -> Outcome:
    """From the second hand on the pack lacks the cards that were folded or shown before."""
    outcome = right(play)
    if play.session.hand_number == 1 or isinstance(outcome, str):
        return outcome
    rest = play.rules.pack.cards[5:]
    return Menu(TABLE, (Offer("shuffle", OrderOfCards(rest)),))


def _seats(fewest: int = 0, most: int = 0, instead_of: int = 0) -> Swap:
    """The bounds of seats moved; the upper one only where it is `instead_of`."""

    def wrong(right: Callable[..., None], setup: Setup, low: int, high: int, stack: int) -> None:
        right(setup, low + fewest, high + (most if high == instead_of else 0), stack)

    return Swap(machine, "check_table", wrong)


def packs(text: Text) -> Iterator[Fault]:
    """DRW-16, and that every hand is dealt from all of the pack."""
    yield text.agreed(
        "full-pack-by-default",
        "DRW-16",
        "A table that has agreed on nothing plays with 52 cards.",
        deck="full",
    )
    capped = "is never above sevens" if text is not PIN else "follows the number of seats above sevens"
    for name, says, wrong in (
        ("pack-begins-a-rank-too-low", "The stripped pack begins one rank too low.", _shifted(-1)),
        ("pack-begins-a-rank-too-high", "The stripped pack begins one rank too high.", _shifted(1)),
        ("full-pack-never-used", "A table that agreed on the full pack gets a stripped one.", _never_full),
        ("pack-capped-otherwise", f"The lowest rank of the stripped pack {capped}.", _other_cap),
    ):
        yield text.swapped(name, "DRW-16", "cards", says, Swap(house, "lowest_rank", wrong))
    yield text.swapped(
        "pack-never-rebuilt",
        "DRW-5",
        "cards",
        "From the second hand on five cards are missing from the pack.",
        Swap(machine.ENTER, "shuffle", _from_the_last_hand),
    )


def numbers_of_seats(text: Text) -> Iterator[Fault]:
    """DRW-20."""
    yield text.swapped(
        "pack-follows-seats-dealt-in",
        "DRW-20",
        "cards",
        "When a seat is not dealt in, the pack is that for the fewer seats.",
        Swap(machine.ENTER, "shuffle", _for_those_dealt_in),
    )
    for name, says, swap in (
        ("a-single-seat", "One seat may play alone.", _seats(fewest=-1)),
        ("three-seats-at-least", "Two seats are too few.", _seats(fewest=1)),
        (
            "ten-seats-with-a-stripped-pack",
            "Ten seats may play a stripped pack.",
            _seats(most=1, instead_of=9),
        ),
        ("eight-seats-with-a-stripped-pack", "Nine seats are too many.", _seats(most=-1, instead_of=9)),
        ("nine-seats-with-the-full-pack", "Ten seats are too many.", _seats(most=-1, instead_of=10)),
    ):
        yield text.swapped(name, "DRW-20", "setup", says, swap)


# -- openers
Holds = Callable[[Cards, str, Ranking], bool]
ABOVE_PAIR: Final = frozenset(
    {"two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush"}
)


def _of_a_kind(hand: Cards) -> int:
    """The highest rank, 2 to 14, of which the hand holds two or more; 0 if there is none."""
    ranks = [RANK_VALUE[card[0]] for card in hand]
    return max((rank for rank in ranks if ranks.count(rank) > 1), default=0)


def _a_pair_exactly(right: Holds, hand: Cards, rank: str, ranking: Ranking) -> bool:
    return right(hand, rank, ranking) and category(hand, ranking) == "pair"


def _that_rank_exactly(_: Holds, hand: Cards, rank: str, ranking: Ranking) -> bool:
    return category(hand, ranking) in ABOVE_PAIR or _of_a_kind(hand) == RANK_VALUE[rank]


def _no_aces(right: Holds, hand: Cards, rank: str, ranking: Ranking) -> bool:
    aces = category(hand, ranking) == "pair" and _of_a_kind(hand) == RANK_VALUE["A"]
    return right(hand, rank, ranking) and not aces


def _two_pair_of_that_rank(right: Holds, hand: Cards, rank: str, ranking: Ranking) -> bool:
    low = category(hand, ranking) == "two_pair" and _of_a_kind(hand) < RANK_VALUE[rank]
    return right(hand, rank, ranking) and not low


def _trips_of_that_rank(right: Holds, hand: Cards, rank: str, ranking: Ranking) -> bool:
    low = category(hand, ranking) == "three_of_a_kind" and _of_a_kind(hand) < RANK_VALUE[rank]
    return right(hand, rank, ranking) and not low


def _something_paired(right: Holds, hand: Cards, rank: str, ranking: Ranking) -> bool:
    return right(hand, rank, ranking) and len({card[0] for card in hand}) < 5


def openers(text: Text) -> Iterator[Fault]:
    """DRW-23."""
    for name, says, wrong in (
        ("only-a-pair-opens", "A hand above a pair does not open.", _a_pair_exactly),
        ("only-that-rank-opens", "A pair above the rank asked for does not open.", _that_rank_exactly),
        ("aces-do-not-open", "A pair of aces does not open.", _no_aces),
        ("low-two-pair-does-not-open", "Two pair below the rank do not open.", _two_pair_of_that_rank),
        ("low-trips-do-not-open", "Three of a kind below the rank do not open.", _trips_of_that_rank),
        ("straights-do-not-open", "A straight or a flush does not open.", _something_paired),
    ):
        yield text.swapped(name, "DRW-23", "hands", says, Swap(speaking, "holds_openers", wrong))


# -- the stub runs out
ActDraw = Callable[[Play, Serving, Action], Outcome]
AskRecycling = Callable[[Play, Recycling], Outcome]
ActRecycling = Callable[[Play, Recycling, Action], Outcome]


def _rest_shuffled_in(right: ActDraw, play: Play, now: Serving, action: Action) -> Outcome:
    """Whoever the stub cannot serve in full waits for a shuffle of stub and discards together."""
    layout = play.hand.layout
    if len(cards_of(action)) <= len(layout.stub):
        return right(play, now, action)
    together = layout._replace(stub=(), discards=layout.stub + layout.discards)
    play.hand = play.hand._replace(layout=together)
    return right(play, now, action)


def _rest_laid_away(right: ActDraw, play: Play, now: Serving, action: Action) -> Outcome:
    """Whoever the stub cannot serve in full gets nothing of it."""
    layout = play.hand.layout
    short = len(cards_of(action)) > len(layout.stub)
    if short and len(cards_of(action)) <= len(layout.discards):
        play.hand = play.hand._replace(layout=layout._replace(stub=()))
    return right(play, now, action)


Most = Callable[[Play, Seat, Seat], tuple[int, str]]


def _stub_only(right: Most, play: Play, seat: Seat, first: Seat) -> tuple[int, str]:
    most, clause = right(play, seat, first)
    return min(most, len(play.hand.layout.stub)), clause


def _own_come_back(right: AskRecycling, play: Play, now: Recycling) -> Outcome:
    layout = play.hand.layout
    play.hand = play.hand._replace(layout=layout._replace(discards=layout.discards + now.laid))
    return right(play, now)


def _own_laid_twice(right: ActRecycling, play: Play, now: Recycling, action: Action) -> Outcome:
    return right(play, now._replace(laid=()), action)


def _folded_come_back(right: AskRecycling, play: Play, now: Recycling) -> Outcome:
    layout = play.hand.layout
    play.hand = play.hand._replace(
        layout=layout._replace(discards=layout.discards + layout.folded, folded=())
    )
    return right(play, now)


def _held_cards_too(right: AskRecycling, play: Play, now: Recycling) -> Outcome:
    """The cards that the waiting seat has kept are shuffled in."""
    asked = right(play, now)
    cards = play.hand.layout.discards + play.hand.layout.hands[now.queue[0]]
    return asked if isinstance(asked, str) else Menu(TABLE, (Offer("shuffle", OrderOfCards(cards)),))


def _as_many_as_liked(right: Most, play: Play, seat: Seat, first: Seat) -> tuple[int, str]:
    with swapped(Swap(exchange, "len", lambda count, cards: count(cards) + 99)):
        return right(play, seat, first)


def _one_too_few(right: Most, play: Play, seat: Seat, first: Seat) -> tuple[int, str]:
    most, clause = right(play, seat, first)
    return (most - 1 if clause == "DRW-26" else most), clause


def _own_discards_counted(right: Most, play: Play, seat: Seat, first: Seat) -> tuple[int, str]:
    layout = play.hand.layout
    there_are = len(layout.stub) + len(layout.discards)
    return (there_are + 1 if right(play, seat, first)[1] == "DRW-26" else right(play, seat, first)[0]), ""


def stub(text: Text) -> Iterator[Fault]:
    """DRW-24 and DRW-25."""
    own = {PIN: "PIN-13r"}.get(text, "DRW-25")
    yield text.swapped(
        "rest-of-the-stub-shuffled-in",
        "DRW-24",
        "cards",
        "When the stub cannot serve a seat in full, its rest is shuffled with the discards first.",
        Swap(exchange, "act_draw", _rest_shuffled_in),
    )
    yield text.swapped(
        "rest-of-the-stub-laid-away",
        "DRW-24",
        "cards",
        "When the stub cannot serve a seat in full, its rest is laid away.",
        Swap(exchange, "act_draw", _rest_laid_away),
    )
    yield text.swapped(
        "nothing-is-recycled",
        {PIN: "PIN-13", PRO: "PRO-19"}.get(text, "DRW-24"),
        "cards",
        "A seat may draw only as many cards as the stub holds.",
        Swap(exchange, "most_cards", _stub_only),
    )
    yield text.swapped(
        "own-discards-back",
        own,
        "cards",
        "A seat may get its own discards back when the stub runs out.",
        Swap(exchange, "ask_recycling", _own_come_back),
    )
    yield text.swapped(
        "kept-cards-shuffled-in",
        "DRW-25",
        "cards",
        "The cards that a seat has kept are shuffled when the stub runs out while it is served.",
        Swap(exchange, "ask_recycling", _held_cards_too),
    )


def numbers_of_cards(text: Text) -> Iterator[Fault]:
    """DRW-24 once more, and DRW-26."""
    yield text.swapped(
        "discards-never-come-again",
        "DRW-24",
        "cards",
        "The discards of a seat that was served from a recycled pack are lost for the seats after it.",
        Swap(exchange, "act_recycling", _own_laid_twice),
    )
    yield text.swapped(
        "asks-for-more-than-there-are",
        "DRW-26",
        "amount",
        "A seat may ask for more cards than stub and discards hold.",
        Swap(exchange, "most_cards", _own_discards_counted),
    )
    yield text.swapped(
        "one-card-too-few",
        "DRW-26",
        "amount",
        "A seat may not ask for the last card that stub and discards hold.",
        Swap(exchange, "most_cards", _one_too_few),
    )


def _folded_stay_out(right: Callable[[Play], Outcome], play: Play) -> Outcome:
    """The folded hands are shuffled neither before the draw nor after the shuffle that comes before it."""
    layout = play.hand.layout
    play.hand = play.hand._replace(layout=layout._replace(folded=()))
    outcome = right(play)
    play.hand = play.hand._replace(layout=layout)
    return outcome


def _stub_alone(_: object, play: Play, action: Action) -> Outcome:
    play.hand = play.hand._replace(layout=play.hand.layout._replace(stub=cards_of(action)))
    return "done"


def folded_hands(text: Text) -> Iterator[Fault]:
    """DRW-25r, where folded hands are out of play."""
    yield text.swapped(
        "folded-hands-recycled",
        "DRW-25r",
        "cards",
        "Folded hands are shuffled in when the stub runs out.",
        Swap(exchange, "ask_recycling", _folded_come_back),
    )


FAULTS: Final[tuple[Fault, ...]] = (
    *(
        fault
        for text in TEXTS
        for part in (packs, numbers_of_seats, stub, numbers_of_cards)
        for fault in part(text)
    ),
    *(fault for text in ITALIAN for part in (openers, folded_hands) for fault in part(text)),
    PIN.swapped(
        "folded-hands-recycled",
        "DRW-25r",
        "cards",
        "Folded hands are shuffled in only when the stub runs out.",
        Swap(machine.ENTER, "reshuffle", _folded_stay_out),
        Swap(machine.PLAIN_ACT, "reshuffle", _stub_alone),
        Swap(exchange, "ask_recycling", _folded_come_back),
    ),
)
