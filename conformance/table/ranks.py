"""Evaluators: the rankings of the corpus, every hand of their pack, and hands that are none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from conformance.adapters.protocol import Adapter, Answer, Broke, Lost, Outcome, Rejected
from conformance.all_hands import Pack, Progress, Sweep, one_of_each, packs_of, sweep
from conformance.claims import Claims
from conformance.corpus import Corpus, RankingCase
from conformance.exam import Exam
from conformance.index import entries_of
from conformance.lines import CaseLine
from conformance.runner import Runner

NO_HANDS: Final = {
    "one card twice": "Kd Kd 7h 4s 2c",
    "five aces": "As Ah Ad Ac As",
    "four cards": "As Kd 7h 4s",
    "six cards": "As Kd 7h 4s 2c 3d",
    "card `1s`": "1s Kd 7h 4s 2c",
    "card `Asx`": "Asx Kd 7h 4s 2c",
    "card `AS`": "AS Kd 7h 4s 2c",
}
"""What nobody can be dealt, by its name."""


class Ranked(NamedTuple):
    """What came of an evaluator: the verdicts on the rankings of the corpus, one sweep for each pack, and
    what became of each of `NO_HANDS`, in words."""

    lines: tuple[CaseLine, ...]
    sweeps: tuple[Sweep, ...]
    bad: dict[str, str]


def rank(adapter: Adapter, corpus: Corpus, *, all_hands: bool, progress: Progress) -> Ranked:
    """Ask an evaluator; of each pack all hands, or one of each kind. `AdapterUnusable` if it cannot be."""
    runner = Runner(adapter)
    try:
        claims = Claims(runner.hello())
        rankings = [entry for entry in entries_of(corpus) if isinstance(entry, RankingCase)]
        lines = tuple(Exam(runner, corpus, {}).lines(rankings))
    finally:
        runner.close()
    packs = list(packs_of(claims))
    sweeps = tuple(sweep(adapter, pack, progress, None if all_hands else one_of_each(pack)) for pack in packs)
    return Ranked(lines, sweeps, dict(_ask_no_hands(adapter, packs[0])) if packs else {})


def _ask_no_hands(adapter: Adapter, pack: Pack) -> Iterator[tuple[str, str]]:
    """Each by itself, on a new connection where one was lost."""
    runner = Runner(adapter)
    try:
        for name, hand in NO_HANDS.items():
            ((outcome,),) = runner.ask([[pack.request([hand.split()])]])
            yield name, _in_words(outcome)
    finally:
        runner.close()


def _in_words(outcome: Outcome) -> str:
    match outcome:
        case Rejected():
            return "refused"
        case Answer({"categories": [name]}):
            return str(name).replace("_", " ")
        case Broke(_, message):
            return f"`{message.partition(':')[0]}`"
        case Lost(kind, detail):
            return f"**{kind}**: {detail}"
        case _:
            return type(outcome).__name__.lower()
