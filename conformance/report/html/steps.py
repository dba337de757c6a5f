"""The steps of a case with all that there is to show of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, get_args

from conformance.compare import Difference, How, differences, same_clause, shown
from conformance.convert import JsonObject
from conformance.lines import CardsLine, CaseLine, FaultLine, StepLine
from conformance.report.html.cleaning import brief
from conformance.report.html.layout import MOST_SEATS
from conformance.report.html.menus import Menus, compare_menus
from conformance.report.html.table import Deed, Look, Picture, Scene, draw
from conformance.wording import action_in_words, actor_in_words, cut, menu_in_words, value_in_words
from refengine.seating import TABLE

_BUBBLE: Final = 24
"""Letters of an action that have room in a picture."""
_LONG: Final = 400
"""Letters of what an implementation says that are shown."""


class Row(NamedTuple):
    """A key of which the case says something else than the implementation."""

    key: str
    wanted: str
    got: str


class Asked(NamedTuple):
    """What the case says of a step beside the menu: `rows` where it is otherwise, `kept` the keys where it
    is so; `unasked` those that the implementation does not claim to tell."""

    rows: tuple[Row, ...]
    kept: tuple[str, ...]
    unasked: tuple[str, ...]


class StepPage(NamedTuple):
    """A step. `deed`: what is done; `outcome`: what came of it, if that needs words; `good` whether that is
    what the case says; `menus` None where nobody chooses."""

    number: int
    deed: str
    outcome: str
    good: bool
    menus: Menus | None
    asked: Asked
    picture: Picture | None


def pages_of(line: CaseLine, capabilities: Collection[str]) -> list[StepPage]:
    """All steps of a case that was played with a table, the set-up first."""
    seats = line.course.setup.get("seats")
    number = seats if type(seats) is int and seats in range(1, MOST_SEATS + 1) else 0
    walk = _Walk(line.fault, capabilities, number)
    return [walk.page(place, step) for place, step in enumerate(line.course.steps)]


class _Walk:
    """Goes through the steps and keeps the last view that the referee was told."""

    def __init__(self, fault: FaultLine | None, capabilities: Collection[str], seats: int) -> None:
        self._fault = fault
        self._capabilities = capabilities
        self._seats = seats
        self._view: JsonObject = {}
        self._cards: CardsLine | None = None

    def page(self, number: int, step: StepLine) -> StepPage:
        menus = self._menus(step)
        if step.view is not None:
            self._cards = step.cards
            self._view = self._view if step.what == "seat_view" else step.view
        found = self._differences(number, step)
        outcome, good = _outcome(step, self._capabilities)
        return StepPage(
            number=number,
            deed=deed_in_words(step),
            outcome=outcome,
            good=good,
            menus=menus,
            asked=self._asked(step, found),
            picture=self._picture(step, found) if self._seats and self._view and step.reply else None,
        )

    def _menus(self, step: StepLine) -> Menus | None:
        if step.what not in ("do", "try"):
            return None
        wanted = step.expects.get("menu") if "menu" in self._capabilities else None
        menus = compare_menus(wanted if isinstance(wanted, list) else None, self._view.get("menu"))
        return menus if menus.wanted or menus.got or menus.unreadable else None

    def _differences(self, number: int, step: StepLine) -> list[Difference]:
        """Where the views are not what the case says; of what a refused attempt changed the fault tells."""
        found = list(_in_views(step, self._capabilities))
        fault = self._fault
        if fault is not None and fault.step + 1 == number and fault.kind == "changed":
            found += [Difference(_HOWS[d.how], d.key, d.expected, d.got) for d in fault.differences]
        return found

    def _asked(self, step: StepLine, found: Sequence[Difference]) -> Asked:
        stated = _stated(step)
        wrong = {difference.key.partition(".")[0] for difference in found}
        told = step.view or {}
        kept = [key for key in stated if key not in wrong and key in told]
        kept += [f"no {key}" for key in _hidden(step) if key not in wrong and step.view is not None]
        return Asked(
            rows=tuple(map(_row, found)),
            kept=tuple(kept),
            unasked=tuple(key for key in stated if key not in wrong and key not in told),
        )

    def _picture(self, step: StepLine, found: Sequence[Difference]) -> Picture:
        picture = draw(
            Scene(
                seats=self._seats,
                view=self._view,
                cards=self._cards,
                differences=[d for d in found if d.how != "menu"],
                look=_look(step),
                deed=_deed(step, self._seats),
            )
        )
        return picture._replace(fresh=step.view is not None)


def _look(step: StepLine) -> Look | None:
    if step.what != "seat_view" or type(step.seat) is not int or step.view is None:
        return None
    return Look(step.seat, step.view.get("hand"))


def _deed(step: StepLine, seats: int) -> Deed | None:
    """What somebody at the table did."""
    if step.what not in ("do", "try", "seat_view"):
        return None
    seat = step.seat if type(step.seat) is int else None
    if (seat is None and step.seat != TABLE) or (seat is not None and seat not in range(seats)):
        return None
    text = "looks" if step.what == "seat_view" else action_in_words(step.action or {})
    return Deed(seat, brief(text, _BUBBLE), step.what == "try")


def _stated(step: StepLine) -> list[str]:
    """The keys of a view that the case says something of."""
    expects = step.expects
    keys: list[str] = []
    for part in ("then", "check", "sees"):
        inner = expects.get(part)
        keys += inner if isinstance(inner, dict) else []
    return keys


def _in_views(step: StepLine, capabilities: Collection[str]) -> Iterator[Difference]:
    if step.view is None:
        return
    for part in ("then", "check", "sees"):
        keys = step.expects.get(part)
        if isinstance(keys, dict):
            yield from differences(keys, step.view, capabilities)
    yield from shown(_hidden(step), step.view)


def _hidden(step: StepLine) -> list[str]:
    """The keys that a seat's view must not have."""
    hidden = step.expects.get("hides")
    return [key for key in hidden if isinstance(key, str)] if isinstance(hidden, list) else []


_HOWS: Final[Mapping[str, How]] = {how: how for how in get_args(How)}


def _row(difference: Difference) -> Row:
    match difference.how:
        case "menu":
            missing, extra = difference.expected, difference.got
            lacks = f"without {menu_in_words(missing)}" if missing else ""
            has = f"with {menu_in_words(extra)}" if extra else ""
            return Row(difference.key, "as before", " and ".join(filter(None, (lacks, has))))
        case "absent":
            return Row(difference.key, value_in_words(difference.expected), "nothing at all")
        case "shown":
            return Row(difference.key, "nothing", value_in_words(difference.got))
        case _:
            return Row(difference.key, value_in_words(difference.expected), value_in_words(difference.got))


def deed_in_words(step: StepLine) -> str:
    """What is done in a step."""
    who = actor_in_words(step.seat)
    match step.what:
        case "new":
            return "the session begins"
        case "do":
            return f"{who}: {action_in_words(step.action or {})}"
        case "try":
            return f"{who} tries: {action_in_words(step.action or {})}"
        case "seat_view":
            return f"{who} looks"
        case "check":
            return "the view is checked"
        case other:
            return f"{other} {value_in_words(step.action)}"


def _outcome(step: StepLine, capabilities: Collection[str]) -> tuple[str, bool]:
    """What came of a step, and whether it is what the case says."""
    wanted = step.expects.get("code")
    match step.reply:
        case None:
            return "no reply was awaited any more", False
        case {"answer": answer}:
            if wanted is not None:
                return f"accepted, but to be refused {_refusal(step.expects)}", False
            return ("", True) if isinstance(answer, str) or answer == {} else (value_in_words(answer), True)
        case {"rejected": dict() as told}:
            if wanted is None:
                return f"refused {_refusal(told)}, but legal", False
            good = "codes" not in capabilities or _same_refusal(step.expects, told)
            awaited = "" if good else f"; to be refused {_refusal(step.expects)}"
            return f"refused {_refusal(told)}{awaited}", good
        case {"lost": {"kind": kind, "detail": detail}}:
            return cut(f"no reply: {kind}, {detail}", _LONG), False
        case {"broke": {"code": code, "message": message}}:
            return cut(f"error {code}: {message}", _LONG), False
        case other:
            return cut(value_in_words(other), _LONG), False


def _same_refusal(wanted: JsonObject, told: JsonObject) -> bool:
    if told.get("code") != wanted.get("code"):
        return False
    clause, cited = wanted.get("clause"), told.get("clause")
    return not clause or not cited or same_clause(str(clause), str(cited))


def _refusal(told: JsonObject) -> str:
    code, clause, message = told.get("code"), told.get("clause"), told.get("message")
    words = [f"with {code}" if code else "without a code"]
    if clause:
        words.append(f"under {clause}")
    if message and message != code:
        words.append(f"({message})")
    return cut(" ".join(words), _LONG)
