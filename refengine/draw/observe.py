"""What a viewer may know, put together from permitted parts."""

from typing import assert_never

from refengine.cards import Cards, in_hand_order
from refengine.draw.policies import AnyHand, Ladder
from refengine.draw.state import FacingCip, Joining, Opened, Over, Round, State, Thinking
from refengine.game import Detail, Observation, SessionResult
from refengine.seating import Seat, Seats


def observe(state: State, seat: Seat | None) -> Observation:
    """The view of `seat`, or the referee's (None)."""
    menu = state.menu
    return Observation(
        phase=state.phase,
        actor=menu.actor,
        dealer=state.session.button.dealer,
        hand_number=state.session.hand_number,
        pot=state.chips.pot,
        stacks=state.chips.stacks,
        seats_in=seats_in(state),
        owes=owes(state),
        menu=menu if seat is None or menu.actor == seat else None,
        last_hand=state.session.last_hand,
        result=result_of(state),
        hand=None if seat is None else hand_of(state, seat),
        details=details(state),
    )


def seats_in(state: State) -> Seats:
    """Seats still in the hand; while quotas are asked for, those who take part or may still."""
    match state.turn:
        case Joining(queue, part):
            return tuple(sorted(queue + part))
        case _:
            return state.hand.live


def owes(state: State) -> int:
    """What the actor must add to stay in."""
    match state.turn:
        case Round(queue, level) | FacingCip(queue, level) | Thinking(Round(queue, level)):
            return payable(state, queue[0], level - state.chips.bets[queue[0]])
        case Joining(queue):
            return dict(state.session.carry.quotas)[queue[0]]
        case _:
            return 0


def payable(state: State, seat: Seat, cost: int) -> int:
    """What `seat` pays of `cost`."""
    return cost if state.rules.table.on_credit else min(cost, state.chips.stacks[seat])


def hand_of(state: State, seat: Seat) -> Cards:
    """The cards of `seat`, once it may look."""
    return () if state.phase == "blind" else in_hand_order(state.hand.layout.hands[seat])


def result_of(state: State) -> SessionResult | None:
    """The result of a session that is over."""
    match state.turn:
        case Over(result):
            return result
        case _:
            return None


def details(state: State) -> dict[str, Detail]:
    """The further keys of draw poker."""
    lead = state.hand.lead
    keys: dict[str, Detail] = {
        "opener": lead.opener if isinstance(lead, Opened) else None,
        "carried": carried(state),
    }
    match state.rules.opening.openers:
        case Ladder():
            keys["opening_rank"] = state.session.rank
        case AnyHand():
            pass
        case _:
            assert_never(state.rules.opening.openers)
    if isinstance(state.turn, Thinking):
        keys["thinking"] = True
    return keys


def carried(state: State) -> bool:
    """Whether a pot is left from an earlier hand; between hands, for the next one."""
    if state.phase in ("between", "integrate"):
        return state.chips.base > 0
    return state.hand.carried
