"""What the second Italian text alone says about the end of a session, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.draw.texts import PRO
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped, with_offers, without
from refengine.actions import Action, Extension
from refengine.draw import carry, machine
from refengine.draw.policies import AgreedLength
from refengine.draw.state import Outcome, Over, Play, State
from refengine.errors import NO_CLAUSE
from refengine.menus import NOTHING, AgreedHands, Menu, Offer
from refengine.seating import Seat

C: Final = NO_CLAUSE
Enter = Callable[[Play], Outcome]
DIVIDE: Final = Offer("divide_pot", NOTHING)


def _between(change: Callable[[State, Menu], Menu]) -> Callable[[State, Menu], Menu]:
    def changed(state: State, menu: Menu) -> Menu:
        return change(state, menu) if state.phase == "between" else menu

    return changed


# -- the end of the session
def _agreed(state: State) -> bool:
    return isinstance(state.rules.table.length, AgreedLength)


def _hands_left(state: State) -> bool:
    return _agreed(state) and state.session.hand_number < state.session.agreed


def _is_due(state: State) -> bool:
    return _agreed(state) and not _hands_left(state)


END: Final = Offer("end_session", NOTHING)


def _ends_any_time(state: State, menu: Menu) -> Menu:
    return with_offers(menu, END) if _hands_left(state) and not menu.offer("end_session") else menu


def _goes_on_any_time(state: State, menu: Menu) -> Menu:
    return with_offers(menu, Offer("next_hand", NOTHING)) if _is_due(state) else menu


def _no_extension(state: State, menu: Menu) -> Menu:
    return without(menu, "extend") if _is_due(state) else menu


def _extends_early(state: State, menu: Menu) -> Menu:
    seats = tuple(Seat(seat) for seat in range(len(state.chips.stacks)))
    return with_offers(menu, Offer("extend", AgreedHands(seats))) if _hands_left(state) else menu


def _divides_at_the_end(state: State, menu: Menu) -> Menu:
    sayers = state.session.carry.sayers
    return with_offers(menu, DIVIDE) if _is_due(state) and sayers else menu


def _by_majority(state: State, action: Action) -> Action:
    extension = action.argument
    if not isinstance(extension, Extension) or len({*extension.agreed}) * 2 <= len(state.chips.stacks):
        return action
    everyone = tuple(Seat(seat) for seat in range(len(state.chips.stacks)))
    return action._replace(argument=extension._replace(agreed=everyone))


def _by_those_with_chips(state: State, action: Action) -> Action:
    extension = action.argument
    stacks = state.chips.stacks
    with_chips = {seat for seat, stack in enumerate(stacks) if stack > 0}
    if not isinstance(extension, Extension) or not with_chips <= {*extension.agreed}:
        return action
    everyone = tuple(Seat(seat) for seat in range(len(stacks)))
    return action._replace(argument=extension._replace(agreed=everyone))


def _by_no_hands(_: State, action: Action) -> Action:
    extension = action.argument
    if not isinstance(extension, Extension) or extension.hands >= 1:
        return action
    return action._replace(argument=extension._replace(hands=1))


def _counted_anew(right: Callable[[Play, Action], Outcome], play: Play, action: Action) -> Outcome:
    """An extension by n hands is taken as a session of n hands."""
    outcome = right(play, action)
    if isinstance(action.argument, Extension):
        play.session = play.session._replace(agreed=max(action.argument.hands, play.session.hand_number))
    return outcome


def _length(extra: int) -> Swap:
    def wrong(right: Callable[[Play], Menu], play: Play) -> Menu:
        session = play.session
        play.session = session._replace(agreed=session.agreed + extra)
        menu = right(play)
        play.session = session
        return menu

    return Swap(carry, "between_menu", wrong)


def _before_the_pot(right: Callable[[Play], Outcome], play: Play) -> Outcome:
    stacks = play.chips.stacks
    outcome = right(play)
    if not play.on_credit:
        return outcome
    chips, play.chips = play.chips, play.chips._replace(stacks=stacks)
    with swapped(
        Swap(carry, "settle_debts", lambda settle, gains: settle((gains[0] - sum(gains), *gains[1:])))
    ):
        payments = carry.transfers(play)
    play.chips = chips
    assert isinstance(play.turn, Over)
    play.turn = Over(play.turn.result._replace(transfers=payments))
    return outcome


END_OF_SESSION: Final = (
    PRO.menus(
        "ends-any-time",
        "PRO-29",
        "menu",
        "The session may end before the agreed hands.",
        _between(_ends_any_time),
    ),
    PRO.menus(
        "goes-on-any-time",
        "PRO-29",
        "menu",
        "After the agreed hands the next one may begin without an extension.",
        _between(_goes_on_any_time),
    ),
    PRO.menus("no-extension", "PRO-29", "menu", "The session cannot be extended.", _between(_no_extension)),
    PRO.menus(
        "extends-early",
        "PRO-29",
        "menu",
        "The session may be extended before the agreed hands are over.",
        _between(_extends_early),
    ),
    PRO.menus(
        "divides-at-the-end",
        "PRO-29",
        "menu",
        "After the agreed hands a parola pot may be divided.",
        _between(_divides_at_the_end),
    ),
    PRO.retold(
        "extends-by-majority", "PRO-29", "refusal", "A majority may extend the session.", _by_majority
    ),
    PRO.retold(
        "extends-without-the-broke",
        "PRO-29",
        "refusal",
        "Seats without chips are not asked whether the session is extended.",
        _by_those_with_chips,
    ),
    PRO.retold(
        "extends-by-no-hands",
        "PRO-29",
        "refusal",
        "An extension by no hands is taken as one hand.",
        _by_no_hands,
    ),
    PRO.swapped(
        "extension-counts-from-the-start",
        "PRO-29",
        "carry",
        "The hands of an extension are counted from the beginning of the session.",
        Swap(machine.PLAIN_ACT, "between", _counted_anew),
    ),
    PRO.swapped(
        "ends-a-hand-late", "PRO-29", "carry", "The session ends a hand later than agreed.", _length(1)
    ),
    PRO.swapped(
        "ends-a-hand-early", "PRO-29", "carry", "The session ends a hand earlier than agreed.", _length(-1)
    ),
    PRO.swapped(
        "settled-before-the-pot",
        "PRO-30",
        "settlement",
        "On credit debts are settled without the pot that is left on the table.",
        Swap(machine.ENTER, "over", _before_the_pot),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = END_OF_SESSION
