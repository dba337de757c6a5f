"""The same session with other seats: one fewer, or all moved round the table.

Seats keep their cards: a pack is laid anew so that every seat that stays is dealt what it was dealt before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject
from conformance.games import AnyGame
from conformance.random_play.mending import Intent, Plan, intent_of
from conformance.random_play.packs import HAND
from conformance.random_play.sessions import Session
from conformance.random_play.tables import Table
from refengine.seating import clockwise_after

T = TypeVar("T")

Moves = dict[int, int]
"""From the seat that somebody has to the one that it gets; those who leave are not in it."""


def without_seat(game: AnyGame, session: Session, gone: int) -> Plan:
    """One seat leaves the table."""
    seats = session.table.seats
    staying = [seat for seat in range(seats) if seat != gone]
    return _moved(game, session, {seat: place for place, seat in enumerate(staying)})


def rotated(game: AnyGame, session: Session, by: int) -> Plan:
    """Everybody moves so many seats to the left."""
    seats = session.table.seats
    return _moved(game, session, {seat: (seat + by) % seats for seat in range(seats)})


def _moved(game: AnyGame, session: Session, moves: Moves) -> Plan:
    return Plan(_moved_table(session.table, moves), tuple(_moved_intents(game, session, moves)))


def _by_seat(row: Sequence[T], moves: Moves) -> list[T]:
    """What belongs to each seat, in the new order."""
    places = {new: row[old] for old, new in moves.items()}
    return [places[seat] for seat in sorted(places)]


def _moved_table(table: Table, moves: Moves) -> Table:
    dealer = table.dealer
    if dealer is not None:
        while dealer not in moves:
            dealer = (dealer - 1) % table.seats
        dealer = moves[dealer]
    state = table.state
    if state is not None:
        state = {
            name: _by_seat(value, moves) if isinstance(value, list) else value
            for name, value in state.items()
        }
    stacks = tuple(_by_seat(table.stacks, moves))
    return table._replace(seats=len(moves), stacks=stacks, dealer=dealer, state=state)


def _moved_intents(game: AnyGame, session: Session, moves: Moves) -> Iterator[Intent]:
    for place, turn in enumerate(session.turns):
        intent = intent_of(turn)
        actor = turn.actor
        if type(actor) is int and 0 <= actor < session.table.seats:
            if actor not in moves and intent.forbidden:
                continue
            actor = moves.get(actor, 0)  # what one who left meant to do may fall to another
        elif actor == session.table.seats:
            actor = len(moves)
        action = turn.action
        if action.get("type") == "shuffle" and not intent.forbidden:
            action = _laid_anew(game, session, place, moves)
        elif not intent.forbidden:
            action = _moved_action(action, session.table.seats, moves)
        yield Intent(actor, action, intent.forbidden)


def _moved_action(action: JsonObject, seats: int, moves: Moves) -> JsonObject:
    moved = dict(action)
    for name in ("seats", "agreed"):
        row = moved.get(name)
        if isinstance(row, list):
            moved[name] = [moves[seat] for seat in row if type(seat) is int and seat in moves]
    cards = moved.get("cards")
    if action.get("type") == "draw_dealer" and isinstance(cards, list) and len(cards) == seats:
        moved["cards"] = _by_seat(cards, moves)
    return moved


def _laid_anew(game: AnyGame, session: Session, place: int, moves: Moves) -> JsonObject:
    """The shuffle with the hands of those who stay laid as they will be dealt."""
    action = session.turns[place].action
    cards = action.get("cards")
    seen = game.observe(session.before(place).state, None)
    if seen.phase != "shuffle" or seen.dealer is None or not isinstance(cards, list):
        return action
    order = clockwise_after(seen.dealer, seen.seats_in)
    dealt, rest = cards[: HAND * len(order)], cards[HAND * len(order) :]
    hands = {seat: dealt[turn :: len(order)] for turn, seat in enumerate(order)}
    return {**action, "cards": [*_interleaved([hands[seat] for seat in order if seat in moves]), *rest]}


def _interleaved(hands: Sequence[Sequence[Json]]) -> list[Json]:
    return [card for round_of in zip(*hands, strict=True) for card in round_of]
