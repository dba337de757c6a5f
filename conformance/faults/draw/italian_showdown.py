"""What both Italian texts say about the showdown, done wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from conformance.faults.draw.texts import INV, ITALIAN, Text
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped
from refengine.cards import in_hand_order
from refengine.draw import settling, showdown
from refengine.draw.state import (
    Opened,
    Play,
    Unopened,
)
from refengine.events import Uncalled
from refengine.game import HandResult
from refengine.ledger import Layer
from refengine.seating import Seat, Seats, clockwise_after, clockwise_from

# -- the showdown
Cut = tuple[Layer, ...]
Order = Callable[[Play], Seats]


def _from_left_of_dealer(_: Order, play: Play) -> Seats:
    return clockwise_after(play.dealer, play.hand.live)


def _to_the_right(right: Order, play: Play) -> Seats:
    first, *rest = right(play)
    return (first, *reversed(rest))


def _bettor_last(right: Order, play: Play) -> Seats:
    first, *rest = right(play)
    return (*rest, first) if play.last_bettor is not None else (first, *rest)


def _opener_first(right: Order, play: Play) -> Seats:
    lead = play.hand.lead
    return clockwise_from(lead.opener, play.hand.live) if isinstance(lead, Opened) else right(play)


def _left_of_dealer_unless_bet(right: Order, play: Play) -> Seats:
    opened = not isinstance(play.hand.lead, Unopened)
    return right(play) if play.last_bettor is not None or not opened else _from_left_of_dealer(right, play)


def _dealer_unless_opened(right: Order, play: Play) -> Seats:
    return (
        clockwise_from(play.dealer, play.hand.live) if isinstance(play.hand.lead, Unopened) else right(play)
    )


def _all_in_shows_later(right: Order, play: Play) -> Seats:
    order = right(play)
    able = play.with_chips(order)
    if play.last_bettor is not None or isinstance(play.hand.lead, Unopened) or not able:
        return order
    return clockwise_from(able[0], play.hand.live)


def _matched_bettor_first(right: Order, play: Play) -> Seats:
    """Who bet more than anybody could match does not show first, but the seat to its left."""
    order = right(play)
    back = any(isinstance(event, Uncalled) for event in play.events)
    return (*order[1:], order[0]) if play.last_bettor is not None and back else order


def _always(*_: object) -> bool:
    return True


def _not_for_a_tie(right: Callable[..., bool], play: Play, cut: Cut, shown: list[Seat], seat: Seat) -> bool:
    best = showdown.best_of(play, [*shown, seat])
    return right(play, cut, shown, seat) and (best == (seat,) or seat not in best)


def _main_pot_only(_: object, play: Play, __: Cut, shown: list[Seat], seat: Seat) -> bool:
    return seat in showdown.best_of(play, [*shown, seat])


def _mucked_wins_too(right: Callable[..., object], play: Play, cut: Cut, _: Seats) -> object:
    return right(play, cut, play.hand.live)


def _nobody_called(right: Callable[[Play, HandResult], None], play: Play, result: HandResult) -> None:
    if result.ended_by == "folds" and play.phase == "betting":
        ((seat, _),) = result.payouts
        cards = in_hand_order(play.hand.layout.hands[seat])
        result = result._replace(ended_by="showdown", shown=((seat, cards),))
    right(play, result)


def _weakest(right: Callable[[Play, list[Seat]], Seats], play: Play, seats: list[Seat]) -> Seats:
    best = right(play, seats)
    rest = [seat for seat in seats if seat not in best]
    return right(play, rest) if rest else best


def orders(text: Text) -> Iterator[Fault]:
    """INV-22 and INV-24, PRO-31."""
    order, detail, quiet = ("INV-22", "INV-22r", "INV-24") if text is INV else ("PRO-31",) * 3
    for name, clause, says, wrong in (
        (
            "left-of-dealer-shows-first",
            order,
            "The seat left of the dealer shows first.",
            _from_left_of_dealer,
        ),
        ("shows-to-the-right", order, "After the first hand the others show to the right.", _to_the_right),
        ("bettor-shows-last", order, "The last to bet or raise shows last.", _bettor_last),
        ("opener-shows-first", order, "The opener shows first, whoever bet last.", _opener_first),
        (
            "unmatched-bettor-shows-last",
            detail,
            "Who bet more than was matched does not show first.",
            _matched_bettor_first,
        ),
        (
            "left-of-dealer-shows-without-a-bet",
            quiet,
            "Without a bet after the draw the seat left of the dealer shows first.",
            _left_of_dealer_unless_bet,
        ),
        ("dealer-shows-unopened", quiet, "Without an opening the dealer shows first.", _dealer_unless_opened),
        (
            "all-in-leader-shows-later",
            quiet,
            "Without a bet a leader that is all-in does not show first.",
            _all_in_shows_later,
        ),
    ):
        yield text.swapped(name, clause, "order", says, Swap(showdown, "showing_order", wrong))


def showing(text: Text) -> Iterator[Fault]:
    """INV-22 and INV-23, PRO-31 and PRO-23."""
    order, detail, best = ("INV-22", "INV-22r", "INV-23") if text is INV else ("PRO-31", "PRO-31", "PRO-23")
    for name, clause, says, wrong_share in (
        ("everybody-shows", order, "At the showdown every hand is shown.", _always),
        ("ties-are-mucked", detail, "A hand that only ties with the best is mucked.", _not_for_a_tie),
        (
            "side-pot-hands-are-mucked",
            detail,
            "A hand that could win only a side pot is mucked.",
            _main_pot_only,
        ),
    ):
        yield text.swapped(name, clause, "views", says, Swap(showdown, "would_share", wrong_share))
    yield text.swapped(
        "second-best-takes-the-pot",
        best,
        "settlement",
        "The second best of the hands shown takes the pot.",
        Swap(showdown, "pay_out", _second_best_paid),
    )
    yield text.swapped(
        "uncalled-bettor-shows",
        best,
        "views",
        "A bettor whom nobody called shows its hand.",
        Swap(settling, "won", _nobody_called),
    )


def _second_best_paid(right: Callable[..., object], play: Play, cut: Cut, shown: Seats) -> object:
    with swapped(Swap(showdown, "best_of", _weakest)):
        return right(play, cut, shown)


FAULTS: Final[tuple[Fault, ...]] = tuple(
    fault for text in ITALIAN for part in (orders, showing) for fault in part(text)
)
