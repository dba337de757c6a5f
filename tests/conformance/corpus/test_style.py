"""The canonical form: one way to write a file, reached from any other, with the same content."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conformance.corpus import corpus_dir
from conformance.corpus.style import canonical, corpus_files, misformed, reformat
from conformance.strict_json import read_json

FORMS = "tiny-game/forms.json"
FILES = list(corpus_files(corpus_dir()))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_canonical_form_says_the_same(path: Path) -> None:
    content = read_json(path)
    text = canonical(content)
    assert json.loads(text) == content
    assert canonical(json.loads(text)) == text


def test_every_step_stands_on_one_line(corpus: Path) -> None:
    lines = (corpus / FORMS).read_text("utf-8").splitlines()
    steps = [line for line in lines if line.lstrip().startswith(('{"actor"', '{"seat_view"', '{"check"'))]
    assert len(steps) == 16
    for line in steps:
        json.loads(line.rstrip(","))


def test_members_are_brought_into_order(corpus: Path) -> None:
    content = json.loads((corpus / FORMS).read_text("utf-8"))
    backwards = dict(reversed(content.items()))
    backwards["cases"] = [dict(reversed(case.items())) for case in content["cases"]]
    for case in backwards["cases"]:
        case["steps"] = [dict(reversed(step.items())) for step in case["steps"]]
    assert canonical(backwards) == (corpus / FORMS).read_text("utf-8")


def test_only_files_in_disorder_are_written(corpus: Path) -> None:
    assert misformed(corpus) == []
    path = corpus / FORMS
    good = path.read_text("utf-8")
    path.write_text(json.dumps(json.loads(good)), "utf-8")
    assert reformat(corpus) == [path]
    assert path.read_text("utf-8") == good
    assert reformat(corpus) == []


def test_what_is_no_corpus_file_has_no_form() -> None:
    with pytest.raises(ValueError, match="no corpus file"):
        canonical({"cases": 1})
