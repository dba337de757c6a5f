"""What a worker of the proof does: one wrong engine, one mutant or one unusual engine at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from conformance.corpus import load_corpus
from conformance.faults.implementation import Uncited, WrongImplementation
from conformance.faults.mutants.making import mutant
from conformance.faults.mutants.sites import MODULES, Site
from conformance.faults.proof.trial import Scripts, kills
from conformance.faults.registry import faults
from conformance.script import Script


class SecondLane(Protocol):
    """Another way than the corpus to find that an implementation is wrong."""

    def finds(
        self,
        rules: str,
        implementation: Callable[[], object],
        wrong: Callable[[], AbstractContextManager[None]],
    ) -> bool:
        """Whether it finds a difference; the implementation is only asked within the context `wrong`."""
        ...


class Bench(NamedTuple):
    """How workers are equipped: the corpus folder, and ``module:callable`` that makes the second lane, empty
    for none."""

    corpus: Path | None
    second_lane: str


class FaultJob(NamedTuple):
    """Play the whole corpus on the wrong engine `id`."""

    id: str


class MutantJob(NamedTuple):
    """Play the corpus on a mutant, up to the first case that finds it."""

    site: Site


Job = FaultJob | MutantJob


class Verdict(NamedTuple):
    """The ids of the entries that found it, in the order of the corpus (of a mutant only the first to do so),
    and whether the second lane did, which is only asked where no entry does."""

    killers: tuple[str, ...]
    by_second_lane: bool


class Judge:
    """Does jobs, with scripts made once. Entries that have found a mutant come first for the next one."""

    def __init__(self, bench: Bench) -> None:
        self._scripts = Scripts(load_corpus(bench.corpus))
        self._lane = _lane(bench.second_lane)
        self._found: Counter[str] = Counter()

    def __call__(self, job: Job) -> Verdict:
        match job:
            case FaultJob(name):
                return self._fault(name)
            case MutantJob(site):
                return self._mutant(site)

    def _fault(self, name: str) -> Verdict:
        fault = faults()[name]
        scripts = self._scripts.by_rules[fault.rules]
        found = tuple(kill.entry.id for kill in kills(WrongImplementation(fault), scripts))
        again = not found and self._second(fault.rules, lambda: WrongImplementation(fault), nullcontext)
        return Verdict(found, again)

    def _mutant(self, site: Site) -> Verdict:
        games = MODULES[site.module]
        scripts = [script for rules in games for script in self._scripts.by_rules[rules]]
        with mutant(site):
            found = next(kills(Uncited(), self._by_history(scripts)), None)
        if found is not None:
            self._found[found.entry.id] += 1
            return Verdict((found.entry.id,), by_second_lane=False)
        return Verdict((), any(self._second(rules, Uncited, lambda: mutant(site)) for rules in games))

    def _by_history(self, scripts: Sequence[Script]) -> list[Script]:
        return sorted(scripts, key=lambda script: -self._found[script.entry.id])

    def _second(
        self,
        rules: str,
        implementation: Callable[[], object],
        wrong: Callable[[], AbstractContextManager[None]],
    ) -> bool:
        return self._lane is not None and self._lane.finds(rules, implementation, wrong)


def _lane(path: str) -> SecondLane | None:
    if not path:
        return None
    module, _, name = path.partition(":")
    return cast(SecondLane, getattr(import_module(module), name)())


class Equipped(NamedTuple):
    """Makes a judge; can be sent to another process."""

    bench: Bench

    def __call__(self) -> Judge:
        return Judge(self.bench)
