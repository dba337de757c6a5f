"""The index: what it says of each entry, that it survives being written, and that a change is noticed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conformance.corpus import CorpusError, load_corpus
from conformance.index import Index, build_index, index_text, read_index, stale_entries
from conformance.portability import Box
from refengine.rulesets.catalogue import GAMES

CASES = "brazilian-pingo/all.json"
TABLE = Box({"stakes": ("table",)})
STRIPPED = Box({"deck": ("stripped",)})


def index_of(root: Path, before: Index | None = None) -> Index:
    return build_index(load_corpus(root), GAMES, before)


def test_an_entry_tells_where_it_holds(playable: Path) -> None:
    held = {name: entry.holds for name, entry in index_of(playable).entries.items()}
    assert held == {
        "PIN.0001": (Box({}),),
        "PIN.0002": (Box({}),),
        "PIN.0003": (TABLE,),
        "PIN.0004": (Box({}),),
        "PIN.R001": (Box({"ranking": ("flush_over_full",)}),),
        "PIN.S001": (STRIPPED,),
    }


def test_an_entry_tells_what_it_needs(playable: Path) -> None:
    needed = {name: entry.needs for name, entry in index_of(playable).entries.items()}
    assert needed == {
        "PIN.0001": ("play", "pot", "stacks"),
        "PIN.0002": ("play",),
        "PIN.0003": ("play", "menu"),
        "PIN.0004": ("play", "last_hand", "carry"),
        "PIN.R001": ("rank",),
        "PIN.S001": ("play",),
    }


def test_a_rule_set_that_the_engine_does_not_play_holds_nowhere(corpus: Path) -> None:
    assert {entry.holds for entry in index_of(corpus).entries.values()} == {()}


def test_the_index_is_read_as_it_was_written(playable: Path) -> None:
    index = index_of(playable)
    (playable / "index.json").write_text(index_text(index), "utf-8")
    assert read_index(playable) == index


def test_the_highest_ids_outlive_their_entries(playable: Path) -> None:
    before = index_of(playable)
    path = playable / CASES
    content = json.loads(path.read_text("utf-8"))
    del content["cases"][3]
    path.write_text(json.dumps(content), "utf-8")
    now = index_of(playable, before)
    assert "PIN.0004" not in now.entries
    assert now.highest == before.highest


def test_what_changed_since_is_stale(playable: Path) -> None:
    before = index_of(playable)
    path = playable / CASES
    content = json.loads(path.read_text("utf-8"))
    content["cases"][0]["steps"].append({"check": {"pot": 3}})
    content["cases"][1]["title"] = "only another title"
    content["cases"][3]["id"] = "PIN.0005"
    path.write_text(json.dumps(content), "utf-8")
    assert stale_entries(load_corpus(playable), before) == ["PIN.0001", "PIN.0004", "PIN.0005"]


def test_no_index_is_none(playable: Path) -> None:
    assert read_index(playable) is None


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("{", ""),
        ('{"format": 2, "digest": "x", "highest": {}, "entries": []}', "/format"),
        ('{"format": 1, "digest": "x", "highest": {"PIN.": 0}, "entries": []}', "/highest/PIN."),
        ('{"format": 1, "digest": "x", "highest": {}, "entries": [{}]}', "/entries/0"),
    ],
)
def test_a_broken_index_is_refused_at_its_place(playable: Path, text: str, pointer: str) -> None:
    (playable / "index.json").write_text(text, "utf-8")
    with pytest.raises(CorpusError) as caught:
        read_index(playable)
    assert (caught.value.path.name, caught.value.pointer) == ("index.json", pointer)
