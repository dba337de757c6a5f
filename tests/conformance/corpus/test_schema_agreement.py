"""The published schemas and the loader accept and refuse the same, wherever a schema can tell.

Good files are broken in every place by every means of a fixed list. What the loader calls a contradiction
(chips that do not add up, a seat that the table has not) a schema cannot see and accepts.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator
from referencing import Registry, Resource

from conformance.adapters.protocol import Json
from conformance.corpus import corpus_dir
from conformance.corpus.cases import read_case_file
from conformance.corpus.catalogue import read_catalogue
from conformance.corpus.node import Contradiction, Node
from conformance.corpus.rankings import read_ranking_file
from conformance.corpus.setups import read_setup_file
from conformance.corpus.style import corpus_files
from conformance.index import read_index_file
from conformance.strict_json import JsonError, parse_json

GOOD = Path(__file__).parent / "good"
KINDS: dict[str, tuple[str, Callable[[Node], object]]] = {
    "cases": ("tiny-game/forms.json", read_case_file),
    "clauses": ("clauses/tiny-game.json", read_catalogue),
    "setups": ("setups/tiny-game.json", read_setup_file),
    "ranking": ("ranking/order.json", read_ranking_file),
    "index": ("index.json", read_index_file),
}
SUBSTITUTES: tuple[Json, ...] = (
    None,
    True,
    -1,
    1.5,
    11,
    2**53,
    "",
    "x",
    "Ah",
    [],
    ["Ah", "Ah"],
    {},
    {"min": 1},
)
Steps = tuple[str | int, ...]


Schema = bool | Mapping[str, Any]


def schemas() -> dict[str, Schema]:
    folder = corpus_dir() / "schema"
    return {path.name: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))}


def validator(kind: str) -> Validator:
    known = schemas()
    registry: Registry[Schema] = Registry()
    for name, schema in known.items():
        registry = registry.with_resource(name, Resource.from_contents(schema))
    return Draft202012Validator(known[f"{kind}.json"], registry=registry)


def load(kind: str) -> Json:
    content: Json = json.loads((GOOD / KINDS[kind][0]).read_text("utf-8"))
    return content


def places(value: Json, path: Steps = ()) -> Iterator[Steps]:
    """The path to every value, the whole file included."""
    yield path
    if isinstance(value, dict):
        for key, member in value.items():
            yield from places(member, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from places(item, (*path, place))


def at(value: Json, path: Steps) -> Json:
    for step in path:
        if isinstance(step, int):
            assert isinstance(value, list)
            value = value[step]
        else:
            assert isinstance(value, dict)
            value = value[step]
    return value


def put(value: Json, path: Steps, new: Json) -> Json:
    """A copy with another value at the end of the path."""
    if not path:
        return new
    changed = copy.deepcopy(value)
    parent = at(changed, path[:-1])
    if isinstance(parent, dict):
        parent[str(path[-1])] = new
    elif isinstance(parent, list):
        parent[int(path[-1])] = new
    return changed


def taken_apart(good: Json) -> Iterator[tuple[Json, Steps]]:
    """The file with one step a case; and for each step a file that holds only that, with the step's path.

    Small files, because every breakage has the whole file read again by both.
    """
    if not isinstance(good, dict) or "cases" not in good:
        yield good, ()
        return
    cases = at(good, ("cases",))
    assert isinstance(cases, list)
    short: Json = good
    for number, case in enumerate(cases):
        steps = at(case, ("steps",))
        assert isinstance(steps, list)
        short = put(short, ("cases", number, "steps"), steps[:1])
        for step in steps:
            yield put(good, ("cases",), [put(case, ("steps",), [step])]), ("cases", 0, "steps", 0)
    yield short, ()


def breakages(good: Json) -> Iterator[tuple[str, Json]]:
    """Each place with some other values, without one of its parts, and with one part too many."""
    for part, root in taken_apart(good):
        yield from breakages_under(part, root)


def breakages_under(good: Json, root: Steps) -> Iterator[tuple[str, Json]]:
    """The same for the places from `root` on."""
    for number, path in enumerate(places(at(good, root), root)):
        where = "/".join(map(str, path))
        old = at(good, path)
        for new in (SUBSTITUTES[(number * 4 + turn) % len(SUBSTITUTES)] for turn in range(4)):
            yield f"{where} = {new!r}", put(good, path, new)
        if isinstance(old, dict):
            yield f"{where} + surprise", put(good, path, {**old, "surprise": 1})
            for key in old:
                yield f"{where} - {key}", put(good, path, {k: v for k, v in old.items() if k != key})
        elif isinstance(old, list) and old:
            yield f"{where} + its first item", put(good, path, [*old, old[0]])
            yield f"{where} - its first item", put(good, path, old[1:])
        elif isinstance(old, str):
            yield f"{where} + a letter", put(good, path, f"{old}x")


def loader_says(kind: str, content: Json) -> str:
    name, read = KINDS[kind]
    path = GOOD / name
    try:
        read(Node(parse_json(json.dumps(content).encode(), path), path))
    except Contradiction:
        return "contradiction"
    except JsonError:
        return "refused"
    return "accepted"


def test_the_schemas_are_schemas() -> None:
    for schema in schemas().values():
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("kind", KINDS)
def test_the_good_file_is_accepted_by_both(kind: str) -> None:
    assert loader_says(kind, load(kind)) == "accepted"
    assert validator(kind).is_valid(load(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_broken_files_are_refused_by_both_or_neither(kind: str) -> None:
    schema = validator(kind)
    seen = {"accepted": 0, "refused": 0, "contradiction": 0}
    for what, content in breakages(load(kind)):
        said = loader_says(kind, content)
        seen[said] += 1
        if said == "contradiction":
            continue  # what else is wrong with it the loader did not come to
        assert schema.is_valid(content) == (said == "accepted"), f"{what}: the loader says {said}"
    assert seen["refused"] >= 100


def test_every_file_of_the_corpus_is_valid() -> None:
    root = corpus_dir()
    for path in (*corpus_files(root), root / "index.json"):
        kind = "index" if path.parent == root else path.parent.name
        schema = validator(kind if kind in KINDS else "cases")
        errors = [error.json_path for error in schema.iter_errors(json.loads(path.read_text("utf-8")))]
        assert not errors, path
