"""A table of Ton to test at: packs arranged so that the hands are known, and refusals as plain pairs."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from refengine.actions import Action, Argument, Verb
from refengine.cards import Cards, parse_cards
from refengine.errors import IllegalAction
from refengine.game import Detail, Observation, Setup, Step
from refengine.menus import OneOf
from refengine.options import OptionValue
from refengine.rulesets.ton import GAME
from refengine.seating import Actor, Seat, clockwise_after
from refengine.ton.rules import PACK
from refengine.ton.state import Deal, Shuffling, TonState


class Sitting:
    """A session that moves on; `step` is the last one."""

    def __init__(self, setup: Setup) -> None:
        self.step: Step[TonState] = GAME.start(setup)

    @property
    def state(self) -> TonState:
        return self.step.state

    @property
    def phase(self) -> str:
        return self.view().phase

    @property
    def actor(self) -> Actor | None:
        return self.step.menu.actor

    def view(self, seat: int | None = None) -> Observation:
        return GAME.observe(self.state, None if seat is None else Seat(seat))

    def key(self, name: str) -> Detail:
        """One of the further keys of the referee's view."""
        return self.view().details[name]

    def hand(self, seat: int) -> str:
        return " ".join(self.view(seat).hand or ())

    def playable(self) -> str:
        """The cards that the actor may play."""
        offer = self.step.menu.offer("play")
        assert offer is not None
        assert isinstance(offer.domain, OneOf)
        return " ".join(offer.domain.cards)

    def verbs(self) -> set[str]:
        return {offer.verb for offer in self.step.menu.offers}

    def do(self, actor: int | str, verb: Verb, argument: Argument = None) -> Sitting:
        self.step = GAME.apply(self.state, Action(_actor(actor), verb, argument))
        return self

    def draw(self, cards: str) -> Sitting:
        return self.do("table", "draw_dealer", parse_cards(cards))

    def deal(self, hands: Mapping[int, str], talon: str = "", then: str = "") -> Sitting:
        """Shuffle so that `hands`, `talon` and `then`, from the dealer's card on, fall as given.

        Seats and places that are left out get the lowest cards that are free.
        """
        assert isinstance(self.state.phase, Shuffling)
        return self.do("table", "shuffle", arranged(self.state.phase.deal, hands, talon, then))

    def decline(self, *seats: int) -> Sitting:
        return self.each("decline", *seats)

    def each(self, verb: Verb, *seats: int) -> Sitting:
        for seat in seats:
            self.do(seat, verb)
        return self

    def discard(self, seat: int, card: str) -> Sitting:
        return self.do(seat, "discard", parse_cards(card))

    def play(self, *plays: str) -> Sitting:
        """Cards in turn, the actors as the menus have them."""
        for cards in plays:
            for card in parse_cards(cards):
                assert self.actor is not None
                self.do(self.actor, "play", card)
        return self

    def refusal(self, actor: int | str, verb: Verb, argument: Argument = None) -> tuple[str, str]:
        """The code and the clause under which the action is refused."""
        with pytest.raises(IllegalAction) as caught:
            GAME.apply(self.state, Action(_actor(actor), verb, argument))
        return caught.value.code, caught.value.clause


def _actor(actor: int | str) -> Actor:
    return "table" if isinstance(actor, str) else Seat(actor)


def arranged(deal: Deal, hands: Mapping[int, str], talon: str, then: str) -> Cards:
    """A pack that gives these cards, and the free ones in written order where nothing is said."""
    wanted = {seat: parse_cards(cards) for seat, cards in hands.items()}
    lying, following = parse_cards(talon), parse_cards(then)
    spoken_for = {card for hand in wanted.values() for card in hand} | {*lying, *following}
    free = [card for card in PACK if card not in spoken_for]
    order = clockwise_after(deal.dealer, deal.seats_in)
    for seat in order:
        if seat not in wanted:
            wanted[seat], free = tuple(free[:5]), free[5:]
    if not lying:
        lying, free = tuple(free[:4]), free[4:]
    dealt = [wanted[seat][turn] for turn in range(5) for seat in order]
    return (*dealt, *lying, *following, *free)


class Sit:
    """Begins sessions: four seats at 50 with seat 3 dealing and no stakes, unless a test says otherwise."""

    def __call__(
        self,
        stacks: tuple[int, ...] = (50, 50, 50, 50),
        dealer: int | None = 3,
        state: Mapping[str, Detail] | None = None,
        **options: OptionValue,
    ) -> Sitting:
        chosen: dict[str, OptionValue] = {"stake": 0, **options}
        if dealer is not None:
            chosen["first_dealer"] = "given"
        seat = None if dealer is None else Seat(dealer)
        return Sitting(Setup(len(stacks), stacks, seat, chosen, state))


@pytest.fixture(scope="session")
def sit() -> Sit:
    return Sit()
