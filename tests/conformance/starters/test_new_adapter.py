"""The command that writes a skeleton: where it writes, how projects are named, what it refuses."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.cli import main
from conformance.starters import HERE, STARTERS, Starter, project_name
from conformance.verdicts import CONFORMANT, USAGE


@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.folder)
def test_a_project_has_all_files_of_its_skeleton(tmp_path: Path, starter: Starter) -> None:
    folder = tmp_path / "deep" / "er"
    assert main(["new-adapter", starter.folder, str(folder)]) == CONFORMANT
    root = HERE / starter.folder
    wanted = {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}
    wanted = {name for name in wanted if not name.startswith((".", "__"))}
    wanted = wanted - {"gitignore"} | {".gitignore"}
    assert {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} == wanted
    assert not [
        path for path in folder.rglob("*") if path.is_file() and "my-adapter" in path.read_text("utf-8")
    ]


def test_the_commands_to_go_on_with_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-adapter", "rust", str(tmp_path / "a room")]) == CONFORMANT
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()[1:]]
    assert lines == [
        f"cd '{tmp_path / 'a room'}'",
        "cargo build --release",
        "conformance doctor --adapter 'stdio: target/release/adapter'",
        "conformance run --adapter 'stdio: target/release/adapter'",
    ]


def test_an_empty_folder_can_be_written_to(tmp_path: Path) -> None:
    assert main(["new-adapter", "python", str(tmp_path)]) == CONFORMANT
    assert (tmp_path / "adapter.py").is_file()


@pytest.mark.parametrize("name", ["JavaScript", "js", "node", "py", "RS", "c++"])
def test_languages_go_by_several_names(tmp_path: Path, name: str) -> None:
    assert main(["new-adapter", name, str(tmp_path / "it")]) == CONFORMANT


def test_the_languages_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-adapter", "--list"]) == CONFORMANT
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == ["javascript", "python", "rust", "java", "cpp"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["cobol", "new"], "there is no skeleton in 'cobol'; there are javascript, python, rust, java, cpp"),
        (["rust"], "name a language and a folder"),
        ([], "name a language and a folder"),
        (["rust", "full"], "full is not empty"),
        (["rust", "file"], "file is no folder"),
        (["rust", "file/below"], "cannot be written"),
    ],
)
def test_what_cannot_be_written_is_refused_and_nothing_is_touched(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("full").mkdir()
    Path("full/kept").write_text("mine", "utf-8")
    Path("file").write_text("mine", "utf-8")
    before = sorted(tmp_path.rglob("*"))
    assert main(["new-adapter", *words]) == USAGE
    assert said in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("Card Room", "card-room"),
        ("__x__", "x"),
        ("7up", "my-adapter-7up"),
        ("été", "t"),
        ("日本", "my-adapter"),
    ],
)
def test_a_project_is_named_after_its_folder(tmp_path: Path, folder: str, name: str) -> None:
    assert project_name(tmp_path / folder) == name


def test_the_python_skeleton_is_strictly_typed(tmp_path: Path) -> None:
    shutil.copytree(HERE / "python", tmp_path / "it", ignore=shutil.ignore_patterns("__*", ".*"))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "."],
        cwd=tmp_path / "it",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
