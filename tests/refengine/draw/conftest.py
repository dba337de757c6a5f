"""A table of draw poker to test at, and what holds at every step of every session."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from refengine.actions import Action, Argument, Verb
from refengine.cards import Cards, in_written_order, parse_cards
from refengine.draw.machine import DrawGame
from refengine.draw.state import Recycling, State
from refengine.errors import IllegalAction
from refengine.game import Observation, Setup, Step
from refengine.menus import OrderOfCards
from refengine.options import OptionValue
from refengine.rulesets import brazilian_pingo, italian_invito, italian_progressive
from refengine.seating import Actor, Seat

GAMES = {game.name: game for game in (brazilian_pingo.GAME, italian_invito.GAME, italian_progressive.GAME)}


class Sitting:
    """A session that moves on; `step` is the last one."""

    def __init__(
        self, game: DrawGame, stacks: tuple[int, ...], dealer: int, options: Mapping[str, OptionValue]
    ):
        self.game = game
        self.step: Step[State] = game.start(Setup(len(stacks), stacks, Seat(dealer), options))

    @property
    def state(self) -> State:
        return self.step.state

    def view(self, seat: int | None = None) -> Observation:
        return self.game.observe(self.state, None if seat is None else Seat(seat))

    def do(self, actor: int | str, verb: Verb, argument: Argument = None) -> Sitting:
        self.step = self.game.apply(self.state, Action(_actor(actor), verb, argument))
        return self

    def shuffle(self, top: str = "") -> Sitting:
        """The table shuffles: `top` first, the rest in written order."""
        return self.do("table", "shuffle", self.order(top))

    def order(self, top: str) -> Cards:
        offer = self.step.menu.offer("shuffle")
        assert offer is not None
        assert isinstance(offer.domain, OrderOfCards)
        first = parse_cards(top)
        return first + in_written_order(card for card in offer.domain.cards if card not in first)

    def refusal(self, actor: int | str, verb: Verb, argument: Argument = None) -> tuple[str, str]:
        """The code and the clause under which the action is refused."""
        before = self.state
        with pytest.raises(IllegalAction) as caught:
            self.game.apply(before, Action(_actor(actor), verb, argument))
        return caught.value.code, caught.value.clause


def _actor(actor: int | str) -> Actor:
    return "table" if isinstance(actor, str) else Seat(actor)


class Sit:
    """Begins sessions: `sit("brazilian-pingo", 100, 100, dealer=1, bet_max=5)`; the last seat deals."""

    def __call__(self, name: str, *stacks: int, dealer: int = -1, **options: OptionValue) -> Sitting:
        return Sitting(GAMES[name], stacks, dealer % len(stacks), options)


@pytest.fixture(scope="session")
def sit() -> Sit:
    return Sit()


@pytest.fixture(params=sorted(GAMES), scope="session")
def any_text(request: pytest.FixtureRequest) -> DrawGame:
    """Each of the draw texts."""
    return GAMES[request.param]


@pytest.fixture(scope="session")
def all_cards() -> Callable[[State], list[str]]:
    """Every card on the table, wherever it lies, sorted."""

    def cards(state: State) -> list[str]:
        layout = state.hand.layout
        laid = state.turn.laid if isinstance(state.turn, Recycling) else ()
        held = [card for hand in layout.hands for card in hand]
        return sorted([*held, *layout.stub, *layout.discards, *layout.folded, *laid])

    return cards
