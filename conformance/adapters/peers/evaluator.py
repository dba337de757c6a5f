"""What adapters of hand evaluators share: they claim `rank`, with the full pack, and nothing else.

An adapter translates, and repairs nothing: hands are handed on unchecked, whatever the evaluator makes of
them is the answer. A `ValueError`, which is how Python says that an argument is wrong, counts as the
evaluator's refusal of the hand; any other exception is an evaluator that broke.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import metadata
from typing import ClassVar, Final

from conformance.adapters.protocol import PROTOCOL_VERSION, Json, NotSupported, Rejection
from conformance.strict_json import JsonObject
from refengine.ranking import Category

PLAYED: Final[dict[str, tuple[str, ...]]] = {
    "deck": ("full",),
    "ranking": ("standard",),
    "ties": ("split",),
    "straight_flushes": ("linear", "circular"),
}
"""Options and the values that an evaluator of the standard game can play. The circle is not in the keys."""

RULES: Final = ("italian-invito", "italian-progressive", "brazilian-pingo")


class EvaluatorAdapter(ABC):
    """The protocol's methods around `evaluate`."""

    distribution: ClassVar[str]
    homepage: ClassVar[str]

    @abstractmethod
    def evaluate(self, hand: Sequence[str]) -> tuple[int, Category]:
        """The key of a hand, greater for the stronger, and its category, both as the evaluator has it."""

    def hello(self, protocol: Json, **_: Json) -> JsonObject:
        """Who this is, and how little it claims."""
        if not isinstance(protocol, list) or PROTOCOL_VERSION not in protocol:
            raise NotSupported(f"only protocol {PROTOCOL_VERSION} is spoken")
        options: JsonObject = {name: list(values) for name, values in PLAYED.items()}
        return {
            "protocol": PROTOCOL_VERSION,
            "name": self.distribution,
            "version": metadata.version(self.distribution),
            "language": "Python",
            "homepage": self.homepage,
            "rules": {rules: {"options": options} for rules in RULES},
            "capabilities": ["rank"],
        }

    def rank(self, rules: str, options: Json, seats: Json, hands: Json) -> JsonObject:  # noqa: ARG002 - an argument of the protocol
        """The evaluator's keys and categories. The number of seats changes nothing in the full pack."""
        if rules not in RULES:
            raise NotSupported(f"hands do not rank in {rules}")
        if not isinstance(options, dict) or not isinstance(hands, list):
            raise Rejection("malformed", None, "options are an object and hands a list")
        for name, values in PLAYED.items():
            if options.get(name) not in values:
                raise NotSupported(f"{self.distribution} does not play {name}={options.get(name)!r}")
        evaluated = [self._evaluated(hand) for hand in hands]
        return {
            "keys": [key for key, _ in evaluated],
            "categories": [category for _, category in evaluated],
        }

    def _evaluated(self, hand: Json) -> tuple[int, Category]:
        if not isinstance(hand, list) or not all(isinstance(card, str) for card in hand):
            raise Rejection("malformed", None, f"{hand!r} is no list of cards")
        try:
            return self.evaluate([str(card) for card in hand])
        except ValueError as error:
            raise Rejection("bad_cards", None, str(error)) from error

    def bye(self) -> JsonObject:
        """Nothing is left to do."""
        return {}
