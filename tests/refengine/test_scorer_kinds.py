"""What the engine takes from the compiler, if it is compiled: its scorer, and how values are kept."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest

import refengine
from refengine.ledger import Chips
from refengine.table_scorer import COMPILED, scorer_for

BLOCKED = """
import sys
for name in ("librt", "mypy_extensions"):
    sys.modules[name] = None
from refengine.rulesets.catalogue import GAMES
from refengine.table_scorer import scorer_for
print(scorer_for("2", "standard").score_hand(("As", "Ks", "Qs", "Js", "Ts")))
"""


@pytest.mark.skipif(COMPILED, reason="the compiled engine needs the compiler's library")
def test_the_plain_engine_needs_nothing_of_the_compiler() -> None:
    command = [sys.executable, "-c", BLOCKED]
    parent = str(Path(refengine.__file__).parents[1])
    scored = subprocess.run(command, capture_output=True, text=True, check=True, cwd=parent)
    assert scored.stdout.strip() == "7462"


def test_the_compiled_engine_scores_natively_and_the_plain_one_does_not() -> None:
    kind = type(scorer_for("2", "standard")).__name__
    assert kind == ("NativeScorer" if COMPILED else "TableScorer")


def test_compiled_values_are_off_the_collectors_hands() -> None:
    assert gc.is_tracked(Chips((1,), 0, (0,))) is not COMPILED
