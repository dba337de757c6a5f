"""The proof from beginning to end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from conformance.corpus import Case, Corpus, load_corpus
from conformance.faults.different import unlike
from conformance.faults.mutants.equivalent import reason_of
from conformance.faults.mutants.sites import Site, all_sites, sample
from conformance.faults.proof.cover import cover
from conformance.faults.proof.jobs import (
    Bench,
    Examined,
    FaultJob,
    Job,
    Judge,
    MutantJob,
    Result,
    UnlikeJob,
    Verdict,
)
from conformance.faults.proof.results import FaultResult, Lane, MutantResult, Proof, Tried, UnlikeResult
from conformance.faults.proof.trial import entries_of
from conformance.faults.proof.workers import Limits, Lost, Workers
from conformance.faults.registry import faults

Tell = Callable[[str, int, int], None]
"""Told what is being tried, how many are done and of how many."""


class Plan(NamedTuple):
    """How much to try: so many mutants, on so many workers, each wrong engine within `limits`."""

    bench: Bench
    mutants: int
    workers: int
    limits: Limits


class Proven(NamedTuple):
    """The results, and the entries that suffice to find every wrong engine."""

    proof: Proof
    smoke: list[str]


class Prover:
    """Carries a plan out."""

    def __init__(self, plan: Plan, tell: Tell) -> None:
        self._plan = plan
        self._tell = tell
        self._corpus: Corpus = load_corpus(plan.bench.corpus)
        self._workers: Workers[Job, Result] = Workers(partial(Judge, plan.bench), plan.workers, plan.limits)

    def prove(self) -> Proven:
        """Wrong engines first, since they tell which entries are tried first on mutants."""
        try:
            found = self._all("wrong engines", [FaultJob(name) for name in faults()])
            killers = {job.id: _killers(result) for job, result in found.items() if isinstance(job, FaultJob)}
            smoke = cover(killers, costs(self._corpus))
            sites = all_sites()
            chosen = sample(sites, self._plan.mutants, self._plan.bench.seed)
            first = frozenset(smoke)
            mutants = self._all("mutants", [MutantJob(site, first) for site in chosen])
            others = self._all("other right engines", [UnlikeJob(name) for name in unlike()])
        finally:
            self._workers.close()
        proof = Proof(
            self._tried(len(sites)),
            sorted(
                (self._fault(job.id, found[job]) for job in found if isinstance(job, FaultJob)), key=_id_of
            ),
            sorted(
                (_mutant(job.site, mutants[job], first) for job in mutants if isinstance(job, MutantJob)),
                key=_id_of,
            ),
            sorted(
                (_unlike(job.id, others[job]) for job in others if isinstance(job, UnlikeJob)), key=_id_of
            ),
        )
        return Proven(proof, smoke)

    def _all(self, what: str, jobs: Sequence[Job]) -> dict[Job, Result | Lost]:
        done: dict[Job, Result | Lost] = {}
        self._tell(what, 0, len(jobs))
        for job, result in self._workers.run(jobs):
            done[job] = result
            self._tell(what, len(done), len(jobs))
        return done

    def _tried(self, sites: int) -> Tried:
        entries = len(entries_of(self._corpus))
        return Tried(self._corpus.digest, entries, self._plan.bench.seed, sites, self._plan.bench.sessions)

    def _fault(self, name: str, result: Result | Lost) -> FaultResult:
        fault, killers = faults()[name], _killers(result)
        return FaultResult(
            id=name,
            rules=fault.rules,
            clause=fault.clause,
            kind=fault.kind,
            lane=_lane(result),
            killers=len(killers),
            attributed=is_attributed(fault.clause, killers, self._claims()),
        )

    def _claims(self) -> Mapping[str, Collection[str]]:
        return {entry.id: entry.clauses for entry in entries_of(self._corpus)}


def is_attributed(clause: str, killers: Sequence[str], claims: Mapping[str, Collection[str]]) -> bool:
    """Whether one of the killers claims the clause; any will do where only the protocol is broken."""
    return any(not clause or clause in claims[name] for name in killers)


def costs(corpus: Corpus) -> dict[str, int]:
    """The number of steps of every entry."""
    return {entry.id: len(entry.steps) if isinstance(entry, Case) else 1 for entry in entries_of(corpus)}


def _killers(result: Result | Lost) -> tuple[str, ...]:
    return result.killers if isinstance(result, Verdict) else ()


def _lane(result: Result | Lost) -> Lane:
    if isinstance(result, Lost):
        return "hang"
    if _killers(result):
        return "corpus"
    return "random" if isinstance(result, Verdict) and result.by_second_lane else "none"


def _mutant(site: Site, result: Result | Lost, smoke: Collection[str]) -> MutantResult:
    lane = _lane(result)
    why = reason_of(site) if lane == "none" else ""
    return MutantResult(
        id=site.id,
        module=site.module.removeprefix("refengine."),
        function=site.function,
        operator=site.operator,
        before=site.before,
        after=site.after,
        lane="equivalent" if why else lane,
        smoke=any(name in smoke for name in _killers(result)),
        why=why,
    )


def _unlike(name: str, result: Result | Lost) -> UnlikeResult:
    if not isinstance(result, Examined):
        return UnlikeResult(name, 0, 0, ["nothing was played"])
    return UnlikeResult(name, result.passed, result.not_played, list(result.failed))


def _id_of(result: FaultResult | MutantResult | UnlikeResult) -> str:
    return result.id


def shortcomings(proof: Proof) -> list[str]:
    """What a proof shows to be missing: faults not found, or only by cases about something else, and false
    alarms."""
    lost = [f"{one.id}: no case finds it" for one in proof.faults if one.lane != "corpus"]
    strays = [
        f"{one.id}: no case that claims {one.clause} finds it"
        for one in proof.faults
        if one.lane == "corpus" and not one.attributed
    ]
    alarms = [
        f"{one.id}: a right engine that fails {', '.join(one.failed)}" for one in proof.unlike if one.failed
    ]
    return [*lost, *strays, *alarms]
