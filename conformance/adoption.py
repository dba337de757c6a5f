"""Taking cases that random play has found into a corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject
from conformance.corpus import Case, Corpus, CorpusError, SetupCase, case_digest, load_corpus
from conformance.corpus.cases import FORMAT, read_case_file
from conformance.corpus.node import Node
from conformance.corpus.setups import read_setup_file
from conformance.corpus.style import canonical
from conformance.games import AnyGame, defaults_of
from conformance.ids import NEW, assign
from conformance.index import read_index
from conformance.json_style import one_line
from conformance.lint import level_of
from conformance.player import play
from conformance.strict_json import read_json

TOPIC: Final = "found"
"""The topic, and so the file, that adopted cases stand under."""
_PLAIN: Final[JsonObject] = {"seats": 2, "stacks": [100, 100], "dealer": 1, "options": {}}


def read_cases(path: Path) -> list[Case | SetupCase]:
    """The cases, or the set-ups, of a file that need not lie in a corpus; `CorpusError` if it holds something
    else.

    The folder that the file is in does not matter: the rule set is the one that the file names.
    """
    content = read_json(path)
    rules = content.get("rules") if isinstance(content, dict) else None
    if not isinstance(rules, str):
        raise CorpusError(path, "/rules", "names no rule set")
    try:
        if isinstance(content, dict) and "refusals" in content:
            return [*read_setup_file(Node(content, path.parent / f"{rules}.json"))]
        return [*read_case_file(Node(content, path.parent / rules / path.name))]
    except CorpusError as error:
        raise CorpusError(path, error.pointer, error.reason) from error


def adopt(path: Path, root: Path, games: Mapping[str, AnyGame]) -> list[str]:
    """Take the cases of a file into the corpus at `root`; their ids there.

    `CorpusError` where a case is there already, does not hold on the reference engine, or claims what is not
    in the catalogues; nothing is written then.
    """
    corpus = load_corpus(root)
    cases = read_cases(path)
    for case in cases:
        for reason in _objections(case, corpus, games):
            raise CorpusError(path, case.pointer, reason)
    rules = cases[0].rules
    setups = isinstance(cases[0], SetupCase)
    kind = "refusals" if setups else "cases"
    target = root / "setups" / f"{rules}.json" if setups else root / rules / f"{TOPIC}.json"
    before = read_json(target) if target.exists() else _empty(rules, kind)
    assert isinstance(before, dict)
    there, plain = before[kind], before["defaults"]
    assert isinstance(there, list)
    assert isinstance(plain, dict)
    new = [
        {**_written(entry, plain, games[rules]), "level": level_of(case.clauses, corpus)}
        for entry, case in zip(_contents(path, kind), cases, strict=True)
    ]
    after: JsonObject = {**before, kind: [*there, *new]}
    target.parent.mkdir(exist_ok=True)
    target.write_text(canonical(after), "utf-8")
    index = read_index(root)
    assigned = assign(root, {} if index is None else index.highest)
    load_corpus(root)
    return [one.id for one in assigned if one.path == target]


def _empty(rules: str, kind: str) -> JsonObject:
    return {"format": FORMAT, "rules": rules, "defaults": _PLAIN, kind: []}


def _contents(path: Path, kind: str) -> Iterator[JsonObject]:
    """The cases as they are written, each with the whole of its set-up."""
    content = read_json(path)
    assert isinstance(content, dict)
    defaults, cases = content["defaults"], content[kind]
    assert isinstance(defaults, dict)
    assert isinstance(cases, list)
    for case in cases:
        assert isinstance(case, dict)
        own = case.get("setup")
        yield {**case, "setup": {**defaults, **(own if isinstance(own, dict) else {})}}


def _written(case: JsonObject, plain: JsonObject, game: AnyGame) -> JsonObject:
    """The case as it stands in the corpus: without an id yet, its set-up only as far as it is not as usual in
    the file."""
    setup = case["setup"]
    assert isinstance(setup, dict)
    usual, options = plain.get("options"), setup.get("options")
    if isinstance(usual, dict) and isinstance(options, dict):  # they are merged one by one
        defaults = {name: value for name, value in defaults_of(game).items() if name in usual}
        setup = {**setup, "options": {**defaults, **options}}
    own = {key: value for key, value in setup.items() if key not in plain or not _same(plain[key], value)}
    return {**{key: value for key, value in case.items() if key != "setup"}, "id": NEW, "setup": own}


def _same(one: Json, other: Json) -> bool:
    """The same as it is written: true is not 1."""
    return one_line(one) == one_line(other)


def _objections(case: Case | SetupCase, corpus: Corpus, games: Mapping[str, AnyGame]) -> Iterator[str]:
    others: list[Case | SetupCase] = [*corpus.cases, *corpus.setups]
    for other in others:
        if case_digest(other) == case_digest(case):
            yield f"the corpus has this case already: {other.id}"
        if (other.rules, other.title) == (case.rules, case.title):
            yield f"{other.id} has the same title; write one that says what is so"
    for name in case.clauses:
        if name not in corpus.clauses:
            yield f"there is no clause {name} in the catalogues"
    if case.rules not in games:
        yield f"the reference engine does not play {case.rules}"
        return
    played = play(games[case.rules], case)
    if played.differences:
        yield f"it does not hold on the reference engine: {played.differences[0].what}"
    for name in case.clauses:
        if name not in played.cites:
            yield f"it claims {name}, but nothing in it rests on that"
