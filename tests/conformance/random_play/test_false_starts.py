"""Set-ups just outside what the rules admit: they are refused, and leave nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.protocol import Json, Rejection
from conformance.adapters.reference import Reference
from conformance.adoption import adopt
from conformance.again import Terms
from conformance.cli import main
from conformance.convert import JsonObject
from conformance.corpus import Corpus, SetupCase, corpus_dir, load_corpus
from conformance.random_play.choices import seeded
from conformance.random_play.false_starts import FalseStart, draw_false_starts, false_start, plainer, weight
from conformance.random_play.findings import Desk, Finding, finding_lines, look_into
from conformance.random_play.lockstep import START, script_of
from conformance.random_play.ranges import SessionOutcome, play_range
from conformance.random_play.sessions import draw_session, session_seed
from conformance.random_play.tables import Ground, draw_table
from refengine.rulesets.catalogue import GAMES


class TakesAnyStacks(Reference):
    """A number of stacks that is not that of the seats does not matter to it."""

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        seats, stacks = params["seats"], params["stacks"]
        if type(seats) is int and 2 <= seats <= 6 and isinstance(stacks, list):
            params["stacks"] = [*stacks, 100, 100, 100, 100][:seats]
        return super().new(session, rules, **params)


class KeepsTheName(Reference):
    """The name of a session that was refused is taken all the same."""

    def __init__(self) -> None:
        super().__init__()
        self._refused: set[str] = set()

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        if session in self._refused:
            raise ValueError(f"there is a session {session!r} already")
        try:
            return super().new(session, rules, **params)
        except Rejection:
            self._refused.add(session)
            raise


class CallsItMalformed(Reference):
    """Every set-up that is refused is malformed to it."""

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        try:
            return super().new(session, rules, **params)
        except Rejection as rejection:
            raise Rejection("malformed", None, str(rejection)) from rejection


class BreaksOnStrangers(Reference):
    """An option that it does not know ends in an exception."""

    def new(self, session: str, rules: str, **params: Json) -> JsonObject:
        options = params["options"]
        known = {spec.name for spec in GAMES[rules].options}
        if isinstance(options, dict) and options.keys() - known:
            raise KeyError(*(options.keys() - known))
        return super().new(session, rules, **params)


PLANTED = [TakesAnyStacks, KeepsTheName, CallsItMalformed, BreaksOnStrangers]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus()


@pytest.fixture(scope="module")
def find(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Callable[[type[Reference]], Finding]:
    """What is found in Red Dog as a planted engine plays it."""
    found: dict[type[Reference], Finding] = {}

    def look(make: type[Reference]) -> Finding:
        if make not in found:
            adapter = InProcessAdapter("planted", make)
            outcome: SessionOutcome = next(
                one for one in play_range(adapter, "red-dog", 1, 0, 200) if one.difference is not None
            )
            desk = Desk(adapter, Terms("planted:make", {}), {}, corpus, tmp_path_factory.mktemp("found"))
            finding = look_into(desk, 1, outcome)
            assert isinstance(finding, Finding)
            found[make] = finding
        return found[make]

    return look


# -- what is drawn
def drawn(ground: Ground) -> list[FalseStart]:
    some: list[FalseStart] = []
    for number in range(1500):
        choose = seeded("false starts", number)
        some += draw_false_starts(choose, ground, draw_table(choose, ground))
    return some


@pytest.mark.parametrize("rules", list(GAMES))
def test_every_part_of_a_set_up_is_tried(rules: str, grounds: dict[str, Ground]) -> None:
    some = drawn(grounds[rules])
    game = GAMES[rules]
    seats = [one.params["seats"] for one in some]
    assert {game.fewest - 1, game.most + 1} <= {one for one in seats if type(one) is int}
    assert any(one is True for one in seats)
    stacks = [one.params["stacks"] for one in some]
    lists = [(one, each) for one, each in zip(some, stacks, strict=True) if isinstance(each, list)]
    usual = [(one, each) for one, each in lists if one.params["seats"] in range(game.fewest, game.most + 1)]
    assert {len(each) - int(str(one.params["seats"])) for one, each in usual} == {-1, 0, 1}
    assert any(stack is True for _, each in usual for stack in each)
    dealers = {one.params["dealer"] for one in some if type(one.params["dealer"]) is int}
    assert -1 in dealers
    names = {spec.name for spec in game.options}
    options = [one.params["options"] for one in some if isinstance(one.params["options"], dict)]
    assert any(each.keys() - names for each in options)
    assert any(not isinstance(one.params["options"], dict) for one in some)


def test_what_another_language_takes_for_a_whole_number_is_not_tried(grounds: dict[str, Ground]) -> None:
    def numbers(value: Json) -> list[float]:
        if isinstance(value, list):
            return [number for item in value for number in numbers(item)]
        if isinstance(value, dict):
            return [number for item in value.values() for number in numbers(item)]
        return [value] if isinstance(value, float) else []

    assert all(number % 1 for one in drawn(grounds["ton"]) for number in numbers(one.params))


def test_a_state_is_tried_too_where_there_is_one(grounds: dict[str, Ground]) -> None:
    table = draw_table(seeded("x", 2), grounds["ton"])
    states = [one.params["state"] for one in drawn(grounds["ton"]) if "state" in one.params]
    assert any(isinstance(state, dict) and state["bank"] in (-1, "4") for state in states)
    assert false_start(GAMES["ton"], table.params()) is None


def test_what_the_rules_admit_is_no_false_start() -> None:
    params: JsonObject = {"seats": 2, "stacks": [5, -5], "dealer": 0, "options": {}, "rules": "ton"}
    assert false_start(GAMES["ton"], params) is None
    assert false_start(GAMES["red-dog"], {**params, "rules": "red-dog"}) is not None


@pytest.mark.parametrize("rules", list(GAMES))
def test_what_is_plainer_is_refused_still_and_weighs_no_more(rules: str, grounds: dict[str, Ground]) -> None:
    for one in drawn(grounds[rules])[:100]:
        for other in plainer(GAMES[rules], one):
            assert false_start(GAMES[rules], other.params) == other
            assert weight(other) <= weight(one)


# -- in lockstep
def test_false_starts_come_before_the_session_under_its_name(grounds: dict[str, Ground]) -> None:
    ground = grounds["red-dog"]
    sessions = (draw_session(session_seed(1, "red-dog", number), ground) for number in range(100))
    session = next(one for one in sessions if len(one.false_starts) == 2)
    script = script_of(session, "mine", "nobody")
    assert [request.method for request in script.requests[:3]] == ["new"] * 3
    assert {request.params["session"] for request in script.requests} == {"mine"}
    assert [spot.turn for spot in script.spots[:3]] == [START - 1, START - 2, START]
    assert script.requests[2].params == {"session": "mine", **session.table.params()}


def test_the_reference_refuses_them_all_and_plays_on() -> None:
    tried = 0
    for outcome in play_range(InProcessAdapter("reference", Reference), "italian-progressive", 3, 0, 60):
        assert outcome.difference is None
        tried += len(outcome.session.false_starts)
    assert tried > 10


@pytest.mark.parametrize(
    ("make", "phase", "what"),
    [
        (TakesAnyStacks, "setup", "accepted"),
        (CallsItMalformed, "setup", "wrong_code: malformed"),
        (BreaksOnStrangers, "setup", "broke"),
    ],
)
def test_what_is_wrong_with_set_ups_is_found_and_made_small(
    make: type[Reference], phase: str, what: str, find: Callable[[type[Reference]], Finding]
) -> None:
    finding = find(make)
    case = finding.found.case
    assert f"red-dog, {phase}: {what}" in finding.found.notes
    assert isinstance(case, SetupCase)
    assert (case.origin, case.seed) == ("found", str(finding.origin))
    assert case.setup["options"] == {} or make is BreaksOnStrangers
    assert finding.line.fault is not None


def test_a_name_that_a_refused_set_up_has_taken_is_told(find: Callable[[type[Reference]], Finding]) -> None:
    finding = find(KeepsTheName)
    assert ": broke" in finding.found.notes
    assert finding.found.notes.count("Before it a session of that name was refused") == 1
    assert not finding.found.shows
    assert any("Before it a session of that name was refused" in line for line in finding_lines(finding))


# -- as files
@pytest.mark.parametrize("make", PLANTED)
def test_what_is_written_is_of_the_published_form(
    make: type[Reference], find: Callable[[type[Reference]], Finding]
) -> None:
    content = json.loads(find(make).path.read_text("utf-8"))
    folder = corpus_dir() / "schema"
    schemas = {path.name: json.loads(path.read_text("utf-8")) for path in folder.iterdir()}
    registry: Registry[Any] = Registry().with_resources(
        (name, Resource.from_contents(schema)) for name, schema in schemas.items()
    )
    name = "setups.json" if "refusals" in content else "cases.json"
    Draft202012Validator(schemas[name], registry=registry).validate(content)


def test_a_found_set_up_replays(
    find: Callable[[type[Reference]], Finding], capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(find(TakesAnyStacks).path)
    assert main(["replay", path]) == 0
    assert capsys.readouterr().out.rstrip().endswith("passed")
    assert main(["replay", path, "--adapter", f"{__name__}:TakesAnyStacks"]) == 1


def test_a_found_set_up_is_adopted_beside_the_others(
    find: Callable[[type[Reference]], Finding], tmp_path: Path
) -> None:
    root = Path(shutil.copytree(corpus_dir(), tmp_path / "corpus"))
    before = {entry.id for entry in load_corpus(root).setups}
    path = find(TakesAnyStacks).path
    written = json.loads(path.read_text("utf-8"))
    written["refusals"][0]["title"] = "a title of its own"
    path.write_text(json.dumps(written), "utf-8")
    (name,) = adopt(path, root, GAMES)
    (entry,) = (entry for entry in load_corpus(root).setups if entry.id not in before)
    assert entry.id == name
    assert name.startswith("DOG.S")
    assert (entry.origin, entry.accepted) == ("found", False)
    options = entry.setup["options"]
    assert isinstance(options, dict)
    assert options.get("first_dealer", "drawn") == "drawn"
