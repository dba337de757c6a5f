"""The reference and an implementation in lockstep: a session as requests, and its first difference.

After every turn, refused attempts included, the referee's view is compared and, if the implementation claims
to tell them, views of seats. What is not claimed is not compared; keys of an implementation's own are, as in
cases, only searched for what the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from conformance.adapters.protocol import Answer, Broke, Json, Lost, Outcome, Rejected, Request, Unsupported
from conformance.compare import Difference, capability_of, differences, same_clause, shown
from conformance.convert import JsonObject, events_to_json, view_to_json
from conformance.corpus.views import SEAT_VIEW_KEYS
from conformance.games import AnyGame
from conformance.hidden import Past, leaks, menus_of_others
from conformance.judge import FaultKind
from conformance.random_play.false_starts import Refusal
from conformance.random_play.sessions import Session
from refengine.game import Step
from refengine.seating import Seat

START: Final = -1
"""Stands for the place of a turn where the session is only being set up; the false starts are at the places
before that, the first of them nearest."""
KEYS: Final = (*SEAT_VIEW_KEYS, "events")
"""What can be compared; a view may have more, as long as it tells nothing that is hidden."""

Looks = Literal["nobody", "in_turn", "everybody"]
"""Who looks after a turn, beside the referee. `in_turn`: everybody after a shuffle, else one seat after the
other, which finds what `everybody` finds in half as many requests."""

_as_written = msgspec.json.Encoder(order="sorted").encode


class Spot(NamedTuple):
    """Where a request belongs: the turn, and whose view it brings (None: the referee's)."""

    turn: int
    viewer: int | None


class Found(NamedTuple):
    """The first difference of a session, at `spot`; `fault` and the rest are as in `conformance.judge.Fault`.

    `again`: the view was asked for after an attempt that was refused.
    """

    spot: Spot
    again: bool
    fault: FaultKind
    expected: Json
    got: Json
    differences: tuple[Difference, ...] = ()


class Script(NamedTuple):
    """All requests of a session with the spot that each belongs to; ``end`` is the last and has none."""

    requests: list[Request]
    spots: list[Spot]


def script_of(session: Session, name: str, looks: Looks) -> Script:
    """The session as requests, under that name."""
    named: JsonObject = {"session": name}
    views = [Request("view", {**named, "seat": viewer}) for viewer in range(session.table.seats)]
    referee = Request("view", {**named, "seat": None})
    requests = [Request("new", {**named, **one.params}) for one in session.false_starts]
    spots = [Spot(START - place, None) for place in range(1, 1 + len(requests))]
    requests.append(Request("new", {**named, **session.table.params()}))
    spots.append(Spot(START, None))
    for place in range(START, len(session.turns)):
        viewers = _viewers(session, place, looks)
        if place != START:
            turn = session.turns[place]
            requests.append(Request("act", {**named, "actor": turn.actor, "action": turn.action}))
            spots.append(Spot(place, None))
            if turn.refusal is not None:
                requests.append(referee)
                spots.append(Spot(place, None))
        requests += [views[viewer] for viewer in viewers]
        spots += [Spot(place, viewer) for viewer in viewers]
    requests.append(Request("end", named))
    return Script(requests, spots)


def refusal_at(session: Session, place: int) -> Refusal | None:
    """Why what is done at a place has to be refused; None if it is legal."""
    if place < START:
        return session.false_starts[START - place - 1].refusal
    return None if place == START else session.turns[place].refusal


def is_leak(found: Found) -> bool:
    """Whether a view tells what is hidden, in keys of the implementation's own."""
    keys = {difference.key.partition(".")[0] for difference in found.differences}
    return bool(keys) and keys.isdisjoint(KEYS)


def after(session: Session, place: int) -> Step[object]:
    """The state after the turn at a place, or that in which the session begins."""
    return session.first if place <= START else session.turns[place].after


def past(game: AnyGame, session: Session, place: int) -> Past:
    """How the session has come to where it is after the turn at a place."""

    def course() -> Iterator[tuple[JsonObject | None, Step[object]]]:
        yield None, session.first
        for turn in session.turns[: place + 1]:
            if turn.refusal is None:
                yield turn.action, turn.after

    return Past(game, course)


def _viewers(session: Session, place: int, looks: Looks) -> Sequence[int]:
    """Whose views are asked for after a turn."""
    seats = session.table.seats
    if looks == "nobody":
        return ()
    if looks == "in_turn" and (place == START or session.turns[place].action.get("type") != "shuffle"):
        return ((place + place // seats) % seats,)
    return range(seats)


class Comparer:
    """Holds views against what the reference shows."""

    def __init__(self, capabilities: Collection[str]) -> None:
        self._capabilities = frozenset(capabilities)
        self.codes: Final = "codes" in capabilities
        self._keys = frozenset(key for key in KEYS if capability_of(key) in capabilities)

    def view(self, expected: JsonObject, got: JsonObject) -> tuple[Difference, ...]:
        """What differs in the keys that are claimed. A key too many counts if it is not empty."""
        if _as_written(expected) == _as_written(got):
            return ()
        keys = self._keys
        wanted = {key: value for key, value in expected.items() if key in keys}
        seen = {key: value for key, value in got.items() if key in keys}
        if _as_written(wanted) == _as_written(seen):
            return ()
        beyond = sorted(seen.keys() - wanted.keys())
        return (*differences(wanted, seen, self._capabilities), *shown(beyond, seen))

    def hidden(self, viewer: int | None, got: JsonObject, past: Past) -> tuple[Difference, ...]:
        """What a view tells in keys of its own that the viewer may not know."""
        found = tuple(menus_of_others(got, viewer, past))
        return found or tuple(leaks(got, viewer, past, self._capabilities))


def first_difference(
    game: AnyGame, session: Session, script: Script, outcomes: Sequence[Outcome], comparer: Comparer
) -> Found | None:
    """The first outcome that is not as the reference has it."""
    state, shows = session.first, _Shows(game, session.first)
    refused = False
    for place, spot in enumerate(script.spots):
        turn = session.turns[spot.turn] if spot.turn > START else None
        outcome = outcomes[place]
        start_refusal = refusal_at(session, spot.turn) if spot.turn < START else None
        if start_refusal is not None:
            found = _not_refused(spot, start_refusal, outcome, comparer)
            if found is not None:
                return found
            continue
        if turn is not None and spot.viewer is None and script.requests[place].method == "act":
            refused = turn.refusal is not None
            if turn.refusal is not None:
                found = _not_refused(spot, turn.refusal, outcome, comparer)
                if found is not None:
                    return found
                continue
            if turn.after is not state:
                state, shows = turn.after, _Shows(game, turn.after)
        found = _view_found(spot, refused, shows, outcome, comparer)
        if found is None and isinstance(outcome, Answer) and isinstance(outcome.result, dict):
            found = _leak(
                spot, refused, comparer.hidden(spot.viewer, outcome.result, past(game, session, spot.turn))
            )
        if found is not None:
            return found
    return _ended(session, outcomes[-1])


class _Shows:
    """The reference's views of one state, each made when it is first asked for."""

    def __init__(self, game: AnyGame, now: Step[object]) -> None:
        self._game = game
        self._now = now
        self._views: dict[int | None, JsonObject] = {}

    def view(self, viewer: int | None) -> JsonObject:
        if viewer not in self._views:
            seat = None if viewer is None else Seat(viewer)
            view = view_to_json(self._game.observe(self._now.state, seat))
            view["events"] = events_to_json(self._now.events, seat)
            self._views[viewer] = view
        return self._views[viewer]


def _view_found(spot: Spot, again: bool, shows: _Shows, outcome: Outcome, comparer: Comparer) -> Found | None:
    match outcome:
        case Answer(dict() as got):
            found = comparer.view(shows.view(spot.viewer), got)
            if not found:
                return None
            return Found(spot, again, "changed" if again else "differs", None, None, found)
        case Answer(got):
            return Found(spot, again, "no_object", "an object", got)
        case Rejected() as rejected:
            return Found(spot, again, "refused", "carried out", _told(rejected))
        case Unsupported() | Broke() | Lost():
            return _unanswered(spot, again, outcome)


def _leak(spot: Spot, again: bool, told: tuple[Difference, ...]) -> Found | None:
    return Found(spot, again, "differs", None, None, told) if told else None


def _not_refused(spot: Spot, refusal: Refusal, outcome: Outcome, comparer: Comparer) -> Found | None:
    code, clause = refusal
    expected: JsonObject = {"code": code} if clause is None else {"code": code, "clause": clause}
    match outcome:
        case Answer():
            return Found(spot, False, "accepted", expected, "accepted")
        case Rejected() as rejected:
            if not comparer.codes:
                return None
            if rejected.code != code:
                return Found(spot, False, "wrong_code", expected, _told(rejected))
            if clause and rejected.clause and not same_clause(clause, rejected.clause):
                return Found(spot, False, "wrong_clause", expected, _told(rejected))
            return None
        case Unsupported() | Broke() | Lost():
            return _unanswered(spot, False, outcome)


def _ended(session: Session, outcome: Outcome) -> Found | None:
    """Whether the session could be given up; its name is of no use to anybody any more."""
    if isinstance(outcome, Answer):
        return None
    spot = Spot(len(session.turns) - 1, None)
    if isinstance(outcome, Rejected):
        return Found(spot, False, "refused", "the session is given up", _told(outcome))
    return _unanswered(spot, False, outcome)


def _unanswered(spot: Spot, again: bool, outcome: Unsupported | Broke | Lost) -> Found:
    match outcome:
        case Unsupported(message):
            return Found(spot, again, "denied", "supported, as claimed", message)
        case Broke(code, message):
            return Found(spot, again, "broke", "an answer", {"code": code, "message": message})
        case Lost(kind, detail):
            return Found(spot, again, "lost", "an answer", {"kind": kind, "detail": detail})


def _told(rejected: Rejected) -> JsonObject:
    told: JsonObject = {"code": rejected.code, "clause": rejected.clause, "message": rejected.message}
    return {key: value for key, value in told.items() if value}
