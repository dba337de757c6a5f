"""Ids are given once, upwards, and an id that was ever given never comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conformance.corpus import CorpusError, load_corpus
from conformance.ids import Assigned, assign, highest, next_id, used_again

FORMS = "tiny-game/forms.json"


def test_the_highest_of_every_series_is_kept() -> None:
    before = {"PIN.": 9, "TON.": 4}
    assert highest(["PIN.0003", "PIN.S012", "PIN.R001"], before) == {
        "PIN.": 9,
        "PIN.R": 1,
        "PIN.S": 12,
        "TON.": 4,
    }


@pytest.mark.parametrize(
    ("kind", "most", "given"),
    [
        ("cases", {"PIN.": 41}, "PIN.0042"),
        ("cases", {"PIN.S": 41}, "PIN.0001"),
        ("refusals", {"PIN.S": 9}, "PIN.S010"),
        ("rankings", {}, "PIN.R001"),
    ],
)
def test_the_next_id_is_one_above_the_highest(kind: str, most: dict[str, int], given: str) -> None:
    assert next_id("PIN", kind, most) == given


def test_new_entries_get_ids_in_the_order_written(corpus: Path) -> None:
    path = corpus / FORMS
    content = json.loads(path.read_text("utf-8"))
    content["cases"][0]["id"] = "new"
    del content["cases"][1]["id"]
    path.write_text(json.dumps(content), "utf-8")
    assert assign(corpus, {"TNY.": 7}) == [
        Assigned(path, "/cases/0", "TNY.0008"),
        Assigned(path, "/cases/1", "TNY.0009"),
    ]
    assert [case.id for case in load_corpus(corpus).cases] == ["TNY.0008", "TNY.0009"]


def test_ids_that_are_there_are_left_alone(corpus: Path) -> None:
    before = (corpus / FORMS).read_text("utf-8")
    assert assign(corpus, {}) == []
    assert (corpus / FORMS).read_text("utf-8") == before


def test_without_a_catalogue_there_is_no_prefix(corpus: Path) -> None:
    path = corpus / FORMS
    content = json.loads(path.read_text("utf-8"))
    content["rules"] = "unheard-of"
    content["cases"][0]["id"] = "new"
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(CorpusError, match="no catalogue"):
        assign(corpus, {})


@pytest.mark.parametrize(
    ("now", "again"),
    [
        (["PIN.0001", "PIN.0010"], []),
        (["PIN.0001", "PIN.0004"], ["PIN.0004"]),
        (["PIN.0001", "PIN.S001"], []),
    ],
)
def test_an_id_below_the_highest_that_is_not_in_the_index_was_used(now: list[str], again: list[str]) -> None:
    assert used_again(now, ["PIN.0001"], {"PIN.": 9}) == again
