"""pokerfast: `FastHand`, one hand of no-limit hold'em.

Imposed here, and nothing else:

- chance: hands are built with `for_cards`, its own way to say which cards lie where; it takes the hole
  cards and the board, so the order of the pack is cut up as it deals: two to each seat, then the board;
- who deals: its seat 0 always has the small blind, so seats are counted from the dealer's left;
- amounts: its `call` is for whatever is owed, and another amount cannot be said to it.

A refusal is the value False. Amounts of bets go to `bet_or_raise` as they are, whatever it makes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from pokerfast import FastHand

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
    """A `FastHand`."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._hand: Any = None

    def _seat(self, index: int) -> int:
        return (self._setup.dealer + 1 + index) % self._setup.seats

    def _index(self, seat: int) -> int:
        return (seat - self._setup.dealer - 1) % self._setup.seats

    def deal(self, cards: Sequence[str]) -> None:
        seats = self._setup.seats
        self._hand = FastHand.for_cards(
            [self._setup.stacks[self._seat(index)] for index in range(seats)],
            [cards[2 * index] + cards[2 * index + 1] for index in range(seats)],
            list(cards[2 * seats : 2 * seats + 5]),
            small_blind=SMALL_BLIND,
            big_blind=BIG_BLIND,
        )

    def is_over(self) -> bool:
        return bool(self._hand.done)

    def actor(self) -> int | None:
        index = self._hand.state.turn_index
        return None if index is None else self._seat(index)

    def public(self, seat: int | None) -> Public:  # noqa: ARG002 - everyone is told the same
        stacks = [self._hand.state.stacks[self._index(seat)] for seat in range(self._setup.seats)]
        live = [seat for seat in range(self._setup.seats) if self._index(seat) in self._hand._in_hand()]
        return Public(stacks, self._hand.pot_size(), list(self._hand.state.board), live)

    def hole(self, seat: int) -> Sequence[str]:
        cards = self._hand.get_u_hand(self._index(seat))[0][self._index(seat)]
        return [cards[:2], cards[2:]]

    def menu(self) -> list[Json]:
        listed = self._hand.get_action_space() or {}
        menu: list[Json] = [{"type": word} for word in ("fold", "check") if word in listed]
        if "call" in listed:
            menu.append({"type": "call", "amount": listed["call"]})
        if "min_bet" in listed:
            span: Json = {"min": listed["min_bet"], "max": listed["max_bet"]}
            menu.append({"type": "raise" if any(self._hand.state.bets) else "bet", "amount": span})
        return menu

    def act(self, verb: str, amount: int | None) -> None:
        hand = self._hand
        listed = hand.get_action_space() or {}
        if verb == "call" and "call" in listed and amount != listed["call"]:
            raise Rejection("bad_amount")
        if verb in ("bet", "raise") and (verb == "bet") == any(hand.state.bets):
            raise Rejection("not_available")
        calls = {"fold": hand.fold, "check": hand.check, "call": hand.call}
        done = calls[verb]() if verb in calls else hand.bet_or_raise(amount)
        if done is False:
            raise Rejection("not_available")


class PokerFast(HoldemAdapter):
    """Two to six seats: it is made for six and takes fewer."""

    distribution: ClassVar[str] = "pokerfast"
    name: ClassVar[str] = "pokerfast"
    homepage: ClassVar[str] = "https://github.com/wesboyt/pokerfast"
    seats: ClassVar[tuple[int, int]] = (2, 6)

    def open(self, setup: Setup) -> HoldemTable:
        return _Table(setup)
