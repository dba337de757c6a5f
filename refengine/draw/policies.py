"""What differs between texts of five-card draw, as data.

Each row of differences is a closed union of small records; each record names the clause it rests on, and
one function in the module of its phase interprets it. A record says what a text decides, never how.
"""

from typing import NamedTuple

from refengine.errors import ClauseId
from refengine.game import EndedBy


# -- seats, dealer and stakes
class SeatsGiven(NamedTuple):
    """Players sit as listed."""

    clause: ClauseId


class SeatsDrawn(NamedTuple):
    """The table draws who sits where."""

    clause: ClauseId


class DealerGiven(NamedTuple):
    """The first dealer is named in the set-up."""

    clause: ClauseId


class DealerDrawn(NamedTuple):
    """The table draws a card for each seat, the highest deals; `ties` lets suits decide."""

    clause: ClauseId
    ties: ClauseId


class TableStakes(NamedTuple):
    """A seat plays only what is in front of it."""

    clause: ClauseId


class Credit(NamedTuple):
    """Stacks may go below zero and nobody is ever all-in; debts are settled at the end."""

    clause: ClauseId
    settling: ClauseId


# -- before the cards
class DealerAntes(NamedTuple):
    """The dealer alone posts `amount`."""

    amount: int
    clause: ClauseId


class EveryoneAntes(NamedTuple):
    """Every dealt-in seat posts `amount`, from the dealer's left."""

    amount: int
    clause: ClauseId


class NoInvitation(NamedTuple):
    """Nobody may raise the antes."""


class DealerMayInvite(NamedTuple):
    """The dealer may add a stake that all others match; `cap` bounds it by the smallest stack."""

    clause: ClauseId
    cap: ClauseId


# -- blind play
class WhileRank(NamedTuple):
    """A blind may be posted only while this opening rank is in force."""

    rank: str
    clause: ClauseId


class InEveryHand(NamedTuple):
    """A blind may be posted in any hand."""

    clause: ClauseId


class NobodyRaises(NamedTuple):
    """After a blind the betting is calls and folds only."""

    clause: ClauseId


class PostersMayRaise(NamedTuple):
    """Only who posted may raise: after a blind `first`, after a counter-blind `both`."""

    first: ClauseId
    both: ClauseId


class NoBlind(NamedTuple):
    """Everybody looks at the cards at once."""


class BlindPlay(NamedTuple):
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
class AnyHand(NamedTuple):
    """There is no opening requirement."""

    clause: ClauseId


class Ladder(NamedTuple):
    """At least a pair of the rank in force opens.

    `ranks` are climbed when nobody opens, `after_parola` is in force after a parola; `required` names the
    clause for each rank. `stays` rests on a pot that was left unopened, `top` on a ladder at its end,
    `falls` on the return to the first rank when somebody wins the pot.
    """

    ranks: tuple[str, ...]
    after_parola: str
    required: tuple[tuple[str, ClauseId], ...]
    stays: ClauseId
    top: ClauseId
    falls: ClauseId
    parola: ClauseId


class PassOrOpen(NamedTuple):
    """Before the opening a seat passes, keeping its hand, or opens."""

    clause: ClauseId


class FoldMesaOrBet(NamedTuple):
    """Before the first bet a seat folds, says mesa or bets; who said mesa may not be first to raise."""

    clause: ClauseId
    bound: ClauseId
    released: ClauseId


# -- words before a bet after the draw
class ParolaOrBet(NamedTuple):
    """Each speaker says parola or bets."""

    clause: ClauseId


class ParolaCipFoldOrBet(NamedTuple):
    """Each speaker folds, says parola, asks for a showdown (cip, for `stake` chips) or bets.

    `answer`: a cip is accepted, bet over or left; `dues`: the stake counts towards a bet over it;
    `no_parola`: after a cip nobody may say parola.
    """

    stake: int
    clause: ClauseId
    cip: ClauseId
    answer: ClauseId
    dues: ClauseId
    no_parola: ClauseId


class MesaThenFold(NamedTuple):
    """The first speaker checks or bets, the others may also fold."""

    clause: ClauseId
    leaving: ClauseId


Words = PassOrOpen | FoldMesaOrBet | ParolaOrBet | ParolaCipFoldOrBet | MesaThenFold


# -- amounts
class AtLeast(NamedTuple):
    """At least `chips`, with no upper limit but the stack."""

    chips: int
    clause: ClauseId


class AtLeastThePot(NamedTuple):
    """At least what the pot holds; `short` lets a seat with less go in for its whole stack."""

    clause: ClauseId
    short: ClauseId


class AtMostThePot(NamedTuple):
    """At least 1 above the call and at most the pot, the call not counted; `free`: it binds raises alone."""

    clause: ClauseId
    free: ClauseId


class AtMostThePotAfterCall(NamedTuple):
    """At least 1 above the call and at most the pot with the call counted; `free` as before."""

    clause: ClauseId
    free: ClauseId


class BetweenLimits(NamedTuple):
    """Between `low` and `high` (None: no upper limit); `short` lets a stack below the least go in whole."""

    low: int
    high: int | None
    clause: ClauseId
    short: ClauseId


Size = AtLeast | AtLeastThePot | AtMostThePot | AtMostThePotAfterCall | BetweenLimits


# -- raising
class FreeThinking(NamedTuple):
    """A seat may think as long as it likes."""

    clause: ClauseId


class ThinkingForfeitsRaise(NamedTuple):
    """A seat that thinks may then only fold or call; `turn`: for that turn only."""

    clause: ClauseId
    turn: ClauseId


# -- the draw
class NoReshuffle(NamedTuple):
    """The stub stays as it is; folded hands are out of play."""


class StubAndFolded(NamedTuple):
    """Before the draw the stub and the folded hands are shuffled together."""

    clause: ClauseId


class UpTo(NamedTuple):
    """Every seat may change up to `cards`."""

    cards: int
    clause: ClauseId


class OneMoreForFirst(NamedTuple):
    """Up to `cards`, and one more for the first seat still in to the left of the dealer."""

    cards: int
    clause: ClauseId


# -- first to speak after the draw
class LastRaiserElseOpener(NamedTuple):
    """Who raised last, or else opened, speaks first; `passed` when that seat cannot speak."""

    clause: ClauseId
    passed: ClauseId


class OpenerAlways(NamedTuple):
    """The opener speaks first, whoever raised last; `passed` when that seat cannot speak."""

    clause: ClauseId
    passed: ClauseId


# -- silence
class PotStays(NamedTuple):
    """The hand ends and the pot lies there for the next; `all_in` when a seat all-in calls for more."""

    ended_by: EndedBy
    clause: ClauseId
    after: ClauseId
    all_in: ClauseId


class PotStaysForQuotas(NamedTuple):
    """The pot lies there; seats that had folded join by paying a quota, or sit out; it may be divided."""

    ended_by: EndedBy
    clause: ClauseId
    quota: ClauseId
    terms: ClauseId
    divide: ClauseId
    shares: ClauseId
    all_in: ClauseId


class BestHandTakes(NamedTuple):
    """The hands are compared as they are."""

    clause: ClauseId


# -- the end of the session
class AnyTime(NamedTuple):
    """The table may stop after any hand."""

    clause: ClauseId


class AgreedLength(NamedTuple):
    """The session lasts `hands` hands and is extended only by the consent of all."""

    hands: int
    clause: ClauseId
