"""Projects written by the command and built once for each language."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from conformance.cli import main
from conformance.starters import STARTERS, Starter

NAME = "cardroom"


class Tool(NamedTuple):
    """A command that has to be there, and how old it may be; `version` asks it."""

    command: str
    version: str = ""
    oldest: tuple[int, int] = (0, 0)


TOOLS: dict[str, list[Tool]] = {
    "javascript": [Tool("node", "--version", (18, 0))],
    "python": [Tool("python3", "--version", (3, 10))],
    "rust": [Tool("cargo", "--version", (1, 63))],
    "java": [Tool("javac", "-version", (17, 0)), Tool("java"), Tool("jar"), Tool("make")],
    "cpp": [Tool("g++", "-dumpfullversion", (8, 0)), Tool("make")],
}
CRATES = Path("/usr/share/cargo/registry")
"""Where Debian's packages put crates; `debian.toml` of the Rust skeleton leads there."""
LIBRARIES: dict[str, list[Path]] = {
    "java": [Path(os.environ.get("GSON", "/usr/share/java/gson.jar"))],
    "cpp": [Path("/usr/include/nlohmann/json.hpp")],
}


def lacking(starter: Starter) -> str | None:
    """What of a language's tool chain is missing here, or too old."""
    for tool in TOOLS[starter.folder]:
        if shutil.which(tool.command) is None:
            return f"{tool.command} is not installed"
        if tool.version:
            told = subprocess.run(
                [tool.command, tool.version], capture_output=True, encoding="utf-8", check=False
            )
            found = re.search(r"(\d+)\.(\d+)", told.stdout + told.stderr)
            if found is None or (int(found[1]), int(found[2])) < tool.oldest:
                return f"{tool.command} is older than {'.'.join(map(str, tool.oldest))}"
    for library in LIBRARIES.get(starter.folder, []):
        if not library.exists():
            return f"{library} is not installed"
    return None


def build_environment() -> dict[str, str]:
    """Without what would lead the outcome elsewhere, and without the network; optimising is not tested."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("CARGO_TARGET")}
    return {**own, "CXXFLAGS": "-O0", "MAKEFLAGS": "-j2", "CARGO_NET_OFFLINE": "true"}


def build_command(starter: Starter, folder: Path) -> str:
    """How the project in a folder is built here. Cargo takes Debian's crates where they are; else it fetches
    them first, and the test is skipped if it cannot."""
    if starter.folder != "rust":
        return starter.build
    if any(CRATES.glob("serde_json-1*")):
        return f"{starter.build} --config debian.toml"
    online = {**build_environment(), "CARGO_NET_OFFLINE": "false", "CARGO_NET_RETRY": "0"}
    fetch = ["cargo", "fetch", "--quiet"]
    fetched = subprocess.run(
        fetch, cwd=folder, env=online, stderr=subprocess.PIPE, encoding="utf-8", check=False
    )
    if fetched.returncode:
        said = fetched.stderr.strip().rpartition("\n")[2].strip()
        pytest.skip(f"serde_json is not among {CRATES} and cannot be fetched: {said}")
    return starter.build


class Project(NamedTuple):
    """A project that has been written and built."""

    starter: Starter
    folder: Path

    @property
    def spec(self) -> str:
        """The adapter spec, as seen from the project's folder."""
        return f"stdio: {self.starter.command}"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Starter], Project]:
    """Writes and builds a project, or skips the test if its tool chain is missing."""
    projects: dict[str, Project] = {}

    def build(starter: Starter) -> Project:
        missing = lacking(starter)
        if missing is not None:
            pytest.skip(missing)
        if starter.folder not in projects:
            folder = tmp_path_factory.mktemp(starter.folder) / NAME
            assert main(["new-adapter", starter.folder, str(folder)]) == 0
            if starter.build:
                command = build_command(starter, folder)
                subprocess.run(command, shell=True, cwd=folder, env=build_environment(), check=True)
            projects[starter.folder] = Project(starter, folder)
        return projects[starter.folder]

    return build


@pytest.fixture(params=STARTERS, ids=lambda starter: starter.folder)
def project(
    request: pytest.FixtureRequest, built: Callable[[Starter], Project], monkeypatch: pytest.MonkeyPatch
) -> Project:
    """The project of one language, whose folder is the working folder."""
    starter: Starter = request.param
    made = built(starter)
    monkeypatch.chdir(made.folder)
    return made
