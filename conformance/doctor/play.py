"""The stages for implementations that play: one short hand, looked at from every side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from conformance.adapters.protocol import (
    REJECTED,
    Answer,
    Broke,
    Lost,
    Outcome,
    Rejected,
    Request,
    Unsupported,
)
from conformance.compare import differences, same
from conformance.convert import JsonObject
from conformance.doctor.patient import Patient
from conformance.doctor.shapes import misshapen
from conformance.doctor.table import Move, Table, shortest_hand
from conformance.patterns import BadMenu, menu_difference
from conformance.unmoved import changes
from conformance.wording import action_in_words, actor_in_words, value_in_words

NOT_COMPARED: Final = frozenset({"menu", "events"})
"""Keys that the shortest hand leaves to other stages and to the corpus."""


class Play:
    """The table, the hand, and the replies that it brought when it was first played."""

    def __init__(self, patient: Patient, table: Table) -> None:
        self._patient = patient
        self._table = table
        self._moves = shortest_hand(table)
        self._capabilities = frozenset(patient.hello.capabilities)
        self._first: list[JsonObject] = []

    def _requests(self, session: str) -> Iterator[tuple[Move | None, int | None, Request]]:
        """The hand as requests, each with the move that it makes or follows and the seat that looks."""
        yield None, None, self._table.new(session)
        yield from self._looks(None, session)
        for move in self._moves:
            params: JsonObject = {"session": session, "actor": move.actor, "action": move.action}
            yield move, None, Request("act", params)
            yield from self._looks(move, session)
        yield None, None, Request("end", {"session": session})

    def _looks(self, move: Move | None, session: str) -> Iterator[tuple[Move | None, int, Request]]:
        if "seat_view" in self._capabilities:
            for seat in range(self._table.seats):
                yield move, seat, Request("view", {"session": session, "seat": seat})

    def shapes(self) -> str:
        """A new session answers with a view that has what is claimed."""
        patient, session = self._patient, self._patient.session()
        self._check_shape(patient.answer(self._table.new(session)))
        self._check_shape(patient.answer(Request("view", {"session": session, "seat": None})))
        if "seat_view" in self._capabilities:
            self._check_shape(patient.answer(Request("view", {"session": session, "seat": 0})))
        patient.answer(Request("end", {"session": session}))
        return ""

    def _check_shape(self, view: JsonObject) -> None:
        found = misshapen(view, self._patient.right(0), self._capabilities)
        if found is not None:
            raise self._patient.trouble(*found)

    def hand(self) -> str:
        """The shortest hand goes as it should."""
        self._first = []
        for move, seat, request in self._requests(self._patient.session()):
            view = self._patient.answer(request)
            self._first.append(view)
            if request.method != "end":
                self._compare(move, seat, view)
        return ", ".join(_move(move) for move in self._moves)

    def _compare(self, move: Move | None, seat: int | None, view: JsonObject) -> None:
        when = "at the start" if move is None else f"after {_move(move)}"
        whose = "the view" if seat is None else f"the view of seat {seat}"
        right = self._patient.right(0)
        if seat is not None and "menu" in view and "menu" not in right:
            raise self._patient.trouble(
                f"{when}, {whose} has the menu of another actor",
                "Leave the key 'menu' out of the view of a seat whose turn it is not.",
            )
        expected = {key: value for key, value in right.items() if key not in NOT_COMPARED}
        for _, key, wanted, got in differences(expected, view, self._capabilities):
            raise self._patient.trouble(
                f"{when}, '{key}' in {whose} should be {value_in_words(wanted)}, not {value_in_words(got)}",
                f"Follow '{key}' through this hand: {', '.join(map(_move, self._moves))}.",
            )

    def refusal(self) -> str:
        """What the rules forbid is refused, and nothing changes by it."""
        patient, session = self._patient, self._patient.session()
        patient.answer(self._table.new(session))
        for move in self._moves:
            params: JsonObject = {"session": session, "actor": move.actor, "action": move.action}
            if type(move.actor) is int:
                self._refuse(session, {**params, "actor": (move.actor + 1) % self._table.seats}, move)
                self._refuse(session, {**params, "action": {"type": "dance"}}, move)
                break
            patient.answer(Request("act", params))
        patient.answer(Request("end", {"session": session}))
        return ""

    def _refuse(self, session: str, params: JsonObject, move: Move) -> None:
        seats = range(self._table.seats) if "seat_view" in self._capabilities else ()
        looks = [Request("view", {"session": session, "seat": seat}) for seat in (None, *seats)]
        before = [self._patient.answer(look) for look in looks]
        outcome = self._patient.ask(Request("act", params))[0]
        who, what = actor_in_words(params["actor"]), value_in_words(params["action"])
        tried = f"{who} tries {what} when it is the turn of {actor_in_words(move.actor)}"
        self._check_refusal(tried, outcome)
        for look, was in zip(looks, before, strict=True):
            now = self._patient.answer(look)
            for _, key, wanted, got in changes(was, now, self._capabilities):
                raise self._patient.trouble(
                    f"{tried} and is refused, but '{key}' is {value_in_words(got)} now and was "
                    f"{value_in_words(wanted)} before",
                    "Find out whether an action is legal before anything is changed by it.",
                )

    def _check_refusal(self, tried: str, outcome: Outcome) -> None:
        patient = self._patient
        like = f"Refuse with error code {REJECTED}, 'data' saying why, and leave everything as it is."
        match outcome:
            case Answer():
                raise patient.trouble(f"{tried} and is not refused", like)
            case Unsupported(message):
                raise patient.trouble(f"{tried} and is told that this is not supported ({message})", like)
            case Broke(code, message):
                raise patient.trouble(f"{tried} and gets error {code} ({message})", like)
            case Rejected(code) if "codes" in self._capabilities:
                right = patient.right_code()
                if code != right:
                    raise patient.trouble(
                        f"{tried} and is refused with {code!r} instead of {right!r}",
                        "Give the right 'code' in 'data', or take 'codes' out of 'capabilities'.",
                    )
            case Rejected() | Lost():
                pass

    def menus(self) -> str:
        """Every menu is a list of patterns, and has what the actor then does."""
        session = self._patient.session()
        view = self._patient.answer(self._table.new(session))
        for move in self._moves:
            self._check_menu(view, move)
            params: JsonObject = {"session": session, "actor": move.actor, "action": move.action}
            view = self._patient.answer(Request("act", params))
        self._patient.answer(Request("end", {"session": session}))
        return ""

    def _check_menu(self, view: JsonObject, move: Move) -> None:
        menu, who = view.get("menu"), actor_in_words(move.actor)
        try:
            menu_difference([], menu)
        except BadMenu as bad:
            raise self._patient.trouble(
                f"the menu of {who} cannot be read: {bad}",
                "Write a menu as a list of patterns, each with 'type' and that type's arguments.",
            ) from bad
        patterns = menu if isinstance(menu, list) else []
        types = [pattern.get("type") for pattern in patterns if isinstance(pattern, dict)]
        if move.action["type"] not in types:
            raise self._patient.trouble(
                f"the menu of {who} has no '{move.action['type']}', which is legal here",
                "Put every legal action of the actor into its menu.",
            )

    def twice(self) -> str:
        """The same hand brings the same replies, at two tables at once and with all requests sent at once."""
        hands = [[request for _, _, request in self._requests(self._patient.session())] for _ in range(2)]
        at_once = self._patient.hello.session_limit != 1
        order = zip(*hands, strict=True) if at_once else hands
        requests = list(chain.from_iterable(order))
        outcomes = self._patient.ask(*requests)
        for place, outcome in enumerate(outcomes):
            self._patient.look_at(outcomes, place)
            first = self._first[place // 2 if at_once else place % len(self._first)]
            self._check_repeated(first, self._patient.result(outcome))
        return ""

    def _check_repeated(self, first: JsonObject, again: JsonObject) -> None:
        if same(first, again):
            return
        keys = [key for key in first | again if not same(first.get(key), again.get(key))]
        was, now = (value_in_words(view.get(keys[0])) for view in (first, again))
        raise self._patient.trouble(
            f"the same hand played again brings another reply: '{keys[0]}' was {was} and is {now}",
            "Keep everything about a session in that session, and use no chance, no clock and no counter of "
            "your own: all chance comes with the actions of the table.",
        )


def _move(move: Move) -> str:
    verb = str(move.action["type"])
    words = verb if verb in ("shuffle", "draw_dealer") else action_in_words(move.action)
    return f"{actor_in_words(move.actor)}: {words}"
