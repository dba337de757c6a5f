"""``conformance run --all-hands``: after the corpus every hand of every pack that is claimed.

It takes a minute a pack, so nobody is asked who has not asked for it. What decides the order of hands are
rulings; how they count is the same as for the corpus.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from conformance.adapters.protocol import Adapter
from conformance.all_hands import Sweep, packs_of, sweep, told
from conformance.claims import Claims
from conformance.runner import AdapterUnusable, Runner
from conformance.verdicts import ADAPTER_UNUSABLE, CONFORMANT, FAILED, INCOMPLETE
from refengine.options import OptionValue

_ORDER: Final = (ADAPTER_UNUSABLE, INCOMPLETE, FAILED)
"""The exit codes that go before others, the first first."""


def every_hand(
    adapter: Adapter, rules: Sequence[str], house: Mapping[str, OptionValue], *, strict_rulings: bool
) -> int:
    """Ask, tell and return the exit code of this part. No `rules`: all that are claimed."""
    try:
        runner = Runner(adapter)
        try:
            packs = list(packs_of(Claims(runner.hello(), house)))
        finally:
            runner.close()
        asked = [pack for pack in packs if not rules or pack.rules in rules]
        if not asked:
            print("every hand: it claims no pack of hands to rank")
            return INCOMPLETE
        codes = [_one(sweep(adapter, pack, _progress), strict=strict_rulings) for pack in asked]
    except AdapterUnusable as unusable:
        print(f"the adapter cannot be used: {unusable.text()}", file=sys.stderr)
        return ADAPTER_UNUSABLE
    return first_of(*codes)


def first_of(*codes: int) -> int:
    """The exit code of several parts."""
    return next((code for code in _ORDER if code in codes), max(codes, default=CONFORMANT))


def _one(found: Sweep, *, strict: bool) -> int:
    _clear()
    print("\n".join(told(found)))
    if found.lost:
        return INCOMPLETE
    return FAILED if found.wrong and strict else CONFORMANT


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{f'{done:,} of {total:,} hands':<60}")
        sys.stderr.flush()


def _clear() -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{'':60}\r")
        sys.stderr.flush()
