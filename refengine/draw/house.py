"""House options that every text of draw poker shares, and the policies that they stand for."""

from typing import Final, NamedTuple

from refengine.cards import RANKS, pack_from
from refengine.draw.policies import Credit, TableStakes
from refengine.draw.rules import PackRules
from refengine.errors import ClauseId
from refengine.options import Choice, OptionSpec, Settled, word
from refengine.ranking import Order, Ranking, StraightFlushes, Ties

DECK: Final = ClauseId("DRW-16")
CATEGORIES: Final = ClauseId("DRW-17")
TIES: Final = ClauseId("DRW-18")
STRAIGHT_FLUSHES: Final = ClauseId("DRW-19")
TABLE_STAKES: Final = ClauseId("DRW-6")
CREDIT: Final = ClauseId("DRW-8")

ORDERS: Final[dict[str, Order]] = {"standard": "standard", "flush_over_full": "flush_over_full"}
TIES_BY: Final[dict[str, Ties]] = {"suits": "suits", "split": "split"}
FLUSHES_BY: Final[dict[str, StraightFlushes]] = {"linear": "linear", "circular": "circular"}


class HouseDefaults(NamedTuple):
    """The custom of a country: what a table plays that has agreed on nothing. `highest_low`: the stripped
    pack of the text never begins above this rank."""

    ties: Ties
    straight_flushes: StraightFlushes
    highest_low: str


def house_options(defaults: HouseDefaults) -> tuple[OptionSpec, ...]:
    """The shared options with the defaults of a text."""
    return (
        OptionSpec("stakes", "table", Choice(("table", "credit")), TABLE_STAKES),
        OptionSpec("deck", "stripped", Choice(("stripped", "full")), DECK),
        OptionSpec("ranking", "flush_over_full", Choice(tuple(ORDERS)), CATEGORIES),
        OptionSpec("ties", defaults.ties, Choice(tuple(TIES_BY)), TIES),
        OptionSpec(
            "straight_flushes", defaults.straight_flushes, Choice(tuple(FLUSHES_BY)), STRAIGHT_FLUSHES
        ),
    )


def stakes(options: Settled, settling: ClauseId) -> TableStakes | Credit:
    """Table stakes or credit; `settling` is the text's clause on settling debts."""
    match word(options, "stakes"):
        case "table":
            return TableStakes(TABLE_STAKES)
        case _:
            return Credit(CREDIT, settling)


def lowest_rank(deck: str, seats: int, highest_low: str) -> str:
    """The lowest rank of the pack for `seats`: 11 less their number, within 2 and `highest_low`."""
    if deck == "full":
        return RANKS[0]
    return RANKS[min(max(11 - seats, 2) - 2, RANKS.index(highest_low))]


def pack(options: Settled, seats: int, defaults: HouseDefaults) -> PackRules:
    """The cards of the session and the ranking of hands."""
    lowest = lowest_rank(word(options, "deck"), seats, defaults.highest_low)
    ranking = Ranking(
        lowest,
        ORDERS[word(options, "ranking")],
        TIES_BY[word(options, "ties")],
        FLUSHES_BY[word(options, "straight_flushes")],
    )
    return PackRules(pack_from(lowest), ranking)
