"""Skeletons of adapters in other languages: projects that run at once and answer the beginning of a game.

A folder beside this module holds each; its files are written as they stand, but for the project's name.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent
_NAME: Final = "my-adapter"
"""The name of the project in the files; it gives way to that of the folder."""
_RENAMED: Final = {"gitignore": ".gitignore"}


class StarterError(Exception):
    """No project can be written: no such language, or a folder that cannot be written to."""


class Starter(NamedTuple):
    """A skeleton. `folder` holds its files; `needs` is what has to be installed; `build` and `command` are
    run in the project's folder, `build` being empty where there is nothing to build."""

    language: str
    folder: str
    aliases: tuple[str, ...]
    needs: str
    build: str
    command: str


STARTERS: Final = (
    Starter("JavaScript", "javascript", ("js", "node"), "Node 18 or later", "", "node adapter.js"),
    Starter("Python", "python", ("py",), "Python 3.10 or later", "", "python3 adapter.py"),
    Starter(
        "Rust",
        "rust",
        ("rs",),
        "Rust 1.63 or later, serde_json",
        "cargo build --release",
        "target/release/adapter",
    ),
    Starter("Java", "java", (), "JDK 17 or later, make, Gson", "make", "java -jar build/adapter.jar"),
    Starter("C++", "cpp", ("c++", "cxx"), "C++17, make, nlohmann/json", "make", "build/adapter"),
)


def find_starter(language: str) -> Starter:
    """The skeleton in a language, whatever the case of its letters; `StarterError` if there is none."""
    for starter in STARTERS:
        if language.lower() in (starter.folder, *starter.aliases):
            return starter
    known = ", ".join(starter.folder for starter in STARTERS)
    raise StarterError(f"there is no skeleton in {language!r}; there are {known}")


def write_project(starter: Starter, folder: Path) -> list[Path]:
    """Write a project into a folder that is new or empty, and return its files; else `StarterError`."""
    if folder.exists() and not folder.is_dir():
        raise StarterError(f"{folder} is no folder")
    try:
        if folder.exists() and any(folder.iterdir()):
            raise StarterError(f"{folder} is not empty")
        return _write(starter, folder)
    except OSError as error:
        raise StarterError(f"{folder} cannot be written: {error.strerror}") from error


def _write(starter: Starter, folder: Path) -> list[Path]:
    name = project_name(folder)
    root = HERE / starter.folder
    written: list[Path] = []
    for source in sorted(path for path in root.rglob("*") if _belongs(path)):
        relative = source.relative_to(root)
        target = folder / relative.parent / _RENAMED.get(relative.name, relative.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(source.read_text("utf-8").replace(_NAME, name), "utf-8")
        written.append(target)
    return written


def _belongs(path: Path) -> bool:
    """Not what installers and tools make of a skeleton's files."""
    made = any(part.startswith((".", "__pycache__")) for part in path.relative_to(HERE).parts)
    return path.is_file() and not made


def project_name(folder: Path) -> str:
    """The folder's name in small letters, digits and hyphens, fit for every language's packages."""
    words = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-")
    return words if words[:1].isalpha() else f"{_NAME}-{words}".rstrip("-")
