"""What Red Dog says about the first dealer and the deal, done wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from conformance.faults.fault import Fault
from conformance.faults.red_dog.text import DOG
from conformance.faults.tools import Altered, Swap, swapped
from refengine.actions import Action
from refengine.cards import RANK_VALUE, Card, Cards
from refengine.game import Setup, Step
from refengine.lots import Lots
from refengine.red_dog import machine, rules
from refengine.red_dog.course import Course
from refengine.red_dog.rules import Agreement
from refengine.red_dog.state import Deal, RedDogState, fresh_deal
from refengine.seating import Seat, all_seats, clockwise_from

Do = Callable[..., Step[RedDogState]]


def _agreed(change: Callable[[Agreement], Agreement]) -> Swap:
    """Another agreement than the options make."""

    def wrong(right: Callable[..., Agreement], options: object, seats: int) -> Agreement:
        return change(right(options, seats))

    return Swap(machine, "agree", wrong)


# -- the first dealer
Draw = Callable[[Lots, Cards, Cards], Seat | Lots]


def _drawn(change: Callable[[Draw, Lots, Cards, Cards], Seat | Lots]) -> Swap:
    return Swap(machine, "outcome_of", change)


def _by(value: Callable[[Card], int]) -> Swap:
    """The highest card by another value deals."""

    def wrong(_: Draw, now: Lots, cards: Cards, __: Cards) -> Seat | Lots:
        best = max(map(value, cards))
        tied = tuple(seat for seat, card in zip(now.seats, cards, strict=True) if value(card) == best)
        rest = tuple(card for card in now.rest if card not in cards)
        return tied[0] if len(tied) == 1 else Lots(tied, rest)

    return _drawn(wrong)


def _seat_zero(*_: object) -> Seat:
    return Seat(0)


def _first_of_the_tied(right: Draw, now: Lots, cards: Cards, pack: Cards) -> Seat | Lots:
    found = right(now, cards, pack)
    return found.seats[0] if isinstance(found, Lots) else found


def _all_again(right: Draw, now: Lots, cards: Cards, pack: Cards) -> Seat | Lots:
    found = right(now, cards, pack)
    return found._replace(seats=now.seats) if isinstance(found, Lots) else found


def _from_the_whole_pack(right: Draw, now: Lots, cards: Cards, pack: Cards) -> Seat | Lots:
    found = right(now, cards, pack)
    return found._replace(rest=pack) if isinstance(found, Lots) else found


def _only_those_with_chips(right: Do, course: Course, now: Lots, clause: object) -> Step[RedDogState]:
    seats = tuple(seat for seat in now.seats if course.stacks[seat] > 0)
    return right(course, now._replace(seats=seats), clause)


def _broke_to_the_right(right: Do, course: Course, *more: object) -> Step[RedDogState]:
    def deal_from(right_deal: Callable[..., Deal], c: Course, seat: Seat) -> Deal:
        while c.stacks[seat] == 0:
            seat = Seat((seat - 1) % len(c.stacks))
        return right_deal(c, seat)

    with swapped(Swap(machine, "_deal_from", deal_from)):
        return right(course, *more)


FIRST_DEALER: Final = (
    DOG.swapped(
        "lowest-card-deals",
        "DOG-4",
        "setup",
        "The lowest card drawn deals.",
        _by(lambda card: -RANK_VALUE[card[0]]),
    ),
    DOG.swapped("seat-zero-deals-first", "DOG-4", "setup", "Seat 0 gets the first deal.", _drawn(_seat_zero)),
    DOG.swapped(
        "ace-is-low-in-the-lots",
        "DOG-1",
        "setup",
        "In the draw for the deal the ace is the lowest card.",
        _by(lambda card: RANK_VALUE[card[0]] % 14),
    ),
    DOG.swapped(
        "first-of-the-tied-deals",
        "DOG-4r",
        "setup",
        "Of seats tied in the draw for the deal the first one deals.",
        _drawn(_first_of_the_tied),
    ),
    DOG.swapped(
        "all-draw-again",
        "DOG-4r",
        "setup",
        "After a tie in the draw for the deal all seats draw again.",
        _drawn(_all_again),
    ),
    DOG.swapped(
        "ties-drawn-from-the-whole-pack",
        "DOG-4r",
        "setup",
        "After a tie in the draw for the deal the cards drawn are in the pack again.",
        _drawn(_from_the_whole_pack),
    ),
    DOG.swapped(
        "broke-seats-draw-no-lot",
        "DOG-4r",
        "setup",
        "Seats without chips get no card in the draw for the deal.",
        Swap(machine, "_ask_lots", _only_those_with_chips),
    ),
    DOG.swapped(
        "deal-of-the-broke-goes-right",
        "DOG-4r",
        "setup",
        "If the highest card falls to a seat without chips the next one to its right deals.",
        Swap(machine, "_draw", _broke_to_the_right),
    ),
)


# -- the deal
Dealt = Callable[[Course, Deal, Cards], Deal]


def _dealt_as(permuted: Callable[[Cards, int, int], Iterable[str]]) -> Swap:
    """The deal of another order of the pack, for so many seats and so many cards each."""

    def wrong(right: Dealt, course: Course, deal: Deal, pack: Cards) -> Deal:
        cards = permuted(pack, len(deal.dealt_in), course.agreement.hand_size)
        return right(course, deal, tuple(cards))  # type: ignore[arg-type]  # the same cards

    return Swap(machine, "_dealt", wrong)


def _all_at_once(cards: Cards, seats: int, size: int) -> Iterable[str]:
    dealt = [cards[size * seat + turn] for turn in range(size) for seat in range(seats)]
    return (*dealt, *cards[size * seats :])


def _dealer_first(cards: Cards, seats: int, size: int) -> Iterable[str]:
    rows = [cards[start : start + seats] for start in range(0, size * seats, seats)]
    return (*(card for row in rows for card in (*row[1:], row[0])), *cards[size * seats :])


def _five_for_a_crowd(right: Callable[..., Agreement], options: dict[str, object], seats: int) -> Agreement:
    found = right(options, seats)
    return found._replace(hand_size=5) if seats >= rules.CROWD else found


def _four_from_eight_on(right: Callable[..., Agreement], options: object, seats: int) -> Agreement:
    found = right(options, seats)
    return found._replace(hand_size=4) if seats >= rules.CROWD - 1 else found


def _five_for_few_dealt_in(right: Callable[..., Deal], course: Course, deal: Deal, pack: Cards) -> Deal:
    if len(deal.dealt_in) < rules.CROWD <= len(course.stacks):
        course.agreement = course.agreement._replace(hand_size=5)
    return right(course, deal, pack)


class _ChipsSitDown(Altered[RedDogState]):
    """Only seats that come with chips count as seats of the session, as far as the cards go."""

    def start(self, setup: Setup) -> Step[RedDogState]:
        with_chips = sum(stack > 0 for stack in setup.stacks)

        def counted(right: Callable[..., Agreement], options: object, _: int) -> Agreement:
            return right(options, with_chips)

        with swapped(Swap(machine, "agree", counted)):
            return super().start(setup)


def _passed(step: int) -> Swap:
    """The deal passes by other steps than one to the left."""

    def wrong(right: Do, course: Course, deal: Deal, action: Action) -> Step[RedDogState]:
        if action.verb != "next_hand":
            return right(course, deal, action)
        dealer = Seat((deal.dealer + step - 1) % len(course.stacks))
        return right(course, deal._replace(dealer=dealer), action)

    return Swap(machine, "_between", wrong)


def _by_the_broke(_: object, course: Course, seat: Seat) -> Deal:
    dealer = clockwise_from(seat % len(course.stacks), all_seats(len(course.stacks)))[0]
    return fresh_deal(dealer, course.seats_with_chips())


def _by_the_richest(right: Do, course: Course, deal: Deal, action: Action) -> Step[RedDogState]:
    if action.verb != "next_hand" or not deal.won:
        return right(course, deal, action)
    winner = max(deal.won, key=lambda won: won[1])[0]
    return right(course, deal._replace(dealer=Seat(winner - 1)), action)


DEALS: Final = (
    DOG.swapped(
        "hand-dealt-at-once",
        "DOG-5",
        "cards",
        "A hand is dealt all at once.",
        _dealt_as(_all_at_once),
    ),
    DOG.swapped(
        "dealer-gets-the-first-card",
        "DOG-5",
        "cards",
        "The dealer gets the first card.",
        _dealt_as(_dealer_first),
    ),
    DOG.swapped(
        "dealt-from-the-bottom",
        "DOG-5",
        "cards",
        "Cards are dealt from the bottom of the pack.",
        _dealt_as(lambda cards, *_: cards[::-1]),
    ),
    DOG.swapped(
        "five-cards-for-anyone",
        "DOG-5",
        "cards",
        "Every seat gets five cards, though four were agreed.",
        _agreed(lambda agreement: agreement._replace(hand_size=5)),
    ),
    DOG.swapped(
        "five-cards-in-a-crowd",
        "DOG-5",
        "cards",
        "Every seat gets five cards at a table of nine or more.",
        Swap(machine, "agree", _five_for_a_crowd),
    ),
    DOG.swapped(
        "only-seats-dealt-in-count",
        "DOG-5",
        "cards",
        "At a table of nine or more every seat gets five cards if fewer are dealt in.",
        Swap(machine, "_dealt", _five_for_few_dealt_in),
    ),
    DOG.altered(
        "only-seats-with-chips-count",
        "DOG-5",
        "cards",
        "At a table of nine or more every seat gets five cards if fewer came with chips.",
        _ChipsSitDown,
    ),
    DOG.swapped(
        "four-cards-from-eight-seats-on",
        "DOG-5",
        "cards",
        "From eight seats on every seat gets four cards.",
        Swap(machine, "agree", _four_from_eight_on),
    ),
    DOG.swapped("dealer-stays", "DOG-12", "order", "The same seat deals again.", _passed(0)),
    DOG.swapped("deal-passes-to-the-right", "DRW-2", "order", "The deal passes to the right.", _passed(-1)),
    DOG.swapped(
        "winner-deals",
        "DOG-12",
        "order",
        "Who won most deals next.",
        Swap(machine, "_between", _by_the_richest),
    ),
    DOG.swapped(
        "broke-seat-deals",
        "DOG-13",
        "order",
        "The deal passes to a seat without chips.",
        Swap(machine, "_deal_from", _by_the_broke),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*FIRST_DEALER, *DEALS)
