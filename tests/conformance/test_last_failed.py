"""What failed the last time is remembered for each implementation by itself, and never costs a run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from conformance.cli import main
from conformance.session.last_failed import Memory

CORPUS = str(Path(__file__).parent / "corpus" / "playable")
WRONG = """
from conformance.adapters.reference import Reference


class Wrong(Reference):
    def new(self, **params):
        return {**super().new(**params), "pot": 99}


class OtherWrong(Reference):
    def rank(self, **params):
        return {**super().rank(**params), "keys": []}
"""
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with two implementations in it, which fail in other cases."""
    (tmp_path / "wrong_games.py").write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


def judge(name: str, *more: str) -> int:
    return main(["run", "--adapter", f"wrong_games:{name}", "--corpus", CORPUS, *more])


def test_the_failures_of_another_implementation_are_not_taken_for_its_own(
    folder: Path, capsys: Capture
) -> None:
    judge("Wrong")
    judge("OtherWrong")
    capsys.readouterr()
    judge("Wrong", "--last-failed")
    assert "PIN.0001" in capsys.readouterr().out
    judge("OtherWrong", "--last-failed")
    assert "PIN.0001" not in capsys.readouterr().out


def test_an_implementation_that_has_not_failed_is_asked_everything(folder: Path, capsys: Capture) -> None:
    judge("Wrong")
    capsys.readouterr()
    assert main(["run", "--adapter", "reference", "--corpus", CORPUS, "--last-failed"]) == 0
    assert "5/5" in capsys.readouterr().out


def test_what_was_not_judged_stays_remembered(tmp_path: Path) -> None:
    memory = Memory("spec", None, tmp_path)
    memory.update(["a", "b"], ["a", "b"])
    memory.update(["b", "c"], ["c"])
    assert memory.failed() == ["a", "c"]


def test_another_corpus_is_remembered_by_itself(tmp_path: Path) -> None:
    assert Memory("spec", None, tmp_path).path != Memory("spec", "there", tmp_path).path


@pytest.mark.parametrize("content", ["", "{", "[" * 100_000, '{"a": 1}', "[1]", "\x00"])
def test_a_memory_that_is_spoilt_costs_a_warning(folder: Path, capsys: Capture, content: str) -> None:
    judge("Wrong")
    (path,) = (folder / ".conformance_cache").glob("*.json")
    path.write_text(content)
    capsys.readouterr()
    assert judge("Wrong", "--last-failed") == 1
    out, err = capsys.readouterr()
    assert "not conformant (1 must or option case failed)" in out
    assert err.startswith("warning: what failed the last time is not known")
    assert judge("Wrong", "--last-failed") == 1
    assert capsys.readouterr().err == ""


def test_a_memory_that_cannot_be_written_costs_a_warning(folder: Path, capsys: Capture) -> None:
    (folder / ".conformance_cache").write_text("no folder")
    assert judge("Wrong") == 1
    assert capsys.readouterr().err.startswith("warning: what failed is not remembered: ")


def test_a_folder_of_memories_is_not_for_version_control(folder: Path, capsys: Capture) -> None:
    judge("Wrong")
    assert (folder / ".conformance_cache" / ".gitignore").read_text() == "*\n"
