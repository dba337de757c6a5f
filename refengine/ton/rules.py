"""What a table of Ton agrees on before it sits down."""

from enum import Enum
from typing import Final, NamedTuple

from refengine.cards import pack_from
from refengine.options import OptionSpec, Settled, whole
from refengine.values import Value

PACK: Final = pack_from("6")
"""36 cards, in every suit ace, king and so on down to six."""
HAND: Final = 5
TALON: Final = 4
TRICKS: Final = 5
POINTS_TO_WIN: Final = 15
POINTS_THAT_OBLIGE: Final = 13
POINTS_THAT_PAY: Final = 10
"""From this score on, a plus for taking no trick costs all losses so far."""
POINTS_OFF: Final = 5


class Text(NamedTuple):
    """The rule set as its text has it: a name, the seats that can play, and what may be agreed on."""

    name: str
    fewest: int
    most: int
    options: tuple[OptionSpec, ...]


class Follow(Enum):
    """What a seat owes to the suit led, if it has it."""

    SUIT_THEN_TRUMP = "suit_then_trump"
    """A card of the suit; without one, a trump."""
    SUIT_OR_TRUMP = "suit_or_trump"
    """A card of the suit or a trump, as it likes."""


class Heading(Enum):
    """What a seat owes to the cards that lie in the trick."""

    MAY_DUCK = False
    """Nothing."""
    MUST_HEAD = True
    """Of the cards that the suit allows, one that beats the trick so far, if it has one."""


class AfterFive(Enum):
    """How a deal goes on when "na 5" has been announced."""

    EXCHANGE = "exchange"
    """As always, but for the trump."""
    AS_DEALT = "as_dealt"
    """With the cards as they were dealt, and everyone plays."""


class FirstDealer(Enum):
    """Where the first dealer comes from."""

    DRAWN = "drawn"
    """The highest card drawn."""
    GIVEN = "given"
    """The set-up."""


class Agreement(Value):
    """`stake` and `plus_value` in chips; the rest are policies."""

    __slots__ = ("after_five", "first_dealer", "follow", "heading", "plus_value", "stake")
    __match_args__: Final = ("stake", "plus_value", "follow", "heading", "after_five", "first_dealer")

    def __init__(
        self,
        stake: int,
        plus_value: int,
        follow: Follow,
        heading: Heading,
        after_five: AfterFive,
        first_dealer: FirstDealer,
    ) -> None:
        self.stake: Final = stake
        self.plus_value: Final = plus_value
        self.follow: Final = follow
        self.heading: Final = heading
        self.after_five: Final = after_five
        self.first_dealer: Final = first_dealer


def agree(options: Settled) -> Agreement:
    """The agreement that settled options make."""
    return Agreement(
        whole(options, "stake"),
        whole(options, "plus_value"),
        Follow(options["follow"]),
        Heading(options["must_head"]),
        AfterFive(options["five"]),
        FirstDealer(options["first_dealer"]),
    )
