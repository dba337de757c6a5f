"""Random sessions as Hypothesis draws them: for property tests, and for making a failing session smaller.

They come from the generator of the fast lane, number by number, so that whatever that one draws Hypothesis
can draw too, and take up from a record of its choices.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from hypothesis import strategies as st

from conformance.random_play.choices import Choose
from conformance.random_play.sessions import Session, draw_session
from conformance.random_play.tables import Ground

_below: Final = cache(lambda count: st.integers(0, count - 1))


@st.composite
def choices(draw: st.DrawFn) -> Choose:
    """Choices that Hypothesis makes, for generators of this package."""

    def choose(count: int) -> int:
        return 0 if count == 1 else draw(_below(count))

    return choose


@st.composite
def sessions(draw: st.DrawFn, ground: Ground) -> Session:
    """Whole sessions at tables of `ground`."""
    return draw_session(draw(choices()), ground)
