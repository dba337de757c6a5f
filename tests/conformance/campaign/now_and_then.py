"""An implementation that errs once, whatever is played, and never again in this process."""

from __future__ import annotations

from conformance.adapters.protocol import Json
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject

_answers = [0]


class NowAndThen(Reference):
    """The 200th answer has another pot."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        told = super().act(session, actor, action)
        _answers[0] += 1
        return {**told, "pot": 77} if _answers[0] == 200 else told
