"""The second Italian text: an opening rank that climbs, blinds that keep the raise, cip, and parola pots
that ask for quotas."""

from typing import Final

from refengine.draw.house import HouseDefaults, house_options, pack, stakes
from refengine.draw.machine import DrawGame, DrawText
from refengine.draw.policies import (
    AgreedLength,
    AnyTime,
    BlindPlay,
    DealerAntes,
    DealerDrawn,
    DealerGiven,
    EveryoneAntes,
    FreeThinking,
    InEveryHand,
    Ladder,
    NoInvitation,
    NoReshuffle,
    OpenerAlways,
    PostersMayRaise,
    PotStays,
    PotStaysForQuotas,
    SeatsDrawn,
    SeatsGiven,
    ThinkingForfeitsRaise,
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
    AtMostThePot,
    AtMostThePotAfterCall,
    Size,
)
from refengine.draw.speech import (
    ParolaCipFoldOrBet,
    PassOrOpen,
)
from refengine.errors import ClauseId as C
from refengine.options import Choice, OptionSpec, Settled, Whole, WholeOrNone, whole, whole_or_none, word

HOUSE: Final = HouseDefaults("suits", "circular", "9")
ANTE_BY: Final[dict[str, type[DealerAntes] | type[EveryoneAntes]]] = {
    "dealer": DealerAntes,
    "all": EveryoneAntes,
}
RAISE_LIMIT: Final[dict[str, Size]] = {
    "none": AtLeast(1, C("DRW-7")),
    "pot": AtMostThePot(C("PRO-16"), C("PRO-16r")),
    "pot_after_call": AtMostThePotAfterCall(C("PRO-16r"), C("PRO-16r")),
}
BLIND_FROM: Final[dict[str, WhileRank | InEveryHand]] = {
    "fresh": WhileRank("J", C("PRO-10r")),
    "always": InEveryHand(C("PRO-10r")),
}
SEATING: Final[dict[str, SeatsGiven | SeatsDrawn]] = {
    "given": SeatsGiven(C("PRO-1")),
    "drawn": SeatsDrawn(C("PRO-1")),
}
FIRST_DEALER: Final[dict[str, DealerGiven | DealerDrawn]] = {
    "given": DealerGiven(C("PRO-2")),
    "drawn": DealerDrawn(C("PRO-2"), C("PRO-2r")),
}
THINKING: Final[dict[bool, FreeThinking | ThinkingForfeitsRaise]] = {
    False: FreeThinking(C("PRO-17")),
    True: ThinkingForfeitsRaise(C("PRO-17"), C("PRO-17r")),
}
OPTIONS: Final = (
    OptionSpec("ante", 1, Whole(1), C("PRO-3")),
    OptionSpec("ante_by", "dealer", Choice(tuple(ANTE_BY)), C("PRO-3")),
    OptionSpec("raise_limit", "none", Choice(tuple(RAISE_LIMIT)), C("PRO-16")),
    OptionSpec("blind_from", "fresh", Choice(tuple(BLIND_FROM)), C("PRO-10r")),
    OptionSpec("max_discards", 4, Choice((4, 5)), C("PRO-18")),
    OptionSpec("cip_stake", 0, Whole(0), C("PRO-22")),
    OptionSpec("immediate_raise", False, Choice(tuple(THINKING)), C("PRO-17")),
    OptionSpec("hands", None, WholeOrNone(1), C("PRO-29")),
    OptionSpec("seating", "given", Choice(tuple(SEATING)), C("PRO-1")),
    OptionSpec("first_dealer", "given", Choice(tuple(FIRST_DEALER)), C("PRO-2")),
    *house_options(HOUSE),
)
OPENERS: Final = Ladder(
    ranks=("J", "Q", "K"),
    after_parola="K",
    required=(("J", C("PRO-5")), ("Q", C("PRO-5")), ("K", C("PRO-5"))),
    stays=C("PRO-7"),
    top=C("PRO-8"),
    falls=C("PRO-9"),
    parola=C("PRO-24"),
)


def length(options: Settled) -> AnyTime | AgreedLength:
    """How long the session lasts."""
    hands = whole_or_none(options, "hands")
    return AnyTime(C("PRO-29")) if hands is None else AgreedLength(hands, C("PRO-29"))


def pot_rules(options: Settled) -> PotRules:
    """Antes and blind play."""
    blind = BlindPlay(
        blind=C("PRO-10"),
        counter=C("PRO-12"),
        unable=C("PRO-14"),
        unseen=C("PRO-32"),
        answer=C("PRO-11"),
        when=BLIND_FROM[word(options, "blind_from")],
        rights=PostersMayRaise(C("PRO-11"), C("PRO-13")),
    )
    antes = ANTE_BY[word(options, "ante_by")](whole(options, "ante"), C("PRO-3"))
    return PotRules(antes, NoInvitation(), blind, C("PRO-26"))


def rules(options: Settled, seats: int) -> DrawRules:
    """The text with its options settled."""
    return DrawRules(
        TableRules(
            SEATING[word(options, "seating")],
            FIRST_DEALER[word(options, "first_dealer")],
            stakes(options, C("PRO-30")),
            length(options),
            C("PRO-4"),
        ),
        pack(options, seats, HOUSE),
        pot_rules(options),
        OpeningRules(
            OPENERS,
            PassOrOpen(C("PRO-5")),
            AtLeast(1, C("PRO-6")),
            PotStays("no_opening", C("PRO-7"), C("PRO-7"), C("DRW-15")),
            C("PRO-5"),
        ),
        RaisingRules(
            RAISE_LIMIT[word(options, "raise_limit")],
            THINKING[options["immediate_raise"] is True],
            answer=C("PRO-15"),
            later=C("PRO-23"),
            matched=C("PRO-15"),
            closed=C("PRO-23"),
            reopened=C("PRO-15"),
        ),
        ExchangeRules(
            NoReshuffle(), UpTo(whole(options, "max_discards"), C("PRO-18")), (C("PRO-19"),), C("PRO-18")
        ),
        BettingRules(
            OpenerAlways(C("PRO-20"), C("PRO-20r")),
            ParolaCipFoldOrBet(
                stake=whole(options, "cip_stake"),
                clause=C("PRO-21"),
                cip=C("PRO-22"),
                answer=C("PRO-22"),
                dues=C("PRO-22r"),
                no_parola=C("PRO-21r"),
            ),
            AtLeast(1, C("PRO-21")),
            PotStaysForQuotas(
                "parola", C("PRO-24"), C("PRO-25"), C("PRO-25r"), C("PRO-27"), C("PRO-27r"), C("PRO-28")
            ),
            (C("PRO-31"),),
            C("PRO-31"),
            C("PRO-23"),
        ),
    )


GAME: Final[DrawGame] = DrawGame(DrawText("italian-progressive", OPTIONS, rules))
