"""Random play: sessions that nobody thought of, played on an implementation and on the reference engine.

What is meant for use elsewhere:

- `play_range`: the sessions of a range, each with what came of it; pure in its arguments
- `lane_for`: a connection on which sessions can be played one by one
- `sessions`: the same sessions as a strategy of Hypothesis
- `play_unaided`: an implementation held against itself, without the reference
- `look_into`: from a difference to a small case in a file
"""

from __future__ import annotations

from conformance.random_play.findings import Desk, Finding, Unsteady, finding_lines, look_into
from conformance.random_play.kinds import Kind
from conformance.random_play.ranges import Difference, Lane, SessionOutcome, lane_for, play_range
from conformance.random_play.sessions import Session
from conformance.random_play.strategies import sessions
from conformance.random_play.unaided import CourseOutcome, play_unaided

__all__ = [
    "CourseOutcome",
    "Desk",
    "Difference",
    "Finding",
    "Kind",
    "Lane",
    "Session",
    "SessionOutcome",
    "Unsteady",
    "finding_lines",
    "lane_for",
    "look_into",
    "play_range",
    "play_unaided",
    "sessions",
]
