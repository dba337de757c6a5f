"""texasholdem: a table that plays no-limit hold'em, hand after hand.

Imposed here, and nothing else:

- chance: `Deck.shuffle` puts the cards in the order that the table has shuffled, and the button, which is
  drawn by lot, is put one seat before the dealer of the set-up, from where it moves on by itself;
- stacks: everybody buys in for the same; here each gets what the set-up says before the first hand;
- amounts: it raises *to* a total, the protocol says what is added; a call is for whatever is owed, and
  another amount cannot be said to it.

What it lists after the end of the last hand is passed on as it is; between two hands the table is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from texasholdem import ActionType, TexasHoldEm
from texasholdem.card.deck import Deck
from texasholdem.game.player_state import PlayerState

from conformance.adapters.peers.holdem import (
    BIG_BLIND,
    SMALL_BLIND,
    HoldemAdapter,
    HoldemTable,
    Public,
    Setup,
)
from conformance.adapters.protocol import Json, Rejection


class _Table(HoldemTable):
    """A `TexasHoldEm`."""

    def __init__(self, setup: Setup) -> None:
        self._game: Any = TexasHoldEm(
            buyin=setup.stacks[0], big_blind=BIG_BLIND, small_blind=SMALL_BLIND, max_players=setup.seats
        )
        self._game.btn_loc = (setup.dealer - 1) % setup.seats
        for player, chips in zip(self._game.players, setup.stacks, strict=True):
            player.chips = chips

    def deal(self, cards: Sequence[str]) -> None:
        places = {card: place for place, card in enumerate(cards)}

        def in_order(deck: Any) -> None:
            deck.cards.sort(key=lambda card: places[str(card)])

        shuffle = Deck.shuffle
        Deck.shuffle = in_order
        try:
            self._game.start_hand()
        finally:
            Deck.shuffle = shuffle

    def is_over(self) -> bool:
        running: bool = self._game.is_hand_running()
        return not running

    def is_closed(self) -> bool:
        """It finds out that the game is over when the next hand is to begin."""
        return len([player for player in self._game.players if player.chips > 0]) < 2

    def actor(self) -> int | None:
        return int(self._game.current_player)

    def dealer(self) -> int | None:
        return int(self._game.btn_loc)

    def public(self, seat: int | None) -> Public:  # noqa: ARG002 - everyone is told the same
        game = self._game
        pot = 0 if self.is_over() else sum(pot.get_total_amount() for pot in game.pots)
        out = (PlayerState.OUT, PlayerState.SKIP)
        live = [player.player_id for player in game.players if player.state not in out]
        return Public(
            [player.chips for player in game.players], pot, [str(card) for card in game.board], live
        )

    def hole(self, seat: int) -> Sequence[str]:
        return [str(card) for card in self._game.get_hand(seat)]

    def _owed(self) -> int:
        seat = self._game.current_player
        return min(int(self._game.chips_to_call(seat)), int(self._game.players[seat].chips))

    def menu(self) -> list[Json]:
        moves = self._game.get_available_moves()
        menu: list[Json] = []
        for action in moves.action_types:
            if action == ActionType.RAISE:
                put = self._game.player_bet_amount(self._game.current_player)
                totals = moves.raise_range
                menu.append({"type": "raise", "amount": {"min": totals[0] - put, "max": totals[-1] - put}})
            elif action == ActionType.CALL:
                menu.append({"type": "call", "amount": self._owed()})
            else:
                menu.append({"type": action.name.lower()})
        return menu

    def act(self, verb: str, amount: int | None) -> None:
        if verb == "call" and amount != self._owed():
            raise Rejection("bad_amount")
        if verb == "bet":
            raise Rejection("not_available", None, "a first bet is a raise, too")
        total = None
        if verb == "raise":
            total = (amount or 0) + self._game.player_bet_amount(self._game.current_player)
        try:
            self._game.take_action(ActionType[verb.upper()], total=total)
        except ValueError as error:
            raise Rejection("not_available", None, str(error)) from error


class TexasHoldem(HoldemAdapter):
    """Sessions of several hands."""

    distribution: ClassVar[str] = "texasholdem"
    name: ClassVar[str] = "texasholdem"
    homepage: ClassVar[str] = "https://github.com/SirRender00/texasholdem"
    seats: ClassVar[tuple[int, int]] = (2, 9)
    carries: ClassVar[bool] = True

    def open(self, setup: Setup) -> HoldemTable:
        return _Table(setup)
