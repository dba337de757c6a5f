"""Where mutants can be made: every change of every function of the engine that a case could notice."""

from __future__ import annotations

import ast
import hashlib
import inspect
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Final, NamedTuple

from conformance.faults.mutants.operators import Change, changes_of

EVERY_GAME: Final = ("brazilian-pingo", "italian-invito", "italian-progressive", "red-dog", "ton")
DRAW: Final = EVERY_GAME[:3]
MODULES: Final[dict[str, tuple[str, ...]]] = {
    **{
        f"refengine.draw.{name}": DRAW
        for name in (
            "amounts",
            "begin",
            "betting",
            "blind",
            "carry",
            "exchange",
            "house",
            "machine",
            "observe",
            "settling",
            "showdown",
            "speaking",
            "state",
        )
    },
    **{
        f"refengine.red_dog.{name}": ("red-dog",)
        for name in ("betting", "course", "machine", "observe", "rules")
    },
    **{
        f"refengine.ton.{name}": ("ton",)
        for name in (
            "beginning",
            "course",
            "dealing",
            "exchange",
            "following",
            "machine",
            "observe",
            "reckoning",
            "staying",
            "state",
            "tricks",
        )
    },
    "refengine.ledger": EVERY_GAME,
    "refengine.ranking": DRAW,
    "refengine.seating": EVERY_GAME,
    "refengine.menus": EVERY_GAME,
    "refengine.lots": ("red-dog", "ton"),
}
"""The modules in which mutants are made, with the rule sets that use them."""

UNSEEN_CALLS: Final = ("cite", "tell", "announce", "InvariantBroken", "assert_never")
"""Calls of names that begin so cite clauses, tell events, or stop at mistakes of the engine's own."""
UNSEEN_NAMES: Final = frozenset({"cites", "_cites", "events", "_events"})
"""What is done to these is not seen either."""
UNSEEN_FUNCTIONS: Final = (
    "cite",
    "_cite",
    "tell",
    "announce",
    "explained",
    "_explained",
    "why_",
    "answer_clause",
)
"""Functions of names that begin so do nothing else."""


class Site(NamedTuple):
    """One possible mutant: the `number`-th change of `function` (its qualified name) in `module`.

    `before` and `after` are the code that changes, in a line; `line` is where it stands now.
    """

    module: str
    function: str
    operator: str
    before: str
    after: str
    number: int
    line: int

    @property
    def id(self) -> str:
        """Stays the same as long as the changed code does, wherever it stands in the function; twins in one
        function are numbered."""
        told = "\0".join((self.module, self.function, self.operator, self.before, self.after))
        return f"{hashlib.sha256(told.encode()).hexdigest()[:12]}"


class Place(NamedTuple):
    """A node with the way to it from the function: names of fields and positions in lists."""

    node: ast.AST
    path: tuple[tuple[str, int], ...]


Function = ast.FunctionDef


def tree_of(module: ModuleType) -> ast.Module:
    """The code of a module of the engine; `TypeError` if it has been compiled and there is none."""
    return ast.parse(inspect.getsource(module))


def functions_of(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Functions and methods by their qualified names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{node.name}.{part.name}", part


def places_of(function: Function) -> Iterator[Place]:
    """Every node of the body that a case could notice, from the outside in."""
    for position, statement in enumerate(function.body):
        docstring = (
            position == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        )
        if not docstring:
            yield from _within(statement, (("body", position),))


def _within(node: ast.AST, path: tuple[tuple[str, int], ...]) -> Iterator[Place]:
    if _is_unseen(node):
        return
    yield Place(node, path)
    for field, value in ast.iter_fields(node):
        if field == "annotation":
            continue
        for position, part in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(part, ast.AST):
                yield from _within(part, (*path, (field, position)))


def _is_unseen(node: ast.AST) -> bool:
    if isinstance(node, ast.Raise | ast.Assert | ast.pattern):
        return True
    if isinstance(node, ast.Expr):
        return _is_unseen(node.value)
    if isinstance(node, ast.Call):
        if _name_of(node.func).startswith(UNSEEN_CALLS):
            return True
        return isinstance(node.func, ast.Attribute) and _name_of(node.func.value) in UNSEEN_NAMES
    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return _name_of(target) in UNSEEN_NAMES
    if isinstance(node, ast.If | ast.For):
        return all(map(_is_unseen, [*node.body, *node.orelse]))
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _name_of(node: ast.expr) -> str:
    """The last name of an expression that is a name or an attribute."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def changes_in(function: Function) -> Iterator[tuple[Place, Change]]:
    """Every change of a function, in the order of its code."""
    for place in places_of(function):
        for change in changes_of(place.node):
            yield place, change


def _in_a_line(node: ast.AST) -> str:
    text = " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
    return text if len(text) <= 160 else f"{text[:157]}..."


def sites_of(name: str) -> Iterator[Site]:
    """Every site of a module."""
    for qualified, function in functions_of(tree_of(import_module(name))):
        if qualified.rpartition(".")[2].startswith(UNSEEN_FUNCTIONS):
            continue
        for number, (place, change) in enumerate(changes_in(function)):
            line = getattr(place.node, "lineno", function.lineno)
            before, after = _in_a_line(place.node), _in_a_line(change.node)
            yield Site(name, qualified, change.operator, before, after, number, line)


def all_sites() -> dict[str, Site]:
    """Every site by its id; of sites in a function that look alike, the first."""
    found: dict[str, Site] = {}
    for name in MODULES:
        for site in sites_of(name):
            found.setdefault(site.id, site)
    return found


def sample(sites: dict[str, Site], size: int, seed: int) -> list[Site]:
    """`size` sites, as good as random, and nearly the same ones when some of the code has changed: those
    whose ids, hashed with the seed, come first."""

    def lot(name: str) -> str:
        return hashlib.sha256(f"{seed}:{name}".encode()).hexdigest()

    return [sites[name] for name in sorted(sites, key=lot)[:size]]


def modules_hit(sites: list[Site]) -> Counter[str]:
    """How many of the sites are in each module."""
    return Counter(site.module for site in sites)
