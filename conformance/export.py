"""The corpus in one JSON file for people who use neither this kit nor Python.

Nothing is left to be completed: defaults are merged, every shuffle names all its cards, and every case lists
the options under which it holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from conformance.about import NAME, version
from conformance.adapters.protocol import Json
from conformance.corpus import (
    Case,
    CheckStep,
    Clause,
    Corpus,
    DoStep,
    Entry,
    RankingCase,
    SeatViewStep,
    SetupCase,
    Step,
    TryStep,
)
from conformance.corpus.model import OptionValue
from conformance.games import AnyGame, defaults_of
from conformance.json_style import Path as ValuePath
from conformance.json_style import write
from conformance.needs import needs
from conformance.portability import boxes, holding, open_options
from conformance.strict_json import JsonObject
from conformance.tiers import read_tiers
from refengine.options import Choice, OptionSpec

FORMAT: Final = 1
GUIDE: Final = (
    "Each case is a session that you play on your implementation, step by step, comparing what it tells "
    "you with what the step says. Seats are numbered clockwise from 0. Cards are two characters, rank "
    "23456789TJQKA and suit cdhs. Chips are whole numbers; `amount` is what an action moves from the "
    "seat to the pot.",
    "`setup` is how the session begins: seats, the stacks by seat, the dealer (null where it is drawn "
    "by lot), every option of the rule set with its value, and, for a session that begins in mid-game, "
    "a `state`.",
    "A step is one of four. `do`: the actor (a seat or the table) does this, which is legal; before it "
    "`menu`, if there is one, is the complete set of what the actor may do, and after it the view that "
    "sees no hidden card has the values of `then`. `try`: the actor attempts this, and has to be "
    "refused; nothing changes. `seat_view`: what this seat sees has the values of `sees`, and the keys "
    "of `hides` are absent, null or empty in it. `check`: the view that sees no hidden card has these "
    "values now. A key is compared whole.",
    "In a menu, an argument is a constant, a range {min, max} (max null: no upper bound), {one_of: "
    "[...]}, {from: [cards], min, max} (that many different ones) or {order_of: [...]} (all of them in "
    "any order).",
    "There is no random number anywhere: shuffles and draws by lot are actions of the table. The cards "
    "of a shuffle are listed from the top of the pack, after the cut.",
    "`combinations` lists the options under which the case holds word for word: any combination of the "
    "values in one `options`. Where the pack is another one, `shuffles` names the cards of the shuffles "
    "instead, by the number of the step from 0.",
    "`level` tells what a failure means. `must`: the source text decides it. `option`: the text leaves "
    "it to the table. `ruling`: the text is silent and this project has decided; who decides otherwise "
    "differs from this project and does not break the text. `clauses` are the rules that the case is "
    "about.",
    "`needs` are the things that your implementation has to tell before the case can show anything: "
    "`menu`, `pot`, `stacks`, `actor`, `phase`, `last_hand`, `codes` (why an action is refused), "
    "`seat_view` (what one seat sees), `details` (all further keys of a view), `carry` (more than one "
    "hand a session), `rank`.",
    "`setups` are ways to begin a session, accepted or to be refused. `rankings` are hands of five "
    "cards in tiers, strongest first: hands of one tier are equal. `refused` are hands that cannot be "
    "ranked.",
    "`tiers` are choices of cases, setups and rankings by their ids, for a quick look. `smoke`: as few as "
    "find every one of the engines that are wrong on purpose in the kit. Passing a tier is not passing all.",
)


def export(corpus: Corpus, games: Mapping[str, AnyGame]) -> JsonObject:
    """The file's content. What the reference engine does not play is left out."""
    return {
        "format": FORMAT,
        "kit": {"name": NAME, "version": version()},
        "digest": corpus.digest,
        "guide": list(GUIDE),
        "rules": {name: _rules(corpus, game) for name, game in sorted(games.items())},
        "clauses": [_clause(clause) for clause in corpus.clauses.values()],
        "cases": [_case(case, corpus, games[case.rules]) for case in corpus.cases if case.rules in games],
        "setups": [_setup(one, games[one.rules]) for one in corpus.setups if one.rules in games],
        "tiers": {name: [*ids] for name, ids in read_tiers(corpus.root).items()},
        "rankings": [_ranking(one, games[one.rules]) for one in corpus.rankings if one.rules in games],
    }


def export_text(content: JsonObject) -> str:
    """The file: one line a clause and an entry, and steps on lines of their own."""

    def expands(path: ValuePath, _: str) -> bool:
        if len(path) < 2:
            return not path or path[0] not in ("kit", "digest")
        return path[0] == "cases" and (len(path) == 2 or (len(path) == 3 and path[2] == "steps"))

    return write(content, expands)


def _rules(corpus: Corpus, game: AnyGame) -> JsonObject:
    catalogue = next((one for one in corpus.catalogues if one.rules == game.name), None)
    source: Json = None if catalogue is None else msgspec.to_builtins(catalogue.source)
    return {
        "source": source,
        "seats": {"min": game.fewest, "max": game.most},
        "options": {spec.name: _option(spec) for spec in game.options},
    }


def _option(spec: OptionSpec) -> JsonObject:
    if isinstance(spec.range, Choice):
        return {"default": spec.default, "values": list(spec.range.values)}
    return {"default": spec.default, "values": {"min": spec.range.low, "max": None}}


def _clause(clause: Clause) -> JsonObject:
    return {
        "id": clause.id,
        "rules": clause.catalogue.rules,
        "kind": clause.kind,
        "text": clause.text,
        "heading": clause.heading,
        "options": list(clause.options),
    }


def _about(entry: Entry) -> JsonObject:
    return {
        "id": entry.id,
        "title": entry.title,
        "rules": entry.rules,
        "clauses": list(entry.clauses),
        "level": entry.level,
    }


def _case(case: Case, corpus: Corpus, game: AnyGame) -> JsonObject:
    groups = _groups(case, game)
    actions = groups[0][1] if groups else (None,) * len(case.steps)
    setup = case.setup
    return {
        **_about(case),
        "origin": case.origin,
        "flags": list(case.flags),
        "notes": case.notes,
        "needs": list(needs(case, corpus.clauses)),
        "setup": {
            "seats": setup.seats,
            "stacks": list(setup.stacks),
            "dealer": setup.dealer,
            "options": {**defaults_of(game), **setup.options},
            "state": setup.state,
        },
        "combinations": _combinations(case, game, groups),
        "steps": [_step(step, action) for step, action in zip(case.steps, actions, strict=True)],
    }


Actions = tuple[JsonObject | None, ...]
Groups = list[tuple[list[dict[str, OptionValue]], Actions]]


def _groups(case: Case, game: AnyGame) -> Groups:
    """The combinations under which the case holds, those together that complete its actions alike."""
    groups: Groups = []
    for setting, played in holding(game, case):
        for together, actions in groups:
            if actions == played.actions:
                together.append(setting)
                break
        else:
            groups.append(([setting], played.actions))
    return groups


def _full_boxes(game: AnyGame, entry: Entry, held: list[dict[str, OptionValue]]) -> list[JsonObject]:
    """Combinations as boxes that name every option that the entry leaves open."""
    options = open_options(game, entry)
    return [
        {name: list(box.values.get(name, values)) for name, values in options.items()}
        for box in boxes(options, held)
    ]


def _combinations(case: Case, game: AnyGame, groups: Groups) -> list[Json]:
    written: list[Json] = []
    for together, actions in groups:
        shuffles: JsonObject = {
            str(place): action["cards"]
            for place, action in enumerate(actions)
            if action is not None and action != groups[0][1][place]
        }
        for box in _full_boxes(game, case, together):
            written.append({"options": box, "shuffles": shuffles} if shuffles else {"options": box})
    return written


def _held(entry: Entry, game: AnyGame) -> list[Json]:
    held = [setting for setting, _ in holding(game, entry)]
    return [{"options": box} for box in _full_boxes(game, entry, held)]


def _step(step: Step, action: JsonObject | None) -> JsonObject:
    match step:
        case DoStep(actor, given, menu, then):
            return {
                "actor": actor,
                **({} if menu is None else {"menu": [*menu]}),
                "do": given if action is None else action,
                **({} if then is None else {"then": then}),
            }
        case TryStep(actor, given, code, clause):
            return {
                "actor": actor,
                "try": given if action is None else action,
                "code": code,
                **({} if clause is None else {"clause": clause}),
            }
        case SeatViewStep(seat, sees, hides):
            return {
                "seat_view": seat,
                **({"sees": sees} if sees else {}),
                **({"hides": [*hides]} if hides else {}),
            }
        case CheckStep(keys):
            return {"check": keys}


def _setup(entry: SetupCase, game: AnyGame) -> JsonObject:
    return {
        **_about(entry),
        "setup": entry.setup,
        "accepted": entry.accepted,
        "combinations": _held(entry, game),
    }


def _ranking(entry: RankingCase, game: AnyGame) -> JsonObject:
    tiers: list[Json] = [
        {"category": tier.category, "hands": [" ".join(hand) for hand in tier.hands]} for tier in entry.tiers
    ]
    return {
        **_about(entry),
        "seats": entry.seats,
        "options": dict(entry.options),
        "combinations": _held(entry, game),
        "strongest_first": tiers,
        "refused": [" ".join(hand) for hand in entry.refused],
    }
