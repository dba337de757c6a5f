"""The reference engine with its answers said in another way."""

from __future__ import annotations

from collections.abc import Callable

from conformance.adapters.protocol import Json, Rejection
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject

View = JsonObject
Rephrase = Callable[[JsonObject], JsonObject]


def as_it_is(said: JsonObject) -> JsonObject:
    """The answer unchanged."""
    return said


class Rephrased(Reference):
    """Views and claims go out changed, and so do refusals."""

    def __init__(
        self,
        view: Rephrase = as_it_is,
        claims: Rephrase = as_it_is,
        refusal: Callable[[Rejection], Rejection] | None = None,
    ) -> None:
        super().__init__()
        self._view = view
        self._claims = claims
        self._refusal = refusal or (lambda rejection: rejection)

    def hello(self, protocol: Json, **more: Json) -> JsonObject:
        """The claims of the reference, changed."""
        return self._claims(super().hello(protocol, **more))

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        try:
            return self._view(super().new(session, rules, **params))
        except Rejection as rejection:
            raise self._refusal(rejection) from rejection

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        try:
            return self._view(super().act(session, actor, action))
        except Rejection as rejection:
            raise self._refusal(rejection) from rejection

    def view(self, session: str, seat: Json = None) -> JsonObject:
        return self._view(super().view(session, seat))

    def rank(self, rules: str, seats: Json, hands: Json, options: Json = None) -> JsonObject:
        try:
            return super().rank(rules, seats, hands, options)
        except Rejection as rejection:
            raise self._refusal(rejection) from rejection
