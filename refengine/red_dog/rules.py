"""What a table of Red Dog agrees on before it sits down."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from refengine.errors import InvariantBroken
from refengine.options import OptionSpec, OptionValue

CROWD: Final = 9
"""From this number of seats on everybody gets the small hand, whatever was agreed."""
SMALL_HAND: Final = 4


class Text(NamedTuple):
    """The rule set as its text has it: a name, the seats that can play, and what may be agreed on."""

    name: str
    fewest: int
    most: int
    options: tuple[OptionSpec, ...]


class OnceASession(NamedTuple):
    """Antes are paid when the session begins, and never again but to fill an empty pool."""


class EveryDeal(NamedTuple):
    """Antes are paid before every deal, on top of what the pool holds."""


Antes = OnceASession | EveryDeal


class Drawn(NamedTuple):
    """The first dealer is drawn by the highest card."""


class Given(NamedTuple):
    """The set-up names the first dealer."""


FirstDealer = Drawn | Given


class Agreement(NamedTuple):
    """`ante` in chips, `hand_size` in cards."""

    ante: int
    hand_size: int
    antes: Antes
    first_dealer: FirstDealer


def agree(settled: Mapping[str, OptionValue], seats: int) -> Agreement:
    """The agreement that `settled` options make at a table of `seats`."""
    match settled:
        case {
            "ante": int() as ante,
            "cards": int() as cards,
            "ante_each_deal": bool() as each_deal,
            "first_dealer": str() as first_dealer,
        }:
            return Agreement(
                ante,
                SMALL_HAND if seats >= CROWD else cards,
                EveryDeal() if each_deal else OnceASession(),
                Drawn() if first_dealer == "drawn" else Given(),
            )
        case _:
            raise InvariantBroken(f"these are not the options of Red Dog: {settled!r}")
