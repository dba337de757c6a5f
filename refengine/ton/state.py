"""The state of a session of Ton: a value, with one record for what exists only in a phase."""

from typing import Final, Literal, NamedTuple, final

from refengine.cards import Card, Cards, in_hand_order
from refengine.compiling import mypyc_attr
from refengine.game import HandResult, SessionResult
from refengine.lots import Lots
from refengine.menus import Menu
from refengine.seating import Seat, Seats
from refengine.ton.rules import Agreement
from refengine.values import Value

Scores = tuple[int, ...]
"""Points by seat; they may be negative."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Account(Value):
    """What was agreed on, and what a session carries from deal to deal beside the scores.

    Stacks are balances and may be negative. `deals` counts from 1, the deal being prepared included.
    """

    __slots__ = ("agreement", "bank", "deals", "pluses", "stacks")
    __match_args__: Final = ("agreement", "stacks", "bank", "pluses", "deals")

    def __init__(
        self, agreement: Agreement, stacks: tuple[int, ...], bank: int, pluses: tuple[int, ...], deals: int
    ) -> None:
        self.agreement: Final = agreement
        self.stacks: Final = stacks
        self.bank: Final = bank
        self.pluses: Final = pluses
        self.deals: Final = deals


@final
class Lying(Value):
    """The talon lies on the table, top card first, the first `turned` of its cards face up."""

    __slots__ = ("cards", "turned")
    __match_args__: Final = ("cards", "turned")

    def __init__(self, cards: Cards, turned: int) -> None:
        self.cards: Final = cards
        self.turned: Final = turned


@final
class Taken(Value):
    """`by` has the talon in hand."""

    __slots__ = ("by",)
    __match_args__: Final = ("by",)

    def __init__(self, by: Seat) -> None:
        self.by: Final = by


Talon = Lying | Taken


NO_TRUMP: Final = ""
"""In the place of a suit; no card is of it."""


class Unsettled(NamedTuple):
    """Whether there is a trump is still open."""

    trump: str = NO_TRUMP


@final
class TrumpShown(Value):
    """The suit of `card`, which the dealer showed, is trump."""

    __slots__ = ("card", "trump")
    __match_args__: Final = ("card",)

    def __init__(self, card: Card) -> None:
        self.card: Final = card
        self.trump: Final = card[1]


@final
class NaFive(Value):
    """`announcer` undertook to take all five tricks, without a trump."""

    __slots__ = ("announcer", "trump")
    __match_args__: Final = ("announcer",)

    def __init__(self, announcer: Seat) -> None:
        self.announcer: Final = announcer
        self.trump: Final = NO_TRUMP


Contract = Unsettled | TrumpShown | NaFive
"""What is trump: each has the suit as `trump`."""


class Stock(Value):
    """The cards that nobody holds or has played: the talon, the rest of the pack, and what is out of play."""

    __slots__ = ("gone", "rest", "talon")
    __match_args__: Final = ("talon", "rest", "gone")

    def __init__(self, talon: Talon, rest: Cards, gone: Cards) -> None:
        self.talon: Final = talon
        self.rest: Final = rest
        self.gone: Final = gone


@mypyc_attr(acyclic=True, free_list_len=1)
class Trick(Value):
    """A trick that is over. `order`: the seats as they played; `cards`: what they played. Both are empty if
    `taken_by` plays alone."""

    __slots__ = ("cards", "order", "taken_by")
    __match_args__: Final = ("order", "cards", "taken_by")

    def __init__(self, order: Seats, cards: Cards, taken_by: Seat) -> None:
        self.order: Final = order
        self.cards: Final = cards
        self.taken_by: Final = taken_by


@mypyc_attr(acyclic=True, free_list_len=1)
class Deal(Value):
    """One deal. `hands` by seat, in hand order; `seats_in`: all but those who have passed; `tricks` in order.

    A card leaves its hand when the trick that it was played to is taken.
    """

    __slots__ = ("contract", "dealer", "hands", "seats_in", "stock", "tricks")
    __match_args__: Final = ("dealer", "seats_in", "hands", "stock", "contract", "tricks")

    def __init__(
        self,
        dealer: Seat,
        seats_in: Seats,
        hands: tuple[Cards, ...],
        stock: Stock,
        contract: Contract,
        tricks: tuple[Trick, ...],
    ) -> None:
        self.dealer: Final = dealer
        self.seats_in: Final = seats_in
        self.hands: Final = hands
        self.stock: Final = stock
        self.contract: Final = contract
        self.tricks: Final = tricks

    def taken_by(self, seat: Seat) -> int:
        """How many tricks `seat` has taken, those without play included."""
        return len([trick for trick in self.tricks if trick.taken_by == seat])


class DealingDraw(NamedTuple):
    """The first dealer is being drawn."""

    lots: Lots


class Shuffling(Value):
    """The deal has begun; no card of it is dealt."""

    __slots__ = ("deal",)
    __match_args__: Final = ("deal",)

    def __init__(self, deal: Deal) -> None:
        self.deal: Final = deal


class Announcing(Value):
    """`waiting`: the seats still to be asked, the actor first; so in the phases below."""

    __slots__ = ("deal", "waiting")
    __match_args__: Final = ("deal", "waiting")

    def __init__(self, deal: Deal, waiting: Seats) -> None:
        self.deal: Final = deal
        self.waiting: Final = waiting


class TrumpFromStock(Value):
    """The seat left of the dealer may take a trump from the rest of the pack."""

    __slots__ = ("deal",)
    __match_args__: Final = ("deal",)

    def __init__(self, deal: Deal) -> None:
        self.deal: Final = deal


@mypyc_attr(acyclic=True, free_list_len=1)
class Exchanging(Value):
    """The right to the talon goes round."""

    __slots__ = ("deal", "waiting")
    __match_args__: Final = ("deal", "waiting")

    def __init__(self, deal: Deal, waiting: Seats) -> None:
        self.deal: Final = deal
        self.waiting: Final = waiting


class DealerDiscarding(Value):
    """The dealer lays away one of six cards."""

    __slots__ = ("deal",)
    __match_args__: Final = ("deal",)

    def __init__(self, deal: Deal) -> None:
        self.deal: Final = deal


@mypyc_attr(acyclic=True, free_list_len=1)
class Staying(Value):
    """Seats that are not obliged play or pass."""

    __slots__ = ("deal", "waiting")
    __match_args__: Final = ("deal", "waiting")

    def __init__(self, deal: Deal, waiting: Seats) -> None:
        self.deal: Final = deal
        self.waiting: Final = waiting


@mypyc_attr(acyclic=True, free_list_len=1)
class Tricks(Value):
    """A trick is being played. `order`: all that play to it, in turn."""

    __slots__ = ("deal", "order")
    __match_args__: Final = ("deal", "order")

    def __init__(self, deal: Deal, order: Seats) -> None:
        self.deal: Final = deal
        self.order: Final = order


class WithoutTrick(Value):
    """Seats that took no trick choose a plus or five points off."""

    __slots__ = ("deal", "waiting")
    __match_args__: Final = ("deal", "waiting")

    def __init__(self, deal: Deal, waiting: Seats) -> None:
        self.deal: Final = deal
        self.waiting: Final = waiting


class Between(Value):
    """`deal` is over, and nothing of another one has happened."""

    __slots__ = ("deal",)
    __match_args__: Final = ("deal",)

    def __init__(self, deal: Deal) -> None:
        self.deal: Final = deal


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


@mypyc_attr(acyclic=True, free_list_len=1)
class TonState(Value):
    """A session. `trick`: the cards that lie in the trick that is being played, in the order of playing."""

    __slots__ = ("account", "menu", "phase", "scores", "trick")
    __match_args__: Final = ("account", "scores", "phase", "trick", "menu")

    def __init__(self, account: Account, scores: Scores, phase: Phase, trick: Cards, menu: Menu) -> None:
        self.account: Final = account
        self.scores: Final = scores
        self.phase: Final = phase
        self.trick: Final = trick
        self.menu: Final = menu


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


Outcome = Signal | Menu
"""What a function of a phase answers: the menu of who is asked next, or the signal with which it leaves."""

_NO_STOCK: Final = Stock(Lying((), 0), (), ())
_UNSETTLED: Final = Unsettled()


def fresh_deal(dealer: Seat, seats: Seats) -> Deal:
    """The deal of `dealer` to `seats` before the first card."""
    return Deal(dealer, seats, ((),) * len(seats), _NO_STOCK, _UNSETTLED, ())


def with_cards(deal: Deal, seat: Seat, hand: Cards, stock: Stock) -> Deal:
    """`deal` when `seat` holds `hand`, and the cards that nobody holds lie as in `stock`."""
    hands = with_hand(deal.hands, seat, hand)
    return Deal(deal.dealer, deal.seats_in, hands, stock, deal.contract, deal.tricks)


def with_hand(hands: tuple[Cards, ...], seat: Seat, hand: Cards) -> tuple[Cards, ...]:
    """`hands` with that of `seat` replaced."""
    changed = list(hands)
    changed[seat] = hand
    return tuple(changed)


def hand_with(hand: Cards, cards: Cards) -> Cards:
    """`hand` with `cards` added, in hand order."""
    return in_hand_order(hand + cards)


def hand_without(hand: Cards, card: Card) -> Cards:
    """`hand` less one card of it."""
    left = list(hand)
    left.remove(card)
    return tuple(left)


def with_change(row: tuple[int, ...], seat: Seat, change: int) -> tuple[int, ...]:
    """A row of numbers by seat, with `change` added to that of `seat`."""
    changed = list(row)
    changed[seat] += change
    return tuple(changed)
