"""One long session: does a late hand take as long as an early one, and is anything kept of what is over?

The session is played like those of `conformance.benchmarks.tables`, and looked at after every so many hands:
the time that the thread worked since, for one action, and what memory holds then. Blocks are what Python has
in use, counted exactly; resident memory is what the system says, where it says so.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from time import thread_time_ns
from typing import Final, NamedTuple

from conformance.benchmarks.engines import SEATS, STACK
from conformance.benchmarks.tables import Chance, Orders
from refengine.actions import Action
from refengine.draw.state import State
from refengine.game import Game, Setup
from refengine.menus import NOTHING
from refengine.rulesets import brazilian_pingo, italian_invito, italian_progressive
from refengine.seating import Seat


class LongWorkload(NamedTuple):
    """`hands` of one session of each game, looked at in `parts` of equal length."""

    title: str
    games: tuple[Game[State], ...]
    hands: int
    parts: int


class Part(NamedTuple):
    """So many hands up to `hands`: their actions and time, and what memory holds after them."""

    hands: int
    actions: int
    nanoseconds: int
    blocks: int
    resident: int | None
    """In bytes; None where the system does not say."""


LONG: Final = {
    "long": LongWorkload(
        "100,000 hands of one session, by tenths",
        (brazilian_pingo.GAME, italian_invito.GAME, italian_progressive.GAME),
        100_000,
        10,
    )
}


def parts_of(game: Game[State], hands: int, parts: int) -> Iterator[Part]:
    """Play the session, part by part."""
    orders: Orders = {}
    chance = Chance(orders)
    number, argument = chance.number, chance.argument
    step = game.start(Setup(SEATS, (STACK,) * SEATS, Seat(0), {}))
    played = 0
    for part in range(1, parts + 1):
        end, actions, start = hands * part // parts, 0, thread_time_ns()
        while played < end:
            menu = step.menu
            offer = menu.offers[int(number() * len(menu.offers))]
            verb, domain = offer.verb, offer.domain
            if verb == "end_session" or menu.actor is None:
                continue
            played += verb == "next_hand"
            action = Action(menu.actor, verb, None if domain is NOTHING else argument(domain))
            step = game.apply(step.state, action)
            actions += 1
        worked = thread_time_ns() - start
        gc.collect()
        yield Part(end, actions, worked, sys.getallocatedblocks(), resident_memory())


def resident_memory() -> int | None:
    """What the process holds of the machine's memory now, in bytes."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def lines_of_long(workload: LongWorkload) -> list[list[str]]:
    """Measure and write, a line a part; time is also written as a ratio to the first part."""
    lines = [["", "hands", "us an action", "x first", "blocks", "MiB"]]
    for game in workload.games:
        first: float | None = None
        for part in parts_of(game, workload.hands, workload.parts):
            an_action = part.nanoseconds / part.actions
            first = first or an_action
            lines.append(
                [
                    game.name,
                    f"{part.hands:,}",
                    f"{an_action / 1000:.2f}",
                    f"{an_action / first:.2f}",
                    f"{part.blocks:,}",
                    "" if part.resident is None else f"{part.resident / 2**20:.1f}",
                ]
            )
    return lines
