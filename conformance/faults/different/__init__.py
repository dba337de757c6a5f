"""Engines that are right and unlike the reference: none of them may fail a case.

They differ in what the protocol leaves open: how menus are written, what is told beyond what was asked, what
is claimed, how refusals are worded. A kit that fails one of them raises a false alarm.
"""

from __future__ import annotations

from conformance.faults.different.registry import Unlike, unlike

__all__ = ["Unlike", "unlike"]
