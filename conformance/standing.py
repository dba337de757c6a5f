"""What is asked of every view that an implementation tells, whether or not a case says so.

A case compares the keys that it names. Without more, a key that is claimed and never told, or cards of
others told on the side, would go unseen wherever no case names them.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from conformance.adapters.protocol import Json
from conformance.compare import Difference, View
from conformance.forms import for_referee, for_seat, misshapen
from conformance.happenings import Reply, unlike
from conformance.hidden import leaks

__all__ = ["Reply", "Wrong", "wrong_in"]


class Wrong(NamedTuple):
    """What is wrong with a view. `form`: what is claimed is not there or cannot be; `hidden`: it tells what
    the viewer may not know; `events`: they do not tell what has happened."""

    part: Literal["form", "hidden", "events"]
    differences: tuple[Difference, ...]


def wrong_in(reply: Reply, referee: View, before: View | None, claims: frozenset[str]) -> Wrong | None:
    """What is wrong with the view in a reply, if anything is. `referee` is the referee's view of the same
    moment, `before` that of the moment before."""
    view, viewer, table = reply.view, reply.viewer, reply.moment.table
    found = tuple(misshapen(table.rules, table.seats, view, claims))
    if not found:
        look = (
            for_referee(view, claims)
            if viewer is None
            else for_seat(view, viewer, _actor(reply, claims), claims)
        )
        found = tuple(look)
    if found:
        return Wrong("form", found)
    if found := tuple(leaks(view, viewer, reply.moment, claims)):
        return Wrong("hidden", found)
    if "events" in claims and (found := tuple(unlike(reply, referee, before, claims))):
        return Wrong("events", found)
    return None


def _actor(reply: Reply, claims: frozenset[str]) -> Json:
    """Who is to act: by the implementation's own word, or by the reference's where it gives none."""
    if "actor" in claims:
        return reply.view.get("actor")
    told = reply.moment.told
    return reply.viewer if told is None else told.actor
