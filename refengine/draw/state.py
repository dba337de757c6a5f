"""The state of a session of draw poker, and the step in the making.

A `State` is a value. What exists only in one phase is that phase's own record (`Turn`). `Play` is the
scratch pad of one `apply`: it starts from a state, collects what happens, and is gone when the next state
has been made of it.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from refengine.cards import Cards
from refengine.draw.policies import Credit
from refengine.draw.rules import DrawRules
from refengine.errors import ClauseId
from refengine.events import Event
from refengine.game import HandResult, SessionResult
from refengine.ledger import Chips
from refengine.menus import Menu
from refengine.seating import Seat, Seats

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


# -- who leads after the draw
class Unopened(NamedTuple):
    """Nobody has opened."""


class Opened(NamedTuple):
    """`opener` opened; `last` raised last, or is the opener."""

    opener: Seat
    last: Seat


class BlindOpened(NamedTuple):
    """`poster` posted the last blind or counter-blind."""

    poster: Seat


Lead = Unopened | Opened | BlindOpened
UNOPENED: Final = Unopened()


# -- cards and hand
class Layout(NamedTuple):
    """Where the cards are: `hands` by seat, the `stub`, `discards` of seats already served, `folded` hands.

    Empty for a seat that is out, and everywhere between hands.
    """

    hands: tuple[Cards, ...]
    stub: Cards
    discards: Cards
    folded: Cards


class Hand(NamedTuple):
    """The current hand: seats dealt in, seats still in (ascending), cards, who leads, and whether a pot
    was left from an earlier hand."""

    dealt_in: Seats
    live: Seats
    layout: Layout
    lead: Lead
    carried: bool


# -- what lasts from hand to hand
class Button(NamedTuple):
    """`dealer` of the current or last hand (None before the first); `due`: the next dealer is this seat, or
    the first to its left that is dealt in."""

    dealer: Seat | None
    due: int


class Carry(NamedTuple):
    """What a parola leaves: who said it (only until the next hand or the division of the pot), what each
    seat that had folded owes the pot, and who sits out until it is won."""

    sayers: Seats
    quotas: tuple[tuple[Seat, int], ...]
    sitting_out: Seats


NOTHING_CARRIED: Final = Carry((), (), ())


class Session(NamedTuple):
    """`hand_number` counts from 1, lots and all; `rank` is the opening rank in force (empty where any hand
    opens); `agreed` the hands agreed on; `brought` the stacks at the start."""

    button: Button
    hand_number: int
    rank: str
    carry: Carry
    last_hand: HandResult | None
    agreed: int
    brought: tuple[int, ...]


# -- turns
class Plain(NamedTuple):
    """A turn of which the phase says all."""


class Joining(NamedTuple):
    """Seats that had folded say in turn whether they pay their quota; `part` take part so far."""

    queue: Seats
    part: Seats


class BlindTurn(NamedTuple):
    """First hand may post `amount` unseen."""

    seat: Seat
    amount: int


class CounterTurn(NamedTuple):
    """Second hand may post `amount` unseen over the blind of `poster`."""

    seat: Seat
    amount: int
    poster: Seat


class Speaking(NamedTuple):
    """No bet yet: `queue` speak in turn, `silent` have passed, checked or said parola, in that order."""

    queue: Seats
    silent: Seats


class FacingCip(NamedTuple):
    """A showdown has been asked for: `queue` answer; accepting brings a seat's bets to `level`."""

    queue: Seats
    level: int


class Round(NamedTuple):
    """A bet is to be answered by `queue`, up to `level` of this hand's bets; `last` bet or raised last.

    Seats in `barred` may not raise, by `barred_by`.
    """

    queue: Seats
    level: int
    last: Seat
    barred: Seats
    barred_by: ClauseId


class Thinking(NamedTuple):
    """The seat whose turn it is has thought and may only fold or call."""

    round: Round
    clause: ClauseId


class Serving(NamedTuple):
    """Seats change cards in turn; `first` is the first of them."""

    queue: Seats
    first: Seat


class Recycling(NamedTuple):
    """The first of `queue` waits for `owed` cards; `laid` are its own discards, which stay out."""

    queue: Seats
    first: Seat
    owed: int
    laid: Cards


class Over(NamedTuple):
    """The session has ended."""

    result: SessionResult


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


class Asked(NamedTuple):
    """A phase waits for an actor."""

    turn: Turn
    menu: Menu


Outcome = Asked | Signal


class State(NamedTuple):
    """A session between two actions. `menu` is what the one actor may do now."""

    rules: DrawRules
    session: Session
    chips: Chips
    hand: Hand
    phase: Phase
    turn: Turn
    menu: Menu


class Play:
    """One step in the making. Functions of the phases replace its values and note what happened."""

    __slots__ = (
        "chips",
        "cites",
        "events",
        "hand",
        "last_bettor",
        "on_credit",
        "part",
        "phase",
        "rules",
        "session",
    )

    def __init__(self, state: State) -> None:
        self.rules = state.rules
        self.session = state.session
        self.chips = state.chips
        self.hand = state.hand
        self.phase: Phase = state.phase
        self.events: list[Event] = []
        self.cites: list[ClauseId] = []
        self.on_credit = isinstance(state.rules.table.stakes, Credit)
        """Whether stacks may go below zero."""
        self.part: Seats = ()
        """Seats that take part in the hand about to begin."""
        self.last_bettor: Seat | None = None
        """Who bet or raised last after the draw."""

    def cite(self, clause: ClauseId) -> None:
        """The step rests on `clause`."""
        self.cites.append(clause)

    def tell(self, event: Event) -> None:
        """`event` happened, by its clause."""
        self.events.append(event)
        self.cites.append(event.clause)

    @property
    def dealer(self) -> Seat:
        """The dealer of the current or last hand; the seat due to deal before the first."""
        button = self.session.button
        return Seat(button.due) if button.dealer is None else button.dealer

    def has_chips(self, seat: Seat) -> bool:
        """Whether `seat` can still bet: it has chips or plays on credit."""
        return self.chips.stacks[seat] > 0 or self.on_credit

    def with_chips(self, seats: Iterable[Seat]) -> Seats:
        """Those of `seats` that can still bet, in the same order."""
        if self.on_credit:
            return tuple(seats)
        stacks = self.chips.stacks
        return tuple([seat for seat in seats if stacks[seat] > 0])

    def payable(self, seat: Seat, cost: int) -> int:
        """What `seat` pays of `cost`: all of it, or all it has unless it plays on credit (DRW-8)."""
        stack = self.chips.stacks[seat]
        if cost <= stack:
            return cost
        if self.on_credit:
            self.cite(ClauseId("DRW-8"))
            return cost
        return stack

    def no_more_betting(self, level: int) -> bool:
        """Whether at most one seat still in has chips, and it owes nothing up to `level` (DRW-15)."""
        if self.on_credit:
            return False
        chips = self.chips
        able: Seat | None = None
        for seat in self.hand.live:
            if chips.stacks[seat] > 0:
                if able is not None:
                    return False
                able = seat
        if able is not None and chips.bets[able] < level:
            return False
        self.cites.append(ClauseId("DRW-15"))
        return True
