"""What Ton says about leading to tricks and counting them, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.fault import Fault
from conformance.faults.ton.text import TON, announced
from conformance.faults.tools import Put, Swap, swapped
from refengine.actions import Action
from refengine.game import Step
from refengine.menus import Menu
from refengine.seating import Seat, Seats, clockwise_after
from refengine.ton import machine, tricks
from refengine.ton.course import Course
from refengine.ton.state import Deal, Outcome, Taken, TonState, Trick, Tricks


# -- leading
def _leads(first: Callable[[Course, Deal], Seat | None]) -> Swap:
    """Another seat leads to the first trick, if there is one."""

    def wrong(right: Callable[[Course, Deal], Seat], course: Course, deal: Deal) -> Seat:
        seat = first(course, deal)
        return right(course, deal) if seat is None or announced(deal) else seat

    return Swap(tricks, "_first_leader", wrong)


def _left_of_dealer(_: Course, deal: Deal) -> Seat:
    return clockwise_after(deal.dealer, deal.seats_in)[0]


def _dealer_without_holder(_: Course, deal: Deal) -> Seat | None:
    return None if isinstance(deal.stock.talon, Taken) else deal.dealer


Play = Callable[[TonState, Tricks, Action], Step[TonState] | None]


def _completes(state: TonState, turn: Tricks) -> bool:
    """Whether the trick has all its cards with the one that is played now."""
    return len(state.trick) + 1 == len(turn.order)


def _leader_again(right: Play, state: TonState, turn: Tricks, action: Action) -> Step[TonState] | None:
    """Who led to a trick leads to the next one too."""
    step = right(state, turn, action)
    if step is None or not _completes(state, turn):
        return step
    phase = step.state.phase
    assert isinstance(phase, Tricks)
    after, menu = tricks._lead(phase.deal, turn.order[0])
    return step._replace(state=step.state._replace(phase=after, menu=menu), menu=menu)


def _to_the_right(right: Callable[..., tuple[Tricks, Menu]], deal: Deal, leader: Seat) -> tuple[Tricks, Menu]:
    phase, menu = right(deal, leader)
    order: Seats = (phase.order[0], *phase.order[:0:-1])
    return phase._replace(order=order), menu


LEAD: Final = (
    TON.swapped(
        "left-of-dealer-leads",
        "TON-12",
        "order",
        "The seat left of the dealer leads, whoever has the talon.",
        _leads(_left_of_dealer),
    ),
    TON.swapped(
        "dealer-leads",
        "TON-12r",
        "order",
        "Without a talon holder the dealer leads.",
        _leads(_dealer_without_holder),
    ),
    TON.swapped(
        "leader-leads-again",
        "TON-12",
        "order",
        "Who led to a trick leads to the next too.",
        Swap(tricks, "play", _leader_again),
    ),
    TON.swapped(
        "tricks-go-to-the-right",
        "DRW-1",
        "order",
        "A trick goes round to the right.",
        Swap(tricks, "_lead", _to_the_right),
    ),
)


# -- counting
def _points(points: Callable[[Deal], int]) -> tuple[Swap, Swap]:
    """A trick brings other points; fifteen are looked for as ever."""

    def play(right: Play, state: TonState, turn: Tricks, action: Action) -> Step[TonState] | None:
        step = right(state, turn, action)
        if step is None or not _completes(state, turn):
            return step
        rows = zip(state.scores, step.state.scores, strict=True)
        scores = tuple(old + (points(turn.deal) if new != old else 0) for old, new in rows)
        return step._replace(state=step.state._replace(scores=scores))

    def score(_: object, course: Course, deal: Deal, seat: Seat) -> bool:
        course.score(seat, points(deal))
        return course.scores[seat] >= 15

    return Swap(tricks, "play", play), Swap(tricks, "_score", score)


def _all_at_once(_: object, course: Course, deal: Deal) -> Outcome:
    """A seat that plays alone gets five points, even beyond fifteen."""
    (seat,) = deal.seats_in
    course.deal = deal._replace(tricks=(Trick((), (), seat),) * 5)
    course.score(seat, 5)
    return "fifteen" if course.scores[seat] >= 15 else "played_out"


def _one_trick(_: object, course: Course, deal: Deal) -> Outcome:
    (seat,) = deal.seats_in
    course.deal = deal._replace(tricks=(Trick((), (), seat),))
    return "fifteen" if tricks._score(course, deal, seat) else "played_out"


def _plays_it_out(_: object, course: Course, deal: Deal) -> Outcome:
    course.phase, menu = tricks._lead(deal, deal.seats_in[0])
    return menu


def _deal_played_out(right: Play, state: TonState, turn: Tricks, action: Action) -> Step[TonState] | None:
    """The session ends only when the deal with the fifteenth point has been played."""
    with swapped(Put(tricks, "POINTS_TO_WIN", 99)):
        return right(state, turn, action)


COUNT: Final = (
    TON.swapped(
        "tricks-of-two-points", "TON-15", "amount", "A trick is worth two points.", *_points(lambda _: 2)
    ),
    TON.swapped(
        "tricks-of-no-points", "TON-15", "amount", "A trick is worth nothing.", *_points(lambda _: 0)
    ),
    TON.swapped(
        "announced-tricks-count-double",
        "TON-22",
        "amount",
        "After an announcement a trick is worth two points.",
        *_points(lambda deal: 2 if announced(deal) else 1),
    ),
    TON.swapped(
        "announced-tricks-do-not-count",
        "TON-22",
        "amount",
        "After an announcement tricks are worth nothing.",
        *_points(lambda deal: 0 if announced(deal) else 1),
    ),
    TON.swapped(
        "alone-plays-it-out",
        "TON-11",
        "order",
        "A seat that plays alone has to play its cards.",
        Swap(tricks, "_alone", _plays_it_out),
    ),
    TON.swapped(
        "alone-gets-one-trick",
        "TON-11",
        "amount",
        "A seat that plays alone gets one trick.",
        Swap(tricks, "_alone", _one_trick),
    ),
    TON.swapped(
        "alone-gets-five-at-once",
        "TON-11",
        "amount",
        "A seat that plays alone gets five points at once.",
        Swap(tricks, "_alone", _all_at_once),
    ),
    TON.swapped(
        "deal-is-played-out",
        "TON-16r",
        "order",
        "The deal with the fifteenth point is played to its end.",
        Swap(tricks, "play", _deal_played_out),
    ),
    TON.swapped(
        "sixteen-points-win",
        "TON-16",
        "amount",
        "The session goes on until a seat has 16 points.",
        Put(tricks, "POINTS_TO_WIN", 16),
    ),
    TON.swapped(
        "fourteen-points-win",
        "TON-16",
        "amount",
        "The session ends when a seat has 14 points.",
        Put(tricks, "POINTS_TO_WIN", 14),
        Put(machine.ENTRIES["over"].__globals__, "POINTS_TO_WIN", 14),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*LEAD, *COUNT)
