"""Mutants that no case can find, because no implementation of the rules could be told from them, and why."""

from __future__ import annotations

from typing import Final

from conformance.faults.mutants.sites import Site

EQUIVALENT: Final[dict[str, tuple[tuple[str, str], ...]]] = {}
"""Reasons, each with the functions (without ``refengine.``) and the code before the change for which it holds
whatever the change; an empty code stands for all of the function."""


def reason_of(site: Site) -> str:
    """Why the mutant is equivalent; empty if nobody has said that it is."""
    function = f"{site.module.removeprefix('refengine.')}.{site.function}"
    for reason, places in EQUIVALENT.items():
        for name, code in places:
            if name == function and code in ("", site.before, f"{site.before} -> {site.after}"):
                return reason
    return ""
