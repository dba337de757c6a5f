"""The clauses of Ton by what they say, so that the code need not speak in numbers."""

from typing import Final

from refengine.errors import ClauseId

SESSION: Final = ClauseId("TON-1")
"""Stakes, the first dealer, sessions that begin in mid-game."""
DEAL: Final = ClauseId("TON-2")
DEAL_ORDER: Final = ClauseId("TON-2r")
SHOW_TRUMP: Final = ClauseId("TON-3")
ANNOUNCE: Final = ClauseId("TON-4")
ANNOUNCE_ORDER: Final = ClauseId("TON-4r")
NO_TRUMP: Final = ClauseId("TON-5")
FIVE: Final = ClauseId("TON-6")
EXCHANGE: Final = ClauseId("TON-7")
WHOLE_TALON: Final = ClauseId("TON-7r")
TRUMP_FROM_STOCK: Final = ClauseId("TON-8")
LOOK_THROUGH: Final = ClauseId("TON-8r")
DEALER_DISCARDS: Final = ClauseId("TON-9")
DISCARD_ANY: Final = ClauseId("TON-9r")
OBLIGED: Final = ClauseId("TON-10")
RUNNING_SCORE: Final = ClauseId("TON-10r")
ALONE: Final = ClauseId("TON-11")
HOLDER_LEADS: Final = ClauseId("TON-12")
WITHOUT_HOLDER: Final = ClauseId("TON-12r")
FOLLOW: Final = ClauseId("TON-13")
FOLLOW_HOW: Final = ClauseId("TON-13r")
TAKE_TRICK: Final = ClauseId("TON-14")
TRICK_COUNTS: Final = ClauseId("TON-15")
FIFTEEN: Final = ClauseId("TON-16")
AT_THAT_TRICK: Final = ClauseId("TON-16r")
CHOICE: Final = ClauseId("TON-17")
FAILED_FIVE: Final = ClauseId("TON-18")
FAILED_FIVE_HOW: Final = ClauseId("TON-18r")
TEN_POINTS: Final = ClauseId("TON-19")
TEN_POINTS_HOW: Final = ClauseId("TON-19r")
WINNER: Final = ClauseId("TON-20")
WINNERS_PLUSES: Final = ClauseId("TON-20r")
UNDECIDED: Final = ClauseId("TON-21")
FIVE_COUNTS: Final = ClauseId("TON-22")

CLOCKWISE: Final = ClauseId("DRW-1")
DEALER_MOVES_LEFT: Final = ClauseId("DRW-2")
CUT: Final = ClauseId("DRW-3")
BETWEEN_DEALS: Final = ClauseId("DRW-5")
"""The last four are of the ground that all games share."""
