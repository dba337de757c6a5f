"""What the README quotes of a proof."""

from __future__ import annotations

from datetime import date

from conformance.faults.proof.results import Proof, count

MARK = "proof"
"""The name of the part of the README that this is."""


def quoted(proof: Proof, day: date, minutes: float, workers: int) -> str:
    """The table with its date, and how long it took."""
    rows = [
        ("one rule wrong, written by hand", count([one.lane for one in proof.faults])),
        ("mutants, a seeded sample", count([one.lane for one in proof.mutants])),
    ]
    strays = sum(not one.attributed for one in proof.faults)
    alarms = sum(bool(one.failed) for one in proof.unlike)
    by_clause = (
        "Every engine with a rule wrong is found by a case that claims the clause it breaks."
        if not strays
        else f"All but {strays} of the engines with a rule wrong are found by a case that claims the clause."
    )
    took = f"{minutes:.0f} minute{'' if round(minutes) == 1 else 's'}"
    return "\n".join(
        [
            f"On {day.day} {day:%B %Y}, in {took} with {workers} worker{'' if workers == 1 else 's'}:",
            "",
            "| | engines | found by a case | by random play only | equivalent | survived |",
            "| --- | --: | --: | --: | --: | --: |",
            *(
                f"| {what} | {one.total} | {one.corpus + one.hang} | {one.random} | {one.equivalent} "
                f"| {one.survived} |"
                for what, one in rows
            ),
            "",
            f"{by_clause} Of {len(proof.unlike)} engines that are",
            f"right but unlike the reference, {alarms or 'none'} {'are' if alarms > 1 else 'is'} faulted.",
        ]
    )
