"""The words that a text gives to those who speak before a bet: policies too, for either round.

Each record holds the offers of its words that take no amount: they follow from the clauses and never change.
"""

from typing import Final, final

from refengine.errors import ClauseId
from refengine.menus import bare, not_yet
from refengine.values import Value


@final
class PassOrOpen(Value):
    """Before the opening a seat passes, keeping its hand, or opens."""

    __slots__ = ("clause", "silent")
    __match_args__: Final = ("clause",)

    def __init__(self, clause: ClauseId) -> None:
        self.clause: Final = clause
        self.silent: Final = bare("pass", clause)


@final
class FoldMesaOrBet(Value):
    """Before the first bet a seat folds, says mesa or bets; who said mesa may not be first to raise."""

    __slots__ = ("bound", "clause", "plain", "released")
    __match_args__: Final = ("clause", "bound", "released")

    def __init__(self, clause: ClauseId, bound: ClauseId, released: ClauseId) -> None:
        self.clause: Final = clause
        self.bound: Final = bound
        self.released: Final = released
        self.plain: Final = (bare("fold", clause), bare("check", clause))


@final
class ParolaOrBet(Value):
    """Each speaker says parola or bets."""

    __slots__ = ("clause", "plain")
    __match_args__: Final = ("clause",)

    def __init__(self, clause: ClauseId) -> None:
        self.clause: Final = clause
        self.plain: Final = (bare("parola", clause),)


@final
class ParolaCipFoldOrBet(Value):
    """Each speaker folds, says parola, asks for a showdown (cip, for `stake` chips) or bets.

    `answer`: a cip is accepted, bet over or left; `dues`: the stake counts towards a bet over it;
    `no_parola`: after a cip nobody may say parola.
    """

    __slots__ = ("answer", "cip", "clause", "dues", "fold", "no_parola", "parola", "stake")
    __match_args__: Final = ("stake", "clause", "cip", "answer", "dues", "no_parola")

    def __init__(
        self,
        stake: int,
        clause: ClauseId,
        cip: ClauseId,
        answer: ClauseId,
        dues: ClauseId,
        no_parola: ClauseId,
    ) -> None:
        self.stake: Final = stake
        self.clause: Final = clause
        self.cip: Final = cip
        self.answer: Final = answer
        self.dues: Final = dues
        self.no_parola: Final = no_parola
        self.fold: Final = bare("fold", clause)
        self.parola: Final = bare("parola", clause)


@final
class MesaThenFold(Value):
    """The first speaker checks or bets, the others may also fold."""

    __slots__ = ("check", "clause", "fold", "leaving", "no_fold")
    __match_args__: Final = ("clause", "leaving")

    def __init__(self, clause: ClauseId, leaving: ClauseId) -> None:
        self.clause: Final = clause
        self.leaving: Final = leaving
        self.fold: Final = bare("fold", clause)
        self.check: Final = bare("check", clause)
        self.no_fold: Final = (not_yet("fold", leaving),)


Words = PassOrOpen | FoldMesaOrBet | ParolaOrBet | ParolaCipFoldOrBet | MesaThenFold
