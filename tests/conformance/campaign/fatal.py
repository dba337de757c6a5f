"""An implementation that ends the process it is in, in the second session that it plays."""

from __future__ import annotations

import os

from conformance.adapters.protocol import Json
from conformance.adapters.reference import Reference
from conformance.convert import JsonObject


class Fatal(Reference):
    """Does not survive the table of its second session."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = 0

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        self._begun += 1
        if self._begun == 2:
            os._exit(4)
        return super().new(session, rules, **params)
