"""What Red Dog says about the card that is turned, forfeits and empty pools, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from conformance.faults.fault import Fault
from conformance.faults.red_dog.text import DOG
from conformance.faults.tools import Swap, swapped
from refengine.cards import RANK_VALUE, Card, Cards
from refengine.red_dog import betting, clauses
from refengine.red_dog.course import Course
from refengine.red_dog.state import Betting, Deal
from refengine.seating import Seat

Decide = Callable[[Course, Betting, int], Deal]


# -- the card that is turned
def _beats(by: Callable[[Card, Card], bool]) -> Swap:
    """Other cards win; the highest is still shown first."""

    def wrong(_: object, __: Course, hand: Cards, turned: Card) -> Cards:
        return tuple(card for card in hand if by(card, turned))

    return Swap(betting, "_winners", wrong)


def _value(card: Card) -> int:
    return RANK_VALUE[card[0]]


def _higher(card: Card, turned: Card) -> bool:
    return card[1] == turned[1] and _value(card) > _value(turned)


def _ace_low(card: Card, turned: Card) -> bool:
    return card[1] == turned[1] and _value(card) % 14 > _value(turned) % 14


def _ten_lowest(card: Card, turned: Card) -> bool:
    """Ranks are compared as letters: ``T`` comes after ``Q`` and ``K``."""
    return card[1] == turned[1] and card[0] > turned[0]


class Win(NamedTuple):
    """`seat` has won `amount` with `cards`, the highest first."""

    seat: Seat
    amount: int
    cards: Cards


Pay = Callable[[Win], Deal]


def _won(wrong: Callable[[Pay, Course, Deal, Win], Deal]) -> Swap:
    """Something else happens when a bet is won."""

    def instead(right: Callable[..., Deal], course: Course, deal: Deal, *win: object) -> Deal:
        return wrong(lambda one: right(course, deal, *one), course, deal, Win(*win))  # type: ignore[arg-type]  # the rest of `_won`'s arguments, as they came

    return Swap(betting, "_won", instead)


def _twice_from_the_pool(right: Pay, course: Course, _: Deal, win: Win) -> Deal:
    return right(win._replace(amount=min(2 * win.amount, course.pool)))


def _only_its_bet_back(right: Pay, course: Course, deal: Deal, win: Win) -> Deal:
    stacks, pool = list(course.stacks), course.pool
    after = right(win)
    course.stacks, course.pool = stacks, pool
    return after._replace(won=deal.won)


def _counted_with_the_bet(right: Pay, _: Course, deal: Deal, win: Win) -> Deal:
    return right(win)._replace(won=(*deal.won, (win.seat, 2 * win.amount)))


def _lowest_shown(right: Pay, _: Course, __: Deal, win: Win) -> Deal:
    return right(win._replace(cards=win.cards[::-1]))


def _hand_shown(right: Pay, _: Course, deal: Deal, win: Win) -> Deal:
    return right(win)._replace(shown=(*deal.shown, (win.seat, deal.hands[win.seat])))


def _never_refilled(right: Pay, _: Course, __: Deal, win: Win) -> Deal:
    with swapped(Swap(Course, "antes", lambda *_: None)):
        return right(win)


def _not_by_the_last(right: Pay, course: Course, deal: Deal, win: Win) -> Deal:
    """The dealer, who has the last turn, does not cause a new pool."""
    return _never_refilled(right, course, deal, win) if win.seat == deal.dealer else right(win)


def _refill(change: Callable[[Course, Seat], None]) -> Swap:
    """What is done to the antes that fill an empty pool again."""

    def wrong(right: Pay, course: Course, _: Deal, win: Win) -> Deal:
        empties = course.pool == win.amount
        after = right(win)
        if empties:
            change(course, win.seat)
        return after

    return _won(wrong)


def _lost(change: Callable[[Course, Deal, Seat, int, Deal], Deal]) -> Swap:
    """What a bet that was lost brings besides, or instead."""

    def wrong(right: Decide, course: Course, turn: Betting, amount: int) -> Deal:
        seat, deal = turn.waiting[0], turn.deal
        after = right(course, turn, amount)
        return after if len(after.won) > len(deal.won) else change(course, deal, seat, amount, after)

    return Swap(betting, "bet", wrong)


def _given_back(course: Course, _: Deal, seat: Seat, amount: int, after: Deal) -> Deal:
    course.to_pool(seat, -amount)
    return after


def _pays_double(course: Course, _: Deal, seat: Seat, amount: int, after: Deal) -> Deal:
    course.to_pool(seat, min(amount, course.stacks[seat]))
    return after


def _keeps_its_hand(_: Course, deal: Deal, __: Seat, ___: int, after: Deal) -> Deal:
    return after._replace(shown=deal.shown)


def _shows_the_suit(_: Course, deal: Deal, seat: Seat, __: int, after: Deal) -> Deal:
    suit = after.turned[-1][1]
    return after._replace(shown=(*deal.shown, (seat, tuple(c for c in deal.hands[seat] if c[1] == suit))))


def _turned_anew(right: Callable[..., Deal], deal: Deal, *more: object) -> Deal:
    """The card turned stays on top of the pack."""
    return right(deal, *more)._replace(stub=deal.stub)


def _only_the_last_turned(right: Callable[..., Deal], deal: Deal, *more: object) -> Deal:
    return right(deal, *more)._replace(turned=deal.stub[:1])


def _under_the_pack(right: Callable[..., Deal], deal: Deal, *more: object) -> Deal:
    return right(deal, *more)._replace(stub=(*deal.stub[2:], *deal.stub[:2]))


TURNING: Final = (
    DOG.swapped("ace-is-low", "DOG-1", "hands", "The ace is the lowest card of its suit.", _beats(_ace_low)),
    DOG.swapped("ranks-as-letters", "DOG-1", "hands", "Ranks are compared as letters.", _beats(_ten_lowest)),
    DOG.swapped(
        "any-higher-card-wins",
        "DOG-9",
        "hands",
        "A higher card of any suit wins.",
        _beats(lambda card, turned: _value(card) > _value(turned)),
    ),
    DOG.swapped(
        "any-card-of-the-suit-wins",
        "DOG-9",
        "hands",
        "Any card of the suit wins.",
        _beats(lambda card, turned: card[1] == turned[1]),
    ),
    DOG.swapped(
        "lower-card-wins",
        "DOG-9",
        "hands",
        "A lower card of the suit wins.",
        _beats(lambda card, turned: card[1] == turned[1] and _value(card) < _value(turned)),
    ),
    DOG.swapped(
        "wins-twice-the-bet",
        "DOG-9",
        "settlement",
        "A winner takes twice its bet from the pool.",
        _won(_twice_from_the_pool),
    ),
    DOG.swapped(
        "wins-nothing",
        "DOG-9",
        "settlement",
        "A winner takes its bet back and nothing more.",
        _won(_only_its_bet_back),
    ),
    DOG.swapped(
        "payout-counts-the-bet",
        "DOG-9",
        "settlement",
        "The payout of a winner counts its own bet.",
        _won(_counted_with_the_bet),
    ),
    DOG.swapped(
        "shows-the-lowest-winning-card",
        "DOG-9r",
        "views",
        "A winner shows the lowest card that wins.",
        _won(_lowest_shown),
    ),
    DOG.swapped(
        "winner-shows-its-hand",
        "DOG-9r",
        "views",
        "A winner shows its whole hand.",
        _won(_hand_shown),
    ),
    DOG.swapped(
        "lost-bet-given-back", "DOG-10", "settlement", "A bet that is lost goes back.", _lost(_given_back)
    ),
    DOG.swapped("loser-pays-double", "DOG-10", "settlement", "A loser pays twice.", _lost(_pays_double)),
    DOG.swapped("loser-keeps-its-hand", "DOG-10", "views", "A loser shows nothing.", _lost(_keeps_its_hand)),
    DOG.swapped(
        "loser-shows-the-suit",
        "DOG-10",
        "views",
        "Who loses shows only its cards of the suit turned.",
        _lost(_shows_the_suit),
    ),
    DOG.swapped(
        "turned-card-stays",
        "DOG-15",
        "cards",
        "The card turned stays on the pack and is turned for the next bet too.",
        Swap(betting, "_after_turning", _turned_anew),
    ),
    DOG.swapped(
        "next-card-burned",
        "DOG-15",
        "cards",
        "A card is laid away after each card turned.",
        Swap(betting, "_after_turning", _under_the_pack),
    ),
    DOG.swapped(
        "only-the-last-card-turned",
        "DOG-15",
        "views",
        "Only the last of the turned cards is told.",
        Swap(betting, "_after_turning", _only_the_last_turned),
    ),
)


# -- forfeits and empty pools
def _turns_a_card(right: Decide, course: Course, turn: Betting, amount: int) -> Deal:
    deal = right(course, turn, amount)
    return deal._replace(stub=deal.stub[1:], turned=(*deal.turned, deal.stub[0]))


def _forfeit_shows(right: Decide, course: Course, turn: Betting, amount: int) -> Deal:
    deal, seat = right(course, turn, amount), turn.waiting[0]
    return deal._replace(shown=(*deal.shown, (seat, deal.hands[seat])))


def _spared(course: Course, seat: Seat) -> None:
    paid = min(course.agreement.ante, course.stacks[seat] + course.agreement.ante)
    course.to_pool(seat, -paid)


def _again(course: Course, _: Seat) -> None:
    course.antes(clauses.REFILL)


def _of_one_chip(course: Course, _: Seat) -> None:
    for seat in range(len(course.stacks)):
        course.to_pool(Seat(seat), 1 - course.agreement.ante)


def _without_those_who_spoke(right: Decide, course: Course, turn: Betting, amount: int) -> Deal:
    done = [seat for seat in turn.deal.dealt_in if seat not in turn.waiting]

    def antes(right_antes: Callable[..., None], c: Course, *clauses: object) -> None:
        before = {seat: c.stacks[seat] for seat in done}
        right_antes(c, *clauses)
        for seat, stack in before.items():
            c.to_pool(seat, c.stacks[seat] - stack)

    with swapped(Swap(Course, "antes", antes)):
        return right(course, turn, amount)


POOL: Final = (
    DOG.swapped(
        "forfeit-turns-a-card",
        "DOG-8r",
        "cards",
        "A card is turned for a seat that forfeits.",
        Swap(betting, "forfeit", _turns_a_card),
    ),
    DOG.swapped(
        "forfeit-shows-the-hand",
        "DOG-8r",
        "views",
        "A seat that forfeits shows its hand.",
        Swap(betting, "forfeit", _forfeit_shows),
    ),
    DOG.swapped(
        "empty-pool-stays-empty",
        "DOG-11",
        "carry",
        "A pool that has been emptied is not filled again.",
        _won(_never_refilled),
    ),
    DOG.swapped(
        "winner-does-not-refill",
        "DOG-11",
        "amount",
        "Who emptied the pool puts nothing into the new one.",
        _refill(_spared),
    ),
    DOG.swapped(
        "only-those-to-speak-refill",
        "DOG-11",
        "amount",
        "Who has had its turn puts nothing into a new pool.",
        Swap(betting, "bet", _without_those_who_spoke),
    ),
    DOG.swapped(
        "refill-of-one-chip",
        "DOG-11",
        "amount",
        "An empty pool is filled with one chip a seat, whatever the ante.",
        _refill(_of_one_chip),
    ),
    DOG.swapped(
        "refill-twice",
        "DOG-11r",
        "amount",
        "An empty pool is filled twice.",
        _refill(_again),
    ),
    DOG.swapped(
        "no-refill-by-the-last",
        "DOG-11r",
        "carry",
        "The pool is not filled again when the last seat of a deal empties it.",
        _won(_not_by_the_last),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*TURNING, *POOL)
