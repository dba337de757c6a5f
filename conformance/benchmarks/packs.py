"""Many hands: in one call, all of a pack, and the first one of a process.

What a C compiler makes of hands in bulk stands beside what the engine makes of them: the same tables, and a
loop with and without the same checks, built where there is a compiler.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, starmap
from pathlib import Path
from typing import Final, NamedTuple

from conformance.benchmarks.contests import COMPILER, OURS, Contestant, Hand, Pass, peer
from refengine.cards import FULL_PACK
from refengine.categories import ORDERS
from refengine.hand_scorer import FLUSHES, RANK_KEYS, HandScorer
from refengine.table_scorer import ids_of, scorer_for

SOURCE: Final = Path(__file__).with_name("bulk.c")


def _bulk(hands: Sequence[Hand]) -> Pass:
    scorer, many = scorer_for("2", "standard"), b"".join(map(ids_of, hands))
    return lambda: scorer.scores(many)


class _Tables(NamedTuple):
    """The tables of a scorer as `bulk.c` has them."""

    keys: array[int]
    others: array[int]
    flushes: array[int]


def _tables(scorer: HandScorer) -> _Tables:
    size = 5 * RANK_KEYS[-1] + 1
    tables = _Tables(array("i", [size]) * 64, array("h", bytes(2 * size)), array("h", bytes(2 * size)))
    for card in scorer.pack:
        tables.keys[card] = RANK_KEYS[(card - scorer.pack[0]) >> 2]
    for category in ORDERS[scorer.order]:
        table = tables.flushes if category in FLUSHES else tables.others
        for total, score in zip(scorer.sums[category], scorer.scores_in(category), strict=True):
            table[total] = score
    return tables


def built() -> ctypes.CDLL:
    """The library that the compiler makes of `bulk.c`."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        library = Path(folder) / "bulk.so"
        command = [COMPILER, "-O3", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
        return ctypes.CDLL(str(library))


def _in_c(function: str, hands: Sequence[Hand]) -> Pass:
    tables = _tables(scorer_for("2", "standard"))
    score = getattr(built(), function)
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    score.argtypes = (pointer, pointer, pointer, ctypes.c_int32, ctypes.c_char_p, size, pointer)
    score.restype = size
    many = b"".join(map(ids_of, hands))
    scores = array("H", bytes(2 * len(hands)))
    addresses = [table.buffer_info()[0] for table in (*tables, scores)]

    def one_pass() -> array[int]:
        if score(*addresses[:3], len(tables.others), many, len(hands), addresses[3]) != len(hands):
            raise ValueError("a hand was refused")
        return scores

    return one_pass


BULK: Final = (
    Contestant("refengine table, checked", OURS, _bulk),
    Contestant("C at -O3, checked", COMPILER, partial(_in_c, "checked")),
    Contestant("C at -O3, unchecked", COMPILER, partial(_in_c, "unchecked")),
)
"""Hands as bytes, all in one call."""


def _count_in_one_call(_: Sequence[Hand]) -> Pass:
    return scorer_for("2", "standard").counts_of_pack


def _count_one_by_one(_: Sequence[Hand]) -> Pass:
    score = scorer_for("2", "standard").score_trusted
    return lambda: Counter(starmap(score, combinations(range(52), 5)))


def _count_of_cards(package: str) -> Callable[[Sequence[Hand]], Pass]:
    def prepare(_: Sequence[Hand]) -> Pass:
        module = peer(package)
        cards = [module.Card(card) for card in FULL_PACK]
        return lambda: Counter(map(module.evaluate, combinations(cards, 5)))

    return prepare


def _count_of_five(package: str) -> Callable[[Sequence[Hand]], Pass]:
    """treys and deuces: what their public call comes to for five cards."""

    def prepare(_: Sequence[Hand]) -> Pass:
        module = peer(package)
        cards = [module.Card.new(card) for card in FULL_PACK]
        return lambda: Counter(map(module.Evaluator()._five, combinations(cards, 5)))

    return prepare


def _count_phevaluator(_: Sequence[Hand]) -> Pass:
    evaluate = peer("phevaluator").evaluate_cards
    return lambda: Counter(starmap(evaluate, combinations(range(52), 5)))


def _count_pokerkit(_: Sequence[Hand]) -> Pass:
    pokerkit = peer("pokerkit")
    cards = [next(pokerkit.Card.parse(card)) for card in FULL_PACK]
    entry = pokerkit.StandardLookup().get_entry
    return lambda: Counter(entry(hand).index for hand in combinations(cards, 5))


COUNTS: Final = (
    Contestant("refengine table, all in one call", OURS, _count_in_one_call),
    Contestant("refengine table, one by one, unchecked", OURS, _count_one_by_one),
    Contestant("pkrbot", "pkrbot", _count_of_cards("pkrbot")),
    Contestant("eval7", "eval7", _count_of_cards("eval7")),
    Contestant("phevaluator", "phevaluator", _count_phevaluator),
    Contestant("treys, private call", "treys", _count_of_five("treys")),
    Contestant("deuces, private call", "deuces", _count_of_five("deuces")),
    Contestant("pokerkit, lookup", "pokerkit", _count_pokerkit),
)
"""All hands of the full pack, and how many have each score: each in its fastest way."""


def _process(code: str) -> Callable[[Sequence[Hand]], Pass]:
    """Run once before it is measured, so that every package has its compiled files, as after installation."""

    def prepare(_: Sequence[Hand]) -> Pass:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        command = [sys.executable, "-c", code]
        one_pass = partial(subprocess.run, command, check=True, stdin=subprocess.DEVNULL, env=environment)
        one_pass()
        return one_pass

    return prepare


_ROYAL: Final = '"As", "Ks", "Qs", "Js", "Ts"'
_CARDS: Final = "import {0}; {0}.evaluate([{0}.Card(card) for card in (" + _ROYAL + ")])"

_PILES: Final = (
    "import {0}; cards = [{0}.Card.new(card) for card in (" + _ROYAL + ")]; "
    "{0}.Evaluator().evaluate(cards[:2], cards[2:])"
)

COLD: Final = (
    Contestant("empty process", OURS, _process("pass")),
    Contestant(
        "refengine table",
        OURS,
        _process(
            "from refengine.table_scorer import scorer_for; "
            f'scorer_for("2", "standard").score_hand(({_ROYAL}))'
        ),
    ),
    Contestant("pkrbot", "pkrbot", _process(_CARDS.format("pkrbot"))),
    Contestant("eval7", "eval7", _process(_CARDS.format("eval7"))),
    Contestant(
        "phevaluator",
        "phevaluator",
        _process(f"import phevaluator; phevaluator.evaluate_cards({_ROYAL})"),
    ),
    Contestant("treys", "treys", _process(_PILES.format("treys"))),
    Contestant("deuces", "deuces", _process(_PILES.format("deuces"))),
    Contestant("pokerkit", "pokerkit", _process('import pokerkit; pokerkit.StandardHighHand("AsKsQsJsTs")')),
)
"""A process that imports, scores one hand and ends."""
