"""Ton, from the Polish text: what may be agreed on, and where that is left open."""

from typing import Final

from refengine.errors import ClauseId
from refengine.options import Choice, OptionSpec, Whole
from refengine.ton.machine import Ton
from refengine.ton.rules import Text

_FOLLOW: Final = Choice(("suit_then_trump", "suit_or_trump"))

TEXT: Final = Text(
    name="ton",
    fewest=2,
    most=6,
    options=(
        OptionSpec("stake", 1, Whole(0), ClauseId("TON-1")),
        OptionSpec("plus_value", 1, Whole(0), ClauseId("TON-20")),
        OptionSpec(
            "follow", "suit_then_trump", Choice(("suit_then_trump", "suit_or_trump")), ClauseId("TON-13r")
        ),
        OptionSpec("must_head", False, Choice((False, True)), ClauseId("TON-13r")),
        OptionSpec("five", "exchange", Choice(("exchange", "as_dealt")), ClauseId("TON-6")),
        OptionSpec("first_dealer", "drawn", Choice(("drawn", "given")), ClauseId("TON-1")),
    ),
)
GAME: Final[Ton] = Ton(TEXT)
