"""What can go wrong, told apart by whose mistake it is.

`CardRulesError` is the base of everything that is expected in use: a caller gave something that the rules
do not admit, and nothing has changed. `InvariantBroken` is a mistake of this package and is never expected.
"""

from typing import TYPE_CHECKING, Final, Literal, NewType

if TYPE_CHECKING:
    from refengine.actions import Action
    from refengine.menus import Menu

ClauseId = NewType("ClauseId", str)
"""The id of a clause of the catalogue; a trailing ``r`` marks the ruling inside a clause of the text."""

NO_CLAUSE: Final = ClauseId("")
"""Stands where no clause decides."""

RefusalCode = Literal[
    "malformed",
    "session_over",
    "not_your_turn",
    "not_available",
    "openers_required",
    "raise_forbidden",
    "bad_amount",
    "bad_cards",
    "must_follow",
    "consent_required",
]
"""Why an action is refused, in order of precedence for the first four."""


class CardRulesError(Exception):
    """Base of all errors that a caller's input can cause."""

    code: str
    clause: ClauseId


class SetupError(CardRulesError):
    """A session cannot begin like this: seats, stacks, dealer, options or state are not admitted."""

    def __init__(self, reason: str, clause: ClauseId = NO_CLAUSE) -> None:
        super().__init__(reason)
        self.code = "bad_setup"
        self.clause = clause


class HandError(CardRulesError, ValueError):
    """Cards that cannot be scored: not five, repeated, no cards at all, or not in the pack."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.code = "bad_cards"
        self.clause = NO_CLAUSE


class IllegalAction(CardRulesError):
    """The rules forbid this action now; the state is as it was.

    `reason` is its code; `allowed` is the menu that it was held against, so that a caller can say what would
    have been legal.
    """

    def __init__(self, code: RefusalCode, clause: ClauseId, action: "Action", allowed: "Menu") -> None:
        super().__init__(code, clause, action, allowed)
        self.reason: RefusalCode = code
        self.code = code
        self.clause = clause
        self.action = action
        self.allowed = allowed

    def __str__(self) -> str:
        verbs = ", ".join(sorted({offer.verb for offer in self.allowed.offers})) or "nothing"
        under = f" under {self.clause}" if self.clause else ""
        return (
            f"{self.code}{under}: {self.action.actor} cannot {self.action.verb} "
            f"{self.action.argument!r}; {self.allowed.actor} may {verbs}"
        )


class SessionOver(IllegalAction):
    """The session has ended; no action is legal any more."""


class InvariantBroken(Exception):
    """A mistake in this package: the state is not one that play can reach."""
