"""What holds in every trick game in which suit has to be followed, asked of the sessions played.

The games differ in what may be led, what is bid and what counts; that is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from conformance.convert import JsonObject
from conformance.random_play.courses import Done
from conformance.random_play.invariants import Broken
from conformance.random_play.probing import cards_in
from conformance.random_play.tables import Table
from refengine.cards import RANK_VALUE

FOLLOWED: Final = "who holds the suit that was led can play nothing else"
TAKEN: Final = "the highest trump, else the highest card of the suit led, takes the trick"
NAMES: Final = (FOLLOWED, TAKEN)


def broken_in(table: Table, history: Sequence[Done]) -> Iterator[Broken]:
    """What does not hold in a session."""
    trick: list[tuple[int, str]] = []
    for before, done in pairwise(history):
        (card, *_) = [*cards_in(done.attempt.action.get("card")), ""]
        actor = done.attempt.actor
        if not card or type(actor) is not int:
            continue
        if trick:
            yield from _followed(trick[0][1][1], actor, before)
        trick.append((actor, card))
        if len(trick) == table.seats:
            yield from _taken(trick, done.sight.referee)
            trick = []


def _followed(led: str, actor: int, before: Done) -> Iterator[Broken]:
    """Before a card is played to a trick."""
    held = list(cards_in(before.sight.seats[actor].get("hand")))
    listed = list(cards_in(before.sight.referee.get("menu")))
    if any(card[1] == led for card in held) and any(card[1] != led for card in listed):
        other = next(card for card in listed if card[1] != led)
        yield Broken(FOLLOWED, f"seat {actor} may play {other} to a trick of suit {led}, holding {held}")


def _taken(trick: Sequence[tuple[int, str]], after: JsonObject) -> Iterator[Broken]:
    trump, led, leader = after.get("trump"), trick[0][1][1], after.get("actor")
    if type(leader) is not int:
        return

    def height(play: tuple[int, str]) -> tuple[bool, bool, int]:
        card = play[1]
        return card[1] == trump, card[1] == led, RANK_VALUE[card[0]]

    winner = max(trick, key=height)[0]
    if leader != winner:
        shown = ", ".join(f"seat {seat} {card}" for seat, card in trick)
        yield Broken(TAKEN, f"{shown}, trump {trump!r}: seat {leader} leads and not seat {winner}")
