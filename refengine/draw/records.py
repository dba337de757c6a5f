"""What a session of draw poker keeps: where the cards are, who leads, and what lasts from hand to hand."""

from functools import cache
from typing import Final, final

from refengine.cards import Cards
from refengine.compiling import mypyc_attr
from refengine.game import HandResult
from refengine.seating import Seat, Seats
from refengine.values import Value


# -- who leads after the draw
@final
class Unopened(Value):
    """Nobody has opened."""

    __slots__ = ()
    __match_args__: Final = ()


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Opened(Value):
    """`opener` opened; `last` raised last, or is the opener."""

    __slots__ = ("last", "opener")
    __match_args__: Final = ("opener", "last")

    def __init__(self, opener: Seat, last: Seat) -> None:
        self.opener: Final = opener
        self.last: Final = last


@final
class BlindOpened(Value):
    """`poster` posted the last blind or counter-blind."""

    __slots__ = ("poster",)
    __match_args__: Final = ("poster",)

    def __init__(self, poster: Seat) -> None:
        self.poster: Final = poster


Lead = Unopened | Opened | BlindOpened
UNOPENED: Final = Unopened()


# -- cards and hand
@mypyc_attr(acyclic=True, free_list_len=1)
class Layout(Value):
    """Where the cards are: `hands` by seat, the `stub`, `discards` of seats already served, `folded` hands.

    Empty for a seat that is out, and everywhere between hands.
    """

    __slots__ = ("discards", "folded", "hands", "stub")
    __match_args__: Final = ("hands", "stub", "discards", "folded")

    def __init__(self, hands: tuple[Cards, ...], stub: Cards, discards: Cards, folded: Cards) -> None:
        self.hands: Final = hands
        self.stub: Final = stub
        self.discards: Final = discards
        self.folded: Final = folded


@cache
def nowhere(seats: int) -> Layout:
    """No cards are out, at a table of `seats`."""
    return Layout(((),) * seats, (), (), ())


@mypyc_attr(acyclic=True, free_list_len=1)
class Hand(Value):
    """The current hand: seats dealt in, seats still in (ascending), cards, who leads, and whether a pot
    was left from an earlier hand."""

    __slots__ = ("carried", "dealt_in", "layout", "lead", "live")
    __match_args__: Final = ("dealt_in", "live", "layout", "lead", "carried")

    def __init__(self, dealt_in: Seats, live: Seats, layout: Layout, lead: Lead, carried: bool) -> None:
        self.dealt_in: Final = dealt_in
        self.live: Final = live
        self.layout: Final = layout
        self.lead: Final = lead
        self.carried: Final = carried

    def led_by(self, lead: Lead) -> "Hand":
        """The same hand, in which `lead` is to speak first after the draw."""
        return Hand(self.dealt_in, self.live, self.layout, lead, self.carried)

    def laid_out(self, layout: Layout) -> "Hand":
        """The same hand with the cards where `layout` says."""
        return Hand(self.dealt_in, self.live, layout, self.lead, self.carried)


# -- what lasts from hand to hand
@mypyc_attr(acyclic=True, free_list_len=1)
class Button(Value):
    """`dealer` of the current or last hand (None before the first); `due`: the next dealer is this seat, or
    the first to its left that is dealt in. `seat` is the dealer, or who is due where there was none."""

    __slots__ = ("dealer", "due", "seat")
    __match_args__: Final = ("dealer", "due")

    def __init__(self, dealer: Seat | None, due: int) -> None:
        self.dealer: Final = dealer
        self.due: Final = due
        self.seat: Final = Seat(due) if dealer is None else dealer


class Carry(Value):
    """What a parola leaves: who said it (only until the next hand or the division of the pot), what each
    seat that had folded owes the pot, and who sits out until it is won."""

    __slots__ = ("quotas", "sayers", "sitting_out")
    __match_args__: Final = ("sayers", "quotas", "sitting_out")

    def __init__(self, sayers: Seats, quotas: tuple[tuple[Seat, int], ...], sitting_out: Seats) -> None:
        self.sayers: Final = sayers
        self.quotas: Final = quotas
        self.sitting_out: Final = sitting_out


NOTHING_CARRIED: Final = Carry((), (), ())


@mypyc_attr(acyclic=True, free_list_len=1)
class Session(Value):
    """`hand_number` counts from 1, lots and all; `rank` is the opening rank in force (empty where any hand
    opens); `agreed` the hands agreed on; `brought` the stacks at the start."""

    __slots__ = ("agreed", "brought", "button", "carry", "hand_number", "last_hand", "rank")
    __match_args__: Final = ("button", "hand_number", "rank", "carry", "last_hand", "agreed", "brought")

    def __init__(
        self,
        button: Button,
        hand_number: int,
        rank: str,
        carry: Carry,
        last_hand: HandResult | None,
        agreed: int,
        brought: tuple[int, ...],
    ) -> None:
        self.button: Final = button
        self.hand_number: Final = hand_number
        self.rank: Final = rank
        self.carry: Final = carry
        self.last_hand: Final = last_hand
        self.agreed: Final = agreed
        self.brought: Final = brought

    def counted(self) -> "Session":
        """One hand later."""
        number = self.hand_number + 1
        return Session(self.button, number, self.rank, self.carry, self.last_hand, self.agreed, self.brought)

    def dealt_by(self, button: Button) -> "Session":
        """The deal has passed."""
        return Session(
            button, self.hand_number, self.rank, self.carry, self.last_hand, self.agreed, self.brought
        )

    def carrying(self, carry: Carry) -> "Session":
        """With something else carried on."""
        return self.after(self.rank, carry, self.last_hand)

    def after(self, rank: str, carry: Carry, last_hand: HandResult | None) -> "Session":
        """After a hand that ended as `last_hand`."""
        return Session(self.button, self.hand_number, rank, carry, last_hand, self.agreed, self.brought)
