"""The state of a session of Red Dog: a value, with one record for what exists only in a phase."""

from typing import Final, NamedTuple

from refengine.cards import Card, Cards
from refengine.game import HandResult, SessionResult
from refengine.lots import Lots
from refengine.menus import Menu
from refengine.red_dog.rules import Agreement
from refengine.seating import Seat, Seats


class NoDeal(NamedTuple):
    """Nobody has dealt yet."""


class Deal(NamedTuple):
    """One deal: `hands` by seat, empty for a seat that is not dealt in; `turned` in the order of turning.

    `won` and `shown` grow turn by turn: what winners took from the pool, their own bets not counted, and
    what seats showed.
    """

    dealer: Seat
    dealt_in: Seats
    hands: tuple[Cards, ...]
    stub: Cards
    turned: Cards
    won: tuple[tuple[Seat, int], ...]
    shown: tuple[tuple[Seat, Cards], ...]


class DealingDraw(NamedTuple):
    """The first dealer is being drawn."""

    lots: Lots


class Shuffling(NamedTuple):
    """The deal has begun; no card of it is dealt."""

    deal: Deal


class Betting(NamedTuple):
    """`waiting`: the seats that have not had their turn, the actor first."""

    deal: Deal
    waiting: Seats


class Between(NamedTuple):
    """`deal` is over, and nothing of another one has happened."""

    deal: Deal


class Over(NamedTuple):
    """The session has ended after `deal`."""

    deal: Deal | NoDeal
    result: SessionResult


Phase = DealingDraw | Shuffling | Betting | Between | Over


class NoHandYet(NamedTuple):
    """No deal has been played out."""


class RedDogState(NamedTuple):
    """A session. `deals` counts from 1, the deal being prepared included; stacks and pool in chips."""

    agreement: Agreement
    stacks: tuple[int, ...]
    pool: int
    deals: int
    phase: Phase
    last: HandResult | NoHandYet
    menu: Menu


def fresh_deal(dealer: Seat, dealt_in: Seats) -> Deal:
    """The deal of `dealer` to `dealt_in` before the first card."""
    return Deal(dealer, dealt_in, (), (), (), (), ())


NO_CARDS: Final[tuple[Card, ...]] = ()


def hand_of(phase: Phase, seat: Seat) -> Cards:
    """The cards that `seat` holds, in hand order; none outside the betting."""
    match phase:
        case Betting(deal=deal):
            return deal.hands[seat]
        case _:
            return NO_CARDS
