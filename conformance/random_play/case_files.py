"""Differences as cases: a corpus file that shows what random play has found, in the corpus's own form.

A case states what the reference does; it claims the one clause that the difference is most likely about, and
its notes name the others. Whoever takes it into the corpus should read it first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject, action_to_json, view_to_json
from conformance.corpus import Case, Clause, Corpus, SetupCase
from conformance.corpus.cases import FORMAT, read_case_file
from conformance.corpus.node import Node
from conformance.corpus.style import canonical
from conformance.corpus.views import SEAT_VIEW_KEYS, VIEW_KEYS
from conformance.games import AnyGame
from conformance.lint import level_of
from conformance.player import play
from conformance.random_play.attempts import Attempt
from conformance.random_play.choices import Replayed
from conformance.random_play.lockstep import START, Found, is_leak
from conformance.random_play.moves import Manner, draw_move
from conformance.random_play.ranges import Difference
from conformance.random_play.reductions import shuffled, top_of
from conformance.random_play.sessions import Session, Turn, turn_of
from conformance.random_play.setup_files import read_setup_content, setup_content
from conformance.wording import action_in_words, actor_in_words, table_in_words
from refengine.errors import NO_CLAUSE
from refengine.game import Step
from refengine.seating import Seat

NO_NUMBER: Final = 0
"""The number in the id of a case that has not been taken into a corpus."""
MOST_NAMED: Final = 6
"""Clauses that the notes name beside the one claimed."""


class Origin(NamedTuple):
    """The run and the session that a difference was found in."""

    seed: int
    number: int

    def __str__(self) -> str:
        return f"{self.seed}/{self.number}"

    def told(self) -> str:
        """In words."""
        return f"seed {self.seed}, session {self.number}"


class FoundCase(NamedTuple):
    """A difference in writing. `content` is that of the file; `shows`: its steps can show the difference,
    which those cannot that lie in events alone."""

    origin: Origin
    content: JsonObject
    case: Case | SetupCase
    notes: str
    shows: bool


def write_case(
    game: AnyGame, session: Session, difference: Difference, corpus: Corpus, origin: Origin
) -> FoundCase:
    """The case that shows a difference. `session` ends with the turn that differs."""
    if difference.found.spot.turn < START:
        return _write_setup(session, difference, corpus, origin)
    table = session.table
    catalogue = next(one for one in corpus.catalogues if one.rules == table.rules)
    last = list(_last_steps(game, session, difference.found))
    steps: list[Json] = [*map(_step, session.turns[: difference.found.spot.turn]), *last]
    draft: JsonObject = {
        "id": f"{catalogue.prefix}.{NO_NUMBER:04}",
        "title": f"{_title(session, difference.found)} ({origin.told()})",
        "clauses": [next(name for name in corpus.clauses if name.startswith(catalogue.prefix))],
        "level": "must",
        "notes": _notes(session, difference),
        "origin": "found",
        "seed": str(origin),
        "steps": steps or [{"check": {"over": False}}],
    }
    setup = {key: value for key, value in table.params().items() if key != "rules"}
    content: JsonObject = {"format": FORMAT, "rules": table.rules, "defaults": setup, "cases": [draft]}
    case = read_content(content, table.rules)
    claimed = _claimed(difference.clauses, corpus.clauses, play(game, case).cites)
    draft["clauses"] = [claimed]
    # What no reading of the rules could excuse is no ruling, whatever the case happens to rest on.
    draft["level"] = level_of([claimed], corpus) if difference.clauses else "must"
    return FoundCase(
        origin, content, read_content(content, table.rules), _notes(session, difference), bool(last)
    )


def _write_setup(session: Session, difference: Difference, corpus: Corpus, origin: Origin) -> FoundCase:
    """The false start that differs, the last of `session`. One that differs only after another is not shown
    by its file."""
    *before, one = session.false_starts
    notes = _notes(session, difference)
    content = setup_content(one, corpus, notes, str(origin), origin.told())
    return FoundCase(origin, content, read_setup_content(content, session.table.rules), notes, not before)


def read_content(content: JsonObject, rules: str) -> Case:
    """The one case of a file with this content."""
    return read_case_file(Node(content, Path(rules) / "found.json"))[0]


def save(found: FoundCase, folder: Path) -> Path:
    """Write the file, where its rule set's cases would be in a corpus `folder`; returns its path."""
    name = f"found-{found.origin.seed}-{found.origin.number}.json"
    path = folder / found.case.rules / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(canonical(found.content), "utf-8")
    return path


# -- what is claimed


def _claimed(clauses: tuple[str, ...], catalogue: Mapping[str, Clause], cites: frozenset[str]) -> str:
    """The likeliest clause that a case can be about: testable, and cited while it runs. Where no clause is in
    question, any of the text that the case rests on, so that it passes for no ruling."""
    testable = [name for name in clauses if name in catalogue and catalogue[name].testable]
    cited = [name for name in testable if name in cites]
    others = [name for name in sorted(cites) if name in catalogue and catalogue[name].testable]
    text = [name for name in others if catalogue[name].kind == "text"]
    return next(iter((*cited, *text, *others, *testable)), NO_CLAUSE)


def _notes(session: Session, difference: Difference) -> str:
    told = f"Found by random play: {difference.kind}."
    at_setup = difference.found.spot.turn < START
    for one in session.false_starts[:-1] if at_setup else session.false_starts:
        setup = {key: value for key, value in one.params.items() if key != "rules"}
        told += f" Before it a session of that name was refused: {table_in_words(setup)}."
    if at_setup and not difference.clauses:
        return f"{told} No clause is in question."
    if not difference.clauses:
        return f"{told} No clause is in question; the one claimed only says what the case rests on."
    return f"{told} The reference cites here: {', '.join(difference.clauses[:MOST_NAMED])}."


def _title(session: Session, found: Found) -> str:
    """What should be so, as a sentence."""
    told = "nothing hidden is told" if is_leak(found) else _keys_in_words(found)
    if found.spot.turn == START:
        again = " after one that was refused" if session.false_starts else ""
        return f"at the beginning {told}" if told else f"a session can begin like this{again}"
    turn = session.turns[found.spot.turn]
    done = f"{action_in_words(turn.action)} by {actor_in_words(turn.actor)}"
    if len(shuffled(turn)) > 0:
        done = "the shuffle"
    match found.fault:
        case "differs" if is_leak(found):
            viewer = found.spot.viewer
            return f"after {done} {told} to {'the referee' if viewer is None else f'seat {viewer}'}"
        case "accepted" | "wrong_clause":
            return f"{done} is refused"
        case "wrong_code":
            return f"{done} is refused with the right code"
        case "changed":
            return f"{done} is refused and changes nothing"
        case "differs":
            seen = "" if found.spot.viewer is None else f" as seat {found.spot.viewer} sees it"
            return f"after {done} {told}{seen}"
        case _:
            return f"{done} is answered" if turn.refusal is not None else f"{done} is legal"


def _keys_in_words(found: Found) -> str:
    keys = {difference.key.partition(".")[0] for difference in found.differences}
    words = [f"the {key.replace('_', ' ')}" for key in sorted(keys - {"events"} or keys)]
    if not words:
        return ""
    one = len(words) == 1 and words[0] not in ("the events", "the stacks", "the seats in")
    return f"{' and '.join(words)} {'is' if one else 'are'} right"


# -- steps


def _step(turn: Turn) -> JsonObject:
    """A turn as a step that states nothing more."""
    if turn.refusal is not None:
        tried: JsonObject = {"actor": turn.actor, "try": turn.action, "code": turn.refusal.code}
        return tried if turn.refusal.clause is None else {**tried, "clause": turn.refusal.clause}
    order = shuffled(turn)
    if order:
        top = order[: top_of(order)]
        return {"actor": turn.actor, "do": {"type": "shuffle", "top": " ".join(top)}}
    return {"actor": turn.actor, "do": turn.action}


def _last_steps(game: AnyGame, session: Session, found: Found) -> Iterator[JsonObject]:
    """The turn that differs with what shows it; nothing where it can only be told of events."""
    turn = None if found.spot.turn == START else session.turns[found.spot.turn]
    shown = dict(_expected(game, session, found))
    hidden: list[Json] = [
        one.key for one in found.differences if one.how == "shown" and one.key in SEAT_VIEW_KEYS
    ]
    refused = turn is not None and turn.refusal is not None
    if is_leak(found):
        yield from _looks(turn, found.spot.viewer, _after(session, found))
        return
    if found.differences and not shown and not hidden and not refused:
        return
    viewer = found.spot.viewer
    menu = shown.pop("menu", None) if viewer is None and not refused else None
    if turn is not None:
        stated: JsonObject = {"then": shown} if viewer is None and shown and not refused else {}
        yield {**_step(turn), **stated}
    elif viewer is None and shown:
        yield {"check": shown}
    if menu is not None:
        yield _menu_step(_after(session, found), menu)
    if not refused and (hidden or (viewer is not None and shown)):
        sees: JsonObject = {"sees": shown} if viewer is not None and shown else {}
        hides: JsonObject = {"hides": hidden} if hidden else {}
        yield {"seat_view": viewer or 0, **sees, **hides}


def _looks(turn: Turn | None, viewer: int | None, now: Step[object]) -> Iterator[JsonObject]:
    """The turn, and the view that tells too much: whatever is stated of it, a view is searched once it has
    been asked for."""
    if turn is not None:
        yield _step(turn)
    if viewer is not None:
        yield {"seat_view": viewer, "sees": {"over": now.menu.actor is None}}
    elif turn is None:
        yield {"check": {"over": now.menu.actor is None}}


def _menu_step(now: Step[object], menu: Json) -> JsonObject:
    """What the menu should be, with the simplest that it offers: only a menu that is used says what for."""
    move = draw_move(Replayed(()), now.menu, Manner())
    if move is None:
        return {"check": {"menu": menu}}
    done = _step(turn_of(Attempt(move.actor, action_to_json(move)), now, now))
    return {"actor": done["actor"], "menu": menu, "do": done["do"]}


def _after(session: Session, found: Found) -> Step[object]:
    return session.first if found.spot.turn == START else session.turns[found.spot.turn].after


def _expected(game: AnyGame, session: Session, found: Found) -> Iterator[tuple[str, Json]]:
    """The keys that differ with the values of the reference."""
    viewer = found.spot.viewer
    after = _after(session, found)
    view = view_to_json(game.observe(after.state, None if viewer is None else Seat(viewer)))
    known = VIEW_KEYS if viewer is None else SEAT_VIEW_KEYS
    keys = {difference.key.partition(".")[0] for difference in found.differences}
    yield from ((key, value) for key, value in view.items() if key in keys and key in known)
