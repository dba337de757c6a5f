"""What adapters of hold'em engines share: the protocol around a table that an engine runs.

Hold'em is none of this kit's rule sets, so these engines are only held against what needs no text: chips,
cards, menus, views, and what hold'em is everywhere. Their rule sets have ids of their own, ``x-holdem`` and
the like, in which the words of the protocol mean what they mean at any table and one key is new: `board`, the
cards that lie open for all.

What is imposed here, because none of the engines has a notion of it: the order of the pack is an action of
the table; each action has an actor, and one out of turn is refused; an action has the protocol's form.
Whether anything else is legal, and what it does, is the engine's own answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import metadata
from typing import ClassVar, Final, NamedTuple

from conformance.adapters.protocol import PROTOCOL_VERSION, Json, NotSupported, Rejection
from conformance.strict_json import JsonObject
from refengine.cards import FULL_PACK, in_hand_order, parse_card

HOLDEM: Final = "x-holdem"
"""No-limit hold'em, blinds of 1 and 2, no ante."""
LIMIT_HOLDEM: Final = "x-limit-holdem"
SMALL_BLIND: Final = 1
BIG_BLIND: Final = 2
CAPABILITIES: Final[tuple[Json, ...]] = (
    "play",
    "menu",
    "pot",
    "stacks",
    "actor",
    "phase",
    "details",
    "seat_view",
)
BETTING_WORDS: Final = ("fold", "check", "call", "bet", "raise")
SHUFFLE: Final[JsonObject] = {"type": "shuffle", "cards": {"order_of": list(FULL_PACK)}}


class Setup(NamedTuple):
    """How a session begins."""

    rules: str
    stacks: tuple[int, ...]
    dealer: int

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.stacks)


class Public(NamedTuple):
    """What an engine tells everybody, or tells one seat, of the hand. `pot` includes undecided bets."""

    stacks: Sequence[Json]
    pot: Json
    board: Sequence[str]
    seats_in: Sequence[int]


class HoldemTable(ABC):
    """A table that an engine runs; `deal` begins a hand, and after its end the next one if it has more."""

    @abstractmethod
    def deal(self, cards: Sequence[str]) -> None:
        """Begin a hand with the pack in this order, in which the engine deals as it sees fit."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether the engine says that the hand is over."""

    def is_closed(self) -> bool:
        """Whether the engine says that there is no further hand."""
        return True

    @abstractmethod
    def actor(self) -> int | None:
        """The seat whose turn it is, None if the engine names none."""

    @abstractmethod
    def menu(self) -> list[Json]:
        """What the engine lists, after the end of the hand too."""

    @abstractmethod
    def act(self, verb: str, amount: int | None) -> None:
        """Hand an action to the engine; `Rejection` if it refuses it."""

    @abstractmethod
    def public(self, seat: int | None) -> Public:
        """What is told to a seat, None: to the referee."""

    @abstractmethod
    def hole(self, seat: int) -> Sequence[str]:
        """The seat's own cards."""

    def dealer(self) -> int | None:
        """The seat with the button, None if the engine has none and the set-up's counts."""
        return None


class HoldemSession:
    """The protocol's turns around a table."""

    def __init__(self, table: HoldemTable, setup: Setup) -> None:
        self._table = table
        self._setup = setup
        self._hands = 0
        self._shuffling = True
        self._ended = False

    @property
    def phase(self) -> str:
        """The protocol's name for where the session stands."""
        if self._shuffling:
            return "shuffle"
        if not self._table.is_over():
            return "betting"
        return "over" if self._ended or self._table.is_closed() else "between"

    @property
    def actor(self) -> Json:
        """Who is to act."""
        phase = self.phase
        return None if phase == "over" else self._table.actor() if phase == "betting" else "table"

    def act(self, actor: Json, action: JsonObject) -> None:
        """Hand an action on, or take the table's."""
        verb = action.get("type")
        if self.phase == "over":
            raise Rejection("session_over")
        if actor != self.actor or isinstance(actor, bool):
            raise Rejection("not_your_turn")
        if self.phase != "betting":
            self._act_for_the_table(verb, action.get("cards"))
            return
        amount = action.get("amount")
        if verb not in BETTING_WORDS:
            raise Rejection("not_available", None, f"nobody knows {verb!r} in hold'em")
        if amount is not None and type(amount) is not int:
            raise Rejection("malformed")
        self._table.act(str(verb), amount)

    def _act_for_the_table(self, verb: Json, cards: Json) -> None:
        if verb == "shuffle" and self.phase == "shuffle":
            order = [str(card) for card in cards] if isinstance(cards, list) else []
            if sorted(order) != sorted(FULL_PACK):
                raise Rejection("bad_cards")
            self._table.deal(order)
            self._shuffling = False
            self._hands += 1
        elif verb == "next_hand" and self.phase == "between":
            self._shuffling = True
        elif verb == "end_session" and self.phase == "between":
            self._ended = True
        else:
            raise Rejection("not_available")

    def _menu(self) -> list[Json]:
        if self.phase == "shuffle":
            return [SHUFFLE]
        if self.phase == "between":
            return [{"type": "next_hand"}, {"type": "end_session"}]
        return self._table.menu()

    def view(self, seat: int | None) -> JsonObject:
        """The referee's view, or a seat's."""
        phase, actor = self.phase, self.actor
        dealt = self._hands > 0 and not self._shuffling
        public = self._table.public(seat) if self._hands else Public(self._setup.stacks, 0, (), ())
        dealer = self._table.dealer() if self._hands else None
        begun = self._hands + 1 if self._shuffling else self._hands
        stacks: list[Json] = list(public.stacks)
        view: JsonObject = {
            "phase": phase,
            "actor": actor,
            "dealer": self._setup.dealer if dealer is None else dealer,
            "hand_number": begun,
            "pot": public.pot,
            "stacks": stacks,
            "seats_in": list(public.seats_in) if phase == "betting" else [],
            "board": list(public.board) if dealt else [],
            "last_hand": self._hands - 1 if phase == "betting" else self._hands,  # its number; not claimed
            "over": phase == "over",
        }
        if seat is None or seat == actor:
            view["menu"] = self._menu()
        if seat is not None:
            held = self._table.hole(seat) if phase == "betting" else ()
            view["hand"] = list(in_hand_order(map(parse_card, held)))
        return view


class HoldemAdapter(ABC):
    """The protocol's methods around the tables of one engine."""

    distribution: ClassVar[str]
    name: ClassVar[str]
    homepage: ClassVar[str]
    rules: ClassVar[tuple[str, ...]] = (HOLDEM,)
    seats: ClassVar[tuple[int, int]] = (2, 9)
    carries: ClassVar[bool] = False

    def __init__(self) -> None:
        self._sessions: dict[str, HoldemSession] = {}

    @abstractmethod
    def open(self, setup: Setup) -> HoldemTable:
        """A table of the engine's; nothing has been dealt."""

    def hello(self, protocol: Json, **_: Json) -> JsonObject:
        """What can be asked fairly."""
        if not isinstance(protocol, list) or PROTOCOL_VERSION not in protocol:
            raise NotSupported(f"only protocol {PROTOCOL_VERSION} is spoken")
        fewest, most = self.seats
        return {
            "protocol": PROTOCOL_VERSION,
            "name": self.name,
            "version": metadata.version(self.distribution),
            "language": "Python",
            "homepage": self.homepage,
            "rules": {rules: {"seats": {"min": fewest, "max": most}} for rules in self.rules},
            "capabilities": [*CAPABILITIES, *(["carry"] if self.carries else [])],
        }

    def new(self, session: str, rules: str, seats: Json, stacks: Json, dealer: Json, **_: Json) -> JsonObject:
        """Open a table."""
        if rules not in self.rules:
            raise NotSupported(f"{self.name} is asked about {', '.join(self.rules)}")
        chips = [chips for chips in stacks if type(chips) is int] if isinstance(stacks, list) else []
        if type(seats) is not int or not isinstance(stacks, list) or not len(chips) == len(stacks) == seats:
            raise Rejection("bad_setup", None, "that is no table")
        if type(dealer) is not int or not 0 <= dealer < seats:
            raise Rejection("bad_setup", None, "the dealer is none of the seats")
        setup = Setup(rules, tuple(chips), dealer)
        self._sessions[session] = HoldemSession(self.open(setup), setup)
        return self._sessions[session].view(None)

    def act(self, session: str, actor: Json, action: JsonObject) -> JsonObject:
        """Carry out an action."""
        self._sessions[session].act(actor, action)
        return self._sessions[session].view(None)

    def view(self, session: str, seat: int | None = None) -> JsonObject:
        """Look at the table."""
        return self._sessions[session].view(seat)

    def end(self, session: str) -> JsonObject:
        """Leave the table."""
        del self._sessions[session]
        return {}

    def bye(self) -> JsonObject:
        """Nothing is left to do."""
        return {}
