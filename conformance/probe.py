"""Asking for what is claimed and what no case of a run asks for: the method ``rank``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from conformance.adapters.protocol import Answer, Broke, Json, Lost, Outcome, Rejected, Request, Unsupported
from conformance.claims import Claims
from conformance.corpus import Entry, RankingCase, Tier
from conformance.games import RANK_OPTIONS, AnyGame
from conformance.greeting import ranking_rules
from conformance.judge import ranking_differences
from conformance.remarks import Remark
from conformance.runner import Runner
from refengine.rulesets.catalogue import GAMES

TIERS: Final = (
    Tier("pair", (("Ac", "Ad", "Kh", "Qs", "Jc"),)),
    Tier("pair", (("Kc", "Kd", "Ah", "Qs", "Jc"),)),
)
"""Two hands that every pack has and every order tells apart."""


def probe(claims: Claims) -> Request | None:
    """A request that any implementation can answer that claims to rank hands; None where there is none."""
    for rules in ranking_rules(claims.hello):
        game: AnyGame = GAMES[rules]
        settings = next(claims.settings(game, ()), None)
        if settings is not None:
            span = claims.hello.rules[rules].seats
            hands: list[Json] = [[*hand] for tier in TIERS for hand in tier.hands]
            options = {name: settings[name] for name in RANK_OPTIONS if name in settings}
            return Request(
                "rank",
                {
                    "rules": rules,
                    "options": {**options},
                    "seats": game.fewest if span is None else max(span.min, game.fewest),
                    "hands": hands,
                },
            )
    return None


def of_probe(outcome: Outcome) -> Iterator[Remark]:
    """What is wrong with the reply to a probe."""
    told = _told(outcome)
    if told:
        yield Remark("rank", f"hello claims 'rank', but {told}", counts=True)


def _told(outcome: Outcome) -> str:
    match outcome:
        case Answer(dict() as result):
            found = ranking_differences(result.get("keys"), result.get("categories"), TIERS)
            return f"it does not rank two plain hands: {found[0].key} is wrong" if found else ""
        case Answer():
            return "its reply is no object"
        case Unsupported(message):
            return f"says that it does not support it ({message})"
        case Rejected(code, _, message):
            return f"refuses two plain hands ({code or message})"
        case Broke(_, message):
            return f"breaks at two plain hands ({message})"
        case Lost(kind):
            return f"gives no reply to two plain hands ({kind.replace('_', ' ')})"


def ask_for_ranks(runner: Runner, claims: Claims, entries: Iterable[Entry]) -> None:
    """Note what is wrong with a claimed method ``rank`` for which no entry asks; `AdapterUnusable` if it
    cannot be asked at all."""
    if "rank" not in claims.capabilities:
        return
    if any(isinstance(entry, RankingCase) and claims.plays(entry.rules) for entry in entries):
        return
    request = probe(claims)
    if request is not None:
        runner.note(of_probe(runner.ask([[request]])[0][-1]))
