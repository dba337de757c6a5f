"""Red Dog (High-Card Pool), from the Finnish text: what may be agreed on, and where that is left open."""

from typing import Final

from refengine.errors import ClauseId
from refengine.options import Choice, OptionSpec, Whole
from refengine.red_dog.machine import RedDog
from refengine.red_dog.rules import Text

TEXT: Final = Text(
    name="red-dog",
    fewest=2,
    most=10,
    options=(
        OptionSpec("ante", 1, Whole(1), ClauseId("DOG-3")),
        OptionSpec("cards", 5, Choice((4, 5)), ClauseId("DOG-5")),
        OptionSpec("ante_each_deal", False, Choice((False, True)), ClauseId("DOG-3r")),
        OptionSpec("first_dealer", "drawn", Choice(("drawn", "given")), ClauseId("DOG-4")),
    ),
)
GAME: Final[RedDog] = RedDog(TEXT)
