"""The stages for implementations that rank hands."""

from __future__ import annotations

from typing import Final

from conformance.adapters.protocol import REJECTED, Json, Rejected, Request
from conformance.convert import JsonObject
from conformance.doctor.patient import Patient
from conformance.doctor.shapes import kind_of
from conformance.doctor.table import Table
from conformance.games import RANK_OPTIONS, defaults_of
from refengine.rulesets.catalogue import GAMES

HANDS: Final = (
    "Tc Jd Qh Ks Ad",
    "Ac Ad Kh Qs Jc",
    "Ah As Kd Qc Js",
    "Kc Kd Ah Qs Jc",
    "Qc Qd Jh Js Ac",
    "Jc Jd Jh Qs Kc",
    "Kc Kd Kh Ac Ad",
    "Tc Td Th Ts Ac",
)
"""Hands of cards that every pack has; two of them are equal unless suits decide."""
REPEATED: Final = "Ac Ac Kh Qs Jc"


class Ranks:
    """Ranks hands as they would count at a table."""

    def __init__(self, patient: Patient, table: Table) -> None:
        self._patient = patient
        self._table = table

    def _request(self, *hands: str) -> Request:
        chosen = self._table.setup["options"]
        assert isinstance(chosen, dict)
        settled: JsonObject = {**defaults_of(GAMES[self._table.rules]), **chosen}
        sent: JsonObject = {name: settled[name] for name in RANK_OPTIONS}
        written: list[Json] = [[*hand.split()] for hand in hands]
        return Request(
            "rank",
            {"rules": self._table.rules, "options": sent, "seats": self._table.seats, "hands": written},
        )

    def ranks(self) -> str:
        """Hands are ranked, in the right form and order."""
        got = self._patient.answer(self._request(*HANDS))
        right = self._patient.right(0)
        keys = self._numbers(got)
        categories = got.get("categories")
        if not isinstance(categories, list) or len(categories) != len(HANDS):
            raise self._patient.trouble(
                "'categories' is no list with an entry for each hand",
                "Name the category of every hand, in the order of the hands.",
            )
        wanted = right["categories"]
        assert isinstance(wanted, list)
        for hand, category, wanted_category in zip(HANDS, categories, wanted, strict=True):
            if category != wanted_category:
                raise self._patient.trouble(
                    f"{hand} is called {category!r} instead of {wanted_category!r}",
                    "Use the names of the categories in the protocol.",
                )
        self._check_order(keys, self._numbers(right))
        return ""

    def _numbers(self, result: JsonObject) -> list[int]:
        keys = result.get("keys")
        numbers = [key for key in keys if type(key) is int] if isinstance(keys, list) else []
        if not isinstance(keys, list) or len(numbers) != len(HANDS) or len(keys) != len(HANDS):
            raise self._patient.trouble(
                "'keys' is no list with a whole number for each hand"
                if isinstance(keys, list)
                else f"'keys' is {kind_of(keys)}",
                "Give every hand a whole number, greater for a stronger hand and equal for a tie.",
            )
        return numbers

    def _check_order(self, keys: list[int], right: list[int]) -> None:
        for one in range(len(HANDS)):
            for other in range(one):
                got, wanted = _sign(keys[one] - keys[other]), _sign(right[one] - right[other])
                if got != wanted:
                    raise self._patient.trouble(
                        f"{HANDS[one]} {_WORDS[got]} {HANDS[other]}, but should be one that "
                        f"{_WORDS[wanted]} it",
                        "Greater keys are for stronger hands; equal ones are for ties.",
                    )

    def refusal(self) -> str:
        """A hand that cannot be is refused."""
        outcome = self._patient.ask(self._request(REPEATED))[0]
        if not isinstance(outcome, Rejected):
            raise self._patient.trouble(
                "a hand with the same card twice is not refused",
                f"Refuse it with error code {REJECTED}, 'data' saying 'bad_cards'.",
            )
        if self._patient.claims("codes") and outcome.code != "bad_cards":
            raise self._patient.trouble(
                f"a hand with the same card twice is refused with {outcome.code!r}",
                "Say 'bad_cards' as the 'code' in 'data', or take 'codes' out of 'capabilities'.",
            )
        return ""

    def twice(self) -> str:
        """The same hands, asked together with others, are ranked the same."""
        request = self._request(*HANDS)
        outcomes = self._patient.ask(request, self._request(*reversed(HANDS)), request)
        first = self._patient.result(outcomes[0])
        self._patient.look_at(outcomes, 2)
        if self._patient.result(outcomes[2]) != first:
            raise self._patient.trouble(
                "the same hands asked again are ranked otherwise",
                "Keep nothing from one request to the next: a hand's key depends on the hand alone.",
            )
        return ""


_WORDS: Final = {1: "beats", 0: "ties with", -1: "loses to"}


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
