"""How a session begins: afresh with stakes, or in mid-game from a state."""

from collections.abc import Mapping
from typing import Final

from refengine.actions import LARGEST_AMOUNT
from refengine.errors import SetupError
from refengine.game import Detail, Setup
from refengine.ton import clauses
from refengine.ton.rules import POINTS_TO_WIN, Agreement
from refengine.ton.state import Account, Scores

_KEYS: Final = ("scores", "pluses", "bank")


def account_at_start(setup: Setup, agreement: Agreement) -> tuple[Account, Scores]:
    """What the set-up brings; `SetupError` if no game can stand like that."""
    nothing = (0,) * setup.seats
    if setup.state is None:
        return Account(agreement, setup.stacks, 0, nothing, 1), nothing
    unknown = sorted(set(setup.state) - set(_KEYS))
    if unknown:
        raise SetupError(f"a state of this game has no {unknown[0]}", clauses.SESSION)
    scores = _row(setup.state, "scores", setup.seats, -LARGEST_AMOUNT)
    if max(scores) >= POINTS_TO_WIN:
        raise SetupError(f"with {max(scores)} points somebody has won", clauses.FIFTEEN)
    pluses = _row(setup.state, "pluses", setup.seats, 0)
    bank = _whole(setup.state.get("bank", 0), "bank", 0)
    return Account(agreement, setup.stacks, bank, pluses, 1), scores


def _row(state: Mapping[str, Detail], key: str, seats: int, lowest: int) -> tuple[int, ...]:
    row = state.get(key, (0,) * seats)
    if not isinstance(row, tuple) or len(row) != seats:
        raise SetupError(f"{key} must be one number for each seat", clauses.SESSION)
    return tuple(_whole(number, key, lowest) for number in row)


def _whole(number: Detail, key: str, lowest: int) -> int:
    if type(number) is not int or not lowest <= number <= LARGEST_AMOUNT:
        raise SetupError(f"{key} cannot hold {number!r}", clauses.SESSION)
    return number
