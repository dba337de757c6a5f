"""Red Dog as a maker of faults, and what its faults have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.maker import Maker
from refengine.game import SessionResult, Step
from refengine.menus import Amounts, Menu, Offer
from refengine.red_dog.state import Betting, Over, RedDogState
from refengine.rulesets import red_dog
from refengine.seating import Seat

DOG: Final = Maker[RedDogState]("dog", red_dog.GAME)


def with_amounts(menu: Menu, verb: str, change: Callable[[Amounts], Amounts]) -> Menu:
    """The menu with other amounts for `verb`."""

    def changed(offer: Offer) -> Offer:
        if offer.verb != verb or not isinstance(offer.domain, Amounts):
            return offer
        return offer._replace(domain=change(offer.domain))

    return menu._replace(offers=tuple(map(changed, menu.offers)))


def on_turn(change: Callable[[RedDogState, Seat, Menu], Menu]) -> Callable[[RedDogState, Menu], Menu]:
    """Menus of seats in their turns changed."""

    def changed(state: RedDogState, menu: Menu) -> Menu:
        if not isinstance(state.phase, Betting) or not isinstance(menu.actor, int):
            return menu
        return change(state, menu.actor, menu)

    return changed


def with_result(
    change: Callable[[RedDogState, SessionResult], SessionResult],
) -> Callable[[Step[RedDogState]], Step[RedDogState]]:
    """Another result of a session."""

    def changed(step: Step[RedDogState]) -> Step[RedDogState]:
        phase = step.state.phase
        if not isinstance(phase, Over):
            return step
        result = change(step.state, phase.result)
        return step._replace(state=step.state._replace(phase=Over(phase.deal, result)))

    return changed
