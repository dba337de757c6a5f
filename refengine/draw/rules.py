"""One text of five-card draw as a whole: the policies of `refengine.draw.policies`, by what they govern."""

from dataclasses import dataclass
from typing import Final

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
    StubAndFolded,
    TableStakes,
    ThinkingForfeitsRaise,
    UpTo,
)
from refengine.draw.sizes import AtMostThePot, AtMostThePotAfterCall, Size
from refengine.draw.speech import (
    Words,
)
from refengine.errors import ClauseId
from refengine.menus import bare
from refengine.ranking import Ranking
from refengine.values import Value


class TableRules(Value):
    """Who sits and deals, for what, and for how long; `deal` is the clause on the deal of the cards."""

    __slots__ = ("deal", "first_dealer", "length", "on_credit", "seating", "stakes")
    __match_args__: Final = ("seating", "first_dealer", "stakes", "length", "deal")

    def __init__(
        self,
        seating: SeatsGiven | SeatsDrawn,
        first_dealer: DealerGiven | DealerDrawn,
        stakes: TableStakes | Credit,
        length: AnyTime | AgreedLength,
        deal: ClauseId,
    ) -> None:
        self.seating: Final = seating
        self.first_dealer: Final = first_dealer
        self.stakes: Final = stakes
        self.length: Final = length
        self.deal: Final = deal
        self.on_credit: Final = isinstance(stakes, Credit)


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


class RaisingRules(Value):
    """Both rounds: answers to a bet, the size of a raise, and thinking.

    `answer` governs the answers to an opening, `later` those to a bet after the draw; `matched` makes all
    who stay put in the same; `closed` ends a round without asking the last to bet or raise again;
    `reopened` lets a raise reopen the betting for those who had called or passed. `asked` is what a seat is
    asked to answer by, `over` what a round ends by, `freed` what frees a bet or blind of a limit that binds
    raises alone, `think` the offer to think where that has a price.
    """

    __slots__ = (
        "answer",
        "asked",
        "closed",
        "freed",
        "later",
        "matched",
        "over",
        "reopened",
        "size",
        "think",
        "thinking",
    )
    __match_args__: Final = ("size", "thinking", "answer", "later", "matched", "closed", "reopened")

    def __init__(
        self,
        size: Size,
        thinking: FreeThinking | ThinkingForfeitsRaise,
        answer: ClauseId,
        later: ClauseId,
        matched: ClauseId,
        closed: ClauseId,
        reopened: ClauseId,
    ) -> None:
        self.size: Final = size
        self.thinking: Final = thinking
        self.answer: Final = answer
        self.later: Final = later
        self.matched: Final = matched
        self.closed: Final = closed
        self.reopened: Final = reopened
        self.asked: Final = (thinking.clause, matched)
        self.over: Final = (closed, matched)
        self.freed: Final = (size.free,) if isinstance(size, (AtMostThePot, AtMostThePotAfterCall)) else ()
        forfeits = isinstance(thinking, ThinkingForfeitsRaise)
        self.think: Final = bare("think", thinking.clause) if forfeits else None


@dataclass(frozen=True)
class ExchangeRules(Value):
    """The draw; `recycling`: the text's clauses for a stub that runs out, `announce`: for the open count."""

    reshuffle: NoReshuffle | StubAndFolded
    size: UpTo | OneMoreForFirst
    recycling: tuple[ClauseId, ...]
    announce: ClauseId


class BettingRules(Value):
    """The second betting round and the showdown; `shows` orders the showdown after a bet, `quiet` without,
    `best` gives the pot to the strongest hand."""

    __slots__ = (
        "best",
        "first",
        "quiet",
        "shown_after_bets",
        "shown_after_silence",
        "shows",
        "silence",
        "size",
        "words",
    )
    __match_args__: Final = ("first", "words", "size", "silence", "shows", "quiet", "best")

    def __init__(
        self,
        first: LastRaiserElseOpener | OpenerAlways,
        words: Words,
        size: Size,
        silence: PotStays | PotStaysForQuotas | BestHandTakes,
        shows: tuple[ClauseId, ...],
        quiet: ClauseId,
        best: ClauseId,
    ) -> None:
        self.first: Final = first
        self.words: Final = words
        self.size: Final = size
        self.silence: Final = silence
        self.shows: Final = shows
        self.quiet: Final = quiet
        self.best: Final = best
        self.shown_after_bets: Final = (*shows, best)
        self.shown_after_silence: Final = (*shows, quiet, best)


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
