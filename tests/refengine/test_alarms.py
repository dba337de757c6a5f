"""Alarms: signs that a difference between texts has leaked out of the policies, or a module has grown."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import refengine

pytestmark = pytest.mark.plain

ROOT = Path(refengine.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
WORDS = [path for path in MODULES if path.parent == ROOT]
DRAW = sorted((ROOT / "draw").glob("*.py"))
FAMILIES = ("draw", "red_dog", "ton")
CLAUSE = re.compile(r"\b(INV|PRO|PIN|DRW|DOG|TON)-\d")


def classes(path: Path) -> Iterator[ast.ClassDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            yield node


def imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
    return names


def fields(record: ast.ClassDef) -> list[tuple[str, str]]:
    """Parts of a record with their types: annotated in the class, or taken by its ``__init__``."""
    annotated = [
        (node.target.id, ast.unparse(node.annotation))
        for node in record.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]
    written = [node for node in record.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    taken = [one for node in written for one in node.args.args if one.annotation is not None]
    return annotated + [(one.arg, ast.unparse(one.annotation)) for one in taken if one.annotation]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_is_longer_than_400_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize(
    "name",
    [
        "draw/policies.py",
        "draw/rules.py",
        "draw/speech.py",
        "draw/sizes.py",
        "red_dog/rules.py",
        "ton/rules.py",
    ],
)
def test_no_record_of_rules_holds_a_flag(name: str) -> None:
    flags = [(r.name, field) for r in classes(ROOT / name) for field, kind in fields(r) if "bool" in kind]
    assert flags == []


@pytest.mark.parametrize("path", DRAW, ids=lambda path: path.name)
def test_shared_draw_code_names_no_text(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not re.search(r"\b(INV|PRO|PIN)-\d", source)
    assert not re.search(r"ital|brazil|pingo|invito\b|progressive", source, re.IGNORECASE)


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.name)
def test_words_that_every_game_needs_know_no_clause(path: Path) -> None:
    assert not CLAUSE.search(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_imports_the_standard_library_only(path: Path) -> None:
    outside = {name.partition(".")[0] for name in imports(path)} - {"refengine", *sys.stdlib_module_names}
    compiled_only = {"native_scorer.py": {"librt", "mypy_extensions"}, "compiling.py": {"mypy_extensions"}}
    assert outside == compiled_only.get(path.name, set())


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    where = path.relative_to(ROOT).parts
    forbidden = {"conformance", "random", "time", "os", "json", "logging", "datetime"}
    if len(where) == 1:
        forbidden |= {f"refengine.{family}" for family in FAMILIES} | {"refengine.rulesets"}
    elif where[0] in FAMILIES:
        forbidden |= {f"refengine.{family}" for family in FAMILIES if family != where[0]}
        forbidden.add("refengine.rulesets")
    bad = [
        name for name in imports(path) for root in forbidden if name == root or name.startswith(root + ".")
    ]
    assert bad == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_rule_sets_are_named_in_their_modules_alone(path: Path) -> None:
    if path.parent.name != "rulesets":
        source = path.read_text(encoding="utf-8")
        assert not re.search(r"['\"](italian-\w+|brazilian-pingo|red-dog|ton)['\"]", source)


def test_the_files_searched_are_there() -> None:
    assert len(WORDS) > 8
    assert len(DRAW) > 8
