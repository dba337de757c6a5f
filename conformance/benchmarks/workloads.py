"""The contests of scorers that ``conformance bench`` knows by name."""

from __future__ import annotations

from typing import Final

from conformance.benchmarks.contests import A_HAND, A_PROCESS, EMPTY, SECONDS, Workload
from conformance.benchmarks.packs import BULK, COLD, COUNTS
from conformance.benchmarks.scorers import NATIVE, STRINGS

HANDS: Final = 2000
MANY: Final = 20_000

WORKLOADS: Final = {
    "native": Workload("one hand, cards in the scorer's own form", NATIVE, EMPTY, HANDS, HANDS, 21, A_HAND),
    "strings": Workload("one hand, from five strings", STRINGS, EMPTY, HANDS, HANDS, 21, A_HAND),
    "bulk": Workload("a hand of many in one call, as bytes", BULK, "", MANY, MANY, 31, A_HAND),
    "all": Workload("all 2,598,960 hands with counts", COUNTS, "", 0, 1, 3, SECONDS),
    "cold": Workload("a process that scores one hand", COLD, "empty process", 0, 1, 9, A_PROCESS),
}
