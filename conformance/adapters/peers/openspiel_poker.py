"""OpenSpiel's `universal_poker`, set up as no-limit hold'em with all sizes of bets.

The game takes its rules as parameters. Set here: the blinds and, with them, that heads-up the dealer has the
small one; who speaks first; the stacks. Imposed, and nothing else:

- chance: the pack that the table has shuffled is dealt card by card through its chance nodes;
- seats are counted from the dealer's left, as it counts players;
- whole chips: it tells what a player has won as a utility and halves an odd chip; here odd chips go one each
  to those who share, from the dealer's left on;
- amounts: it bets *to* what a player has put in over the whole hand, the protocol says what is added. Its
  numbers 0 and 1 mean fold and call, so a total of 0 or 1 cannot be said to it.

Of its two calls the one that checks is used, as its documentation advises. A seat's stacks, pot and cards are
read from what OpenSpiel tells that seat, the referee's from its whole state.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import floor
from typing import Any, ClassVar, Final

import pyspiel

from conformance.adapters.peers.holdem import (
    BIG_BLIND,
    SMALL_BLIND,
    HoldemAdapter,
    HoldemTable,
    Public,
    Setup,
)
from conformance.adapters.peers.openspiel import ILLEGAL, OpenSpiel
from conformance.adapters.protocol import Json, Rejection

FOLD: Final = 0
CALL: Final = 1
TINY: Final = 1e-6
"""Less than any share of a chip, more than what is lost in adding them up."""
TOLD: Final = re.compile(r"\[(Pot|Money|Private|Public): ([^\]]*)\]")


def _parameters(stacks: Sequence[int]) -> dict[str, Json]:
    """A pack of 52, two cards each, five in the middle; `stacks` from the dealer's left on."""
    seats = len(stacks)
    heads_up = seats == 2
    blinds = [BIG_BLIND, SMALL_BLIND] if heads_up else [SMALL_BLIND, BIG_BLIND, *[0] * (seats - 2)]
    return {
        "betting": "nolimit", "bettingAbstraction": "fullgame", "numPlayers": seats, "numRounds": 4,
        "numSuits": 4, "numRanks": 13, "numHoleCards": 2, "numBoardCards": "0 3 1 1",
        "blind": " ".join(map(str, blinds)), "firstPlayer": "2 1 1 1" if heads_up else "3 1 1 1",
        "stack": " ".join(map(str, stacks)),
    }  # fmt: skip


def _cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


class _Table(HoldemTable):
    """A state of `universal_poker`."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._state: Any = None
        self._folded: set[int] = set()

    def _seat(self, index: int) -> int:
        return (self._setup.dealer + 1 + index) % self._setup.seats

    def _index(self, seat: int) -> int:
        return (seat - self._setup.dealer - 1) % self._setup.seats

    def deal(self, cards: Sequence[str]) -> None:
        stacks = [self._setup.stacks[self._seat(index)] for index in range(self._setup.seats)]
        self._state = pyspiel.load_game("universal_poker", _parameters(stacks)).new_initial_state()
        self._pack = list(cards)
        self._draw()

    def _draw(self) -> None:
        while self._state.is_chance_node():
            outcomes = {self._state.action_to_string(one)[-2:]: one for one in self._state.legal_actions()}
            self._state.apply_action_with_legality_check(outcomes[self._pack.pop(0)])

    def is_over(self) -> bool:
        return bool(self._state.is_terminal())

    def actor(self) -> int | None:
        return self._seat(self._state.current_player())

    def public(self, seat: int | None) -> Public:
        facts = self._state.to_dict()
        seats = range(self._setup.seats)
        live = [seat for seat in seats if seat not in self._folded]
        board = _cards(facts["board_cards"])
        if self.is_over():
            brought = [self._setup.stacks[self._seat(index)] for index in seats]
            paid = [own + won for own, won in zip(brought, self._state.returns(), strict=True)]
            stacks = whole_chips(paid)
            return Public([stacks[self._index(at)] for at in seats], 0, board, live)
        if seat is not None:
            told = self._told(seat)
            money = told["Money"].split()
            shown = [int(money[self._index(at)]) for at in seats]
            return Public(shown, int(told["Pot"]), _cards(told["Public"]), live)
        put = facts["player_contributions"]
        stacks = [self._setup.stacks[at] - put[self._index(at)] for at in seats]
        return Public(stacks, facts["pot_size"], board, live)

    def _told(self, seat: int) -> dict[str, str]:
        return dict(TOLD.findall(self._state.information_state_string(self._index(seat))))

    def hole(self, seat: int) -> Sequence[str]:
        return _cards(self._told(seat)["Private"])

    def _put(self) -> list[int]:
        put: list[int] = self._state.to_dict()["player_contributions"]
        return put

    def _cost(self) -> int:
        """What a call costs."""
        put, player = self._put(), self._state.current_player()
        seat = self._seat(player)
        cost: int = min(max(put), self._setup.stacks[seat]) - put[player]
        return cost

    def menu(self) -> list[Json]:
        legal: list[int] = self._state.legal_actions()
        if self.is_over():
            return [{"type": "raise", "amount": action} for action in legal]
        put, menu = self._put(), list[Json]()
        if FOLD in legal:
            menu.append({"type": "fold"})
        if CALL in legal:
            menu.append({"type": "call", "amount": self._cost()} if self._cost() else {"type": "check"})
        spare = put[self._state.current_player()]
        totals = [action - spare for action in legal if action > CALL]
        starts = (
            [totals[0], *(after for before, after in pairwise(totals) if after != before + 1)]
            if totals
            else []
        )
        ends = [*(before for before, after in pairwise(totals) if after != before + 1), *totals[-1:]]
        menu += [
            {"type": "raise", "amount": {"min": low, "max": high}}
            for low, high in zip(starts, ends, strict=True)
        ]
        return menu

    def act(self, verb: str, amount: int | None) -> None:
        cost, player = self._cost(), self._state.current_player()
        if verb == "fold":
            self._apply(FOLD)
            self._folded.add(self._seat(player))
        elif verb in ("check", "call"):
            if (verb == "check") != (cost == 0):
                raise Rejection("not_available")
            if verb == "call" and amount != cost:
                raise Rejection("bad_amount")
            self._apply(CALL)
        elif verb == "raise" and amount is not None:
            total = self._put()[player] + amount
            if total in (FOLD, CALL):
                raise Rejection("bad_amount", None, "OpenSpiel has no word for it")
            self._apply(total)
        else:
            raise Rejection("not_available", None, "a first bet is a raise, too")
        self._draw()

    def _apply(self, action: int) -> None:
        try:
            self._state.apply_action_with_legality_check(action)
        except pyspiel.SpielError as error:
            if ILLEGAL in str(error):
                raise Rejection("not_available", None, str(error).splitlines()[0]) from error
            raise


def whole_chips(paid: Sequence[float]) -> list[float]:
    """The same without fractions: what they add up to goes one each to the first who have one. Where chips
    have been lost or made, so that they add up to no whole number, nothing is mended."""
    chips: list[float] = [floor(amount + TINY) for amount in paid]
    shared = [index for index, amount in enumerate(paid) if amount - chips[index] > TINY]
    odd = sum(paid) - sum(chips)
    if abs(odd - round(odd)) > TINY:
        return list(paid)
    for index in shared[: round(odd)]:
        chips[index] += 1
    return chips


class OpenSpielPoker(HoldemAdapter):
    """One hand of no-limit hold'em."""

    distribution: ClassVar[str] = "open_spiel"
    name: ClassVar[str] = "OpenSpiel universal_poker"
    homepage: ClassVar[str] = OpenSpiel.homepage
    seats: ClassVar[tuple[int, int]] = (2, 9)

    def open(self, setup: Setup) -> HoldemTable:
        return _Table(setup)
