"""The state of a session of Ton: a value, with one record for what exists only in a phase."""

from typing import Final, Literal, NamedTuple

from refengine.cards import Card, Cards, in_hand_order
from refengine.game import HandResult, SessionResult
from refengine.lots import Lots
from refengine.menus import Menu
from refengine.seating import Seat, Seats
from refengine.ton.rules import Agreement


class Account(NamedTuple):
    """What a session carries from deal to deal. Stacks are balances and may be negative, as may scores."""

    stacks: tuple[int, ...]
    bank: int
    scores: tuple[int, ...]
    pluses: tuple[int, ...]


class Lying(NamedTuple):
    """The talon lies on the table, top card first, the first `turned` of its cards face up."""

    cards: Cards
    turned: int


class Taken(NamedTuple):
    """`by` has the talon in hand."""

    by: Seat


Talon = Lying | Taken


class Unsettled(NamedTuple):
    """Whether there is a trump is still open."""


class TrumpShown(NamedTuple):
    """The suit of `card`, which the dealer showed, is trump."""

    card: Card


class NaFive(NamedTuple):
    """`announcer` undertook to take all five tricks, without a trump."""

    announcer: Seat


Contract = Unsettled | TrumpShown | NaFive


class Stock(NamedTuple):
    """The cards that nobody holds or has played: the talon, the rest of the pack, and what is out of play."""

    talon: Talon
    rest: Cards
    gone: Cards


Plays = tuple[tuple[Seat, Card], ...]
"""Cards of a trick in the order of playing."""


class Trick(NamedTuple):
    """A trick that is over."""

    plays: Plays
    taken_by: Seat


class Tally(NamedTuple):
    """`taken`: tricks by seat, those without play included; `tricks`: those that were played, in order."""

    taken: tuple[int, ...]
    tricks: tuple[Trick, ...]


class Deal(NamedTuple):
    """One deal. `hands` by seat, in hand order; `seats_in`: all but those who have passed."""

    dealer: Seat
    seats_in: Seats
    hands: tuple[Cards, ...]
    stock: Stock
    contract: Contract
    tally: Tally


class DealingDraw(NamedTuple):
    """The first dealer is being drawn."""

    lots: Lots


class Shuffling(NamedTuple):
    """The deal has begun; no card of it is dealt."""

    deal: Deal


class Announcing(NamedTuple):
    """`waiting`: the seats still to be asked, the actor first; so in the phases below."""

    deal: Deal
    waiting: Seats


class TrumpFromStock(NamedTuple):
    """The seat left of the dealer may take a trump from the rest of the pack."""

    deal: Deal


class Exchanging(NamedTuple):
    """The right to the talon goes round."""

    deal: Deal
    waiting: Seats


class DealerDiscarding(NamedTuple):
    """The dealer lays away one of six cards."""

    deal: Deal


class Staying(NamedTuple):
    """Seats that are not obliged play or pass."""

    deal: Deal
    waiting: Seats


class Tricks(NamedTuple):
    """A trick is being played: `plays` so far, `waiting` the seats that have not played to it."""

    deal: Deal
    plays: Plays
    waiting: Seats


class WithoutTrick(NamedTuple):
    """Seats that took no trick choose a plus or five points off."""

    deal: Deal
    waiting: Seats


class Between(NamedTuple):
    """`deal` is over, and nothing of another one has happened."""

    deal: Deal


class Over(NamedTuple):
    """The session has ended in or after `deal`."""

    deal: Deal
    result: SessionResult
    last: HandResult


Phase = (
    DealingDraw
    | Shuffling
    | Announcing
    | TrumpFromStock
    | Exchanging
    | DealerDiscarding
    | Staying
    | Tricks
    | WithoutTrick
    | Between
    | Over
)


class TonState(NamedTuple):
    """A session. `deals` counts from 1, the deal being prepared included."""

    agreement: Agreement
    account: Account
    deals: int
    phase: Phase
    menu: Menu


PhaseName = Literal[
    "start",
    "dealing_draw",
    "shuffle",
    "announce",
    "trump_from_stock",
    "exchange",
    "dealer_discard",
    "stay",
    "tricks",
    "no_trick",
    "between",
    "over",
]
Signal = Literal[
    "dealer_unknown",
    "dealer_known",
    "dealt",
    "trump_shown",
    "five_with_exchange",
    "five_as_dealt",
    "no_right",
    "declined",
    "taken",
    "settled",
    "discarded",
    "played_out",
    "fifteen",
    "next_deal",
    "ended",
]


class Asked(NamedTuple):
    """Somebody has to act: the phase with its menu."""

    phase: Phase
    menu: Menu


class Left(NamedTuple):
    """The phase is over, with a signal, and the deal goes on as it stands."""

    signal: Signal
    deal: Deal


Outcome = Asked | Left

_NO_STOCK: Final = Stock(Lying((), 0), (), ())


def fresh_deal(dealer: Seat, seats: Seats) -> Deal:
    """The deal of `dealer` to `seats` before the first card."""
    count = len(seats)
    return Deal(dealer, seats, ((),) * count, _NO_STOCK, Unsettled(), Tally((0,) * count, ()))


def trump_of(contract: Contract) -> str:
    """The trump suit; an empty string, which is no card's suit, where there is none."""
    return contract.card[1] if isinstance(contract, TrumpShown) else ""


def with_cards(deal: Deal, seat: Seat, hand: Cards, stock: Stock) -> Deal:
    """`deal` when `seat` holds `hand`, and the cards that nobody holds lie as in `stock`."""
    hands = with_hand(deal.hands, seat, hand)
    return Deal(deal.dealer, deal.seats_in, hands, stock, deal.contract, deal.tally)


def with_hand(hands: tuple[Cards, ...], seat: Seat, hand: Cards) -> tuple[Cards, ...]:
    """`hands` with that of `seat` replaced."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def hand_with(hand: Cards, cards: Cards) -> Cards:
    """`hand` with `cards` added, in hand order."""
    return in_hand_order((*hand, *cards))


def hand_without(hand: Cards, card: Card) -> Cards:
    """`hand` less one card of it."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def with_change(row: tuple[int, ...], seat: Seat, change: int) -> tuple[int, ...]:
    """A row of numbers by seat, with `change` added to that of `seat`."""
    return (*row[:seat], row[seat] + change, *row[seat + 1 :])
