"""What every game is: a start, a menu for the one actor, an application of one action, and views.

States are values: they can be kept, compared and resumed, and nothing changes one. Chance is an action of
the table, so a session is fully described by its set-up and the list of its actions.
"""

from collections.abc import Mapping
from typing import Final, Generic, Literal, NamedTuple, Protocol, TypeVar, Union

from refengine.actions import Action
from refengine.cards import Cards
from refengine.compiling import mypyc_attr
from refengine.errors import ClauseId
from refengine.events import Events
from refengine.menus import Menu
from refengine.options import OptionSpec, OptionValue
from refengine.seating import Actor, Seat, Seats
from refengine.values import Value

S = TypeVar("S")

Detail = Union[None, bool, int, str, tuple["Detail", ...], Mapping[str, "Detail"]]  # noqa: UP007 - it names itself
"""A plain value of a view: what JSON can say, with tuples for lists."""

EndedBy = Literal["showdown", "folds", "parola", "no_opening", "no_bet", "played"]


class Setup(NamedTuple):
    """How a session begins.

    `stacks` holds chips by seat; `dealer` is None where it is drawn; `options` holds only what differs from
    the defaults; `state` is what a session that starts in mid-game brings (None: it starts afresh).
    """

    seats: int
    stacks: tuple[int, ...]
    dealer: Seat | None
    options: Mapping[str, OptionValue]
    state: Mapping[str, Detail] | None = None


@mypyc_attr(acyclic=True, free_list_len=1)
class HandResult(Value):
    """How the last finished hand ended.

    `payouts`: chips that paid seats took from the pot; `shown`: hands in hand order; `mucked`: seats that
    laid their hands away unseen. The last two are empty without a showdown.
    """

    __slots__ = ("ended_by", "mucked", "payouts", "shown")
    __match_args__: Final = ("ended_by", "payouts", "shown", "mucked")

    def __init__(
        self,
        ended_by: EndedBy,
        payouts: tuple[tuple[Seat, int], ...],
        shown: tuple[tuple[Seat, Cards], ...],
        mucked: Seats,
    ) -> None:
        self.ended_by: Final = ended_by
        self.payouts: Final = payouts
        self.shown: Final = shown
        self.mucked: Final = mucked


class Transfer(NamedTuple):
    """A payment of `amount` chips between two seats when the session is settled."""

    payer: Seat
    payee: Seat
    amount: int


class SessionResult(NamedTuple):
    """The end of a session: `stacks` before any transfer, `winners` the seats with most chips."""

    stacks: tuple[int, ...]
    winners: Seats
    transfers: tuple[Transfer, ...]


class Observation(NamedTuple):
    """What one viewer may know of a state.

    `menu` is None for a seat that is not the actor; `hand` is None in the referee's view, and empty for a
    seat that has none or may not look yet; `details` holds the further keys of the rule set's views.
    """

    phase: str
    actor: Actor | None
    dealer: Seat | None
    hand_number: int
    pot: int
    stacks: tuple[int, ...]
    seats_in: Seats
    owes: int
    menu: Menu | None
    last_hand: HandResult | None
    result: SessionResult | None
    hand: Cards | None
    details: Mapping[str, Detail]


@mypyc_attr(free_list_len=1)
class Step(Value, Generic[S]):
    """A state with what led to it: events in order, and the clauses that the transition rested on."""

    __slots__ = ("cites", "events", "menu", "state")
    __match_args__: Final = ("state", "events", "menu", "cites")

    def __init__(self, state: S, events: Events, menu: Menu, cites: tuple[ClauseId, ...]) -> None:
        self.state: Final = state
        self.events: Final = events
        self.menu: Final = menu
        self.cites: Final = cites


class Game(Protocol[S]):
    """One rule set, playable.

    `name` is the rule set's id; `fewest` and `most` bound the seats under the most generous options.
    """

    @property
    def name(self) -> str: ...

    @property
    def fewest(self) -> int: ...

    @property
    def most(self) -> int: ...

    @property
    def options(self) -> tuple[OptionSpec, ...]: ...

    def start(self, setup: Setup) -> Step[S]:
        """The first step of a session; `SetupError` if it cannot begin like this."""
        ...

    def menu(self, state: S) -> Menu:
        """What the one actor may do; it has been computed with the state."""
        ...

    def apply(self, state: S, action: Action) -> Step[S]:
        """The step that `action` leads to; `IllegalAction` if the menu does not admit it."""
        ...

    def observe(self, state: S, seat: Seat | None) -> Observation:
        """What `seat` may know, or the referee (None), built from permitted parts only."""
        ...
