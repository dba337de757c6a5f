"""The course of a session that nobody but the implementation itself tells what is legal in.

A course asks for requests and is sent their outcomes, so that many sessions can be played side by side and
their requests go out together. It ends with what is broken, if anything is.

First the session is played, its edges and what lies outside its menus being tried; then it is played again
in three ways. The same script has to lead to the same replies. Every edge of one of its menus has to be
accepted. And a script with two hidden cards in each other's place has to look the same to a seat that sees
neither, as long as neither comes to light and no hand ends.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final, NamedTuple

from conformance.adapters.protocol import Answer, Json, Outcome, Rejected, Request
from conformance.convert import JsonObject
from conformance.forms import EVERY_KEY
from conformance.hidden import cards_told
from conformance.random_play.attempts import Attempt
from conformance.random_play.choices import Choose, one_of
from conformance.random_play.invariants import Broken, Invariants, Sight
from conformance.random_play.probing import cards_in, draw_listed, draw_outside, edges, nearest_end
from conformance.random_play.strangers import StrangeGround
from conformance.random_play.tables import Ground, Table
from conformance.unmoved import changes
from conformance.wording import table_in_words

LENGTHS: Final = (10, 20, 35)
"""Actions after which a session is brought to its end."""
TO_THE_END: Final = 300
"""Actions within which it then has to be over."""
OUTSIDE: Final = 4
"""One action in so many is preceded by an attempt outside the menu."""
REFUSED: Final = "what the menu does not list is refused"
UNCHANGED: Final = "a refusal changes nothing"
NONSENSE: Final = "a set-up that makes no sense is refused"
OF_ATTEMPTS: Final = frozenset({REFUSED, UNCHANGED})
"""Where one of these is known to be broken nothing is tried any more: the session would be another one."""

Outcomes = Sequence[Outcome]
Course = Generator[list[Request], Outcomes, Broken | None]


class Done(NamedTuple):
    """One action that was carried out, and what could be seen then."""

    attempt: Attempt
    sight: Sight


class Failed(Exception):
    """The session cannot go on."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(name, detail)
        self.broken = Broken(name, detail)


class Asker:
    """Makes the requests of one implementation's sessions and reads their outcomes."""

    def __init__(
        self, ground: Ground | StrangeGround, table: Table, name: str, known: frozenset[str]
    ) -> None:
        self.capabilities = ground.capabilities
        self.known = known
        self.table = table
        self.name = name
        self._viewers: tuple[int | None, ...] = (
            (None, *range(table.seats)) if "seat_view" in ground.capabilities else (None,)
        )

    def new(self, session: str) -> list[Request]:
        """Begin, and look."""
        return [Request("new", {"session": session, **self.table.params()}), *self.looks(session)]

    def act(self, session: str, attempt: Attempt) -> list[Request]:
        """Try something, and look."""
        params: JsonObject = {"session": session, "actor": attempt.actor, "action": attempt.action}
        return [Request("act", params), *self.looks(session)]

    def looks(self, session: str) -> list[Request]:
        """Everybody looks."""
        return [Request("view", {"session": session, "seat": viewer}) for viewer in self._viewers]

    def sight(self, outcomes: Outcomes) -> Sight:
        """What everybody saw; `Failed` if somebody got no view."""
        views: list[JsonObject] = []
        for outcome in outcomes:
            if not isinstance(outcome, Answer) or not isinstance(outcome.result, dict):
                raise Failed("views are answered", told(outcome))
            views.append(outcome.result)
        return Sight(views[0], tuple(views[1:]))


def told(outcome: Outcome) -> str:
    """An outcome in a few words."""
    match outcome:
        case Answer(result):
            return f"answered with {type(result).__name__}" if not isinstance(result, dict) else "answered"
        case Rejected(code, _, message):
            return f"rejected with {code}: {message}"
        case other:
            return f"{type(other).__name__.lower()}: {' '.join(str(part) for part in other if part)}"


def course(
    choose: Choose,
    ground: Ground | StrangeGround,
    table: Table,
    name: str,
    history: list[Done],
    known: frozenset[str] = frozenset(),
    nonsense: JsonObject | None = None,
) -> Course:
    """One session with all that is tried on it; `history` is filled with what was done. What is `known` to be
    broken, by the names of the invariants, ends the parts that cannot go on, and is told no more. `nonsense`
    is a set-up that is tried first, under the session's name."""
    asker = Asker(ground, table, name, known)
    parts: list[Course] = [
        _play(choose, asker, history, nonsense),
        _play_again(asker, history),
        _try_edges(choose, asker, history),
    ]
    if "seat_view" in ground.capabilities:
        parts.append(_swap_hidden(choose, asker, history))
    for part in parts:
        try:
            yield from part
        except Failed as failed:
            if failed.broken.name not in known:
                return failed.broken
    return None


# -- the session itself


def _start_in_vain(asker: Asker, nonsense: JsonObject) -> Generator[list[Request], Outcomes, None]:
    """Ask for a session that cannot be. That its name is free after that shows when the session begins."""
    (outcome,) = yield [Request("new", {"session": asker.name, **nonsense})]
    setup = table_in_words({key: value for key, value in nonsense.items() if key != "rules"})
    if not isinstance(outcome, Rejected):
        raise Failed(NONSENSE, f"{setup}: {told(outcome)}")
    if "codes" in asker.capabilities and outcome.code != "bad_setup":
        raise Failed(NONSENSE, f"{setup}: {told(outcome)}, should be bad_setup")


def _play(
    choose: Choose, asker: Asker, history: list[Done], nonsense: JsonObject | None
) -> Generator[list[Request], Outcomes, None]:
    invariants = Invariants(asker.table, asker.capabilities)
    session = asker.name
    if nonsense is not None and NONSENSE not in asker.known:
        yield from _start_in_vain(asker, nonsense)
    else:
        nonsense = None
    outcomes = yield asker.new(session)
    if not isinstance(outcomes[0], Answer):
        after = "" if nonsense is None else ", after one of its name that was refused"
        raise Failed("a session that is claimed can begin", f"{told(outcomes[0])}{after}")
    sight = asker.sight(outcomes[1:])
    _check(invariants, sight, asker.known)
    length = one_of(choose, LENGTHS)
    for step in range(length + TO_THE_END):
        menu = _menu(sight)
        actor = sight.referee.get("actor")
        if not menu or actor is None:
            break
        if step < length and choose(OUTSIDE) == OUTSIDE - 1:
            attempt = draw_outside(choose, menu, actor, asker.table.seats)
            if not asker.known & OF_ATTEMPTS:
                yield from _refused(asker, session, attempt, sight)
        pick = draw_listed if step < length else nearest_end
        attempt = Attempt(actor, pick(choose, menu))
        outcomes = yield asker.act(session, attempt)
        if not isinstance(outcomes[0], Answer):
            raise Failed("what the menu lists is accepted", f"{attempt}: {told(outcomes[0])}")
        sight = asker.sight(outcomes[1:])
        history.append(Done(attempt, sight))
        _check(invariants, sight, asker.known)
    else:
        raise Failed("sessions end", f"{TO_THE_END} actions towards the end did not suffice")
    yield [Request("end", {"session": session})]


def _menu(sight: Sight) -> list[JsonObject]:
    menu = sight.referee.get("menu")
    return [pattern for pattern in menu if isinstance(pattern, dict)] if isinstance(menu, list) else []


def _check(invariants: Invariants, sight: Sight, known: frozenset[str]) -> None:
    for broken in invariants.broken(sight):
        if broken.name not in known:
            raise Failed(*broken)


def _refused(
    asker: Asker, session: str, attempt: Attempt, before: Sight
) -> Generator[list[Request], Outcomes, None]:
    outcomes = yield asker.act(session, attempt)
    if not isinstance(outcomes[0], Rejected):
        raise Failed(REFUSED, f"{attempt}: {told(outcomes[0])}")
    after = asker.sight(outcomes[1:])
    for viewer in (None, *range(len(after.seats))):
        for difference in changes(before.of(viewer), after.of(viewer), asker.capabilities):
            whose = "the referee's view" if viewer is None else f"the view of seat {viewer}"
            raise Failed(UNCHANGED, f"{attempt} changed {difference.key} in {whose}")


# -- the session again


def _script(asker: Asker, session: str, history: Sequence[Done]) -> list[Request]:
    requests = asker.new(session)
    for done in history:
        requests += asker.act(session, done.attempt)
    return [*requests, Request("end", {"session": session})]


def _sights(asker: Asker, outcomes: Outcomes) -> Iterator[Sight]:
    """What was seen after each request of a script that was carried out."""
    size = len(asker.looks(""))
    for start in range(0, len(outcomes) - 1, size + 1):
        if not isinstance(outcomes[start], Answer):
            return
        yield asker.sight(outcomes[start + 1 : start + 1 + size])


def _play_again(asker: Asker, history: Sequence[Done]) -> Generator[list[Request], Outcomes, None]:
    outcomes = yield _script(asker, f"{asker.name}-again", history)
    sights = list(_sights(asker, outcomes))[1:]
    if len(sights) < len(history):
        raise Failed("the same script leads to the same session", f"action {len(sights)} was refused")
    for place, (done, sight) in enumerate(zip(history, sights, strict=True)):
        for viewer in (None, *range(len(sight.seats))):
            for difference in changes(done.sight.of(viewer), sight.of(viewer), asker.capabilities):
                told_of = f"{difference.key} after action {place}"
                raise Failed("the same script leads to the same session", f"{told_of} is another")


def _try_edges(
    choose: Choose, asker: Asker, history: Sequence[Done]
) -> Generator[list[Request], Outcomes, None]:
    """Every edge of the menu after some action, each in a session that has come so far."""
    place = choose(len(history)) if history else 0
    if not history or not _menu(history[place].sight):
        return
    sight = history[place].sight
    actor = sight.referee.get("actor")
    if actor is None:
        return
    actions = [action for pattern in _menu(sight) for action in edges(pattern)]
    requests: list[Request] = []
    for number, action in enumerate(actions):
        session: JsonObject = {"session": f"{asker.name}-edge-{number}"}
        requests.append(Request("new", {**session, **asker.table.params()}))
        for done in history[: place + 1]:
            params = {"actor": done.attempt.actor, "action": done.attempt.action}
            requests.append(Request("act", {**session, **params}))
        requests.append(Request("act", {**session, "actor": actor, "action": action}))
        requests.append(Request("end", session))
    outcomes = yield requests
    size = len(requests) // len(actions)
    for number, action in enumerate(actions):
        outcome = outcomes[number * size + size - 2]
        if not isinstance(outcome, Answer):
            raise Failed("what the menu lists is accepted", f"{Attempt(actor, action)}: {told(outcome)}")


# -- hidden cards in each other's place


def _swap_hidden(
    choose: Choose, asker: Asker, history: Sequence[Done]
) -> Generator[list[Request], Outcomes, None]:
    deals = [place for place, done in enumerate(history) if _deals(done)]
    if not deals:
        return
    place = one_of(choose, deals)
    viewer = choose(asker.table.seats)
    pair = _hidden_pair(choose, history[place], viewer)
    if pair is None:
        return
    swapped = [*history]
    swapped[place] = Done(_with_swapped(history[place].attempt, pair), history[place].sight)
    outcomes = yield _script(asker, f"{asker.name}-swapped", swapped)
    sights = list(_sights(asker, outcomes))[1:]
    for at, (done, sight) in enumerate(zip(history, sights, strict=False)):
        if at >= place:
            if _comes_to_light(history, place, at, viewer, pair):
                return
            views = done.sight.of(viewer), sight.of(viewer)
            differing = [difference.key for difference in changes(*views, asker.capabilities)]
            for key in [*differing, *_telling(*views)]:
                told_of = f"seat {viewer} sees another {key} after action {at}"
                raise Failed(
                    "a seat's view does not tell of hidden cards",
                    f"{told_of} when {pair[0]} and {pair[1]} change places in the shuffle",
                )


def _telling(before: JsonObject, after: JsonObject) -> Iterator[str]:
    """Keys of an implementation's own that name other cards than before. What else is in them may change."""
    for key in sorted((before.keys() | after.keys()) - EVERY_KEY):
        was, now = ({key: view[key]} if key in view else {} for view in (before, after))
        if cards_told(was) != cards_told(now):
            yield key


def _deals(done: Done) -> bool:
    """Whether the action dealt hands; not if they were played out at once, which needs no action where the
    blinds take all that there is."""
    shuffle = done.attempt.action.get("type") == "shuffle"
    dealt = any(view.get("hand") is not None for view in done.sight.seats)
    return shuffle and dealt and done.sight.referee.get("seats_in") != []


def _hidden_pair(choose: Choose, done: Done, viewer: int) -> tuple[str, str] | None:
    """Two cards of one suit that the viewer does not see. In some games it shows at once whether somebody
    holds a card of some suit, but never which."""
    order = list(cards_in(done.attempt.action.get("cards")))
    seen = set(cards_in(done.sight.of(viewer)))
    hidden = [card for card in order if card not in seen]
    if not hidden:
        return None
    first = one_of(choose, hidden)
    others = [card for card in hidden if card[1] == first[1] and card != first]
    return (first, one_of(choose, others)) if others else None


def _with_swapped(attempt: Attempt, pair: tuple[str, str]) -> Attempt:
    other = {pair[0]: pair[1], pair[1]: pair[0]}
    cards: list[Json] = [other.get(card, card) for card in cards_in(attempt.action.get("cards"))]
    return attempt._replace(action={**attempt.action, "cards": cards})


def _comes_to_light(history: Sequence[Done], place: int, at: int, viewer: int, pair: tuple[str, str]) -> bool:
    """Whether by then the viewer may know: it sees one of the cards, or hands have been compared."""
    then, now = history[place].sight, history[at].sight
    if any(card in pair for card in cards_in(now.of(viewer))):
        return True
    compared = ("last_hand", "turned", "last_trick", "tricks_taken", "hand_number")
    return any(then.referee.get(key) != now.referee.get(key) for key in compared)
