"""The clauses of Red Dog by what they say, so that the code need not speak in numbers."""

from typing import Final

from refengine.errors import ClauseId

ACE_HIGH: Final = ClauseId("DOG-1")
MOST_CHIPS_WIN: Final = ClauseId("DOG-2")
ANTE: Final = ClauseId("DOG-3")
ANTE_WHEN: Final = ClauseId("DOG-3r")
HIGHEST_CARD_DEALS: Final = ClauseId("DOG-4")
DRAW_AGAIN: Final = ClauseId("DOG-4r")
DEAL: Final = ClauseId("DOG-5")
BET_UP_TO_POOL: Final = ClauseId("DOG-6")
BET_OWN_CHIPS: Final = ClauseId("DOG-7")
FORFEIT: Final = ClauseId("DOG-8")
FORFEIT_HIDES: Final = ClauseId("DOG-8r")
TURN_AND_WIN: Final = ClauseId("DOG-9")
SHOW_HIGHEST: Final = ClauseId("DOG-9r")
LOSE: Final = ClauseId("DOG-10")
REFILL: Final = ClauseId("DOG-11")
REFILL_HOW: Final = ClauseId("DOG-11r")
DEAL_PASSES: Final = ClauseId("DOG-12")
WITHOUT_CHIPS: Final = ClauseId("DOG-13")
DIVIDE_POOL: Final = ClauseId("DOG-14")
TURNED_STAY_OUT: Final = ClauseId("DOG-15")

CLOCKWISE: Final = ClauseId("DRW-1")
DEALER_MOVES_LEFT: Final = ClauseId("DRW-2")
CUT: Final = ClauseId("DRW-3")
BETWEEN_DEALS: Final = ClauseId("DRW-5")
"""The last four are of the ground that all games share."""
