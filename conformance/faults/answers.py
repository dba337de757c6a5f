"""Ways to answer wrongly while playing by the rules: to what is not legal, and in reading what is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.adapters.protocol import Json
from conformance.convert import ARGUMENT_NAMES
from conformance.faults.tools import Altered
from refengine.actions import Action
from refengine.errors import NO_CLAUSE, IllegalAction, RefusalCode, SessionOver
from refengine.game import Game, Observation, Setup, Step
from refengine.menus import Amounts, Menu, OneOf, SomeOf
from refengine.seating import Seat


# -- refusals that change something
class Cell:
    """A state that can be changed behind everybody's back."""

    def __init__(self, step: Step[object]) -> None:
        self.step = step
        self.refusals = 0


class Leaky(Altered[object]):
    """What is refused leaves a trace: views are changed once for every refusal."""

    def __init__(self, game: Game[object], change: Callable[[Observation, int], Observation]) -> None:
        super().__init__(game)
        self._change = change

    def start(self, setup: Setup) -> Step[object]:
        return self._kept(self._game.start(setup))

    def menu(self, state: object) -> Menu:
        return self._game.menu(self._cell(state).step.state)

    def apply(self, state: object, action: Action) -> Step[object]:
        cell = self._cell(state)
        try:
            return self._kept(self._game.apply(cell.step.state, action))
        except IllegalAction:
            cell.refusals += 1
            raise

    def observe(self, state: object, seat: Seat | None) -> Observation:
        cell = self._cell(state)
        return self._change(self._game.observe(cell.step.state, seat), cell.refusals)

    def _kept(self, step: Step[object]) -> Step[object]:
        return step._replace(state=Cell(step))

    def _cell(self, state: object) -> Cell:
        assert isinstance(state, Cell)
        return state


class Impatient(Leaky):
    """A refused action of the actor is taken as the first one that its menu offers."""

    def apply(self, state: object, action: Action) -> Step[object]:
        cell = self._cell(state)
        try:
            return super().apply(state, action)
        except IllegalAction as refusal:
            simple = [
                offer.verb for offer in cell.step.menu.offers if offer.verb in ("fold", "pass", "decline")
            ]
            if refusal.code not in ("malformed", "not_your_turn", "session_over") and simple:
                cell.step = self._game.apply(cell.step.state, Action(action.actor, simple[0]))
            raise


def fined(view: Observation, refusals: int) -> Observation:
    stacks = (view.stacks[0] - refusals, *view.stacks[1:])
    return view._replace(stacks=stacks)


def as_it_is(view: Observation, _: int) -> Observation:
    return view


# -- refusals for another reason
class Excuse(Altered[object]):
    """Refusals have other codes."""

    def __init__(self, game: Game[object], code: Callable[[IllegalAction], RefusalCode]) -> None:
        super().__init__(game)
        self._code = code

    def apply(self, state: object, action: Action) -> Step[object]:
        try:
            return self._game.apply(state, action)
        except IllegalAction as refusal:
            code = self._code(refusal)
            kind = SessionOver if code == "session_over" else IllegalAction
            raise kind(code, NO_CLAUSE, refusal.action, refusal.allowed) from refusal


def told_as(**codes: RefusalCode) -> Callable[[IllegalAction], RefusalCode]:
    return lambda refusal: codes.get(refusal.reason, refusal.reason)


def verb_before_turn(refusal: IllegalAction) -> RefusalCode:
    """Whether a verb is to be had is looked at before whose turn it is."""
    if refusal.reason == "not_your_turn" and refusal.allowed.offer(refusal.action.verb) is None:
        return "not_available"
    return refusal.reason


# -- actions taken for others
class Lenient(Altered[object]):
    """What is refused is tried again in another form."""

    def __init__(self, game: Game[object], form: Callable[[Menu, Action], Action]) -> None:
        super().__init__(game)
        self._form = form

    def apply(self, state: object, action: Action) -> Step[object]:
        try:
            return self._game.apply(state, action)
        except IllegalAction as refusal:
            other = self._form(refusal.allowed, action)
            if other == action or refusal.code == "session_over":
                raise
            return self._game.apply(state, other)


def whoever_says_it(menu: Menu, action: Action) -> Action:
    return action if menu.actor is None else action._replace(actor=menu.actor)


def clamped(menu: Menu, action: Action) -> Action:
    offer = menu.offer(action.verb)
    if offer is None or not isinstance(offer.domain, Amounts) or not isinstance(action.argument, int):
        return action
    low, high = offer.domain.low, offer.domain.high
    amount = max(low, action.argument if high is None else min(action.argument, high))
    return action._replace(argument=amount)


def without_sign(_: Menu, action: Action) -> Action:
    amount = action.argument
    return action._replace(argument=abs(amount)) if isinstance(amount, int) else action


def held_only(menu: Menu, action: Action) -> Action:
    """Cards that are not held, or named twice, are overlooked."""
    offer = menu.offer(action.verb)
    if offer is None or not isinstance(offer.domain, SomeOf) or not isinstance(action.argument, tuple):
        return action
    cards = tuple(dict.fromkeys(card for card in offer.domain.cards if card in action.argument))
    return action._replace(argument=cards)


def any_card_held(menu: Menu, action: Action) -> Action:
    """A card that may not be played stands for the first one that may."""
    offer = menu.offer(action.verb)
    if offer is None or not isinstance(offer.domain, OneOf) or action.argument in offer.domain.cards:
        return action
    return action._replace(argument=offer.domain.cards[0])


class Strict(Altered[object]):
    """Of a range of amounts only the least and the most are accepted."""

    def apply(self, state: object, action: Action) -> Step[object]:
        menu = self._game.menu(state)
        offer = menu.offer(action.verb)
        if offer is not None and isinstance(offer.domain, Amounts) and action.actor == menu.actor:
            span = offer.domain
            if isinstance(action.argument, int) and action.argument not in (span.low, span.high):
                raise IllegalAction("bad_amount", NO_CLAUSE, action, menu)
        return self._game.apply(state, action)


class After(Altered[object]):
    """After the end actions are accepted, and nothing happens."""

    def apply(self, state: object, action: Action) -> Step[object]:
        try:
            return self._game.apply(state, action)
        except SessionOver as refusal:
            return Step(state, (), refusal.allowed, ())


# -- what is heard
def member(change: Callable[[Json], Json]) -> Callable[[Json], Json]:
    """The numbers of an action, and an actor, heard in another way."""

    def heard(said: Json) -> Json:
        if isinstance(said, dict):
            return {key: value if key == "type" else change(value) for key, value in said.items()}
        return change(said)

    return heard


def bool_is_number(value: Json) -> Json:
    return int(value) if isinstance(value, bool) else value


def text_is_number(value: Json) -> Json:
    return int(value) if isinstance(value, str) and value.isdigit() else value


def cut_off(value: Json) -> Json:
    return int(value) if isinstance(value, float) else value


def ten_is_t(value: Json) -> Json:
    def card(text: Json) -> Json:
        return text.upper().replace("10", "T")[:-1] + text[-1:].lower() if isinstance(text, str) else text

    if isinstance(value, list):
        return [card(one) for one in value]
    return value if value == "table" else card(value)


def one_if_missing(said: Json) -> Json:
    if isinstance(said, dict) and said.get("amount", None) is None and said.get("type") in AMOUNTS:
        return {**said, "amount": 1}
    return said


AMOUNTS: Final = frozenset(
    {"bet", "open", "call", "raise", "blind", "counter_blind", "invite", "cip", "forfeit"}
)


def nothing_further(said: Json) -> Json:
    """An action with a further argument is no action."""
    verb = said.get("type") if isinstance(said, dict) else None
    names = ARGUMENT_NAMES.get(verb) if isinstance(verb, str) else None
    if names is None or not isinstance(said, dict) or said.keys() <= {"type", *names}:
        return said
    return {}


def odd_is_absent(said: Json) -> Json:
    """An actor that is none is a seat that does not exist."""
    if isinstance(said, dict) or said == "table" or type(said) is int:
        return said
    return NO_SEAT


NO_SEAT: Final = 99


def unknown_is_pass(said: Json) -> Json:
    known = not isinstance(said, dict) or said.get("type") in KNOWN
    return said if known else {"type": "think"}


KNOWN: Final = frozenset(
    {*AMOUNTS, "shuffle", "draw_dealer", "draw_seats", "extend", "next_hand", "divide_pot", "end_session"}
    | {"fold", "pass", "check", "parola", "stand", "think", "decline", "sit_out", "announce", "stay"}
    | {"mark_plus", "write_off", "integrate", "discard", "exchange", "take_trump", "play"}
)
