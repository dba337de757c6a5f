"""What a viewer may know of a session of Ton."""

from collections.abc import Mapping
from typing import Final

from refengine.cards import Cards
from refengine.game import Detail, HandResult, Observation
from refengine.seating import Seat, Seats, all_seats
from refengine.ton.reckoning import PLAYED
from refengine.ton.state import (
    Announcing,
    Between,
    Deal,
    DealerDiscarding,
    DealingDraw,
    Exchanging,
    Lying,
    NaFive,
    Over,
    Phase,
    PhaseName,
    Shuffling,
    Staying,
    Taken,
    TonState,
    Tricks,
    TrumpFromStock,
    TrumpShown,
    WithoutTrick,
    fresh_deal,
)

NAMES: Final[dict[type[Phase], PhaseName]] = {
    DealingDraw: "dealing_draw",
    Shuffling: "shuffle",
    Announcing: "announce",
    TrumpFromStock: "trump_from_stock",
    Exchanging: "exchange",
    DealerDiscarding: "dealer_discard",
    Staying: "stay",
    Tricks: "tricks",
    WithoutTrick: "no_trick",
    Between: "between",
    Over: "over",
}
"""The names of the phases, as views use them."""


def phase_name(phase: Phase) -> PhaseName:
    """The name that views use."""
    return NAMES[type(phase)]


def _card_rows(order: Seats, cards: Cards) -> Detail:
    return tuple({"seat": seat, "card": card} for seat, card in zip(order, cards, strict=False))


def _last_trick(deal: Deal) -> Detail:
    if not deal.tricks:
        return None
    last = deal.tricks[-1]
    if not last.cards:
        return None
    return {"cards": _card_rows(last.order, last.cards), "taken_by": last.taken_by}


def _of_deal(deal: Deal) -> Mapping[str, Detail]:
    """The further keys that tell of one deal."""
    contract, talon = deal.contract, deal.stock.talon
    return {
        "trump": contract.trump or None,
        "five": contract.announcer if isinstance(contract, NaFive) else None,
        "talon": talon.cards[: talon.turned] if isinstance(talon, Lying) else (),
        "talon_holder": talon.by if isinstance(talon, Taken) else None,
        "tricks_taken": tuple([deal.taken_by(seat) for seat in all_seats(len(deal.hands))]),
        "last_trick": _last_trick(deal),
        "turned_up": contract.card if isinstance(contract, TrumpShown) else None,
    }


def _details(state: TonState) -> Mapping[str, Detail]:
    phase = state.phase
    if isinstance(phase, DealingDraw):
        deal = fresh_deal(Seat(0), all_seats(len(state.scores)))
    else:
        deal = phase.deal
    return {
        **_of_deal(deal),
        "trick": _card_rows(phase.order, state.trick) if isinstance(phase, Tricks) else (),
        "scores": state.scores,
        "pluses": state.account.pluses,
    }


def _seats_in(phase: Phase) -> Seats:
    return () if isinstance(phase, DealingDraw | Between | Over) else phase.deal.seats_in


def _hand(state: TonState, seat: Seat) -> Cards:
    phase = state.phase
    if isinstance(phase, DealingDraw | Between | Over):
        return ()
    return tuple([card for card in phase.deal.hands[seat] if card not in state.trick])


def _last_hand(state: TonState) -> HandResult | None:
    """The result of the last finished deal; those that do not end a session are all alike."""
    if isinstance(state.phase, Over):
        return state.phase.last
    return PLAYED if state.account.deals > 1 or isinstance(state.phase, Between) else None


def observe(state: TonState, seat: Seat | None) -> Observation:
    """The view of `seat`, or the referee's (None): the same but for the hand and another's menu."""
    phase, account, actor = state.phase, state.account, state.menu.actor
    return Observation(
        phase=phase_name(phase),
        actor=actor,
        dealer=None if isinstance(phase, DealingDraw) else phase.deal.dealer,
        hand_number=state.account.deals,
        pot=account.bank,
        stacks=account.stacks,
        seats_in=_seats_in(phase),
        owes=0,
        menu=state.menu if seat is None or seat == actor else None,
        last_hand=_last_hand(state),
        result=phase.result if isinstance(phase, Over) else None,
        hand=None if seat is None else _hand(state, seat),
        details=_details(state),
    )
