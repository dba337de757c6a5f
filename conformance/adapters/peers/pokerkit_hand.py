"""One hand of five-card draw, played by PokerKit; see `conformance.adapters.peers.pokerkit`."""

from __future__ import annotations

from typing import Final, cast

from pokerkit import (
    Automation,
    BettingStructure,
    CheckingOrCalling,
    ChipsPushing,
    CompletionBettingOrRaisingTo,
    Deck,
    Folding,
    HoleCardsShowingOrMucking,
    Mode,
    Opening,
    StandardHighHand,
    State,
    Street,
)

from conformance.adapters.protocol import Json, Rejection
from refengine.cards import FULL_PACK, in_hand_order, parse_card

AUTOMATIONS: Final = tuple(
    step
    for step in Automation
    if step
    not in (
        Automation.CARD_BURNING,
        Automation.HOLE_DEALING,
        Automation.BOARD_DEALING,
        Automation.RUNOUT_COUNT_SELECTION,
    )
)


def _refused(error: Exception) -> Rejection:
    return Rejection("not_available", None, str(error))


def _cards(cards: object) -> list[str]:
    return [repr(card) for card in cards] if isinstance(cards, list | tuple) else []


class Hand:
    """One hand, seats numbered as in the protocol; PokerKit counts from the dealer's left."""

    def __init__(self, stacks: list[int], dealer: int, pingo: int, bet_min: int) -> None:
        self.count = len(stacks)
        self.dealer = dealer
        first = Street(False, (False,) * 5, 0, False, Opening.POSITION, bet_min, None)
        second = Street(False, (), 0, True, Opening.POSITION, bet_min, None)
        try:
            self.engine = State(
                AUTOMATIONS, Deck.STANDARD, (StandardHighHand,), (first, second), BettingStructure.NO_LIMIT,
                False, pingo, 0, 0, [stacks[self.seat(index)] for index in range(self.count)], self.count,
                mode=Mode.CASH_GAME,
            )  # fmt: skip
        except (ValueError, TypeError) as error:
            raise Rejection("bad_setup", None, str(error)) from error
        self.stub: list[str] = []
        self.served: dict[int, list[str]] = {}
        self.discards: list[str] = []
        self.owed: tuple[int, int, list[str]] | None = None
        self.shuffled = False
        self.turned = False
        self.ended = False

    def seat(self, index: int) -> int:
        """The protocol's seat of a PokerKit player."""
        return (self.dealer + 1 + index) % self.count

    def index(self, seat: int) -> int:
        """The PokerKit player of a seat."""
        return (seat - self.dealer - 1) % self.count

    # -- where the hand stands
    @property
    def phase(self) -> str:
        if not self.engine.status:
            broke = sum(stack > 0 for stack in self.engine.stacks) < 2
            return "over" if self.ended or broke else "between"
        if self.engine.street_index == 0:
            return "opening" if self.dealt else "shuffle"
        if not self.shuffled:
            return "reshuffle"
        return "draw" if self.drawing else "betting"

    @property
    def dealt(self) -> bool:
        return self.engine.actor_index is not None or self.engine.street_index != 0

    @property
    def drawing(self) -> bool:
        return self.engine.stand_patter_or_discarder_index is not None or self.owed is not None

    @property
    def actor(self) -> Json:
        if not self.engine.status:
            return None if self.phase == "over" else "table"
        if self.phase in ("shuffle", "reshuffle") or self.owed is not None:
            return "table"
        index = self.engine.actor_index
        if self.drawing:
            index = self.engine.stand_patter_or_discarder_index
        return None if index is None else self.seat(index)

    def hand(self, seat: int) -> list[str]:
        """The cards of a seat, those included that PokerKit will deal after the last discard."""
        index = self.index(seat)
        if not self.engine.status:
            return []
        held = [*_cards(self.engine.hole_cards[index]), *self.served.get(index, [])]
        return list(in_hand_order(map(parse_card, held)))

    def to_shuffle(self) -> list[str]:
        """The cards that the table shuffles now."""
        if self.phase == "shuffle":
            return list(FULL_PACK)
        if self.owed is not None:
            return list(self.discards)
        held = {card for hand in self.engine.hole_cards for card in _cards(hand)}
        return [card for card in FULL_PACK if card not in held]

    @property
    def most_cards(self) -> int:
        """How many cards the seat may change: four, or as many as there are."""
        return min(4, len(self.stub) + len(self.discards))

    # -- menus
    def menu(self) -> list[Json]:
        """What PokerKit says can be done."""
        if not self.engine.status:
            ended: list[Json] = [{"type": "next_hand"}, {"type": "end_session"}]
            return ended if self.phase == "between" else []
        if self.actor == "table":
            cards: list[Json] = list(self.to_shuffle())
            return [{"type": "shuffle", "cards": {"order_of": cards}}]
        if self.drawing and isinstance(self.actor, int):
            held: list[Json] = list(self.hand(self.actor))
            return [{"type": "discard", "cards": {"from": held, "min": 0, "max": self.most_cards}}]
        return self._betting_menu()

    def said_mesa(self, player: int) -> bool:
        """Whether a player has checked before an opening bet that nobody has raised yet."""
        bets = [step for step in self.engine.operations if isinstance(step, CompletionBettingOrRaisingTo)]
        checked = any(
            isinstance(step, CheckingOrCalling) and step.player_index == player and not step.amount
            for step in self.engine.operations
        )
        return self.engine.street_index == 0 and checked and len(bets) == 1

    def _betting_menu(self) -> list[Json]:
        engine, menu = self.engine, list[Json]()
        player = engine.actor_index
        if engine.can_fold():
            menu.append({"type": "fold"})
        if engine.can_check_or_call():
            cost = engine.checking_or_calling_amount
            menu.append({"type": "call", "amount": cost} if cost else {"type": "check"})
        if player is not None and not self.said_mesa(player) and engine.can_complete_bet_or_raise_to():
            low, high = (
                engine.min_completion_betting_or_raising_to_amount,
                engine.max_completion_betting_or_raising_to_amount,
            )
            if low is not None and high is not None:
                put = engine.bets[player]
                span: Json = {"min": low - put, "max": high - put}
                menu.append({"type": "raise" if any(engine.bets) else "bet", "amount": span})
        return menu

    # -- actions
    def act(self, actor: Json, action: dict[str, Json]) -> None:
        """Hand the action to PokerKit, or take the table's."""
        verb = action.get("type")
        if not self.engine.status:
            self._end(actor, verb)
            return
        if actor != self.actor:
            raise Rejection("not_your_turn")
        if verb == "shuffle" and actor == "table":
            self._shuffle(action.get("cards"))
        elif verb == "discard" and self.drawing:
            self._discard(action.get("cards"))
        elif verb in ("fold", "check", "call", "bet", "raise") and not self.drawing and actor != "table":
            self._bet(str(verb), action.get("amount"))
        else:
            raise Rejection("not_available")

    def _end(self, actor: Json, verb: Json) -> None:
        """After the hand the table ends the session."""
        if self.phase == "over":
            raise Rejection("session_over")
        if actor != "table":
            raise Rejection("not_your_turn")
        if verb != "end_session":
            raise Rejection("not_available")
        self.ended = True

    def _shuffle(self, cards: Json) -> None:
        order = cards if isinstance(cards, list) else []
        if sorted(map(str, order)) != sorted(self.to_shuffle()):
            raise Rejection("bad_cards")
        self.stub = [str(card) for card in order]
        if self.owed is not None:
            player, count, laid = self.owed
            self.owed, self.discards = None, laid
            self._serve(player, count)
        elif self.engine.street_index == 0:
            for _ in range(5 * self.count):
                self.engine.deal_hole(self.stub.pop(0))
        else:
            self.shuffled = True

    def _discard(self, cards: Json) -> None:
        laid = [str(card) for card in cards] if isinstance(cards, list) else []
        player = self.engine.stand_patter_or_discarder_index
        if player is None:
            raise Rejection("not_available")
        if len(laid) > self.most_cards:
            raise Rejection("bad_cards")
        try:
            self.engine.verify_standing_pat_or_discarding("".join(laid))
            self.engine.stand_pat_or_discard("".join(laid))
        except ValueError as error:
            raise _refused(error) from error
        at_once = min(len(laid), len(self.stub))
        self._serve(player, at_once, last=at_once == len(laid))
        if at_once < len(laid):
            self.owed = (player, len(laid) - at_once, laid)
        else:
            self.discards += laid

    def _serve(self, player: int, count: int, *, last: bool = True) -> None:
        """Set cards aside for a seat; PokerKit deals them once everyone has discarded."""
        self.served.setdefault(player, []).extend(self.stub[:count])
        del self.stub[:count]
        if last and self.engine.status and self.engine.stand_patter_or_discarder_index is None:
            for receiver in sorted(self.served):
                for card in self.served[receiver]:
                    self.engine.deal_hole(card, receiver)
            self.served.clear()
        self._first_to_speak()

    def _first_to_speak(self) -> None:
        """PokerKit begins at the dealer's left; the last to raise before the draw speaks first."""
        if self.turned or self.drawing or not self.engine.actor_indices:
            return
        self.turned = True
        raisers = [
            step.player_index
            for step in self.engine.operations
            if isinstance(step, CompletionBettingOrRaisingTo)
        ]
        waiting = self.engine.actor_indices
        if raisers:
            while waiting[0] != min(waiting, key=lambda player: (player - raisers[-1]) % self.count):
                waiting.rotate(-1)

    def _bet(self, verb: str, amount: Json) -> None:
        engine, player = self.engine, self.engine.actor_index
        if player is None:
            raise Rejection("not_available")
        cost = engine.checking_or_calling_amount or 0
        if (verb == "check") != (cost == 0) and verb in ("check", "call"):
            raise Rejection("not_available")
        if (verb == "bet") == any(engine.bets) and verb in ("bet", "raise"):
            raise Rejection("not_available")
        if verb == "call" and amount != cost:
            raise Rejection("bad_amount")
        if verb in ("bet", "raise") and (type(amount) is not int or self.said_mesa(player)):
            raise Rejection("malformed" if type(amount) is not int else "raise_forbidden")
        try:
            if verb == "fold":
                engine.fold()
            elif verb in ("check", "call"):
                engine.check_or_call()
            else:
                engine.complete_bet_or_raise_to(engine.bets[player] + cast(int, amount))
        except (ValueError, TypeError) as error:
            raise _refused(error) from error

    # -- views
    def view(self, seat: int | None) -> dict[str, Json]:
        """The referee's view, or a seat's."""
        engine = self.engine
        playing = engine.status
        live: list[Json] = [s for s in range(self.count) if playing and engine.statuses[self.index(s)]]
        stacks: list[Json] = [engine.stacks[self.index(s)] for s in range(self.count)]
        view: dict[str, Json] = {
            "phase": self.phase,
            "actor": self.actor,
            "dealer": self.dealer,
            "hand_number": 1,
            "pot": engine.total_pot_amount,
            "stacks": stacks,
            "seats_in": live,
            "owes": (engine.checking_or_calling_amount or 0) if isinstance(self.actor, int) else 0,
            "last_hand": None if playing else self._result(),
            "over": self.phase == "over",
        }
        if seat is None or seat == self.actor:
            view["menu"] = self.menu()
        if seat is not None:
            view["hand"] = list(self.hand(seat))
        if view["over"]:
            most = max(engine.stacks)
            winners: list[Json] = [s for s in range(self.count) if stacks[s] == most]
            view["result"] = {"stacks": stacks, "winners": winners, "transfers": []}
        return view

    def _result(self) -> dict[str, Json]:
        payouts = [0] * self.count
        shown: dict[str, Json] = {}
        mucked: list[Json] = []
        for step in self.engine.operations:
            if isinstance(step, ChipsPushing):
                for player, amount in enumerate(step.amounts):
                    payouts[self.seat(player)] += amount
            elif isinstance(step, HoleCardsShowingOrMucking):
                cards = _cards(step.hole_cards)
                if cards:
                    shown[str(self.seat(step.player_index))] = list(in_hand_order(map(parse_card, cards)))
                else:
                    mucked.append(self.seat(step.player_index))
        folds = sum(isinstance(step, Folding) for step in self.engine.operations) == self.count - 1
        return {
            "ended_by": "folds" if folds else "showdown",
            "payouts": {str(seat): amount for seat, amount in enumerate(payouts) if amount},
            "shown": {} if folds else shown,
            "mucked": [] if folds else sorted(mucked, key=str),
        }
