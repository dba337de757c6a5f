"""The state of a session of draw poker, and the step in the making.

A `State` is a value. What exists only in one phase is that phase's own record (`Turn`). `Play` is the
scratch pad of one `apply`: it starts from a state, collects what happens, and is gone when the next state
has been made of it.
"""

from collections.abc import Iterable
from typing import Final, Literal, final

from refengine.cards import Cards
from refengine.compiling import mypyc_attr
from refengine.draw.records import (
    NOTHING_CARRIED,
    UNOPENED,
    BlindOpened,
    Button,
    Carry,
    Hand,
    Layout,
    Lead,
    Opened,
    Session,
    Unopened,
    nowhere,
)
from refengine.draw.rules import DrawRules
from refengine.errors import ClauseId
from refengine.events import Event, Events
from refengine.game import SessionResult
from refengine.ledger import Chips
from refengine.menus import Menu
from refengine.seating import Seat, Seats
from refengine.values import Value

__all__ = [
    "BlindOpened",
    "BlindTurn",
    "Button",
    "Carry",
    "CounterTurn",
    "FacingCip",
    "Hand",
    "Joining",
    "Layout",
    "Lead",
    "NOTHING_CARRIED",
    "Opened",
    "Outcome",
    "Over",
    "PLAIN",
    "Phase",
    "Plain",
    "Play",
    "Recycling",
    "Round",
    "Serving",
    "Session",
    "Signal",
    "Speaking",
    "State",
    "Thinking",
    "Turn",
    "UNOPENED",
    "Unopened",
    "nowhere",
]

Phase = Literal[
    "seating",
    "dealing_draw",
    "integrate",
    "antes",
    "invite",
    "shuffle",
    "blind",
    "opening",
    "reshuffle",
    "draw",
    "betting",
    "showdown",
    "between",
    "over",
]
Signal = Literal["done", "won", "left", "next", "again", "ended", "broke"]
"""How a phase is left: it is done; the pot was won; the pot was left; what the table said in between; too
few seats have chips."""


# -- turns
@final
class Plain(Value):
    """A turn of which the phase says all."""

    __slots__ = ()
    __match_args__: Final = ()


@final
class Joining(Value):
    """Seats that had folded say in turn whether they pay their quota; `part` take part so far."""

    __slots__ = ("part", "queue")
    __match_args__: Final = ("queue", "part")

    def __init__(self, queue: Seats, part: Seats) -> None:
        self.queue: Final = queue
        self.part: Final = part


@final
class BlindTurn(Value):
    """First hand may post `amount` unseen."""

    __slots__ = ("amount", "seat")
    __match_args__: Final = ("seat", "amount")

    def __init__(self, seat: Seat, amount: int) -> None:
        self.seat: Final = seat
        self.amount: Final = amount


@final
class CounterTurn(Value):
    """Second hand may post `amount` unseen over the blind of `poster`."""

    __slots__ = ("amount", "poster", "seat")
    __match_args__: Final = ("seat", "amount", "poster")

    def __init__(self, seat: Seat, amount: int, poster: Seat) -> None:
        self.seat: Final = seat
        self.amount: Final = amount
        self.poster: Final = poster


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Speaking(Value):
    """No bet yet: `queue` speak in turn, `silent` have passed, checked or said parola, in that order."""

    __slots__ = ("queue", "silent")
    __match_args__: Final = ("queue", "silent")

    def __init__(self, queue: Seats, silent: Seats) -> None:
        self.queue: Final = queue
        self.silent: Final = silent


@final
class FacingCip(Value):
    """A showdown has been asked for: `queue` answer; accepting brings a seat's bets to `level`."""

    __slots__ = ("level", "queue")
    __match_args__: Final = ("queue", "level")

    def __init__(self, queue: Seats, level: int) -> None:
        self.queue: Final = queue
        self.level: Final = level


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Round(Value):
    """A bet is to be answered by `queue`, up to `level` of this hand's bets; `last` bet or raised last.

    Seats in `barred` may not raise, by `barred_by`.
    """

    __slots__ = ("barred", "barred_by", "last", "level", "queue")
    __match_args__: Final = ("queue", "level", "last", "barred", "barred_by")

    def __init__(self, queue: Seats, level: int, last: Seat, barred: Seats, barred_by: ClauseId) -> None:
        self.queue: Final = queue
        self.level: Final = level
        self.last: Final = last
        self.barred: Final = barred
        self.barred_by: Final = barred_by


@final
class Thinking(Value):
    """The seat whose turn it is has thought and may only fold or call."""

    __slots__ = ("clause", "round")
    __match_args__: Final = ("round", "clause")

    def __init__(self, round: Round, clause: ClauseId) -> None:
        self.round: Final = round
        self.clause: Final = clause


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Serving(Value):
    """Seats change cards in turn; `first` is the first of them."""

    __slots__ = ("first", "queue")
    __match_args__: Final = ("queue", "first")

    def __init__(self, queue: Seats, first: Seat) -> None:
        self.queue: Final = queue
        self.first: Final = first


@final
class Recycling(Value):
    """The first of `queue` waits for `owed` cards; `laid` are its own discards, which stay out."""

    __slots__ = ("first", "laid", "owed", "queue")
    __match_args__: Final = ("queue", "first", "owed", "laid")

    def __init__(self, queue: Seats, first: Seat, owed: int, laid: Cards) -> None:
        self.queue: Final = queue
        self.first: Final = first
        self.owed: Final = owed
        self.laid: Final = laid


@final
class Over(Value):
    """The session has ended."""

    __slots__ = ("result",)
    __match_args__: Final = ("result",)

    def __init__(self, result: SessionResult) -> None:
        self.result: Final = result


Turn = (
    Plain
    | Joining
    | BlindTurn
    | CounterTurn
    | Speaking
    | FacingCip
    | Round
    | Thinking
    | Serving
    | Recycling
    | Over
)
PLAIN: Final = Plain()


Outcome = Menu | Signal
"""A phase waits for the actor of a menu, whose turn is then noted in the play; or it is left."""


@mypyc_attr(acyclic=True, free_list_len=1)
class State(Value):
    """A session between two actions. `menu` is what the one actor may do now."""

    __slots__ = ("chips", "hand", "menu", "phase", "rules", "session", "turn")
    __match_args__: Final = ("rules", "session", "chips", "hand", "phase", "turn", "menu")

    def __init__(
        self,
        rules: DrawRules,
        session: Session,
        chips: Chips,
        hand: Hand,
        phase: Phase,
        turn: Turn,
        menu: Menu,
    ) -> None:
        self.rules: Final = rules
        self.session: Final = session
        self.chips: Final = chips
        self.hand: Final = hand
        self.phase: Final = phase
        self.turn: Final = turn
        self.menu: Final = menu


@mypyc_attr(acyclic=True, free_list_len=1)
class Play:
    """One step in the making. Functions of the phases replace its values and note what happened."""

    __slots__ = (
        "chips",
        "cites",
        "events",
        "hand",
        "last_bettor",
        "part",
        "phase",
        "rules",
        "scores",
        "session",
        "turn",
    )

    def __init__(self, state: State, cites: list[ClauseId]) -> None:
        self.rules = state.rules
        self.session = state.session
        self.chips = state.chips
        self.hand = state.hand
        self.phase: Phase = state.phase
        self.turn: Turn = PLAIN
        """The turn of the actor that a phase waits for; plain until a phase says more."""
        self.events: Events = ()
        self.cites = cites
        """The clauses that the step rests on."""
        self.part: Seats
        """Seats that take part in the hand about to begin, once that is known."""
        self.last_bettor: Seat | None = None
        """Who bet or raised last after the draw."""
        self.scores: dict[Seat, int]
        """Scores of the hands still in, once there is a showdown."""

    def tell(self, event: Event) -> None:
        """`event` happened, by its clause."""
        self.events += (event,)
        self.cites.append(event.clause)

    @property
    def on_credit(self) -> bool:
        """Whether stacks may go below zero."""
        return self.rules.table.on_credit

    @property
    def dealer(self) -> Seat:
        """The dealer of the current or last hand; the seat due to deal before the first."""
        return self.session.button.seat

    def has_chips(self, seat: Seat) -> bool:
        """Whether `seat` can still bet: it has chips or plays on credit."""
        return self.chips.stacks[seat] > 0 or self.on_credit

    def with_chips(self, seats: Iterable[Seat]) -> Seats:
        """Those of `seats` that can still bet, in the same order."""
        if not self.chips.any_empty or self.on_credit:
            return tuple(seats)
        stacks = self.chips.stacks
        return tuple([seat for seat in seats if stacks[seat] > 0])

    def payable(self, seat: Seat, cost: int) -> int:
        """What `seat` pays of `cost`: all of it, or all it has unless it plays on credit (DRW-8)."""
        stack = self.chips.stacks[seat]
        if cost <= stack:
            return cost
        if self.on_credit:
            self.cites.append(ClauseId("DRW-8"))
            return cost
        return stack

    def no_more_betting(self, level: int) -> bool:
        """Whether at most one seat still in has chips, and it owes nothing up to `level` (DRW-15)."""
        chips = self.chips
        if not chips.any_empty or self.on_credit:
            return False
        stacks = chips.stacks
        able: Seat | None = None
        for seat in self.hand.live:
            if stacks[seat] > 0:
                if able is not None:
                    return False
                able = seat
        if able is not None and chips.bets[able] < level:
            return False
        self.cites.append(ClauseId("DRW-15"))
        return True
