"""Texts that nobody wrote: policies combine freely, so that a new text is data."""

from __future__ import annotations

from refengine.actions import Action
from refengine.cards import Cards, in_written_order, parse_cards
from refengine.draw.machine import DrawGame, DrawText
from refengine.draw.policies import (
    AnyHand,
    PotStays,
)
from refengine.draw.rules import DrawRules
from refengine.draw.speech import (
    PassOrOpen,
)
from refengine.draw.state import State
from refengine.errors import ClauseId
from refengine.game import Setup, Step
from refengine.menus import OrderOfCards
from refengine.options import Settled
from refengine.rulesets import italian_progressive
from refengine.seating import Actor, Seat

NEW = ClauseId("NEW-1")


def any_hand_opens(options: Settled, seats: int) -> DrawRules:
    """The climbing text, but whatever one holds opens."""
    rules = italian_progressive.rules(options, seats)
    opening = rules.opening._replace(
        openers=AnyHand(NEW), words=PassOrOpen(NEW), silence=PotStays("no_opening", NEW, NEW, NEW)
    )
    return rules._replace(opening=opening)


GAME = DrawGame(DrawText("new", italian_progressive.OPTIONS, any_hand_opens))


class Table:
    """Two seats; seat 1 deals."""

    def __init__(self) -> None:
        self.step: Step[State] = GAME.start(Setup(2, (50, 50), Seat(1), {}))

    def do(self, *actions: tuple[object, ...]) -> Table:
        for actor, verb, *argument in actions:
            cards = argument[0] if argument else None
            self.step = GAME.apply(self.step.state, Action(actor, verb, cards))  # type: ignore[arg-type]
        return self

    def shuffle(self, top: str) -> Table:
        domain = self.step.menu.offers[0].domain
        assert isinstance(domain, OrderOfCards)
        first = parse_cards(top)
        rest: Cards = in_written_order(card for card in domain.cards if card not in first)
        table: Actor = "table"
        return self.do((table, "shuffle", first + rest))


def test_without_a_requirement_the_lowest_hand_opens() -> None:
    table = Table().shuffle("9c Ac Td Ad Jh Ah Qs As Kc 9d")
    assert [offer.verb for offer in table.step.menu.offers] == ["pass", "open"]
    assert table.step.menu.offers[1].clause == NEW


def test_without_a_requirement_nothing_climbs_and_no_rank_is_seen() -> None:
    table = Table().shuffle("").do((0, "pass"), (1, "pass"))
    assert table.step.state.session.rank == ""
    assert "opening_rank" not in GAME.observe(table.step.state, None).details


def test_a_parola_pot_may_be_left_and_divided_without_a_ladder() -> None:
    table = Table().shuffle("").do((0, "open", 4), (1, "call", 4))
    table.do((0, "discard", ()), (1, "discard", ()), (0, "parola"), (1, "parola"))
    assert table.step.state.session.rank == ""
    table.do(("table", "divide_pot"))
    assert (table.step.state.chips.stacks, table.step.state.chips.base) == ((50, 49), 1)


def test_a_pot_is_won_without_a_ladder_to_fall_back_on() -> None:
    table = Table().shuffle("").do((0, "open", 4), (1, "fold"))
    assert table.step.state.chips.stacks == (51, 49)
