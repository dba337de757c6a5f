"""Who is asked what: implementations that nobody here wrote, as far as adapters of this kit lead to them."""

from __future__ import annotations

import shlex
import sys
from importlib import metadata
from typing import Final, Literal, NamedTuple

Kind = Literal["evaluator", "draw", "engine"]


class Peer(NamedTuple):
    """`name` is the adapter's, `distribution` the package's; `kind` says what is asked: hands alone, the
    corpus, or what needs no text. `not_asked`: what it does besides, and why it is left alone."""

    name: str
    distribution: str
    kind: Kind
    not_asked: str

    @property
    def spec(self) -> str:
        """Its adapter in a process of its own, so that it can take down nothing but that."""
        return f"stdio: {shlex.quote(sys.executable)} -m conformance serve {self.name}"

    @property
    def version(self) -> str | None:
        """The version that is installed; None if none is."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return None


PEERS: Final = (
    Peer("deuces", "deuces", "evaluator", "hands of six and seven cards"),
    Peer("eval7", "eval7", "evaluator", "hands of six and seven cards, ranges, equity: no rule set has them"),
    Peer("phevaluator", "phevaluator", "evaluator", "hands of six and seven cards, Omaha; cards by number"),
    Peer("pkrbot", "pkrbot", "evaluator", "hands of more than five cards"),
    Peer("pokerfast-eval", "pokerfast", "evaluator", "hands of six and seven cards, equity"),
    Peer("pokerkit-eval", "pokerkit", "evaluator", "lowball, Omaha, badugi and other rankings"),
    Peer("texasholdem-eval", "texasholdem", "evaluator", "hands of six and seven cards"),
    Peer("treys", "treys", "evaluator", "hands of six and seven cards"),
    Peer(
        "pokerkit",
        "pokerkit",
        "draw",
        "stud, hold'em, lowball and draw games by other rules; several hands in a row",
    ),
    Peer(
        "openspiel",
        "open_spiel",
        "engine",
        "scores, which are not chips; euchre and skat, for whose calls the protocol has no words",
    ),
    Peer(
        "openspiel-poker",
        "open_spiel",
        "engine",
        "limit and pot-limit betting, abstractions of bets, leduc, kuhn",
    ),
    Peer("pokerfast", "pokerfast", "engine", "rake, equity, its patches of PokerKit"),
    Peer("rlcard", "rlcard", "engine", "leduc, blackjack, doudizhu, gin rummy, mahjong, uno, bridge"),
    Peer("texasholdem", "texasholdem", "engine", "histories, agents"),
)
"""In the order of the table."""

BY_NAME: Final = {peer.name: peer for peer in PEERS}
