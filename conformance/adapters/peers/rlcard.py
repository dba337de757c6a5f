"""RLCard: its hold'em games, asked through the game objects that its environments wrap.

RLCard has no rules of ours and shuffles by itself. Imposed here, and nothing else:

- chance: in the place of numpy's generator stands the order that the table has shuffled (`_Order`), who
  deals, and that an odd chip, which RLCard gives to a winner drawn by lot, goes to the first;
- stacks: its configuration gives everyone the same; here they are set one by one, as its own code stores
  them. Limit hold'em has no stacks: there seats play on credit, and what they brought is a number to
  count from;
- amounts: a raise is half the pot, the pot or everything; other amounts cannot be said to it, and are
  refused here. One action is both check and call: which of them it is, the amount tells.

A refusal is a bare `Exception` in RLCard; so is, in the same call, a failure of its own accounts, which is
not taken for one. What it lists after the end of a hand is passed on as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rlcard.games.limitholdem import Game as LimitGame
from rlcard.games.limitholdem import PlayerStatus
from rlcard.games.nolimitholdem import Game as NoLimitGame
from rlcard.games.nolimitholdem.round import Action

from conformance.adapters.peers.holdem import (
    BIG_BLIND,
    HOLDEM,
    LIMIT_HOLDEM,
    HoldemAdapter,
    HoldemTable,
    Public,
    Setup,
)
from conformance.adapters.protocol import Json, Rejection

REFUSALS: Final = ("Action not allowed", "is not legal action")
"""What RLCard says when it refuses an action."""


def _card(index: str) -> str:
    """``SA`` is the ace of spades."""
    return index[1] + index[0].lower()


class _Order:
    """Does what a generator does, without chance."""

    def __init__(self, cards: Sequence[str], first: int) -> None:
        self._cards = cards
        self._first = first

    def shuffle(self, deck: list[Any]) -> None:
        """RLCard deals from the end of the list."""
        places = {card: place for place, card in enumerate(self._cards)}
        deck.sort(key=lambda card: -places[_card(card.get_index())])

    def randint(self, _low: int, _high: int) -> int:
        """Asked only for the seat of the small blind."""
        return self._first

    def choice(self, seats: Sequence[int]) -> int:
        """Who of the winners gets what cannot be divided."""
        return seats[0]


class _Table(HoldemTable):
    """What both games have in common."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._game: Any = None

    def _order(self, cards: Sequence[str]) -> _Order:
        return _Order(cards, (self._setup.dealer + 1) % self._setup.seats)

    def is_over(self) -> bool:
        return bool(self._game.is_over())

    def actor(self) -> int | None:
        return int(self._game.game_pointer)

    def hole(self, seat: int) -> Sequence[str]:
        return [_card(index) for index in self._game.get_state(seat)["hand"]]

    def _owed(self) -> int:
        raised = self._game.round.raised
        return int(max(raised) - raised[self._game.game_pointer])

    def _step(self, action: object) -> None:
        try:
            self._game.step(action)
        except Exception as error:
            if type(error) is Exception and any(words in str(error) for words in REFUSALS):
                raise Rejection("not_available", None, str(error)) from error
            raise

    def _seats_in(self) -> list[int]:
        gone = (PlayerStatus.FOLDED, "folded")
        return [seat for seat, player in enumerate(self._game.players) if player.status not in gone]

    def _board(self, state: dict[str, Any]) -> list[str]:
        return [_card(index) for index in state["public_cards"]]


class _NoLimit(_Table):
    """Stacks as RLCard counts them, after the hand with the payoffs that it tells."""

    def deal(self, cards: Sequence[str]) -> None:
        self._game = NoLimitGame(num_players=self._setup.seats)
        self._game.init_chips = list(self._setup.stacks)
        self._game.dealer_id = self._setup.dealer
        self._game.np_random = self._order(cards)
        self._game.init_game()

    def public(self, seat: int | None) -> Public:
        state = self._game.get_state(self._game.game_pointer if seat is None else seat)
        if self.is_over():
            stacks = [
                _whole(float(own + won))
                for own, won in zip(self._setup.stacks, self._game.get_payoffs(), strict=True)
            ]
            return Public(stacks, 0, self._board(state), self._seats_in())
        stacks = [_whole(float(chips)) for chips in state["stakes"]]
        return Public(stacks, _whole(float(state["pot"])), self._board(state), self._seats_in())

    def _cost(self, action: object) -> int:
        """The chips that an action moves."""
        left = int(self._game.players[self._game.game_pointer].remained_chips)
        pot = int(self._game.dealer.pot)
        costs = {
            Action.CHECK_CALL: min(self._owed(), left),
            Action.RAISE_HALF_POT: pot // 2,
            Action.RAISE_POT: pot,
            Action.ALL_IN: left,
        }
        return costs[action]

    def menu(self) -> list[Json]:
        menu: list[Json] = []
        for action in self._game.get_legal_actions():
            if action == Action.FOLD:
                menu.append({"type": "fold"})
            elif action == Action.CHECK_CALL and not self._owed():
                menu.append({"type": "check"})
            else:
                verb = "call" if action == Action.CHECK_CALL else "raise"
                menu.append({"type": verb, "amount": self._cost(action)})
        return menu

    def act(self, verb: str, amount: int | None) -> None:
        if verb == "fold":
            self._step(Action.FOLD)
        elif verb in ("check", "call"):
            if (verb == "check") != (self._owed() == 0):
                raise Rejection("not_available")
            if verb == "call" and amount != self._cost(Action.CHECK_CALL):
                raise Rejection("bad_amount")
            self._step(Action.CHECK_CALL)
        elif verb == "raise":
            sizes = (Action.RAISE_HALF_POT, Action.RAISE_POT, Action.ALL_IN)
            of_that = [size for size in sizes if self._cost(size) == amount]
            listed = [size for size in of_that if size in self._game.get_legal_actions()]
            if not of_that:
                raise Rejection("bad_amount", None, "RLCard has no raise of that size")
            self._step((listed or of_that)[0])
        else:
            raise Rejection("not_available", None, "a first bet is a raise, too")


class _Limit(_Table):
    """Chips put in, as RLCard counts them; after the hand the payoffs, which it tells in big blinds."""

    def deal(self, cards: Sequence[str]) -> None:
        self._game = LimitGame(num_players=self._setup.seats)
        self._game.np_random = self._order(cards)
        self._game.init_game()

    def public(self, seat: int | None) -> Public:
        state = self._game.get_state(self._game.game_pointer if seat is None else seat)
        if self.is_over():
            won = [float(payoff) * BIG_BLIND for payoff in self._game.get_payoffs()]
            stacks = [own + _whole(more) for own, more in zip(self._setup.stacks, won, strict=True)]
            return Public(stacks, 0, self._board(state), self._seats_in())
        chips = [int(put) for put in state["all_chips"]]
        stacks = [own - put for own, put in zip(self._setup.stacks, chips, strict=True)]
        return Public(stacks, sum(chips), self._board(state), self._seats_in())

    def menu(self) -> list[Json]:
        amounts = {"call": self._owed(), "raise": self._owed() + self._game.round.raise_amount}
        return [
            {"type": word, "amount": amounts[word]} if word in amounts else {"type": word}
            for word in self._game.get_legal_actions()
        ]

    def act(self, verb: str, amount: int | None) -> None:
        if verb == "call" and amount != self._owed():
            raise Rejection("bad_amount")
        if verb == "raise" and amount != self._owed() + self._game.round.raise_amount:
            raise Rejection("bad_amount")
        self._step(verb)


def _whole(number: float) -> Any:
    """The number, whole if it is."""
    return int(number) if number.is_integer() else number


class RLCard(HoldemAdapter):
    """No-limit and limit hold'em."""

    distribution: ClassVar[str] = "rlcard"
    name: ClassVar[str] = "RLCard"
    homepage: ClassVar[str] = "https://github.com/datamllab/rlcard"
    rules: ClassVar[tuple[str, ...]] = (HOLDEM, LIMIT_HOLDEM)
    seats: ClassVar[tuple[int, int]] = (2, 6)

    def open(self, setup: Setup) -> HoldemTable:
        return _NoLimit(setup) if setup.rules == HOLDEM else _Limit(setup)
