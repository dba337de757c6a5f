"""What a worker of the proof does: one wrong engine, one mutant or one unusual engine at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from conformance.adapters.inprocess import InProcessAdapter
from conformance.corpus import load_corpus
from conformance.exam import Exam
from conformance.faults.different import unlike
from conformance.faults.implementation import Uncited, WrongImplementation
from conformance.faults.mutants.making import mutant
from conformance.faults.mutants.sites import MODULES, Site
from conformance.faults.proof.trial import Scripts, entries_of, kills
from conformance.faults.registry import faults
from conformance.runner import Runner
from conformance.script import Script
from conformance.verdicts import NOT_PLAYED

Wrong = Callable[[], AbstractContextManager[None]]
"""Makes the context within which an implementation is wrong."""


class SecondLane(Protocol):
    """Another way than the corpus to find that an implementation is wrong."""

    def finds(self, rules: str, implementation: Callable[[], object], wrong: Wrong) -> bool:
        """Whether it finds a difference; the implementation is only asked within the context `wrong`."""
        ...


class Bench(NamedTuple):
    """How workers are equipped: the corpus folder (None: that of the kit); and ``module:callable`` that makes
    the second lane (empty: there is none), from a number of random sessions for each rule set and a seed."""

    corpus: Path | None
    second_lane: str = ""
    sessions: int = 0
    seed: int = 0


class FaultJob(NamedTuple):
    """Play the whole corpus on the wrong engine `id`."""

    id: str


class MutantJob(NamedTuple):
    """Play the corpus on a mutant, the entries `first` before the others, up to the first that finds it."""

    site: Site
    first: frozenset[str] = frozenset()


class UnlikeJob(NamedTuple):
    """Examine the unusual engine `id` by all of the corpus."""

    id: str


Job = FaultJob | MutantJob | UnlikeJob


class Verdict(NamedTuple):
    """The ids of the entries that found it, in the order of the corpus (of a mutant only the first to do so),
    and whether the second lane did, which is only asked where no entry does."""

    killers: tuple[str, ...]
    by_second_lane: bool


class Examined(NamedTuple):
    """How many entries an engine passed, how many could not be played, and the ids of those it failed."""

    passed: int
    not_played: int
    failed: tuple[str, ...]


Result = Verdict | Examined


class Judge:
    """Does jobs, with scripts made once. Entries that have found a mutant come first for the next one."""

    def __init__(self, bench: Bench) -> None:
        self._scripts = Scripts(load_corpus(bench.corpus))
        self._lane = _lane(bench)
        self._found: Counter[str] = Counter()

    def __call__(self, job: Job) -> Result:
        match job:
            case FaultJob(name):
                return self._fault(name)
            case MutantJob(site, first):
                return self._mutant(site, first)
            case UnlikeJob(name):
                return self._unlike(name)

    def _fault(self, name: str) -> Verdict:
        fault = faults()[name]
        scripts = self._scripts.by_rules[fault.rules]
        found = tuple(kill.entry.id for kill in kills(WrongImplementation(fault), scripts))
        again = not found and self._second(fault.rules, lambda: WrongImplementation(fault), nullcontext)
        return Verdict(found, again)

    def _mutant(self, site: Site, first: frozenset[str]) -> Verdict:
        games = MODULES[site.module]
        scripts = [script for rules in games for script in self._scripts.by_rules[rules]]
        with mutant(site):
            found = next(kills(Uncited(), self._in_order(scripts, first)), None)
        if found is not None:
            self._found[found.entry.id] += 1
            return Verdict((found.entry.id,), by_second_lane=False)
        return Verdict((), any(self._second(rules, Uncited, lambda: mutant(site)) for rules in games))

    def _in_order(self, scripts: Sequence[Script], first: frozenset[str]) -> list[Script]:
        def place(script: Script) -> tuple[bool, int]:
            name = script.entry.id
            return name not in first, -self._found[name]

        return sorted(scripts, key=place)

    def _second(self, rules: str, implementation: Callable[[], object], wrong: Wrong) -> bool:
        return self._lane is not None and self._lane.finds(rules, implementation, wrong)

    def _unlike(self, name: str) -> Examined:
        corpus = self._scripts.corpus
        exam = Exam(Runner(InProcessAdapter(name, unlike()[name].make)), corpus, {})
        lines = list(exam.lines(entries_of(corpus)))
        status = Counter(line.status for line in lines)
        failed = tuple(line.id for line in lines if line.status not in NOT_PLAYED and line.status != "passed")
        return Examined(status["passed"], len(lines) - status["passed"] - len(failed), failed)


def _lane(bench: Bench) -> SecondLane | None:
    module, _, name = bench.second_lane.partition(":")
    if not module or not bench.sessions:
        return None
    return cast(SecondLane, getattr(import_module(module), name)(bench.sessions, bench.seed))
