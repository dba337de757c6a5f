"""Engines of games that the kit does not know: tables are drawn for them, and what holds everywhere is asked.

The engine here is a small hold'em that plays by the rules; the wrong ones each do one thing wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pytest

from conformance.adapters.inprocess import InProcessAdapter, InProcessConnection
from conformance.adapters.peers.holdem import HoldemAdapter, HoldemTable, Public, Setup
from conformance.adapters.protocol import Answer, Json, Rejected, Rejection, Request
from conformance.claims import Claims
from conformance.convert import JsonObject
from conformance.random_play.attempts import Attempt
from conformance.random_play.courses import Done
from conformance.random_play.invariants import Broken, Sight
from conformance.random_play.strangers import StrangeGround, strange_ground
from conformance.random_play.tables import Table, Unplayable
from conformance.random_play.unaided import play_unaided
from conformance.table import holdem, tricks
from conformance.table.play import play
from conformance.wire import read_hello
from refengine.cards import FULL_PACK


class Toy(HoldemTable):
    """One hand of no-limit hold'em; any raise will do."""

    def __init__(self, setup: Setup) -> None:
        self.start = list(setup.stacks)
        self.stacks = list(setup.stacks)
        self.put = [0] * setup.seats
        self.live = list(range(setup.seats))
        self.button = setup.dealer
        self.open_cards = 0
        self.queue: list[int] = []
        self.over = False

    def after(self, seat: int) -> list[int]:
        """The seats clockwise, the one at the left of `seat` first."""
        return [(seat + step) % len(self.stacks) for step in range(1, len(self.stacks) + 1)]

    def deal(self, cards: Sequence[str]) -> None:
        self.cards = list(cards)
        small, big = self.blinds()
        self.pay(small, 1)
        self.pay(big, 2)
        self.queue = self.able(self.after(big))
        self.go_on()

    def blinds(self) -> tuple[int, int]:
        left, next_one, *_ = self.after(self.button)
        return (left, next_one) if len(self.stacks) > 2 else (self.button, left)

    def pay(self, seat: int, amount: int) -> None:
        amount = min(amount, self.stacks[seat])
        self.stacks[seat] -= amount
        self.put[seat] += amount

    def able(self, seats: Sequence[int]) -> list[int]:
        return [seat for seat in seats if seat in self.live and self.stacks[seat]]

    def owed(self) -> int:
        seat = self.queue[0]
        return min(max(self.put) - self.put[seat], self.stacks[seat])

    def go_on(self) -> None:
        """Until somebody has something to say."""
        while not self.over and not self.speaks():
            if len(self.live) == 1 or self.open_cards == 5:
                self.settle()
            else:
                self.open_cards = max(3, self.open_cards + 1)
                self.queue = self.order()

    def order(self) -> list[int]:
        return self.able(self.after(self.button))

    def speaks(self) -> bool:
        alone = len(self.able(self.live)) < 2 and not (self.queue and self.owed())
        return len(self.live) > 1 and bool(self.queue) and not alone

    def settle(self) -> None:
        self.over = True
        for seat, share in enumerate(self.due()):
            self.stacks[seat] += share

    def due(self) -> list[int]:
        paid, below = [0] * len(self.put), 0
        for level in sorted({self.put[seat] for seat in self.live}):
            top = max(self.put) if level == max(self.put[seat] for seat in self.live) else level
            pot = sum(min(put, top) - min(put, below) for put in self.put)
            best = self.best([seat for seat in self.live if self.put[seat] >= level])
            for place, seat in enumerate(best):
                paid[seat] += pot // len(best) + (place < pot % len(best))
            below = level
        return paid

    def best(self, seats: Sequence[int]) -> list[int]:
        if len(seats) == 1:
            return list(seats)
        scores = [holdem.best_of_seven([*self.hole(seat), *self.cards[-5:]]) for seat in seats]
        return [seat for seat, score in zip(seats, scores, strict=True) if score == max(scores)]

    def is_over(self) -> bool:
        return self.over

    def actor(self) -> int | None:
        return self.queue[0]

    def public(self, seat: int | None) -> Public:  # noqa: ARG002 - everyone is told the same
        pot = 0 if self.over else sum(self.put)
        board = self.cards[-5:][: self.open_cards] if self.open_cards else []
        return Public(list(self.stacks), pot, board, list(self.live))

    def hole(self, seat: int) -> Sequence[str]:
        return self.cards[2 * seat : 2 * seat + 2]

    def menu(self) -> list[Json]:
        if self.over:
            return []
        owed, left = self.owed(), self.stacks[self.queue[0]]
        menu: list[Json] = (
            [{"type": "fold"}, {"type": "call", "amount": owed}] if owed else [{"type": "check"}]
        )
        if left > owed:
            menu.append({"type": "raise", "amount": {"min": owed + 1, "max": left}})
        return menu

    def act(self, verb: str, amount: int | None) -> None:
        seat, owed = self.queue[0], self.owed()
        raised = verb == "raise" and amount is not None and owed < amount <= self.stacks[seat]
        if not raised and (verb, amount) not in (("fold" if owed else "check", None), ("call", owed or None)):
            raise Rejection("not_available")
        if verb == "call" and not owed:
            raise Rejection("not_available")
        self.queue.pop(0)
        if verb == "fold":
            self.live.remove(seat)
        self.pay(seat, amount or 0)
        if raised:
            self.queue = self.able(self.after(seat)[:-1])
        self.go_on()


class ToyAdapter(HoldemAdapter):
    distribution: ClassVar[str] = "msgspec"
    name: ClassVar[str] = "toy"
    homepage: ClassVar[str] = "https://example.org"
    seats: ClassVar[tuple[int, int]] = (2, 4)
    table: ClassVar[type[Toy]] = Toy

    def open(self, setup: Setup) -> HoldemTable:
        return self.table(setup)


class AsksAllIn(Toy):
    """A seat that is all-in is asked all the same."""

    def able(self, seats: Sequence[int]) -> list[int]:
        return [seat for seat in seats if seat in self.live]

    def speaks(self) -> bool:
        return len(self.live) > 1 and bool(self.queue)


class CutsShort(Toy):
    """A raise is answered by one seat only."""

    def act(self, verb: str, amount: int | None) -> None:
        super().act(verb, amount)
        if verb == "raise":
            del self.queue[1:]


class PlaysAlone(Toy):
    """The last seat left has to check until five cards lie open."""

    def go_on(self) -> None:
        while not self.over and not self.queue:
            if self.open_cards == 5:
                self.settle()
            else:
                self.open_cards = max(3, self.open_cards + 1)
                self.queue = self.order()


class OpensFour(Toy):
    """The last card stays in the pack."""

    def go_on(self) -> None:
        super().go_on()
        self.open_cards = min(4, self.open_cards)


class GivesBack(Toy):
    """A layer that the best hand did not pay into goes back to those who did."""

    def due(self) -> list[int]:
        best = self.best(self.live)
        level = min(self.put[seat] for seat in best)
        paid = [put - min(put, level) for put in self.put]
        pot = sum(self.put) - sum(paid)
        for place, seat in enumerate(best):
            paid[seat] += pot // len(best) + (place < pot % len(best))
        return paid


class AlwaysSeatNought(Toy):
    """Once cards lie open seat 0 speaks first."""

    def order(self) -> list[int]:
        return self.able(range(len(self.stacks)))


class BlindsTheOtherWay(Toy):
    """Heads-up the dealer has the large blind."""

    def blinds(self) -> tuple[int, int]:
        left, next_one, *_ = self.after(self.button)
        return left, next_one


WRONG = {
    AsksAllIn: holdem.ASKED,
    CutsShort: holdem.ANSWERED,
    PlaysAlone: holdem.TAKEN,
    OpensFour: holdem.OPEN,
    GivesBack: holdem.PAID,
    AlwaysSeatNought: holdem.LEADS,
    BlindsTheOtherWay: holdem.HEADS_UP,
}


def adapter(engine: type[Toy]) -> InProcessAdapter:
    class Made(ToyAdapter):
        table = engine

    return InProcessAdapter("toy", Made)


def found(engine: type[Toy], sessions: int = 40) -> list[Broken]:
    return [
        broken
        for outcome in play_unaided(adapter(engine), "x-holdem", 1, 0, sessions)
        for broken in (*holdem.broken_in(outcome.table, outcome.history), outcome.broken)
        if broken is not None
    ]


def test_nothing_is_found_in_an_engine_that_is_right() -> None:
    assert found(Toy, 100) == []


@pytest.mark.parametrize("engine", WRONG, ids=lambda engine: engine.__name__)
def test_what_is_wrong_is_found_under_its_name(engine: type[Toy]) -> None:
    names = {broken.name for broken in found(engine)}
    assert WRONG[engine] in names


def test_every_property_has_an_engine_that_breaks_it() -> None:
    assert {*WRONG.values()} == {*holdem.NAMES}


# -- tricks


def trick(trump: str | None, *plays: tuple[int, str], winner: int, listed: str = "") -> list[Done]:
    """Three seats that hold two cards each, and a trick; `listed` is offered to the second, too."""
    hands: list[Json] = [["Ks", "2d"], ["7s", "Ah"], ["9s", "3d"]]
    history: list[Done] = []
    actors = [plays[0][0], *(seat for seat, _ in plays[1:]), winner]
    for place, actor in enumerate(actors):
        menu: JsonObject = {"type": "play", "card": {"one_of": [plays[place][1]] if place < 3 else []}}
        if place == 1 and listed:
            menu = {"type": "play", "card": {"one_of": [plays[1][1], listed]}}
        referee: JsonObject = {"actor": actor, "menu": [menu], "trump": trump}
        seats = tuple({"hand": hand} for hand in hands)
        done: JsonObject = {"type": "play", "card": plays[place - 1][1]} if place else {"type": "shuffle"}
        acting: Json = plays[place - 1][0] if place else "table"
        history.append(Done(Attempt(acting, done), Sight(referee, seats)))
    return history


TABLE_OF_THREE = Table("x-whist", 3, (0, 0, 0), 0, {})


@pytest.mark.parametrize(
    ("history", "names"),
    [
        (trick(None, (0, "Ks"), (1, "7s"), (2, "9s"), winner=0), []),
        (trick(None, (0, "Ks"), (1, "7s"), (2, "9s"), winner=2), [tricks.TAKEN]),
        (trick("h", (0, "2d"), (1, "Ah"), (2, "3d"), winner=1), []),
        (trick("h", (0, "2d"), (1, "Ah"), (2, "3d"), winner=2), [tricks.TAKEN]),
        (trick(None, (0, "2d"), (1, "Ah"), (2, "3d"), winner=2), []),
        (trick(None, (0, "2d"), (1, "Ah"), (2, "3d"), winner=1), [tricks.TAKEN]),
        (trick(None, (0, "Ks"), (1, "7s"), (2, "9s"), winner=0, listed="Ah"), [tricks.FOLLOWED]),
        (trick(None, (0, "2d"), (1, "Ah"), (2, "3d"), winner=2, listed="7s"), []),
    ],
)
def test_suit_is_followed_and_the_highest_card_takes_the_trick(history: list[Done], names: list[str]) -> None:
    assert [broken.name for broken in tricks.broken_in(TABLE_OF_THREE, history)] == names


# -- tables for engines of other games


def claims(rules: JsonObject, *capabilities: Json) -> Claims:
    return Claims(
        read_hello(
            {"protocol": 1, "name": "n", "version": "1", "rules": rules, "capabilities": list(capabilities)}
        )
    )


def test_the_first_value_of_an_option_is_its_default_and_large_tables_are_left_out() -> None:
    rules: JsonObject = {
        "x-bridge": {"seats": {"min": 3, "max": 12}, "options": {"deals": [4, 8], "limit": {"min": 2}}}
    }
    ground = strange_ground(claims(rules, "play"), "x-bridge")
    assert isinstance(ground, StrangeGround)
    assert ground.seats == (3, 4, 5, 6)
    assert ground.options == {"deals": (4, 8), "limit": (2,)}


@pytest.mark.parametrize(
    ("rules", "capability", "word"),
    [
        ("bridge", "play", "begin with x-"),
        ("x-whist", "play", "does not play x-whist"),
        ("x-bridge", "rank", "does not claim play"),
        ("x-seatless", "play", "how many"),
    ],
)
def test_without_a_claim_there_is_nothing_to_draw(rules: str, capability: str, word: str) -> None:
    known: JsonObject = {"x-bridge": {"seats": {"min": 4, "max": 4}}, "x-seatless": {}, "bridge": {}}
    ground = strange_ground(claims(known, capability), rules)
    assert isinstance(ground, Unplayable)
    assert word in ground.reason


def test_what_is_known_to_be_broken_does_not_hide_the_rest() -> None:
    class Both(Toy):
        def public(self, seat: int | None) -> Public:
            told = super().public(seat)
            pot = 0 if self.over else sum(self.put) + (seat is not None)
            return told._replace(pot=pot)

        def menu(self) -> list[Json]:
            return super().menu() or [{"type": "check"}]

    def names(*known: str) -> set[str]:
        outcomes = play_unaided(adapter(Both), "x-holdem", 1, 0, 30, known=frozenset(known))
        return {outcome.broken.name for outcome in outcomes if outcome.broken is not None}

    first, second = "seats see what the referee sees", "the menu is empty exactly at the end"
    assert names() == {first}
    assert names(first) == {second}
    assert names(first, second) == set()


def test_nothing_is_tried_any_more_where_everything_is_accepted() -> None:
    class Lenient(Toy):
        def act(self, verb: str, amount: int | None) -> None:
            owed = self.owed()
            super().act(verb, None if amount is None else min(max(amount, owed), self.stacks[self.queue[0]]))

    name = "what the menu does not list is refused"
    outcomes = list(play_unaided(adapter(Lenient), "x-holdem", 1, 0, 60))
    assert {outcome.broken.name for outcome in outcomes if outcome.broken is not None} == {name}
    again = play_unaided(adapter(Lenient), "x-holdem", 1, 0, 60, known=frozenset({name}))
    assert all(outcome.broken is None for outcome in again)


# -- the table's own rounds


class GivesBackAndGoesOn(GivesBack):
    """Gives side pots back, and lists actions after the end."""

    def menu(self) -> list[Json]:
        return super().menu() or [{"type": "check"}]


def test_what_is_found_in_one_round_hides_nothing_in_the_next() -> None:
    played = play(adapter(GivesBackAndGoesOn), "x-holdem", 1, range(40))
    assert played.sessions == 40
    assert [finding.name for finding in played.findings] == [
        "the menu is empty exactly at the end",
        holdem.PAID,
    ]
    first, second = played.findings
    assert first.sessions == 40
    assert 0 < second.sessions < 40


def test_the_shortest_session_is_shown() -> None:
    (finding,) = play(adapter(GivesBack), "x-holdem", 1, range(40)).findings
    number = finding.shortest.number
    (again,) = play(adapter(GivesBack), "x-holdem", 1, range(number, number + 1)).findings
    assert again.detail == finding.detail
    assert again.sessions == 1


def test_a_session_that_ends_with_the_deal_is_told_too() -> None:
    class DealsNothing(Toy):
        def deal(self, cards: Sequence[str]) -> None:
            raise ArithmeticError(len(cards))

    (finding,) = play(adapter(DealsNothing), "x-holdem", 1, range(3)).findings
    assert (finding.name, finding.sessions) == ("what the menu lists is accepted", 3)
    assert list(finding.shortest.history) == []


def test_an_engine_that_claims_too_little_is_not_played() -> None:
    class Mute(ToyAdapter):
        def hello(self, protocol: Json, **more: Json) -> JsonObject:
            return {**super().hello(protocol, **more), "capabilities": ["play"]}

    played = play(InProcessAdapter("mute", Mute), "x-holdem", 1, range(5))
    assert (played.sessions, played.findings) == (0, ())
    assert "does not claim actor, menu" in played.trouble


# -- what the adapters of hold'em engines impose


def begun() -> InProcessConnection:
    connection = InProcessConnection(ToyAdapter())
    params: JsonObject = {"session": "s", "rules": "x-holdem", "seats": 3, "stacks": [9, 9, 9], "dealer": 0}
    assert isinstance(connection.call(Request("new", params)), Answer)
    return connection


def act(connection: InProcessConnection, actor: Json, action: JsonObject) -> str | None:
    outcome = connection.call(Request("act", {"session": "s", "actor": actor, "action": action}))
    assert isinstance(outcome, Answer | Rejected)
    return None if isinstance(outcome, Answer) else outcome.code


def test_the_pack_is_shuffled_by_the_table_and_whole() -> None:
    connection = begun()
    assert act(connection, 0, {"type": "shuffle", "cards": [*FULL_PACK]}) == "not_your_turn"
    assert act(connection, "table", {"type": "shuffle", "cards": [*FULL_PACK[1:]]}) == "bad_cards"
    assert act(connection, "table", {"type": "check"}) == "not_available"
    assert act(connection, "table", {"type": "shuffle", "cards": [*FULL_PACK]}) is None


def test_out_of_turn_and_out_of_form_is_refused_before_the_engine_is_asked() -> None:
    connection = begun()
    act(connection, "table", {"type": "shuffle", "cards": [*FULL_PACK]})
    assert act(connection, 1, {"type": "fold"}) == "not_your_turn"
    assert act(connection, False, {"type": "fold"}) == "not_your_turn"
    assert act(connection, 0, {"type": "parola"}) == "not_available"
    assert act(connection, 0, {"type": "raise", "amount": 2.5}) == "malformed"
    assert act(connection, 0, {"type": "fold"}) is None


@pytest.mark.parametrize("change", [{"stacks": [9, 9]}, {"dealer": 3}, {"dealer": None}, {"seats": True}])
def test_what_is_no_table_is_refused(change: JsonObject) -> None:
    params: JsonObject = {"session": "s", "rules": "x-holdem", "seats": 3, "stacks": [9, 9, 9], "dealer": 0}
    outcome = InProcessConnection(ToyAdapter()).call(Request("new", {**params, **change}))
    assert isinstance(outcome, Rejected)
    assert outcome.code == "bad_setup"
