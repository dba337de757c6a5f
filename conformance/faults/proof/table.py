"""The figures of a proof as a page of Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from conformance.faults.proof.results import PROTOCOL, FaultResult, MutantResult, Proof, count

R = TypeVar("R")


def page(proof: Proof, smoke: Sequence[str]) -> str:
    """The whole page."""
    return "\n".join([*_head(proof, smoke), *_faults(proof), *_mutants(proof), *_unlike(proof)]) + "\n"


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield _row(*head)
    yield _row(*("---" if place == 0 else "--:" for place in range(len(head))))
    for row in rows:
        yield _row(*row)
    yield ""


def _head(proof: Proof, smoke: Sequence[str]) -> Iterator[str]:
    tried = proof.tried
    yield "# What the corpus finds"
    yield ""
    yield (
        "Written by `conformance prove`. Every wrong engine is played with the corpus; it is found if a case "
        "fails, whatever clause a refusal cites. What no case finds is played at random, "
        f"{tried.sessions} sessions for each rule set."
    )
    yield ""
    yield f"Corpus `{tried.corpus}`, {tried.entries} entries; seed {tried.seed}."
    yield ""
    smoke_faults = (
        f"{len(smoke)} entries, the tier `smoke` that `conformance run --tier smoke` plays, are enough to "
        "find every wrong engine below that was written by hand."
    )
    found = sum(one.lane == "corpus" for one in proof.mutants)
    smoke_mutants = sum(one.smoke for one in proof.mutants)
    yield f"{smoke_faults} They find {smoke_mutants} of the {found} mutants that the corpus finds."
    yield ""


def _faults(proof: Proof) -> Iterator[str]:
    yield "## Wrong engines, written by hand"
    yield ""
    yield (
        "Attributed: found by a case that claims the clause that the engine breaks. Every one is an adapter, "
        "so that you can see its verdict: `conformance run --adapter "
        "conformance.faults:pin-own-discards-back`. `conformance prove --list` names them all and tells what "
        "each does."
    )
    yield ""
    yield from _table(
        ("rule set", "engines", "found by a case", "attributed", "by random play only", "survived"),
        [(name, *_fault_row(some)) for name, some in _grouped(proof.faults, lambda one: one.rules)],
    )
    yield from _table(
        ("kind", "engines", "found by a case", "attributed", "by random play only", "survived"),
        [(name, *_fault_row(some)) for name, some in _grouped(proof.faults, lambda one: one.kind)],
    )
    yield "By clause, a common clause once for each rule set that breaks it:"
    yield ""
    yield from _table(
        ("clause", "engines", "found by a case", "attributed", "by random play only", "survived"),
        [
            (name, *_fault_row(some))
            for name, some in _grouped(proof.faults, lambda one: f"{one.clause or PROTOCOL} ({one.rules})")
        ],
    )


def _fault_row(some: Sequence[FaultResult]) -> tuple[int, ...]:
    counted = count([one.lane for one in some])
    return (
        counted.total,
        counted.corpus,
        sum(one.attributed for one in some),
        counted.random,
        counted.survived + counted.hang,
    )


def _grouped(some: Iterable[R], key: Callable[[R], str]) -> list[tuple[str, list[R]]]:
    groups: dict[str, list[R]] = {}
    for one in some:
        groups.setdefault(key(one), []).append(one)
    return sorted(groups.items(), key=lambda group: _natural(group[0]))


def _natural(name: str) -> list[tuple[int, str]]:
    """Numbers in names count as numbers: INV-9 comes before INV-10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name) if part]


def _mutants(proof: Proof) -> Iterator[str]:
    yield "## Mutants of the reference engine"
    yield ""
    yield (
        f"A sample of {len(proof.mutants)} of {proof.tried.sites} changes of one operator, number or "
        "statement. A mutant that hangs counts as found. Equivalent: nobody who goes by the rules could tell."
    )
    yield ""
    yield from _table(
        ("module", "mutants", "found by a case", "hung", "by random play only", "equivalent", "survived"),
        [(name, *_mutant_row(some)) for name, some in _grouped(proof.mutants, lambda one: one.module)],
    )
    yield from _left(proof.mutants)


def _mutant_row(some: Sequence[MutantResult]) -> tuple[int, ...]:
    counted = count([one.lane for one in some])
    return counted.total, counted.corpus, counted.hang, counted.random, counted.equivalent, counted.survived


def _left(mutants: Sequence[MutantResult]) -> Iterator[str]:
    for title, lane in (
        ("Found by random play only", "random"),
        ("Survived", "none"),
        ("Equivalent", "equivalent"),
    ):
        some = sorted((one for one in mutants if one.lane == lane), key=_code_of)
        if some:
            yield f"### {title}"
            yield ""
            for one in some:
                why = f" ({one.why})" if one.why else ""
                yield f"- `{one.module}.{one.function}`: `{one.before}` → `{one.after}`{why}"
            yield ""


def _code_of(one: MutantResult) -> tuple[str, ...]:
    return one.module, one.function, one.before, one.after


def _unlike(proof: Proof) -> Iterator[str]:
    yield "## Engines that are right and unlike the reference"
    yield ""
    alarms = [one.id for one in proof.unlike if one.failed]
    yield f"{len(proof.unlike)} engines, {len(alarms) or 'no'} false alarms."
    yield ""
    yield from _table(
        ("engine", "passed", "not played", "failed"),
        [(one.id, one.passed, one.not_played, len(one.failed)) for one in proof.unlike],
    )
