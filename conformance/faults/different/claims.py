"""Engines that claim less than everything, and are not asked for more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject

Claims = Callable[[JsonObject], JsonObject]


def only_capabilities(*names: str) -> Claims:
    """Only these capabilities."""
    return lambda hello: {**hello, "capabilities": [*names]}


def all_but(*names: str) -> Claims:
    """Every capability but these."""

    def changed(hello: JsonObject) -> JsonObject:
        claimed = hello["capabilities"]
        assert isinstance(claimed, list)
        return {**hello, "capabilities": [name for name in claimed if name not in names]}

    return changed


def only_rules(*names: str) -> Claims:
    """Only these rule sets."""

    def changed(hello: JsonObject) -> JsonObject:
        rules = hello["rules"]
        assert isinstance(rules, dict)
        return {**hello, "rules": {name: rules[name] for name in names}}

    return changed


def _by_rules(change: Callable[[JsonObject], JsonObject]) -> Claims:
    def changed(hello: JsonObject) -> JsonObject:
        rules = hello["rules"]
        assert isinstance(rules, dict)
        return {
            **hello,
            "rules": {name: change(claim) for name, claim in rules.items() if isinstance(claim, dict)},
        }

    return changed


def only_seats(fewest: int, most: int) -> Claims:
    """Only tables of so many seats."""
    return _by_rules(lambda claim: {**claim, "seats": {"min": fewest, "max": most}})


def only_options(values: Mapping[str, Collection[Json]]) -> Claims:
    """Of these options only these values, where a rule set has them."""

    def changed(claim: JsonObject) -> JsonObject:
        options = claim["options"]
        assert isinstance(options, dict)
        return {
            **claim,
            "options": {name: [*values[name]] if name in values else span for name, span in options.items()},
        }

    return _by_rules(changed)


def without_options(claim: JsonObject) -> JsonObject:
    """A claim that names no option, so that each can have any value."""
    return {**claim, "options": {}}


def any_options(hello: JsonObject) -> JsonObject:
    """Options are not named at all."""
    return _by_rules(without_options)(hello)


def any_seats(hello: JsonObject) -> JsonObject:
    """Numbers of seats are not told."""
    return _by_rules(lambda claim: {key: value for key, value in claim.items() if key != "seats"})(hello)


def one_session_at_a_time(hello: JsonObject) -> JsonObject:
    """No two sessions side by side."""
    return {**hello, "session_limit": 1}
