"""One transition in the making: money, scores and pluses as they move, with what is caused and cited.

A course lives inside one call of `start` or `apply` and is never kept; what comes out of it are values.
"""

from refengine.errors import ClauseId
from refengine.events import Ante, Event, Events, Paid
from refengine.seating import Seat, Seats, all_seats
from refengine.ton.rules import Agreement
from refengine.ton.state import Account, Deal, Phase, with_change


class Course:
    """The session while it moves from one state to the next: what it has come to, `events` in order, and the
    clauses that this rests on, some of them more than once."""

    __slots__ = ("account", "agreement", "cites", "deal", "deals", "events", "phase")
    deal: Deal
    """The deal as it is entered or left; set before a signal by whoever has changed it."""
    phase: Phase
    """The phase that asks; set by whoever answers with a menu."""

    def __init__(self, agreement: Agreement, account: Account, deals: int, clause: ClauseId) -> None:
        self.agreement = agreement
        self.account = account
        self.deals = deals
        self.events: Events = ()
        self.cites = [clause]

    @property
    def seats(self) -> Seats:
        """All seats of the table."""
        return all_seats(len(self.account.stacks))

    def tell(self, event: Event) -> None:
        """Note what happened, and the clause that made it happen."""
        self.events += (event,)
        self.cites.append(event.clause)

    def to_bank(self, seat: Seat, amount: int, clause: ClauseId) -> None:
        """`seat` pays `amount`, which may be nothing, into the bank."""
        if amount > 0:
            now = self.account
            stacks = with_change(now.stacks, seat, -amount)
            self.account = Account(stacks, now.bank + amount, now.scores, now.pluses)
            self.tell(Ante(seat, amount, clause))

    def from_bank(self, seat: Seat, amount: int, clause: ClauseId) -> None:
        """`seat` takes `amount`, which may be nothing, from the bank."""
        if amount > 0:
            now = self.account
            stacks = with_change(now.stacks, seat, amount)
            self.account = Account(stacks, now.bank - amount, now.scores, now.pluses)
            self.tell(Paid(seat, amount, clause))

    def score(self, seat: Seat, points: int) -> None:
        """`seat` gets `points`, or loses them."""
        now = self.account
        self.account = Account(now.stacks, now.bank, with_change(now.scores, seat, points), now.pluses)

    def mark(self, seat: Seat, more: int) -> None:
        """`seat` marks that many pluses more."""
        now = self.account
        self.account = Account(now.stacks, now.bank, now.scores, with_change(now.pluses, seat, more))
