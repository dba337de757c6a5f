"""A table of Red Dog to test at: packs arranged so that the hands are known, and refusals as plain pairs."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from refengine.actions import Action, Argument, Verb
from refengine.cards import FULL_PACK, Cards, parse_cards
from refengine.errors import IllegalAction
from refengine.game import Observation, Setup, Step
from refengine.options import OptionValue
from refengine.red_dog.state import Deal, RedDogState, Shuffling
from refengine.rulesets.red_dog import GAME
from refengine.seating import Actor, Seat, clockwise_after


class Sitting:
    """A session that moves on; `step` is the last one."""

    def __init__(
        self, stacks: tuple[int, ...], dealer: int | None, options: Mapping[str, OptionValue]
    ) -> None:
        seat = None if dealer is None else Seat(dealer)
        chosen = dict(options) if dealer is None else {"first_dealer": "given", **options}
        self.step: Step[RedDogState] = GAME.start(Setup(len(stacks), stacks, seat, chosen))

    @property
    def state(self) -> RedDogState:
        return self.step.state

    def view(self, seat: int | None = None) -> Observation:
        return GAME.observe(self.state, None if seat is None else Seat(seat))

    def do(self, actor: int | str, verb: Verb, argument: Argument = None) -> Sitting:
        self.step = GAME.apply(self.state, Action(_actor(actor), verb, argument))
        return self

    def draw(self, cards: str) -> Sitting:
        return self.do("table", "draw_dealer", parse_cards(cards))

    def shuffle(self, pack: Cards) -> Sitting:
        return self.do("table", "shuffle", pack)

    def deal(self, hands: Mapping[int, str], turned: str = "") -> Sitting:
        """Shuffle so that `hands` are dealt and `turned` are the next cards; other seats get low cards."""
        return self.shuffle(arranged(self._deal_begun(), self.state.agreement.hand_size, hands, turned))

    def refusal(self, actor: int | str, verb: Verb, argument: Argument = None) -> tuple[str, str]:
        """The code and the clause under which the action is refused."""
        before = self.state
        with pytest.raises(IllegalAction) as caught:
            GAME.apply(before, Action(_actor(actor), verb, argument))
        return caught.value.code, caught.value.clause

    def _deal_begun(self) -> Deal:
        assert isinstance(self.state.phase, Shuffling)
        return self.state.phase.deal


def _actor(actor: int | str) -> Actor:
    return "table" if isinstance(actor, str) else Seat(actor)


def arranged(deal: Deal, hand_size: int, hands: Mapping[int, str], turned: str) -> Cards:
    """A pack that gives `hands` to the seats of `deal`, then `turned`, then the rest in written order."""
    wanted = {seat: parse_cards(cards) for seat, cards in hands.items()}
    following = parse_cards(turned)
    spoken_for = {card for hand in wanted.values() for card in hand} | set(following)
    free = [card for card in FULL_PACK if card not in spoken_for]
    order = clockwise_after(deal.dealer, deal.dealt_in)
    for seat in order:
        if seat not in wanted:
            wanted[seat], free = tuple(free[:hand_size]), free[hand_size:]
    dealt = [wanted[seat][turn] for turn in range(hand_size) for seat in order]
    return (*dealt, *following, *free)


class Sit:
    """Begins sessions: four seats with 20 chips and seat 3 dealing, unless a test says otherwise."""

    def __call__(
        self, stacks: tuple[int, ...] = (20, 20, 20, 20), dealer: int | None = 3, **options: OptionValue
    ) -> Sitting:
        return Sitting(stacks, dealer, options)


@pytest.fixture(scope="session")
def sit() -> Sit:
    return Sit()
