"""What every draw text says about the pot, done wrong: layers, what nobody matched, odd chips, last seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from conformance.faults.draw.texts import ITALIAN, PRO, TEXTS, Text
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped
from refengine.cards import in_hand_order
from refengine.draw import betting, carry, machine, settling, showdown, speaking
from refengine.draw.begin import everyone
from refengine.draw.state import Outcome, Over, Play
from refengine.events import Uncalled
from refengine.game import HandResult
from refengine.ledger import Chips, Layer, gather, post
from refengine.seating import Seat, Seats

Cut = tuple[Layer, ...]
Layers = Callable[[Chips, Seats], Cut]
Shares = tuple[tuple[Seat, int], ...]
Divide = Callable[[int, Seats], Shares]


# -- side pots
def _one_pot(_: object, chips: Chips, contenders: Seats) -> Cut:
    return (Layer(chips.pot, contenders),)


def _base_on_top(right: Layers, chips: Chips, contenders: Seats) -> Cut:
    first, *rest = right(chips._replace(base=0), contenders)
    cut = [first, *rest]
    cut[-1] = cut[-1]._replace(amount=cut[-1].amount + chips.base)
    return tuple(cut)


def _without_folded(right: Layers, chips: Chips, contenders: Seats) -> Cut:
    bets = tuple(bet if seat in contenders else 0 for seat, bet in enumerate(chips.bets))
    return right(chips._replace(bets=bets), contenders)


def _folded_on_top(right: Layers, chips: Chips, contenders: Seats) -> Cut:
    cut = list(_without_folded(right, chips, contenders))
    folded = sum(bet for seat, bet in enumerate(chips.bets) if seat not in contenders)
    cut[-1] = cut[-1]._replace(amount=cut[-1].amount + folded)
    return tuple(cut)


PayOut = Callable[[Play, Cut, Seats], Shares]


def _refunded_without_the_best(right: PayOut, play: Play, cut: Cut, shown: Seats) -> Shares:
    best = showdown.best_of(play, list(shown))
    chips, floor = play.chips, 0
    kept: list[Layer] = []
    for layer in cut:
        level = min(chips.bets[seat] for seat in layer.seats)
        if any(seat in layer.seats for seat in best):
            kept.append(layer)
        else:
            for seat in layer.seats:
                play.chips = post(play.chips, seat, floor - level)
        floor = level
    return right(play, tuple(kept), shown)


def _ties_take_it_all(right: Callable[[Play, list[Seat]], Seats], play: Play, seats: list[Seat]) -> Seats:
    return right(play, seats)[:1]


def side_pots(text: Text) -> Iterator[Fault]:
    """DRW-9."""
    clause = "DRW-9"
    yield text.swapped(
        "no-side-pots",
        clause,
        "settlement",
        "The best hand takes everything, even what it could not cover.",
        Swap(showdown, "layers", _one_pot),
    )
    yield text.swapped(
        "antes-in-the-last-side-pot",
        clause,
        "settlement",
        "What lay on the table before the betting goes with the last side pot.",
        Swap(showdown, "layers", _base_on_top),
    )
    yield text.swapped(
        "folded-chips-vanish",
        clause,
        "settlement",
        "What folded seats have put in is left out of the pots.",
        Swap(showdown, "layers", _without_folded),
    )
    yield text.swapped(
        "folded-chips-in-the-last-side-pot",
        clause,
        "settlement",
        "What folded seats have put in goes with the last side pot as a whole.",
        Swap(showdown, "layers", _folded_on_top),
    )
    yield text.swapped(
        "side-pot-refunded",
        clause,
        "settlement",
        "A side pot that the best hand does not contest goes back to those who made it.",
        Swap(showdown, "pay_out", _refunded_without_the_best),
    )


# -- what nobody matched
def _nothing(*_: object) -> None:
    return None


def _won_back(right: Callable[..., None], play: Play, result: HandResult) -> None:
    """The payouts count what went back to its maker as well."""
    uncalled = {e.seat: e.amount for e in play.events if isinstance(e, Uncalled)}
    paid = dict(result.payouts)
    for seat, amount in uncalled.items():
        paid[seat] = paid.get(seat, 0) + amount
    right(play, result._replace(payouts=tuple(sorted(paid.items()))))


def uncalled(text: Text) -> Iterator[Fault]:
    """DRW-10."""
    clause = "DRW-10"
    yield text.swapped(
        "uncalled-chips-stay-in-the-pot",
        clause,
        "settlement",
        "What nobody matched stays in the pot when the betting round ends.",
        Swap(betting, "return_unmatched", _nothing),
    )
    yield text.swapped(
        "uncalled-chips-are-won",
        clause,
        "settlement",
        "When everybody folds, the winner takes its own unmatched chips as part of the pot.",
        Swap(settling, "return_unmatched", _nothing),
    )
    yield text.swapped(
        "uncalled-chips-count-as-payout",
        clause,
        "settlement",
        "Chips that nobody matched go back, but are counted among the payouts.",
        Swap(settling, "won", _won_back),
    )


# -- odd chips
def _odd_vanish(_: object, amount: int, seats: Seats) -> Shares:
    return tuple((seat, amount // len(seats)) for seat in seats)


def _odd_to_low_numbers(right: Divide, amount: int, seats: Seats) -> Shares:
    return right(amount, tuple(sorted(seats)))


def _odd_from_the_right(right: Divide, amount: int, seats: Seats) -> Shares:
    return right(amount, seats[::-1])


def _odd_to_one(_: object, amount: int, seats: Seats) -> Shares:
    share, odd = divmod(amount, len(seats))
    return tuple((seat, share + (0 if place else odd)) for place, seat in enumerate(seats))


def _odd_from_the_best_seat(right: Divide, amount: int, seats: Seats) -> Shares:
    return right(amount, (*seats[1:], seats[0]))


def odd_chips(text: Text) -> Iterator[Fault]:
    """DRW-11."""
    for name, says, wrong in (
        ("odd-chips-vanish", "The odd chips of a shared pot go to nobody.", _odd_vanish),
        ("odd-chips-by-seat-number", "Odd chips go to the lowest seat numbers.", _odd_to_low_numbers),
        ("odd-chips-from-the-dealer-on", "Odd chips go round from the dealer's right.", _odd_from_the_right),
        ("odd-chips-all-to-one", "All odd chips go to the first of the tied seats.", _odd_to_one),
        ("odd-chips-skip-the-first", "Odd chips begin with the second tied seat.", _odd_from_the_best_seat),
    ):
        yield text.swapped(name, "DRW-11", "settlement", says, Swap(showdown, "divide", wrong))
    yield text.swapped(
        "first-of-the-tied-takes-all",
        "DRW-11",
        "settlement",
        "A tied pot goes whole to the first of the tied seats.",
        Swap(showdown, "best_of", _ties_take_it_all),
    )


# -- the last seat
Won = Callable[[Play, HandResult], None]


def _shows_its_hand(right: Won, play: Play, result: HandResult) -> None:
    if result.ended_by == "folds":
        (seat,) = play.hand.live
        cards = in_hand_order(play.hand.layout.hands[seat])
        result = result._replace(shown=((seat, cards),))
    right(play, result)


def _called_a_showdown(right: Won, play: Play, result: HandResult) -> None:
    right(play, result._replace(ended_by="showdown"))


def _must_finish_the_hand(right: Callable[[Play, Seat], Outcome | None], play: Play, seat: Seat) -> object:
    live = tuple(other for other in play.hand.live if other != seat)
    if len(live) > 1 or play.phase != "betting":
        return right(play, seat)
    settling.return_unmatched(play)
    play.chips = gather(play.chips)
    settling.left(play, "folds", play.session.rank, play.session.carry)
    return "left"


def last_seat(text: Text) -> Iterator[Fault]:
    """DRW-14."""
    clause = "DRW-14"
    yield text.swapped(
        "last-seat-has-to-show",
        clause,
        "views",
        "When everybody else has folded the last seat shows its hand.",
        Swap(settling, "won", _shows_its_hand),
    )
    yield text.swapped(
        "last-seat-wins-by-showdown",
        clause,
        "settlement",
        "A hand that ends by folds is reported as a showdown.",
        Swap(settling, "won", _called_a_showdown),
    )
    yield text.swapped(
        "last-seat-leaves-the-pot",
        clause,
        "settlement",
        "When everybody else has folded after the draw the pot stays on the table for the next hand.",
        Swap(betting, "fold_hand", _must_finish_the_hand),
        Swap(speaking, "fold_hand", _must_finish_the_hand),
    )


# -- a pot that is left when the session ends
def _lost_at_the_end(right: Callable[[Play], Outcome], play: Play) -> Outcome:
    play.chips = play.chips._replace(base=0)
    return right(play)


def _to_the_first(_: object, amount: int, seats: Seats) -> Shares:
    return ((seats[0], amount),)


def _to_everyone(right: Callable[[Play], Outcome], play: Play) -> Outcome:
    session = play.session
    play.session = session._replace(carry=session.carry._replace(sayers=()))
    with swapped(Swap(carry, "seats_due", lambda _, p: everyone(p))):
        return right(play)


def _stacks_before_the_pot(right: Callable[[Play], Outcome], play: Play) -> Outcome:
    stacks = play.chips.stacks
    outcome = right(play)
    if isinstance(play.turn, Over):
        play.turn = Over(play.turn.result._replace(stacks=stacks))
    return outcome


def left_at_the_end(text: Text) -> Iterator[Fault]:
    """DRW-5, its second half."""
    clause = "DRW-5"
    yield text.swapped(
        "pot-left-at-the-end-vanishes",
        clause,
        "settlement",
        "A pot that lies on the table when the session ends goes to nobody.",
        Swap(machine.ENTER, "over", _lost_at_the_end),
    )
    yield text.swapped(
        "pot-left-at-the-end-to-one",
        clause,
        "settlement",
        "A pot that lies on the table when the session ends goes to the seat left of the dealer.",
        Swap(carry, "divide", _to_the_first),
    )
    yield text.swapped(
        "result-before-the-pot-is-divided",
        clause,
        "settlement",
        "The result gives the stacks as they were before the pot on the table was divided.",
        Swap(machine.ENTER, "over", _stacks_before_the_pot),
    )


def odd_chips_at_the_end(text: Text) -> Iterator[Fault]:
    """DRW-5 again, in the Italian texts: with pingos from every seat a pot that is left has no odd chips."""
    for name, says, wrong in (
        ("odd-chips-at-the-end-vanish", "go to nobody", _odd_vanish),
        ("odd-chips-at-the-end-by-number", "go to the lowest seat numbers", _odd_to_low_numbers),
    ):
        yield text.swapped(
            name,
            "DRW-5",
            "settlement",
            f"The odd chips of a pot divided at the end of the session {says}.",
            Swap(carry, "divide", wrong),
        )


PARTS: Final = (side_pots, uncalled, odd_chips, last_seat, left_at_the_end)
FAULTS: Final[tuple[Fault, ...]] = (
    *(fault for text in TEXTS for part in PARTS for fault in part(text)),
    *(fault for text in ITALIAN for fault in odd_chips_at_the_end(text)),
    PRO.swapped(
        "pot-left-at-the-end-to-everyone",
        "DRW-5",
        "settlement",
        "A parola pot that lies on the table at the end is divided among all, not those who said parola.",
        Swap(machine.ENTER, "over", _to_everyone),
    ),
    PRO.swapped(
        "uncalled-cip-stake-stays",
        "DRW-10",
        "settlement",
        "The part of a cip stake that nobody matched stays in the pot.",
        Swap(speaking, "return_unmatched", _nothing),
    ),
)
