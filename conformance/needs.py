"""What an implementation has to tell of itself before an entry of the corpus can show anything.

What is not claimed is not compared. Without this, a case about the pot would pass for an implementation that
never tells the pot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conformance.claims import needs_of
from conformance.compare import capability_of, same_clause
from conformance.corpus import Case, CheckStep, Clause, DoStep, Entry, SeatViewStep, TryStep
from conformance.wire import CAPABILITIES


def stated(case: Case) -> frozenset[str]:
    """The capabilities whose answers the case compares with something."""
    return frozenset(_stated(case))


def _stated(case: Case) -> Iterator[str]:
    for step in case.steps:
        match step:
            case DoStep(_, _, menu, then):
                if menu is not None:
                    yield "menu"
                yield from map(capability_of, then or ())
            case TryStep():
                yield "codes"
            case SeatViewStep(_, sees):
                yield "seat_view"
                yield from map(capability_of, sees)
            case CheckStep(keys):
                yield from map(capability_of, keys)


def tries(case: Case, clause: str) -> bool:
    """Whether the case tries something that this clause forbids."""
    return any(
        isinstance(step, TryStep) and step.clause is not None and same_clause(step.clause, clause)
        for step in case.steps
    )


def needs(entry: Entry, clauses: Mapping[str, Clause]) -> tuple[str, ...]:
    """The capabilities without which the entry shows nothing of what it is about, in the protocol's order.

    Of each clause claimed: those that the catalogue names for it and the case states. If there are none, an
    attempt that the clause forbids shows enough by being refused; without one, all that the case states.
    """
    wanted = set(needs_of(entry))
    if isinstance(entry, Case):
        told = stated(entry)
        for name in entry.clauses:
            own = told.intersection(clauses[name].capabilities)
            if own or not tries(entry, name):
                wanted.update(own or told)
    return tuple(capability for capability in CAPABILITIES if capability in wanted)
