"""What every session's set-up is held against before a game looks at it: seats, stacks and dealer."""

from typing import Final

from refengine.actions import LARGEST_AMOUNT
from refengine.errors import SetupError
from refengine.game import Setup
from refengine.seating import Seat

ANY_BALANCE: Final = -LARGEST_AMOUNT
"""The lowest stack where money is on credit."""


def check_table(setup: Setup, fewest: int, most: int, lowest_stack: int) -> None:
    """`SetupError` unless `fewest` to `most` seats have one stack each, of at least `lowest_stack` chips."""
    if type(setup.seats) is not int or not fewest <= setup.seats <= most:
        raise SetupError(f"{setup.seats!r} seats: this game takes {fewest} to {most}")
    if len(setup.stacks) != setup.seats:
        raise SetupError(f"{len(setup.stacks)} stacks for {setup.seats} seats")
    for stack in setup.stacks:
        if type(stack) is not int or not lowest_stack <= stack <= LARGEST_AMOUNT:
            raise SetupError(f"a stack cannot be {stack!r}")


def given_dealer(setup: Setup) -> Seat:
    """The first dealer, where it is given; `SetupError` if it is missing or is no seat of the table."""
    dealer = setup.dealer
    if dealer is None:
        raise SetupError("the first dealer is not given")
    if type(dealer) is not int or not 0 <= dealer < setup.seats:
        raise SetupError(f"{dealer!r} is no seat of the table")
    return dealer
