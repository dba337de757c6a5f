"""What differs between texts of five-card draw, as data.

Each row of differences is a closed union of small records; each record names the clause it rests on, and
one function in the module of its phase interprets it. A record says what a text decides, never how.

Records that are read in every hand also hold what follows from their own parts and never changes: offers of
words without an amount, and clauses that are always cited together.
"""

from dataclasses import dataclass
from typing import Final, final

from refengine.errors import ClauseId
from refengine.game import EndedBy
from refengine.menus import Withheld
from refengine.values import Value


# -- seats, dealer and stakes
@dataclass(frozen=True)
class SeatsGiven(Value):
    """Players sit as listed."""

    clause: ClauseId


@dataclass(frozen=True)
class SeatsDrawn(Value):
    """The table draws who sits where."""

    clause: ClauseId


@dataclass(frozen=True)
class DealerGiven(Value):
    """The first dealer is named in the set-up."""

    clause: ClauseId


@dataclass(frozen=True)
class DealerDrawn(Value):
    """The table draws a card for each seat, the highest deals; `ties` lets suits decide."""

    clause: ClauseId
    ties: ClauseId


@dataclass(frozen=True)
class TableStakes(Value):
    """A seat plays only what is in front of it."""

    clause: ClauseId


@dataclass(frozen=True)
class Credit(Value):
    """Stacks may go below zero and nobody is ever all-in; debts are settled at the end."""

    clause: ClauseId
    settling: ClauseId


# -- before the cards
@final
class DealerAntes(Value):
    """The dealer alone posts `amount`."""

    __slots__ = ("amount", "clause")
    __match_args__: Final = ("amount", "clause")

    def __init__(self, amount: int, clause: ClauseId) -> None:
        self.amount: Final = amount
        self.clause: Final = clause


@final
class EveryoneAntes(Value):
    """Every dealt-in seat posts `amount`, from the dealer's left."""

    __slots__ = ("amount", "clause")
    __match_args__: Final = ("amount", "clause")

    def __init__(self, amount: int, clause: ClauseId) -> None:
        self.amount: Final = amount
        self.clause: Final = clause


@final
class NoInvitation(Value):
    """Nobody may raise the antes."""

    __slots__ = ()
    __match_args__: Final = ()


@final
class DealerMayInvite(Value):
    """The dealer may add a stake that all others match; `cap` bounds it by the smallest stack."""

    __slots__ = ("cap", "clause")
    __match_args__: Final = ("clause", "cap")

    def __init__(self, clause: ClauseId, cap: ClauseId) -> None:
        self.clause: Final = clause
        self.cap: Final = cap


# -- blind play
@final
class WhileRank(Value):
    """A blind may be posted only while this opening rank is in force."""

    __slots__ = ("clause", "rank")
    __match_args__: Final = ("rank", "clause")

    def __init__(self, rank: str, clause: ClauseId) -> None:
        self.rank: Final = rank
        self.clause: Final = clause


@final
class InEveryHand(Value):
    """A blind may be posted in any hand."""

    __slots__ = ("clause",)
    __match_args__: Final = ("clause",)

    def __init__(self, clause: ClauseId) -> None:
        self.clause: Final = clause


@dataclass(frozen=True)
class NobodyRaises(Value):
    """After a blind the betting is calls and folds only."""

    clause: ClauseId


@dataclass(frozen=True)
class PostersMayRaise(Value):
    """Only who posted may raise: after a blind `first`, after a counter-blind `both`."""

    first: ClauseId
    both: ClauseId


@final
class NoBlind(Value):
    """Everybody looks at the cards at once."""

    __slots__ = ()
    __match_args__: Final = ()


@dataclass(frozen=True)
class BlindPlay(Value):
    """First hand may post twice the pot unseen (`blind`), second hand twice that (`counter`).

    `unable`: a seat that cannot pay in full is not asked; `unseen`: nobody looks before it is over;
    `answer`: the others call or fold.
    """

    blind: ClauseId
    counter: ClauseId
    unable: ClauseId
    unseen: ClauseId
    answer: ClauseId
    when: WhileRank | InEveryHand
    rights: NobodyRaises | PostersMayRaise


# -- the opening
@final
class AnyHand(Value):
    """There is no opening requirement."""

    __slots__ = ("clause",)
    __match_args__: Final = ("clause",)

    def __init__(self, clause: ClauseId) -> None:
        self.clause: Final = clause


@final
class Ladder(Value):
    """At least a pair of the rank in force opens.

    `ranks` are climbed when nobody opens, `after_parola` is in force after a parola; `required` names the
    clause for each rank. `stays` rests on a pot that was left unopened, `top` on a ladder at its end,
    `falls` on the return to the first rank when somebody wins the pot.
    """

    __slots__ = (
        "after_parola",
        "clause_of",
        "falls",
        "parola",
        "ranks",
        "required",
        "stays",
        "top",
        "withheld",
    )
    __match_args__: Final = ("ranks", "after_parola", "required", "stays", "top", "falls", "parola")

    def __init__(
        self,
        ranks: tuple[str, ...],
        after_parola: str,
        required: tuple[tuple[str, ClauseId], ...],
        stays: ClauseId,
        top: ClauseId,
        falls: ClauseId,
        parola: ClauseId,
    ) -> None:
        self.ranks: Final = ranks
        self.after_parola: Final = after_parola
        self.required: Final = required
        self.stays: Final = stays
        self.top: Final = top
        self.falls: Final = falls
        self.parola: Final = parola
        self.clause_of: Final = dict(required)
        self.withheld: Final = {
            rank: Withheld("open", "openers_required", clause) for rank, clause in required
        }


# -- raising
class FreeThinking(Value):
    """A seat may think as long as it likes."""

    __slots__ = ("clause",)
    __match_args__: Final = ("clause",)

    def __init__(self, clause: ClauseId) -> None:
        self.clause: Final = clause


class ThinkingForfeitsRaise(Value):
    """A seat that thinks may then only fold or call; `turn`: for that turn only."""

    __slots__ = ("clause", "turn")
    __match_args__: Final = ("clause", "turn")

    def __init__(self, clause: ClauseId, turn: ClauseId) -> None:
        self.clause: Final = clause
        self.turn: Final = turn


# -- the draw
@final
class NoReshuffle(Value):
    """The stub stays as it is; folded hands are out of play."""

    __slots__ = ()
    __match_args__: Final = ()


@final
class StubAndFolded(Value):
    """Before the draw the stub and the folded hands are shuffled together."""

    __slots__ = ("clause",)
    __match_args__: Final = ("clause",)

    def __init__(self, clause: ClauseId) -> None:
        self.clause: Final = clause


@final
class UpTo(Value):
    """Every seat may change up to `cards`."""

    __slots__ = ("cards", "clause")
    __match_args__: Final = ("cards", "clause")

    def __init__(self, cards: int, clause: ClauseId) -> None:
        self.cards: Final = cards
        self.clause: Final = clause


@final
class OneMoreForFirst(Value):
    """Up to `cards`, and one more for the first seat still in to the left of the dealer."""

    __slots__ = ("cards", "clause")
    __match_args__: Final = ("cards", "clause")

    def __init__(self, cards: int, clause: ClauseId) -> None:
        self.cards: Final = cards
        self.clause: Final = clause


# -- first to speak after the draw
@final
class LastRaiserElseOpener(Value):
    """Who raised last, or else opened, speaks first; `passed` when that seat cannot speak."""

    __slots__ = ("clause", "passed")
    __match_args__: Final = ("clause", "passed")

    def __init__(self, clause: ClauseId, passed: ClauseId) -> None:
        self.clause: Final = clause
        self.passed: Final = passed


@final
class OpenerAlways(Value):
    """The opener speaks first, whoever raised last; `passed` when that seat cannot speak."""

    __slots__ = ("clause", "passed")
    __match_args__: Final = ("clause", "passed")

    def __init__(self, clause: ClauseId, passed: ClauseId) -> None:
        self.clause: Final = clause
        self.passed: Final = passed


# -- silence
@final
class PotStays(Value):
    """The hand ends and the pot lies there for the next; `all_in` when a seat all-in calls for more."""

    __slots__ = ("after", "all_in", "clause", "ended_by")
    __match_args__: Final = ("ended_by", "clause", "after", "all_in")

    def __init__(self, ended_by: EndedBy, clause: ClauseId, after: ClauseId, all_in: ClauseId) -> None:
        self.ended_by: Final = ended_by
        self.clause: Final = clause
        self.after: Final = after
        self.all_in: Final = all_in


@dataclass(frozen=True)
class PotStaysForQuotas(Value):
    """The pot lies there; seats that had folded join by paying a quota, or sit out; it may be divided."""

    ended_by: EndedBy
    clause: ClauseId
    quota: ClauseId
    terms: ClauseId
    divide: ClauseId
    shares: ClauseId
    all_in: ClauseId


@final
class BestHandTakes(Value):
    """The hands are compared as they are."""

    __slots__ = ("clause",)
    __match_args__: Final = ("clause",)

    def __init__(self, clause: ClauseId) -> None:
        self.clause: Final = clause


# -- the end of the session
@dataclass(frozen=True)
class AnyTime(Value):
    """The table may stop after any hand."""

    clause: ClauseId


@dataclass(frozen=True)
class AgreedLength(Value):
    """The session lasts `hands` hands and is extended only by the consent of all."""

    hands: int
    clause: ClauseId
