"""One text of five-card draw as a whole: the policies of `refengine.draw.policies`, by what they govern."""

from dataclasses import dataclass

from refengine.cards import Cards
from refengine.draw.policies import (
    AgreedLength,
    AnyHand,
    AnyTime,
    BestHandTakes,
    BlindPlay,
    Credit,
    DealerAntes,
    DealerDrawn,
    DealerGiven,
    DealerMayInvite,
    EveryoneAntes,
    FreeThinking,
    Ladder,
    LastRaiserElseOpener,
    NoBlind,
    NoInvitation,
    NoReshuffle,
    OneMoreForFirst,
    OpenerAlways,
    PotStays,
    PotStaysForQuotas,
    SeatsDrawn,
    SeatsGiven,
    Size,
    StubAndFolded,
    TableStakes,
    ThinkingForfeitsRaise,
    UpTo,
    Words,
)
from refengine.errors import ClauseId
from refengine.ranking import Ranking
from refengine.values import Value


@dataclass(frozen=True)
class TableRules(Value):
    """Who sits and deals, for what, and for how long; `deal` is the clause on the deal of the cards."""

    seating: SeatsGiven | SeatsDrawn
    first_dealer: DealerGiven | DealerDrawn
    stakes: TableStakes | Credit
    length: AnyTime | AgreedLength
    deal: ClauseId


@dataclass(frozen=True)
class PackRules(Value):
    """The cards of the session and how hands rank."""

    cards: Cards
    ranking: Ranking


@dataclass(frozen=True)
class PotRules(Value):
    """What is on the table before the betting; `parola_ante` holds for a hand after a parola."""

    antes: DealerAntes | EveryoneAntes
    invitation: NoInvitation | DealerMayInvite
    blind: NoBlind | BlindPlay
    parola_ante: ClauseId


@dataclass(frozen=True)
class OpeningRules(Value):
    """The first betting round; `order` says who speaks first."""

    openers: AnyHand | Ladder
    words: Words
    size: Size
    silence: PotStays
    order: ClauseId


@dataclass(frozen=True)
class RaisingRules(Value):
    """Both rounds: answers to a bet, the size of a raise, and thinking.

    `answer` governs the answers to an opening, `later` those to a bet after the draw; `matched` makes all
    who stay put in the same; `closed` ends a round without asking the last to bet or raise again;
    `reopened` lets a raise reopen the betting for those who had called or passed.
    """

    size: Size
    thinking: FreeThinking | ThinkingForfeitsRaise
    answer: ClauseId
    later: ClauseId
    matched: ClauseId
    closed: ClauseId
    reopened: ClauseId


@dataclass(frozen=True)
class ExchangeRules(Value):
    """The draw; `recycling`: the text's clauses for a stub that runs out, `announce`: for the open count."""

    reshuffle: NoReshuffle | StubAndFolded
    size: UpTo | OneMoreForFirst
    recycling: tuple[ClauseId, ...]
    announce: ClauseId


@dataclass(frozen=True)
class BettingRules(Value):
    """The second betting round and the showdown; `shows` orders the showdown after a bet, `quiet` without,
    `best` gives the pot to the strongest hand."""

    first: LastRaiserElseOpener | OpenerAlways
    words: Words
    size: Size
    silence: PotStays | PotStaysForQuotas | BestHandTakes
    shows: tuple[ClauseId, ...]
    quiet: ClauseId
    best: ClauseId


@dataclass(frozen=True)
class DrawRules(Value):
    """One text with its options settled."""

    table: TableRules
    pack: PackRules
    pot: PotRules
    opening: OpeningRules
    raising: RaisingRules
    exchange: ExchangeRules
    betting: BettingRules
