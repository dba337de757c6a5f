"""What is asked of every view that an implementation tells, whether or not a case says so.

A case compares the keys that it names. Without more, a key that is claimed and never told, or cards of
others told on the side, would go unseen wherever no case names them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from conformance.compare import Difference, View
from conformance.forms import for_referee, for_seat, misshapen
from conformance.happenings import Reply, unlike
from conformance.hidden import Past, leaks, menus_of_others
from conformance.script import Moment

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
    past = _past(reply.moment)
    found = tuple(misshapen(table.rules, table.seats, view, claims))
    if not found:
        found = (*_for_viewer(reply, claims), *menus_of_others(view, viewer, past))
    if found:
        return Wrong("form", found)
    if found := tuple(leaks(view, viewer, past, claims)):
        return Wrong("hidden", found)
    if "events" in claims and (found := tuple(unlike(reply, referee, before, claims))):
        return Wrong("events", found)
    return None


def _past(moment: Moment) -> Past:
    return Past(moment.table.game, lambda: [(at.action, now) for at, now in moment.course()])


def _for_viewer(reply: Reply, claims: frozenset[str]) -> Iterator[Difference]:
    """Who is to act the implementation says itself, or, where it does not claim to, the reference."""
    view, viewer, told = reply.view, reply.viewer, reply.moment.told
    if "actor" not in claims and told is None:
        return
    actor = view.get("actor") if "actor" in claims else told.actor if told is not None else None
    if viewer is None:
        yield from for_referee(view, actor, claims)
    else:
        yield from for_seat(view, viewer, actor, claims)
