"""The first Italian text: an invitation by the dealer, no raise after a blind, parola leaves the pot."""

from typing import Final

from refengine.draw.house import HouseDefaults, house_options, pack, stakes
from refengine.draw.machine import DrawGame, DrawText
from refengine.draw.policies import (
    AnyTime,
    BlindPlay,
    DealerAntes,
    DealerGiven,
    DealerMayInvite,
    FreeThinking,
    Ladder,
    LastRaiserElseOpener,
    NobodyRaises,
    NoReshuffle,
    PotStays,
    SeatsGiven,
    UpTo,
    WhileRank,
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
    AtLeast,
    AtLeastThePot,
)
from refengine.draw.speech import (
    ParolaOrBet,
    PassOrOpen,
)
from refengine.errors import ClauseId as C
from refengine.options import OptionSpec, Settled, Whole, whole

HOUSE: Final = HouseDefaults("suits", "circular", "9")
OPTIONS: Final = (OptionSpec("ante", 1, Whole(1), C("INV-1")), *house_options(HOUSE))
BLIND: Final = BlindPlay(
    blind=C("INV-5"),
    counter=C("INV-6"),
    unable=C("INV-7"),
    unseen=C("INV-8"),
    answer=C("INV-9"),
    when=WhileRank("J", C("INV-20")),
    rights=NobodyRaises(C("INV-9r")),
)
OPENERS: Final = Ladder(
    ranks=("J",),
    after_parola="K",
    required=(("J", C("INV-10")), ("K", C("INV-20"))),
    stays=C("INV-13"),
    top=C("INV-13"),
    falls=C("INV-21"),
    parola=C("INV-20"),
)


def rules(options: Settled, seats: int) -> DrawRules:
    """The text with its options settled."""
    return DrawRules(
        TableRules(
            SeatsGiven(C("DRW-1")),
            DealerGiven(C("DRW-2")),
            stakes(options, C("DRW-8")),
            AnyTime(C("DRW-5")),
            C("INV-4"),
        ),
        pack(options, seats, HOUSE),
        PotRules(
            DealerAntes(whole(options, "ante"), C("INV-1")),
            DealerMayInvite(C("INV-2"), C("INV-3")),
            BLIND,
            C("INV-21"),
        ),
        OpeningRules(
            OPENERS,
            PassOrOpen(C("INV-10")),
            AtLeastThePot(C("INV-11"), C("INV-11r")),
            PotStays("no_opening", C("INV-13"), C("INV-13"), C("DRW-15")),
            C("INV-10"),
        ),
        RaisingRules(
            AtLeast(1, C("DRW-7")),
            FreeThinking(C("INV-12")),
            C("INV-12"),
            C("INV-17"),
            C("INV-12"),
            C("INV-12"),
            C("INV-12"),
        ),
        ExchangeRules(NoReshuffle(), UpTo(4, C("INV-14")), (C("DRW-24"),), C("INV-14")),
        BettingRules(
            LastRaiserElseOpener(C("INV-15"), C("INV-16")),
            ParolaOrBet(C("INV-17")),
            AtLeast(1, C("INV-17")),
            PotStays("parola", C("INV-18"), C("INV-20"), C("INV-19")),
            (C("INV-22"), C("INV-22r")),
            C("INV-24"),
            C("INV-23"),
        ),
    )


GAME: Final[DrawGame] = DrawGame(DrawText("italian-invito", OPTIONS, rules))
