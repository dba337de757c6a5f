"""What a viewer may know of a session of Red Dog."""

from typing import Final

from refengine.game import Observation
from refengine.red_dog.state import (
    Betting,
    Between,
    Deal,
    DealingDraw,
    NoDeal,
    NoHandYet,
    Over,
    Phase,
    RedDogState,
    Shuffling,
    hand_of,
)
from refengine.seating import Seat, Seats

_NO_DEAL: Final = NoDeal()


_NAMES: Final[dict[type[Phase], str]] = {
    DealingDraw: "dealing_draw",
    Shuffling: "shuffle",
    Betting: "betting",
    Between: "between",
    Over: "over",
}


def phase_name(phase: Phase) -> str:
    """The name that views use."""
    return _NAMES[type(phase)]


def _deal_of(phase: Phase) -> Deal | NoDeal:
    """The deal that is on, or the last one until another begins."""
    return _NO_DEAL if isinstance(phase, DealingDraw) else phase.deal


def _seats_in(phase: Phase) -> Seats:
    match phase:
        case Shuffling(deal=deal) | Betting(deal=deal):
            return deal.dealt_in
        case _:
            return ()


def observe(state: RedDogState, seat: Seat | None) -> Observation:
    """The view of `seat`, or the referee's (None): the same but for the hand and another's menu."""
    deal = _deal_of(state.phase)
    actor = state.menu.actor
    return Observation(
        phase=phase_name(state.phase),
        actor=actor,
        dealer=deal.dealer if isinstance(deal, Deal) else None,
        hand_number=state.deals,
        pot=state.pool,
        stacks=state.stacks,
        seats_in=_seats_in(state.phase),
        owes=0,
        menu=state.menu if seat is None or seat == actor else None,
        last_hand=None if isinstance(state.last, NoHandYet) else state.last,
        result=state.phase.result if isinstance(state.phase, Over) else None,
        hand=None if seat is None else hand_of(state.phase, seat),
        details={"turned": deal.turned if isinstance(deal, Deal) else ()},
    )
