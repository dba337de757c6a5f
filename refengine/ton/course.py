"""One transition in the making: money, scores and pluses as they move, with what is caused and cited.

A course lives inside one call of `start` or `apply` and is never kept; what comes out of it are values.
"""

from typing import Final

from refengine.cards import Cards
from refengine.compiling import mypyc_attr
from refengine.errors import ClauseId
from refengine.events import Ante, Event, Events, Paid
from refengine.seating import Seat, Seats, all_seats
from refengine.ton.rules import Agreement
from refengine.ton.state import Account, Deal, Phase, Scores, with_change


@mypyc_attr(acyclic=True, free_list_len=1)
class Course:
    """The session while it moves from one state to the next: what it has come to, `events` in order, and the
    clauses that this rests on, some of them more than once."""

    __slots__ = ("account", "cites", "deal", "events", "phase", "scores", "trick")
    deal: Deal
    """The deal as it is entered or left; set before a signal by whoever has changed it."""
    phase: Phase
    """The phase that asks; set by whoever answers with a menu."""

    def __init__(self, account: Account, scores: Scores, trick: Cards, clause: ClauseId) -> None:
        self.account = account
        self.scores = scores
        self.trick: Final = trick
        self.events: Events = ()
        self.cites = [clause]

    @property
    def agreement(self) -> Agreement:
        """What the table has agreed on."""
        return self.account.agreement

    @property
    def seats(self) -> Seats:
        """All seats of the table."""
        return all_seats(len(self.scores))

    def tell(self, event: Event) -> None:
        """Note what happened, and the clause that made it happen."""
        self.events += (event,)
        self.cites.append(event.clause)

    def stakes(self, amount: int, clause: ClauseId) -> None:
        """Every seat pays `amount`, which may be nothing, into the bank."""
        if amount > 0:
            now, seats = self.account, self.seats
            stacks = tuple([stack - amount for stack in now.stacks])
            bank = now.bank + amount * len(seats)
            self.account = Account(now.agreement, stacks, bank, now.pluses, now.deals)
            self.events += tuple([Ante(seat, amount, clause) for seat in seats])
            self.cites.append(clause)

    def to_bank(self, seat: Seat, amount: int, clause: ClauseId) -> None:
        """`seat` pays `amount`, which may be nothing, into the bank."""
        if amount > 0:
            now = self.account
            stacks = with_change(now.stacks, seat, -amount)
            self.account = Account(now.agreement, stacks, now.bank + amount, now.pluses, now.deals)
            self.tell(Ante(seat, amount, clause))

    def from_bank(self, seat: Seat, amount: int, clause: ClauseId) -> None:
        """`seat` takes `amount`, which may be nothing, from the bank."""
        if amount > 0:
            now = self.account
            stacks = with_change(now.stacks, seat, amount)
            self.account = Account(now.agreement, stacks, now.bank - amount, now.pluses, now.deals)
            self.tell(Paid(seat, amount, clause))

    def score(self, seat: Seat, points: int) -> None:
        """`seat` gets `points`, or loses them."""
        self.scores = with_change(self.scores, seat, points)

    def mark(self, seat: Seat, more: int) -> None:
        """`seat` marks that many pluses more."""
        now = self.account
        pluses = with_change(now.pluses, seat, more)
        self.account = Account(now.agreement, now.stacks, now.bank, pluses, now.deals)

    def next_deal(self) -> None:
        """Another deal is prepared."""
        now = self.account
        self.account = Account(now.agreement, now.stacks, now.bank, now.pluses, now.deals + 1)
