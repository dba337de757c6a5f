"""One transition in the making: money, scores and pluses as they move, with what is caused and cited.

A course lives inside one call of `start` or `apply` and is never kept; what comes out of it are values.
"""

from refengine.errors import ClauseId
from refengine.events import Ante, Event
from refengine.game import Step
from refengine.menus import Menu
from refengine.seating import Seat, Seats, all_seats
from refengine.ton.rules import Agreement
from refengine.ton.state import Account, Phase, TonState


class Course:
    """The session while it moves from one state to the next."""

    def __init__(self, agreement: Agreement, account: Account, deals: int) -> None:
        self.agreement = agreement
        self.stacks = list(account.stacks)
        self.bank = account.bank
        self.scores = list(account.scores)
        self.pluses = list(account.pluses)
        self.deals = deals
        self._events: list[Event] = []
        self._cites: dict[ClauseId, None] = {}

    @property
    def seats(self) -> Seats:
        """All seats of the table."""
        return all_seats(len(self.stacks))

    def cite(self, *clauses: ClauseId) -> None:
        """Note that the transition rests on `clauses`."""
        for clause in clauses:
            self._cites[clause] = None

    def tell(self, event: Event) -> None:
        """Note what happened, and the clause that made it happen."""
        self._events.append(event)
        self._cites[event.clause] = None

    def to_bank(self, seat: Seat, amount: int, clause: ClauseId) -> None:
        """`seat` pays `amount`, which may be nothing, into the bank."""
        if amount > 0:
            self.stacks[seat] -= amount
            self.bank += amount
            self.tell(Ante(seat, amount, clause))

    def step(self, phase: Phase, menu: Menu) -> Step[TonState]:
        """The state that the course has come to, and how."""
        account = Account(tuple(self.stacks), self.bank, tuple(self.scores), tuple(self.pluses))
        state = TonState(self.agreement, account, self.deals, phase, menu)
        return Step(state, tuple(self._events), menu, tuple(self._cites))
