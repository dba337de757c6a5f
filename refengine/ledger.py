"""Chips in play: what lies on the table, who put in what, and how the pot is cut into side pots.

Amounts are whole chips. Functions return new values; the sum of stacks and pot never changes but by what a
caller pays in or out.
"""

from collections.abc import Iterable
from typing import Final

from refengine.compiling import mypyc_attr
from refengine.seating import Seat, Seats
from refengine.values import Value


@mypyc_attr(acyclic=True, free_list_len=1)
class Chips(Value):
    """`stacks` by seat; `base`: chips on the table from before the betting of this hand; `bets`: what each
    seat has put into the betting of this hand. `any_empty`: whether some stack is empty."""

    __slots__ = ("any_empty", "base", "bets", "stacks")
    __match_args__: Final = ("stacks", "base", "bets")

    def __init__(self, stacks: tuple[int, ...], base: int, bets: tuple[int, ...]) -> None:
        self.stacks: Final = stacks
        self.base: Final = base
        self.bets: Final = bets
        self.any_empty: Final = 0 in stacks

    @property
    def pot(self) -> int:
        """All chips on the table."""
        return self.base + sum(self.bets)


@mypyc_attr(acyclic=True, free_list_len=1)
class Layer(Value):
    """A main or side pot: `amount` chips for which `seats` (ascending) contend."""

    __slots__ = ("amount", "seats")
    __match_args__: Final = ("amount", "seats")

    def __init__(self, amount: int, seats: Seats) -> None:
        self.amount: Final = amount
        self.seats: Final = seats


def put_in(chips: Chips, seat: Seat, amount: int) -> Chips:
    """`seat` moves `amount` into the betting."""
    stacks, bets = [*chips.stacks], [*chips.bets]
    stacks[seat] -= amount
    bets[seat] += amount
    return Chips(tuple(stacks), chips.base, tuple(bets))


def post(chips: Chips, seat: Seat, amount: int) -> Chips:
    """`seat` puts `amount` on the table before the betting: an ante, an invitation, a quota."""
    stacks = [*chips.stacks]
    stacks[seat] -= amount
    return Chips(tuple(stacks), chips.base + amount, chips.bets)


def post_each(chips: Chips, payments: Iterable[tuple[Seat, int]]) -> Chips:
    """Each of some seats puts an amount on the table before the betting."""
    stacks, base = [*chips.stacks], chips.base
    for seat, amount in payments:
        stacks[seat] -= amount
        base += amount
    return Chips(tuple(stacks), base, chips.bets)


def post_alike(chips: Chips, seats: Seats, amount: int) -> Chips:
    """Each of `seats` puts the same `amount` on the table before the betting."""
    stacks = [*chips.stacks]
    for seat in seats:
        stacks[seat] -= amount
    return Chips(tuple(stacks), chips.base + amount * len(seats), chips.bets)


def take_back(chips: Chips, seat: Seat, amount: int) -> Chips:
    """`amount` of what `seat` put into the betting goes back to it."""
    return put_in(chips, seat, -amount)


def gather(chips: Chips) -> Chips:
    """The betting is over: everything on the table lies there for the next hand."""
    return Chips(chips.stacks, chips.pot, (0,) * len(chips.bets))


def award(chips: Chips, shares: Iterable[tuple[Seat, int]]) -> Chips:
    """The betting is over, and `shares` are taken from all that lies on the table."""
    stacks, base = [*chips.stacks], chips.pot
    for seat, amount in shares:
        stacks[seat] += amount
        base -= amount
    return Chips(tuple(stacks), base, (0,) * len(stacks))


def pay(chips: Chips, shares: Iterable[tuple[Seat, int]]) -> Chips:
    """`shares` are taken from what has been gathered."""
    stacks, base = [*chips.stacks], chips.base
    for seat, amount in shares:
        stacks[seat] += amount
        base -= amount
    return Chips(tuple(stacks), base, chips.bets)


def unmatched(bets: tuple[int, ...]) -> tuple[Seat, int]:
    """The seat that put in most and how much of it nobody matched; (0, 0) if somebody did."""
    seat = most = second = 0
    for place, bet in enumerate(bets):
        if bet > most:
            seat, most, second = place, bet, most
        elif bet > second:
            second = bet
    return (Seat(seat), most - second) if most > second else (Seat(0), 0)


def layers(chips: Chips, contenders: Seats) -> tuple[Layer, ...]:
    """The pot cut by the totals of `contenders` (ascending), the layer that all of them contest first.

    What lay on the table before the betting belongs to that first layer; what seats that are out put in
    beyond the highest total of a contender belongs to the last.
    """
    levels = {chips.bets[seat] for seat in contenders}
    if len(levels) == 1:
        return (Layer(chips.pot, contenders),)
    cut: list[Layer] = []
    floor = 0
    for level in sorted(levels):
        amount = sum(min(bet, level) - min(bet, floor) for bet in chips.bets)
        cut.append(Layer(amount, tuple(seat for seat in contenders if chips.bets[seat] >= level)))
        floor = level
    beyond = sum(max(bet - floor, 0) for bet in chips.bets)
    cut[0] = cut[0]._replace(amount=cut[0].amount + chips.base)
    cut[-1] = cut[-1]._replace(amount=cut[-1].amount + beyond)
    return tuple(cut)


def divide(amount: int, seats: Seats) -> tuple[tuple[Seat, int], ...]:
    """Equal shares of `amount`, odd chips one each to the first of `seats`, which are in turn order."""
    share, odd = divmod(amount, len(seats))
    return tuple([(seat, share + 1 if place < odd else share) for place, seat in enumerate(seats)])


def settle_debts(balances: tuple[int, ...]) -> tuple[tuple[Seat, Seat, int], ...]:
    """Payments (payer, payee, amount) that bring every balance to zero, at most one fewer than the seats.

    A negative balance is what a seat owes, a positive one what it has won; they sum to zero.
    """
    left = list(balances)
    payments: list[tuple[Seat, Seat, int]] = []
    payer = payee = 0
    while any(left):
        while left[payer] >= 0:
            payer += 1
        while left[payee] <= 0:
            payee += 1
        amount = min(-left[payer], left[payee])
        payments.append((Seat(payer), Seat(payee), amount))
        left[payer] += amount
        left[payee] -= amount
    return tuple(payments)
