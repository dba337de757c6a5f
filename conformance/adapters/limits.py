"""How long an implementation may take, and how much it may say at once."""

from __future__ import annotations

from typing import Final, NamedTuple


class Limits(NamedTuple):
    """Times in seconds, sizes in bytes.

    `first`: until the first reply; `later`: until any other one, counted from when its request is the oldest
    unanswered one; `grace`: between being asked to end, ending, and being killed; `line`: a reply line
    without its line end.
    """

    first: float = 10.0
    later: float = 5.0
    grace: float = 1.0
    line: int = 1 << 20

    def scaled(self, factor: float) -> Limits:
        """The same with all times multiplied by `factor`."""
        return self._replace(first=self.first * factor, later=self.later * factor, grace=self.grace * factor)


DEFAULT_LIMITS: Final = Limits()
