"""Ways to make one thing about an engine wrong without writing another engine.

A wrong engine is the reference engine with a small change: another policy in the rules of a text, a function
replaced while the game is being asked something, or a menu, view or action changed on its way.

Replaced functions are looked up in the modules of the engine, which all games of the process share. So a
`Swapped` game replaces them only for the duration of each of its calls and puts the right ones back whatever
happens; other games never see them. This needs the engine as plain Python: compiled code does not look its
own functions up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, NamedTuple, TypeVar, cast

from conformance.games import AnyGame
from refengine import ledger
from refengine.actions import Action, Verb
from refengine.game import Game, Observation, Setup, Step
from refengine.menus import Menu, Offer
from refengine.options import OptionSpec
from refengine.seating import Seat

S = TypeVar("S")


class NotPlain(Exception):
    """The engine has been compiled: nothing in it can be replaced."""


def require_plain() -> None:
    """`NotPlain` unless the engine is plain Python."""
    if not str(ledger.__file__).endswith(".py"):
        raise NotPlain("the engine has been compiled; wrong engines need it as plain Python")


# -- functions replaced
class Swap(NamedTuple):
    """In the place of what `owner` has as `name`, `wrong` is called, with the right function before the
    arguments. The owner is a module, a class, or a table from names to functions."""

    owner: object
    name: str
    wrong: Callable[..., object]


class Put(NamedTuple):
    """What `owner` has as `name` is `value` instead."""

    owner: object
    name: str
    value: object


Change = Swap | Put


def _get(owner: object, name: str) -> object:
    return owner[name] if isinstance(owner, dict) else getattr(owner, name)


def _set(owner: object, name: str, value: object) -> None:
    if isinstance(owner, dict):
        owner[name] = value
    else:
        setattr(owner, name, value)


def _instead(right: object, change: Change) -> object:
    if isinstance(change, Put):
        return change.value
    wrong = change.wrong

    def called(*arguments: object, **named: object) -> object:
        return wrong(right, *arguments, **named)

    return called


@contextmanager
def swapped(*changes: Change) -> Iterator[None]:
    """Functions and values are wrong within the context, and right again after it."""
    replaced: list[tuple[object, str, object]] = []
    try:
        for change in changes:
            right = _get(change.owner, change.name)
            replaced.append((change.owner, change.name, right))
            _set(change.owner, change.name, _instead(right, change))
        yield
    finally:
        for owner, name, right in reversed(replaced):
            _set(owner, name, right)


# -- games changed
class Altered(Generic[S]):
    """A game as it is; subclasses say what is wrong about theirs."""

    def __init__(self, game: Game[S]) -> None:
        self._game = game

    @property
    def name(self) -> str:
        return self._game.name

    @property
    def fewest(self) -> int:
        return self._game.fewest

    @property
    def most(self) -> int:
        return self._game.most

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        return self._game.options

    def start(self, setup: Setup) -> Step[S]:
        return self._game.start(setup)

    def menu(self, state: S) -> Menu:
        return self._game.menu(state)

    def apply(self, state: S, action: Action) -> Step[S]:
        return self._game.apply(state, action)

    def observe(self, state: S, seat: Seat | None) -> Observation:
        return self._game.observe(state, seat)


class Swapped(Altered[S]):
    """Some functions or values of the engine are wrong."""

    def __init__(self, game: Game[S], *swaps: Change) -> None:
        super().__init__(game)
        self.swaps = swaps

    def start(self, setup: Setup) -> Step[S]:
        with swapped(*self.swaps):
            return self._game.start(setup)

    def menu(self, state: S) -> Menu:
        with swapped(*self.swaps):
            return self._game.menu(state)

    def apply(self, state: S, action: Action) -> Step[S]:
        with swapped(*self.swaps):
            return self._game.apply(state, action)

    def observe(self, state: S, seat: Seat | None) -> Observation:
        with swapped(*self.swaps):
            return self._game.observe(state, seat)


class Stepped(Altered[S]):
    """Every step comes out changed."""

    def __init__(self, game: Game[S], change: Callable[[Step[S]], Step[S]]) -> None:
        super().__init__(game)
        self._change = change

    def start(self, setup: Setup) -> Step[S]:
        return self._change(self._game.start(setup))

    def apply(self, state: S, action: Action) -> Step[S]:
        return self._change(self._game.apply(state, action))


class Viewed(Altered[S]):
    """Every view comes out changed."""

    def __init__(self, game: Game[S], change: Callable[[S, Seat | None, Observation], Observation]) -> None:
        super().__init__(game)
        self._change = change

    def observe(self, state: S, seat: Seat | None) -> Observation:
        return self._change(state, seat, self._game.observe(state, seat))


class Retold(Altered[S]):
    """Every action goes in changed."""

    def __init__(self, game: Game[S], change: Callable[[S, Action], Action]) -> None:
        super().__init__(game)
        self._change = change

    def apply(self, state: S, action: Action) -> Step[S]:
        return self._game.apply(state, self._change(state, action))


def plain(game: Game[S]) -> AnyGame:
    """The game with states that callers only hand back."""
    return cast(AnyGame, game)


# -- menus changed
def with_offers(menu: Menu, *offers: Offer) -> Menu:
    """The menu with further offers."""
    return menu._replace(offers=(*menu.offers, *offers))


def without(menu: Menu, *verbs: Verb) -> Menu:
    """The menu without these verbs."""
    return menu._replace(offers=tuple(offer for offer in menu.offers if offer.verb not in verbs))


def with_changed(menu: Menu, verb: Verb, change: Callable[[Offer], Offer]) -> Menu:
    """The menu with the offer of `verb`, if there is one, changed."""
    offers = tuple(change(offer) if offer.verb == verb else offer for offer in menu.offers)
    return menu._replace(offers=offers)
