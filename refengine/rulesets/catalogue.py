"""Every game by the id of its rule set, for callers that do not care which game they play."""

from collections.abc import Mapping
from typing import Final, Generic, TypeVar, cast

from refengine.actions import Action
from refengine.draw.state import State as DrawState
from refengine.errors import InvariantBroken
from refengine.game import Game, Observation, Setup, Step
from refengine.menus import Menu
from refengine.options import OptionSpec
from refengine.red_dog.state import RedDogState
from refengine.rulesets import brazilian_pingo, italian_invito, italian_progressive, red_dog, ton
from refengine.seating import Seat
from refengine.ton.state import TonState

S = TypeVar("S")


class AnyGame(Generic[S]):
    """A game whose states pass as plain objects. It takes back only the states that it has given."""

    def __init__(self, game: Game[S], kind: type[S]) -> None:
        self._game: Final = game
        self._kind: Final = kind

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

    def start(self, setup: Setup) -> Step[object]:
        """As the game's own `start`."""
        return _plain(self._game.start(setup))

    def menu(self, state: object) -> Menu:
        """As the game's own `menu`."""
        return self._game.menu(self._own(state))

    def apply(self, state: object, action: Action) -> Step[object]:
        """As the game's own `apply`."""
        return _plain(self._game.apply(self._own(state), action))

    def observe(self, state: object, seat: Seat | None) -> Observation:
        """As the game's own `observe`."""
        return self._game.observe(self._own(state), seat)

    def _own(self, state: object) -> S:
        if not isinstance(state, self._kind):
            raise InvariantBroken(f"{type(state).__name__} is no state of {self.name}")
        return state


def _plain(step: Step[S]) -> Step[object]:
    return cast(Step[object], step)  # a step is never written to, so this cannot put a wrong state into it


_ALL: Final[tuple[Game[object], ...]] = (
    AnyGame(italian_invito.GAME, DrawState),
    AnyGame(italian_progressive.GAME, DrawState),
    AnyGame(brazilian_pingo.GAME, DrawState),
    AnyGame(red_dog.GAME, RedDogState),
    AnyGame(ton.GAME, TonState),
)
GAMES: Final[Mapping[str, Game[object]]] = {game.name: game for game in _ALL}
