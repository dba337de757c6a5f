"""What a table of Red Dog agrees on before it sits down."""

from enum import Enum
from typing import Final, NamedTuple

from refengine.options import OptionSpec, Settled, whole

CROWD: Final = 9
"""From this number of seats on everybody gets the small hand, whatever was agreed."""
SMALL_HAND: Final = 4


class Text(NamedTuple):
    """The rule set as its text has it: a name, the seats that can play, and what may be agreed on."""

    name: str
    fewest: int
    most: int
    options: tuple[OptionSpec, ...]


class Antes(Enum):
    """When antes are paid, but for filling an empty pool."""

    ONCE_A_SESSION = False
    """When the session begins."""
    EVERY_DEAL = True
    """Then, and before each further deal, on top of what the pool holds."""


class FirstDealer(Enum):
    """Where the first dealer comes from."""

    DRAWN = "drawn"
    """The highest card drawn."""
    GIVEN = "given"
    """The set-up."""


class Agreement(NamedTuple):
    """`ante` in chips, `hand_size` in cards."""

    ante: int
    hand_size: int
    antes: Antes
    first_dealer: FirstDealer


def agree(options: Settled, seats: int) -> Agreement:
    """The agreement that settled options make at a table of `seats`."""
    return Agreement(
        whole(options, "ante"),
        SMALL_HAND if seats >= CROWD else whole(options, "cards"),
        Antes(options["ante_each_deal"]),
        FirstDealer(options["first_dealer"]),
    )
