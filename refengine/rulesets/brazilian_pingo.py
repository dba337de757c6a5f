"""The Brazilian text: everyone antes, any hand may bet, and who says mesa gives up the first raise."""

from typing import Final

from refengine.draw.house import HouseDefaults, house_options, pack, stakes
from refengine.draw.machine import DrawGame, DrawText
from refengine.draw.policies import (
    AnyHand,
    AnyTime,
    BestHandTakes,
    DealerGiven,
    EveryoneAntes,
    FreeThinking,
    LastRaiserElseOpener,
    NoBlind,
    NoInvitation,
    OneMoreForFirst,
    PotStays,
    SeatsGiven,
    StubAndFolded,
    UpTo,
)
from refengine.draw.rules import (
    BettingRules,
    DrawRules,
    ExchangeRules,
    OpeningRules,
    PotRules,
    RaisingRules,
    TableRules,
)
from refengine.draw.sizes import (
    BetweenLimits,
)
from refengine.draw.speech import (
    FoldMesaOrBet,
    MesaThenFold,
)
from refengine.errors import ClauseId as C
from refengine.errors import SetupError
from refengine.options import Choice, OptionSpec, Settled, Whole, WholeOrNone, whole, whole_or_none, word

HOUSE: Final = HouseDefaults("split", "linear", "7")
FOUR_CARDS: Final[dict[str, UpTo | OneMoreForFirst]] = {
    "anyone": UpTo(4, C("PIN-11")),
    "first": OneMoreForFirst(3, C("PIN-11")),
    "nobody": UpTo(3, C("PIN-11")),
}
OPTIONS: Final = (
    OptionSpec("pingo", 1, Whole(1), C("PIN-1")),
    OptionSpec("bet_min", 1, Whole(1), C("PIN-4")),
    OptionSpec("bet_max", None, WholeOrNone(1), C("PIN-4")),
    OptionSpec("four_card_draw", "anyone", Choice(tuple(FOUR_CARDS)), C("PIN-11")),
    *house_options(HOUSE),
)


def limits_of(options: Settled) -> tuple[int, int | None]:
    """The least and the most of a bet, as agreed."""
    low, high = whole(options, "bet_min"), whole_or_none(options, "bet_max")
    if high is not None and high < low:
        raise SetupError(f"bet_max {high} is below bet_min {low}", C("PIN-4"))
    return low, high


def rules(options: Settled, seats: int) -> DrawRules:
    """The text with its options settled."""
    limits = limits_of(options)
    raises = BetweenLimits(*limits, C("PIN-4r"), C("PIN-4r"))
    bets = BetweenLimits(*limits, C("PIN-4"), C("PIN-4r"))
    return DrawRules(
        TableRules(
            SeatsGiven(C("DRW-1")),
            DealerGiven(C("DRW-2")),
            stakes(options, C("DRW-8")),
            AnyTime(C("DRW-5")),
            C("DRW-4"),
        ),
        pack(options, seats, HOUSE),
        PotRules(EveryoneAntes(whole(options, "pingo"), C("PIN-1")), NoInvitation(), NoBlind(), C("PIN-5r")),
        OpeningRules(
            AnyHand(C("PIN-3")),
            FoldMesaOrBet(C("PIN-3"), C("PIN-7"), C("PIN-7r")),
            bets,
            PotStays("no_bet", C("PIN-5"), C("PIN-5r"), C("DRW-15")),
            C("PIN-2"),
        ),
        RaisingRules(
            raises, FreeThinking(C("PIN-6")), C("PIN-6"), C("PIN-15"), C("PIN-9"), C("PIN-8"), C("PIN-6r")
        ),
        ExchangeRules(
            StubAndFolded(C("PIN-10")),
            FOUR_CARDS[word(options, "four_card_draw")],
            (C("PIN-13"), C("PIN-13r")),
            C("PIN-12"),
        ),
        BettingRules(
            LastRaiserElseOpener(C("PIN-14"), C("PIN-14r")),
            MesaThenFold(C("PIN-15"), C("PIN-15r")),
            bets,
            BestHandTakes(C("PIN-16")),
            (C("PIN-17"),),
            C("PIN-17"),
            C("PIN-17"),
        ),
    )


GAME: Final[DrawGame] = DrawGame(DrawText("brazilian-pingo", OPTIONS, rules))
