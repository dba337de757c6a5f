"""One transition in the making: the chips as they move, with what is caused and cited on the way.

A course lives inside one call of `start` or `apply` and is never kept; what comes out of it are values.
"""

from refengine.errors import NO_CLAUSE, ClauseId
from refengine.events import Ante, Event
from refengine.game import HandResult, Step
from refengine.menus import Menu
from refengine.red_dog.rules import Agreement
from refengine.red_dog.state import NoHandYet, Phase, RedDogState
from refengine.seating import Seat, Seats


class Course:
    """The session while it moves from one state to the next."""

    def __init__(
        self,
        agreement: Agreement,
        stacks: tuple[int, ...],
        pool: int,
        deals: int,
        last: HandResult | NoHandYet,
    ) -> None:
        self.agreement = agreement
        self.stacks = list(stacks)
        self.pool = pool
        self.deals = deals
        self.last = last
        self._events: list[Event] = []
        self._cites: dict[ClauseId, None] = {}

    def cite(self, *clauses: ClauseId) -> None:
        """Note that the transition rests on `clauses`."""
        self._cites.update(dict.fromkeys(clauses))

    def tell(self, event: Event) -> None:
        """Note what happened, and the clause that made it happen."""
        self._events.append(event)
        self.cite(event.clause)

    def to_pool(self, seat: Seat, amount: int) -> None:
        """`seat` puts `amount` into the pool, or takes it out of the pool if it is negative."""
        self.stacks[seat] -= amount
        self.pool += amount

    def antes(self, clause: ClauseId) -> None:
        """Every seat puts in its ante under `clause`, or what it has, if that is less."""
        for place, stack in enumerate(self.stacks):
            seat, amount = Seat(place), min(stack, self.agreement.ante)
            if amount > 0:
                self.to_pool(seat, amount)
                self.tell(Ante(seat, amount, clause))

    def seats_with_chips(self) -> Seats:
        """Ascending."""
        return tuple(Seat(place) for place, stack in enumerate(self.stacks) if stack > 0)

    def step(self, phase: Phase, menu: Menu) -> Step[RedDogState]:
        """The state that the course has come to, and how."""
        state = RedDogState(self.agreement, tuple(self.stacks), self.pool, self.deals, phase, self.last, menu)
        cites = tuple(clause for clause in self._cites if clause != NO_CLAUSE)
        return Step(state, tuple(self._events), menu, cites)
